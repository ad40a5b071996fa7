// What saved rules change, in words, and where.
import { html } from "../../vendor/preact.js";
import { words } from "../book.js";

export const placeOf = (place) => (typeof place === "string" ? place : `${place.file.split(/[/\\]/).pop()}, line ${place.line}`);

// Words between backticks are the rules' own.
export function Ticked({ text }) {
  return (text || "").split("`").map((part, at) => (at % 2 === 1 ? html`<code key=${at}>${part}</code>` : part));
}

// The same for those who play: names of the rules as words.
export function Told({ text }) {
  const plain = (name) => words(name.replace(/^\[(.*)\]$/, "$1"));
  return (text || "").split("`").map((part, at) => (at % 2 === 1 ? html`<b key=${at}>${plain(part)}</b>` : part));
}

const GRADES = { migrates: "carries over what lies on the table", newgame: "only for a new game" };

// A change in words, with what it means for the game that is going on.
export function Change({ one }) {
  return html`<${Ticked} text=${one.text} />${GRADES[one.grade] && html` <small class="tag">${GRADES[one.grade]}</small>`}${one.place && html` <small class="place">${placeOf(one.place)}</small>`}`;
}
