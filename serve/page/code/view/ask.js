// The question, what may be done, and the move that is being made.
import { html, useEffect, useRef } from "../../vendor/preact.js";
import { entryTitle, goesOn, markKey, sentenceOf, words } from "../book.js";
import { pressedFor, prompt } from "../choosing.js";
import { memberLook } from "../looks.js";
import { About } from "./about.js";
import { Ticked, Told, uncited } from "./change.js";
import { nearness, useScene } from "./context.js";
import { capital } from "./score.js";
import { handOf } from "./players.js";
import { Sign } from "./sign.js";
import { Squares } from "./squares.js";
import { sentence } from "./top.js";

// Where the rules put no question: what is to be done, and where it can be chosen.
function open({ choosing, marks, state }) {
  if (choosing.entry !== null || choosing.held || choosing.full || state.screen.ask.question) return null;
  return marks.size > 0 ? "Choose here, or press what glows" : "Choose what to do";
}

export function Ask() {
  const scene = useScene();
  const { state, choosing } = scene;
  const { screen } = state;
  useEffect(() => followKeys(state), [choosing.step, choosing.entry, choosing.full, screen.screen]);
  if (!screen.ask || choosing.asked === null) return html`<${Waiting} />`;
  const { question } = screen.ask;
  const hint = open(scene);
  const asked = question && choosing.entry !== null && choosing.entries[choosing.entry].kind === "values" && choosing.trail.length === 0;
  const wanted = choosing.step && choosing.entry !== null && !choosing.full ? prompt(choosing.step, { book: scene.book, question: asked, whose: whoseCards(scene, choosing.step) }) : "";
  return html`<section class="ask" aria-label="Your move">
    <${Crumbs} />
    <div class="asking" aria-live="polite">${question && html`<p class="question">${question}</p>`}
    ${hint && html`<p class="prompt">${hint}</p>`}
    ${wanted && html`<p class="prompt">${wanted}</p>`}</div>
    ${choosing.error && html`<${Refused} />`}
    ${choosing.full ? html`<${Confirm} />` : choosing.step && choosing.entry !== null ? html`<${Step} step=${choosing.step} />` : html`<${Entries} />`}
  </section>`;
}

// Why something is not possible: all of it can be read, and comes into sight.
function Refused() {
  const { state, choosing } = useScene();
  const box = useRef(null);
  useEffect(() => box.current?.scrollIntoView({ block: "nearest" }), [choosing.error]);
  return html`<div class="refused" role="alert" tabindex="0" ref=${box}><${Told} text=${asSentences(choosing.error)} /> ${choosing.source && html`<button type="button" class="plain" onClick=${() => state.lookUp(choosing.source)}>In the rules</button>`}
    ${choosing.ways.map((at) => html`<button type="button" key=${at} class="plain way-to" onClick=${() => choosing.beginAnew(at)}>${entryTitle(choosing.entries[at])}<${Dots} /></button> `)}
    <button type="button" class="close" aria-label="Close" onClick=${() => choosing.forget()}>×</button></div>`;
}

// Reasons of the rules begin small and end without a full stop.
const asSentences = (text) => text.split("\n").map((line) => capital(line) + (/[.!?…”"]$/.test(line) ? "" : ".")).join("\n");

function Waiting() {
  const { state } = useScene();
  const { screen } = state;
  if (state.me === null) return null;
  const own = state.seats[state.me];
  if (own && own.who !== "human" && screen.stop === "asking") return html`<section class="ask quiet" aria-label="Your move"><p>A bot plays your seat. The host can give it back to you.</p></section>`;
  const said = screen.waits === "answered" ? answered(state) : screen.stop === "asking" ? `${sentence(screen)}.` : null;
  if (!said) return null;
  return html`<section class=${screen.waits === "answered" ? "ask quiet" : "ask quiet same"} aria-label="Your move"><p>${said}</p></section>`;
}

// What this reader has chosen while others still choose; what was chosen before the page was loaded
// again is not known here.
function answered({ choosing }) {
  const own = choosing.sent;
  if (!own) return "You have answered. The others are still choosing.";
  return choosing.raced ? `You have chosen: ${own}. Your time is noted; once all have answered, the quickest comes first.` : `You have chosen: ${own}. It happens when the others have chosen, too.`;
}

// Whoever plays by keys finds the focus at what comes next, where it was on something that is gone.
function followKeys(state) {
  if (!state.byKeys || document.activeElement !== document.body || !state.screen.ask) return;
  const next = document.querySelector(".ask [data-first], .ask [data-pick]:not([disabled]), [data-pick]:not([disabled])");
  if (next) next.focus({ preventScroll: true });
}

// What has been chosen so far; each part leads back to its step.
function Crumbs() {
  const { choosing } = useScene();
  const list = useRef(null);
  // On a phone they stand in one line: what was chosen last is in sight.
  useEffect(() => {
    if (list.current) list.current.scrollLeft = list.current.scrollWidth;
  }, [choosing.trail.length]);
  if (choosing.entry === null && !choosing.held) return null;
  const entry = choosing.entry === null ? null : choosing.entries[choosing.entry];
  // Where more is chosen bit by bit, the way back has its place from the beginning: nothing moves
  // under the finger when it comes.
  const waits = choosing.atStart && choosing.step?.fill === "some";
  if (entry && entry.kind === "values" && choosing.atStart && !waits) return null;
  // Whom a move can only be about, its words name already.
  const named = (one) => !choosing.full && entry && entry.kind !== "values" && saysWho(entry) && entryTitle(entry, choosing.told).includes(one.shown);
  return html`<nav class="crumbs" aria-label="This move so far">
    ${waits && html`<span class="back-step to-come" aria-hidden="true">‹ Back</span>`}
    ${!choosing.atStart && html`<button type="button" class="back-step" onClick=${() => choosing.back()}><span aria-hidden="true">‹</span> Back</button>`}
    <ol role="list" ref=${list}>
      ${entry && entry.kind !== "values" && html`<li><${About} name=${entryTitle(entry)} doc=${entry.doc}>${entryTitle(entry, choosing.full ? null : choosing.told)}<//>${!choosing.full && goesOn(entry) && choosing.told?.endsWith("…") ? " …" : null}</li>`}
      ${choosing.trail.map((one, at) => named(one) ? null : html`<li key=${at}><button type="button" class="crumb" aria-label=${`${one.name}: ${one.shown}; choose again`} onClick=${() => choosing.backTo(at)}><${Told} text=${one.shown} /></button></li>`)}
      ${entry && choosing.said.map((said) => html`<li key=${said} class="by-itself"><${Told} text=${said} /></li>`)}
      ${choosing.held && html`<li>with <b><${Told} text=${heldName(choosing)} /></b></li>`}
    </ol>
    ${choosing.held && html`<${ReadIt} pick=${choosing.marks().get(choosing.held)?.[0].pick} />`}
  </nav>`;
}

// For fingers, which choose a card by a tap: shows it large.
function ReadIt({ pick }) {
  const look = pick ? facing(pick) : {};
  return look["data-look"] ? html`<button type="button" class="plain look" ...${look}>Read it</button>` : null;
}

const heldName = (choosing) => choosing.marks().get(choosing.held)?.[0].pick.shown ?? "";

// On a phone more entries than that stand in two columns, so that all are seen at once.
const MANY = 4;

// The menu; with something held, only what can be done with it.
function Entries() {
  const { choosing } = useScene();
  const held = choosing.held && choosing.marks().get(choosing.held);
  const fitting = held ? new Set(held.map((one) => one.entry)) : null;
  const press = (at) => {
    if (held) return void choosing.pointWith(at, choosing.held, true);
    const only = onlyPick(choosing.entries[at]);
    const whole = only || !(choosing.entries[at].asks || choosing.entries[at].first);
    choosing.enter(at, Boolean(whole));
    if (only || saysWho(choosing.entries[at]) || isLone(choosing.entries[at])) choosing.pick(0);
  };
  const nothing = (at) => {
    choosing.enter(at, true);
    choosing.done();
  };
  return html`<div class=${choosing.entries.length > MANY ? "entries many" : "entries"} role="group" aria-label="What you may do">
    ${choosing.entries.map((entry, at) => {
      if (fitting && !fitting.has(at)) return null;
      const quiet = entry.kind === "pass" || entry.kind === "decline";
      const only = onlyPick(entry);
      const named = entryTitle(entry);
      // With what is held, too, a button says the whole move where it is one.
      const whole = only ?? (held ? wholeWith(entry, held.find((one) => one.entry === at)) : null);
      const title = only && entry.whole && goesOn(entry) ? wholeTitle(entry, only) : whole && !named.includes(whole.shown) ? `${named}: ${whole.shown}` : named;
      const more = whole || !(entry.asks || entry.first) ? !choosing.doesAtOnce(at) : true;
      // Fingers do not rest on a button before they press it.
      return html`<span key=${at} class="entry-row"><button type="button" data-pick disabled=${choosing.busy} class=${quiet ? "entry quiet" : "entry"} data-about=${entry.doc || null} data-about-name=${title} aria-description=${entry.doc || null} onClick=${() => press(at)}>
        ${at < 9 && html`<kbd class="key" aria-hidden="true" data-text=${at + 1}></kbd>`}<span><${Told} text=${title} />${more ? html`<${Dots} />` : null}</span>
      </button>${entry.doc && html`<button type="button" class="about what" data-about=${entry.doc} data-about-name=${title} aria-label=${`What is this: ${title}`} data-text="i"></button>`}</span>
      ${choosing.entries.length === 1 && entry.kind === "pass" && html`<${Idle} />`}
      ${mayBeNothing(entry) && html`<span class="entry-row"><button type="button" data-pick disabled=${choosing.busy} class="entry quiet" onClick=${() => nothing(at)}>${noneOf(entry)}${choosing.skipsAtOnce(at) ? null : html`<${Dots} />`}</button></span>`}`;
    })}
  </div>`;
}

// Behind what does not do anything yet when it is pressed; what has no dots does what it says.
const Dots = () => html`<span class="dots" aria-hidden="true"> …</span>`;

// Beside a pass that is all there is: it need not be pressed every time.
function Idle() {
  const { state } = useScene();
  const idle = Boolean(state.screen.auto && state.screen.auto.idle);
  return html`<label class="idle"><input type="checkbox" data-idle checked=${idle} onChange=${() => state.say({ do: "auto", idle: !idle })} /> Always pass for me when there is nothing else</label>`;
}

// Whether a move asks for nothing but a set that may be empty: to do it with nothing is not to do it.
const mayBeNothing = ({ kind, first, filled, steps }) => kind === "move" && first?.fill === "some" && first.least === 0 && !first.tested && (filled || []).length + 1 === steps.length;

const noneOf = (entry) => (mayBeNothing(entry) ? `Do not ${small(entryTitle(entry))}` : "Choose none");

const small = (text) => text.charAt(0).toLowerCase() + text.slice(1);

// What is filled in by a move that can be made in one way only.
function onlyPick({ kind, first, filled, steps }) {
  const one = kind === "move" && first && first.fill === "one" && first.picks.length === 1 && (filled || []).length + 1 === steps.length;
  return one && !first.picks[0].sketch?.length && first.picks[0].shown ? first.picks[0] : null;
}

// The words of the rules with all that belongs to it, and what they leave out.
function wholeTitle({ whole, told }, { shown }) {
  const named = sentenceOf(whole);
  return named.includes(shown) || told.includes("…") ? named : `${named}: ${shown}`;
}

// Whether a move that asks for more first asks for a card or a player of which there is but one.
function isLone({ kind, first, filled, steps }) {
  const one = kind === "move" && first && first.fill === "one" && first.picks.length === 1 && (filled || []).length + 1 < steps.length;
  return one && !first.picks[0].sketch?.length && (first.picks[0].arg.Card !== undefined || first.picks[0].arg.Seat !== undefined);
}

// What is held, if a move asks for nothing else.
function wholeWith({ kind, filled, steps }, { fill, pick }) {
  return kind === "move" && fill === "one" && (filled || []).length + 1 === steps.length ? pick : null;
}

// Whether a move says already the only player whom it can be about.
function saysWho(entry) {
  const { first, kind } = entry;
  const one = kind === "move" && first && first.fill === "one" && first.picks.length === 1 && first.picks[0].arg.Seat !== undefined;
  return one && entryTitle(entry).includes(first.picks[0].shown);
}

function Confirm() {
  const { choosing } = useScene();
  // What was pressed where it lies can be pressed there again.
  const pressed = choosing.last ? choosing.last.step.fill === "one" && choosing.last.marks.some(Boolean) : pressedFor(choosing.entries[choosing.entry]).length > 0;
  return html`<div class="confirm"><p aria-live="polite"><b><${Told} text=${choosing.inWords()} /></b><br /><small>${choosing.full.final ? "This is final. Press again, or go back." : pressed ? "Press again to do it, or choose something else." : "Not done yet: do it, or go back."}</small></p>
    <${WhatItDoes} entry=${choosing.entries[choosing.entry]} />
    <${ReadIt} pick=${choosing.last ? pickedLast(choosing) : playedBy(choosing.entries[choosing.entry])} />
    <button type="button" class="go" data-go data-first disabled=${choosing.busy} onClick=${(event) => choosing.done(event.detail === 0)}>Do it</button></div>`;
}

// What a card does that plays itself, as the rules say it: it may be pressed before it was read.
function WhatItDoes({ entry: { plays, doc } }) {
  if (!(plays || []).length || !doc) return null;
  return html`<p class="does"><${Ticked} text=${uncited(doc)} /></p>`;
}

// The card that a move plays by itself.
const playedBy = ({ plays }) => ((plays || []).length > 0 ? { mark: plays[0] } : null);

// The one card that was picked last.
function pickedLast({ last: { step, shown } }) {
  return step.fill === "one" ? step.picks.find((pick) => pick.shown === shown) : null;
}

// Of cards that all lie before one player: `your cards`, `Cleo's cards`.
function whoseCards({ state }, { picks }) {
  const { view } = state.screen;
  const owners = (picks || []).map(({ mark }) => (mark && mark.zone ? view.groups.find((g) => g.zones.some((z) => z.at && z.at.join() === mark.zone.join()))?.seat : null) ?? null);
  const [seat] = owners;
  if (seat === undefined || seat === null || owners.some((one) => one !== seat)) return null;
  return seat === state.me ? "your cards" : `${view.seats[seat]}'s cards`;
}

function Step({ step }) {
  const { choosing } = useScene();
  return html`<div class="step">
    ${step.fill === "number" ? html`<${Stepper} step=${step} />` : html`<${Picks} step=${step} />`}
    ${step.fill === "one" ? html`<${Trial} />` : html`<${Done} step=${step} />`}
    ${choosing.busy && html`<span class="busy" role="status">…</span>`}
  </div>`;
}

// A tile that would lie as it is shown on the board.
function Trial() {
  const { choosing } = useScene();
  const { trial } = choosing;
  if (!trial || trial.of !== choosing.step) return null;
  return html`<div class="done" role="group" aria-label="The tile as it would lie">
    ${trial.ways > 1 && html`<button type="button" class="plain" onClick=${() => choosing.turn?.()}><span aria-hidden="true">↻</span> Turn</button>`}
    <button type="button" class="go" data-go data-pick onClick=${() => choosing.pick(trial.at, true)}>Lay it here${choosing.laysAtOnce() ? null : html`<${Dots} />`}</button>
  </div>`;
}

// A number within its range; the focus is on the number itself, where arrows change it.
function Stepper({ step }) {
  const { choosing } = useScene();
  const n = choosing.number;
  const keys = (event) => {
    const by = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10, Home: -Infinity, End: Infinity }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    choosing.setNumber(by === Infinity ? step.high : by === -Infinity ? step.low : n + by);
  };
  const wide = step.high - step.low > WIDE;
  return html`<div class=${wide ? "stepper by-tens" : "stepper"}>
    ${wide && html`<button type="button" class="tens" aria-label="Ten less" disabled=${n <= step.low} onClick=${() => choosing.setNumber(n - 10)}>−10</button>`}
    <button type="button" aria-label="One less" disabled=${n <= step.low} onClick=${() => choosing.setNumber(n - 1)}>−</button>
    <output class="amount" role="spinbutton" tabindex="0" data-first aria-label=${step.name} aria-valuemin=${step.low} aria-valuemax=${step.high} aria-valuenow=${n} aria-valuetext=${choosing.numberShown(n)} onKeyDown=${keys}>${choosing.numberShown(n)}</output>
    <button type="button" aria-label="One more" disabled=${n >= step.high} onClick=${() => choosing.setNumber(n + 1)}>+</button>
    ${wide && html`<button type="button" class="tens" aria-label="Ten more" disabled=${n >= step.high} onClick=${() => choosing.setNumber(n + 10)}>+10</button>`}
    <input type="range" tabindex="-1" aria-hidden="true" min=${step.low} max=${step.high} value=${n} onInput=${(event) => choosing.setNumber(Number(event.target.value))} />
  </div>`;
}

// A longer range is gone through by tens, too.
const WIDE = 30;

// Everything that may be picked, also what is marked on the table.
function Picks({ step }) {
  const scene = useScene();
  const { choosing, letters, marks } = scene;
  const tiles = step.picks.length > 0 && step.picks.every((pick) => pick.mark && pick.mark.spot && pick.sketch && pick.sketch.length > 0);
  if (tiles) return null;
  const letterOf = (at) => {
    for (const [key, all] of marks) if (all.some((one) => one.at === at)) return letters.get(key);
    return null;
  };
  const press = (at) => (step.fill === "one" ? choosing.pick(at) : choosing.toggle(at));
  const classes = ["picks", step.picks.length > 14 ? "many" : "", step.fill !== "order" && allInHand(scene, step.picks) ? "in-hand" : ""];
  return html`<ul class=${classes.join(" ")} role="list">${step.picks.map((pick, at) => {
    const taken = choosing.picked.indexOf(at);
    const order = step.fill === "order" && taken >= 0 ? html`<b class="nth">${taken + 1}</b>` : null;
    const tick = step.fill === "some" ? html`<i class="tick" aria-hidden="true" data-text=${taken >= 0 ? "☑" : "☐"}></i>` : null;
    const dots = step.fill === "one" && !choosing.answersAtOnce(pick) ? html`<${Dots} />` : null;
    return html`<li key=${at}><button type="button" data-pick disabled=${choosing.busy} class=${taken >= 0 ? "pick picked" : "pick"} aria-pressed=${step.fill === "one" ? null : taken >= 0} ...${facing(pick)} onClick=${() => press(at)} ...${nearness(choosing, markKey(pick.mark))}>
      ${order}${tick}<${Look} pick=${pick} /><span>${spaceOf(scene, pick) ?? (pick.shown || "–")}${dots}${isHere(scene, pick) ? html` <small>you are here</small>` : null}</span>${letterOf(at) && html`<kbd class="key" aria-hidden="true" data-text=${letterOf(at)}></kbd>`}
    </button></li>`;
  })}</ul>`;
}

// A space of a road, by what the road joins.
function spaceOf({ book }, { arg }) {
  const [of, at] = (arg && arg.Member) || [];
  const map = of === undefined ? null : book.raw.maps.find((one) => one.nodes === of);
  const road = map && map.roads.find((one) => one.nodes.includes(at));
  if (!road) return null;
  const city = (node) => words(book.enum(map.cities).members[node]);
  return `${city(road.start)} – ${city(road.finish)}, space ${road.nodes.indexOf(at) + 1} of ${road.nodes.length}`;
}

// Whether it is the place of a map where the reader's own piece stands.
function isHere({ state, book }, { arg }) {
  const map = arg && arg.Member && book.raw.maps.find((one) => one.nodes === arg.Member[0] || one.cities === arg.Member[0]);
  const own = state.screen.view.groups.find((g) => g.seat !== null && g.seat === state.me);
  if (!map || !own) return false;
  return own.counters.some(({ is }) => is && is.Member && [map.nodes, map.cities].includes(is.Member[0]) && is.Member[1] === arg.Member[1]);
}

// What can be looked at closely, as the card itself can.
const facing = ({ mark }) => (mark && mark.name !== undefined && mark.kind !== undefined ? { "data-look": mark.name, "data-kind": mark.kind } : {});

// Whether everything that may be picked lies in the reader's hand.
function allInHand({ state, book }, picks) {
  const group = state.screen.view.groups.find((g) => g.seat !== null && g.seat === state.me);
  if (!group || picks.length === 0) return false;
  const zones = handOf(book, group).filter((z) => z.count > 0 && z.at).map((z) => z.at.join(":"));
  return picks.every((pick) => pick.mark && pick.mark.zone && zones.includes(pick.mark.zone.join(":")));
}

function Look({ pick }) {
  const { book } = useScene();
  if (pick.sketch && pick.sketch.length > 0) return html`<span class="pick-tile"><${Squares} squares=${pick.sketch} /></span>`;
  const member = pick.arg && pick.arg.Member;
  if (!member || book.enum(member[0]).rectangle || book.enum(member[0]).members.length > 12) return null;
  const look = memberLook(book.enum(member[0]).members[member[1]], member[1]);
  return html`<i class="chip-sign" style=${{ "--paint": look.paint, "--ink": look.ink }}><${Sign} look=${look} /></i>`;
}

function Done({ step }) {
  const { choosing, book } = useScene();
  const n = choosing.picked.length;
  const together = step.fill === "some" ? sumOf(book, step, choosing.picked) : null;
  const none = step.fill === "some" && n === 0 && step.least === 0 && !step.tested;
  const atOnce = choosing.ordersAtOnce();
  const text = step.fill === "number" ? saysNumber(choosing) : step.fill === "order" ? "Hand in this order" : n === 0 ? (step.least > 0 ? (step.most === 1 ? "Choose it" : "Choose them") : noneOf(choosing.entries[choosing.entry])) : `Choose ${n === 1 ? "it" : `these ${n}`}`;
  const inOrder = () => {
    choosing.picked = step.picks.map((_, at) => at);
    choosing.done(false, false);
  };
  return html`<div class="done">
    ${step.fill !== "number" && html`<span class="missing" role="status">${missing(step, n)}${together ? html`, <b>${together}</b> together` : null}${choosing.lacks && !(n === 0 && SAID.test(choosing.lacks)) ? html`: <span class="lacks"><${Told} text=${choosing.lacks} /></span>` : null}</span>`}
    ${step.fill === "some" && n > 0 && html`<${ReadIt} pick=${step.picks[choosing.picked[n - 1]]} />`}
    ${step.fill === "order" && n === 0 && html`<button type="button" class="plain" onClick=${inOrder}>As they stand<${Dots} /></button>`}
    <button type="button" class=${none ? "plain" : "go"} data-go disabled=${!choosing.ready || choosing.busy} onClick=${() => choosing.done(false, none || atOnce)}>${text}${atOnce || (none && choosing.skipsAtOnce(choosing.entry)) ? null : html`<${Dots} />`}</button>
  </div>`;
}

// What a number would be handed in for: `Offer Ben a card for $20`.
function saysNumber(choosing) {
  const shown = choosing.numberShown(choosing.number);
  const entry = choosing.entries[choosing.entry];
  if (entry.kind !== "values" && choosing.counted && !choosing.counted.includes("…")) return sentenceOf(choosing.counted);
  const told = choosing.told ?? entry.told;
  if (entry.kind !== "values" && told && told.split("…").length === 2) return sentenceOf(told.replace("…", shown));
  return entry.kind === "values" ? `Choose ${shown}` : `${entryTitle(entry)}: ${shown}`;
}

// What the cards that are taken are worth together: the amount that is printed on each of what may
// be taken, or every number that is.
function sumOf(book, step, picked) {
  const printed = (pick) => {
    const { name, kind } = pick.mark || {};
    const row = book.row({ name: name ?? pick.shown, kind: kind ?? -1 });
    if (!pick.arg || !pick.arg.Card || !row) return [];
    const fields = book.fields(row);
    const amount = fields.find((f) => f.type === "amount");
    return amount ? [amount] : fields.filter((f) => f.type === "number");
  };
  const all = step.picks.map(printed);
  const [first] = all;
  if (!first || picked.length === 0) return null;
  const of = (fields, name) => fields.find((f) => f.name === name)?.value.n;
  const common = first.filter(({ name }) => all.every((fields) => of(fields, name) !== undefined));
  if (common.length === 0 || common.length > SUMS) return null;
  const sum = ({ name }) => picked.reduce((n, at) => n + of(all[at], name), 0);
  if (common.length === 1) return common[0].value.text.replace(/-?\d+/, sum(common[0]));
  return common.map((field) => `${words(field.name)} ${sum(field)}`).join(", ");
}

// Sums of more numbers than these say little.
const SUMS = 3;

// What `1 more needed` says already.
const SAID = /^something must be chosen/i;

function missing(step, n) {
  if (step.most === 0) return null;
  const least = step.fill === "order" ? step.picks.length : step.least;
  const most = step.fill === "order" ? least : step.most;
  if (n < least) return `${n} chosen, ${least - n} more needed`;
  return n < most ? `${n} chosen, up to ${most - n} more` : `${n} chosen, that is all`;
}
