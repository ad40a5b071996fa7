// What happened, the newest below.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { seatLook } from "../looks.js";
import { Ticked } from "./change.js";
import { useScene } from "./context.js";

export function Log() {
  const { state } = useScene();
  const end = useRef(null);
  const seen = useRef(0);
  const total = state.logFirst + state.log.length;
  const fresh = seen.current;
  const { seats } = state.screen.view;
  useEffect(() => {
    const box = end.current;
    if (box) box.scrollTop = box.scrollHeight;
    seen.current = total;
  }, [total, state.tab]);
  return html`<section class="log" aria-label="What happened">
    <h2>What happened</h2>
    <div ref=${end} class="lines" role="log" aria-live="polite" aria-relevant="additions" aria-label="What happened" tabindex="0">
      ${state.logFirst > 0 && !state.look && html`<button type="button" class="plain" onClick=${() => state.readAll()}>${`${state.logFirst} lines before these`}</button>`}
      <ol>${state.log.map((line, at) => {
      const n = state.logFirst + at;
      const seat = seats.findIndex((name) => line.text.startsWith(`${name} `));
      return html`<li key=${n} class=${`${line.told}${fresh > 0 && n >= fresh ? " fresh" : ""}`} style=${seat < 0 ? {} : { "--paint": seatLook(seat)[0] }}><${Ticked} text=${line.text} /></li>`;
    })}</ol></div>
  </section>`;
}
