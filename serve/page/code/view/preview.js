// A card looked at closely: under the pointer, at the focus, or held down on a phone.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { useScene } from "./context.js";
import { Bubble } from "./about.js";
import { Large, worthALook } from "./card.js";

const WAIT = 350;

// So long a finger is held down on a card, in milliseconds, and so far it may move meanwhile.
const HELD = 450;
const STILL = 12;

// With a finger: held down on any card, or a tap on one that cannot be chosen, shows it until the
// next touch. Holding down chooses nothing; what a tap chooses has a button that shows it. `show` takes what is to be seen, or null.
function byFinger(show) {
  let timer = 0;
  let from = null;
  let shown = false;
  let swallow = false;
  const stop = () => clearTimeout(timer);
  const cardAt = (event) => event.target.closest?.(".card[data-look], .pick[data-look], .look");
  const faceOf = ({ dataset }) => ({ face: { name: dataset.look, kind: Number(dataset.kind) }, held: true });
  const down = (event) => {
    stop();
    swallow = shown;
    if (shown) show(null);
    shown = false;
    from = null;
    const node = event.pointerType === "touch" && !swallow && cardAt(event);
    if (!node) return;
    from = event;
    timer = setTimeout(() => {
      shown = true;
      swallow = true;
      show(faceOf(node));
    }, HELD);
  };
  const move = (event) => from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STILL && stop();
  const click = (event) => {
    stop();
    if (swallow) {
      swallow = false;
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const node = from && cardAt(event);
    if (!node || node.matches("button:not(.look)")) return;
    shown = true;
    show(faceOf(node));
  };
  const key = () => {
    if (shown) show(null);
    shown = false;
  };
  const events = [["pointerdown", down], ["pointermove", move], ["pointerup", stop], ["pointercancel", stop], ["click", click], ["keydown", key]];
  events.forEach(([name, act]) => document.addEventListener(name, act, { capture: true }));
  return () => events.forEach(([name, act]) => document.removeEventListener(name, act, { capture: true }));
}

export function Preview() {
  const { book, state } = useScene();
  const [seen, setSeen] = useState(null);
  const [held, setHeld] = useState(null);
  useEffect(() => byFinger(setHeld), []);
  useEffect(() => {
    let timer = 0;
    // Whoever has pressed a card knows it, and looks where it goes.
    let pressed = null;
    const look = (event) => {
      // A finger looks by holding down; what it has pressed has the focus, too.
      if (event.pointerType === "touch" && event.type === "pointerover") return undefined;
      if (event.type === "focusin" && state.byKeys === false) return undefined;
      clearTimeout(timer);
      const node = event.target.closest && event.target.closest("[data-look], [data-about]");
      if (!node) pressed = null;
      const asked = event.type === "contextmenu" || event.type === "click";
      if (event.type === "click" && !(node && node.classList.contains("about"))) return undefined;
      if (!node || (node.dataset.look && node.dataset.look === pressed && !asked)) return setSeen(null);
      pressed = null;
      const rect = node.getBoundingClientRect();
      const { look: name, kind, about, aboutName } = node.dataset;
      const what = about ? { about, name: aboutName } : { face: { name, kind: Number(kind) } };
      timer = setTimeout(() => setSeen({ ...what, rect }), asked ? 0 : WAIT);
      if (event.type === "contextmenu") event.preventDefault();
      // What a finger holds down on a card is shown in the middle.
      if (event.type === "contextmenu" && what.face && event.pointerType === "touch") clearTimeout(timer);
      return undefined;
    };
    const away = (event) => {
      clearTimeout(timer);
      if (event.type === "pointerdown") pressed = event.target.closest?.("[data-look]")?.dataset.look ?? null;
      setSeen(null);
    };
    const events = [["pointerover", look], ["focusin", look], ["contextmenu", look], ["click", look], ["pointerdown", away], ["keydown", away], ["touchend", away], ["scroll", away]];
    events.forEach(([name, act]) => document.addEventListener(name, act, { capture: name === "scroll", passive: name !== "contextmenu" }));
    return () => events.forEach(([name, act]) => document.removeEventListener(name, act, { capture: name === "scroll" }));
  }, []);
  if (held) return html`<div class="preview held" role="status"><${Large} face=${held.face} /></div>`;
  if (!seen || (seen.face && !worthALook(book, seen.face))) return null;
  const { rect } = seen;
  if (seen.about) {
    const width = Math.min(300, innerWidth - 16);
    const left = Math.max(8, Math.min(rect.left, innerWidth - width - 8));
    const below = rect.bottom < innerHeight * 0.6;
    const place = below ? { top: `${rect.bottom + 6}px` } : { bottom: `${innerHeight - rect.top + 6}px` };
    return html`<div class="preview" aria-hidden="true" style=${{ left: `${left}px`, width: `${width}px`, ...place }}><${Bubble} name=${seen.name} doc=${seen.about} /></div>`;
  }
  const { left, top } = freest(rect);
  // How high it is shows when it is there.
  const settle = (node) => {
    if (!node) return;
    const place = freest(rect, node.offsetHeight);
    Object.assign(node.style, { left: `${place.left}px`, top: `${place.top}px` });
  };
  return html`<div class="preview" aria-hidden="true" ref=${settle} style=${{ left: `${left}px`, top: `${top}px` }}><${Large} face=${seen.face} /></div>`;
}

// As large as a card shown large mostly is.
const [WIDTH, HEIGHT] = [200, 300];

// Beside the card, where it covers the least of what can be pressed; not over the card itself.
function freest(rect, height = HEIGHT) {
  const lefts = [rect.right + 12, rect.left - WIDTH - 12, rect.left, rect.right - WIDTH, 8, innerWidth - WIDTH - 8];
  const tops = [rect.top - 60, rect.top - height - 12, rect.bottom + 12, 8, innerHeight - height - 8];
  const keep = (n, most) => Math.max(8, Math.min(n, most));
  const places = lefts.flatMap((left) => tops.map((top) => ({ left: keep(left, innerWidth - WIDTH - 8), top: keep(top, innerHeight - height - 8) })));
  const boxes = (found) => Array.from(document.querySelectorAll(found), (node) => node.getBoundingClientRect());
  const [picks, cards] = [boxes("[data-pick]"), boxes("[data-look]:not([data-pick])")];
  const meets = (box, other) => box.left < other.right && other.left < box.left + WIDTH && box.top < other.bottom && other.top < box.top + height;
  const covered = (box, others) => others.filter((other) => meets(box, other)).length;
  const far = (box) => Math.hypot(box.left + WIDTH / 2 - (rect.left + rect.width / 2), box.top + height / 2 - (rect.top + rect.height / 2)) / 1000;
  const cost = (box) => (meets(box, rect) ? 50 : 0) + 2 * covered(box, picks) + covered(box, cards) + far(box);
  return places.reduce((best, box) => (cost(box) < cost(best) ? box : best));
}
