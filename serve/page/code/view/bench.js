// The host's workbench: lines as `houserules repl` takes them, and what they were answered.
import { html, useLayoutEffect, useRef, useState } from "../../vendor/preact.js";
import { placeOf, Ticked } from "./change.js";
import { useScene } from "./context.js";

// So many lines are kept on the page.
const KEPT = 30;

export function Bench() {
  const { state } = useScene();
  const [text, setText] = useState("");
  const [told, setTold] = useState([]);
  const send = async (event) => {
    event.preventDefault();
    const line = text.trim();
    if (!line) return;
    setText("");
    const reply = await state.wire.ask({ do: "bench", text: line });
    setTold((all) => [...all.slice(1 - KEPT), { line, reply }]);
  };
  // What was answered last is in sight, and so is the line for what comes next.
  const [log, line] = [useRef(null), useRef(null)];
  useLayoutEffect(() => {
    if (told.length === 0) return;
    log.current.scrollTop = log.current.scrollHeight;
    line.current.scrollIntoView({ block: "nearest" });
  }, [told]);
  const thing = example(state);
  return html`<section><h3>Ask the rules</h3>
    <p class="quiet">${"Lines as in "}<code>houserules repl</code>${thing && html`: <code>print ${thing}</code>, <code>why ${thing}</code>, <code>history ${thing}</code>, <code>given ${thing} is …</code>`}. ${"Whatever changes the table is done when all who sit there agree."}</p>
    <div class="bench" ref=${log} role="log" aria-label="What the workbench said" tabindex="0"><ol>${told.map((one, at) => html`<li key=${at}><kbd>${one.line}</kbd><${Answer} reply=${one.reply} /></li>`)}</ol></div>
    <form class="row" ref=${line} onSubmit=${send}><label class="bench-line">Line <input value=${text} autocomplete="off" spellcheck=${false} onInput=${(e) => setText(e.target.value)} /></label> <button type="submit">Do it</button></form>
  </section>`;
}

// A counter of this game to try it on: a player's, if there is one.
function example({ book, screen }) {
  const named = ({ seat, member, owner, counters }) => {
    const [first] = counters;
    if (!first) return null;
    if (seat !== null && seat !== undefined) return `${screen.view.seats[seat]}.${first.name}`;
    if (member) return `${book.enum(member[0]).members[member[1]]}.${first.name}`;
    return owner === "" ? first.name : null;
  };
  const players = screen.view.groups.filter((group) => group.seat !== null && group.seat !== undefined);
  return [...players, ...screen.view.groups].map(named).find((name) => name && !/[ ,]/.test(name)) || null;
}

function Answer({ reply }) {
  const { state } = useScene();
  if (!reply.ok) return html`<p class="tone-wrong"><${Ticked} text=${reply.why} /></p>`;
  if (reply.proposal) return html`<p>The others are asked.</p>`;
  const lines = reply.lines || [];
  if (lines.length === 0) return html`<p>Done.</p>`;
  return lines.map((line, at) => html`<p key=${at} class=${`tone-${line.tone}`}><${Ticked} text=${line.text} />
    ${line.place && html` <button type="button" class="plain" onClick=${() => state.lookUp({ place: line.place })}>${placeOf(line.place)}</button>`}
    ${line.point !== undefined && html` <button type="button" class="plain" onClick=${() => state.lookAt(line.point)}>Look</button> <button type="button" class="plain" onClick=${() => state.say({ do: "propose", what: "back", to: line.point })}>Go there</button>`}</p>`);
}
