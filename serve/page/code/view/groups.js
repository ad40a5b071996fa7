// What belongs to the table, to members of enums and to running stages.
import { html } from "../../vendor/preact.js";
import { words } from "../book.js";
import { memberLook } from "../looks.js";
import { chosenBy, useScene } from "./context.js";
import { Counters, idle } from "./counter.js";
import { Sign } from "./sign.js";
import { Zone } from "./zone.js";

export function TableGroup({ group }) {
  const { book } = useScene();
  const zones = group.zones.filter((z) => z.shape !== "grid" && (z.count > 0 || !book.zone(z).deck));
  const skip = (c) => book.counter(group, c.name).type === "player";
  const shown = group.counters.filter((c) => !skip(c));
  // What running stages count stands at the top.
  if (zones.length === 0 && (shown.length === 0 || group.owner)) return null;
  return html`<section class="common" aria-label=${group.owner || "The table"}>
    ${group.owner && html`<h2>${group.owner}</h2>`}
    <div class="zones">${zones.map((zone) => html`<${Zone} key=${zone.name} zone=${zone} />`)}</div>
    <${Counters} group=${group} skip=${skip} />
  </section>`;
}

// More members than these are not all listed.
const MANY = 16;

// The members of an enum beside each other: a column each for what they have.
export function Members({ groups, of }) {
  const { book, marks } = useScene();
  // Of very many, as of every place and every colour, those that have something.
  const says = (group) => group.counters.some((c) => !idle(c)) || group.zones.some((z) => z.count > 0) || marks.has(`m:${group.member.join(":")}`);
  const shown = groups.length > MANY ? groups.filter(says) : groups;
  if (shown.length === 0) return null;
  return html`<section class="members" aria-label=${words(book.enum(of).name)}>
    ${shown.map((group) => html`<${Member} key=${group.owner} group=${group} of=${of} />`)}
  </section>`;
}

function Member({ group, of }) {
  const scene = useScene();
  const [, at] = group.member;
  const look = memberLook(group.owner, at);
  const few = scene.book.enum(of).members.length <= 12;
  const take = chosenBy(scene, [`m:${of}:${at}`]);
  const name = html`${few && html`<i class="chip-sign"><${Sign} look=${look} /></i>`}<span>${words(group.owner)}</span>${take && take.letter && html`<kbd class="key" aria-hidden="true" data-text=${take.letter}></kbd>`}`;
  const state = take ? (take.picked || take.held ? "picked" : "open") : "";
  const style = { "--paint": look.paint, "--ink": look.ink };
  return html`<section class="member" style=${style} aria-label=${group.owner}>
    <h3>${take ? html`<button type="button" data-pick class=${`member-pick ${state}`} aria-pressed=${state === "picked"} onClick=${take.press}>${name}<span class="hidden">: ${take.says}</span></button>` : name}</h3>
    <${Printed} of=${of} at=${at} />
    <${Counters} group=${group} />
    ${group.zones.map((zone) => html`<${Zone} key=${zone.name} zone=${zone} owner=${group.owner} bare=${group.zones.length === 1} />`)}
  </section>`;
}

// What the enum's table says of a member: its numbers and amounts.
function Printed({ of, at }) {
  const { book } = useScene();
  const said = book.printed(of, at);
  if (said.length === 0) return null;
  return html`<p class="printed">${said.map((f) => html`<span key=${f.name}><em>${words(f.name)}</em> ${f.value.text}</span>`)}</p>`;
}
