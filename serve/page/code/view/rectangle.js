// A board of squares, the first row at the bottom.
import { html } from "../../vendor/preact.js";
import { words } from "../book.js";
import { memberLook, seatLook } from "../looks.js";
import { chosenBy, useScene } from "./context.js";
import { idle } from "./counter.js";
import { Disc, Sign } from "./sign.js";
import { Zone } from "./zone.js";

export function Rectangle({ of }) {
  const { book, state } = useScene();
  const { view } = state.screen;
  const info = book.enum(of);
  const [across, down] = info.rectangle;
  const groups = new Map(view.groups.filter((g) => g.member && g.member[0] === of).map((g) => [g.member[1], g]));
  const marks = (view.squares || []).find((s) => s.of === info.name);
  const rows = Array.from({ length: down }, (_, n) => down - 1 - n);
  const columns = Array.from({ length: across }, (_, n) => n);
  return html`<section class="board" aria-label=${words(info.name)}>
    <div class="rectangle" role="group" aria-label=${`board of ${across} by ${down}`} style=${{ "--across": across, "--down": down }}>
      ${rows.map((row) => columns.map((column) => {
        const at = row * across + column;
        const mark = marks ? marks.marks[at] : undefined;
        return html`<${Square} key=${at} of=${of} at=${at} group=${groups.get(at)} mark=${mark} marked=${Boolean(marks)} dark=${(row + column) % 2 === 0} />`;
      }))}
    </div>
  </section>`;
}

function Square({ of, at, group, mark, marked, dark }) {
  const scene = useScene();
  const name = scene.book.enum(of).members[at];
  const place = name.replace(/^[^(]*/, "").replace(/[()]/g, "");
  const take = chosenBy(scene, [`m:${of}:${at}`]);
  const pawns = standing(scene, of, at);
  const said = marked ? (mark ? [mark] : []) : tells(group);
  const label = [`square ${place}`, ...said, ...pawns.map((p) => p.label)].join(", ");
  const inside = html`${marked ? mark && html`<${Mark} text=${mark} />` : group && html`<${Things} group=${group} />`}
    ${pawns.map((p) => html`<${Pawn} key=${p.key} pawn=${p} />`)}
    ${take && take.letter && html`<kbd class="key" aria-hidden="true" data-text=${take.letter}></kbd>`}`;
  const classes = ["cell", dark ? "dark" : "", take ? (take.picked || take.held ? "picked" : "open") : ""].join(" ");
  if (!take) return html`<div class=${classes} role="img" aria-label=${label}>${inside}</div>`;
  return html`<button type="button" data-pick class=${classes} aria-pressed=${Boolean(take.picked || take.held)} aria-label=${`${label}: can be chosen`} onClick=${take.press}>${inside}</button>`;
}

const tells = (group) => (group ? group.counters.filter((c) => !idle(c)).map((c) => `${words(c.name)} ${c.value}`) : []);

// What the rules draw here: a player's name is a disc.
function Mark({ text }) {
  const { state } = useScene();
  const seat = state.screen.view.seats.indexOf(text);
  if (seat >= 0) return html`<span class="token" data-thing=${`t:${text}`} data-zone=${`square`}><${Disc} seat=${seat} name=${text} look=${seatLook(seat)} /></span>`;
  return html`<span class=${Array.from(text).length <= 2 ? "glyph" : "mark-text"}>${text}</span>`;
}

// What a square has, where the rules draw nothing.
function Things({ group }) {
  const { book, state } = useScene();
  const { seats } = state.screen.view;
  const shown = group.counters.filter((c) => !idle(c));
  return html`${shown.map((c) => {
    const seat = seats.indexOf(c.value);
    const info = book.counter(group, c.name);
    if (info.type === "player" && seat >= 0) return html`<span key=${c.name} class="token"><${Disc} seat=${seat} name=${c.value} look=${seatLook(seat)} title=${`${words(c.name)}: ${c.value}`} /></span>`;
    if (c.is && c.is.Member) {
      const look = memberLook(c.value, c.is.Member[1]);
      return html`<i key=${c.name} class="chip-sign" title=${`${words(c.name)}: ${c.value}`} style=${{ "--paint": look.paint, "--ink": look.ink }}><${Sign} look=${look} /></i>`;
    }
    return html`<span key=${c.name} class="small-text">${c.value === "yes" ? words(c.name) : c.value}</span>`;
  })}
  ${group.zones.filter((z) => z.count > 0).map((zone) => html`<${Zone} key=${zone.name} zone=${zone} owner=${group.owner} bare />`)}`;
}

// Who stands on a member: counters of players and of the table that name it.
export function standing(scene, of, at) {
  const { view } = scene.state.screen;
  const found = [];
  for (const group of view.groups) {
    if (group.member) continue;
    for (const c of group.counters) {
      if (!c.is || !c.is.Member || c.is.Member[0] !== of || c.is.Member[1] !== at) continue;
      const name = group.seat === null ? words(c.name) : view.seats[group.seat];
      found.push({ key: `${group.owner}:${c.name}`, seat: group.seat, name, label: group.seat === null ? name : `${name}'s ${words(c.name)}` });
    }
  }
  return found;
}

function Pawn({ pawn }) {
  const look = pawn.seat === null ? ["#4a4f57", "#fff"] : seatLook(pawn.seat);
  return html`<span class="token" data-thing=${`pawn:${pawn.key}`} data-zone="board"><${Disc} seat=${pawn.seat} name=${pawn.name} look=${look} title=${pawn.label} /></span>`;
}
