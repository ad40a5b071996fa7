// What others have done to this reader's own things, in the log's own words: "Ben steals" and "Your
// coins: -2, now 3". Lines say whom they name (`names`) and who chose (`by`).

import { faceOf } from "./book.js";

// So much is kept, until the reader has chosen.
const KEPT = 4;

// After so many choices of others nothing is news any more.
const OLD = 12;

// What is new for the reader of a screen since another, behind what was kept of before.
export function newsFor(screen, before, kept) {
  if (screen.you.role !== "seat" || screen.log.first + screen.log.lines.length < before.log.first + before.log.lines.length) return [];
  const names = screen.view.seats;
  const { seat } = screen.you;
  const me = names[seat];
  const { first, lines } = screen.log;
  const fresh = before.log.first + before.log.lines.length - first;
  const found = [];
  let cause = null;
  lines.forEach((line, at) => {
    if (line.told === "heading") cause = null;
    const by = doer(line);
    if (line.told === "choice" && !isPass(line) && !isLot(line)) cause = by === null ? null : { by, text: line.text };
    const mine = (line.names || []).includes(seat);
    // What the rules say of what others do is for everybody.
    // So is what fell, also for one's own robbery.
    const announced = cause !== null && (isAnswer(line) || (line.told === "said" && cause.by !== seat));
    if (at < fresh || !(mine || announced)) return;
    const done = by !== null && by !== seat;
    const said = line.told === "said" || isAnswer(line) || (line.told === "deed" && cause?.by !== seat);
    // `from each player's hand to pack: pink 1 (Ana), pink 2 (Ben)` is everybody's.
    const changed = line.told === "effect" && !line.text.includes(`(${me})`) && cause && cause.by !== seat && !severalBegin(line.text, names) && !befallsOthers(line.text, me, { lines, names });
    if (!done && !said && !changed) return;
    const whose = line.text.replaceAll(`${me}'s `, "your ");
    const text = beginner(line, names) === seat ? whose.replace(/^your /, "Your ") : whose;
    const why = line.told === "choice" || !cause || cause.by === seat ? null : cause.text;
    const of = line.told === "choice" && !isLot(line) ? null : (cause?.text ?? null);
    const last = found[found.length - 1];
    // What follows from one choice stands together.
    if (last && of && (last.of === of || last.text === of)) last.more.push(text);
    else found.push({ why, of, text, more: [], mine, age: 0 });
  });
  // What the rules say to everybody is news until each could have chosen once more.
  const chosen = freshLines(before, screen).filter((line) => line.told === "choice").length;
  const recent = kept.map((one) => ({ ...one, age: one.age + chosen })).filter((one) => one.age < (one.mine ? OLD : names.length));
  return [...(hasChosen(seat, freshLines(before, screen)) ? [] : recent), ...found].slice(-KEPT);
}

// Who passes lets happen what somebody else has begun: `Tom passes (Ana attacks Tom)`.
export const isPass = (line) => line.told === "choice" && /^.* pass(es)?( \(.*\))?$/.test(line.text);

// What fell, where the rules say what it is for: `by lot: 3 (more than 1 of 12 is needed)`.
export const isAnswer = (line) => isLot(line) && / \(.+\)$/.test(line.text);

// What chance chose.
const isLot = (line) => (line.by || []).length === 0 && ["choice", "effect"].includes(line.told) && line.text.startsWith("by lot: ");

const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

// Who alone did what a line tells; null: several did it together, or nobody.
function doer(line) {
  const [by, more] = line.by || [];
  return by === undefined || more !== undefined ? null : by;
}

// With whose name a line begins; -1: with none.
export function beginner(line, names) {
  const [seat] = line.names || [];
  return seat !== undefined && line.text.startsWith(names[seat]) ? seat : -1;
}

// What changes in the same way for others, too, is counted for all: `Ana's points: +3, now 5`.
function befallsOthers(text, me, { lines, names }) {
  const [, what] = new RegExp(`^${escaped(me)}('s .*?: [+-].*?), now `, "u").exec(text) ?? [];
  return what !== undefined && names.some((name) => name !== me && lines.some((line) => line.text.startsWith(`${name}${what}, now `)));
}

// `Ana, Ben and Cleo pass`
const severalBegin = (text, names) => names.some((name) => text.startsWith(`${name}, `) || text.startsWith(`${name} and `));

// What changed of the players' numbers between two views: by counter, whose, by how much, and how
// much it is now.
export function countedBetween(before, now) {
  const counted = new Map();
  for (const group of now.groups.filter((g) => g.seat !== null)) {
    const old = before.groups.find((g) => g.seat === group.seat);
    for (const { name, value, is } of group.counters) {
      const was = old?.counters.find((c) => c.name === name)?.is?.Number;
      if (is?.Number === undefined || was === undefined || is.Number === was) continue;
      if (!counted.has(name)) counted.set(name, []);
      counted.get(name).push({ seat: group.seat, by: is.Number - was, value });
    }
  }
  return [...counted].map(([name, whose]) => ({ name, whose }));
}

// What has come to the reader's own cards since the reader chose last: by zone, the names. Where all
// are new, as after the deal, none stands out.
export function comeSince(before, screen, kept) {
  const { seat } = screen.you;
  const own = (view) => view.groups.find((g) => g.seat === seat)?.zones.filter((zone) => zone.at) ?? [];
  const chose = hasChosen(seat, freshLines(before, screen));
  const come = new Map();
  for (const zone of own(screen.view)) {
    const key = zone.at.join(":");
    const was = namesIn(own(before.view).find((one) => one.at.join(":") === key));
    const is = namesIn(zone);
    const old = chose ? [] : (kept.get(key) || []).filter((name) => is.includes(name));
    const more = is.filter((name) => countOf(is, name) > countOf(was, name));
    if (more.length < is.length) come.set(key, [...new Set([...old, ...more])]);
  }
  return come;
}

const freshLines = (before, { log }) => log.lines.slice(Math.max(0, before.log.first + before.log.lines.length - log.first));
const hasChosen = (seat, lines) => lines.some((line) => line.told === "choice" && (line.by || []).includes(seat));
const namesIn = (zone) => (zone?.cards || []).map((card) => faceOf(card)?.name).filter(Boolean);
const countOf = (names, name) => names.filter((one) => one === name).length;
