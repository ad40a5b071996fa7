// Who sits at the table, with what lies before them.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { words } from "../book.js";
import { memberLook, seatLook } from "../looks.js";
import { chosenBy, useScene } from "./context.js";
import { Counters, idle } from "./counter.js";
import { Disc, Sign } from "./sign.js";
import { ROW, Zone } from "./zone.js";

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
    ${here && here.who !== "human" && html`<span class="tag">bot</span>`}${here && here.who !== "human" && here.here && html`<span class="tag quiet">open on a screen</span>`}${here && here.screens > 1 && html`<span class="tag quiet">${here.screens} screens</span>`}${away && html`<span class="tag quiet">away</span>`}
    ${badges(view, scene.book, seat).map((text) => html`<span key=${text} class="tag strong">${text}</span>`)}
    ${view.winners && view.winners.includes(seat) && html`<span class="tag won">won</span>`}
    ${take && take.letter && html`<kbd class="key" aria-hidden="true" data-text=${take.letter}></kbd>`}`;
  if (!take) return html`<h2 class="who">${inside}</h2>`;
  const state = take.held || take.picked ? "picked" : "open";
  return html`<h2 class="who"><button type="button" data-pick class=${`who-pick ${state}`} aria-pressed=${state === "picked"} title=${take.says === "can be chosen" ? null : take.says} onClick=${take.press}>${inside}<span class="hidden">: ${take.says}</span></button></h2>`;
}

// What a player has together with something else: a line of it for each counter.
function Pairs({ seat }) {
  const { book, state } = useScene();
  const { view } = state.screen;
  const own = view.groups.filter((g) => isOfPlayer(book, g) && book.pair(g).seat === seat);
  const names = [...new Set(own.flatMap((g) => g.counters.map((c) => c.name)))];
  return names.map((name) => html`<div key=${name} class="pairs"><h3>${words(name)}</h3>
    <ul class="counters small" role="list">${own.map((group) => html`<${PairOf} key=${group.owner} group=${group} name=${name} seat=${seat} />`)}</ul></div>`);
}

// Pairs that have cards stand by themselves.
export const isOfPlayer = (book, group) => group.zones.length === 0 && group.counters.length > 0 && book.pair(group) !== null;

function PairOf({ group, name, seat }) {
  const scene = useScene();
  const { book, state } = scene;
  const counter = group.counters.find((c) => c.name === name);
  if (!counter) return null;
  const { of, at } = book.pair(group);
  const look = of >= 0 && book.enum(of).members.length <= 12 ? memberLook(book.enum(of).members[at], at) : null;
  const take = chosenBy(scene, [`m:${group.member.join(":")}`]);
  const inside = html`${look && html`<i class="chip-sign" style=${{ "--paint": look.paint, "--ink": look.ink }}><${Sign} look=${look} /></i>`}<span>${words(group.owner.slice(state.screen.view.seats[seat].length + 2))}</span><b class="number">${counter.value ?? "–"}</b>`;
  const press = take && html`<button type="button" data-pick class=${`member-pick ${take.picked || take.held ? "picked" : "open"}`} onClick=${take.press}>${inside}<span class="hidden">: ${take.says}</span></button>`;
  return html`<li class=${idle(counter) ? "counter idle" : "counter"}>${press || inside}</li>`;
}

export function Opponent({ group }) {
  const { state, book } = useScene();
  const { view } = state.screen;
  const asked = view.asked.includes(group.seat);
  const zones = group.zones.filter((z) => z.count > 0 || z.cards.some((c) => c === "hole"));
  return html`<section class=${asked ? "player turn" : "player"} aria-label=${view.seats[group.seat]}>
    <${Name} seat=${group.seat} />
    <${Counters} group=${group} small=${group.counters.length > 4} skip=${(c) => standsOnMap(book, group, c)} />
    <${Pairs} seat=${group.seat} />
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
  const zones = group.zones.filter((z) => !held.includes(z) && (z.count > 0 || !["set", "row"].includes(z.shape)));
  return html`<section class=${view.asked.includes(group.seat) ? "player yours turn" : "player yours"} aria-label="Your place">
    <${Name} seat=${group.seat} />
    <${Counters} group=${group} skip=${(c) => standsOnMap(book, group, c)} />
    <${Pairs} seat=${group.seat} />
    <div class="zones">${zones.map((zone) => html`<${Zone} key=${zone.name} zone=${zone} owner="your place" />`)}</div>
  </section>`;
}

// What the reader holds: sets that only their owner sees; without any, the places before them.
export function handOf(book, group) {
  const sets = group.zones.filter((z) => z.shape === "set" && book.zone(z).seen === "owner");
  if (sets.length > 0) return sets;
  return group.zones.filter((z) => z.shape === "slots" || book.zone(z).seen === "owner");
}

// Where a hand is wider than the screen: what has just come, and what can be chosen if none of it
// is seen.
function bringIntoSight(hand) {
  if (!hand || hand.scrollWidth <= hand.clientWidth) return;
  const { left, right } = hand.getBoundingClientRect();
  const beyond = (node) => node.getBoundingClientRect().left < left || node.getBoundingClientRect().right > right;
  const picks = Array.from(hand.querySelectorAll("[data-pick]"));
  const come = hand.querySelector(".come");
  const wanted = come ?? (picks.every(beyond) ? picks[0] : null);
  if (wanted && beyond(wanted)) wanted.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// Where one zone of a hand fills a phone, names lead to the others.
function Held({ zones }) {
  const show = (at) => document.querySelectorAll(".hand > .zone")[at]?.scrollIntoView({ block: "nearest", inline: "start" });
  return html`<nav class="holdings" aria-label="What you hold">${zones.map((zone, at) => html`<button key=${zone.name} type="button" data-held=${at} onClick=${() => show(at)}>${words(zone.name)} <span class="count">${zone.count}</span></button>`)}</nav>`;
}

export function Hand({ group }) {
  const { state, book } = useScene();
  const hand = useRef(null);
  useEffect(() => bringIntoSight(hand.current), [state.screen.screen]);
  if (!group) return null;
  const zones = handOf(book, group).filter((z) => z.count > 0);
  if (zones.length === 0) return null;
  const held = zones.reduce((n, zone) => n + zone.count, 0);
  return html`${zones.length > 1 && zones.some((zone) => zone.count > ROW) && html`<${Held} zones=${zones} />`}<div class="hand" ref=${hand} role="region" aria-label="Your hand" style=${{ "--held": held }}>${zones.map(
    (zone) => html`<${Zone} key=${zone.name} zone=${zone} owner="yours" fan=${zone.shape === "set"} />`,
  )}</div>`;
}
