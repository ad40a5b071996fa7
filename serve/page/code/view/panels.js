// What is opened over the table: the rulebook, what is not possible, notes, keys, and more.
import { html, useEffect, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { entryTitle, words } from "../book.js";
import { PRESSES, settings, sourceOf } from "../choosing.js";
import { Ticked, Told, uncited } from "./change.js";
import { useScene } from "./context.js";
import { Host } from "./host.js";
import { useReply } from "./reply.js";
import { Rulebook } from "./rulebook.js";

const TITLES = { goal: "The goal", rulebook: "The rules", closed: "Not possible now", note: "Leave a note", more: "More", keys: "Keys", host: "For the host" };

export function Panels() {
  const { state } = useScene();
  if (!state.panel) return null;
  const inside = { goal: Goal, rulebook: Rulebook, closed: Closed, note: Note, more: More, keys: Keys, host: Host }[state.panel];
  return html`<${Sheet} key=${state.panel} title=${TITLES[state.panel]}><${inside} /><//>`;
}

// A dialog; Escape and a press beside it close it, and the focus goes back where it was.
function Sheet({ title, children }) {
  const { state } = useScene();
  const ref = useRef(null);
  // Before anything is painted: keys typed at once go to the dialog, and play no move.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog.showModal();
    // Not the way out: whoever begins to type would press it.
    (dialog.querySelector("[data-begin]") || dialog.querySelector("h2")).focus();
    return () => dialog.close();
  }, []);
  const close = (event) => {
    event.preventDefault();
    state.open(null);
  };
  return html`<dialog ref=${ref} class="sheet" aria-labelledby="sheet-title" onCancel=${close} onClick=${(event) => event.target === ref.current && close(event)}>
    <div class="sheet-inside"><header><h2 id="sheet-title" tabindex="-1">${title}</h2><button type="button" class="close" aria-label="Close" onClick=${close}>×</button></header>
    ${state.flash && html`<p class="notice flash" role="status">${state.flash}</p>`}
    ${children}</div>
  </dialog>`;
}

// What the rules say the game is about, and what a press does on this page.
function Goal() {
  const { state } = useScene();
  const { about, ending } = state.book.raw;
  return html`<p class="about-game"><${Ticked} text=${uncited(about)} /></p>
    ${ending.length > 0 && html`<h3>How it ends</h3>${ending.map((text) => html`<p key=${text} class="ending"><${Ticked} text=${uncited(text)} /></p>`)}`}
    <p class="row"><button type="button" class="go" onClick=${() => state.open("rulebook")}>Read the rules</button></p>
    <h3>What a press does</h3><p>${PRESSES}</p>`;
}

function Closed() {
  const reply = useReply({ do: "closed" });
  const [text, setText] = useState("");
  const [why, setWhy] = useState(null);
  const { state } = useScene();
  const answer = useRef(null);
  useEffect(() => {
    if (why) answer.current?.scrollIntoView({ block: "nearest" });
  }, [why]);
  const ask = async (event) => {
    event.preventDefault();
    setWhy(await state.whyNamed(text));
  };
  if (!reply) return html`<p role="status">…</p>`;
  const closed = reply.closed || [];
  return html`<form class="why" onSubmit=${ask}><label>Why can I not … <input value=${text} placeholder=${state.choosing.entries.length > 0 ? entryTitle(state.choosing.entries[0]) : ""} onInput=${(e) => setText(e.target.value)} /></label><button type="submit" class="plain">Ask</button></form>
    <div role="status" class="answer" ref=${answer}>${why && why.map((one, at) => html`<p key=${at}><${Told} text=${one.why} /> ${sourceOf(one) && html`<button type="button" class="plain" onClick=${() => state.lookUp(sourceOf(one))}>In the rules</button>`}</p>`)}</div>
    ${closed.length === 0 && html`<p>Nothing is closed: all that the rules ask for here is possible.</p>`}
    <dl class="closed">${closed.map((one, at) => html`<div key=${at}><dt>${state.book.closedTitle(one.what)}</dt><dd><${Told} text=${one.why} /> ${sourceOf(one) && html`<button type="button" class="plain" onClick=${() => state.lookUp(sourceOf(one))}>In the rules</button>`}</dd></div>`)}</dl>`;
}

function Note() {
  const { state } = useScene();
  const [text, setText] = useState("");
  const [about, setAbout] = useState("");
  const [kept, setKept] = useState(null);
  const lines = state.log.slice(-12).reverse();
  const moves = state.book.raw.moves || [];
  const send = async (event) => {
    event.preventDefault();
    if (!text.trim()) return;
    const reply = await state.wire.ask({ do: "note", text: text.trim(), about: about || null });
    setKept(reply.ok ? "Your note is kept with this moment of the game." : reply.why);
    if (reply.ok) setText("");
  };
  return html`<form class="note" onSubmit=${send}>
    <p>Something felt unfair, slow, or very good? The host can read it at once, with the table as it is now.</p>
    <label>About <select value=${about} onChange=${(e) => setAbout(e.target.value)}>
      <option value="">this moment</option>
      <optgroup label="What happened">${lines.map((line, at) => html`<option key=${at} value=${line.text}>${uncited(line.text.replaceAll("`", ""))}</option>`)}</optgroup>
      <optgroup label="A rule">${moves.map((move) => html`<option key=${move.name} value=${`action ${move.name}`}>${words(move.name)}</option>`)}</optgroup>
    </select></label>
    <label>Note <textarea data-begin rows="4" maxlength="2000" value=${text} onInput=${(e) => setText(e.target.value)}></textarea></label>
    <p class="row"><button type="submit" class="go">Keep it</button> <span role="status">${kept}</span></p>
  </form>`;
}

function More() {
  const { state } = useScene();
  const { screen } = state;
  const [confirm, setConfirm] = useState(settings.confirm);
  const toggle = () => {
    settings.set("confirm", !confirm);
    setConfirm(!confirm);
  };
  // What it leads to is to be seen on the table.
  const propose = async (what) => (await state.say({ do: "propose", ...what })).ok && state.open(null);
  const idle = Boolean(screen.auto && screen.auto.idle);
  return html`<ul class="more" role="list">
    ${state.me !== null && html`<li><button type="button" disabled=${!screen.can || !screen.can.undo} onClick=${() => propose({ what: "undo", own: true })}>Take back my last choice</button>
      <button type="button" disabled=${!screen.can || !screen.can.redo} onClick=${() => propose({ what: "redo" })}>Redo it</button></li>`}
    ${state.me !== null && html`<li><label><input type="checkbox" checked=${idle} onChange=${() => state.say({ do: "auto", idle: !idle })} /> Always pass for me when there is nothing else</label></li>`}
    <li><label><input type="checkbox" checked=${confirm} onChange=${toggle} /> Ask me before a move is made</label><p class="quiet">${PRESSES}</p></li>
    <li><button type="button" onClick=${() => state.open("note")}>Leave a note</button> <button type="button" onClick=${() => state.open("keys")}>Keys</button></li>
    <li class="quiet">${state.onlookers > 0 ? `${state.onlookers} looking on. ` : ""}${state.seats.map((s) => `${s.name}: ${s.who === "human" ? (s.here ? "here" : "away") : `bot (${s.who})`}`).join(", ")}</li>
  </ul>`;
}

const KEYS = [
  ["Arrow keys", "go from one thing that can be chosen to the next"],
  ["Enter or space", "choose it"],
  ["1 to 9", "take an entry of the menu, or a place for a tile; again turns the tile"],
  ["a to z", "choose what has that letter"],
  ["e2", "choose that square of a board whose squares have names"],
  ["Enter", "hand in a number, a set or an order when it is ready; lay the tile"],
  ["Escape or Backspace", "one step back"],
  ["Shift + R, W, N, L, M", "rules, why not, note, log, more"],
  ["?", "these keys"],
];

function Keys() {
  return html`<table class="keys"><tbody>${KEYS.map(([key, what]) => html`<tr key=${key}><th scope="row"><kbd>${key}</kbd></th><td>${what}</td></tr>`)}</tbody></table>`;
}
