// The host's page: links, seats, rules that changed, going back, notes.
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { Change, square, Ticked, Told } from "./change.js";
import { Bench } from "./bench.js";
import { useScene } from "./context.js";

export function Host() {
  const { state } = useScene();
  const { host } = state;
  if (!host) return null;
  return html`<div class="host">
    <${Again} />
    <${Rules} host=${host} rules=${state.now.screen.rules} />
    <${Seats} links=${host.links} />
    <${Course} />
    <details><summary>For whoever writes the rules</summary>
      <${Bench} />
      <section><h3>Save what was played as a test</h3><${AsTest} /></section>
      ${host.report && html`<p class="quiet">The report lies in <code>${host.report}</code>.</p>`}
      ${host.journal && html`<p class="quiet">The game is kept in <code>${host.journal}</code>; <code>houserules repl ${host.journal} --at POINT</code> opens any moment of it again.</p>`}
    </details>
  </div>`;
}

// When the game is over: another one.
function Again() {
  const { state } = useScene();
  const [said, setSaid] = useState(null);
  if (state.now.screen.stop !== "over") return null;
  const begin = async () => {
    const reply = await state.wire.ask({ do: "again" });
    setSaid(reply.ok ? null : reply.why);
    if (reply.ok) state.open(null);
  };
  return html`<section><h3>Another game</h3>
    <p><button type="button" class="go" onClick=${begin}>Begin a new game</button> The same people at the same seats, under the rules as they are saved now; all links stay what they are.</p>
    ${said && html`<p role="alert"><${Ticked} text=${said} /></p>`}</section>`;
}

function Rules({ host, rules }) {
  const { state } = useScene();
  // What was said of rules that were to come in says nothing any more once they have, or others are saved.
  const [said, setSaid] = useState({ lines: [], about: "" });
  const changed = rules ? rules.changed : [];
  const about = `${rules ? rules.n : 0} ${changed.length > 0}`;
  const lines = said.about === about ? said.lines : [];
  const bring = async (how) => {
    const reply = await state.wire.ask({ do: "reload", how });
    const now = state.now.screen.rules;
    setSaid({ lines: reply.ok ? reply.lines || [] : [{ tone: "bad", text: reply.why }], about: `${now ? now.n : 0} ${Boolean(now && now.changed.length > 0)}` });
  };
  const asked = (state.now.screen.proposals || []).some((one) => one.what === "reload");
  return html`<section><h3>Rules</h3>
    ${host.broken && html`<pre class="broken" role="alert">${host.broken}</pre>`}
    ${(host.said || []).map((text, at) => html`<p key=${at}><${Ticked} text=${text} /></p>`)}
    ${changed.length > 0 ? html`<ul>${changed.map((one, at) => html`<li key=${at}><${Change} one=${one} host=${true} /></li>`)}</ul>
      <p class="row">${(host.ways || []).map((way) => html`<button key=${way} type="button" onClick=${() => bring(way)}>${WAYS[way] || way}</button>`)}</p>
      ${asked && html`<p role="status">The others are asked.</p>`}
      ${rules.wait && html`<p>They come in at the next ${rules.wait}.</p>`}`
    : !host.broken && html`<p class="quiet">Save the rules in your editor, and the changes are shown here and to everybody.</p>`}
    ${lines.map((line, at) => html`<p key=${at} class=${`tone-${line.tone}`}><${Ticked} text=${line.text} /></p>`)}
  </section>`;
}

const WAYS = { now: "Bring them in now", "next turn": "At the next turn", "next phase": "At the next phase", "next round": "At the next round", replay: "Make the same choices again from the start, under them", fork: "Now, and keep the game under the old rules as another line of play", ignore: "Ignore them" };

const BOTS = [
  ["human", "a person"], ["easy", "bot: easy"], ["normal", "bot: normal"], ["hard", "bot: hard"],
  ["random", "bot: plays at random"],
];

// Who may sit there; among them whoever was asked for by another word.
const sitters = (who) => (BOTS.some(([word]) => word === who) ? BOTS : [...BOTS, [who, `bot: ${who}`]]);

function Seats({ links }) {
  const { state } = useScene();
  const [urls, setUrls] = useState({});
  const [copied, setCopied] = useState(null);
  const url = (seat) => urls[seat] || (links && links.seats && links.seats[seat]);
  const copy = async (text, which) => {
    await navigator.clipboard.writeText(text).catch(() => {});
    setCopied(which);
  };
  // Somebody may be playing by the old one: it is asked about first.
  const [asking, setAsking] = useState(null);
  const [made, setMade] = useState(null);
  const renew = async (seat) => {
    setAsking(null);
    const reply = await state.wire.ask({ do: "link", seat });
    if (reply.ok) setUrls({ ...urls, [seat]: reply.url });
    if (reply.ok) setMade(seat);
  };
  return html`<section><h3>Seats</h3><table class="seats"><tbody>${state.seats.map((one, seat) => html`<tr key=${seat}>
    <th scope="row">${one.name} ${one.who === "human" && html`<small class="quiet">${one.here ? (one.screens > 1 ? `here, on ${one.screens} screens` : "here") : "not here"}</small>`}</th>
    <td><select aria-label=${`Who plays ${one.name}`} value=${one.who} onChange=${(e) => state.say({ do: "seat", seat, who: e.target.value })}>${sitters(one.who).map(([who, text]) => html`<option key=${who} value=${who} selected=${one.who === who}>${text}</option>`)}</select></td>
    <td>${url(seat) && html`<button type="button" onClick=${() => copy(url(seat), seat)}>${copied === seat ? "Copied" : "Copy link"}</button>`} ${asking !== seat && html`<button type="button" data-renew=${seat} onClick=${() => setAsking(seat)}>New link</button>`}
      ${asking === seat && html`<span role="alert">${one.who === "human" && one.here ? `${one.name} is here, and has to sit down again by the new link. ` : "The old link no longer works then. "}<button type="button" data-renew-now onClick=${() => renew(seat)}>Make a new one</button> <button type="button" onClick=${() => setAsking(null)}>Keep it</button></span>`}
      ${made === seat && html`<span role="status">The new link is made: copy it, and send it to whoever is to play ${one.name}.</span>`}</td>
  </tr>`)}
  ${links && links.spectator && html`<tr><th scope="row">Onlookers</th><td></td><td><button type="button" onClick=${() => copy(links.spectator, "spectator")}>${copied === "spectator" ? "Copied" : "Copy link"}</button></td></tr>`}
  </tbody></table></section>`;
}

function download(text, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Course() {
  const { state } = useScene();
  const [history, setHistory] = useState(null);
  const [text, setText] = useState("");
  const [notes, setNotes] = useState(null);
  const [said, setSaid] = useState(null);
  const course = useRef(null);
  const load = async () => {
    const reply = await state.wire.ask({ do: "history" });
    setHistory(reply.ok ? reply : null);
  };
  // It may begin beyond the edge of the dialog; nobody is to see it move under the pointer.
  useLayoutEffect(() => course.current?.scrollIntoView({ block: "start" }), [history]);
  const read = async () => {
    const reply = await state.wire.ask({ do: "notes" });
    setNotes(reply.ok ? reply.notes : []);
  };
  const save = async (format) => {
    const reply = await state.wire.ask({ do: "report", format });
    if (reply.ok) download(reply.report, `${state.table}-report.${format === "markdown" ? "md" : "jsonl"}`);
    setSaid(reply.ok ? reply.file && `It lies beside the journal, too: \`${reply.file}\`.` : reply.why);
  };
  const mark = async (event) => {
    event.preventDefault();
    if (text.trim()) await state.say({ do: "bookmark", name: text.trim() }, "Bookmarked.");
    setText("");
    load();
  };
  return html`<section><h3>The evening so far</h3>
    <p class="row"><button type="button" onClick=${load}>Show the course of the game</button> <button type="button" onClick=${read}>Notes${state.host.notes ? ` (${state.host.notes})` : ""}</button>
      <button type="button" disabled=${!state.host.reports} onClick=${() => save("markdown")}>Report to read</button> <button type="button" disabled=${!state.host.reports} onClick=${() => save("jsonl")}>Report as data</button></p>
    ${!state.host.reports && html`<p class="quiet">The report tells what was hidden: it is there when the game is over.</p>`}
    <p class="row"><button type="button" disabled=${!state.now.screen.can.undo} onClick=${() => propose(state, { what: "undo" })}>Take back</button> <button type="button" disabled=${!state.now.screen.can.redo} onClick=${() => propose(state, { what: "redo" })}>Redo it</button></p>
    <form class="row" onSubmit=${mark}><label>Bookmark <input value=${text} onInput=${(e) => setText(e.target.value)} /></label> <button type="submit">Set</button></form>
    ${said && html`<p role="status"><${Ticked} text=${said} /></p>`}
    ${notes && html`<ul>${notes.map((note) => html`<li key=${note.n}><b>${note.by}</b>: ${note.text} <small>(point ${note.point}${note.about ? `, about “${note.about}”` : ""})</small> <button type="button" class="plain" aria-label=${`Look at point ${note.point}`} onClick=${() => state.lookAt(note.point)}>Look</button></li>`)}</ul>`}
    ${history && html`<div ref=${course}><${History} history=${history} /></div>`}
  </section>`;
}

// What it leads to is to be seen on the table; so is whom it waits for, where others have to agree.
async function propose(state, what) {
  const reply = await state.say({ do: "propose", ...what });
  if (reply.ok) state.open(null);
}

// Points of this line, names, and lines that were kept; all can be looked at, and gone to.
function History({ history }) {
  const { state } = useScene();
  const go = (what, name) => html`<button type="button" class="plain" aria-label=${`Go there: ${name}`} onClick=${() => propose(state, what)}>Go there</button>`;
  const look = (at, name) => html`<button type="button" class="plain" data-look=${at} aria-label=${`Look at ${name}`} onClick=${() => state.lookAt(at)}>Look</button>`;
  return html`${history.bookmarks.length > 0 && html`<h4>Bookmarks</h4><ul class="points">${history.bookmarks.map((one) => html`<li key=${one.name}><span><b>${one.name}</b> (point ${one.n})</span> ${look(one.name, one.name)} ${go({ what: "back", to: one.name }, one.name)}</li>`)}</ul>`}
    ${history.branches.length > 1 && html`<h4>Other ways that the game went</h4><ul class="points">${history.branches.map((one) => html`<li key=${one.n} class=${one.here ? "here" : ""}><span>${one.n}: from point ${one.from} to ${one.to}, <${Told} text=${one.text} /></span> ${look(one.to, `the end of line ${one.n}`)} ${!one.here && go({ what: "branch", number: one.n }, `line ${one.n}`)}</li>`)}</ul>`}
    <h4>What was played</h4>
    ${history.skipped > 0 && html`<p class="quiet">${history.skipped} moments before these</p>`}
    <ol class="points" role="list">${history.points.map((point) => html`<li key=${point.n} class=${point.here ? "here" : ""}><span>${point.n}: <${Told} text=${point.text} /> ${(point.names || []).map((name) => html`<b key=${name}>${name}</b> `)}</span>${look(point.n, `point ${point.n}`)} ${!point.here && go({ what: "back", to: point.n }, `point ${point.n}`)}</li>`)}</ol>`;
}

// What was played as a test, from the start or from a point; like the report, it tells what was hidden.
function AsTest() {
  const { state } = useScene();
  const [title, setTitle] = useState("");
  const [points, setPoints] = useState([]);
  const load = async () => {
    const reply = await state.wire.ask({ do: "history" });
    if (reply.ok) setPoints(reply.points);
  };
  const [from, setFrom] = useState("");
  const [said, setSaid] = useState(null);
  const test = async (event) => {
    event.preventDefault();
    const what = { do: "save", title: title.trim() || "what we saw" };
    const reply = await state.wire.ask(from === "" ? what : { ...what, from: Number(from) });
    const file = `${state.table}-test.rules`;
    const since = reply.from === undefined ? "" : `It begins at point ${reply.from}, as a test cannot begin in the middle of a move. `;
    setSaid(reply.ok ? `${since}It is among your downloads, as \`${file}\`: put its text into the rules, and run \`houserules test\`.` : reply.why);
    if (reply.ok) download(reply.test, file);
  };
  return html`<form class="row" onSubmit=${test}><label>Its name <input value=${title} placeholder="what we saw" onInput=${(e) => setTitle(e.target.value)} /></label>
    ${html`<label>from <select onFocus=${load} onChange=${(e) => setFrom(e.target.value)}><option value="" selected=${from === ""}>the start</option>${points.slice(1).map((one) => html`<option key=${one.n} value=${one.n} selected=${from === String(one.n)}>point ${one.n}: ${square(one.text)}</option>`)}</select></label>`}
    <button type="submit" disabled=${!state.host.reports}>Save</button> ${!state.host.reports && html`<span class="quiet">A test tells what was hidden: it can be saved when the game is over.</span>`} ${said && html`<span role="status"><${Ticked} text=${said} /></span>`}</form>`;
}
