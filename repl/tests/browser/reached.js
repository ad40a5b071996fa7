// Where a hand would press what a selector finds: brings it into sight, and looks for a point of
// it that nothing covers.
const wanted = arguments[0];
const node = typeof wanted === "string" ? document.querySelector(wanted) : wanted;
if (!node) return { missing: String(wanted) };
const inside = (x, y) => x > 0 && y > 0 && x < innerWidth && y < innerHeight;
const free = () => {
  for (const box of node.getClientRects()) {
    for (const down of [0.5, 0.25, 0.75, 0.1, 0.9]) {
      for (const along of [0.5, 0.3, 0.15, 0.7, 0.05, 0.85, 0.95]) {
        const [x, y] = [Math.round(box.left + box.width * along), Math.round(box.top + box.height * down)];
        const hit = inside(x, y) && document.elementFromPoint(x, y);
        if (hit && (hit === node || node.contains(hit))) return { x, y };
      }
    }
  }
  return null;
};
const here = free();
if (here) return here;
node.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
const there = free();
if (there) return there;
const middle = node.getBoundingClientRect();
const over = document.elementFromPoint(middle.left + middle.width / 2, middle.top + middle.height / 2);
return { covered: node.outerHTML.slice(0, 300), by: over ? over.outerHTML.slice(0, 200) : null };
