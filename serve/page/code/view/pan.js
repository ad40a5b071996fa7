// A drawing that can be moved and made larger: drag, wheel, two fingers, buttons and keys.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";

const MOST = 6;

// `home`: what the reader wants to stay in sight, if it is. `fits`: on a phone the frame is no
// higher than the drawing needs, as that stays as it is.
export function Pan({ box, label, children, focus, home = null, fits = false }) {
  const [at, setAt] = useState(null);
  const ref = useRef(null);
  const held = useRef(new Map());
  const moved = useRef(false);
  const whole = { x: box.x, y: box.y, w: box.w, h: box.h };
  // What is seen; kept beside the state, as several fingers move before anything is drawn anew.
  const seen = useRef(whole);
  seen.current = at || whole;
  const show = (next) => {
    seen.current = next || whole;
    setAt(next);
  };
  // What can be chosen comes into sight by itself.
  const wanted = focus ? [focus.x, focus.y, focus.w, focus.h].join(" ") : "";
  useEffect(() => setAt(focus && focus.w * focus.h < whole.w * whole.h * 0.5 ? grown(focus, whole) : null), [wanted]);

  const zoomed = (factor, cx, cy) => {
    const now = seen.current;
    const w = Math.max(whole.w / MOST, Math.min(whole.w * 1.2, now.w / factor));
    const ratio = w / now.w;
    return { x: cx - (cx - now.x) * ratio, y: cy - (cy - now.y) * ratio, w, h: now.h * ratio };
  };
  const nearer = (factor) => {
    const now = seen.current;
    const [x, y] = home || [now.x + now.w / 2, now.y + now.h / 2];
    const inside = x >= now.x && x <= now.x + now.w && y >= now.y && y <= now.y + now.h;
    show(inside ? zoomed(factor, x, y) : zoomed(factor, now.x + now.w / 2, now.y + now.h / 2));
  };
  const point = (event) => {
    const now = seen.current;
    const rect = ref.current.getBoundingClientRect();
    const scale = Math.max(now.w / rect.width, now.h / rect.height);
    const [left, top] = [now.x + now.w / 2 - (rect.width * scale) / 2, now.y + now.h / 2 - (rect.height * scale) / 2];
    return { x: left + (event.clientX - rect.left) * scale, y: top + (event.clientY - rect.top) * scale, scale };
  };
  const down = (event) => {
    held.current.set(event.pointerId, [event.clientX, event.clientY]);
    moved.current = false;
  };
  const move = (event) => {
    const old = held.current.get(event.pointerId);
    if (!old) return;
    const fingers = Array.from(held.current.values());
    const [dx, dy] = [event.clientX - old[0], event.clientY - old[1]];
    if (!moved.current && Math.hypot(dx, dy) < 5) return;
    if (!moved.current) ref.current.setPointerCapture(event.pointerId);
    moved.current = true;
    held.current.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.length === 1) {
      const { scale } = point(event);
      const now = seen.current;
      show({ ...now, x: now.x - dx * scale, y: now.y - dy * scale });
    } else {
      // What lies between the fingers stays there.
      const [was, is] = [middle(fingers), middle(Array.from(held.current.values()))];
      const { x, y, scale } = point(was);
      const next = zoomed(is.spread / Math.max(1, was.spread), x, y);
      const by = (scale * next.w) / seen.current.w;
      show({ ...next, x: next.x - (is.clientX - was.clientX) * by, y: next.y - (is.clientY - was.clientY) * by });
    }
  };
  const up = (event) => held.current.delete(event.pointerId);
  const wheel = (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    const { x, y } = point(event);
    show(zoomed(event.deltaY < 0 ? 1.2 : 1 / 1.2, x, y));
  };
  const click = (event) => {
    if (moved.current) event.stopPropagation();
    moved.current = false;
  };
  const now = seen.current;
  return html`<div class=${fits ? "pan fits" : "pan"} style=${{ "--shape": whole.w / whole.h }}>
    <svg ref=${ref} role="group" aria-label=${label} viewBox=${`${now.x} ${now.y} ${now.w} ${now.h}`} preserveAspectRatio="xMidYMid meet"
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up} onWheel=${wheel} onClickCapture=${click}>${children}</svg>
    <div class="pan-buttons" role="group" aria-label="Zoom">
      <button type="button" aria-label="Larger" onClick=${() => nearer(1.35)}>+</button>
      <button type="button" aria-label="Smaller" onClick=${() => nearer(1 / 1.35)}>−</button>
      <button type="button" aria-label="Show everything" onClick=${() => show(null)}>⤢</button>
    </div>
  </div>`;
}

// Between two fingers, and how far they are apart.
function middle([a, b]) {
  return { clientX: (a[0] + b[0]) / 2, clientY: (a[1] + b[1]) / 2, spread: Math.hypot(a[0] - b[0], a[1] - b[1]) };
}

// A part with some room around it, in the shape of the whole.
function grown(part, whole) {
  const w = Math.max(part.w * 1.3, part.h * 1.3 * (whole.w / whole.h), whole.w / MOST);
  const h = (w * whole.h) / whole.w;
  return { x: part.x + part.w / 2 - w / 2, y: part.y + part.h / 2 - h / 2, w, h };
}
