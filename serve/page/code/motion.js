// Moves are followed by the eye: whatever lies elsewhere after a screen than before goes there.
// Cards have no names of their own, so they are paired by what shows: first those that stay in
// their zone, then equal faces elsewhere, then backs of zones that have fewer.

const TIME = 420;
let before = null;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// Where everything that can move is now.
export function measure() {
  before = still() ? null : things();
}

function things() {
  return Array.from(document.querySelectorAll("[data-thing]"), (node) => {
    const { thing, zone } = node.dataset;
    return { node, thing, zone, back: node.dataset.back || "", count: Number(node.dataset.count || 0), rect: node.getBoundingClientRect() };
  });
}

// After the new screen is drawn.
export function play() {
  if (!before) return;
  const [old, now] = [before, things()];
  before = null;
  const left = old.filter((one) => one.thing !== "pile");
  const news = now.filter((one) => one.thing !== "pile" && !stays(one, left));
  const fewer = shrunk(old, now);
  for (const one of news) {
    const from = taken(left, (o) => o.thing === one.thing) || taken(left, (o) => one.back && o.back === one.back && o.zone !== one.zone) || spare(fewer, one);
    if (from) fly(one.node, from.rect, one.rect, true);
    else one.node.animate([{ opacity: 0, transform: "scale(.9)" }, {}], { duration: TIME / 2, easing: "ease-out" });
  }
  // What came into a pile shows on it.
  for (const gone of left) {
    const pile = now.find((one) => one.thing === "pile" && one.zone !== gone.zone && one.count > countOf(old, one) && one.back === gone.back);
    if (pile) ghost(gone, pile);
  }
}

function stays(one, left) {
  const same = taken(left, (o) => o.thing === one.thing && o.zone === one.zone);
  if (same) fly(one.node, same.rect, one.rect, false);
  return Boolean(same);
}

function taken(list, fits) {
  const at = list.findIndex(fits);
  return at < 0 ? null : list.splice(at, 1)[0];
}

const countOf = (all, pile) => all.find((one) => one.thing === "pile" && one.zone === pile.zone)?.count ?? 0;

function shrunk(old, now) {
  return old
    .filter((one) => one.thing === "pile")
    .map((one) => ({ ...one, fewer: one.count - countOf(now, one) }))
    .filter((one) => one.fewer > 0);
}

function spare(fewer, one) {
  const pile = fewer.find((p) => p.fewer > 0 && p.zone !== one.zone && (!one.back || p.back === one.back));
  if (pile) pile.fewer -= 1;
  return pile || null;
}

function fly(node, from, to, far) {
  const [dx, dy] = [from.left - to.left, from.top - to.top];
  if (!to.width || (Math.abs(dx) < 2 && Math.abs(dy) < 2)) return;
  const scale = from.width && far ? from.width / to.width : 1;
  const rest = getComputedStyle(node).transform;
  const base = rest === "none" ? "" : rest;
  node.animate(
    [{ transform: `translate(${dx}px, ${dy}px) scale(${scale}) ${base}`, zIndex: 20, transformOrigin: "0 0" }, { transform: base || "none", zIndex: 20, transformOrigin: "0 0" }],
    { duration: TIME, easing: "cubic-bezier(.2,.7,.2,1)" },
  );
}

// A copy of a card that is not drawn any more goes to the pile that took it.
function ghost(gone, pile) {
  const copy = gone.node.cloneNode(true);
  copy.classList.add("ghost");
  copy.setAttribute("aria-hidden", "true");
  copy.removeAttribute("data-thing");
  Object.assign(copy.style, { left: `${gone.rect.left}px`, top: `${gone.rect.top}px`, width: `${gone.rect.width}px`, height: `${gone.rect.height}px` });
  document.body.append(copy);
  const [dx, dy] = [pile.rect.left - gone.rect.left, pile.rect.top - gone.rect.top];
  const run = copy.animate([{ transform: "none" }, { transform: `translate(${dx}px, ${dy}px) scale(${pile.rect.width / gone.rect.width})`, opacity: 0.2 }], { duration: TIME, easing: "ease-in-out" });
  run.onfinish = () => copy.remove();
  run.oncancel = () => copy.remove();
}
