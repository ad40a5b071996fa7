// Everything the page knows, and what changes it.
import { Book } from "./book.js";
import { Choosing, sourceOf } from "./choosing.js";
import { Wire } from "./wire.js";
import { measure } from "./motion.js";
import { countedBetween, newsFor } from "./news.js";

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
    this.whole = null;
    this.seats = [];
    this.onlookers = 0;
    this.panel = null;
    this.place = null;
    this.tab = "table";
    this.flash = null;
    this.met = false;
    this.choosing = new Choosing((what) => this.wire.ask(what), () => this.redraw());
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
    if (before && before.screen !== screen.screen) this.news = screen.stop === "over" ? [] : newsFor(screen, before, this.news);
    this.now.screen = screen;
    this.choosing.meet(screen);
    if (this.whole) this.readAll();
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

  open(panel) {
    this.panel = this.panel === panel ? null : panel;
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
  async whyNot(name) {
    const reply = await this.wire.ask({ do: "closed" });
    const found = (reply.closed || []).filter((one) => one.what.includes(name));
    this.choosing.source = found.length > 0 ? sourceOf(found[0]) : null;
    this.choosing.error = found.length > 0 ? found.map((one) => `${one.what.replaceAll("_", " ")}: ${one.why}`).join("\n") : `${name} cannot be chosen now.`;
    this.redraw();
  }

  async say(what, thanks) {
    const reply = await this.wire.ask(what);
    this.flash = reply.ok ? thanks || null : reply.why || "That is not possible.";
    this.redraw();
    return reply;
  }
}
