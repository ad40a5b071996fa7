//! Cards that move, in zones of which the code knows how they lie. Whatever else can be the matter,
//! as a zone that is full, the interpreter sees to before anything has moved.

use super::{Flow, Level, Stack};
use crate::call;
use crate::emit::{Array, Run, Zones};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::lower::zone_bit;
use houserules_interpreter::program::{Effect, Handler, Land, Loc, Pc, R};
use houserules_lang::ir::ZoneShape;

/// Cards may come from so many zones.
const SOURCES: usize = 12;

/// A card on its way.
#[derive(Clone, Copy)]
struct Move {
    card: Value,
    /// Where it goes: the number of one of the run.
    z: Value,
    to: Run,
    /// Whether nobody can tell which card it is now.
    by_lot: Option<Value>,
}

/// Where a card goes: a zone of a run, by its number in a register.
#[derive(Clone, Copy)]
struct Goal {
    z: R,
    to: Run,
}

/// Where a card is drawn from, likewise.
#[derive(Clone, Copy)]
struct Source {
    z: R,
    run: Run,
    end: End,
}

/// At which end of a pile or row a card lies, as its bytes lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Front,
    Back,
}

/// Whether a card that lands so goes behind the others.
fn goes_behind(shape: ZoneShape, land: Land) -> bool {
    match shape {
        ZoneShape::Set => matches!(land, Land::Usual | Land::Top | Land::Bottom),
        ZoneShape::Pile => matches!(land, Land::Usual | Land::Top),
        ZoneShape::Row => matches!(land, Land::Usual | Land::Bottom),
        ZoneShape::Slot => land == Land::Usual,
        ZoneShape::Slots | ZoneShape::Grid => false,
    }
}

impl Flow<'_, '_, '_> {
    /// A card moves; none if the interpreter must move it, and nothing was translated.
    pub(super) fn move_card(&mut self, pc: Pc, effect: Effect) -> Option<()> {
        let schema = &self.program().schema;
        if !self.plain_writes || schema.insts.iter().any(|inst| inst.on_card) {
            return None;
        }
        let (z, land) = match effect {
            Effect::Move { z, land, .. }
            | Effect::MoveByLot { z, land, .. }
            | Effect::Draw { z, land, .. } => (z, land),
            _ => return None,
        };
        let to = self.emit.run_in(z).filter(|run| goes_behind(run.shape, land))?;
        self.move_known(pc, effect, Goal { z, to })
    }

    fn move_known(&mut self, pc: Pc, effect: Effect, goal: Goal) -> Option<()> {
        match effect {
            Effect::Move { c, .. } => self.move_from_anywhere(pc, c, None, goal),
            Effect::MoveByLot { c, fell, .. } => self.move_from_anywhere(pc, c, Some(fell), goal),
            Effect::Draw { d, from, bottom, .. } => {
                let run = self
                    .emit
                    .run_in(from)
                    .filter(|run| !matches!(run.shape, ZoneShape::Slots | ZoneShape::Grid))?;
                let front = (run.shape == ZoneShape::Pile && bottom)
                    || (run.shape == ZoneShape::Row && !bottom);
                let end = if front { End::Front } else { End::Back };
                self.draw(pc, d, Source { z: from, run, end }, goal)
            }
            _ => None,
        }
    }

    fn move_from_anywhere(&mut self, pc: Pc, c: R, fell: Option<R>, goal: Goal) -> Option<()> {
        let zones = &self.program().schema.zones;
        let runs = zones.iter().filter_map(|keys| self.emit.run_of(keys.first, keys.n));
        let can_leave = |run: &Run| !matches!(run.shape, ZoneShape::Slots | ZoneShape::Grid);
        let sources: Vec<Run> = runs.filter(can_leave).collect();
        if sources.len() > SOURCES {
            return None;
        }
        let by_lot = fell.map(|fell| {
            let fell = self.emit.get(fell);
            self.emit.is(IntCC::Equal, fell, 1)
        });
        let (card, z) = (self.emit.get(c), self.emit.get(goal.z));
        let done = self.relocate(pc, Move { card, z, to: goal.to, by_lot }, &sources);
        self.all_or_nothing(done)
    }

    /// What was begun and not finished must not run.
    fn all_or_nothing(&mut self, done: Option<()>) -> Option<()> {
        self.emit.strange |= done.is_none();
        done
    }

    /// The first card of a zone, or the last, goes to another, if there is one.
    fn draw(&mut self, pc: Pc, d: R, source: Source, goal: Goal) -> Option<()> {
        let (from, z) = (self.emit.get(source.z), self.emit.get(goal.z));
        let Source { run, end, .. } = source;
        let zones = self.emit.zone_in(run, from);
        let (some, card) = if run.shape == ZoneShape::Set {
            self.first_of(&zones)
        } else {
            let len = self.emit.load_at(types::I16, zones.address, 0);
            let strange = self.emit.is(IntCC::UnsignedGreaterThan, len, i64::from(run.cap));
            self.hand_over_if(strange, pc);
            let card = if end == End::Front && run.cap > 0 {
                self.emit.load_at(types::I16, zones.address, 2)
            } else {
                self.last_of(&zones, len)
            };
            (self.emit.is(IntCC::NotEqual, len, 0), card)
        };
        let some = self.emit.both(some, zones.there);
        let (on, empty, done) = (self.emit.block(), self.emit.block(), self.emit.block());
        self.emit.fork(some, on, empty);
        self.emit.at(empty);
        let no = self.emit.k(0);
        self.emit.set(d, no);
        self.emit.jump(done);
        self.emit.at(on);
        let moved = self.relocate(pc, Move { card, z, to: goal.to, by_lot: None }, &[run]);
        self.all_or_nothing(moved)?;
        let yes = self.emit.k(1);
        self.emit.set(d, yes);
        self.emit.jump(done);
        self.emit.at(done);
        Some(())
    }

    /// Whether a set has cards, and the first.
    fn first_of(&mut self, zones: &Zones) -> (Value, Value) {
        let (mut all, mut first) = (self.emit.k(0), self.emit.k(0));
        for n in (0..i64::from(self.program().schema.words)).rev() {
            let word = self.emit.load_at(types::I64, zones.address, 8 * n as i32);
            let bit = self.emit.b.ins().ctz(word);
            let bit = self.emit.plus(bit, 64 * n);
            let empty = self.emit.is(IntCC::Equal, word, 0);
            first = self.emit.b.ins().select(empty, first, bit);
            all = self.emit.b.ins().bor(all, word);
        }
        (self.emit.is(IntCC::NotEqual, all, 0), first)
    }

    /// The card at the end of a pile, row or slot that has so many; anything of an empty one.
    fn last_of(&mut self, zones: &Zones, len: Value) -> Value {
        let at = self.emit.b.ins().ishl_imm(len, 1);
        let address = self.emit.b.ins().iadd(zones.address, at);
        self.emit.load_at(types::I16, address, 0)
    }

    /// A card leaves where it lies, one of these zones, and goes to another.
    fn relocate(&mut self, pc: Pc, moved: Move, sources: &[Run]) -> Option<()> {
        let schema = &self.program().schema;
        let places = Array { base: schema.loc, n: schema.cards.into(), bytes: 2 };
        let card = moved.card;
        let (lies, inside) = self.emit.element(places, card)?;
        let outside = self.emit.b.ins().icmp_imm(IntCC::Equal, inside, 0);
        self.hand_over_if(outside, pc);
        let from = self.emit.load_at(types::I16, lies, 0);
        let target = self.emit.zone_in(moved.to, moved.z);
        let nowhere = self.emit.b.ins().icmp_imm(IntCC::Equal, target.there, 0);
        self.hand_over_if(nowhere, pc);
        if moved.to.shape != ZoneShape::Set {
            let len = self.emit.load_at(types::I16, target.address, 0);
            let full =
                self.emit.is(IntCC::UnsignedGreaterThanOrEqual, len, i64::from(moved.to.cap));
            self.hand_over_if(full, pc);
        }
        let on = self.emit.block();
        for source in sources {
            let at = self.emit.plus(from, -i64::from(source.first));
            let here = self.emit.below(at, i64::from(source.n));
            let (mine, other) = self.emit.split(here);
            self.emit.at(mine);
            self.take_out(pc, card, from, *source);
            self.dirty(self.bit(*source) | self.bit(moved.to));
            self.emit.jump(on);
            self.emit.at(other);
        }
        self.hand_over(pc);
        self.emit.at(on);
        self.put_in(card, &target);
        self.emit.store_at(types::I16, lies, 0, moved.z);
        self.is_seen(moved)
    }

    /// The bit of a zone among what conditions read.
    fn bit(&self, run: Run) -> u64 {
        zone_bit(self.program().schema.insts[usize::from(run.first)].zone.index())
    }

    /// Of a card in a set: the address of its word, and its bit.
    fn word_of(&mut self, card: Value, set: Value) -> (Value, Value) {
        let word = self.emit.b.ins().ushr_imm(card, 6);
        let at = self.emit.b.ins().ishl_imm(word, 3);
        let one = self.emit.k(1);
        (self.emit.b.ins().iadd(set, at), self.emit.b.ins().ishl(one, card))
    }

    fn take_out(&mut self, pc: Pc, card: Value, from: Value, source: Run) {
        let zones = self.emit.zone_in(source, from);
        if source.shape == ZoneShape::Set {
            let (address, bit) = self.word_of(card, zones.address);
            let word = self.emit.load_at(types::I64, address, 0);
            let word = self.emit.b.ins().band_not(word, bit);
            return self.emit.store_at(types::I64, address, 0, word);
        }
        let len = self.emit.load_at(types::I16, zones.address, 0);
        let less = self.emit.plus(len, -1);
        let strange = self.emit.is(IntCC::UnsignedGreaterThanOrEqual, less, source.cap.into());
        self.hand_over_if(strange, pc);
        let last = self.last_of(&zones, len);
        let is_last = self.emit.b.ins().icmp(IntCC::Equal, last, card);
        let (easy, hard) = self.emit.split(is_last);
        let done = self.emit.block();
        self.emit.at(easy);
        let at = self.emit.b.ins().ishl_imm(len, 1);
        let address = self.emit.b.ins().iadd(zones.address, at);
        let none = self.emit.k(0);
        self.emit.store_at(types::I16, address, 0, none);
        self.emit.store_at(types::I16, zones.address, 0, less);
        self.emit.jump(done);
        self.emit.at(hard);
        self.emit.help(call::take_out, &[card]);
        self.emit.jump(done);
        self.emit.at(done);
    }

    /// Puts a card behind the others; there is room.
    fn put_in(&mut self, card: Value, target: &Zones) {
        if target.shape == ZoneShape::Set {
            let (address, bit) = self.word_of(card, target.address);
            let word = self.emit.load_at(types::I64, address, 0);
            let word = self.emit.b.ins().bor(word, bit);
            return self.emit.store_at(types::I64, address, 0, word);
        }
        let len = self.emit.load_at(types::I16, target.address, 0);
        let more = self.emit.plus(len, 1);
        let at = self.emit.b.ins().ishl_imm(more, 1);
        let address = self.emit.b.ins().iadd(target.address, at);
        self.emit.store_at(types::I16, address, 0, card);
        self.emit.store_at(types::I16, target.address, 0, more);
    }

    /// Who sees the zone knows the card; in a set, or after a lot, nobody else does any more.
    fn is_seen(&mut self, moved: Move) -> Option<()> {
        let schema = &self.program().schema;
        let insts = &schema.insts[usize::from(moved.to.first)..];
        let insts = insts.get(..usize::from(moved.to.n))?;
        let mut seers = self.emit.k(i64::from(insts.first()?.seers));
        for (inst, z) in insts.iter().zip(moved.to.first..).skip(1) {
            let here = self.emit.is(IntCC::Equal, moved.z, i64::from(z));
            let own = self.emit.k(i64::from(inst.seers));
            seers = self.emit.b.ins().select(here, own, seers);
        }
        let run = Array { base: schema.known, n: schema.cards.into(), bytes: 4 };
        let (address, _) = self.emit.element(run, moved.card)?;
        let alone = moved.to.shape == ZoneShape::Set;
        let mut known = seers;
        if !alone {
            let old = self.emit.load_at(types::I32, address, 0);
            known = self.emit.b.ins().bor(old, seers);
            if let Some(fell) = moved.by_lot {
                known = self.emit.b.ins().select(fell, seers, known);
            }
        }
        self.emit.store_at(types::I32, address, 0, known);
        if self.program().card_limits.is_empty() || !alone && moved.by_lot.is_none() {
            return Some(());
        }
        let forgets = match moved.by_lot.filter(|_| !alone) {
            Some(fell) => self.emit.or_else(fell, seers, -1),
            None => seers,
        };
        let lost = self.emit.b.ins().bnot(forgets);
        let (marked, on) = (self.emit.block(), self.emit.block());
        match self.emit.card_limits_marked() {
            Some(bytes) => self.emit.fork(bytes, marked, on),
            None => self.emit.jump(marked),
        }
        self.emit.at(marked);
        self.emit.help(call::forget_limits, &[moved.card, lost]);
        self.emit.jump(on);
        self.emit.at(on);
        Some(())
    }

    /// What happens when a zone runs out, if it has.
    pub(super) fn runs_out(&mut self, pc: Pc, z: R, handler: u16, stack: &Stack) -> Option<bool> {
        let program = self.program();
        let Handler { zone, frame: body, owner } = program.runs_out[usize::from(handler)];
        let runs = |level: &Level| super::stack::frame_of(*level, program) == body;
        if stack.iter().any(runs) {
            return Some(true);
        }
        let mut after = stack.clone();
        let entry = program.frames[usize::from(body)].entry;
        let insts = &program.schema.insts;
        let is_of = |run: &Run| insts[usize::from(run.first)].zone.0 == zone;
        // Whose zone it was is written by the interpreter.
        let room = stack.len() < usize::from(program.schema.depth) && owner == Loc::No;
        let known = self.emit.run_in(z).filter(is_of).filter(|_| room);
        if let (Some(run), Some(some)) = (known, self.emit.cards_in(z, true)) {
            let number = self.emit.get(z);
            let there = self.emit.zone_in(run, number).there;
            let empty = self.emit.is(IntCC::Equal, some, 0);
            let out = self.emit.both(empty, there);
            let (yes, no) = self.emit.split(out);
            self.emit.at(yes);
            self.push(&mut after, Level::Body(body, pc + 1))?;
            self.go(entry, &after);
            self.emit.at(no);
            return Some(true);
        }
        let to = self.step(pc);
        after.push(Level::Body(body, pc + 1));
        self.go_where(to, &[(pc + 1, stack.clone()), (entry, after)]);
        Some(false)
    }
}
