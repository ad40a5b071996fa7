// A map: places, roads with their spaces, who stands where, and what belongs to places.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { words } from "../book.js";
import { initial, seatLook } from "../looks.js";
import { chosenBy, nearness, useScene } from "./context.js";
import { idle } from "./counter.js";
import { firstLine, sidesOf, withNames, writtenAt } from "./labels.js";
import { Pan } from "./pan.js";
import { standing } from "./rectangle.js";
import { through, useTrails } from "./way.js";

const WIDE = 1000;

export function MapBoard({ map, at: index }) {
  const scene = useScene();
  const { book } = scene;
  const { view } = scene.state.screen;
  const cities = book.enum(map.cities).members.length;
  const spots = scaled(map.at);
  const marks = (view.marks || [])[index] || null;
  const nodes = spots.map((spot, node) => ({ node, spot, city: node < cities, ...on(scene, map, node, marks) }));
  // Places lie over the spaces between them, so that their names can be read.
  const draw = (some) => some.map((n) => html`<${Node} key=${n.node} at=${n} map=${map} side=${sides[n.node]} />`);
  const names = book.enum(map.cities).members.map(words);
  const written = names.map((name, city) => writtenAt(name, nodes[city].mark));
  const sides = sidesOf(map, spots, written);
  const open = nodes.filter((n) => n.take).map((n) => n.spot);
  const near = nodes.find((n) => scene.choosing.near === `m:${map.nodes}:${n.node}`);
  const way = journey(scene, map, near ? near.node : null);
  const pawns = nodes.flatMap((n) => n.pawns.map((pawn) => ({ ...pawn, node: n.node })));
  const trails = useTrails(scene.state, map.links, pawns);
  const own = pawns.find((pawn) => pawn.seat !== null && pawn.seat === scene.state.me);
  const home = open.length > 0 ? middle(around(open, 0)) : own ? spots[own.node] : null;
  const box = withNames(around(spots, 70), spots, written, sides);
  const board = useRef(null);
  // Who is asked where to go sees the map.
  const where = scene.choosing.entry !== null && (scene.choosing.step?.picks || []).some(({ arg }) => arg?.Member && [map.nodes, map.cities].includes(arg.Member[0]));
  useEffect(() => {
    if (where) board.current?.scrollIntoView({ block: "nearest" });
  }, [where]);
  return html`<section class="board map" ref=${board} aria-label=${words(map.name)}>
    <${Pan} box=${box} label=${`map: ${words(map.name)}`} fits focus=${open.length > 0 ? around(open, 60) : null} home=${home}>
      ${map.roads.map((road, n) => html`<${Road} key=${n} road=${road} spots=${spots} owner=${ownerOf(scene, map, n)} />`)}
      ${trails.map((trail) => html`<${Trail} key=${`${trail.key} ${trail.from}`} trail=${trail} spots=${spots} />`)}
      ${draw(nodes.filter((n) => !n.city))}
      ${way.length > 1 && html`<polyline class="journey" points=${line(way, spots)} />`}
      ${draw(nodes.filter((n) => n.city))}
    <//>
  </section>`;
}

function scaled(at) {
  const [xs, ys] = [at.map((p) => p[0]), at.map((p) => p[1])];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const most = Math.max(Math.max(...xs) - left, Math.max(...ys) - top, 1);
  return at.map(([x, y]) => [((x - left) * WIDE) / most, ((y - top) * WIDE) / most]);
}

const middle = ({ x, y, w, h }) => [x + w / 2, y + h / 2];

function around(spots, margin) {
  const [xs, ys] = [spots.map((p) => p[0]), spots.map((p) => p[1])];
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  return { x, y, w: Math.max(...xs) + margin - x, h: Math.max(...ys) + margin - y };
}

function on(scene, map, node, marks) {
  const { book } = scene;
  const city = node < book.enum(map.cities).members.length;
  const keys = [`m:${map.nodes}:${node}`, ...(city ? [`m:${map.cities}:${node}`] : [])];
  const pawns = standing(scene, map.nodes, node);
  if (city && map.cities !== map.nodes) pawns.push(...standing(scene, map.cities, node));
  return { take: chosenBy(scene, keys), pawns, mark: marks ? marks[node] : null, things: marks || !city ? [] : things(scene, map, node) };
}

// What belongs to a place and says something.
function things(scene, map, node) {
  const group = scene.state.screen.view.groups.find((g) => g.member && g.member[0] === map.cities && g.member[1] === node);
  if (!group) return [];
  const counters = group.counters.filter((c) => !idle(c)).map((c) => `${words(c.name)} ${c.value}`);
  return [...counters, ...group.zones.filter((z) => z.count > 0).map((z) => `${words(z.name)} ${z.count}`)];
}

const line = (way, spots) => way.map((n) => spots[n].join(",")).join(" ");

// The way of this move: over what was chosen to what is pointed at. It begins at the reader's own
// token, if that stands on the same nodes.
function journey(scene, map, near) {
  const { choosing, state } = scene;
  const members = (arg) => (arg.Member ? [arg.Member] : arg.List ? arg.List.flatMap(members) : []);
  const chosen = choosing.filled.flatMap(members);
  const picked = choosing.step && choosing.step.picks ? choosing.picked.flatMap((at) => members(choosing.step.picks[at].arg)) : [];
  const taken = [...chosen, ...picked].filter(([of]) => of === map.nodes || of === map.cities).map(([, at]) => at);
  const to = near === null || taken.includes(near) ? taken : [...taken, near];
  const own = state.screen.view.groups.find((g) => g.seat !== null && g.seat === state.me);
  const [token, more] = own ? own.counters.filter((c) => c.is && c.is.Member && c.is.Member[0] === map.nodes) : [];
  const goes = token && !more && (choosing.entry !== null ? picks(choosing.step, map) : choosing.entries.some((entry) => picks(entry.first, map)));
  const from = goes && to.length > 0 ? [token.is.Member[1]] : [];
  return through(map.links, [...from, ...to]);
}

// Whether a step asks for a node, and not for what lies there; a move that is full goes on showing
// its way.
const picks = (step, map) => !step || (step.picks || []).some((pick) => pick.arg.Member && pick.arg.Member[0] === map.nodes);

// Where a token has just come from, and by which way.
function Trail({ trail, spots }) {
  const [paint] = trail.seat === null ? ["#4a4f57"] : seatLook(trail.seat);
  const [x, y] = spots[trail.from];
  return html`<g class="trail" style=${{ "--paint": paint }} aria-hidden="true"><polyline points=${line(trail.way, spots)} /><circle cx=${x} cy=${y} r="13" /></g>`;
}

// Whose a road is, where a counter of the road says so.
function ownerOf(scene, map, n) {
  const of = scene.book.roads(map);
  const { view } = scene.state.screen;
  const group = view.groups.find((g) => g.member && g.member[0] === of && g.member[1] === n);
  const owner = group && group.counters.find((c) => view.seats.includes(c.value));
  return owner ? view.seats.indexOf(owner.value) : null;
}

function Road({ road, spots, owner }) {
  const [a, b] = [spots[road.start], spots[road.finish]];
  const look = owner === null ? null : seatLook(owner);
  return html`<line class=${look ? "road owned" : "road"} x1=${a[0]} y1=${a[1]} x2=${b[0]} y2=${b[1]} style=${look ? { "--paint": look[0] } : {}}><title>${road.name ? words(road.name) : ""}</title></line>`;
}

function Node({ at, map, side }) {
  const { book, choosing, state } = useScene();
  const { spot: [x, y], city, take, pawns, mark, node } = at;
  const name = words(book.enum(city ? map.cities : map.nodes).members[node] || "");
  const classes = ["node", city ? "city" : "space", take ? (take.picked || take.held ? "picked" : "open") : ""].join(" ");
  // All that can be read there, letters on pawns among it, is in the label.
  const label = [name, mark, ...at.things, ...pawns.map((p) => `${initial(p.name)}: ${p.label}`)].filter(Boolean).join(", ");
  const radius = city ? 11 : 5;
  const inside = html`<title>${take ? `${label}: ${take.says}` : label}</title>
    ${take && html`<circle class="halo" r=${radius + 9} />`}
    <circle class="spot" r=${radius} />
    ${city && html`<${Written} lines=${writtenAt(name, mark)} side=${side} />`}
    ${at.things.length > 0 && html`<text class="thing" y=${city && side.name.startsWith("below") ? side.y + 17 : radius + 17}>${at.things.join(", ")}</text>`}
    ${!city && mark && html`<text class="thing" y=${radius + 17}>${mark}</text>`}
    ${pawns.map((p, n) => html`<${Pawn} key=${p.key} pawn=${p} n=${n} of=${pawns.length} />`)}
    ${take && take.letter && html`<text class="key-text" x=${radius + 9} y=${radius + 4} aria-hidden="true">${take.letter}</text>`}`;
  const place = `translate(${x} ${y})`;
  // A press on what cannot be chosen is answered with the reason.
  const keys = [`m:${map.nodes}:${node}`, ...(city ? [`m:${map.cities}:${node}`] : [])];
  const why = state.screen.ask && !state.pause ? () => state.whyNot(book.enum(city ? map.cities : map.nodes).members[node], keys) : null;
  if (!take) return html`<g class=${classes} transform=${place} onClick=${why} role="img" aria-label=${label} aria-hidden=${city || pawns.length > 0 ? null : "true"}>${inside}</g>`;
  const press = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    take.press(event);
  };
  return html`<g class=${classes} transform=${place} role="button" tabindex="0" data-pick aria-pressed=${Boolean(take.picked || take.held)} aria-label=${`${label}: ${take.says}`} onClick=${press} onKeyDown=${press} ...${nearness(choosing, take.key)}>${inside}</g>`;
}

// The name of a place, and its mark below it.
function Written({ lines: [name, mark], side }) {
  const lines = mark ? [name, mark] : [name];
  return html`<text class=${`place ${side.anchor}`} x=${side.x} y=${firstLine(side, lines)}>${name}${" "}${mark && html`<tspan class="mark-of" x=${side.x} dy="0.95em">${mark}${" "}</tspan>`}</text>`;
}

function Pawn({ pawn, n, of }) {
  const look = pawn.seat === null ? ["#4a4f57", "#fff"] : seatLook(pawn.seat);
  const x = (n - (of - 1) / 2) * 22;
  return html`<g class="pawn" transform=${`translate(${x} 0)`} data-thing=${`pawn:${pawn.key}`} data-zone="board"><circle r="13" style=${{ fill: look[0] }} /><text y="5" style=${{ fill: look[1] }}>${initial(pawn.name)}</text></g>`;
}
