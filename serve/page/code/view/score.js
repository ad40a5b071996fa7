// The score sheet at the end.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { words } from "../book.js";
import { seatLook } from "../looks.js";
import { useScene } from "./context.js";
import { Disc } from "./sign.js";

export function Score() {
  const { state, book } = useScene();
  const { view, stop } = state.screen;
  const sheet = useRef(null);
  const over = stop === "over";
  // Wherever the reader was looking: the game has ended.
  useEffect(() => sheet.current?.scrollIntoView({ block: "center" }), [over]);
  if (!over) return null;
  const number = (text) => Number((text || "").replace(/[^0-9.-]/g, ""));
  const seats = view.seats.map((name, seat) => ({ name, seat, score: view.scores ? view.scores[seat] : null, won: (view.winners || []).includes(seat) }));
  // Where all have lost, or nobody counts, there is nobody to list.
  const listed = view.scores || seats.some((one) => one.won);
  // Without scores: the numbers that all have in the end.
  const columns = view.scores ? [] : counted(book, view);
  const value = (name, seat) => view.groups.find((g) => g.seat === seat).counters.find((c) => c.name === name).value;
  const points = (one) => number(view.scores ? one.score : columns.length > 0 ? value(columns[0], one.seat) : "");
  inOrder(seats, points);
  return html`<section class="score" ref=${sheet} aria-label="How the game ended">
    <h2>${capital(view.outcome)}</h2>
    ${listed && html`<table>${(view.scores || columns.length > 0) && html`<thead><tr><th scope="col">Player</th>${view.scores && html`<th scope="col">Score</th>`}${columns.map((name) => html`<th key=${name} scope="col">${words(name)}</th>`)}<th scope="col"><span class="hidden">Won</span></th></tr></thead>`}
    <tbody>${seats.map((one) => html`<tr key=${one.seat} class=${one.won ? "winner" : ""}><th scope="row"><${Disc} seat=${one.seat} name=${one.name} look=${seatLook(one.seat)} /> ${one.name}</th>${view.scores && html`<td>${one.score}</td>`}${columns.map((name) => html`<td key=${name}>${value(name, one.seat)}</td>`)}<td>${one.won ? "★ won" : ""}</td></tr>`)}</tbody></table>`}
    ${state.host
      ? html`<p><button type="button" class="go" onClick=${() => state.open("host")}>Another game, or the report</button></p>`
      : html`<p class="quiet">The host can begin another game; your link stays the same.</p>`}
  </section>`;
}

// Winners first, then whoever comes nearest to them: the more, or the less, as it is with them.
function inOrder(seats, points) {
  const [won, lost] = [seats.filter((one) => one.won), seats.filter((one) => !one.won)];
  const least = won.length > 0 && lost.length > 0 && Math.max(...won.map(points)) < Math.min(...lost.map(points));
  seats.sort((a, b) => b.won - a.won || (least ? points(a) - points(b) : points(b) - points(a)));
}

// So many columns a phone has room for.
const COLUMNS = 2;

// Numbers and amounts that everybody can see of every player, and that are not the same for all.
function counted(book, view) {
  const groups = view.seats.map((_, seat) => view.groups.find((g) => g.seat === seat));
  if (groups.some((g) => !g)) return [];
  const [first, ...others] = groups;
  const names = first.counters.filter((c) => ["number", "amount"].includes(book.counter(first, c.name).type)).map((c) => c.name);
  const all = (name) => groups.map((g) => g.counters.find((c) => c.name === name)?.value ?? null);
  return names.filter((name) => !all(name).includes(null) && others.length > 0 && new Set(all(name)).size > 1).slice(0, COLUMNS);
}

export const capital = (text) => text && text[0].toUpperCase() + text.slice(1);
