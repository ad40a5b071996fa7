// The keyboard: letters and numbers choose, arrows walk over what can be chosen.
import { sceneOf } from "./view/context.js";

const PANELS = { R: "rulebook", W: "closed", N: "note", M: "more" };

// In milliseconds: keys that follow each other faster are one burst.
const BURST = 700;

export function onKey(event, state) {
  state.byKeys = true;
  if (!state.screen || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  // Whoever types into a dialog that has just been closed goes on for a while; that plays no move.
  if (document.querySelector("dialog[open]")) {
    state.typed = event.timeStamp;
    return;
  }
  const writes = (event.key.length === 1 && !event.shiftKey) || event.key === "Enter" || event.key === "Backspace";
  if (writes && event.timeStamp - state.typed < BURST) {
    state.typed = event.timeStamp;
    event.preventDefault();
    return;
  }
  const writing = event.target.closest("input:not([type=range]), textarea, select");
  if (writing) return;
  // A key that is held down is pressed once.
  if (event.repeat && writes) return void event.preventDefault();
  if (act(event, state)) event.preventDefault();
}

function act(event, state) {
  const { key } = event;
  const { choosing } = state;
  if (key === "?") return did(() => state.open("keys"));
  if (event.shiftKey && PANELS[key]) return did(() => state.open(PANELS[key]));
  if (event.shiftKey && key === "L") return did(() => document.querySelector(".log .lines")?.focus());
  if (state.pause) return key === "Enter" || key === "Escape" || key === " " ? did(() => state.goOn()) : false;
  if (key === "Escape" || key === "Backspace") return did(() => choosing.back());
  if (key.startsWith("Arrow")) return walk(key);
  // On what is taken already, Enter hands in the set; space gives it back.
  if (key === "Enter" && choosing.ready && event.target.closest('[data-pick][aria-pressed="true"]')) return press("[data-go]:not([disabled])");
  if (key === "Enter" && !event.target.closest("button, [role=button], a, summary")) return press("[data-go]:not([disabled])");
  if (!state.screen.ask || choosing.busy) return false;
  if (/^[a-z0-9]$/.test(key) && square(key, state)) return true;
  if (/^[1-9]$/.test(key)) return number(Number(key), choosing);
  if (/^[a-z]$/.test(key)) return letter(key, state);
  return false;
}

// What has been typed of the name of a square so far.
let begun = "";

// A square that can be chosen, by its name; true while what is typed is a part of one.
function square(key, state) {
  const scene = sceneOf(state);
  const nameOf = (mark) => state.book.enum(Number(mark.split(":")[1])).members[Number(mark.split(":")[2])];
  const all = scene.named.map((mark) => ({ mark, name: nameOf(mark) }));
  const fits = (text) => all.filter((one) => one.name.startsWith(text));
  begun = fits(begun + key).length > 0 ? begun + key : fits(key).length > 0 ? key : "";
  const whole = fits(begun);
  if (whole.length !== 1 || whole[0].name !== begun) return begun !== "";
  begun = "";
  return did(() => state.choosing.point(whole[0].mark, true));
}

function did(what) {
  what();
  return true;
}

function press(selector) {
  const node = document.querySelector(selector);
  if (node) node.click();
  return Boolean(node);
}

function number(n, choosing) {
  if (choosing.entry !== null) return site(n);
  const buttons = Array.from(document.querySelectorAll(".entries .entry"));
  const wanted = buttons.find((b) => b.querySelector(".key")?.dataset.text === String(n));
  if (wanted) wanted.click();
  return Boolean(wanted);
}

// The place for a tile with that number; again: the tile turned.
function site(n) {
  const node = document.querySelector(`[data-site="${n}"]`);
  if (!node) return false;
  node.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  // There Enter lays it, and space turns it.
  node.focus();
  return true;
}

function letter(key, state) {
  const scene = sceneOf(state);
  for (const [mark, has] of scene.letters) {
    if (has === key) return did(() => state.choosing.point(mark, true));
  }
  return false;
}

// The nearest thing that can be chosen in that direction gets the focus.
function walk(key) {
  const all = Array.from(document.querySelectorAll("[data-pick]:not([disabled])")).filter((node) => node.getClientRects().length > 0);
  if (all.length === 0) return false;
  const from = document.activeElement;
  if (!all.includes(from)) return did(() => focus(all[0]));
  const here = middle(from);
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
  let best = null;
  for (const node of all) {
    if (node === from) continue;
    const there = middle(node);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const beside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along <= 3) continue;
    const cost = along + beside * 2.5;
    if (!best || cost < best.cost) best = { node, cost };
  }
  if (best) focus(best.node);
  return Boolean(best);
}

function focus(node) {
  node.focus();
  node.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function middle(node) {
  const rect = node.getBoundingClientRect();
  return { x: rect.left + rect.width / 2, y: rect.top + rect.height / 2 };
}
