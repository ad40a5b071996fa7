// Ways on a map: where a token would go, and where it has just gone. They are the shortest along
// the roads, to be followed by the eye; what a journey costs, the rules say.
import { useRef } from "../../vendor/preact.js";

// The nodes from one to another, both included; without a way on the roads, these two.
export function shortest(links, from, to) {
  const came = new Map([[from, null]]);
  const open = [from];
  for (const at of open) {
    if (at === to) break;
    for (const next of links[at] || []) {
      if (came.has(next)) continue;
      came.set(next, at);
      open.push(next);
    }
  }
  if (!came.has(to)) return [from, to];
  const way = [];
  for (let at = to; at !== null; at = came.get(at)) way.unshift(at);
  return way;
}

// Several nodes one after the other, with what lies between them.
export const through = (links, nodes) => nodes.reduce((way, to) => (way.length === 0 ? [to] : [...way, ...shortest(links, way[way.length - 1], to).slice(1)]), []);

// The tokens that were elsewhere before this screen, with their ways, until another one moves. What
// lies between the table and a past moment is no move.
export function useTrails(state, links, pawns) {
  const { screen } = state.screen;
  const looks = Boolean(state.look);
  const seen = useRef({ screen: null, looks, at: new Map(), trails: [] });
  const { current } = seen;
  if (current.screen === screen) return current.trails;
  const before = looks || current.looks ? new Map() : current.at;
  const gone = pawns.filter((pawn) => before.has(pawn.key) && before.get(pawn.key) !== pawn.node);
  const moved = gone.map((pawn) => ({ ...pawn, from: before.get(pawn.key), way: shortest(links, before.get(pawn.key), pawn.node) }));
  const kept = looks || current.looks ? [] : current.trails;
  seen.current = { screen, looks, at: new Map(pawns.map((pawn) => [pawn.key, pawn.node])), trails: moved.length > 0 ? moved : kept };
  return seen.current.trails;
}
