// Zones: hands fan, piles stack, rows run, slots have an outline.
import { html } from "../../vendor/preact.js";
import { faceOf, words } from "../book.js";
import { chosenBy, useScene } from "./context.js";
import { About } from "./about.js";
import { Card } from "./card.js";
import { Eye, sightOf, sightOfAll } from "./eye.js";

// More backs than these are only counted.
const BACKS = 12;

// On a phone a hand of more cards than these has rows, of so many cards each; it has no more than
// three.
export const ROW = 12;
const IN_ROW = 8;

// How many columns such a hand has.
const columns = (n) => Math.ceil(n / Math.min(3, Math.ceil(n / IN_ROW)));

export function Zone({ zone, owner, bare = false, fan = false }) {
  if (zone.shape === "grid") return null;
  const scene = useScene();
  const sight = bare ? null : sightOfAll(scene, zone);
  const label = `${owner ? `${owner}: ` : ""}${words(zone.name)}, ${zone.count} ${zone.count === 1 ? "card" : "cards"}`;
  const classes = ["zone", `z-${zone.shape}`, fan ? "fan" : "", zone.count === 0 ? "empty" : "", zone.cards.length > ROW ? "many" : ""].join(" ");
  return html`<section class=${classes} aria-label=${label} style=${{ "--n": zone.cards.length }}>
    ${!bare && html`<h3><${About} name=${words(zone.name)} doc=${scene.book.zone(zone).doc}>${words(zone.name)}<//> ${zone.count > 1 && html`<span class="count">${zone.count}</span>`} ${sight && html`<${Eye} sight=${sight} />`}</h3>`}
    <${Inside} zone=${zone} owner=${owner} fan=${fan} eyes=${sight === null} />
  </section>`;
}

function Inside({ zone, owner, fan, eyes }) {
  const scene = useScene();
  const eye = (card) => (eyes ? sightOf(scene, zone, card) : null);
  if (zone.shape === "pile") return html`<${Pile} zone=${zone} owner=${owner} />`;
  if (zone.count === 0 && zone.cards.length === 0) return html`<div class="outline" aria-hidden="true"></div>`;
  const cards = zone.cards.length > 0 ? zone.cards : Array.from({ length: Math.min(zone.count, BACKS) }, () => "back");
  const middle = (cards.length - 1) / 2;
  const turn = (at) => (fan && cards.length > 2 ? (at - middle) * Math.min(3, 16 / cards.length) : 0);
  const drop = (at) => (fan && middle > 0 ? ((at - middle) / middle) ** 2 * Math.min(9, cards.length * 1.5) : 0);
  return html`<ul class="cards" role="list" style=${{ "--n": cards.length, "--columns": columns(cards.length) }}>${cards.map(
    (card, at) => html`<li key=${at} style=${{ "--turn": turn(at), "--drop": drop(at) }}><${Card} card=${card} zone=${zone} at=${at} owner=${owner} turn=${turn(at)} sight=${eye(card)} /></li>`,
  )}</ul>`;
}

// The top card, and how many there are; what may be pointed at lies open beside it.
function Pile({ zone, owner }) {
  const scene = useScene();
  const open = zone.cards.map((card, at) => ({ card, at })).filter(({ card, at }) => at > 0 && chosenBy(scene, keysAt(zone, at, card)));
  const top = zone.cards[0] || (zone.count > 0 ? "back" : null);
  const where = zone.at ? zone.at.join(":") : zone.name;
  return html`<div class="pile-top" data-thing="pile" data-zone=${where} data-back=${zone.back} data-count=${zone.count} style=${{ "--depth": Math.min(5, Math.ceil(zone.count / 6)) }}>
      ${top ? html`<${Card} card=${top} zone=${zone} at=${0} owner=${owner} />` : html`<div class="outline" aria-hidden="true"></div>`}
      ${zone.count > 1 && html`<span class="badge" aria-hidden="true">${zone.count}</span>`}
    </div>
    ${open.length > 0 && html`<ul class="cards beside" role="list">${open.map(({ card, at }) => html`<li key=${at}><${Card} card=${card} zone=${zone} at=${at} owner=${owner} /></li>`)}</ul>`}`;
}

function keysAt(zone, at, card) {
  const where = zone.at ? zone.at.join(":") : "";
  const face = faceOf(card);
  return face ? [`p:${where}:${at}`, `f:${where}:${face.name}`] : [`p:${where}:${at}`];
}

