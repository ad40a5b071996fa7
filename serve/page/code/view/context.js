import { createContext, useContext } from "../../vendor/preact.js";

// What every part of the table needs: the state, the book, and what may be pointed at now.
export const Scene = createContext(null);
export const useScene = () => useContext(Scene);

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

export function sceneOf(state) {
  const still = (state.pause && !state.look) || state.look;
  const marks = still ? new Map() : state.choosing.marks();
  const letters = new Map();
  const given = new Map();
  const keys = Array.from(marks.keys());
  // Where there are more members than letters, arrows lead to them.
  const lettered = keys.filter((key) => key.startsWith("m:")).length > LETTERS.length ? keys.filter((key) => !key.startsWith("m:")) : keys;
  for (const key of inOrder(lettered)) {
    // What is marked in several places has one letter.
    const same = marks.get(key).map((one) => `${one.entry}:${one.at}`).join();
    if (!given.has(same)) given.set(same, LETTERS[given.size]);
    if (given.get(same)) letters.set(key, given.get(same));
  }
  return { state, book: state.book, choosing: state.choosing, marks, letters };
}

// How something on the table takes part in the choice, by any of its keys; null: not at all.
export function chosenBy(scene, keys) {
  const key = keys.find((one) => scene.marks.has(one));
  if (!key) return null;
  const all = scene.marks.get(key);
  const { choosing } = scene;
  const picked = choosing.entry === null ? 0 : all.filter((one) => choosing.picked.includes(one.at)).length;
  const held = choosing.held === key;
  return { key, letter: scene.letters.get(key), picked, held, of: all.length, press: () => choosing.point(key) };
}

// What makes known that something that can be chosen is pointed at, or has the focus.
export function nearness(choosing, key) {
  const [on, off] = [() => choosing.nearTo(key), () => choosing.nearTo(null)];
  return { onPointerEnter: on, onFocus: on, onPointerLeave: off, onBlur: off };
}

// Places of a zone are lettered as they lie.
function inOrder(keys) {
  const place = (key) => key.split(":").slice(1).map(Number);
  const both = (a, b) => a.startsWith("p:") && b.startsWith("p:");
  const less = (a, b) => a.reduce((found, n, at) => found || n - b[at], 0);
  return keys.sort((a, b) => (both(a, b) ? less(place(a), place(b)) : 0));
}
