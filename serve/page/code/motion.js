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
  if (far && node.classList.contains("card")) {
    carry(node, from, to, 1);
    node.animate([{ opacity: 0 }, { opacity: 0 }], { duration: TIME });
    return;
  }
  const rest = getComputedStyle(node).transform;
  const base = rest === "none" ? "" : rest;
  const scale = far && from.width ? from.width / to.width : 1;
  node.animate(
    [{ transform: `translate(${dx}px, ${dy}px) scale(${scale}) ${base}`, zIndex: 20, transformOrigin: "0 0" }, { transform: base || "none", zIndex: 20, transformOrigin: "0 0" }],
    { duration: TIME, easing: "cubic-bezier(.2,.7,.2,1)" },
  );
}

// A copy of a card that is not drawn any more goes to the pile that took it.
const ghost = (gone, pile) => carry(gone.node, gone.rect, pile.rect, 0.2);

// A copy goes over everything else from one place to another, as parts of the page that scroll
// would cut the card itself off.
function carry(node, from, to, last) {
  const copy = node.cloneNode(true);
  for (const part of [copy, ...copy.querySelectorAll("[data-thing]")]) part.removeAttribute("data-thing");
  copy.classList.remove("open", "picked");
  copy.classList.add("ghost");
  copy.setAttribute("aria-hidden", "true");
  copy.setAttribute("tabindex", "-1");
  Object.assign(copy.style, { left: `${to.left}px`, top: `${to.top}px` });
  copy.style.setProperty("--cw", `${to.width}px`);
  document.body.append(copy);
  const away = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / (to.width || 1)})`;
  const run = copy.animate([{ transform: away, opacity: 1 }, { transform: "none", opacity: last }], { duration: TIME, easing: "cubic-bezier(.3,.6,.2,1)" });
  run.onfinish = () => copy.remove();
  run.oncancel = () => copy.remove();
}
