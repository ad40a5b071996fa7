// What everybody has to know: the line is gone, rules that change, what others propose, a fault.
import { html } from "../../vendor/preact.js";
import { useScene } from "./context.js";
import { Change, placeOf, Ticked, uncited } from "./change.js";

export function Notices() {
  const { state } = useScene();
  const { screen } = state.now;
  return html`<div class="notices">
    ${state.line === "lost" && html`<p class="notice warn" role="status">The connection is gone; trying again. Nothing is lost.</p>`}
    ${state.flash && html`<p class="notice" role="status">${state.flash} <button type="button" aria-label="Close" onClick=${() => { state.flash = null; state.redraw(); }}>×</button></p>`}
    ${state.seats.map((one, seat) => (one.opened || 0) > (state.opened[seat] || 0) && html`<p key=${seat} class="notice warn opened" role="status"><span>${elsewhere(state, one, seat)}</span> <button type="button" aria-label="Close" onClick=${() => state.readOpened(seat)}>×</button></p>`)}
    ${state.host && state.host.broken && html`<p class="notice warn" role="status">The rules as saved have mistakes; the game goes on under those it has. <button type="button" onClick=${() => state.open("host")}>Show them</button></p>`}
    ${isNew(state) && html`<div class="notice newcomer" role="status"><div class="words">${state.book.raw.about && html`<p class="game"><${Ticked} text=${state.book.raw.about} /></p>`}<p>You play <b>${screen.view.seats[state.me]}</b>. What glows can be chosen.</p></div>
      <button type="button" data-read onClick=${() => state.open("rulebook")}>Read the rules</button><button type="button" aria-label="Close" onClick=${() => state.meet()}>×</button></div>`}
    ${screen.outcome && screen.outcome.n > state.read && html`<p class="notice outcome" role="status"><${Ticked} text=${screen.outcome.text} /> <button type="button" aria-label="Close" onClick=${() => { state.read = screen.outcome.n; state.redraw(); }}>×</button></p>`}
    ${screen.fault && html`<${Fault} fault=${screen.fault} />`}
    ${screen.rules && screen.rules.changed.length > 0 && !proposed(screen) && html`<${Changed} rules=${screen.rules} />`}
    ${(screen.proposals || []).map((one) => html`<${Proposal} key=${one.proposal} one=${one} />`)}
  </div>`;
}

// Whoever has a seat's link sees its cards: what another browser has open is said to everybody.
function elsewhere({ me }, { name, screens }, seat) {
  const whose = seat === me ? "Your" : `${name}'s`;
  const on = screens > 1 ? `${whose} seat is open on ${screens === 2 ? "two" : screens} screens.` : `${whose} seat was opened on another screen.`;
  return seat === me ? `${on} If that was not you, ask the host for a new link.` : on;
}

// Whoever sits here has not chosen anything yet.
function isNew(state) {
  const { screen } = state.now;
  if (state.met || state.me === null || state.look || screen.stop !== "asking" || screen.log.first > 0) return false;
  state.met = screen.log.lines.some((line) => (line.by || []).includes(state.me));
  return !state.met;
}

// Rules that are being agreed on are told there.
const proposed = (screen) => (screen.proposals || []).some((one) => one.what === "reload");

// Once it is settled when they come in, it is folded, and can be opened.
function Changed({ rules }) {
  const { state } = useScene();
  return html`<details key=${rules.wait || ""} class="notice change" open=${!rules.wait} aria-label="The rules have changed"><summary><h2>${rules.wait ? `The rules change at the next ${rules.wait}` : "The rules are to change"}</h2></summary>
    <ul>${rules.changed.map((one, at) => html`<li key=${at}><${Change} one=${one} host=${Boolean(state.host)} /></li>`)}</ul>
    ${rules.opens && rules.opens.length > 0 && html`<p>Then would be seen: ${rules.opens.map((one) => (typeof one === "string" ? one : one.text)).join("; ")}</p>`}
    <p>${rules.wait ? `They come in at the next ${rules.wait}.` : state.host ? html`<button type="button" onClick=${() => state.open("host")}>Bring them in …</button>` : "The host decides when."}</p></details>`;
}

function Proposal({ one }) {
  const { state } = useScene();
  const { seats } = state.now.screen.view;
  // Whoever proposes it is spoken to.
  const own = one.by === null ? Boolean(state.host) : one.by === state.me;
  const text = own ? one.text.replace(one.by === null ? "The host wants" : `${seats[one.by]} wants`, "You want") : one.text;
  const others = (one.open || []).filter((seat) => seat !== state.me).map((seat) => seats[seat]);
  const answer = (yes) => state.say({ do: "answer", proposal: one.proposal, yes });
  return html`<section class="notice ask-all" role="alertdialog" aria-label=${text.replaceAll("`", "")}><p><${Ticked} text=${text} /></p>
    ${(one.lines || []).map((line, at) => html`<p key=${at} class="small"><${Ticked} text=${uncited(typeof line === "string" ? line : line.text)} /></p>`)}
    ${one.asked && one.mine === null ? html`<p class="row"><button type="button" class="go" onClick=${() => answer(true)}>Agree</button> <button type="button" onClick=${() => answer(false)}>No</button></p>` : null}
    <p class="small">${one.mine ? "You agree. " : ""}${others.length > 0 && `Still to answer: ${listed(others)}.`}</p></section>`;
}

const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`);

function Fault({ fault }) {
  return html`<section class="notice warn" role="alert"><h2>The rules cannot be carried out</h2><p><${Ticked} text=${fault.message} /></p>
    ${(fault.details || []).map((text, at) => html`<p key=${at} class="small">${text}</p>`)}
    ${fault.help && html`<p><${Ticked} text=${fault.help} /></p>`}${fault.place && html`<p class="small">${placeOf(fault.place)}</p>`}</section>`;
}
