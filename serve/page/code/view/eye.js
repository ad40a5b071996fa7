// Who else sees what lies before the reader: an eye with words of its own.
import { html } from "../../vendor/preact.js";
import { faceOf } from "../book.js";

// Who besides the reader sees a card: `all`, `some` with their names, `none`; null: nobody can tell,
// or it needs no mark.
export function sightOf({ state, book }, zone, card) {
  const { me } = state;
  const face = faceOf(card);
  if (me === null || !face || !zone.at) return null;
  const { seen, owner } = book.zone(zone);
  const { seats } = state.screen.view;
  const mine = owner === "player" && zone.at[1] === me;
  if (seen === "everyone") return mine ? { who: "all", text: "everybody sees it" } : null;
  if (!face.others) return null;
  const others = face.others.filter((seat) => mine || owner !== "player" || seat !== zone.at[1] || seen !== "owner");
  // Of what lies before others that goes without saying.
  if (face.others.length === seats.length - 1) return mine ? { who: "all", text: "everybody sees it" } : null;
  if (others.length === 0) return { who: "none", text: mine || owner !== "player" ? "only you see it" : `besides ${seats[zone.at[1]]} only you see it` };
  const names = others.map((seat) => seats[seat]);
  return { who: "some", text: `${names.join(" and ")} ${names.length === 1 ? "sees" : "see"} it, too` };
}

// The same for all cards of a zone, if it is the same for all; null: it is not, or nothing lies there.
export function sightOfAll(scene, zone) {
  if (zone.cards.length === 0 || zone.shape === "pile") return null;
  const all = zone.cards.filter((card) => card !== "hole").map((card) => sightOf(scene, zone, card));
  const [first] = all;
  if (!first || all.some((one) => !one || one.text !== first.text)) return null;
  return { who: first.who, text: zone.cards.length > 1 ? first.text.replace(/ it\b/, " them") : first.text };
}

const OPEN = "M12 6C6 6 2.5 12 2.5 12S6 18 12 18s9.5-6 9.5-6S18 6 12 6zm0 9a3 3 0 1 1 0-6 3 3 0 0 1 0 6z";
const SHUT = "M2.5 10.5C5 14 8.3 15.5 12 15.5s7-1.5 9.500-5l-1.700-1.200C17.700 12.200 15 13.500 12 13.500s-5.700-1.300-7.800-4.200zM5 15l-1.800 2.200 1.500 1.200L6.500 16zM11 16.500h2V20h-2zM19 15l1.800 2.200-1.500 1.200L17.500 16z";

// A shut eye: nobody else sees it; an open one: others do.
export function Eye({ sight }) {
  return html`<svg class=${`eye ${sight.who}`} viewBox="0 0 24 24" role="img" aria-label=${sight.text}><title>${sight.text}</title><path d=${sight.who === "none" ? SHUT : OPEN} /></svg>`;
}
