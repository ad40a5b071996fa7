// What happened, the newest below.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { seatLook } from "../looks.js";
import { beginner, isAnswer, isPass } from "../news.js";
import { square, Told, uncited } from "./change.js";
import { useScene } from "./context.js";

// On a phone, where the log lies behind the table: what was done last.
export function Latest() {
  const { state } = useScene();
  const { view } = state.screen;
  // What somebody has done, not what fell by lot, nor that others let it happen.
  const done = (line) => line.told === "end" || (line.by || []).length > 0;
  const deed = state.log.findLastIndex((line) => done(line) && !isPass(line));
  const last = deed >= 0 ? deed : state.log.findLastIndex(done);
  if (last < 0) return null;
  const said = state.log.slice(last + 1).filter((line) => line.told === "said" || isAnswer(line));
  const text = [state.log[last], ...said].map((line) => square(uncited(line.text))).join(" · ");
  const seat = beginner(state.log[last], view.seats);
  return html`<button type="button" class="latest" style=${seat < 0 ? {} : { "--paint": seatLook(seat)[0] }} onClick=${() => state.showTab("log")}>
    <span><${Told} text=${text} /></span><b class="hidden">: the last thing done. Open what happened</b></button>`;
}

// The line of the reader's last choice; passing is none. Nothing, where nothing has come after it.
function ownLast({ me, log, logFirst }) {
  const at = log.findLastIndex((line) => line.told === "choice" && !isPass(line) && (line.by || []).includes(me));
  return me === null || at < 0 || at === log.length - 1 ? NaN : logFirst + at;
}

export function Log() {
  const { state } = useScene();
  const end = useRef(null);
  const seen = useRef(0);
  const total = state.logFirst + state.log.length;
  const fresh = seen.current;
  const { seats } = state.screen.view;
  const [every, setEvery] = useState(false);
  const drawn = drawnOn(state);
  const onBoard = (line) => line.told === "effect" && drawn.some((name) => line.text.startsWith(`${name}'s `) || (SET_UP.test(line.text) && line.text.includes(`(${name})`)));
  const shown = state.log.map((line, at) => ({ line, n: state.logFirst + at })).filter(({ line }) => every || !onBoard(line));
  const runs = inRuns(shown);
  const mine = ownLast(state);
  const row = ({ line, n }) => {
    const seat = beginner(line, seats);
    const since = n === mine + 1 ? html`<li key="since" class="since">Since your last choice</li>` : null;
    return html`${since}<li key=${n} class=${`${line.told}${fresh > 0 && n >= fresh ? " fresh" : ""}`} style=${seat < 0 ? {} : { "--paint": seatLook(seat)[0] }}><${Told} text=${uncited(line.text)} /></li>`;
  };
  // Who opens the log on a phone wants to know what has happened since.
  const opened = useRef(false);
  opened.current = state.tab === "log";
  const settle = () => {
    const box = end.current;
    const since = opened.current ? box?.querySelector(".since") : null;
    if (box) box.scrollTop = since ? since.offsetTop - box.offsetTop : box.scrollHeight;
  };
  useEffect(() => {
    settle();
    seen.current = total;
  }, [total, state.tab]);
  // With less or more room the newest stays in sight.
  useEffect(() => {
    const box = end.current;
    const rest = new ResizeObserver(settle);
    rest.observe(box);
    return () => rest.disconnect();
  }, []);
  return html`<section class="log" aria-label="What happened">
    <h2>What happened ${(drawn.length > 0 || runs.some((run) => run.length > MANY)) && html`<button type="button" class="plain" aria-pressed=${every} onClick=${() => setEvery(!every)}>Every change</button>`}</h2>
    <div ref=${end} class="lines" role="log" aria-live="polite" aria-relevant="additions" aria-label="What happened" tabindex="0">
      ${state.logFirst > 0 && !state.look && html`<button type="button" class="plain before" onClick=${() => state.readAll()}>${`Show ${state.logFirst} earlier ${state.logFirst === 1 ? "line" : "lines"}`}</button>`}
      <ol>${runs.map((run) => (every || run.length <= MANY ? run.map(row) : html`<li key=${`run ${run[0].n}`} class="effect folded"><details><summary>${run.length} changes: <${Told} text=${uncited(run[0].line.text)} /> …</summary><ol>${run.map(row)}</ol></details></li>`))}</ol></div>
  </section>`;
}

// More changes in a row than these, as when a round is cleared away, stand folded in one line.
const MANY = 4;

// Lines in order; those that only tell what the rules changed, one after the other, belong together.
function inRuns(lines) {
  const runs = [];
  const effect = ({ line }) => line.told === "effect" && (line.by || []).length === 0;
  for (const one of lines) {
    const last = runs[runs.length - 1];
    if (last && effect(one) && effect(last[0])) last.push(one);
    else runs.push([one]);
  }
  return runs;
}

// What is set for many squares at once: `side: Ana (a1), Ana (b1)`.
const SET_UP = /^[^ ']+: /;

// The squares of boards that the rules draw.
function drawnOn({ book, screen }) {
  const boards = screen.view.squares || [];
  return boards.flatMap(({ of }) => book.raw.enums.find((info) => info.name === of).members);
}
