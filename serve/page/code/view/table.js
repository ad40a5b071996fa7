// Everything that lies on the table, as a player would lay it out.
import { html, useEffect, useLayoutEffect, useState } from "../../vendor/preact.js";
import { play } from "../motion.js";
import { Beyond } from "./beyond.js";
import { useScene } from "./context.js";
import { Grid } from "./grid.js";
import { Members, TableGroup } from "./groups.js";
import { MapBoard } from "./map.js";
import { isOfPlayer, Opponent, Own } from "./players.js";
import { Rectangle } from "./rectangle.js";
import { Score } from "./score.js";

export function Table() {
  const scene = useScene();
  const { state, book } = scene;
  const { view, screen } = { view: state.screen.view, screen: state.screen };
  useLayoutEffect(() => play(), [screen.screen]);
  // Whoever has nothing on the table sits there all the same.
  const nothing = (owner, seat) => ({ owner, seat, zones: [], counters: [] });
  const players = view.seats.map((name, seat) => view.groups.find((g) => g.seat === seat) || nothing(name, seat));
  const me = players.find((g) => g.seat === state.me);
  const others = around(players, state.me);
  const common = view.groups.filter((g) => g.seat === null && !g.member);
  const boards = boardsOf(book, view);
  const large = boards.maps.length + boards.grids.length > 0;
  // The focus goes over the page as it is read: where there is room for little more than the board,
  // that comes first.
  const first = useSmall();
  const middle = html`<div class="middle" key="middle">
      ${boards.rectangles.map((of) => html`<${Rectangle} key=${`r${of}`} of=${of} />`)}
      ${boards.members.map((of) => html`<${Members} key=${`e${of}`} of=${of} groups=${view.groups.filter((g) => g.member && g.member[0] === of)} />`)}
      <div class="commons">${common.map((group) => html`<${TableGroup} key=${group.owner} group=${group} />`)}</div>
    </div>`;
  // A wide map leaves room below it for what lies on the table, where that is little.
  const below = !first && boards.maps.length === 1 && isWide(book.raw.maps[boards.maps[0]].at) && boards.grids.length + boards.rectangles.length + boards.members.length === 0;
  const board = large && html`<div class=${below ? "boards and-middle" : "boards"} key="boards">
      ${boards.maps.map((at) => html`<${MapBoard} key=${`m${at}`} map=${book.raw.maps[at]} at=${at} />`)}
      ${boards.grids.map(({ zone, owner, picture }) => html`<${Grid} key=${`g${zone.at}`} zone=${zone} owner=${owner} picture=${picture} />`)}
      ${below && middle}
    </div>`;
  return html`<main class=${large ? "table with-board" : "table"} id="table" tabindex="0" aria-label="The table">
    <${Score} />
    ${first && board}
    ${me && large && html`<${Own} group=${me} />`}
    <div class="others" tabindex=${others.length > 0 ? 0 : null} role="group" aria-label="The other players">${others.map((group) => html`<${Opponent} key=${group.seat} group=${group} />`)}</div>
    ${!first && board}
    ${!below && middle}
    ${me && !large && html`<${Own} group=${me} />`}
    <${Beyond} />
  </main>`;
}

// Whether the page is as narrow as a phone.
function useSmall() {
  const asked = "(max-width: 760px)";
  const [small, setSmall] = useState(() => matchMedia(asked).matches);
  useEffect(() => {
    const query = matchMedia(asked);
    const look = () => setSmall(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return small;
}

// Whether places lie so that a window is wider than needed for them.
function isWide(at) {
  const over = (of) => Math.max(...at.map(of)) - Math.min(...at.map(of));
  return over(([x]) => x) > 1.6 * over(([, y]) => y);
}

// The others in the order in which they sit, beginning at the reader's left.
function around(players, me) {
  if (me === null) return players;
  const at = players.findIndex((g) => g.seat === me);
  return [...players.slice(at + 1), ...players.slice(0, at)];
}

// Which boards there are: maps, rectangles, grids; members of other enums stand side by side.
function boardsOf(book, view) {
  const maps = book.raw.maps.map((_, at) => at).filter((at) => book.raw.maps[at].at);
  const drawn = new Set(maps.flatMap((at) => [book.raw.maps[at].nodes, book.raw.maps[at].cities, book.roads(book.raw.maps[at])]));
  const rectangles = book.raw.enums.map((_, of) => of).filter((of) => book.enum(of).rectangle && !drawn.has(of) && used(view, book, of));
  rectangles.forEach((of) => drawn.add(of));
  const members = [...new Set(view.groups.filter((g) => g.member && !isOfPlayer(book, g)).map((g) => g.member[0]))].filter((of) => !drawn.has(of));
  const grids = view.groups.flatMap((g) => g.zones.filter((z) => z.shape === "grid").map((zone) => ({ zone, owner: g.owner, picture: pictureOf(view, g, zone) })));
  return { maps, rectangles, grids, members };
}

function used(view, book, of) {
  const owns = view.groups.some((g) => g.member && g.member[0] === of);
  const marked = (view.squares || []).some((s) => s.of === book.enum(of).name);
  const stood = view.groups.some((g) => g.counters.some((c) => c.is && c.is.Member && c.is.Member[0] === of));
  return owns || marked || stood;
}

function pictureOf(view, group, zone) {
  const pictures = view.pictures || [];
  const named = group.owner ? `${group.owner}'s ${zone.name}` : zone.name;
  const plain = (text) => text.replaceAll("_", " ");
  return pictures.find((p) => plain(p.name) === plain(named)) || (pictures.length === 1 ? pictures[0] : null);
}
