//! Effects: counters are written by the code, cards moved where it can be seen how.

use super::{Flow, status};
use crate::emit::Slot;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::program::{Effect, Pc};
use houserules_lang::ir::ArithOp;

impl Flow<'_, '_, '_> {
    /// An effect; the instruction behind it follows.
    pub(super) fn effect(&mut self, pc: Pc, effect: Effect) -> Option<()> {
        match effect {
            Effect::Set { f, i, s } if self.writes_plainly(f) => {
                let value = self.emit.get(s);
                return self.write_counter(pc, (f, i), value);
            }
            Effect::Add { f, i, s, minus } if self.writes_plainly(f) => {
                let (outer, bail) = (self.emit.bail, self.emit.block());
                self.emit.bail = bail;
                let (key, by) = (self.emit.get(i), self.emit.get(s));
                let old = self.emit.counter(f, Some(key))?;
                let op = if minus { ArithOp::Sub } else { ArithOp::Add };
                let value = self.emit.arith(op, old, by);
                self.emit.bail = outer;
                let on = self.emit.block();
                self.emit.jump(on);
                self.emit.at(bail);
                self.hand_over(pc);
                self.emit.at(on);
                return self.write_counter(pc, (f, i), value);
            }
            Effect::Move { .. } | Effect::MoveByLot { .. } | Effect::Draw { .. }
                if self.move_card(pc, effect).is_some() =>
            {
                return Some(());
            }
            Effect::Say { .. } | Effect::Aside { .. } => return Some(()),
            Effect::AtOnce if self.plain_writes => return Some(()),
            Effect::Set { .. }
            | Effect::Add { .. }
            | Effect::Move { .. }
            | Effect::MoveByLot { .. }
            | Effect::Draw { .. }
            | Effect::Swap { .. }
            | Effect::Shuffle { .. }
            | Effect::Lot { .. }
            | Effect::LotTo { .. }
            | Effect::Show { .. }
            | Effect::Hide { .. }
            | Effect::ShowCounter { .. }
            | Effect::Fresh { .. }
            | Effect::Remember { .. }
            | Effect::AtOnce => {}
        }
        let to = self.step(pc);
        if effect == Effect::AtOnce {
            let away = self.emit.is(IntCC::NotEqual, to, i64::from(pc) + 1);
            let (yes, no) = self.emit.split(away);
            self.emit.at(yes);
            self.emit.set_slot(Slot::Pc, to);
            self.leave(status::GO_ON);
            self.emit.at(no);
        }
        Some(())
    }

    fn writes_plainly(&self, f: u16) -> bool {
        let family = self.program().schema.counters.get(usize::from(f));
        self.plain_writes && family.is_some_and(|f| f.lasts.is_none() && f.shown.is_none())
    }

    /// A counter is written; out of its range, or for no key, the interpreter does it.
    fn write_counter(&mut self, pc: Pc, (f, i): (u16, u16), value: Value) -> Option<()> {
        let family = *self.program().schema.counters.get(usize::from(f))?;
        let key = self.emit.get(i);
        let at = self.emit.plus(key, -i64::from(family.lo));
        let (bytes, ty) = if family.narrow { (1, types::I8) } else { (8, types::I64) };
        let (address, inside) = self.emit.element((family.base, u32::from(family.n), bytes), at)?;
        let outside = self.emit.b.ins().icmp_imm(IntCC::Equal, inside, 0);
        self.hand_over_if(outside, pc);
        let none = self.emit.is_none(value);
        if !family.optional {
            self.hand_over_if(none, pc);
        }
        let mut bad = self.emit.b.ins().iconst(types::I8, 0);
        if let Some((least, most)) = family.range {
            let low = self.emit.is(IntCC::SignedLessThan, value, least);
            let high = self.emit.is(IntCC::SignedGreaterThan, value, most);
            bad = self.emit.b.ins().bor(low, high);
        }
        let stored = if family.narrow {
            let byte = self.emit.plus(value, family.least.wrapping_neg());
            let large = self.emit.is(IntCC::UnsignedGreaterThan, byte, 253);
            bad = self.emit.b.ins().bor(bad, large);
            let k = self.emit.k(255);
            self.emit.b.ins().select(none, k, byte)
        } else {
            value
        };
        let bad = self.emit.b.ins().band_not(bad, none);
        self.hand_over_if(bad, pc);
        self.emit.store_at(ty, address, (0, stored));
        self.emit.move_in_planes(f, (at, value));
        self.dirty(family.bit);
        Some(())
    }

    /// What was written.
    pub(super) fn dirty(&mut self, bits: u64) {
        let dirty = self.emit.slot(Slot::Dirty);
        let dirty = self.emit.b.ins().bor_imm(dirty, bits as i64);
        self.emit.set_slot(Slot::Dirty, dirty);
    }
}
