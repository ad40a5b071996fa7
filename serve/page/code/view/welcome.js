// Without a table: where to find one; or the lobby with the links of all.
import { html, useState } from "../../vendor/preact.js";
import { seatLook } from "../looks.js";
import { Disc } from "./sign.js";

export function Welcome({ why }) {
  return html`<main class="welcome"><h1>Houserules</h1>
    <p>${why || "This is a table, but every seat has a link of its own."}</p>
    <p>Whoever started the game has the links: ask for yours, and open it here.</p></main>`;
}

export function Lobby({ tables }) {
  return html`<main class="lobby"><h1>Tables</h1>
    <p>Each link is a seat: give it to one person alone.</p>
    <ul role="list">${tables.map((table) => html`<${Table} key=${table.id} table=${table} />`)}</ul></main>`;
}

function Table({ table }) {
  return html`<li class="lobby-table"><h2>${table.title || table.game} <small>${table.game.split(/[/\\]/).pop()}</small></h2>
    <ul role="list" class="lobby-seats">
      ${table.seats.map((one) => html`<${Link} key=${one.seat} url=${one.url} name=${one.name || `Seat ${one.seat}`} seat=${one.seat - 1} />`)}
      <${Link} url=${table.spectator} name="Onlookers" />
      <${Link} url=${table.host} name="Host" />
    </ul></li>`;
}

// A link that opens beside this page, and can be copied.
function Link({ url, name, seat }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url).catch(() => {});
    setCopied(true);
  };
  return html`<li>${seat !== undefined && html`<${Disc} seat=${seat} name=${name} look=${seatLook(seat)} />`}
    <a href=${url} target="_blank" rel="noopener noreferrer">${name}</a>
    <button type="button" class="plain" aria-label=${`Copy the link: ${name}`} onClick=${copy}>${copied ? "Copied" : "Copy"}</button></li>`;
}
