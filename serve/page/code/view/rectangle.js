// A board of squares, the first row at the bottom; who sits across may turn it.
import { html, useRef, useState } from "../../vendor/preact.js";
import { isNamed, words } from "../book.js";
import { memberLook, seatLook } from "../looks.js";
import { chosenBy, useScene } from "./context.js";
import { idle } from "./counter.js";
import { Disc, Sign } from "./sign.js";
import { Zone } from "./zone.js";

export function Rectangle({ of }) {
  const { book, state } = useScene();
  const [own, setOwn] = useState(null);
  const { view, across: theirs } = state.screen;
  const info = book.enum(of);
  // Whoever began on the far side sees it from there, until they turn it.
  const turned = own ?? (theirs || []).includes(info.name);
  const [across, down] = info.rectangle;
  const groups = new Map(view.groups.filter((g) => g.member && g.member[0] === of).map((g) => [g.member[1], g]));
  const marks = (view.squares || []).find((s) => s.of === info.name);
  const [rows, columns] = [order(down, !turned), order(across, turned)];
  const edges = edgesOf(info);
  const fresh = useFresh(state, info.members.map((_, at) => said(marks, groups, at)));
  return html`<section class="board" aria-label=${words(info.name)}>
    <div class="rectangle" role="group" aria-label=${`board of ${across} by ${down}`} style=${{ "--across": across, "--down": down }}>
      ${rows.map((row) => html`<${Edge} key=${`r${row}`} text=${edges.rows[row]} />${columns.map((column) => {
        const at = row * across + column;
        const mark = marks ? marks.marks[at] : undefined;
        return html`<${Square} key=${at} of=${of} at=${at} group=${groups.get(at)} mark=${mark} marked=${Boolean(marks)} dark=${(row + column) % 2 === 0} fresh=${fresh.has(at)} />`;
      })}`)}
      <${Edge} text="" />${columns.map((column) => html`<${Edge} key=${`c${column}`} text=${edges.columns[column]} />`)}
    </div>
    ${edges.named && html`<button type="button" class="plain turn-board" aria-pressed=${turned} onClick=${() => setOwn(!turned)}>Turn the board</button>`}
  </section>`;
}

const order = (n, falling) => Array.from({ length: n }, (_, at) => (falling ? n - 1 - at : at));

// What stands at the edges: letters and numbers of squares like `e4`, else their numbers.
function edgesOf(info) {
  const { members, rectangle: [across, down] } = info;
  const named = isNamed(info);
  if (!named) return { named, columns: order(across, false).map((n) => n + 1), rows: order(down, false).map((n) => n + 1) };
  const columns = members.slice(0, across).map((name) => name.replace(/[0-9]+$/, ""));
  return { named, columns, rows: order(down, false).map((row) => members[row * across].replace(/^[a-z]+/, "")) };
}

// It is drawn, as squares say by themselves where they are.
function Edge({ text }) {
  return html`<span class="edge-name" aria-hidden="true" data-text=${text}></span>`;
}

// What a square shows, to know it again.
function said(marks, groups, at) {
  const group = groups.get(at);
  const zones = group && !marks ? group.zones.map((zone) => [zone.count, zone.cards]) : [];
  return JSON.stringify(marks ? marks.marks[at] : [group ? group.counters.map((c) => c.value) : [], zones]);
}

// The squares that look otherwise than before, until others do. What lies between the table and a
// past moment is no move.
function useFresh(state, now) {
  const { screen } = state.screen;
  const looks = Boolean(state.look);
  const seen = useRef(null);
  const { current } = seen;
  if (current && current.screen === screen) return current.fresh;
  const same = current && current.looks === looks && !looks && current.now.length === now.length;
  const changed = same ? now.flatMap((text, at) => (text === current.now[at] ? [] : [at])) : [];
  // A board that is laid out anew tells of no move.
  const told = changed.length > 0 && changed.length <= now.length / 4;
  seen.current = { screen, looks, now, fresh: told ? new Set(changed) : changed.length === 0 && same ? current.fresh : new Set() };
  return seen.current.fresh;
}

// A square by its own name, `e4`, or by its place, `3, 2`.
function placeOf(name) {
  const inside = /\(([^)]*)\)/.exec(name);
  return inside ? inside[1] : words(name);
}

function Square({ of, at, group, mark, marked, dark, fresh }) {
  const scene = useScene();
  const place = placeOf(scene.book.enum(of).members[at]);
  const take = chosenBy(scene, [`m:${of}:${at}`]);
  const pawns = standing(scene, of, at);
  const told = marked ? (mark ? [mark] : []) : tells(group);
  const label = [`square ${place}`, ...told, ...pawns.map((p) => p.label)].join(", ");
  const inside = html`${marked ? mark && html`<${Mark} text=${mark} at=${at} />` : group && html`<${Things} group=${group} />`}
    ${pawns.map((p) => html`<${Pawn} key=${p.key} pawn=${p} />`)}
    ${take && take.letter && html`<kbd class="key" aria-hidden="true" data-text=${take.letter}></kbd>`}`;
  const taken = scene.choosing.has([`m:${of}:${at}`]);
  const classes = ["cell", dark ? "dark" : "", fresh ? "fresh" : "", told.length + pawns.length > 0 ? "full" : "", take ? (take.picked || take.held ? "picked" : "open") : taken ? "picked" : ""].join(" ");
  // A press on what cannot be chosen is answered with the reason.
  const why = scene.state.screen.ask && !scene.state.pause ? () => scene.state.whyNot(scene.book.enum(of).members[at], [`m:${of}:${at}`]) : null;
  if (!take) return html`<div class=${classes} role="img" aria-label=${taken ? `${label}: chosen` : label} onClick=${why}>${inside}</div>`;
  return html`<button type="button" data-pick class=${classes} aria-pressed=${Boolean(take.picked || take.held)} title=${take.says === "can be chosen" ? null : take.says} aria-label=${`${label}: ${take.says}`} onClick=${take.press}>${inside}</button>`;
}

const tells = (group) => (group ? group.counters.filter((c) => !idle(c)).map((c) => `${words(c.name)} ${c.value}`) : []);

// What the rules draw here: a player's name is a disc.
function Mark({ text, at }) {
  const { state } = useScene();
  const seat = state.screen.view.seats.indexOf(text);
  // It stays on its square, or goes to another.
  const moves = { "data-thing": `t:${text}`, "data-zone": `square ${at}` };
  if (seat >= 0) return html`<span class="token" ...${moves}><${Disc} seat=${seat} name=${text} look=${seatLook(seat)} /></span>`;
  // Signs of fonts are small, and the light one is an outline alone.
  if (STONES[text]) return html`<span class=${`stone ${STONES[text]}`} ...${moves}></span>`;
  return html`<span class=${Array.from(text).length <= 2 ? "glyph" : "mark-text"} ...${moves}>${text}</span>`;
}

const STONES = { "●": "black", "○": "white" };

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
