// Everything the page knows, and what changes it.
import { Book } from "./book.js";
import { Choosing, sourceOf } from "./choosing.js";
import { Wire } from "./wire.js";
import { measure } from "./motion.js";

export class State {
  constructor(link, redraw) {
    this.redraw = redraw;
    this.line = "connecting";
    this.book = null;
    this.seats = [];
    this.onlookers = 0;
    this.screen = null;
    this.log = [];
    this.panel = null;
    this.place = null;
    this.tab = "table";
    this.flash = null;
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
      this.book = new Book(message);
      this.choosing.boards = this.book.rectangles();
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
    measure();
    this.screen = screen;
    this.log = screen.log ? screen.log.lines : [];
    this.logFirst = screen.log ? screen.log.first : 0;
    this.choosing.meet(screen);
  }

  get me() {
    const you = this.screen && this.screen.you;
    return you && you.role === "seat" ? you.seat : null;
  }

  get isHost() {
    return Boolean(this.screen && this.screen.host);
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
