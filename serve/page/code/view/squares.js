// Squares of tiles, as lines of SVG: what belongs together has no border, what lines leave is drawn.
import { html } from "../../vendor/preact.js";
import { initial, seatLook } from "../looks.js";
import { useScene } from "./context.js";

export const SIDE = 40;
const ENDS = [[SIDE / 2, 0], [SIDE, SIDE / 2], [SIDE / 2, SIDE], [0, SIDE / 2]];

// A little picture of one tile.
export function Squares({ squares }) {
  const box = boxOf(squares);
  return html`<svg class="squares" viewBox=${`${box.x - 2} ${box.y - 2} ${box.w + 4} ${box.h + 4}`} aria-hidden="true">${squares.map((q) => html`<${Square} key=${`${q.x}:${q.y}`} square=${q} />`)}</svg>`;
}

export const corner = (q) => [q.x * SIDE, -(q.y + 1) * SIDE];

export function boxOf(squares) {
  const [xs, ys] = [squares.map((q) => q.x), squares.map((q) => q.y)];
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return { x: left * SIDE, y: -(high + 1) * SIDE, w: (right - left + 1) * SIDE, h: (high - low + 1) * SIDE };
}

export function Square({ square, tried = false }) {
  const [x, y] = corner(square);
  const lines = square.passages.map((leaves, side) => (leaves ? side : -1)).filter((side) => side >= 0);
  return html`<g transform=${`translate(${x} ${y})`} class=${tried ? "square tried" : "square"}>
    <rect class="earth" x="-0.3" y="-0.3" width=${SIDE + 0.6} height=${SIDE + 0.6} />
    ${lines.map((side) => html`<path key=${side} class="bank" d=${way(side)} />`)}
    ${lines.length > 1 && html`<circle class="bank-joint" cx=${SIDE / 2} cy=${SIDE / 2} r="7" />`}
    ${lines.map((side) => html`<path key=${`l${side}`} class="lane" d=${way(side)} />`)}
    ${lines.length > 1 && html`<circle class="joint" cx=${SIDE / 2} cy=${SIDE / 2} r="4.5" />`}
    ${lines.length === 1 && html`<circle class="end" cx=${SIDE / 2} cy=${SIDE / 2} r="7" />`}
    ${square.same.map((same, side) => (same ? null : html`<path key=${`b${side}`} class="edge" d=${border(side)} />`))}
    ${square.open.map((open, side) => (open ? html`<circle key=${`o${side}`} class="loose" cx=${ENDS[side][0]} cy=${ENDS[side][1]} r="4" />` : null))}
    ${square.mark && html`<${Mark} text=${square.mark} />`}
  </g>`;
}

// A little over the border, so that lines of neighbours meet without a seam.
const OVER = [[0, -0.4], [0.4, 0], [0, 0.4], [-0.4, 0]];
const way = (side) => `M${SIDE / 2} ${SIDE / 2}L${ENDS[side][0] + OVER[side][0]} ${ENDS[side][1] + OVER[side][1]}`;

function border(side) {
  return [`M0 0H${SIDE}`, `M${SIDE} 0V${SIDE}`, `M0 ${SIDE}H${SIDE}`, `M0 0V${SIDE}`][side];
}

// A player's name is a disc.
function Mark({ text }) {
  const scene = useScene();
  const seat = scene ? scene.state.screen.view.seats.indexOf(text) : -1;
  if (seat >= 0) {
    const [paint, ink] = seatLook(seat);
    return html`<g class="stone"><title>${text}</title><circle cx=${SIDE / 2} cy=${SIDE / 2} r="11" style=${{ fill: paint }} /><text x=${SIDE / 2} y=${SIDE / 2 + 4.5} style=${{ fill: ink }}>${initial(text)}</text></g>`;
  }
  const short = text.length > 6 ? `${text.slice(0, 5)}…` : text;
  return html`<g class="mark"><title>${text}</title><rect x="2" y=${SIDE / 2 - 7} width=${SIDE - 4} height="14" rx="7" /><text x=${SIDE / 2} y=${SIDE / 2 + 3.5}>${short}</text></g>`;
}
