// How things look for which the rules say nothing: colours with a sign each, never colour alone.

// A member called like a colour has that colour; `ink` is read on `paint`.
const NAMED = {
  red: ["#c23b34", "#fff"], crimson: ["#a81f3d", "#fff"], scarlet: ["#cf3a24", "#fff"],
  orange: ["#d9741a", "#231204"], amber: ["#e0a526", "#2a1d02"], yellow: ["#e9c02c", "#2c2302"],
  gold: ["#c99a1e", "#241a02"], green: ["#3a8a4a", "#fff"], lime: ["#8bb92d", "#182200"],
  teal: ["#1f8784", "#fff"], cyan: ["#2aa5b8", "#04222a"], turquoise: ["#2aa198", "#03211f"],
  blue: ["#2f66b5", "#fff"], navy: ["#27407c", "#fff"], purple: ["#7443a3", "#fff"],
  violet: ["#7a4fb0", "#fff"], magenta: ["#b13a93", "#fff"], pink: ["#de6f9d", "#34091d"],
  brown: ["#7f5539", "#fff"], black: ["#33363d", "#fff"], white: ["#f3efe4", "#26221a"],
  grey: ["#7d838c", "#fff"], gray: ["#7d838c", "#fff"], silver: ["#aab1b9", "#1c2024"],
  clubs: ["#2e5d46", "#fff"], spades: ["#2c3447", "#fff"], hearts: ["#b93040", "#fff"],
  diamonds: ["#c5622a", "#fff"], joker: ["#6d3f91", "#fff"],
};

const PALETTE = [
  ["#2f66b5", "#fff"], ["#b8552f", "#fff"], ["#3a7d58", "#fff"], ["#8a4a92", "#fff"],
  ["#b38a16", "#211802"], ["#1f7f8b", "#fff"], ["#a33b55", "#fff"], ["#5f6b2c", "#fff"],
  ["#565f8f", "#fff"], ["#7f5539", "#fff"],
];

export const SEATS = [
  ["#b5432f", "#fff"], ["#2c63ad", "#fff"], ["#2f7a4f", "#fff"], ["#8a4496", "#fff"],
  ["#a8740c", "#fff"], ["#1d7886", "#fff"], ["#9a3a62", "#fff"], ["#5b6a2a", "#fff"],
];

export const seatLook = (seat) => SEATS[seat % SEATS.length];

// Paths in a square of 24.
const SUITS = {
  hearts: "M12 20.5 4.6 13A4.8 4.8 0 0 1 12 7a4.8 4.8 0 0 1 7.4 6z",
  diamonds: "M12 2.5 19 12l-7 9.5L5 12z",
  spades: "M12 2.5c3 4 8 6.5 8 11a4 4 0 0 1-6.7 3c.2 2 .9 3.5 2.2 4.5h-7c1.3-1 2-2.5 2.2-4.5A4 4 0 0 1 4 13.5c0-4.5 5-7 8-11z",
  clubs: "M12 2.5a4.2 4.2 0 0 1 3.6 6.4 4.2 4.2 0 1 1-2.3 7.3c.2 2 .9 3.6 2.2 4.8h-7c1.3-1.2 2-2.8 2.2-4.8a4.2 4.2 0 1 1-2.3-7.3A4.2 4.2 0 0 1 12 2.5z",
};
const SIGNS = [
  "M12 4a8 8 0 1 0 0 16 8 8 0 1 0 0-16z",
  "M12 3.5 21 20H3z",
  "M4.5 4.5h15v15h-15z",
  "M12 2.5 21 12l-9 9.5L3 12z",
  "M12 2.5l2.9 6.3 6.8.8-5 4.7 1.3 6.9L12 17.8l-6 3.4 1.3-6.9-5-4.7 6.8-.8z",
  "M7.5 3.5h9l5 8.5-5 8.5h-9l-5-8.5z",
  "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
  "M12 2.5c3.5 5 6.5 8 6.5 12a6.5 6.5 0 0 1-13 0c0-4 3-7 6.5-12z",
  "M16.5 3.5A9 9 0 1 0 20.5 16 8 8 0 0 1 16.5 3.5z",
  "M3 20.5 12 15l9 5.5L12 3.5z",
  "M3 8.5l5 4 4-8 4 8 5-4-2 11.5H5z",
  "M5 3.5h14L12 12l7 8.5H5L12 12z",
];

const plain = (name) => name.toLowerCase().replace(/[^a-z]/g, "");

// Colour, ink and sign of a member of an enum.
export function memberLook(name, at) {
  const key = plain(name);
  const [paint, ink] = NAMED[key] || PALETTE[at % PALETTE.length];
  return { paint, ink, sign: SUITS[key] || SIGNS[at % SIGNS.length], name };
}

// Which field decides a card's colour: the first whose values are all called like colours or suits,
// otherwise the first that is a member of an enum.
export function colourField(book, fields) {
  const enums = fields.filter((f) => f.type === "enum" && book.enum(f.of));
  const named = (f) => book.enum(f.of).members.every((name) => NAMED[plain(name)]);
  return enums.find(named) || enums[0];
}

// What decides a card's colour: one of its fields, otherwise its kind.
export function cardLook(book, row) {
  const field = colourField(book, book.fields(row));
  const look = field ? memberLook(field.value.text, field.value.member ?? 0) : kindLook(book, row ? row.kind : 0);
  if (!row || (field && NAMED[plain(field.value.text)])) return look;
  // `Red Bandit` is red, whatever else it is.
  const [word] = row.name.split(/[ _]/);
  const [paint, ink] = NAMED[plain(word)] || [look.paint, look.ink];
  return { ...look, paint, ink };
}

const SHORT = {
  ace: "A", one: "1", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8",
  nine: "9", ten: "10", eleven: "11", twelve: "12", jack: "J", knave: "J", queen: "Q", king: "K",
};

// How a member is written in the corner of a card; null: it has no short form.
export const short = (name) => SHORT[plain(name)] || (Array.from(name).length <= 2 ? name : null);

// Kinds are paler than members, so that both can be told apart in one deck.
export function kindLook(book, kind) {
  const [paint, ink] = PALETTE[(kind * 3 + 4) % PALETTE.length];
  const name = book.raw.kinds[kind] ? book.raw.kinds[kind].name : "card";
  return { paint, ink, sign: SIGNS[(kind * 5 + 4) % SIGNS.length], name };
}

export const initial = (name) => (Array.from(name.trim())[0] || "?").toUpperCase();
