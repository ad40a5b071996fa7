// The page begins here: the link stands behind `#`, so no request ever carries it.
import { html, render } from "../vendor/preact.js";
import { minded } from "./press.js";
import { State } from "./state.js";
import { App } from "./view/app.js";
import { Welcome } from "./view/welcome.js";

const root = document.getElementById("page");

function begin() {
  const link = decodeURIComponent(location.hash.slice(1));
  if (!link) {
    render(html`<${Welcome} />`, root);
    return;
  }
  let waiting = false;
  const draw = () => {
    waiting = false;
    render(html`<${App} state=${state} />`, root);
  };
  const redraw = () => {
    if (!waiting) queueMicrotask(draw);
    waiting = true;
  };
  const state = new State(link, redraw);
  minded(root);
  redraw();
}

addEventListener("hashchange", () => location.reload());
begin();
