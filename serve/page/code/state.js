// Everything the page knows, and what changes it.
import { Book, entryTitle, moveTitle, words } from "./book.js";
import { Choosing, sourceOf, stepName } from "./choosing.js";
import { Wire } from "./wire.js";
import { measure } from "./motion.js";
import { comeSince, countedBetween, newsFor } from "./news.js";

// The table as it lay before it was swept.
function pauseIn(screen, before) {
  const { view, lines, over } = screen.pause;
  // What came after it is told later.
  const last = lines.length > 0 ? screen.log.lines.findLastIndex((line) => line.text === lines[lines.length - 1].text) : -1;
  const log = last < 0 ? screen.log : { first: screen.log.first, lines: screen.log.lines.slice(0, last + 1) };
  return { lines, over, counted: countedBetween(before.view, view), screen: held(screen, `pause ${screen.screen}`, { view, log }) };
}

// The table at the end, before the result is shown: none, if nothing has happened since it was seen.
function endOf(screen, before, pause) {
  const { first, lines } = screen.log;
  const seen = pause ? pause.screen.log : before.log;
  const fresh = lines.slice(Math.max(0, seen.first + seen.lines.length - first)).filter((line) => line.told !== "end");
  if (fresh.length === 0) return [];
  const view = { ...screen.view, outcome: null, winners: null, scores: null };
  const log = { first, lines: lines.filter((line) => line.told !== "end") };
  const counted = countedBetween((pause ? pause.screen : before).view, view);
  return [{ lines: fresh, over: true, end: true, counted, screen: held(screen, `end ${screen.screen}`, { view, log }) }];
}

const storing = (store) => ({
  get(name) {
    try {
      return JSON.parse(store().getItem(`houserules.${name}`));
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      if (value === null) store().removeItem(`houserules.${name}`);
      else store().setItem(`houserules.${name}`, JSON.stringify(value));
    } catch {
      // Private windows keep nothing.
    }
  },
});

// What this tab remembers for as long as it is open, and what the browser does: a phone that wakes
// may open the link anew.
const kept = storing(() => sessionStorage);
const read = storing(() => localStorage);

// Words as somebody types them, to be compared.
const plain = (text) => words(text).toLowerCase().replace(/[….,:;!?"“”'’()[\]]/g, " ").replace(/\s+/g, " ").trim();

// Whether something on offer is meant by words: its name, the beginning of it, or a name with more.
function isCalled(name, asked) {
  const own = plain(name);
  return own !== "" && (`${own} `.startsWith(`${asked} `) || `${asked} `.startsWith(`${own} `));
}

// Said of a card that some move cannot take where it lies: no reason of the game's.
const LIES_ELSEWHERE = / is not in /;

// Said of a step before it.
const NOTHING_THERE = /^there is nothing to choose/;

// Whether keys mark a place of a map or a square.
const isPlace = (keys) => keys.length > 0 && keys.every((key) => key.startsWith("m:"));

const beginsWithPlaces = (entry) => (entry.first?.picks || []).some((pick) => pick.arg?.Member);

// Of so many moves that are impossible now it is asked whether it is for what was pressed.
const TRIED = 8;

// A screen to look at only.
const held = (screen, name, { view, log }) => ({ ...screen, screen: name, view, log, stop: "asking", ask: null, waits: "nobody" });

export class State {
  constructor(link, redraw) {
    this.redraw = redraw;
    this.line = "connecting";
    this.now = { book: null, screen: null };
    this.look = null;
    this.pauses = [];
    this.news = [];
    this.come = new Map();
    this.whole = null;
    // How tiles look that were seen, by their names.
    this.sketches = new Map();
    this.seats = [];
    this.onlookers = 0;
    this.panel = null;
    this.place = null;
    this.tab = "table";
    this.flash = null;
    this.met = false;
    // The last outcome that was read.
    this.read = null;
    // The notices that are there, the newest last; whether a phone shows all of them.
    this.noticed = [];
    this.unfolded = false;
    // Of each seat, which opening by another browser was read last.
    this.opened = {};
    // When a key was last pressed in a dialog.
    this.typed = -Infinity;
    this.table = link.split(".")[0];
    this.choosing = new Choosing((what) => this.wire.ask(what), () => {
      kept.set(`${this.table}.${this.me}.begun`, this.choosing.begun);
      this.redraw();
    });
    this.wire = new Wire(link, {
      message: (message) => this.take(message),
      connected: (reply) => this.sit(reply),
      lost: () => this.mark("lost"),
      refused: (why) => this.mark("refused", why),
    });
  }

  // A table sends its screens from now on; a lobby has only its tables to tell.
  sit(reply) {
    this.lobby = reply.lobby || null;
    this.games = reply.games || [];
    this.mark("open");
  }

  mark(line, why = null) {
    this.line = line;
    this.why = why;
    this.redraw();
  }

  take(message) {
    if (message.book !== undefined) {
      this.now.book = new Book(message);
      this.choosing.book = this.now.book;
      this.choosing.boards = this.now.book.rectangles();
    }
    else if (message.lobby !== undefined) this.lobby = message.lobby;
    else if (message.screen !== undefined) this.show(message);
    else if (message.seats !== undefined) {
      this.seats = message.seats;
      this.onlookers = message.onlookers || 0;
    }
    this.redraw();
  }

  show(screen) {
    if (!this.look && !this.pause) measure();
    const before = this.now.screen;
    const paused = screen.pause ? JSON.stringify(screen.pause) : null;
    // A page that is loaded anew, or comes back, does not look back.
    if (screen.stop !== "over") this.pauses = this.pauses.filter((one) => !one.end);
    if (before && this.line === "open") {
      if (paused && paused !== this.paused) this.pauses = [pauseIn(screen, before)];
      if (screen.stop === "over" && before.stop === "asking") this.pauses.push(...endOf(screen, before, this.pauses[0]));
    }
    this.paused = paused ?? this.paused;
    this.sketch(screen.view);
    if (before && before.screen !== screen.screen) this.news = screen.stop === "over" ? [] : newsFor(screen, before, this.news);
    if (before && before.screen !== screen.screen && screen.you.role === "seat") this.come = comeSince(before, screen, this.come);
    this.now.screen = screen;
    // A page that is loaded anew goes on where it was.
    const begun = before ? null : kept.get(`${this.table}.${this.me}.begun`);
    if (!before && kept.get(`${this.table}.${this.me}.met`)) this.met = true;
    if (!before) this.opened = read.get(`${this.table}.${this.me}.opened`) || {};
    if (!before) this.read = read.get(`${this.table}.${this.me}.outcome`);
    this.choosing.meet(screen);
    this.choosing.resume(begun);
    if (this.whole) this.readAll();
  }

  sketch({ tiles, pictures }) {
    const all = (pictures || []).flatMap((one) => one.squares);
    const fresh = new Set(all.map((square) => square.tile).filter((name) => !this.sketches.has(name)));
    fresh.forEach((name) => this.sketches.set(name, all.filter((square) => square.tile === name)));
    (tiles || []).forEach((one) => this.sketches.set(one.name, one.squares));
  }

  // What is shown until the reader goes on.
  get pause() {
    return this.pauses[0] || null;
  }

  goOn() {
    if (!this.pause) return;
    if (!this.look) measure();
    this.pauses.shift();
    this.redraw();
  }

  // Reads the log from its beginning, and from now on with every screen.
  async readAll() {
    const reply = await this.wire.ask({ do: "log" });
    if (reply.ok) this.whole = reply.log;
    this.redraw();
  }

  // What is shown: the table as it stands, or as it was at the moment that the host looks at.
  get screen() {
    return (this.look || this.pause || this.now).screen;
  }

  get book() {
    return (this.look || this.now).book;
  }

  // The log: its end, or all of it, if that was asked for and belongs to this screen.
  get log() {
    return this.hasAll ? this.whole : this.screen.log.lines;
  }

  get logFirst() {
    return this.hasAll ? 0 : this.screen.log.first;
  }

  get hasAll() {
    const { first, lines } = this.now.screen.log;
    return Boolean(this.whole) && !this.look && !this.pause && this.whole.length === first + lines.length;
  }

  get me() {
    const you = this.screen && this.screen.you;
    return you && you.role === "seat" ? you.seat : null;
  }

  // What is the host's alone; of the table as it stands.
  get host() {
    return this.now.screen && this.now.screen.host;
  }

  // Looks at a past moment, by its number or bookmark; the table stays where it is.
  async lookAt(at) {
    const reply = await this.wire.ask({ do: "look", at });
    if (!reply.ok) this.flash = reply.why;
    else {
      measure();
      const { n, text, before, after, look } = reply;
      const book = reply.book ? new Book(reply.book) : this.now.book;
      // Each moment is a screen of its own.
      this.look = { n, text, before, after, book, screen: { ...look, screen: `look ${n}` } };
      this.panel = null;
    }
    this.redraw();
  }

  // Back to the table as it stands.
  lookAway() {
    measure();
    this.look = null;
    this.redraw();
  }

  // The reader knows where they sit.
  meet() {
    this.met = true;
    kept.set(`${this.table}.${this.me}.met`, true);
    this.redraw();
  }

  // That another browser has opened a seat was read.
  readOpened(seat) {
    this.opened = { ...this.opened, [seat]: this.seats[seat].opened };
    read.set(`${this.table}.${this.me}.opened`, this.opened);
    this.redraw();
  }

  // What became of something was read; numbers begin anew with the server.
  readOutcome() {
    this.read = this.now.screen.outcome;
    read.set(`${this.table}.${this.me}.outcome`, this.read);
    this.redraw();
  }

  // The notices that are there now, by their names, in the order in which they came.
  notice(names) {
    if (names.some((name) => !this.noticed.includes(name))) this.unfolded = false;
    const stay = this.noticed.filter((name) => names.includes(name));
    this.noticed = [...stay, ...names.filter((name) => !stay.includes(name))];
  }

  unfold() {
    this.unfolded = true;
    this.redraw();
  }

  open(panel) {
    this.panel = this.panel === panel ? null : panel;
    this.flash = null;
    this.place = null;
    this.redraw();
  }

  // Opens the rulebook where a rule stands: `{ rule: "action lay", place: { file, line } }`.
  lookUp(place) {
    this.panel = "rulebook";
    this.place = place;
    this.redraw();
  }

  showTab(tab) {
    this.tab = tab;
    this.redraw();
  }

  // Why something that was pointed at cannot be chosen now.
  // `keys`: how it may be marked. What a move on offer uses later is told with that move. Of a place
  // only moves are asked that begin with places: others have nothing to do with it.
  async whyNot(name, keys = [], owner = null) {
    const { choosing } = this;
    const { screen, step, entry } = choosing;
    const [found, used] = await Promise.all([this.reasons(name, owner, isPlace(keys)), choosing.usedBy(keys)]);
    if (screen !== choosing.screen || step !== choosing.step || entry !== choosing.entry) return;
    const why = [...new Set(found.map((one) => one.why))].join("\n");
    choosing.source = found.length > 0 ? sourceOf(found[0]) : null;
    // In the middle of a move the rule's own reason is all there is to say.
    const ruled = entry !== null && why !== "";
    choosing.ways = ruled ? [] : used.filter((at) => at !== entry || choosing.full);
    choosing.error = ruled ? why : this.toldUse(words(name), used, why);
    this.redraw();
  }

  // Why the tile that is being laid cannot lie on a square of a grid, whichever way it is turned.
  async whyThere(zone, { x, y }) {
    const { choosing } = this;
    const { screen, step } = choosing;
    const turns = [0, 1, 2, 3].map((turn) => `${zone.name}.spot(${x}, ${y}, ${turn})`);
    const texts = turns.flatMap((spot) => choosing.typedWith(spot));
    const replies = await Promise.all(texts.map((text) => this.wire.ask({ do: "why", text })));
    if (screen !== choosing.screen || step !== choosing.step) return;
    const told = replies.filter((reply) => reply.ok && reply.why && sourceOf(reply));
    const ruled = told.filter((reply) => !reply.why.includes("cannot be chosen"));
    const fits = replies.some((reply) => reply.ok && !reply.why);
    const none = fits ? "The tile can lie there if it is turned: press a numbered place." : "The tile would lie on another one there, or touch none.";
    choosing.source = ruled.length > 0 ? sourceOf(ruled[0]) : null;
    choosing.ways = [];
    choosing.error = fits || ruled.length === 0 ? none : `${[...new Set(ruled.map((reply) => reply.why))].join("; ")}, whichever way the tile is turned`;
    this.redraw();
  }

  // What is said of something that was pressed and cannot be chosen at once.
  toldUse(name, used, why) {
    const { choosing } = this;
    const { entry, step, entries } = choosing;
    const titles = used.filter((at) => at !== entry || !step).map((at) => `“${entryTitle(entries[at])}”`);
    if (used.includes(entry) && step) return `${name} comes later in this move: first choose ${stepName(step, this.book)}.`;
    const goes = titles.length > 0 ? `${name} goes with ${titles.join(", ")}: press that first.` : null;
    if (entry === null) return goes ?? (why || `${name} cannot be chosen now.`);
    const here = step ? `${name} is not among what can be chosen here: ${stepName(step, this.book)}.` : `${name} cannot be chosen now.`;
    return goes ? `${here}\n${goes}` : here;
  }

  // The rules' reasons against it, each once: from the move being made, or from those on offer; else
  // from what is closed altogether.
  async reasons(name, owner = null, place = false) {
    const { choosing } = this;
    if (place && choosing.entry === null && !choosing.entries.some(beginsWithPlaces)) return [];
    // What lies before somebody may be asked of them.
    const whose = owner && choosing.entry === null ? choosing.typedWith(`${owner} ${name}`) : [];
    const texts = [...whose, ...choosing.typedWith(name)];
    const replies = await Promise.all(texts.map((text) => this.wire.ask({ do: "why", text })));
    // What only cannot be read there says nothing of the rules.
    const all = replies.filter((reply) => reply.ok && reply.why && sourceOf(reply));
    // That it does not lie where some move takes from is said only if there is nothing else to say.
    const ruled = all.filter((reply) => !LIES_ELSEWHERE.test(reply.why));
    if (ruled.length > 0) return ruled;
    const closed = await this.closedFor(name);
    return closed.length > 0 ? closed : all;
  }

  // Why the moves are impossible now that would take something by its name; they are asked about
  // one by one, and not too many.
  async closedFor(name) {
    const reply = await this.wire.ask({ do: "closed" });
    const all = reply.closed || [];
    const called = (what, why) => `${this.book.closedTitle(what)}: ${why}`;
    const named = all.filter((one) => one.what.includes(name));
    if (named.length > 0) return named.map((one) => ({ ...one, why: called(one.what, one.why) }));
    const moves = all.filter((one) => (this.book.raw.moves || []).some((move) => move.cards && move.name === one.what)).slice(0, TRIED);
    const asked = await Promise.all(moves.map((one) => this.wire.ask({ do: "why", text: `${one.what} ${name}` })));
    return asked.map((one, at) => ({ ...one, what: moves[at].what })).filter((one) => one.ok && one.why && sourceOf(one) && !LIES_ELSEWHERE.test(one.why) && !NOTHING_THERE.test(one.why)).map((one) => ({ ...one, why: called(one.what, one.why) }));
  }

  // Why something is not possible that a player names: as it stands on a button or in the list of
  // what is not possible, or a card. Each answer has `why`, and where the rule stands.
  async whyNamed(text) {
    const asked = plain(text);
    if (asked === "") return [{ why: "Say what you mean, as it stands on a button." }];
    const reply = await this.wire.ask({ do: "closed" });
    const shut = (reply.closed || []).filter((one) => isCalled(one.what, asked) || isCalled(this.book.closedTitle(one.what), asked));
    if (shut.length > 0) return shut.map((one) => ({ ...one, why: `${this.book.closedTitle(one.what)}: ${one.why}` }));
    const { entries } = this.choosing;
    const now = entries.length === 0 ? "You are asked nothing now." : `Now you can choose: ${entries.map((one) => entryTitle(one)).join("; ")}.`;
    const entry = entries.find((one) => isCalled(entryTitle(one), asked)) ?? entries.find((one) => isCalled(one.name, asked));
    if (entry) return this.whyEntry(entry, asked, now);
    const card = this.book.raw.rows.find((row) => plain(row.name) === asked);
    if (card) {
      const found = await this.reasons(card.name);
      return found.length > 0 ? found : [{ why: `${words(card.name)} cannot be chosen now. ${now}` }];
    }
    // By the words of its button or by its name, also where the rules do not ask for it now.
    const move = (this.book.raw.moves || []).find((one) => isCalled(moveTitle(one), asked) || isCalled(one.name, asked));
    const typed = await this.wire.ask({ do: "why", text: move ? move.name : text });
    if (move && typed.ok && typed.why) return [{ ...typed, why: `${moveTitle(move)}: ${typed.why}` }, ...(move.doc ? [{ why: move.doc, rule: `action ${move.name}` }] : []), { why: now }];
    if (typed.ok && (sourceOf(typed) || !typed.why)) return [{ ...typed, why: typed.why || "Nothing speaks against it." }];
    if (move) return [{ why: `The rules do not ask for “${moveTitle(move)}” at this moment. ${now}`, rule: `action ${move.name}` }];
    return [{ why: `Nothing is called “${text.trim()}” here. ${now}` }];
  }

  // The same of what is on offer, with what is named behind it.
  async whyEntry(entry, asked, now) {
    const title = [plain(entryTitle(entry)), plain(entry.name)].find((one) => one !== "" && asked.startsWith(one)) ?? asked;
    const rest = asked.slice(title.length).trim();
    if (rest === "") return [{ why: `It is possible. ${now}` }];
    const row = this.book.raw.rows.find((one) => plain(one.name) === rest);
    const reply = await this.wire.ask({ do: "why", text: `${entry.name} ${row ? row.name : rest}` });
    return [{ ...reply, why: reply.why || "Nothing speaks against it." }];
  }

  async say(what, thanks) {
    const reply = await this.wire.ask(what);
    this.flash = reply.ok ? thanks || null : reply.why || "That is not possible.";
    this.redraw();
    return reply;
  }
}
