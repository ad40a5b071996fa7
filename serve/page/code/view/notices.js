// What everybody has to know: the line is gone, rules that change, what others propose, a fault.
import { html } from "../../vendor/preact.js";
import { useScene } from "./context.js";
import { Change, placeOf, Ticked, Told, uncited } from "./change.js";

export function Notices() {
  const { state } = useScene();
  const all = [...ofPage(state), ...ofSeats(state), ...ofTable(state)].filter(([, , shown]) => shown);
  state.notice(all.map(([name]) => name));
  const newest = newestOf(state, all);
  return html`<div class=${state.unfolded ? "notices" : "notices stacked"}>
    ${all.map(([name, , shown]) => html`<div key=${name} class=${name === newest ? "newest" : "older"}>${shown}</div>`)}
    ${all.length > 1 && html`<button type="button" class="more-notices" onClick=${() => state.unfold()}>${all.length === 2 ? "1 more notice" : `${all.length - 1} more notices`}</button>`}
  </div>`;
}

// On a phone one is open: what waits for an answer, else what came last.
function newestOf(state, all) {
  const waiting = all.filter(([, waits]) => waits).map(([name]) => name);
  const among = state.noticed.filter((name) => waiting.length === 0 || waiting.includes(name));
  return among[among.length - 1];
}

// Each notice: its name, whether it waits for an answer, and how it is shown.
function ofPage(state) {
  const flash = () => {
    state.flash = null;
    state.redraw();
  };
  return [
    ["lost", true, state.line === "lost" && html`<p class="notice warn" role="status">The connection is gone; trying again. Nothing is lost.</p>`],
    [`flash ${state.flash}`, false, state.flash && html`<p class="notice closing" role="status"><span>${state.flash}</span> <${Close} press=${flash} /></p>`],
    ["newcomer", false, isNew(state) && html`<${Newcomer} />`],
  ];
}

function ofSeats(state) {
  return state.seats.map((one, seat) => {
    const fresh = (one.opened || 0) > (state.opened[seat] || 0) && (seat === state.me || !one.closed);
    return [`seat ${seat}, ${one.opened}`, false, fresh && html`<p class="notice warn opened closing" role="status"><span>${elsewhere(state, one, seat)}</span> <${Close} press=${() => state.readOpened(seat)} /></p>`];
  });
}

function ofTable(state) {
  const { screen } = state.now;
  const { outcome, fault, rules } = screen;
  const fresh = outcome && !(state.read && state.read.n === outcome.n && state.read.text === outcome.text);
  return [
    ["broken", false, state.host && state.host.broken && html`<p class="notice warn" role="status">The rules as saved have mistakes; the game goes on under those it has. <button type="button" onClick=${() => state.open("host")}>Show them</button></p>`],
    [`outcome ${outcome?.n}`, false, fresh && html`<p class="notice outcome closing" role="status"><span><${Ticked} text=${outcome.text} /></span> <${Close} press=${() => state.readOutcome()} /></p>`],
    ["fault", true, fault && html`<${Fault} fault=${fault} />`],
    [`rules ${rules?.n}`, false, rules && rules.changed.length > 0 && !proposed(screen) && html`<${Changed} rules=${rules} />`],
    ...(screen.proposals || []).map((one) => [`proposal ${one.proposal}`, one.asked && one.mine === null, html`<${Proposal} one=${one} />`]),
  ];
}

const Close = ({ press }) => html`<button type="button" aria-label="Close" onClick=${press}>×</button>`;

function Newcomer() {
  const { state } = useScene();
  const { about } = state.book.raw;
  return html`<div class="notice newcomer" role="status"><div class="words">${about && html`<p class="game"><${Ticked} text=${about} /></p>`}<p>You play <b>${state.now.screen.view.seats[state.me]}</b>. What glows can be chosen.<span class="presses"> A button with … asks for more; any other does what it says.</span></p></div>
    <button type="button" data-read onClick=${() => state.open("rulebook")}>Read the rules</button><${Close} press=${() => state.meet()} /></div>`;
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
  return html`<section class="notice ask-all" role="alertdialog" aria-label=${text.replaceAll("`", "")}><p><${Told} text=${text} /></p>
    ${(one.lines || []).map((line, at) => html`<p key=${at} class="small"><${Told} text=${uncited(typeof line === "string" ? line : line.text)} /></p>`)}
    ${one.asked && one.mine === null ? html`<p class="row"><button type="button" class="go" onClick=${() => answer(true)}>Agree</button> <button type="button" onClick=${() => answer(false)}>No</button></p>` : null}
    ${own ? html`<p class="row"><button type="button" onClick=${() => answer(false)}>Withdraw it</button></p>` : null}
    <p class="small">${one.mine ? "You agree. " : ""}${others.length > 0 && `Still to answer: ${listed(others)}.`}</p></section>`;
}

const listed = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`);

function Fault({ fault }) {
  return html`<section class="notice warn" role="alert"><h2>The rules cannot be carried out</h2><p><${Ticked} text=${fault.message} /></p>
    ${(fault.details || []).map((text, at) => html`<p key=${at} class="small">${text}</p>`)}
    ${fault.help && html`<p><${Ticked} text=${fault.help} /></p>`}${fault.place && html`<p class="small">${placeOf(fault.place)}</p>`}</section>`;
}
