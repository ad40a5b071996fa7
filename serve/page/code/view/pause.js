// What there was to be seen before the table was swept: it stays until the reader goes on, or for a
// while that hangs on nothing but how much there is to read.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { words } from "../book.js";
import { seatLook } from "../looks.js";
import { Told } from "./change.js";
import { useScene } from "./context.js";
import { capital } from "./score.js";
import { Disc } from "./sign.js";

// In milliseconds: at least, for each line more, and at most; where a round is over, and where cards
// are swept away.
const COUNTED = [4000, 1500, 20000];
const SWEPT = [2500, 800, 8000];

export function Pause() {
  const { state } = useScene();
  const { pause } = state;
  const box = useRef(null);
  const list = useRef(null);
  // It is read from its beginning; what was counted stands above it.
  useEffect(() => {
    if (list.current) list.current.scrollTop = 0;
  }, [pause]);
  useEffect(() => {
    if (!pause) return undefined;
    const [least, line, most] = pause.over ? COUNTED : SWEPT;
    let left = Math.min(most, least + (toldOf(pause, state).length - 1) * line);
    // Nobody is hurried who has the focus on it, or looks at something else.
    const tick = setInterval(() => {
      const node = box.current;
      if (document.hidden || state.panel || !node || node.matches(":focus-within")) return;
      left -= 250;
      if (left <= 0) state.goOn();
    }, 250);
    return () => clearInterval(tick);
  }, [pause]);
  if (!pause) return null;
  const lines = toldOf(pause, state);
  const { seats } = state.now.screen.view;
  const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);
  return html`<section class="ask pause" ref=${box} aria-label=${titleOf(state)}>
    ${pause.counted.length > 0 && html`<div class="counted">${pause.counted.map(({ name, whose }) => html`<p key=${name}><span>${words(name)}</span> ${whose.map((one) => html`<span key=${one.seat} class="one"><${Disc} seat=${one.seat} name=${seats[one.seat]} look=${seatLook(one.seat)} />${seats[one.seat]} <b>${signed(one.by)}</b> <small>(${one.value})</small></span> `)}</p>`)}</div>`}
    <ol role="list" ref=${list} tabindex="0" aria-label="What happened" aria-live="polite">${lines.map((line, at) => html`<li key=${at} class=${line.told}><${Told} text=${line.text} /></li>`)}</ol>
    <button type="button" class="go" data-go-on onClick=${() => state.goOn()}>${pause.end ? "See how it ended" : "Go on"}</button>
  </section>`;
}

// Choices, deeds and what was said, and that something is over; what was moved and counted is seen,
// but not what the reader has lost to somebody.
function toldOf({ lines }, state) {
  const names = state.now.screen.view.seats;
  const me = names[state.me];
  const lost = ({ text }) => me !== undefined && text.includes(` from ${me}'s `) && names.some((name) => name !== me && text.includes(` to ${name}'s `));
  const mine = (line) => (line.told === "effect" && lost(line) ? { ...line, lost: true, text: line.text.replaceAll(` ${me}'s `, " your ") } : line);
  const told = lines.filter((line) => line.told !== "heading").map(mine);
  const short = told.filter((line) => line.told !== "effect" || line.text.includes(" is over: ") || line.lost);
  return short.length > 0 ? short : told;
}

// What is over, or that what lies here is cleared away; the table is shown as it was then.
export function titleOf({ pause }) {
  if (pause.end) return "The game is over";
  const path = pause.screen.view.path.map((line) => line.text);
  const last = path[path.length - 1];
  return pause.over && last ? `${capital(last)} is over` : "Before the table is cleared";
}
