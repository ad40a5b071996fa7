// On which side of a place of a map its name is written: where it covers the least.

// As wide as a letter is, and as high as a line, in units of the map.
const [LETTER, LINE] = [11, 23];

// How far the letters stand from the middle of a place, so that a pawn on it covers none.
const OFF = 17;

// Eight directions: where the name begins, and how far its line lies below the place.
const SIDES = [
  { name: "above", anchor: "middle", across: 0, down: -1 },
  { name: "below", anchor: "middle", across: 0, down: 1 },
  { name: "right", anchor: "start", across: 1, down: 0 },
  { name: "left", anchor: "end", across: -1, down: 0 },
  { name: "above right", anchor: "start", across: 0.6, down: -0.75 },
  { name: "above left", anchor: "end", across: -0.6, down: -0.75 },
  { name: "below right", anchor: "start", across: 0.6, down: 0.75 },
  { name: "below left", anchor: "end", across: -0.6, down: 0.75 },
];

// The same in the map's own measure: the line stands on `y`.
function sides() {
  const high = line();
  const off = OFF * (small() ? 1.35 : 1);
  const y = { "-1": -off, "-0.75": -off * 0.6, 0: high * 0.3, 0.75: off * 0.6 + high * 0.7, 1: off + high * 0.7 };
  return SIDES.map((side) => ({ ...side, x: side.across * (off + 2), y: y[side.down] }));
}

// What is written at a place: its name, and below it a mark, if there is one. A sign of few letters
// goes with the name.
export function writtenAt(name, mark) {
  if (!mark) return [name];
  return mark.length <= SIGN ? [`${name} ${mark}`] : [name, mark];
}

// Of so many letters.
const SIGN = 3;

const widest = (lines) => Math.max(...lines.map((one) => one.length)) * letter();

const known = new WeakMap();

// A side for each city, for what is written there; worked out once for each map and size of letters,
// as long as that stays the same.
export function sidesOf(map, spots, written) {
  const of = `${letter()} ${written.join("; ")}`;
  if (known.get(map)?.of !== of) known.set(map, { of, sides: chosen(map, spots, written) });
  return known.get(map).sides;
}

function chosen(map, spots, written) {
  const marks = [...spots, ...map.roads.flatMap((road) => between(spots[road.start], spots[road.finish]))];
  const [xs, ys] = [spots.map((p) => p[0]), spots.map((p) => p[1])];
  const room = { left: Math.min(...xs) - 7 * letter(), right: Math.max(...xs) + 7 * letter(), top: Math.min(...ys) - 66, bottom: Math.max(...ys) + 66 };
  const all = sides();
  const boxes = written.map((lines, city) => all.map((side) => boxOf(side, spots[city], lines)));
  const pawn = line() * 0.7;
  const places = written.map((_, city) => ({ left: spots[city][0] - pawn, right: spots[city][0] + pawn, top: spots[city][1] - pawn, bottom: spots[city][1] + pawn }));
  const costOf = (city, at, best) => {
    const box = boxes[city][at];
    const covered = marks.filter((mark) => holds(box, mark)).length;
    const others = best.reduce((sum, other, n) => sum + (n === city || other === null ? 0 : shared(box, boxes[n][other])), 0);
    const hidden = places.reduce((sum, place, n) => sum + (n === city ? 0 : shared(box, place)), 0);
    const outside = box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom;
    return covered + 60 * others + 20 * hidden + (outside ? 100 : 0) + at * 0.1;
  };
  // Each takes the best side as the others stand; after some rounds nobody wants another.
  let best = written.map(() => null);
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = best.join();
    written.forEach((_, city) => {
      const costs = all.map((_, at) => costOf(city, at, best));
      best[city] = costs.indexOf(Math.min(...costs));
    });
    if (best.join() === before) break;
  }
  return best.map((at) => all[at]);
}

const ROUNDS = 8;

// Letters are larger on a phone, in the map's own measure.
const small = () => matchMedia("(max-width: 760px)").matches;
const letter = () => (small() ? LETTER * 1.58 : LETTER);
const line = () => (small() ? LINE * 1.4 : LINE);

// A box that holds what is written, too.
export function withNames(box, spots, written, sides) {
  let [left, right] = [box.x, box.x + box.w];
  written.forEach((lines, city) => {
    const label = boxOf(sides[city], spots[city], lines);
    left = Math.min(left, label.left);
    right = Math.max(right, label.right);
  });
  return { ...box, x: left, w: right - left };
}

// Points on the straight line of a road.
function between([ax, ay], [bx, by]) {
  const n = Math.max(1, Math.round(Math.hypot(bx - ax, by - ay) / 8));
  return Array.from({ length: n }, (_, at) => [ax + ((bx - ax) * at) / n, ay + ((by - ay) * at) / n]);
}

function boxOf(side, [x, y], lines) {
  const width = widest(lines);
  const left = { middle: x - width / 2, start: x + side.x, end: x + side.x - width }[side.anchor];
  const first = y + firstLine(side, lines);
  return { left, right: left + width, top: first - line() * 0.85, bottom: first + below(lines) + line() * 0.25 };
}

// How far the other lines stand below the first.
const below = (lines) => (lines.length - 1) * line() * 0.85;

// Where the first line stands: what is above a place grows upwards, what is beside it both ways.
export const firstLine = (side, lines) => side.y - below(lines) * (side.down < 0 ? 1 : side.down === 0 ? 0.5 : 0);

const holds = (box, [x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom;

// How much of a line of two letters two boxes share. Names in one line are a letter apart, or they
// would be read as one.
function shared(a, b) {
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left) + letter();
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return wide > 0 && high > 0 ? 0.2 + (wide * high) / (2 * letter() * line()) : 0;
}
