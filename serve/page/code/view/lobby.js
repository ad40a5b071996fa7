// The lobby: every table with its links and who sits there, and new tables.
import { html, useEffect, useRef, useState } from "../../vendor/preact.js";
import { words } from "../book.js";
import { seatLook } from "../looks.js";
import { Disc } from "./sign.js";

export function Lobby({ state }) {
  return html`<main class="lobby"><h1>Tables</h1>
    ${state.line === "lost" && html`<p class="notice warn" role="status">The server does not answer; trying again.</p>`}
    <p>Each link is a seat: give it to one person alone. Keep the address of this page to yourself: it has all seats, and the host's pages.</p>
    <ul role="list">${state.lobby.map((table) => html`<${Table} key=${table.id} table=${table} />`)}</ul>
    ${state.games.length > 0 && html`<${Open} state=${state} />`}</main>`;
}

// Two games may have the same title.
const titled = ({ title, author, game }) => (author ? `${title}, by ${author}` : title || game);

// How a game stands: one that goes on is played by those who are there.
function stopOf({ now, stop }) {
  if (stop !== "asking") return STOPS[stop] || stop;
  const people = now ? now.seats.filter((one) => one.who === "human") : [];
  const here = people.filter((one) => one.here).length;
  if (now && people.length === 0) return "bots play";
  if (here === 0) return "nobody is here";
  return here < people.length ? `${here} of ${people.length} are here` : "being played";
}

const STOPS = { over: "over", fault: "stopped by a rule", broken: "broken down" };

function Table({ table }) {
  const { now } = table;
  const seat = (one) => now && now.seats[one.seat - 1];
  const sits = (one) => (seat(one) ? (seat(one).who !== "human" ? `bot (${seat(one).who})` : seat(one).here ? "here" : "free or away") : "");
  return html`<li class="lobby-table" data-table=${table.id}><h2>${titled(table)} <small>${table.id} · ${stopOf(table)}</small></h2>
    <ul role="list" class="lobby-seats">
      ${table.seats.map((one) => html`<${Link} key=${one.seat} url=${one.url} name=${one.name || `Seat ${one.seat}`} seat=${one.seat - 1} sits=${sits(one)} />`)}
      <${Link} url=${table.spectator} name="Onlookers" sits=${now && now.onlookers > 0 ? `${now.onlookers} looking on` : ""} />
      <${Link} url=${table.host} name="Host" />
    </ul></li>`;
}

// A link that opens beside this page, and can be copied.
function Link({ url, name, seat, sits }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url).catch(() => {});
    setCopied(true);
  };
  return html`<li>${seat !== undefined && html`<${Disc} seat=${seat} name=${name} look=${seatLook(seat)} />`}
    <a href=${url} target="_blank" rel="noopener noreferrer">${name}</a>
    ${sits && html`<small>${sits}</small>`}
    <button type="button" class="plain" aria-label=${`Copy the link: ${name}`} onClick=${copy}>${copied ? "Copied" : "Copy"}</button></li>`;
}

// A new table: which game, how many play, who sits where, its options.
function Open({ state }) {
  const [game, setGame] = useState(0);
  const [form, setForm] = useState(null);
  const [players, setPlayers] = useState(2);
  const [seats, setSeats] = useState({});
  const [names, setNames] = useState({});
  const [options, setOptions] = useState({});
  const [said, setSaid] = useState(null);
  const told = useRef(null);
  // What came of it is to be seen: the new table, or why there is none.
  useEffect(() => {
    if (!said) return;
    const table = said.id && document.querySelector(`[data-table="${CSS.escape(said.id)}"]`);
    (table || told.current)?.scrollIntoView({ block: table ? "start" : "center" });
  }, [said]);
  useEffect(() => {
    let gone = false;
    setForm(null);
    setOptions({});
    state.wire.ask({ do: "game", game }).then((reply) => {
      if (gone) return;
      setForm(reply);
      if (reply.ok) setPlayers(Math.min(reply.players[1], Math.max(2, reply.players[0])));
    });
    return () => {
      gone = true;
    };
  }, [game]);
  const open = async (event) => {
    event.preventDefault();
    const all = Array.from({ length: players }, (_, at) => at);
    const set = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ""));
    const reply = await state.wire.ask({ do: "open", game, players, seats: all.map((at) => seats[at] || "human"), names: all.map((at) => names[at] || ""), options: set });
    setSaid(reply.ok ? { id: reply.table.id, text: `The table ${reply.table.id} is open: its links stand above.` } : { text: inWords(reply.why, form.options) });
  };
  return html`<form class="lobby-open" onSubmit=${open}><h2>A new table</h2>
    <p class="row"><label>Game <select value=${game} onChange=${(e) => setGame(Number(e.target.value))}>${state.games.map((one) => html`<option key=${one.game} value=${one.game} selected=${one.game === game}>${titled(one)} (${one.file})</option>`)}</select></label></p>
    ${form && !form.ok && html`<p role="alert">${form.why}</p>`}
    ${form && form.ok && html`${form.about && html`<p>${form.about.replaceAll("`", "")}</p>`}<p class="row"><label>Players <select value=${players} onChange=${(e) => setPlayers(Number(e.target.value))}>${range(form.players).map((n) => html`<option key=${n} value=${n} selected=${n === players}>${n}</option>`)}</select></label></p>
    <ul role="list">${range([1, players]).map((n) => html`<li key=${n} class="row"><label>Seat ${n} <input placeholder="name" maxlength="24" value=${names[n - 1] || ""} onInput=${(e) => setNames({ ...names, [n - 1]: e.target.value })} /></label>
      <select aria-label=${`Who plays seat ${n}`} onChange=${(e) => setSeats({ ...seats, [n - 1]: e.target.value })}>${form.sitters.map((who) => html`<option key=${who} value=${who} selected=${(seats[n - 1] || "human") === who}>${who === "human" ? "a person" : `bot: ${BOTS[who] ?? who}`}</option>`)}</select></li>`)}</ul>
    ${form.options.map((one) => html`<p key=${one.name} class="row"><${Option} one=${one} value=${options[one.name] ?? ""} set=${(value) => setOptions({ ...options, [one.name]: value })} /></p>`)}
    <p class="row"><button type="submit" class="go">Open it</button> <span role="status" ref=${told}>${said?.text}</span></p>`}
  </form>`;
}

// A refusal with the options as their fields are called.
const inWords = (why, options) => options.reduce((text, { name }) => text.replaceAll(`\`${name}\``, `“${words(name)}”`), why).replaceAll("`", "");

// How bots play that are called by what they do.
const BOTS = { random: "plays at random", "random-options": "plays at random, every complete move alike", greedy: "takes what is best at once" };

const range = ([low, high]) => Array.from({ length: Math.max(0, high - low + 1) }, (_, at) => low + at);

// An option: left alone, it is as the rules have it.
function Option({ one, value, set }) {
  const choices = one.type === "yesno" ? ["yes", "no"] : one.members;
  const usual = `as the rules have it: ${words(String(one.usual))}`;
  return html`<label>${words(one.name)} ${choices
    ? html`<select onChange=${(e) => set(e.target.value)}><option value="" selected=${value === ""}>${usual}</option>${choices.map((text) => html`<option key=${text} value=${text} selected=${value === text}>${words(text)}</option>`)}</select>`
    : html`<input value=${value} placeholder=${one.usual} onInput=${(e) => set(e.target.value)} />${one.range && html` <small>${one.range[0]} to ${one.range[1]}</small>`}`}</label>${one.doc && html` <small>${one.doc}</small>`}`;
}
