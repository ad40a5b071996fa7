import { createContext, useContext } from "../../vendor/preact.js";
import { entryTitle, isNamed } from "../book.js";

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
  // Squares with a name are chosen by it: letters beside it would be taken for one.
  const members = keys.filter((key) => key.startsWith("m:"));
  const named = members.filter((key) => isNamed(state.book.enum(Number(key.split(":")[1]))));
  const bare = new Set(members.length > LETTERS.length ? members : named);
  const lettered = keys.filter((key) => !bare.has(key));
  for (const key of inOrder(lettered)) {
    // What is marked in several places has one letter.
    const same = marks.get(key).map((one) => `${one.entry}:${one.at}:${one.fill === "again"}`).join();
    if (!given.has(same)) given.set(same, LETTERS[given.size]);
    if (given.get(same)) letters.set(key, given.get(same));
  }
  return { state, book: state.book, choosing: state.choosing, marks, letters, named };
}

// How something on the table takes part in the choice, by any of its keys; null: not at all.
export function chosenBy(scene, keys) {
  const key = keys.find((one) => scene.marks.has(one));
  if (!key) return null;
  const all = scene.marks.get(key);
  const { choosing } = scene;
  const again = all[0].fill === "again";
  const picked = choosing.entry === null ? 0 : again ? 1 : choosing.full ? 0 : all.filter((one) => choosing.picked.includes(one.at)).length;
  const held = choosing.held === key;
  return { key, letter: scene.letters.get(key), picked, held, of: all.length, says: sayOf(choosing, all), press: (event) => choosing.point(key, event?.detail === 0) };
}

// What a press would do, where it would be the whole move; else that it can be chosen.
function sayOf(choosing, all) {
  const [one] = all;
  const entries = new Set(all.map((some) => some.entry));
  if (choosing.full && one.fill !== "again") return "can be chosen instead";
  if (choosing.full) return `press again to do it: ${choosing.inWords()}`;
  if (entries.size > 1) return "can be chosen, in several ways";
  const entry = choosing.entries[one.entry];
  if (!entry || entry.kind !== "move") return "can be chosen";
  if (one.fill === "ahead") return `can be chosen for: ${entryTitle(entry)}`;
  if (one.fill === "lift") return entry.asks || entry.first ? `can be chosen for: ${entryTitle(entry)}` : whole(entry);
  const filled = choosing.entry === null ? (entry.filled || []).length : choosing.filled.length;
  return one.fill === "one" && filled + 1 === entry.steps.length ? whole(entry) : "can be chosen";
}

const whole = (entry) => `can be chosen, and is the whole move: ${entryTitle(entry)}`;

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
