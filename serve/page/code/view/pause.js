// What there was to be seen before the table was swept: it stays until the reader goes on, or for a
// while that hangs on nothing but how much there is to read.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { Ticked } from "./change.js";
import { useScene } from "./context.js";
import { capital } from "./score.js";

// In milliseconds: at least, for each line more, and at most.
const [SHORT, LINE, LONG] = [4000, 1500, 20000];

export function Pause() {
  const { state } = useScene();
  const { pause } = state;
  const box = useRef(null);
  useEffect(() => {
    if (!pause) return undefined;
    let left = Math.min(LONG, SHORT + (pause.lines.length - 1) * LINE);
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
  const lines = pause.lines.filter((line) => line.told !== "heading");
  return html`<section class="ask pause" ref=${box} aria-label=${titleOf(state)}>
    <ol role="list" tabindex="0" aria-label="What happened" aria-live="polite">${lines.map((line, at) => html`<li key=${at} class=${line.told}><${Ticked} text=${line.text} /></li>`)}</ol>
    <button type="button" class="go" data-go-on onClick=${() => state.goOn()}>Go on</button>
  </section>`;
}

// What is over, or where the game stood.
export function titleOf({ pause }) {
  const path = pause.screen.view.path.map((line) => line.text);
  const last = path[path.length - 1];
  if (!last) return "A moment to look";
  return pause.over ? `${capital(last)} is over` : capital(last);
}
