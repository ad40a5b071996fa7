// Who sits at the table, with what lies before them.
import { html } from "../../vendor/preact.js";
import { words } from "../book.js";
import { seatLook } from "../looks.js";
import { chosenBy, useScene } from "./context.js";
import { Counters } from "./counter.js";
import { Disc } from "./sign.js";
import { Zone } from "./zone.js";

// Counters of the table that name a player stand with that player.
export function badges(view, book, seat) {
  const table = view.groups.filter((g) => g.seat === null && !g.member);
  return table.flatMap((g) => g.counters.filter((c) => book.counter(g, c.name).type === "player" && c.value === view.seats[seat]).map((c) => words(c.name)));
}

// A name with its disc, which may be pointed at.
export function Name({ seat }) {
  const scene = useScene();
  const { view } = scene.state.screen;
  const take = chosenBy(scene, [`s:${seat}`]);
  const here = scene.state.seats[seat];
  const away = here && here.who === "human" && !here.here;
  const inside = html`<${Disc} seat=${seat} name=${view.seats[seat]} look=${seatLook(seat)} /><span class="name">${view.seats[seat]}${seat === scene.state.me ? html` <small>you</small>` : null}</span>
    ${here && here.who !== "human" && html`<span class="tag">bot</span>`}${away && html`<span class="tag quiet">away</span>`}
    ${badges(view, scene.book, seat).map((text) => html`<span key=${text} class="tag strong">${text}</span>`)}
    ${view.winners && view.winners.includes(seat) && html`<span class="tag won">won</span>`}
    ${take && take.letter && html`<kbd class="key" aria-hidden="true" data-text=${take.letter}></kbd>`}`;
  if (!take) return html`<h2 class="who">${inside}</h2>`;
  const state = take.held || take.picked ? "picked" : "open";
  return html`<h2 class="who"><button type="button" data-pick class=${`who-pick ${state}`} aria-pressed=${state === "picked"} onClick=${take.press}>${inside}<span class="hidden">: can be chosen</span></button></h2>`;
}

export function Opponent({ group }) {
  const { state, book } = useScene();
  const { view } = state.screen;
  const asked = view.asked.includes(group.seat);
  const zones = group.zones.filter((z) => z.count > 0 || z.cards.some((c) => c === "hole"));
  return html`<section class=${asked ? "player turn" : "player"} aria-label=${view.seats[group.seat]}>
    <${Name} seat=${group.seat} />
    <${Counters} group=${group} small=${group.counters.length > 4} skip=${(c) => standsOnMap(book, group, c)} />
    <div class="zones">${zones.map((zone) => html`<${Zone} key=${zone.name} zone=${zone} owner=${view.seats[group.seat]} />`)}</div>
  </section>`;
}

// Where somebody stands is seen on the board.
export function standsOnMap(book, group, counter) {
  const info = book.counter(group, counter.name);
  if (info.type !== "enum" || !counter.is || !counter.is.Member) return false;
  const of = counter.is.Member[0];
  return Boolean(book.enum(of).rectangle) || book.raw.maps.some((m) => (m.nodes === of || m.cities === of) && m.at);
}

// What lies before the reader, without what is in hand.
export function Own({ group }) {
  const { state, book } = useScene();
  if (!group) return null;
  const { view } = state.screen;
  const held = handOf(book, group);
  const zones = group.zones.filter((z) => !held.includes(z) && (z.count > 0 || z.shape !== "set"));
  return html`<section class=${view.asked.includes(group.seat) ? "player yours turn" : "player yours"} aria-label="Your place">
    <${Name} seat=${group.seat} />
    <${Counters} group=${group} skip=${(c) => standsOnMap(book, group, c)} />
    <div class="zones">${zones.map((zone) => html`<${Zone} key=${zone.name} zone=${zone} owner="your place" />`)}</div>
  </section>`;
}

// What the reader holds: sets that only their owner sees; without any, the places before them.
export function handOf(book, group) {
  const sets = group.zones.filter((z) => z.shape === "set" && book.zone(z).seen === "owner");
  if (sets.length > 0) return sets;
  return group.zones.filter((z) => z.shape === "slots" || book.zone(z).seen === "owner");
}

export function Hand({ group }) {
  const { book } = useScene();
  if (!group) return null;
  const zones = handOf(book, group).filter((z) => z.count > 0);
  if (zones.length === 0) return null;
  return html`<div class="hand" role="region" aria-label="Your hand">${zones.map(
    (zone) => html`<${Zone} key=${zone.name} zone=${zone} owner="yours" fan=${zone.shape === "set"} />`,
  )}</div>`;
}
