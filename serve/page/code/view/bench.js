// The host's workbench: lines as `houserules repl` takes them, and what they were answered.
import { html, useState } from "../../vendor/preact.js";
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
  return html`<section><h3>Workbench</h3>
    <p class="quiet">${"As in "}<code>houserules repl</code>${": "}<code>print Ana.cash</code>, <code>why Ana.cash</code>, <code>history Ana.cash</code>, <code>given Ana.cash is $4</code>, <code>do Ana.cash += $1</code>. ${"Whatever changes the table is done when all who sit there agree."}</p>
    <div class="bench" role="log" aria-label="What the workbench said" tabindex="0"><ol>${told.map((one, at) => html`<li key=${at}><kbd>${one.line}</kbd><${Answer} reply=${one.reply} /></li>`)}</ol></div>
    <form class="row" onSubmit=${send}><label class="bench-line">Line <input value=${text} autocomplete="off" spellcheck=${false} onInput=${(e) => setText(e.target.value)} /></label> <button type="submit">Do it</button></form>
  </section>`;
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
