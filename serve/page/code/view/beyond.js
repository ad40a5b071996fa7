// What can be chosen and lies beyond the edge of the table: says so, and brings it into sight.
import { html, useEffect, useState } from "../../vendor/preact.js";
import { useScene } from "./context.js";

// So much of a thing must be seen, in points.
const SEEN = 12;

export function Beyond() {
  const { state, marks } = useScene();
  const [hidden, setHidden] = useState([0, 0]);
  useEffect(() => {
    const table = document.getElementById("table");
    const look = () => {
      const next = beyond(table).map((nodes) => nodes.length);
      setHidden((now) => (now.join() === next.join() ? now : next));
    };
    look();
    table.addEventListener("scroll", look, { passive: true });
    // The room changes with the window and with the question below; what lies there changes, too.
    const watch = new ResizeObserver(look);
    [table, ...table.children].forEach((node) => watch.observe(node));
    return () => {
      table.removeEventListener("scroll", look);
      watch.disconnect();
    };
  }, [state.screen.screen, state.choosing.step, marks.size]);
  const [above, below] = hidden;
  if (above + below === 0) return null;
  const side = below > 0 ? 1 : 0;
  const show = () => beyond(document.getElementById("table"))[side][0]?.scrollIntoView({ block: "center" });
  return html`<div class="beyond"><button type="button" onClick=${show}>${hidden[side]} <span class="where">more to choose ${side ? "below" : "above"}</span> <span aria-hidden="true">${side ? "↓" : "↑"}</span></button></div>`;
}

// What lies above what is seen of the table, and below it.
function beyond(table) {
  const box = table.getBoundingClientRect();
  const all = Array.from(table.querySelectorAll("[data-pick]"), (node) => ({ node, at: node.getBoundingClientRect() })).filter((one) => one.at.height > 0);
  const nodes = (some) => some.map((one) => one.node);
  return [nodes(all.filter((one) => one.at.bottom < box.top + SEEN)), nodes(all.filter((one) => one.at.top > box.bottom - SEEN))];
}
