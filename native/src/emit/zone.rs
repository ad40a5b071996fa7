//! Zones of a key that is not known before the game runs.

use super::{Array, Emit, Which};
use crate::range::Range;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::program::{NONE, Op, Pc, R, ZoneOp};
use houserules_lang::ir::ZoneShape;

/// Zones side by side, one a key, as they lie in the position.
#[derive(Debug, Clone, Copy)]
pub struct Run {
    /// The number of the first.
    pub first: u16,
    /// How many there are.
    pub n: u16,
    /// Where the first begins.
    pub base: u32,
    /// Bytes from one to the next.
    pub apart: u32,
    /// How cards lie in them.
    pub shape: ZoneShape,
    /// How many cards each can hold.
    pub cap: u16,
}

/// One of such zones, as it was asked for.
pub struct Zones {
    /// Its address; that of the first if there is no such zone.
    pub address: Value,
    /// Whether there is.
    pub there: Value,
    /// How cards lie in it.
    pub shape: ZoneShape,
    /// How many it can hold.
    pub cap: u16,
}

impl Emit<'_, '_> {
    /// A zone instruction.
    pub fn zone(&mut self, pc: Pc, op: ZoneOp) -> Option<()> {
        match op {
            ZoneOp::Of { d, zone, key } => {
                let keys = self.program.schema.zones[usize::from(zone)];
                let key = self.get(key);
                let at = self.plus(key, -i64::from(keys.lo));
                let there = self.below(at, i64::from(keys.n));
                let z = self.plus(at, i64::from(keys.first));
                let z = self.or_else(there, z, NONE);
                self.set(d, z);
            }
            ZoneOp::Len { d, z } => {
                let Some(n) = self.cards_in(z, false) else {
                    self.interpret(pc, Op::Z(op));
                    return Some(());
                };
                self.set(d, n);
            }
            ZoneOp::Some { d, z } => {
                let Some(n) = self.cards_in(z, true) else {
                    self.interpret(pc, Op::Z(op));
                    return Some(());
                };
                let some = self.is(IntCC::NotEqual, n, 0);
                self.set_whether(d, some);
            }
            ZoneOp::Slot { d, z } => {
                let Some(card) = self.in_slot(z) else {
                    self.interpret(pc, Op::Z(op));
                    return Some(());
                };
                self.set(d, card);
            }
            ZoneOp::Mask { m, z } => {
                let found = self.lying(z).filter(|zones| zones.shape == ZoneShape::Set);
                let Some(zones) = found else {
                    self.interpret(pc, Op::Z(op));
                    return Some(());
                };
                for n in 0..u16::from(self.program.schema.words) {
                    let word = self.load_at(types::I64, zones.address, 8 * i32::from(n));
                    let word = self.or_else(zones.there, word, 0);
                    self.set(m + n, word);
                }
            }
            ZoneOp::Holds { d, z, c } => {
                let schema = &self.program.schema;
                let run = Array { base: schema.loc, n: schema.cards.into(), bytes: 2 };
                let (z, c) = (self.get(z), self.get(c));
                let (address, card) = self.element(run, c)?;
                let lies = self.load_at(types::I16, address, 0);
                let here = self.b.ins().icmp(IntCC::Equal, lies, z);
                let here = self.both(here, card);
                self.set_whether(d, here);
            }
            ZoneOp::At { d, z, n } => {
                let Some(card) = self.card_at(z, n) else {
                    self.interpret(pc, Op::Z(op));
                    return Some(());
                };
                self.set(d, card);
            }
            ZoneOp::List { l, z } | ZoneOp::Top { l, z, .. } | ZoneOp::Bottom { l, z, .. } => {
                if self.zone_list(l, z, op).is_none() {
                    self.interpret(pc, Op::Z(op));
                }
            }
            // What lies on cards is seen by those who know these.
            ZoneOp::Known { .. } if self.program.schema.insts.iter().any(|i| i.on_card) => {
                self.interpret(pc, Op::Z(op));
            }
            ZoneOp::Known { d, c, p } => {
                let schema = &self.program.schema;
                let run = Array { base: schema.known, n: schema.cards.into(), bytes: 4 };
                let (c, p) = (self.get(c), self.get(p));
                let (address, card) = self.element(run, c)?;
                let known = self.load_at(types::I32, address, 0);
                // The interpreter has its own view of other numbers.
                let none = self.b.ins().icmp_imm(IntCC::SignedLessThan, c, 0);
                let some = self.b.ins().bor(card, none);
                let strange = self.b.ins().icmp_imm(IntCC::Equal, some, 0);
                self.bail_if(strange);
                let far = self.is(IntCC::SignedGreaterThan, p, 31);
                self.bail_if(far);
                let bit = self.b.ins().ushr(known, p);
                let bit = self.b.ins().band_imm(bit, 1);
                let seat = self.below(p, 32);
                let there = self.both(card, seat);
                let value = self.or_else(there, bit, 0);
                self.set(d, value);
            }
            ZoneOp::Place { .. } => self.interpret(pc, Op::Z(op)),
        }
        Some(())
    }

    /// How many cards lie in a pile or row; what holds more than it can is the interpreter's.
    fn filled(&mut self, zones: &Zones) -> Value {
        let len = self.load_at(types::I16, zones.address, 0);
        let strange = self.is(IntCC::UnsignedGreaterThan, len, i64::from(zones.cap));
        self.bail_if(strange);
        self.or_else(zones.there, len, 0)
    }

    /// The card of a pile or row by its place from 0, top or left first, of so many.
    fn card_of(&mut self, zones: &Zones, place: Value, len: Value) -> Value {
        let index = if zones.shape == ZoneShape::Pile {
            let last = self.plus(len, -1);
            self.b.ins().isub(last, place)
        } else {
            place
        };
        let at = self.b.ins().ishl_imm(index, 1);
        let address = self.b.ins().iadd(zones.address, at);
        self.load_at(types::I16, address, 2)
    }

    /// The card at a place of a pile or row; none if another shape is asked for.
    fn card_at(&mut self, z: R, n: R) -> Option<Value> {
        let run = self.run_in(z)?;
        if !matches!(run.shape, ZoneShape::Pile | ZoneShape::Row) {
            return None;
        }
        let (z, n) = (self.get(z), self.get(n));
        let zones = self.zone_in(run, z);
        let len = self.filled(&zones);
        let place = self.plus(n, -1);
        let there = self.b.ins().icmp(IntCC::UnsignedLessThan, place, len);
        let place = self.or_else(there, place, 0);
        let one = self.k(1);
        let some = self.b.ins().umax(len, one);
        let card = self.card_of(&zones, place, some);
        let real = self.is(IntCC::NotEqual, card, 0xffff);
        let there = self.both(there, real);
        Some(self.or_else(there, card, NONE))
    }

    /// Adds the cards of a zone to a list on the stack: all, or those above or below.
    fn zone_list(&mut self, l: u16, z: R, op: ZoneOp) -> Option<()> {
        let (local, run) = (self.local(l)?, self.run_in(z)?);
        if let (ZoneShape::Slot, ZoneOp::List { .. }) = (run.shape, op) {
            let card = self.in_slot(z)?;
            self.push_item(local, card, false, Range::ALL);
            return Some(());
        }
        let z = match (run.shape, op) {
            (ZoneShape::Pile | ZoneShape::Row, _) | (ZoneShape::Set, ZoneOp::List { .. }) => {
                self.get(z)
            }
            _ => return None,
        };
        let zones = self.zone_in(run, z);
        if run.shape == ZoneShape::Set {
            for n in 0..i64::from(self.program.schema.words) {
                let word = self.load_at(types::I64, zones.address, 8 * n as i32);
                let word = self.or_else(zones.there, word, 0);
                self.add_bits(local, word, 64 * n);
            }
            return Some(());
        }
        let len = self.filled(&zones);
        let mut count = len;
        let mut first = self.k(0);
        if let ZoneOp::Top { n, .. } | ZoneOp::Bottom { n, .. } = op {
            let (n, zero) = (self.get(n), self.k(0));
            let n = self.b.ins().smax(n, zero);
            count = self.b.ins().umin(n, len);
        }
        if let ZoneOp::Bottom { .. } = op {
            first = self.b.ins().isub(len, count);
        }
        self.has_room(local, count);
        self.times(count, |this, k| {
            let place = this.b.ins().iadd(first, k);
            let card = this.card_of(&zones, place, len);
            this.add_item(local, card);
        });
        Some(())
    }

    /// Zones by the number of the first, if all lie within the position as if they were one table.
    pub fn run_of(&self, first: u16, n: u16) -> Option<Run> {
        let schema = &self.program.schema;
        let insts = schema.insts[usize::from(first)..].get(..usize::from(n))?;
        let (head, last) = (insts.first()?, insts.last()?);
        let apart = insts.get(1).map_or(Some(0), |next| next.base.checked_sub(head.base))?;
        let even = insts.windows(2).all(|two| two[1].base.checked_sub(two[0].base) == Some(apart));
        if !even || head.bits > 0 {
            return None;
        }
        let bytes = if head.shape == ZoneShape::Set {
            8 * u32::from(schema.words)
        } else {
            2 + 2 * u32::from(last.cap)
        };
        self.place_of(last.base, bytes)?;
        Some(Run { first, n, base: head.base, apart, shape: head.shape, cap: head.cap })
    }

    /// The zones of which a register holds a number, if that is known.
    pub fn run_in(&self, z: R) -> Option<Run> {
        match *self.zones.get(&z)? {
            Which::Of(zone) => {
                let keys = self.program.schema.zones[usize::from(zone)];
                self.run_of(keys.first, keys.n)
            }
            Which::One(inst) => self.run_of(inst, 1),
        }
    }

    /// One of a run, by its number.
    pub fn zone_in(&mut self, run: Run, z: Value) -> Zones {
        let bytes = if run.shape == ZoneShape::Set {
            8 * u32::from(self.program.schema.words)
        } else {
            2 + 2 * u32::from(run.cap)
        };
        self.reach(run.base, run.apart * u32::from(run.n.saturating_sub(1)) + bytes);
        let at = self.plus(z, -i64::from(run.first));
        let there = self.below(at, i64::from(run.n));
        let at = self.or_else(there, at, 0);
        let at = self.b.ins().imul_imm(at, i64::from(run.apart));
        let at = self.plus(at, i64::from(run.base));
        let address = self.b.ins().iadd(self.pos, at);
        Zones { address, there, shape: run.shape, cap: run.cap }
    }

    /// Where a zone lies whose number a register holds, if it is known which zone it is.
    fn lying(&mut self, z: R) -> Option<Zones> {
        let run = self.run_in(z)?;
        let z = self.get(z);
        Some(self.zone_in(run, z))
    }

    /// How many cards lie in a zone, or (`any`) a number that is 0 if there is none.
    pub fn cards_in(&mut self, z: R, any: bool) -> Option<Value> {
        let zones = self.lying(z)?;
        let n = match zones.shape {
            ZoneShape::Set => {
                let mut sum = self.k(0);
                for n in 0..i32::from(self.program.schema.words) {
                    let word = self.load_at(types::I64, zones.address, 8 * n);
                    sum = if any {
                        self.b.ins().bor(sum, word)
                    } else {
                        let count = self.b.ins().popcnt(word);
                        self.b.ins().iadd(sum, count)
                    };
                }
                sum
            }
            ZoneShape::Pile | ZoneShape::Row | ZoneShape::Slot => {
                self.load_at(types::I16, zones.address, 0)
            }
            ZoneShape::Slots | ZoneShape::Grid => return None,
        };
        Some(self.or_else(zones.there, n, 0))
    }

    /// The card in a slot.
    fn in_slot(&mut self, z: R) -> Option<Value> {
        let zones = self.lying(z).filter(|z| z.shape == ZoneShape::Slot && z.cap > 0)?;
        let n = self.load_at(types::I16, zones.address, 0);
        let card = self.load_at(types::I16, zones.address, 2);
        let some = self.is(IntCC::NotEqual, n, 0);
        let real = self.is(IntCC::NotEqual, card, 0xffff);
        let some = self.both(some, real);
        let some = self.both(some, zones.there);
        Some(self.or_else(some, card, NONE))
    }
}
