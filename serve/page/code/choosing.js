// A move that is being made: which entry, what has been filled in, and what may come next.
import { entryTitle, markKey, words } from "./book.js";

// Where the rule stands that refuses something, if the reply says so.
export const sourceOf = (reply) => (reply.rule || reply.place ? { rule: reply.rule, place: reply.place } : null);

export class Choosing {
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = changed;
    this.sent = null;
    this.reset();
  }

  reset() {
    this.entry = null;
    this.trail = [];
    this.said = [];
    this.step = null;
    this.filled = [];
    this.picked = [];
    this.number = 0;
    this.full = null;
    this.busy = false;
    this.error = null;
    this.source = null;
    this.held = null;
    this.near = null;
    this.trial = null;
    this.lacks = null;
  }

  // What is pointed at, or has the focus, before it is chosen; by its key.
  nearTo(key) {
    if (this.near === key) return;
    this.near = key;
    this.changed();
  }

  // A new screen: what was begun on an older one is dropped, unless the same is still asked.
  meet(screen) {
    const asked = screen && screen.ask;
    const same = asked && this.asked && JSON.stringify(asked) === JSON.stringify(this.asked);
    this.asked = asked || null;
    if (!screen || screen.waits !== "answered") this.sent = null;
    this.screen = screen ? screen.screen : 0;
    this.error = null;
    this.source = null;
    if (same && !this.busy) return;
    this.reset();
    this.enterOnly();
  }

  // A menu of one entry that asks for something is entered by itself.
  enterOnly() {
    const [only, more] = this.entries;
    if (only && !more && only.first) this.enter(0);
  }

  get entries() {
    return this.asked ? this.asked.entries : [];
  }

  // Whether there is nothing to go back to.
  get atStart() {
    const alone = this.entries.length === 1 && this.trail.length === 0 && this.picked.length === 0;
    return !this.held && !this.full && (this.entry === null || alone);
  }

  enter(at) {
    const entry = this.entries[at];
    Object.assign(this, { entry: at, trail: [], said: [], picked: [], error: null, source: null, held: null, full: null });
    this.filled = entry.filled || [];
    this.take(entry.first);
    if (entry.first) this.changed();
    else if (entry.asks) this.advance();
    else this.finish({});
  }

  take(asked) {
    const step = asked ? counted(asked) : null;
    this.step = step;
    this.picked = [];
    this.lacks = null;
    if (step && step.fill === "number") this.number = step.low;
  }

  // What may be pointed at now: key of a mark → [{entry, at, pick}].
  marks() {
    const found = new Map();
    const add = (entry, step) => {
      if (!step || !step.picks) return;
      step.picks.forEach((pick, at) => {
        const key = markKey(pick.mark);
        for (const one of key ? [key] : this.lineOf(step, pick)) {
          if (!found.has(one)) found.set(one, []);
          found.get(one).push({ entry, at, pick, fill: step.fill });
        }
      });
    };
    // What asks for nothing is chosen by the pile that it takes from.
    const lift = (at, entry) => {
      const key = markKey(entry.lifts);
      if (!found.has(key)) found.set(key, []);
      found.get(key).push({ entry: at, at: 0, pick: { shown: entryTitle(entry) }, fill: "lift" });
    };
    if (this.busy || this.full) return found;
    if (this.entry !== null) add(this.entry, this.step);
    else this.entries.forEach((entry, at) => (entry.lifts ? lift(at, entry) : add(at, entry.first)));
    return found;
  }

  // Whether something on the table has been taken into this move already.
  has(keys) {
    return this.trail.some((one) => one.marks.some((mark) => keys.includes(mark)));
  }

  // A number that is asked for as a `column` or `row` is pointed at on the only rectangle there is.
  lineOf(step, pick) {
    if (!pick.arg || pick.arg.Number === undefined || !this.boards || !["column", "row"].includes(step.name)) return [];
    const [board, more] = this.boards;
    if (!board || more) return [];
    const [across, down] = board.size;
    const n = pick.arg.Number - 1;
    if (step.name === "column") return n < across ? Array.from({ length: down }, (_, y) => `m:${board.of}:${y * across + n}`) : [];
    return n < down ? Array.from({ length: across }, (_, x) => `m:${board.of}:${n * across + x}`) : [];
  }

  // Something on the table was pointed at.
  point(key) {
    const all = this.marks().get(key);
    if (!all) return;
    const entries = [...new Set(all.map((one) => one.entry))];
    if (this.entry === null && entries.length > 1) {
      this.held = this.held === key ? null : key;
      this.changed();
      return;
    }
    this.pointWith(entries[0], key);
  }

  // With that entry of several.
  pointWith(entry, key) {
    const all = this.marks().get(key).filter((one) => one.entry === entry);
    if (this.entry === null) this.enter(entry);
    if (all[0].fill === "lift") return;
    const free = all.find((one) => !this.picked.includes(one.at));
    const last = [...all].reverse().find((one) => this.picked.includes(one.at));
    if (this.step.fill === "one") this.pick(all[0].at);
    else this.toggle(free ? free.at : last.at, !free && all.length > 1 ? all.map((one) => one.at) : null);
  }

  pick(at) {
    const pick = this.step.picks[at];
    this.fill(pick.arg, pick.shown, [markKey(pick.mark)]);
  }

  // Takes one more into a set, or out of it; of equal copies all are given back at once.
  toggle(at, copies = null) {
    const out = copies || (this.picked.includes(at) ? [at] : null);
    if (out) {
      this.picked = this.picked.filter((one) => !out.includes(one));
    } else if (this.step.fill === "some" && this.step.most === 1) {
      this.picked = [at];
    } else if (this.step.fill === "order" || this.picked.length < this.step.most) {
      this.picked = [...this.picked, at];
    }
    this.error = null;
    this.changed();
    this.askWhatLacks();
  }

  // Of a set that must meet a rule: why it cannot be handed in as it is, as far as it has come.
  async askWhatLacks() {
    const { step, picked, screen } = this;
    this.lacks = null;
    if (step.fill !== "some" || !step.tested || !this.ready || picked.length === 0) return;
    const list = [...picked].sort((a, b) => a - b).map((at) => step.picks[at].arg);
    const reply = await this.ask({ do: "why", entry: this.entry, filled: [...this.filled, { List: list }] });
    if (step !== this.step || picked !== this.picked || screen !== this.screen) return;
    this.lacks = (reply.ok && reply.why) || null;
    this.changed();
  }

  setNumber(n) {
    this.number = Math.max(this.step.low, Math.min(this.step.high, n));
    this.changed();
  }

  // Whether the set, order or number can be handed in as it is.
  get ready() {
    if (!this.step) return false;
    if (this.step.fill === "number") return true;
    if (this.step.fill === "some") return this.picked.length >= this.step.least && this.picked.length <= this.step.most;
    return this.step.fill === "order" && this.picked.length === this.step.picks.length;
  }

  done() {
    if (this.full) return this.send();
    if (!this.ready) return undefined;
    const { fill, picks } = this.step;
    if (fill === "number") return this.fill({ Number: this.number }, this.numberShown(this.number));
    const taken = fill === "order" ? this.picked : [...this.picked].sort((a, b) => a - b);
    const shown = taken.map((at) => picks[at].shown).join(", ") || "none";
    return this.fill({ List: taken.map((at) => picks[at].arg) }, shown, taken.map((at) => markKey(picks[at].mark)));
  }

  // A number as the ends of its range are written: `$7` between `$0` and `$12`.
  numberShown(n) {
    const end = this.step.shown ? this.step.shown[1] : "";
    const digits = String(this.step.high);
    return end.endsWith(digits) ? end.slice(0, -digits.length) + n : end.replace(digits, String(n)) || String(n);
  }

  fill(arg, shown, marks = []) {
    const before = { step: this.step, filled: this.filled, said: this.said, picked: this.picked, number: this.number };
    this.trail = [...this.trail, { ...before, name: stepName(this.step, this.book), shown, marks }];
    this.filled = [...this.filled, arg];
    return this.advance();
  }

  // Asks what comes next.
  async advance() {
    this.busy = true;
    this.changed();
    const screen = this.screen;
    const reply = await this.ask({ do: "options", screen, entry: this.entry, filled: this.filled });
    if (screen !== this.screen) return;
    this.busy = false;
    if (!reply.ok) {
      if (this.trail.length > 0) this.backTo(this.trail.length - 1, true);
      else this.reset();
      this.refuse(reply);
      return;
    }
    if (reply.filled) this.filled = reply.filled;
    this.said = reply.said || [];
    if (reply.step) this.take(reply.step);
    if (reply.step) this.explainNothing();
    else this.finish(reply);
    this.changed();
  }

  // A step that nothing fits, after what was chosen before it: says why.
  async explainNothing() {
    const { step, screen } = this;
    if (!step.picks || step.picks.length > 0 || step.fill === "order" || (step.fill === "some" && step.least === 0)) return;
    const reply = await this.ask({ do: "why", entry: this.entry, filled: this.filled });
    if (step !== this.step || screen !== this.screen) return;
    this.error = (reply.ok && reply.why) || "Nothing fits here after what you have chosen; go a step back.";
    this.source = reply.ok ? sourceOf(reply) : null;
    this.changed();
  }

  finish(reply) {
    this.step = null;
    if (settings.confirm) this.full = { says: reply.says };
    else this.send();
    this.changed();
  }

  // The move being made, in words.
  inWords() {
    const entry = this.entries[this.entry];
    const shown = this.trail.map((one) => one.shown);
    return (entry.kind === "values" ? shown : [entryTitle(entry), ...shown]).join(", ");
  }

  async send() {
    if (this.busy || this.entry === null) return;
    this.busy = true;
    this.changed();
    this.sent = this.inWords();
    const reply = await this.ask({ do: "choose", screen: this.screen, entry: this.entry, filled: this.filled });
    this.busy = false;
    if (!reply.ok) {
      this.sent = null;
      // What was refused can be mended where it was chosen.
      if (this.trail.length > 0 && !reply.stale) {
        this.backTo(this.trail.length - 1, true);
      } else {
        this.reset();
        this.enterOnly();
      }
      this.refuse(reply);
    }
  }

  refuse(reply) {
    this.source = sourceOf(reply);
    this.error = reply.stale ? "The table has moved on; choose again." : reply.why || "That is not possible.";
    this.changed();
  }

  // One step back; from the first step to the menu.
  back() {
    this.error = null;
    if (this.held) this.held = null;
    else if (this.picked.length > 0 && !this.full) this.picked = [];
    else if (this.trail.length > 0) this.backTo(this.trail.length - 1);
    else if (this.entries.length > 1 || this.full) this.reset();
    this.changed();
  }

  backTo(at, kept = false) {
    const there = this.trail[at];
    this.full = null;
    this.busy = false;
    this.trail = this.trail.slice(0, at);
    Object.assign(this, { step: there.step, filled: there.filled, said: there.said, picked: kept ? there.picked : [], number: there.number });
    this.changed();
  }
}

// So many numbers one after the other are counted up to, and not listed.
const LISTED = 6;

// Numbers without a gap that lie nowhere on the table, as a range.
function counted(step) {
  const numbers = step.fill === "one" ? step.picks.map((pick) => (pick.mark || !pick.arg ? undefined : pick.arg.Number)) : [];
  const [low, high] = [numbers[0], numbers[numbers.length - 1]];
  const gapless = numbers.length > LISTED && numbers.every((n, at) => n === low + at);
  if (!gapless || ["column", "row"].includes(step.name)) return step;
  return { name: step.name, fill: "number", low, high, shown: [step.picks[0].shown, step.picks[step.picks.length - 1].shown] };
}

// One-letter names say nothing to players: what is asked for does.
export function stepName(step, book = null) {
  return step.name.length > 1 ? step.name.replaceAll("_", " ") : (kindOf(step, book) ?? "which");
}

// What is picked there, as far as the picks tell.
function kindOf(step, book) {
  const arg = step.picks && step.picks[0] ? step.picks[0].arg : {};
  if (arg.Card) return "card";
  if (arg.Seat !== undefined) return "player";
  if (arg.Number !== undefined || step.fill === "number") return "number";
  if (arg.Square || arg.Spot) return "place";
  const of = arg.Member && book && book.enum(arg.Member[0]);
  return of ? words(of.name).replace(/([a-z])(?=[A-Z])/g, "$1 ").toLowerCase() : null;
}

// What a step asks for; where the rules put a question, it needs no name.
export function prompt(step, { book, question }) {
  const name = question ? "" : `${stepName(step, book)}: `;
  switch (step.fill) {
    case "number":
      return `${name}${step.shown ? `${step.shown[0]} to ${step.shown[1]}` : `${step.low} to ${step.high}`}`;
    case "order":
      return `${name}put all ${step.picks.length} in order`;
    case "some":
      return `${name}${amount(step)}`;
    default:
      if (step.picks?.[0]?.arg?.Spot) return "Choose a place on the board";
      return question ? "" : `Choose ${called(stepName(step, book), kindOf(step, book))}`;
  }
}

// `a card (old)`: by what it is, and what the rules call it.
function called(name, kind) {
  if (!kind) return `: ${name}`.slice(name === "which" ? 2 : 0);
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}${name === kind ? "" : ` (${name})`}`;
}

function amount({ least, most }) {
  if (least === most) return `take ${least}`;
  return least === 0 ? `take up to ${most}` : `take ${least} to ${most}`;
}

// What this person wants of the page; kept in the browser.
export const settings = {
  confirm: stored("confirm"),
  set(name, value) {
    settings[name] = value;
    try {
      localStorage.setItem(`houserules.${name}`, value ? "yes" : "");
    } catch {
      // Private windows keep nothing.
    }
  },
};

function stored(name) {
  try {
    return localStorage.getItem(`houserules.${name}`) === "yes";
  } catch {
    return false;
  }
}
