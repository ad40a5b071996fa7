// The page: band on top, table, the reader's hand and question, the log beside.
import { html, useEffect, useLayoutEffect } from "../../vendor/preact.js";
import { onKey } from "../keys.js";
import { Ask } from "./ask.js";
import { Scene, sceneOf } from "./context.js";
import { Lobby } from "./lobby.js";
import { Latest, Log } from "./log.js";
import { News } from "./news.js";
import { Notices } from "./notices.js";
import { Panels } from "./panels.js";
import { Pause, titleOf } from "./pause.js";
import { Hand } from "./players.js";
import { Preview } from "./preview.js";
import { Table } from "./table.js";
import { sentence, Top } from "./top.js";
import { Welcome } from "./welcome.js";

export function App({ state }) {
  const { screen, book } = state;
  useEffect(() => {
    const act = (event) => onKey(event, state);
    const point = () => {
      state.byKeys = false;
    };
    document.addEventListener("keydown", act);
    document.addEventListener("pointerdown", point);
    return () => {
      document.removeEventListener("keydown", act);
      document.removeEventListener("pointerdown", point);
    };
  }, []);
  const title = screen ? `${screen.ask ? "● " : ""}${state.pause && !state.look ? titleOf(state) : sentence(screen)} – ${screen.view.game}` : "Houserules";
  useEffect(() => {
    document.title = title;
  }, [title]);
  useLayoutEffect(() => reserve(state));
  if (state.line === "refused") return html`<${Welcome} why=${state.why} />`;
  if (state.lobby) return html`<${Lobby} state=${state} />`;
  if (!screen || !book) return html`<main class="welcome"><h1>Houserules</h1><p role="status">${state.line === "lost" ? "The table does not answer; trying again." : "Sitting down …"}</p></main>`;
  const me = screen.view.groups.find((g) => g.seat !== null && g.seat === state.me);
  return html`<${Scene.Provider} value=${sceneOf(state)}>
    <div class="app" data-tab=${state.tab}>
      <${Top} />
      <${Notices} />
      <${Table} />
      <footer class="seat"><div class="told">${state.pause && !state.look ? null : state.news.length > 0 && state.me !== null && !state.look ? html`<${News} />` : html`<${Latest} />`}</div>${state.pause && !state.look ? html`<${Pause} />` : html`<${Ask} />`}<${Hand} group=${me} /></footer>
      <aside class="side" aria-label="Beside the table"><${Log} /></aside>
      <${Tabs} state=${state} />
    </div>
    <${Panels} /><${Preview} />
  <//>`;
}

// While the game goes on, the room at the edge does not shrink: what is pressed on the table stays
// where it is.
function reserve(state) {
  const seat = document.querySelector(".seat");
  if (!seat) return;
  const plays = state.me !== null && state.screen?.stop === "asking" && innerWidth > 1000;
  const wide = `${innerWidth} ${innerHeight}`;
  if (!plays || state.reserved?.wide !== wide) state.reserved = { wide, height: 0 };
  const most = innerHeight * RESERVED;
  state.reserved.height = plays ? Math.min(most, Math.max(state.reserved.height, seat.offsetHeight)) : 0;
  seat.style.minHeight = plays ? `${state.reserved.height}px` : "";
}

// No more of the window is kept free for what is not there now.
const RESERVED = 0.36;

// On a phone the log lies behind the table.
function Tabs({ state }) {
  const tabs = [["table", "Table"], ["log", "What happened"]];
  return html`<nav class="tabs" aria-label="Views">${tabs.map(([tab, text]) => html`<button key=${tab} type="button" aria-pressed=${state.tab === tab} onClick=${() => state.showTab(tab)}>${text}</button>`)}</nav>`;
}
