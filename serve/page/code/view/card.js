// A card: its kind's fields decide how it looks.
import { html } from "../../vendor/preact.js";
import { cardKeys, faceOf, words } from "../book.js";
import { cardLook, colourField, kindLook, memberLook, short } from "../looks.js";
import { chosenBy, useScene } from "./context.js";
import { Counters, tells } from "./counter.js";
import { Eye } from "./eye.js";
import { Squares } from "./squares.js";
import { Sign } from "./sign.js";

// A place of a zone, which may be pointed at.
export function Card({ card, zone, at, owner, turn = 0, sight = null }) {
  const scene = useScene();
  const face = faceOf(card);
  const take = chosenBy(scene, cardKeys(zone, at, card));
  const twin = twinOf(zone, at, take);
  const classes = ["card", face ? "face" : card === "hole" ? "hole" : "back"];
  if (take) classes.push(take.held || twin < take.picked ? "picked" : "open");
  else if (zone.shape === "set" && face ? twinOf(zone, at, true) < scene.choosing.taken(cardKeys(zone, at, card)) : scene.choosing.has(cardKeys(zone, at, card))) classes.push("picked");
  const come = Boolean(face && zone.at && scene.state.come.get(zone.at.join(":"))?.includes(face.name));
  if (come) classes.push("come");
  const name = face ? face.name : card === "hole" ? "free place" : `${words(zone.back)}, face down`;
  const props = {
    class: classes.join(" "),
    style: { ...paint(scene.book, face), "--turn": turn },
    "data-thing": face ? `f:${face.kind}:${face.name}` : card === "hole" ? null : `b:${zone.back}`,
    "data-zone": zone.at ? zone.at.join(":") : zone.name,
    "data-back": zone.back,
    "data-look": face ? face.name : null,
    "data-kind": face ? face.kind : null,
  };
  const inside = html`${face ? html`<${Face} face=${face} zone=${zone.name} />` : html`<${Back} zone=${zone} hole=${card === "hole"} />`}
    ${sight && html`<span aria-hidden="true"><${Eye} sight=${sight} /></span>`}
    ${take && take.letter && html`<kbd class="key" aria-hidden="true" data-text=${take.letter}></kbd>`}`;
  const seen = `${sight ? `, ${sight.text}` : ""}${come ? ", new" : ""}`;
  const keys = cardKeys(zone, at, card);
  const ask = () => scene.choosing.putDownFor(keys) || scene.choosing.beginsWith(keys) || scene.state.whyNot(face.name, keys, owner);
  const why = face && scene.state.screen.ask ? ask : null;
  if (!take) return html`<div ...${props} onClick=${why} data-answers=${why ? "" : null} role="img" tabindex=${face && worthALook(scene.book, face) ? 0 : null} aria-label=${labelled(scene, { face, zone: zone.name }, name) + seen}>${inside}</div>`;
  const label = `${labelled(scene, { face, zone: zone.name }, name)}${seen}, ${owner ? `${owner}, ` : ""}${words(zone.name)}: ${take.says}`;
  return html`<button type="button" ...${props} data-pick title=${take.says === "can be chosen" ? null : take.says} aria-pressed=${take.held || twin < take.picked} aria-label=${label} onClick=${take.press}>${inside}</button>`;
}

// Of equal copies in a set, the first ones show that they are taken.
function twinOf(zone, at, take) {
  if (!take) return 0;
  const name = (card) => faceOf(card)?.name;
  return zone.shape === "set" ? zone.cards.slice(0, at).filter((c) => name(c) === name(zone.cards[at])).length : 0;
}

function paint(book, face) {
  const row = face && book.row(face);
  if (!row) return {};
  const look = cardLook(book, row);
  return { "--paint": look.paint, "--ink": look.ink };
}

function labelled(scene, { face, zone }, name) {
  if (!face) return name;
  const row = scene.book.row(face);
  // What can be read on the card comes first, in the same order.
  const { number, rest } = parts(scene.book, row);
  const own = face.own ? face.own.counters.filter((c) => tells(scene.state.screen.view, c, zone)).map((c) => `${words(c.name)} ${c.value}`) : [];
  const last = number && !name.includes(number.called ?? number.value.text) ? [`${words(number.name)} ${number.called ?? number.value.text}`] : [];
  return [words(name), ...rest.map(fieldText), ...own, ...last].join(", ");
}

function Back({ zone, hole }) {
  if (hole) return null;
  return html`<span class="back-art" aria-hidden="true"></span><span class="back-name" aria-hidden="true">${words(zone.back)}</span>`;
}

// What is printed, with what belongs to the card.
export function Face({ face, whole = false, zone = null }) {
  const scene = useScene();
  const { book } = scene;
  const row = book.row(face);
  const tile = (scene.state.screen.view.tiles || []).find((one) => one.name === face.name);
  const drawn = tile && html`<span class="tile-face"><${Squares} squares=${tile.squares} /></span>`;
  if (tile && !whole) return html`${drawn}<span class="tile-name">${captionOf(book, row) ?? words(face.name)}</span>`;
  if (!row) return html`${drawn}<span class="title">${face.name}</span>`;
  return html`<${Printed} row=${row} face=${face} whole=${whole} zone=${zone} />${drawn}`;
}

// What a tile has that its picture does not show; null: nothing of the kind.
export function captionOf(book, row) {
  const [field] = row ? book.fields(row).filter((f) => f.type === "enum") : [];
  return field ? words(field.value.text) : null;
}

function Printed({ row, face, whole, zone }) {
  const { book } = useScene();
  const look = cardLook(book, row);
  const { colour, number, titled, rest: short } = parts(book, row);
  // Shown large, a number says what it counts, where the kind has several.
  const several = whole && titled && number && book.kind(row).fields.filter(isNumber).length > 1;
  const rest = several ? [number, ...short] : short;
  const prose = whole && row.prose ? row.prose : [];
  const more = whole ? behind(book, row) : [];
  const said = whole ? explained(book, row) : [];
  return html`
    <span class="corner" aria-hidden="true">${number ? html`<b data-long=${number.value.text.length > 2 ? number.value.text.length : null} data-text=${number.value.text}></b>` : html`<${Sign} look=${look} />`}<${Sign} look=${look} /></span>
    ${titled
      ? html`<span class="watermark" aria-hidden="true"><${Sign} look=${look} /></span><span class=${longest(face.name) > 8 ? "title tight" : "title"} aria-hidden="true">${words(face.name)}</span>`
      : html`<span class="middle" aria-hidden="true">${number ? html`<b data-text=${number.value.text}></b>` : html`<${Sign} look=${look} />`}<small>${number && html`<${Sign} look=${look} />`}<span>${colour ? colour.value.text : words(book.kind(row).name)}</span></small></span>`}
    ${rest.length > 0 && html`${" "}<span class="fields" aria-hidden="true">${rest.map((f) => html`<${Field} key=${f.name} field=${f} /> `)}</span>`}
    ${face.own && html`<span class="own" aria-hidden="true"><${Counters} group=${face.own} small plain zone=${zone} /></span>`}
    ${more.length > 0 && html`<span class="fields" aria-hidden="true">${more.map((f) => html`<${Field} key=${f.name} field=${f} /> `)}</span>`}
    ${prose.map((text) => html`<span class="prose">${text}</span>`)}
    ${said.map((one) => html`<span key=${one.doc} class="prose">${one.name && html`<b>${one.name}</b> `}${one.doc}</span>`)}
    ${titled && html`<span class="kind" aria-hidden="true">${words(book.kind(row).name)}</span>`}`;
}

// What the tables of a card's members say of them.
export function behind(book, row) {
  return book.fields(row).flatMap((f) => (f.type === "enum" ? book.printed(f.of, f.value.member) : []));
}

// What is to be read of a card: texts that are printed on it or stand in its members' tables, and
// what the rules' prose says of its fields and its kind.
function explained(book, row) {
  const kind = book.kind(row);
  const printed = book.fields(row);
  const texts = printed.filter((f) => f.type === "text" && f.name !== "name").map((f) => ({ name: "", doc: f.value.text }));
  const members = printed.flatMap((f) => (f.type === "enum" ? book.told(f.of, f.value.member).map((doc) => ({ name: words(f.value.text), doc })) : []));
  const fields = printed.filter((f) => f.doc && worth(f)).map((f) => ({ name: words(f.name), doc: f.doc }));
  const all = [...texts, ...members, ...fields];
  return kind.doc ? [...all, { name: words(kind.name), doc: kind.doc }] : all;
}

// Whether a card shows more when it is shown large.
export function worthALook(book, face) {
  const row = book.row(face);
  return Boolean(row) && (book.fields(row).length > 2 || behind(book, row).length > 0 || Boolean(row.prose && row.prose.length > 0) || explained(book, row).length > 0);
}

// Which field gives the colour, which the number, and what else is to be read. A card without a
// number may have a rank: one of an enum whose members can be written short.
function parts(book, row) {
  const fields = row ? book.fields(row) : [];
  const colour = colourField(book, fields);
  const number = fields.find((f) => isNumber(f) && says(book, row, f)) || rank(book, fields.find((f) => f.type === "enum" && f !== colour) || colour);
  const others = fields.filter((f) => f.name !== number?.name && f.type !== "text" && worth(f));
  const more = others.some((f) => f !== colour);
  const titled = more || fields.some((f) => f.type === "text") || (!number && !colour);
  return { colour, number, titled, rest: titled ? others : [] };
}

const isNumber = (f) => f.type === "number" || f.type === "amount";

// Whether a number is worth being printed large: a 0 that most cards of the kind have is none.
function says(book, row, field) {
  if (field.value.n !== 0) return true;
  const at = book.kind(row).fields.findIndex((f) => f.name === field.name);
  const all = book.raw.rows.filter((one) => one.kind === row.kind);
  const numbers = book.kind(row).fields.filter((f) => isNumber(f)).length;
  return numbers === 1 && all.filter((one) => one.values[at].n === 0).length * 2 < all.length;
}

function rank(book, field) {
  if (!field || !book.enum(field.of).members.every(short)) return undefined;
  return { ...field, value: { ...field.value, text: short(field.value.text) }, called: field.value.text };
}

const longest = (name) => Math.max(...words(name).split(" ").map((word) => word.length));

// Nothing and no are not worth a line.
const worth = (f) => !(f.value.yes === false || f.value.n === 0);

function fieldText(field) {
  if (field.type === "enum") return words(field.value.text);
  return field.type === "yesno" ? words(field.name) : `${words(field.name)} ${words(field.value.text)}`;
}

function Field({ field }) {
  const { book } = useScene();
  const { value } = field;
  if (field.type === "enum" && book.enum(field.of)) {
    return html`<span class="field"><i class="dot" style=${{ "--paint": memberLook(value.text, value.member ?? 0).paint }}></i>${words(value.text)}</span>`;
  }
  if (field.type === "yesno") return html`<span class="field">${fieldText(field)}</span>`;
  return html`<span class="field"><em>${words(field.name)}</em> ${words(value.text)}</span>`;
}

// A card by itself, large, with everything that is printed on it.
export function Large({ face }) {
  const { book } = useScene();
  const row = book.row(face);
  const look = row ? cardLook(book, row) : kindLook(book, 0);
  return html`<div class="card face large" style=${{ "--paint": look.paint, "--ink": look.ink }}><${Face} face=${face} whole /></div>`;
}
