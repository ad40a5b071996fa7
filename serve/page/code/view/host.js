// The host's page: links, seats, rules that changed, going back, notes.
import { html, useState } from "../../vendor/preact.js";
import { Change, Ticked } from "./change.js";
import { useScene } from "./context.js";

export function Host() {
  const { state } = useScene();
  const { host } = state.screen;
  if (!host) return null;
  return html`<div class="host">
    <${Rules} host=${host} rules=${state.screen.rules} />
    <${Seats} links=${host.links} />
    <${Course} />
    ${host.journal && html`<p class="quiet">The game is kept in <code>${host.journal}</code>.</p>`}
  </div>`;
}

function Rules({ host, rules }) {
  const { state } = useScene();
  const [lines, setLines] = useState([]);
  const bring = async (how) => {
    const reply = await state.wire.ask({ do: "reload", how });
    setLines(reply.ok ? reply.lines || [] : [{ tone: "bad", text: reply.why }]);
  };
  return html`<section><h3>Rules</h3>
    ${host.broken && html`<pre class="broken" role="alert">${host.broken}</pre>`}
    ${(host.said || []).map((text, at) => html`<p key=${at}><${Ticked} text=${text} /></p>`)}
    ${rules && rules.changed.length > 0 ? html`<ul>${rules.changed.map((one, at) => html`<li key=${at}><${Change} one=${one} /></li>`)}</ul>
      <p class="row">${(host.ways || []).map((way) => html`<button key=${way} type="button" onClick=${() => bring(way)}>${WAYS[way] || way}</button>`)}</p>
      ${rules.wait && html`<p>They come in at the next ${rules.wait}.</p>`}`
    : !host.broken && html`<p class="quiet">Save the rules in your editor, and the changes are shown here and to everybody.</p>`}
    ${lines.map((line, at) => html`<p key=${at} class=${`tone-${line.tone}`}><${Ticked} text=${line.text} /></p>`)}
  </section>`;
}

const WAYS = { now: "Bring them in now", "next turn": "At the next turn", "next round": "At the next round", replay: "Play the game again under them", fork: "Now, and keep the old line", ignore: "Ignore them" };

const BOTS = [
  ["human", "a person"], ["easy", "bot: easy"], ["normal", "bot: normal"], ["hard", "bot: hard"],
  ["random", "bot: plays at random"],
];

function Seats({ links }) {
  const { state } = useScene();
  const [urls, setUrls] = useState({});
  const [copied, setCopied] = useState(null);
  const url = (seat) => urls[seat] || (links && links.seats && links.seats[seat]);
  const copy = async (text, which) => {
    await navigator.clipboard.writeText(text).catch(() => {});
    setCopied(which);
  };
  const renew = async (seat) => {
    const reply = await state.wire.ask({ do: "link", seat });
    if (reply.ok) setUrls({ ...urls, [seat]: reply.url });
  };
  return html`<section><h3>Seats</h3><table class="seats"><tbody>${state.seats.map((one, seat) => html`<tr key=${seat}>
    <th scope="row">${one.name}</th>
    <td><select aria-label=${`Who plays ${one.name}`} value=${one.who} onChange=${(e) => state.say({ do: "seat", seat, who: e.target.value })}>${BOTS.map(([who, text]) => html`<option key=${who} value=${who} selected=${one.who === who}>${text}</option>`)}</select></td>
    <td>${url(seat) && html`<button type="button" onClick=${() => copy(url(seat), seat)}>${copied === seat ? "Copied" : "Copy link"}</button>`} <button type="button" onClick=${() => renew(seat)}>New link</button></td>
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
  const [title, setTitle] = useState("");
  const [said, setSaid] = useState(null);
  const load = async () => {
    const reply = await state.wire.ask({ do: "history" });
    setHistory(reply.ok ? reply.points : []);
  };
  const read = async () => {
    const reply = await state.wire.ask({ do: "notes" });
    setNotes(reply.ok ? reply.notes : []);
  };
  const save = async (format) => {
    const reply = await state.wire.ask({ do: "report", format });
    if (reply.ok) download(reply.report, format === "markdown" ? "evening.md" : "evening.jsonl");
    else setSaid(reply.why);
  };
  const test = async (event) => {
    event.preventDefault();
    const reply = await state.wire.ask({ do: "save", title: title.trim() || "what we saw" });
    setSaid(reply.ok ? "Saved: put it into the rules, and run `houserules test`." : reply.why);
    if (reply.ok) download(reply.test, "evening.rules");
  };
  const mark = async (event) => {
    event.preventDefault();
    if (text.trim()) await state.say({ do: "bookmark", name: text.trim() }, "Bookmarked.");
    setText("");
    load();
  };
  return html`<section><h3>The evening so far</h3>
    <p class="row"><button type="button" onClick=${load}>Show the course of the game</button> <button type="button" onClick=${read}>Notes${state.screen.host.notes ? ` (${state.screen.host.notes})` : ""}</button>
      <button type="button" onClick=${() => save("markdown")}>Save as Markdown</button> <button type="button" onClick=${() => save("jsonl")}>Save as JSON Lines</button></p>
    <form class="row" onSubmit=${mark}><label>Bookmark <input value=${text} onInput=${(e) => setText(e.target.value)} /></label> <button type="submit">Set</button></form>
    <form class="row" onSubmit=${test}><label>As a test <input value=${title} placeholder="what we saw" onInput=${(e) => setTitle(e.target.value)} /></label> <button type="submit">Save</button></form>
    ${said && html`<p role="status"><${Ticked} text=${said} /></p>`}
    ${notes && html`<ul>${notes.map((note) => html`<li key=${note.n}><b>${note.by}</b>: ${note.text} <small>(point ${note.point})</small></li>`)}</ul>`}
    ${history && html`<ol class="points">${history.map((point) => html`<li key=${point.n} class=${point.here ? "here" : ""}><button type="button" disabled=${point.here} onClick=${() => state.say({ do: "propose", what: "back", to: point.n }, "The others are asked.")}>${point.n}</button> ${point.text} ${(point.names || []).map((name) => html`<b key=${name}>${name}</b>`)}</li>`)}</ol>`}
  </section>`;
}
