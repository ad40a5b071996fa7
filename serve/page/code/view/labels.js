// On which side of a place of a map its name is written: where it covers the least.

// As wide as a letter is, and as high as a line, in units of the map.
const [LETTER, LINE] = [9.4, 20];

const SIDES = [
  { name: "above", x: 0, y: -17 },
  { name: "below", x: 0, y: 28 },
  { name: "right", x: 18, y: 6 },
  { name: "left", x: -18, y: 6 },
];

const known = new WeakMap();

// A side for each city; worked out once for each map and size of letters.
export function sidesOf(map, spots, names) {
  const wide = letter();
  if (known.get(map)?.wide !== wide) known.set(map, { wide, sides: chosen(map, spots, names) });
  return known.get(map).sides;
}

function chosen(map, spots, names) {
  const marks = [...spots, ...map.roads.flatMap((road) => between(spots[road.start], spots[road.finish]))];
  const [xs, ys] = [spots.map((p) => p[0]), spots.map((p) => p[1])];
  const room = { left: Math.min(...xs) - 7 * letter(), right: Math.max(...xs) + 7 * letter(), top: Math.min(...ys) - 66, bottom: Math.max(...ys) + 66 };
  const taken = [];
  return names.map((name, city) => {
    const costs = SIDES.map((side, at) => {
      const box = boxOf(side, spots[city], name.length * letter());
      const covered = marks.filter((mark) => holds(box, mark)).length;
      const names = taken.filter((other) => meet(box, other)).length;
      const outside = box.left < room.left || box.right > room.right || box.top < room.top || box.bottom > room.bottom;
      return { side, box, cost: covered + 8 * names + (outside ? 100 : 0) + at * 0.1 };
    });
    const best = costs.reduce((a, b) => (b.cost < a.cost ? b : a));
    taken.push(best.box);
    return best.side;
  });
}

// Letters are larger on a phone, in the map's own measure.
const letter = () => (matchMedia("(max-width: 760px)").matches ? LETTER * 1.9 : LETTER);

// A box that holds the names, too.
export function withNames(box, spots, names, sides) {
  let [left, right] = [box.x, box.x + box.w];
  names.forEach((name, city) => {
    const label = boxOf(sides[city], spots[city], name.length * letter());
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

function boxOf(side, [x, y], width) {
  const left = { above: x - width / 2, below: x - width / 2, right: x + side.x, left: x + side.x - width }[side.name];
  return { left, right: left + width, top: y + side.y - LINE + 4, bottom: y + side.y + 4 };
}

const holds = (box, [x, y]) => x > box.left && x < box.right && y > box.top && y < box.bottom;
const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
