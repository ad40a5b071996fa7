// What somebody who does not know the game would do next on this page: `what.draw` is a number
// drawn for it, `what.keys` asks for a key in place of something to press; `reached` says where a
// hand would press a node.
const shown = (node) => node.getClientRects().length > 0;
const all = (selector) => Array.from(document.querySelectorAll(selector)).filter(shown);
const one = (selector) => all(selector)[0] || null;
const memory = (window.player ||= { refused: 0, leaving: false, else: 0 });

const busy = () => one(".busy") || one(".confirm [data-go]:disabled") || all(".ask button:disabled").length > all("[data-go]:disabled, .stepper button:disabled, .entry:disabled").length;
const still = async () => {
  for (const end = Date.now() + 20000; Date.now() < end; await new Promise((on) => setTimeout(on, 10))) {
    if (one(".score")) return "over";
    if (one(".band.mine") && one(".entries .entry:not(:disabled), .step, .confirm") && !busy()) return "asked";
    if (!one(".band.mine") && Date.now() > end - 19985) return "waits";
  }
  return "stuck";
};

// What is held for looking at is let go.
const held = one("[data-go-on]");
if (held) return what.keys ? { state: "asked", key: "Enter", label: "Go on" } : { state: "asked", press: reached(held), label: "Go on" };
const state = await still();
const screen = document.querySelector(".app")?.innerText || "";
if (state !== "asked") return { state, screen: state === "stuck" ? screen : "" };

let n = what.draw;
const draw = (of) => {
  n = (n * 1103515245 + 12345) % 2147483648;
  // Its low digits come round too soon for a choice among few keys.
  return Math.floor(n / (what.keys ? 65536 : 8)) % of;
};
const any = (list) => list[draw(list.length)];
const reach = (node) => ({ state, press: reached(node), label: (node.getAttribute("aria-label") || node.textContent).slice(0, 80) });
const key = (name) => ({ state, key: name, label: name });
const picked = () => all('[data-pick][aria-pressed="true"]');
const back = () => {
  const node = one(".back-step");
  if (!node) return null;
  return what.keys ? key("Escape") : reach(node);
};

// What was refused is tried otherwise; after a while something else is, by whatever ends the turn,
// or any entry of the menu. So is a set that cannot be handed in as it is.
const lacks = one(".lacks") && picked().length > 0;
if (one(".refused") || lacks) memory.refused += 1;
if (memory.refused > 3) Object.assign(memory, { refused: 0, leaving: true, else: 3 });
if (one(".entries")) memory.leaving = false;
if (memory.leaving) {
  const away = back();
  if (away) return away;
  memory.leaving = false;
}
if (lacks && draw(2) === 0) {
  const away = back();
  if (away) return away;
}
// A second press that comes too soon is a double click.
if (one(".confirm")) {
  await new Promise((on) => setTimeout(on, 360));
  if (!one(".confirm")) return { state: "waits" };
}
const go = one("[data-go]:not(:disabled)");
const entries = all(".entry:not(:disabled)");
if (entries.length > 1 && memory.else > 0) {
  memory.else -= 1;
  const last = one(".entry.quiet:not(:disabled)") || any(entries);
  const digit = last.querySelector(".key");
  return what.keys && digit ? key(digit.dataset.text) : reach(last);
}
const picks = all("[data-pick]:not(:disabled):not([data-go])");
const fresh = picks.filter((node) => node.getAttribute("aria-pressed") !== "true");
const few = !one(".refused") || draw(3) === 0;
if (go && (fresh.length === 0 || (few && draw(2) === 0))) return what.keys ? key("Enter") : reach(go);
if (what.keys) {
  const letters = all("[data-pick] .key, .node .key-text").map((node) => node.dataset.text || node.textContent);
  const places = all("[data-site]").map((node) => node.dataset.site).filter((n) => n.length === 1);
  const keys = [...letters, ...places];
  if (keys.length > 0 && draw(8) > 0) return key(any(keys));
  if (go) return key("Enter");
  if (picks.length === 0) return key("Escape");
  return { state, walk: true, label: "arrows" };
}
if (fresh.length > 0) return reach(any(fresh));
if (go) return reach(go);
return back() || { state: "stuck", screen };
