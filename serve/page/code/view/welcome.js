// Without a table: where to find one.
import { html } from "../../vendor/preact.js";

// What the server says, as a sentence of its own.
const sentence = (why) => why && why[0].toUpperCase() + why.slice(1) + (/[.!?]$/.test(why) ? "" : ".");

export function Welcome({ why }) {
  return html`<main class="welcome"><h1>Houserules</h1>
    <p role="alert">${sentence(why) || "This is a table, but every seat has a link of its own. Whoever started the game has the links: ask for yours, and open it here."}</p></main>`;
}
