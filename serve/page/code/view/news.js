// What others have done to the reader, said plainly; the newest first, as little of it is in sight
// on a phone.
import { html } from "../../vendor/preact.js";
import { Told } from "./change.js";
import { useScene } from "./context.js";

export function News() {
  const { state } = useScene();
  if (state.news.length === 0 || state.look || state.me === null) return null;
  const close = () => {
    state.news = [];
    state.redraw();
  };
  return html`<div class="news" role="status"><ul role="list" tabindex="0" aria-label="What others did to you">${state.news.toReversed().map((one, at) => html`<li key=${at}>${one.why && html`<span class="cause"><${Told} text=${one.why} />: </span>`}<b><${Told} text=${one.text} /></b>${one.more.map((text, n) => html`; <b key=${n}><${Told} text=${text} /></b>`)}</li>`)}</ul>
    <button type="button" class="close" aria-label="I have read it" onClick=${close}>×</button></div>`;
}
