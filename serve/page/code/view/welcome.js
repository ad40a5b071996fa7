// Without a table: where to find one.
import { html } from "../../vendor/preact.js";

export function Welcome({ why }) {
  return html`<main class="welcome"><h1>Houserules</h1>
    <p>${why || "This is a table, but every seat has a link of its own."}</p>
    <p>Whoever started the game has the links: ask for yours, and open it here.</p></main>`;
}
