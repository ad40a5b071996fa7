// The rulebook of the game as it stands; what is looked up in it is told to the server, for the
// report.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { useScene } from "./context.js";
import { useReply } from "./reply.js";

export function Rulebook() {
  const { state } = useScene();
  const reply = useReply({ do: "rulebook" });
  const [search, setSearch] = useState("");
  const [exactly, setExactly] = useState(false);
  const box = useRef(null);
  const told = useRef(new Set());
  const blocks = reply && reply.ok ? reply.rulebook : [];
  const tell = (what) => {
    const key = JSON.stringify(what);
    if (told.current.has(key)) return;
    told.current.add(key);
    state.wire.ask({ do: "looked", ...what });
  };
  const goTo = (at) => {
    const node = box.current && box.current.querySelector(`[data-block="${at}"]`);
    if (!node) return;
    const chapter = node.closest("details");
    if (chapter) chapter.open = true;
    node.scrollIntoView({ block: "start" });
    node.focus({ preventScroll: true });
    tell({ block: at });
  };
  const short = inShort(blocks);
  const wanted = placed(blocks, state.place);
  useEffect(() => {
    if (wanted !== null && !short.some((one) => one.at === wanted)) setExactly(true);
  }, [reply, state.place]);
  useEffect(() => {
    if (wanted !== null) goTo(wanted);
  }, [reply, state.place, exactly]);
  useEffect(() => {
    if (!search.trim()) return undefined;
    const rest = setTimeout(() => tell({ find: search.trim() }), REST);
    return () => clearTimeout(rest);
  }, [search]);
  useEffect(() => resting(box.current, (at) => tell({ block: at })), [reply, exactly]);
  if (reply && !reply.ok) return html`<p role="alert">${reply.why}</p>`;
  const block = ({ block: one, at }) => html`<${Block} key=${at} at=${at} block=${one} here=${at === wanted} />`;
  return html`<label class="search">Find in the rules <input type="search" data-begin=${state.place || fingers() ? null : true} value=${search} onInput=${(e) => setSearch(e.target.value)} /></label>
    <label class="exactly"><input type="checkbox" checked=${exactly} onChange=${() => setExactly(!exactly)} /> Every step, exactly</label>
    <div class=${exactly ? "rulebook" : "rulebook short"} ref=${box}>${!reply ? html`<p role="status">…</p>` : search.trim() ? found(blocks, search).map(block) : chaptersOf(exactly ? all(blocks) : short).map(({ head, parts }) => (head ? html`<${Chapter} key=${head.at} head=${head}>${parts.map(block)}<//>` : parts.map(block)))}</div>`;
}

// On a phone, what has the focus covers half of what is to be read with a keyboard.
const fingers = () => matchMedia("(pointer: coarse)").matches;

// What people want to read first.
const OPEN = ["How the game goes", "What you may do"];

const inText = (words) => words.map((run) => Object.values(run)[0]).join("");

// A chapter is opened by its heading.
function Chapter({ head, children }) {
  return html`<details open=${OPEN.includes(inText(head.block.words))}><summary><h4 data-block=${head.at} data-heading tabindex="-1"><${Runs} runs=${head.block.words} /></h4></summary>${children}</details>`;
}

// The chapters, and first what stands before them.
function chaptersOf(some) {
  const chapters = [{ head: null, parts: [] }];
  some.forEach((one) => {
    if (one.block.heading === 2) chapters.push({ head: one, parts: [] });
    else chapters[chapters.length - 1].parts.push(one);
  });
  return chapters;
}

const all = (blocks) => blocks.map((block, at) => ({ block, at }));

// What a rule is called and what its prose says, each once. Where there is no prose, the steps stay.
function inShort(blocks) {
  const named = (words) => words[0]?.strong !== undefined && /^( \(.*?\))?: \S/.test(inText(words.slice(1)));
  const told = ({ point, words }) => point === undefined || named(words);
  const sections = [];
  for (const one of all(blocks)) {
    if (one.block.heading || sections.length === 0) sections.push([]);
    sections[sections.length - 1].push(one);
  }
  const seen = new Set();
  const once = ({ block }) => block.heading || (!seen.has(textOf(block)) && seen.add(textOf(block)));
  const prose = (one) => told(one.block) && !one.block.heading;
  return sections.flatMap((section) => (section.some(prose) ? lifted(section.filter((one) => told(one.block) && once(one))) : section));
}

// Points whose outer points are left out stand further out.
function lifted(some) {
  const outer = [];
  return some.map(({ block, at }) => {
    if (block.point === undefined) return { block, at };
    while (outer.length > 0 && outer[outer.length - 1] >= block.point) outer.pop();
    outer.push(block.point);
    return { block: { ...block, point: outer.length - 1 }, at };
  });
}

// Somebody who rests at a place for so long reads there, in milliseconds.
const REST = 1500;

// Says under which block the reader rests after going on.
function resting(box, tell) {
  const sheet = box && box.closest("dialog");
  if (!sheet) return undefined;
  let rest = null;
  const moved = () => {
    clearTimeout(rest);
    rest = setTimeout(() => {
      const top = sheet.getBoundingClientRect().top + 120;
      const above = Array.from(box.querySelectorAll("[data-heading]")).filter((node) => node.getClientRects().length > 0 && node.getBoundingClientRect().top <= top);
      const last = above[above.length - 1];
      if (last) tell(Number(last.dataset.block));
    }, REST);
  };
  sheet.addEventListener("scroll", moved);
  return () => {
    clearTimeout(rest);
    sheet.removeEventListener("scroll", moved);
  };
}

// The block that is about a rule: by its name, else by where it stands.
function placed(blocks, place) {
  if (!place) return null;
  const named = blocks.findIndex((block) => block.item && block.item === place.rule);
  if (named >= 0) return named;
  const at = place.place;
  const holds = (lines) => lines && at && lines.file === at.file && lines.from <= at.line && at.line <= lines.to;
  const there = blocks.findIndex((block) => holds(block.lines));
  return there < 0 ? null : there;
}

const textOf = (block) => JSON.stringify(block.words || block.prose || block.table || "").toLowerCase();

// With a search: the blocks that have it, with the heading above them.
function found(blocks, search) {
  const wanted = search.trim().toLowerCase();
  const kept = [];
  let heading = null;
  for (const one of all(blocks)) {
    if (one.block.heading) heading = one;
    if (!textOf(one.block).includes(wanted)) continue;
    if (heading && heading !== one && !kept.includes(heading)) kept.push(heading);
    kept.push(one);
  }
  return kept;
}

function Block({ block, at, here }) {
  const place = { "data-block": at, tabindex: "-1", class: here ? "here" : "" };
  if (block.heading) {
    const Tag = `h${Math.min(6, block.heading + 2)}`;
    return html`<${Tag} ...${place} data-heading><${Runs} runs=${block.words} /><//>`;
  }
  if (block.prose) return html`<p ...${place}><${Runs} runs=${block.prose} /></p>`;
  if (block.table) {
    return html`<div ...${place} class="scroll"><table><thead><tr>${block.table.head.map((text, n) => html`<th key=${n} scope="col">${text}</th>`)}</tr></thead>
      <tbody>${block.table.rows.map((row, n) => html`<tr key=${n}>${row.map((text, m) => html`<td key=${m}>${text}</td>`)}</tr>`)}</tbody></table></div>`;
  }
  return html`<p ...${place} class=${here ? "point here" : "point"} style=${{ "--deep": block.point || 0 }}><${Runs} runs=${block.words || []} /></p>`;
}

function Runs({ runs }) {
  return runs.map((run, at) => {
    if (run.code !== undefined) return html`<code key=${at}>${run.code}</code>`;
    if (run.strong !== undefined) return html`<strong key=${at}>${run.strong}</strong>`;
    if (run.value !== undefined) return html`<b key=${at} class="value">${run.value}</b>`;
    return html`<${Cited} key=${at} text=${run.plain ?? ""} />`;
  });
}

// Numbers of printed rules, as `(B2-001, A-17 to A-19)`, stand back behind the words.
const CITED = /\s*\(((?:[A-Z][A-Z0-9]*-\d+(?:, | to | and )?)+)\)\s*$/;

function Cited({ text }) {
  const found = CITED.exec(text);
  return found ? html`${text.slice(0, found.index)} <small class="cited">${found[1]}</small>` : text;
}
