//! Zones of a key that is not known before the game runs.

use super::{Emit, Which};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::program::{NONE, Op, Pc, R, ZoneOp};
use houserules_lang::ir::ZoneShape;

/// The zones of a family, as they lie in the position.
struct Zones {
    /// The address of the one that is asked for.
    address: Value,
    /// Whether there is such a one.
    there: Value,
    shape: ZoneShape,
    cap: u16,
}

impl Emit<'_, '_> {
    /// A zone instruction.
    pub fn zone(&mut self, pc: Pc, op: ZoneOp) -> Option<()> {
        match op {
            ZoneOp::Of { d, zone, key } => {
                let keys = *self.program.schema.zones.get(usize::from(zone))?;
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
                let run = (schema.loc, u32::from(schema.cards), 2);
                let (z, c) = (self.get(z), self.get(c));
                let (address, card) = self.element(run, c)?;
                let lies = self.load_at(types::I16, address, 0);
                let here = self.b.ins().icmp(IntCC::Equal, lies, z);
                let here = self.both(here, card);
                self.set_whether(d, here);
            }
            ZoneOp::At { .. }
            | ZoneOp::Place { .. }
            | ZoneOp::List { .. }
            | ZoneOp::Top { .. }
            | ZoneOp::Bottom { .. }
            | ZoneOp::Known { .. } => self.interpret(pc, Op::Z(op)),
        }
        Some(())
    }

    /// Where a zone lies whose number a register holds, if it is known which zone it is and its
    /// keys lie side by side.
    fn lying(&mut self, z: R) -> Option<Zones> {
        let schema = &self.program.schema;
        let (first, n) = match *self.zones.get(&z)? {
            Which::Of(zone) => {
                let keys = *schema.zones.get(usize::from(zone))?;
                (keys.first, keys.n)
            }
            Which::One(inst) => (inst, 1),
        };
        let insts = schema.insts.get(usize::from(first)..)?.get(..usize::from(n))?;
        let (head, last) = (insts.first()?, insts.last()?);
        let apart = insts.get(1).map_or(Some(0), |next| next.base.checked_sub(head.base))?;
        let even = insts.windows(2).all(|two| two[1].base.checked_sub(two[0].base) == Some(apart));
        if !even || head.bits > 0 {
            return None;
        }
        let bytes = match head.shape {
            ZoneShape::Set => 8 * u32::from(schema.words),
            _ => 2 + 2 * u32::from(last.cap),
        };
        self.within(last.base, bytes)?;
        let (base, shape, cap) = (head.base, head.shape, head.cap);
        let z = self.get(z);
        let at = self.plus(z, -i64::from(first));
        let there = self.below(at, i64::from(n));
        let at = self.or_else(there, at, 0);
        let at = self.b.ins().imul_imm(at, i64::from(apart));
        let at = self.plus(at, i64::from(base));
        Some(Zones { address: self.b.ins().iadd(self.pos, at), there, shape, cap })
    }

    /// How many cards lie in a zone, or (`any`) a number that is 0 if there is none.
    fn cards_in(&mut self, z: R, any: bool) -> Option<Value> {
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
