// The score sheet at the end.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { seatLook } from "../looks.js";
import { useScene } from "./context.js";
import { Disc } from "./sign.js";

export function Score() {
  const { state } = useScene();
  const { view, stop } = state.screen;
  const sheet = useRef(null);
  const over = stop === "over";
  // Wherever the reader was looking: the game has ended.
  useEffect(() => sheet.current?.scrollIntoView({ block: "center" }), [over]);
  if (!over) return null;
  const number = (text) => Number((text || "").replace(/[^0-9.-]/g, ""));
  const seats = view.seats.map((name, seat) => ({ name, seat, score: view.scores ? view.scores[seat] : null, won: (view.winners || []).includes(seat) }));
  seats.sort((a, b) => b.won - a.won || number(b.score) - number(a.score));
  // Where all have lost, or nobody counts, there is nobody to list.
  const listed = view.scores || seats.some((one) => one.won);
  return html`<section class="score" ref=${sheet} aria-label="How the game ended">
    <h2>${capital(view.outcome)}</h2>
    ${listed && html`<table><thead><tr><th scope="col">Player</th>${view.scores && html`<th scope="col">Score</th>`}<th scope="col"><span class="hidden">Won</span></th></tr></thead>
    <tbody>${seats.map((one) => html`<tr key=${one.seat} class=${one.won ? "winner" : ""}><th scope="row"><${Disc} seat=${one.seat} name=${one.name} look=${seatLook(one.seat)} /> ${one.name}</th>${view.scores && html`<td>${one.score}</td>`}<td>${one.won ? "★ won" : ""}</td></tr>`)}</tbody></table>`}
    ${state.host
      ? html`<p><button type="button" class="go" onClick=${() => state.open("host")}>Another game, or the report</button></p>`
      : html`<p class="quiet">The host can begin another game; your link stays the same.</p>`}
  </section>`;
}

export const capital = (text) => text && text[0].toUpperCase() + text.slice(1);
