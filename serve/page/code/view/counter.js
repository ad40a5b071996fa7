// Counters as a player would lay them out: chips, dice, discs.
import { html } from "../../vendor/preact.js";
import { faceOf, words } from "../book.js";
import { About } from "./about.js";
import { memberLook, seatLook } from "../looks.js";
import { useScene } from "./context.js";
import { Disc, Sign } from "./sign.js";

// What an owner has; `skip`: what is shown elsewhere.
export function Counters({ group, skip = () => false, small = false, plain = false, zone = null }) {
  const { book, state } = useScene();
  const shown = group.counters.filter((c) => !skip(c) && !(small && !tells(state.screen.view, c, zone)) && !denied(book, group, c));
  if (shown.length === 0) return null;
  return html`<ul class=${small ? "counters small" : "counters"} role="list">${shown.map((c) => html`<${Counter} key=${c.name} counter=${c} group=${group} plain=${plain} />`)}</ul>`;
}

// Says nothing: no, none, nothing yet.
export const idle = (c) => c.value === null || c.value === "no" || c.value === "none" || c.value === "0" || Boolean(c.is && c.is.Number === 0);

// On a card also that it has nothing, where others that lie in such a place have some: an empty tank.
export const tells = (view, c, zone) => !idle(c) || (c.value === "0" && counted(view).has(`${zone} ${c.name}`));

const known = new WeakMap();

// What cards have of their own and some of them have any of, by the place where these lie.
function counted(view) {
  if (!known.has(view)) {
    const own = (zone) => zone.cards.flatMap((card) => faceOf(card)?.own?.counters ?? []);
    const some = (zone) => own(zone).filter((c) => !idle(c)).map((c) => `${zone.name} ${c.name}`);
    known.set(view, new Set(view.groups.flatMap((g) => g.zones).flatMap(some)));
  }
  return known.get(view);
}

// What is not so, nobody, or not set yet needs no line: `jailed –` says less than nothing.
const denied = (book, group, c) => (c.value === "no" && book.counter(group, c.name).type === "yesno") || c.value === "none" || c.value === null;

export function Counter({ counter, group, plain }) {
  const { book } = useScene();
  const info = book.counter(group, counter.name);
  const name = words(counter.name);
  const classes = idle(counter) ? "counter idle" : "counter";
  return html`<li class=${classes}><${About} name=${name} doc=${info.doc} plain=${plain}><span class="counter-name" data-text=${plain ? name : null}>${plain ? null : name}</span><${Value} counter=${counter} info=${info} plain=${plain} /><//></li>`;
}

// On a card, whose label has it already, what is read is drawn by the style alone.
const said = (text, plain, kind = null) => (plain ? html`<b class=${kind} data-text=${text}></b>` : html`<b class=${kind}>${text}</b>`);

function Value({ counter, info, plain }) {
  const { book, state } = useScene();
  if (info.type === "yesno") return plain ? said("✓", plain) : html`<b>✓<span class="hidden"> yes</span></b>`;
  if (info.type === "player") {
    const seat = state.screen.view.seats.indexOf(counter.value);
    return seat < 0 ? html`<b>–</b>` : html`<${Disc} seat=${seat} name=${counter.value} look=${seatLook(seat)} />${said(counter.value, plain)}`;
  }
  if (info.type === "enum" && counter.is && counter.is.Member) {
    const look = memberLook(counter.value, counter.is.Member[1]);
    const few = book.enum(counter.is.Member[0]).members.length <= 12;
    return html`${few && html`<i class="chip-sign" style=${{ "--paint": look.paint, "--ink": look.ink }}><${Sign} look=${look} /></i>`}${said(words(counter.value), plain)}`;
  }
  if (isDie(info, counter)) return html`<${Die} n=${Number(counter.value)} />`;
  return said(counter.value, plain, "number");
}

const isDie = (info, counter) => info.range && info.range[0] === 1 && info.range[1] === 6 && /^[1-6]$/.test(counter.value);

const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

export function Die({ n }) {
  return html`<svg class="die" viewBox="0 0 30 30" role="img" aria-label=${`die: ${n}`}><rect x="1" y="1" width="28" height="28" rx="6" />${PIPS[n].map((p) => html`<circle key=${p} cx=${7.5 + (p % 3) * 7.5} cy=${7.5 + Math.floor(p / 3) * 7.5} r="2.6" />`)}</svg>`;
}
