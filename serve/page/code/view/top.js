// The band on top: which game, where it stands, and whose turn it is.
import { html } from "../../vendor/preact.js";
import { words } from "../book.js";
import { seatLook } from "../looks.js";
import { About } from "./about.js";
import { Told } from "./change.js";
import { useScene } from "./context.js";
import { idle } from "./counter.js";
import { titleOf } from "./pause.js";
import { capital } from "./score.js";
import { Disc } from "./sign.js";

export function Top() {
  const { state, book } = useScene();
  const { view } = state.screen;
  const buttons = [["rulebook", "Rules"], ["closed", "Why not?"], ["note", "Note"], ["more", "More"]];
  const shown = buttons.filter(([panel]) => panel !== "closed" || state.screen.ask);
  return html`<header class="head"><div class="top">
    <h1><${Title} /></h1>
    <nav aria-label="Game">${shown.map(([panel, text]) => html`<button key=${panel} type="button" data-panel=${panel} aria-expanded=${state.panel === panel} onClick=${() => state.open(panel)}>${text}</button>`)}
      ${state.host && html`<button type="button" class="host-button" aria-expanded=${state.panel === "host"} onClick=${() => state.open("host")}>Host</button>`}
    </nav>
  </div>
  ${state.look ? html`<${Moment} look=${state.look} />` : html`<${Turn} />`}</header>`;
}

// The name of the game; pressed, it says what the game is about.
function Title() {
  const { state, book } = useScene();
  const { about, author } = book.raw;
  const name = html`${book.title || state.screen.view.game}${author && html` <small>by ${author}</small>`}`;
  if (!about) return name;
  return html`<button type="button" data-panel="goal" aria-expanded=${state.panel === "goal"} onClick=${() => state.open("goal")}>${name} <span class="goal">Goal</span></button>`;
}

// A past moment that the host looks at; nobody else sees anything of it.
function Moment({ look }) {
  const { state } = useScene();
  const { view } = state.screen;
  const step = (to, text, sign) => html`<button type="button" disabled=${to === null} aria-label=${text} onClick=${() => state.lookAt(to)}>${sign}</button>`;
  return html`<div class="band past">
    <p class="now" aria-live="polite"><strong>As it was at point ${look.n}</strong> <span><${Told} text=${look.text} /></span></p>
    <p class="row">${step(look.before, "The moment before", "‹")}${step(look.after, "The moment after", "›")}
      <button type="button" class="go" onClick=${() => state.lookAway()}>Back to the table</button></p>
    <p class="path">${view.path.map((line) => line.text).join(" › ")}</p>
  </div>`;
}

// Says whose turn it is, at a glance and to screen readers.
function Turn() {
  const { state } = useScene();
  const { screen } = state;
  const { view } = screen;
  const path = view.path.map((line) => line.text.replace(SUM, "")).join(" › ");
  const mine = Boolean(screen.ask);
  const seats = mine ? [] : view.asked;
  const [paint] = !mine && seats.length === 1 ? seatLook(seats[0]) : [null];
  return html`<div class=${mine ? "band mine" : screen.stop === "over" ? "band over" : "band"} style=${paint ? { "--paint": paint } : {}}>
    <p class="now" aria-live="polite">${mine ? html`<span class="dot-now" aria-hidden="true"></span>` : seats.length === 1 && html`<${Disc} seat=${seats[0]} name=${view.seats[seats[0]]} look=${seatLook(seats[0])} />`}
      <strong>${state.pause ? titleOf(state) : sentence(screen)}</strong></p>
    ${state.pause ? html`<p class="path">The table as it was then</p>` : html`<p class="path">${path}</p><${Running} groups=${view.groups} />`}
  </div>`;
}

// What a move was said to come to, as `: more than 4 of 12 is needed`: that was so when it was
// chosen, and may have changed since.
const SUM = /: [^:]*\d.*$/;

// What the running stages count, as the money of a turn.
function Running({ groups }) {
  const { book } = useScene();
  const runs = groups.filter((g) => g.seat === null && !g.member && g.owner);
  const said = runs.flatMap((g) => g.counters.filter((c) => !idle(c) && book.counter(g, c.name).type !== "player").map((c) => [words(c.name), c.value === "yes" ? "" : words(c.value), book.counter(g, c.name).doc]));
  if (said.length === 0) return null;
  return html`<p class="running">${said.map(([name, value, doc], at) => html`${at > 0 && html`<span aria-hidden="true">·</span>`}<span key=${name}><${About} name=${name} doc=${doc}>${name}<//> <b>${value}</b></span>`)}</p>`;
}

export function sentence(screen) {
  const { view } = screen;
  if (screen.stop === "over") return capital(view.outcome) || "The game is over.";
  if (screen.stop === "fault") return "The rules stopped here.";
  if (screen.ask) {
    if (screen.ask.race) return "All may act, quickest first";
    if (screen.ask.together) return "Everybody chooses at once";
    const turn = view.seats.find((name) => view.path.some((line) => line.text === `${name}'s turn`));
    return turn === nameOf(screen) || (!turn && !screen.ask.question) ? "Your turn" : "You are asked";
  }
  if (screen.waits === "answered") return "Waiting for the others";
  const names = view.asked.map((seat) => view.seats[seat]);
  if (names.length === 0) return "Nobody is asked";
  if (names.length === view.seats.length && names.length > 2) return "Everybody is asked";
  return `Waiting for ${names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`}`;
}

const nameOf = (screen) => (screen.you.role === "seat" ? screen.view.seats[screen.you.seat] : "");
