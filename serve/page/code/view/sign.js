import { html } from "../../vendor/preact.js";
import { initial } from "../looks.js";

// The sign that stands beside a colour.
export function Sign({ look, label }) {
  return html`<svg class="sign" viewBox="0 0 24 24" aria-hidden=${label ? null : "true"} role=${label ? "img" : null} aria-label=${label}><path d=${look.sign} /></svg>`;
}

// The disc of a player.
export function Disc({ seat, name, look, title }) {
  const [paint, ink] = look;
  return html`<span class="disc" title=${title || name} style=${{ "--paint": paint, "--ink": ink }} data-seat=${seat} data-text=${initial(name)}></span>`;
}
