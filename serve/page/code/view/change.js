// What saved rules change, in words, and where.
import { html } from "../../vendor/preact.js";
import { words } from "../book.js";
import { captionOf } from "./card.js";
import { useScene } from "./context.js";
import { Squares } from "./squares.js";

export const placeOf = (place) => (typeof place === "string" ? place : `${place.file.split(/[/\\]/).pop()}, line ${place.line}`);

// Words between backticks are the rules' own.
export function Ticked({ text }) {
  return (text || "").split("`").map((part, at) => (at % 2 === 1 ? html`<code key=${at}>${part}</code>` : part));
}

// A square of a grid, as the board itself says where it is.
export const square = (text) => text.replace(/ at \((-?\d+), (-?\d+)\)/g, " at column $1, row $2");

// The same for those who play: names of the rules as words, tiles as they look.
export function Told({ text }) {
  const plain = (name) => words(name.replace(/^\[(.*)\]$/, "$1"));
  return square(text || "").split("`").map((part, at) => (at % 2 === 1 ? html`<b key=${at}>${plain(part)}</b>` : html`<${Pictured} key=${at} text=${part} />`));
}

// A tile is known by its picture; its name tells people little.
function Pictured({ text }) {
  const scene = useScene();
  const names = scene?.book?.tileNames;
  if (!names) return text;
  return text.split(names).map((part, at) => {
    const squares = at % 2 === 1 && scene.state.sketches.get(part);
    if (!squares) return part;
    const caption = captionOf(scene.book, scene.book.row({ name: part, kind: -1 }));
    const label = caption ? `${part}, ${caption}` : part;
    return html`<span key=${at} class="tile-in-text" role="img" aria-label=${label} title=${label}><${Squares} squares=${squares} />${caption && html`<small data-text=${caption}></small>`}</span>`;
  });
}

// Without the numbers of the printed rules behind it: `(B4-090, A-2 to A-4)`.
export const uncited = (text) => text.replace(/ ?\([A-Z]\w*-\d+\w*(?:(?:,| to| and) [A-Z]\w*-\d+\w*)*\)/g, "");

const GRADES = { migrates: "carries over what lies on the table", newgame: "only for a new game" };

// Whether it is a value that is another now, and no sentence.
const isValue = ({ was, now }) => Boolean(was && now) && !/[.:!?]$/.test(was);

// A change as the rulebook says it, with what it means for the game that is going on; whoever writes the rules reads it in their words, too.
export function Change({ one, host }) {
  const grade = GRADES[one.grade] && html` <small class="tag">${GRADES[one.grade]}</small>`;
  const place = one.place && host && html` <small class="place">${placeOf(one.place)}</small>`;
  if (!one.sentences) return html`${host ? html`<${Ticked} text=${one.text} />` : html`<${Told} text=${one.text} />`}${grade}${place}`;
  return html`<b>${one.about}</b>${grade}${one.sentences.map((of, at) => html`<span class="reads" key=${at}>
    ${isValue(of) ? html`from <del>${of.was}</del> to <ins>${uncited(of.now)}</ins>` : html`${of.was && html`<del><${Ticked} text=${uncited(of.was)} /></del>`}${of.was && of.now && html` → `}${of.now && html`<ins><${Ticked} text=${uncited(of.now)} /></ins>`}`}</span>`)}
    ${host && html`<small class="place"><${Ticked} text=${one.text} />${place}</small>`}`;
}
