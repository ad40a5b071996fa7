// What is printed: looked up by the places that screens name.

export class Book {
  constructor(raw) {
    this.raw = raw;
    this.title = raw.title;
    this.byName = new Map();
    raw.rows.forEach((row, at) => this.byName.set(`${row.kind}:${row.name}`, at));
    const tiles = raw.rows.filter((row) => raw.kinds[row.kind].tile).map((row) => row.name);
    this.tileNames = tiles.length > 0 ? anyOf(tiles) : null;
  }

  row(face) {
    const at = this.byName.get(`${face.kind}:${face.name}`);
    if (at !== undefined) return this.raw.rows[at];
    return this.raw.rows.find((row) => row.name === face.name) || null;
  }

  kind(row) {
    return row ? this.raw.kinds[row.kind] : null;
  }

  zone(view) {
    return (view.at && this.raw.zones[view.at[0]]) || {};
  }

  enum(at) {
    return this.raw.enums[at];
  }

  // The enum of a map's roads: the one whose members they are.
  roads(map) {
    const names = map.roads.map((road) => road.name).join("\n");
    return this.raw.enums.findIndex((info) => info.members.join("\n") === names);
  }

  // The rectangles among the enums.
  rectangles() {
    const all = this.raw.enums.map((info, of) => ({ of, size: info.rectangle }));
    return all.filter((one) => one.size);
  }

  // The declaration of a counter, by whose it is and its name.
  counter(group, name) {
    const owner = ownerOf(group);
    const of = group.member ? group.member[0] : undefined;
    const fits = (c) => c.name === name && c.owner === owner && (of === undefined || c.owner_enum === of);
    return this.raw.counters.find(fits) || this.raw.counters.find((c) => c.name === name) || {};
  }

  // What an enum's table says of a member: its numbers and amounts.
  printed(of, at) {
    const { fields, values } = this.enum(of) || {};
    const all = (fields || []).map((f, n) => ({ ...f, value: values[at] && values[at][n] }));
    return all.filter((f) => f.value && f.value.text !== "" && f.type !== "text" && !["x", "y"].includes(f.name) && f.value.n !== 0 && f.value.yes !== false);
  }

  // What an enum's table says of a member in words.
  told(of, at) {
    const { fields, values } = this.enum(of) || {};
    return (fields || []).map((f, n) => (f.type === "text" && f.name !== "name" && values[at] && values[at][n] ? values[at][n].text : "")).filter(Boolean);
  }

  // Whose a group is that a player and something else have together, as `Ana, ones`: the seat, and
  // which enum and member the other is; null: it is no such group.
  pair(group) {
    const info = group.member && this.enum(group.member[0]);
    if (!info || !info.name.startsWith("Player, ")) return null;
    const told = /^seat (\d+), (.*)$/s.exec(info.members[group.member[1]]);
    if (!told) return null;
    const other = info.name.slice("Player, ".length);
    const of = this.raw.enums.findIndex((one) => one.name === other);
    return { seat: Number(told[1]) - 1, of, at: of < 0 ? -1 : this.raw.enums[of].members.indexOf(told[2]) };
  }

  // A printed card as pairs of a field and its value; none where nothing is printed.
  fields(row) {
    const kind = this.kind(row);
    if (!kind) return [];
    return kind.fields.map((field, at) => ({ ...field, value: row.values[at] })).filter((f) => f.value && f.value.text !== "");
  }

  // What is closed: what stands on its button, with what may not be picked for it.
  closedTitle(what) {
    const names = (this.raw.moves || []).filter((move) => what === move.name || what.startsWith(`${move.name} `));
    const move = names.sort((a, b) => b.name.length - a.name.length)[0];
    if (!move) return words(what);
    const [title, rest] = [moveTitle(move), words(what.slice(move.name.length)).trim()];
    if (!rest) return title.replace(LINK, "");
    return LINK.test(title) ? `${title} ${rest}` : `${title}: ${rest}`;
  }
}

// What a move of the rules is called on a button, whether or not it is on offer.
export const moveTitle = (move) => entryTitle({ kind: "move", name: move.name, title: "", told: move.told, first: null });

// Finds any of these names, where they stand as words.
function anyOf(names) {
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).sort((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(${escaped.join("|")})(?![\\p{L}\\p{N}])`, "u");
}

function ownerOf(group) {
  if (group.seat !== null && group.seat !== undefined) return "player";
  if (group.member) return "enum";
  return group.owner === "" ? "table" : "run";
}

// Names of the rules as people read them: `draw_pile` is "draw pile".
export const words = (name) => name.replaceAll("_", " ");

// Without what it would come to, after a colon or a comma, as long as something is missing
// there: a heist `of …: more than … of 12 is needed`. Without what is missing at the end; of several gaps the last goes with the word that leads to it:
// `offers … a card for …` is `offers … a card`.
function unended(told) {
  const cut = withoutSum(told).replace(/[ :]*…$/, "");
  return cut !== told && cut.includes("…") ? cut.replace(LINK, "") : cut;
}

// The word that leads to what is chosen, at the end of a title.
const LINK = / (at|by|for|from|in|into|of|on|to|with)$/;

const withoutSum = (told) => told.replace(/: [^:]*…[^:]*$/, "").replace(/, …[^,]*$/, "");

// How a move is told of somebody, as what the reader may do: `draws a card` is "draw a card".
export function imperative(told) {
  const [, first, rest] = /^([^\s:,;.]*)(.*)$/s.exec(told);
  return (IRREGULAR[first] ?? doing(first)) + rest;
}

// Whether the rules' own words for a move go on with what is chosen; what only joins that, as
// `… to …`, is no name.
export const goesOn = (entry) => Boolean(entry.told) && /^\p{L}/u.test(entry.told) && !entry.told.includes("… …");

// Of a move that says of whom it is, before anybody is chosen: `a card of … at once`; where there is
// one only, whose.
function whose({ told, first }) {
  const picks = first?.picks || [];
  const ofPlayers = picks.length > 0 && picks.every((pick) => pick.arg?.Seat !== undefined);
  if (!ofPlayers || told.split("…").length !== 2) return told;
  return told.replace("…", picks.length === 1 ? picks[0].shown : "a player");
}

// What an entry of the menu is called; `told`: with what is filled in.
export function entryTitle(entry, told = null) {
  if (told && goesOn(entry)) return capitalised(imperative(withoutSum(told).replace(/[ :]*…$/, "")));
  if (goesOn(entry)) return capitalised(imperative(unended(whose(entry))));
  const name = words(entry.name);
  // What is no name is told of whoever does it.
  const title = entry.title && entry.title !== name && entry.kind !== "values" ? imperative(entry.title) : name || entry.title;
  return capitalised(title);
}

// What is told of whoever makes a move, as what is to be done.
export const sentenceOf = (told) => capitalised(imperative(told));

const capitalised = (text) => text.charAt(0).toUpperCase() + text.slice(1);

const IRREGULAR = { is: "be", has: "have", does: "do", goes: "go", always: "always", perhaps: "perhaps", sometimes: "sometimes" };

function doing(word) {
  if (!/^[a-z]+[^s]s$/.test(word) || /(us|wards)$/.test(word)) return word;
  if (/..ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(ss|x|ch|sh|zz|o)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

export const faceOf = (card) => (card && typeof card === "object" ? card.face : null);

// Whether the squares of a rectangle have names such as `e4`.
export const isNamed = (info) => Boolean(info.rectangle) && info.members.every((name) => /^[a-z]+[0-9]+$/.test(name));

// Where a pick is on the table, as a string; elements of the table are found by it.
export function markKey(mark) {
  if (!mark) return null;
  if (mark.seat !== undefined) return `s:${mark.seat}`;
  if (mark.member) return `m:${mark.member.join(":")}`;
  if (mark.square) return `q:${mark.square.join(":")}:${mark.x}:${mark.y}`;
  if (mark.spot) return `o:${mark.spot.join(":")}`;
  if (mark.place !== undefined && mark.place !== null) return `p:${mark.zone.join(":")}:${mark.place}`;
  return `f:${mark.zone.join(":")}:${mark.name}`;
}

// The keys by which a card of a zone can be meant.
export function cardKeys(zone, at, card) {
  if (!zone.at) return [];
  const where = zone.at.join(":");
  const face = faceOf(card);
  return face ? [`p:${where}:${at}`, `f:${where}:${face.name}`] : [`p:${where}:${at}`];
}
