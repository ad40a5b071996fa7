// A grid of tiles. Where the tile may lie is shown as places; a place that fits in several ways
// turns the tile with every press.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { words } from "../book.js";
import { chosenBy, useScene } from "./context.js";
import { Pan } from "./pan.js";
import { boxOf, corner, SIDE, Square } from "./squares.js";

export function Grid({ zone, picture }) {
  const scene = useScene();
  const { choosing } = scene;
  const ways = waysOf(scene, zone);
  const squares = picture ? picture.squares : [];
  const sites = sitesOf(ways, squares);
  const look = ways.find((way) => way.of === choosing.trial?.of && way.at === choosing.trial.at);
  const tried = look ? look.sketch : [];
  const fresh = useLaid(scene.state, squares);
  const board = useRef(null);
  // On a small screen the places may lie beyond the edge.
  useEffect(() => {
    if (sites.length > 0) board.current?.scrollIntoView({ block: "nearest" });
  }, [choosing.step]);
  const all = [...squares, ...ways.flatMap((way) => way.sketch)];
  if (all.length === 0) return null;
  const box = widened(boxOf(all), SIDE);
  const turn = (site) => {
    const { at, of } = choosing.trial || {};
    const now = of === choosing.step ? site.ways.findIndex((way) => way.at === at) : -1;
    choosing.trial = { of: choosing.step, at: site.ways[(now + 1) % site.ways.length].at, ways: site.ways.length };
    choosing.changed();
  };
  const lay = () => choosing.pick(look.at, true);
  const there = look && sites.find((site) => site.ways.some((way) => way.at === look.at));
  if (ways.length > 0) choosing.turn = there ? () => turn(there) : null;
  return html`<section ref=${board} class="board grid-board" aria-label=${words(zone.name)}>
    <${Pan} box=${box} label=${`tiles: ${words(zone.name)}`}>
      ${squares.map((q) => html`<${Square} key=${`${q.x}:${q.y}`} square=${q} />`)}
      ${squares.filter((q) => fresh.has(nameOf(q))).map((q) => html`<rect key=${`f${q.x}:${q.y}`} class="laid" x=${corner(q)[0] + 2} y=${corner(q)[1] + 2} width=${SIDE - 4} height=${SIDE - 4} />`)}
      ${tried.length > 0 && html`<g class="trying" onClick=${() => choosing.turn?.()}>${tried.map((q) => html`<${Square} key=${`t${q.x}:${q.y}`} square=${q} tried />`)}</g>`}
      ${ways.length > 0 && html`<${Bare} zone=${zone} box=${box} />`}
      ${sites.map((site, n) => html`<${Site} key=${site.key} site=${site} n=${n} chosen=${look && site.ways.some((way) => way.at === look.at)} turn=${() => turn(site)} lay=${lay} />`)}
      <${Pointed} zone=${zone} squares=${squares} />
      <${Counted} squares=${all} />
    <//>
    ${sites.length > 0 && tried.length === 0 && html`<p class="hint">${sites.some((site) => site.ways.length > 1) ? "Choose a place; press it again to turn the tile." : "Choose a place."}</p>`}
  </section>`;
}

// The numbers of columns and rows at the edges, as what is laid is told by them.
function Counted({ squares }) {
  const [xs, ys] = [squares.map((q) => q.x), squares.map((q) => q.y)];
  const from = (all) => Array.from({ length: Math.max(...all) - Math.min(...all) + 1 }, (_, at) => Math.min(...all) + at);
  const [left, low] = [Math.min(...xs), Math.min(...ys)];
  const middle = (x, y) => corner({ x, y }).map((at) => at + SIDE / 2);
  return html`<g class="counted-edges" aria-hidden="true">
    ${from(xs).map((x) => html`<text key=${`x${x}`} x=${middle(x, low - 1)[0]} y=${middle(x, low - 1)[1] + 4}>${x}</text>`)}
    ${from(ys).map((y) => html`<text key=${`y${y}`} x=${middle(left - 1, y)[0]} y=${middle(left - 1, y)[1] + 4}>${y}</text>`)}
  </g>`;
}

const nameOf = (q) => `${q.x}:${q.y}:${q.tile}`;

// The squares of tiles that were laid last, until others are. What lies between the table and a past
// moment is no move.
function useLaid(state, squares) {
  const { screen } = state.screen;
  const looks = Boolean(state.look);
  const seen = useRef({ screen: null, names: null, fresh: new Set() });
  const { current } = seen;
  if (current.screen === screen) return current.fresh;
  const names = squares.map(nameOf);
  const laid = looks || !current.names ? [] : names.filter((name) => !current.names.has(name));
  const fresh = laid.length > 0 && laid.length < names.length ? new Set(laid) : looks ? new Set() : current.fresh;
  seen.current = { screen, names: looks ? null : new Set(names), fresh };
  return fresh;
}

// Every way in which the tile may lie on this grid now.
function waysOf(scene, zone) {
  const { choosing } = scene;
  if (choosing.entry === null || !choosing.step || choosing.step.fill !== "one" || choosing.busy) return [];
  const here = (pick) => pick.mark && pick.mark.spot && zone.at && pick.mark.spot.join() === zone.at.join() && pick.sketch && pick.sketch.length > 0;
  const ways = choosing.step.picks.map((pick, at) => ({ pick, at, sketch: pick.sketch, of: choosing.step })).filter(({ pick }) => here(pick));
  // Turned, a tile may look the same.
  const looks = ways.map((way) => JSON.stringify(way.sketch));
  return ways.filter((_, n) => looks.indexOf(looks[n]) === n);
}

const STEPS = [[0, 1], [1, 0], [0, -1], [-1, 0]];

// Places that an open end points to, with the ways that lead on from it; a way that joins several
// open ends stands at each.
function sitesOf(ways, squares) {
  const ends = new Map();
  for (const q of squares) {
    q.open.forEach((open, side) => {
      const [dx, dy] = STEPS[side];
      const key = `${q.x + dx}:${q.y + dy}`;
      if (open) ends.set(key, [...(ends.get(key) || []), (side + 2) % 4]);
    });
  }
  const sites = new Map();
  const add = (key, way) => {
    if (!sites.has(key)) sites.set(key, { key, square: way.sketch.find((q) => keyOf(q) === key), ways: [] });
    sites.get(key).ways.push(way);
  };
  for (const way of ways) {
    const joined = way.sketch.filter((q) => (ends.get(keyOf(q)) || []).some((side) => q.passages[side]));
    if (joined.length === 0) add(siteOf(way, ways), way);
    else joined.forEach((q) => add(keyOf(q), way));
  }
  return Array.from(sites.values()).sort((a, b) => b.square.y - a.square.y || a.square.x - b.square.x);
}

const keyOf = (q) => `${q.x}:${q.y}`;

// Without open ends: the square that most ways cover.
function siteOf(way, ways) {
  const covers = (q) => ways.filter((other) => other.sketch.some((o) => o.x === q.x && o.y === q.y)).length;
  const [best] = way.sketch.map((q) => ({ q, n: covers(q) })).sort((a, b) => b.n - a.n);
  return `${best.q.x}:${best.q.y}`;
}

// Where the tile may not lie, a press is answered with the reason.
function Bare({ zone, box }) {
  const { state } = useScene();
  const across = Array.from({ length: box.w / SIDE }, (_, n) => box.x / SIDE + n);
  const up = Array.from({ length: box.h / SIDE }, (_, n) => -box.y / SIDE - 1 - n);
  return up.flatMap((y) => across.map((x) => {
    const [left, top] = corner({ x, y });
    return html`<rect key=${`${x}:${y}`} class="bare" x=${left} y=${top} width=${SIDE} height=${SIDE} aria-hidden="true" onClick=${() => state.whyThere(zone, { x, y })} />`;
  }));
}

// By keys, Enter on a place that was chosen lays the tile, and space turns it.
function Site({ site, n, chosen, turn, lay }) {
  const [x, y] = corner(site.square);
  const press = (event) => {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (chosen && event.key === "Enter") lay();
    else turn();
  };
  const ways = site.ways.length === 1 ? "one way" : `${site.ways.length} ways`;
  const turns = site.ways.length > 1 ? ", space turns it" : "";
  const does = chosen ? `Enter lays the tile here${turns}` : "can be chosen";
  return html`<g class=${chosen ? "site picked" : "site open"} transform=${`translate(${x} ${y})`} role="button" tabindex="0" data-pick data-site=${n + 1} aria-pressed=${Boolean(chosen)}
    aria-label=${`place ${n + 1}, column ${site.square.x}, row ${site.square.y}, ${ways}: ${does}`} onClick=${press} onKeyDown=${press}>
    <rect class="frame" x="3" y="3" width=${SIDE - 6} height=${SIDE - 6} rx="8" />${!chosen && html`<text x=${SIDE / 2} y=${SIDE / 2 + 5}>${n + 1}</text>`}
  </g>`;
}

// Squares that may be chosen themselves.
function Pointed({ zone, squares }) {
  const scene = useScene();
  if (!zone.at) return null;
  return squares.map((q) => {
    const take = chosenBy(scene, [`q:${zone.at.join(":")}:${q.x}:${q.y}`]);
    if (!take) return null;
    const [x, y] = corner(q);
    const press = (event) => {
      if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      take.press();
    };
    return html`<g key=${`${q.x}:${q.y}`} class=${take.picked ? "site picked" : "site open"} transform=${`translate(${x} ${y})`} role="button" tabindex="0" data-pick aria-label=${`${q.tile}, column ${q.x}, row ${q.y}: ${take.says}`} onClick=${press} onKeyDown=${press}><rect class="frame" x="3" y="3" width=${SIDE - 6} height=${SIDE - 6} rx="8" /></g>`;
  });
}

const widened = (box, by) => ({ x: box.x - by, y: box.y - by, w: box.w + 2 * by, h: box.h + 2 * by });
