// A move that is being made: which entry, what has been filled in, and what may come next.
import { entryTitle, markKey, sentenceOf, words } from "./book.js";

// Where the rule stands that refuses something, if the reply says so.
export const sourceOf = (reply) => (reply.rule || reply.place ? { rule: reply.rule, place: reply.place } : null);

export class Choosing {
  constructor(ask, changed) {
    this.ask = ask;
    this.changed = changed;
    this.sent = null;
    this.raced = false;
    // What could be pointed at ahead before anything was begun.
    this.first = [];
    this.reset();
  }

  reset() {
    this.entry = null;
    this.trail = [];
    this.said = [];
    this.told = null;
    this.step = null;
    this.filled = [];
    this.picked = [];
    this.number = 0;
    this.full = null;
    this.named = false;
    this.busy = false;
    this.error = null;
    this.source = null;
    this.ways = [];
    this.held = null;
    this.near = null;
    this.trial = null;
    this.turn = null;
    this.lacks = null;
    this.counted = null;
    this.ahead = [];
  }

  // What is pointed at, or has the focus, before it is chosen; by its key.
  nearTo(key) {
    if (this.near === key) return;
    this.near = key;
    this.changed();
  }

  // What has been begun, as far as it can be gone on with when the page is loaded anew.
  get begun() {
    const { entry, trail, said, told, step, filled, picked, number, held, full, trial } = this;
    const moves = entry !== null && (trail.length > 0 || picked.length > 0 || full || trial);
    if (this.busy || (!moves && !held)) return null;
    const tried = trial && trial.of === step ? { at: trial.at, ways: trial.ways } : null;
    return { asked: this.asked, move: { entry, trail, said, told, step, filled, picked, number, held, full }, tried };
  }

  // Goes on with it, if the same is still asked. The server looks at every value once more.
  resume(begun) {
    if (!begun || !this.asked || JSON.stringify(begun.asked) !== JSON.stringify(this.asked)) return;
    Object.assign(this, begun.move);
    if (this.full) this.full.since = -Infinity;
    this.trial = begun.tried ? { of: this.step, ...begun.tried } : null;
    if (!this.full) this.lookAhead();
  }

  // A new screen: what was begun on an older one is dropped, unless the same is still asked.
  meet(screen) {
    const asked = screen && screen.ask;
    const same = asked && this.asked && JSON.stringify(asked) === JSON.stringify(this.asked);
    this.asked = asked || null;
    if (!same) this.first = [];
    if (!screen || screen.waits !== "answered") Object.assign(this, { sent: null, raced: false });
    this.screen = screen ? screen.screen : 0;
    const unsent = same && !this.busy && this.error === UNSENT;
    Object.assign(this, { error: unsent ? UNSENT : null, source: null, ways: [] });
    if (same && !this.busy) return;
    this.reset();
    this.enterOnly();
    if (this.entry === null) this.lookAhead();
  }

  // What could be pointed at after a step that only asks whose it is, or for one of few: so that
  // who wants a certain card need not say first who has it. Asked of the server, as always.
  async lookAhead() {
    const { screen, entry, step } = this;
    this.ahead = [];
    const from = entry === null ? this.entries.map((one, at) => ({ at, step: one.first, filled: one.filled || [] })) : [{ at: entry, step, filled: this.filled }];
    const asked = from.flatMap((one) => (isFew(one.step) && one.filled.length + 1 < this.entries[one.at].steps.length ? one.step.picks.map((pick, at) => ({ entry: one.at, at, filled: [...one.filled, pick.arg] })) : []));
    if (asked.length === 0 || asked.length > AHEAD) return;
    const replies = await Promise.all(asked.map(({ entry: of, filled }) => this.ask({ do: "options", screen, entry: of, filled })));
    if (screen !== this.screen || entry !== this.entry || step !== this.step) return;
    this.ahead = asked.map((one, n) => ({ ...one, step: (replies[n].ok && replies[n].step) || null, lone: (replies[n].ok && replies[n].marks) || [], said: replies[n].said || [] }));
    if (entry === null) this.first = this.ahead;
    this.changed();
  }

  // Marks of the next step but one, where they leave no doubt what comes before them.
  marksAhead(found) {
    const next = new Map();
    const add = (key, one) => next.set(key, [...(next.get(key) || []), { ...one, fill: "ahead" }]);
    for (const { entry, at, step, lone, said } of this.ahead) {
      // What is the only thing that follows has filled itself in.
      const shown = said.map((text) => text.replace(/^[^:]*: /, "")).join(", ");
      lone.map(markKey).forEach((key) => add(key, { entry, at, pick: { shown } }));
      if (!step || !["one", "some"].includes(step.fill)) continue;
      for (const key of new Set(step.picks.map((pick) => markKey(pick.mark)).filter(Boolean))) {
        const pick = step.picks.find((one) => markKey(one.mark) === key);
        add(key, { entry, at, pick });
      }
    }
    const sure = (all) => new Set(all.map((one) => one.entry)).size === all.length;
    const covered = new Set();
    next.forEach((all, key) => {
      if (!sure(all) || (this.entry !== null && found.has(key))) return;
      found.set(key, [...(found.get(key) || []).filter((one) => !all.some((other) => other.entry === one.entry)), ...all]);
      all.forEach((one) => covered.add(`${one.entry}:${one.at}`));
    });
    // Where what is wanted glows, its owner need not.
    for (const [key, all] of found) {
      const left = key.startsWith("s:") ? all.filter((one) => one.fill === "ahead" || !covered.has(`${one.entry}:${one.at}`)) : all;
      if (left.length > 0) found.set(key, left);
      else found.delete(key);
    }
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

  // `named`: by a button that says what it does.
  enter(at, named = false) {
    const entry = this.entries[at];
    this.named = named;
    Object.assign(this, { entry: at, trail: [], said: [], told: null, picked: [], error: null, source: null, ways: [], held: null, full: null });
    this.filled = entry.filled || [];
    this.take(entry.first);
    if (entry.first) this.lookAhead();
    if (entry.first) this.changed();
    else if (entry.asks) this.advance();
    else this.finish();
  }

  take(asked) {
    const reckons = this.entry !== null && Boolean((this.told ?? this.entries[this.entry].told)?.includes("…"));
    const step = asked ? { ...counted(asked, reckons) } : null;
    this.step = step;
    this.picked = [];
    this.lacks = null;
    if (step && step.fill === "number") this.number = step.low;
    this.tellNumber(0);
    if (step && step.fill === "order") this.picked = this.asTaken(step);
    this.askWhetherNone();
  }

  // Whether a set that must meet a rule may be empty, where the rules name no number.
  async askWhetherNone() {
    const { step, screen } = this;
    if (step?.fill !== "some" || !step.tested || step.least > 0 || step.most === 0) return;
    const why = await this.whyNotSet([]);
    if (!why || step !== this.step || screen !== this.screen) return;
    step.least = 1;
    if (this.picked.length === 0) this.lacks = why;
    this.changed();
  }

  // Why a set cannot be handed in; a choice that it makes whole is asked about as it is typed.
  async whyNotSet(list) {
    const { entry, screen } = this;
    const filled = [...this.filled, { List: list }];
    const reply = await this.ask({ do: "why", entry, filled });
    if (reply.ok && reply.why) return reply.why;
    const { ok, step, says } = await this.ask({ do: "options", screen, entry, filled });
    const whole = ok && !step && says ? await this.ask({ do: "why", text: says }) : {};
    return (whole.ok && whole.why) || null;
  }

  // What has just been chosen one after the other is put in that order to begin with.
  asTaken(step) {
    const taken = this.inTurn || [];
    const order = taken.map((name) => step.picks.findIndex((pick) => pick.shown === name));
    const all = taken.length === step.picks.length && new Set(order).size === order.length && !order.includes(-1);
    return all ? order : [];
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
    // What asks for nothing is chosen by the pile that it takes from, and what a card offers by it.
    const lift = (at, entry, mark) => {
      const key = markKey(mark);
      if (!found.has(key)) found.set(key, []);
      found.get(key).push({ entry: at, at: 0, pick: { shown: entryTitle(entry) }, fill: "lift" });
    };
    if (this.busy) return found;
    // While it waits for a second press, something else may be pressed instead.
    const { last } = this;
    if (this.full && last?.step.fill === "one") add(this.entry, last.step);
    if (this.full) return this.again(found);
    if (this.entry !== null) add(this.entry, this.step);
    else this.entries.forEach((entry, at) => {
      const pressed = pressedFor(entry);
      pressed.forEach((mark) => lift(at, entry, mark));
      if (!entry.lifts) add(at, entry.first);
    });
    if (this.picked.length === 0) this.marksAhead(found);
    if (this.held) this.onlyWith(found);
    return found;
  }

  // While something is held, only what goes with the same moves glows.
  onlyWith(found) {
    const fitting = new Set((found.get(this.held) || []).map((one) => one.entry));
    for (const [key, all] of found) {
      const left = all.filter((one) => fitting.has(one.entry));
      if (left.length > 0) found.set(key, left);
      else found.delete(key);
    }
  }

  // What is held is put down; whether something else can be pressed in its place.
  putDownFor(keys) {
    if (!this.held) return false;
    this.held = null;
    const marks = this.marks();
    const key = keys.find((one) => marks.has(one));
    if (key) this.point(key);
    else this.changed();
    return Boolean(key);
  }

  // What was begun is put away for something else that was pressed, where nothing but one press on
  // the table would be lost: what glowed before that press can be pressed instead of it.
  beginsWith(keys) {
    if (!this.full && this.entry !== null) return this.insteadOf(keys);
    if (!this.full || this.trail.length > 1) return false;
    const begun = { ...this };
    this.reset();
    this.ahead = this.first;
    const marks = this.marks();
    const key = keys.find((one) => marks.has(one));
    if (!key) Object.assign(this, begun);
    else this.point(key);
    return Boolean(key);
  }

  // In the middle of a move another can be taken in place of what was chosen last of its sort.
  insteadOf(keys) {
    const picks = (step) => step.fill === "one" && step.picks.find((pick) => keys.includes(markKey(pick.mark)));
    const at = this.trail.findLastIndex(({ step }) => picks(step));
    if (at < 0 || this.busy || this.picked.length > 0) return false;
    const key = markKey(picks(this.trail[at].step).mark);
    this.backTo(at);
    this.point(key);
    return true;
  }

  // The moves on offer that take something later than with their first step: as their places in
  // the menu. Asked of the server step by step, as always, and not too often.
  async usedBy(keys) {
    const { screen } = this;
    let left = SOUGHT;
    const takes = (step) => (step?.picks || []).some((pick) => keys.includes(markKey(pick.mark)));
    const follow = async (entry, step, filled, deep) => {
      if (takes(step)) return true;
      if (!step || deep === 0) return false;
      for (const arg of samples(step)) {
        if (left-- <= 0) return false;
        const reply = await this.ask({ do: "options", screen, entry, filled: [...filled, arg] });
        if (screen !== this.screen) return false;
        if (reply.ok && (await follow(entry, reply.step, reply.filled || [...filled, arg], deep - 1))) return true;
      }
      return false;
    };
    const found = [];
    for (const [at, entry] of this.entries.entries()) {
      const begun = at === this.entry && !this.full ? { step: this.step, filled: this.filled } : { step: entry.first, filled: entry.filled || [] };
      const pressed = at !== this.entry && pressedFor(entry).some((mark) => keys.includes(markKey(mark)));
      if (pressed || (await follow(at, begun.step, begun.filled, DEEP))) found.push(at);
    }
    return screen === this.screen ? found : [];
  }

  // Begins another move of the menu.
  beginAnew(at) {
    this.reset();
    this.enter(at);
  }

  get last() {
    return this.trail[this.trail.length - 1];
  }

  // What was pressed last, to be pressed again.
  again(found) {
    const { last } = this;
    const one = last && last.step.fill === "one";
    const keys = one ? last.marks : last ? [] : pressedFor(this.entries[this.entry]).map(markKey);
    const pick = { shown: last ? last.shown : entryTitle(this.entries[this.entry]) };
    keys.filter(Boolean).forEach((key) => found.set(key, [{ entry: this.entry, at: 0, pick, fill: "again" }]));
    return found;
  }

  // Whether something on the table has been taken into this move already.
  has(keys) {
    return this.trail.some((one) => one.marks.some((mark) => keys.includes(mark)));
  }

  // How many of what these keys mean have been taken into this move: of equal cards, several.
  taken(keys) {
    return this.trail.flatMap((one) => one.marks).filter((mark) => keys.includes(mark)).length;
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
  point(key, keyed = false) {
    const all = this.marks().get(key);
    if (!all) return;
    if (this.full && all[0].fill === "again") return void this.done(keyed);
    if (this.full) this.backTo(this.trail.length - 1);
    const entries = [...new Set(all.map((one) => one.entry))];
    // What was said of something else is answered by this.
    Object.assign(this, { error: null, source: null, ways: [] });
    if (this.entry === null && entries.length > 1) {
      this.held = this.held === key ? null : key;
      this.changed();
      return;
    }
    this.pointWith(entries[0], key);
  }

  // With that entry of several. `named`: by a button that says so.
  pointWith(entry, key, named = false) {
    const all = this.marks().get(key).filter((one) => one.entry === entry);
    if (this.entry === null) this.enter(entry, named);
    // It is what was pressed, and may be what is asked for next, too.
    if (all.some((one) => one.fill === "lift")) return undefined;
    if (all[0].fill === "ahead") return this.pick(all[0].at).then(() => this.marks().has(key) && this.entry === entry && this.pointWith(entry, key));
    const free = all.find((one) => !this.picked.includes(one.at));
    const last = [...all].reverse().find((one) => this.picked.includes(one.at));
    if (this.step.fill === "one") return this.pick(all[0].at);
    return this.toggle(free ? free.at : last.at, !free && all.length > 1 ? all.map((one) => one.at) : null);
  }

  // `named`: by a button that says what it does.
  pick(at, named = this.named) {
    const pick = this.step.picks[at];
    this.named = named;
    return this.fill(pick.arg, pick.shown, [markKey(pick.mark)], pick.typed);
  }

  // How the moves on offer, or the one being made, would be typed with that as their next value.
  typedWith(name) {
    const entries = this.entry === null ? this.entries.slice(0, TRIED) : [this.entries[this.entry]];
    const asking = entries.filter((entry) => entry.asks || entry.first);
    const before = this.trail.map((one) => one.typed);
    return asking.map((entry) => [entry.name, ...before, name].filter(Boolean).join(" "));
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
    } else {
      this.error = `${this.step.most === 1 ? "One is" : `${this.step.most} are`} chosen already, the most there can be: take one of them out first.`;
      return void this.changed();
    }
    this.error = null;
    this.changed();
    this.askWhatLacks();
  }

  // Of a set that must meet a rule: why it cannot be handed in as it is, as far as it has come.
  async askWhatLacks() {
    const { step, picked, screen } = this;
    this.lacks = null;
    if (step.fill !== "some" || !step.tested || !this.isFull || picked.length === 0) return;
    const list = [...picked].sort((a, b) => a - b).map((at) => step.picks[at].arg);
    const why = await this.whyNotSet(list);
    if (step !== this.step || picked !== this.picked || screen !== this.screen) return;
    this.lacks = why;
    this.changed();
  }

  // What cannot be chosen in between is stepped over, in the direction in which the number goes.
  setNumber(n) {
    const { low, high, all } = this.step;
    const within = Math.max(low, Math.min(high, n));
    const down = within < this.number;
    const there = (one) => (down ? one <= within : one >= within);
    this.number = !all ? within : down ? all.findLast(there) : all.find(there);
    this.tellNumber(SETTLED);
    this.changed();
  }

  // How the move would be told with this number, where its words reckon with it: what is to be paid.
  // Asked once the number has stayed the same for some milliseconds.
  tellNumber(wait) {
    const { step, screen, entry, number } = this;
    clearTimeout(this.telling);
    this.counted = null;
    if (step?.fill !== "number" || entry === null || !this.entries[entry].told) return;
    const filled = [...this.filled, { Number: number }];
    this.telling = setTimeout(async () => {
      const { ok, told } = await this.ask({ do: "options", screen, entry, filled });
      if (!ok || screen !== this.screen || step !== this.step || number !== this.number) return;
      this.counted = told || null;
      this.changed();
    }, wait);
  }

  // Whether a set has as many as are wanted.
  get isFull() {
    return this.picked.length >= this.step.least && this.picked.length <= this.step.most;
  }

  // Whether the set, order or number can be handed in as it is, as far as is known.
  get ready() {
    if (!this.step) return false;
    if (this.step.fill === "number") return true;
    if (this.step.fill === "some") return this.isFull && !this.lacks;
    return this.step.fill === "order" && this.picked.length === this.step.picks.length;
  }

  // `keyed`: by a key, which nobody presses twice by mistake as a button of a mouse is.
  // `named`: by a button that says all of it.
  done(keyed = false, named = this.named) {
    this.named = named;
    if (this.full && performance.now() - this.full.since < (keyed ? BOUNCE : DOUBLE)) return undefined;
    if (this.full) return this.send();
    if (!this.ready) return undefined;
    const { fill, picks } = this.step;
    if (fill === "number") return this.fill({ Number: this.number }, this.numberShown(this.number));
    const taken = fill === "order" ? this.picked : [...this.picked].sort((a, b) => a - b);
    const shown = taken.map((at) => picks[at].shown).join(", ") || "none";
    this.inTurn = fill === "some" ? this.picked.map((at) => picks[at].shown) : null;
    return this.fill({ List: taken.map((at) => picks[at].arg) }, shown, taken.map((at) => markKey(picks[at].mark)));
  }

  // A number as the ends of its range are written: `$7` between `$0` and `$12`.
  numberShown(n) {
    const end = this.step.shown ? this.step.shown[1] : "";
    const digits = String(this.step.high);
    return end.endsWith(digits) ? end.slice(0, -digits.length) + n : end.replace(digits, String(n)) || String(n);
  }

  fill(arg, shown, marks = [], typed = shown) {
    const before = { step: this.step, filled: this.filled, said: this.said, picked: this.picked, number: this.number, told: this.told };
    const alone = this.step.fill === "one" && this.step.picks.length === 1;
    this.trail = [...this.trail, { ...before, alone, name: stepName(this.step, this.book), shown, marks, typed, numbered: arg.Number !== undefined }];
    this.filled = [...this.filled, arg];
    this.error = null;
    this.source = null;
    this.ways = [];
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
    // What has filled itself in no button has said.
    if (reply.filled && reply.filled.length > this.filled.length) this.named = false;
    if (reply.filled) this.filled = reply.filled;
    this.said = reply.said || [];
    this.told = reply.told || null;
    if (reply.step) {
      this.take(reply.step);
      this.named = false;
    }
    if (reply.step) {
      this.explainNothing();
      this.lookAhead();
    }
    else this.finish();
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

  finish() {
    this.step = null;
    if (settings.confirm || this.isFinal || !this.isSaid) this.full = { final: this.isFinal, since: performance.now() };
    else this.send();
    this.changed();
  }

  // Where several are asked at once nothing can be taken back, as that would tell who has answered:
  // what one press on one thing would decide is asked for once more. Passing needs no second press.
  get isFinal() {
    const { kind } = this.entries[this.entry];
    return Boolean(this.asked.together) && kind !== "pass" && kind !== "decline" && (!this.last || this.last.step.fill === "one");
  }

  // Whether what was pressed last says the whole choice by itself: passing, a button that says the
  // move with all that belongs to it, a tile that lies as it would lie, an answer below its
  // question. Everything else is said in words first, and so is every number.
  get isSaid() {
    const { last } = this;
    const { kind } = this.entries[this.entry];
    if (kind === "pass" || kind === "decline") return true;
    if (!last) return this.named;
    if (last.step.fill === "number" || last.numbered) return false;
    if (this.named) return true;
    return kind === "values" && this.trail.length === 1 && this.said.length === 0 && last.step.fill === "one" && !last.marks.some(Boolean);
  }

  // Whether a button that stands for an entry, with all that belongs to it, does it at once. Every
  // other button of the menu ends with `…`.
  doesAtOnce(at) {
    const { kind } = this.entries[at];
    return !settings.confirm && (!this.asked.together || kind === "pass" || kind === "decline");
  }

  // The same of a button that does nothing, as a set may be empty.
  skipsAtOnce(at) {
    const { steps, filled } = this.entries[at];
    const before = this.entry === at ? this.filled : filled || [];
    return !settings.confirm && before.length + 1 === steps.length;
  }

  // The same of a button for one of the things to pick: of an answer below its question.
  answersAtOnce(pick) {
    const { kind, steps } = this.entries[this.entry];
    const alone = kind === "values" && steps.length === 1 && this.trail.length === 0 && this.said.length === 0;
    return alone && this.step.fill === "one" && !pick.mark && pick.arg?.Number === undefined && this.doesAtOnce(this.entry);
  }

  // The same of the button below an order, which can be read as it stands.
  ordersAtOnce() {
    const { kind, steps } = this.entries[this.entry];
    const last = kind === "values" && this.filled.length + 1 === steps.length;
    return this.step.fill === "order" && last && this.doesAtOnce(this.entry);
  }

  // The same of a button for a tile that lies as it would lie.
  laysAtOnce() {
    const { steps } = this.entries[this.entry];
    return this.filled.length + 1 === steps.length && this.doesAtOnce(this.entry);
  }

  // The move being made, in words.
  inWords() {
    const entry = this.entries[this.entry];
    const shown = this.trail.map((one) => one.shown);
    if (entry.kind === "values") return shown.join(", ");
    const told = this.full && this.told ? sentenceOf(this.told) : null;
    if (!told || told.includes("…")) return shown.length === 0 ? entryTitle(entry) : `${entryTitle(entry)}: ${shown.join(", ")}`;
    // A number that filled a gap of the words is in what they say.
    const gaps = (text) => (text ?? entry.told).split("…").length;
    const after = (at) => (at + 1 < this.trail.length ? this.trail[at + 1].told : this.told);
    const isSaid = (one, at) => told.includes(one.shown) || (one.numbered && gaps(one.told) > gaps(after(at)));
    const more = this.trail.filter((one, at) => !isSaid(one, at)).map((one) => one.shown);
    return more.length === 0 ? told : `${told}: ${more.join(", ")}`;
  }

  async send() {
    if (this.busy || this.entry === null) return;
    const { begun } = this;
    this.busy = true;
    this.changed();
    this.sent = this.inWords();
    this.raced = Boolean(this.asked.race);
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
        if (reply.stale) this.resume(begun);
      }
      this.refuse(reply);
    }
  }

  refuse(reply) {
    this.source = sourceOf(reply);
    this.ways = [];
    this.error = reply.stale ? UNSENT : reply.why || "That is not possible.";
    this.changed();
  }

  // Why something was not possible has been read.
  forget() {
    this.error = null;
    this.source = null;
    this.ways = [];
    this.changed();
  }

  // One step back, past what could be chosen in one way only; from the first step to the menu.
  back() {
    this.error = null;
    if (this.held) this.held = null;
    else if (this.picked.length > 0 && !this.full) this.picked = [];
    else if (this.trail.some((one) => !one.alone)) this.backTo(this.trail.findLastIndex((one) => !one.alone));
    else if (this.trail.length > 0 && this.entries.length === 1) this.backTo(this.trail.length - 1);
    else if (this.entries.length > 1 || this.full) {
      this.reset();
      this.lookAhead();
    }
    this.changed();
  }

  backTo(at, kept = false) {
    const there = this.trail[at];
    this.full = null;
    this.busy = false;
    this.trail = this.trail.slice(0, at);
    Object.assign(this, { step: there.step, filled: there.filled, said: there.said, picked: kept ? there.picked : [], number: there.number, told: there.told });
    this.tellNumber(0);
    this.lookAhead();
    this.changed();
  }
}

// What can be pressed on the table for a move as a whole: a pile, or the cards that it plays.
export const pressedFor = ({ lifts, plays }) => [...(lifts ? [lifts] : []), ...(plays || [])];

// The line was gone, or others were quicker: nothing is sent again that nobody has pressed again.
const UNSENT = "This did not reach the table in time: look again, and press once more if you still want it.";

// In milliseconds: what is pressed twice within that, as a double click is, is pressed once.
const DOUBLE = 350;

// The same for a key that bounces.
const BOUNCE = 80;

// A number that stays the same for so long, in milliseconds, is not on its way to another.
const SETTLED = 150;

// Of so many moves on offer it is asked why they are not possible with what was pressed.
const TRIED = 6;

// Where something is used is looked for with so many questions, and so many steps on.
const SOUGHT = 40;
const DEEP = 3;

// Some of what may be filled in at a step, to see what comes after it.
function samples({ fill, picks, least, low }) {
  if (fill === "one") return picks.slice(0, 6).map((pick) => pick.arg);
  if (fill === "number") return [{ Number: low }];
  if (fill === "some") return [{ List: picks.slice(0, least).map((pick) => pick.arg) }];
  return [];
}

// Of so many values it is asked what would follow them.
const AHEAD = 12;

// Whether a step asks for a player, or for one of few members.
function isFew(step) {
  if (!step || step.fill !== "one" || step.picks.length > AHEAD) return false;
  return step.picks.length > 0 && step.picks.every((pick) => pick.arg.Seat !== undefined || (pick.arg.Member && step.picks.length <= 6));
}

// So many numbers one after the other are counted up to, and not listed.
const LISTED = 6;

// Of so many numbers one may be missing between them.
const GAPS = 6;

// Numbers with hardly a gap that lie nowhere on the table, as a range. `reckons`: the words of the
// move say what a number comes to, so that few of them are counted up to as well.
function counted(step, reckons) {
  const all = step.fill === "one" ? step.picks.map((pick) => (pick.mark || !pick.arg ? NaN : (pick.arg.Number ?? NaN))) : [];
  const [low, high] = [all[0], all[all.length - 1]];
  const rising = all.every((n, at) => n >= low && (at === 0 || n > all[at - 1]));
  const close = high - low + 1 - all.length <= all.length / GAPS;
  if (all.length <= (reckons ? 1 : LISTED) || !rising || !close || ["column", "row"].includes(step.name)) return step;
  return { name: step.name, fill: "number", low, high, all, shown: [step.picks[0].shown, step.picks[step.picks.length - 1].shown] };
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

// What a step asks for; where the rules put a question, it needs no name. `whose` says of its picks
// whose cards they are, if that is the same for all.
export function prompt(step, { book, question, whose = null }) {
  const kind = kindOf(step, book);
  const name = question ? "" : `${stepName(step, book)}: `;
  switch (step.fill) {
    case "number":
      return `${name}${step.shown ? `${step.shown[0]} to ${step.shown[1]}` : `${step.low} to ${step.high}`}`;
    case "order":
      return `${name}put all ${step.picks.length} in order`;
    case "some":
      return `${name}${amount(step)}${whose && step.most > 0 ? ` of ${whose}` : ""}`;
    default:
      if (step.picks?.[0]?.arg?.Spot) return "Choose a place on the board";
      if (question) return "";
      if (kind === "card" && whose) return `Choose one of ${whose}`;
      return `Choose${called(stepName(step, book), kind)}`;
  }
}

// `a card`; what has no kind, or is a number, by what the rules call it.
function called(name, kind) {
  if (!kind) return name === "which" ? " which" : `: ${name}`;
  const plain = ` ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
  return kind === "number" && name !== kind ? `${plain}: ${name}` : plain;
}

function amount({ least, most }) {
  if (most === 0) return "you have nothing that fits";
  if (least === most) return `choose ${least}`;
  return least === 0 ? `choose up to ${most}` : `choose ${least} to ${most}`;
}

// What a press does, everywhere.
export const PRESSES = "A button that ends with … asks for more before anything happens; any other does what it says at once. What you press on the table is only shown and said at first; a button below, such as “Do it”, does it.";

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
