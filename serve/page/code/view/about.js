// What the rules' prose says of a thing: under the pointer, at the focus, held down or pressed.
import { html } from "../../vendor/preact.js";

// A name that can be asked what it is; without prose it is only a name.
export function About({ name, doc, plain = false, children }) {
  if (!doc || plain) return children;
  return html`<button type="button" class="about" data-about=${doc} data-about-name=${name} aria-description=${doc}>${children}</button>`;
}

export function Bubble({ name, doc }) {
  return html`<div class="bubble"><b>${name}</b> ${doc}</div>`;
}
