//! Effects: counters are written by the code, cards moved where it can be seen how.

use super::{Flow, status};
use crate::emit::{Ranged, Slot};
use crate::range::Range;
use cranelift_codegen::ir::InstBuilder;
use cranelift_codegen::ir::condcodes::IntCC;
use houserules_interpreter::program::{Effect, Pc, R};

impl Flow<'_, '_, '_> {
    /// An effect; the instruction behind it follows.
    pub(super) fn effect(&mut self, pc: Pc, effect: Effect) -> Option<()> {
        match effect {
            Effect::Set { f, i, s } if self.writes_plainly(f) => {
                return self.or_hand_over(pc, |this| {
                    let value = this.emit.get(s);
                    this.write_counter(f, i, Ranged { value, known: Range::ALL })
                });
            }
            Effect::Add { f, i, s, minus } if self.writes_plainly(f) => {
                return self.or_hand_over(pc, |this| {
                    let value = this.emit.added(f, i, s, minus)?;
                    this.write_counter(f, i, Ranged { value, known: Range::SOME })
                });
            }
            Effect::Move { .. } | Effect::MoveByLot { .. } | Effect::Draw { .. }
                if self.move_card(pc, effect).is_some() =>
            {
                return Some(());
            }
            Effect::Aside { text: Some(_) } if self.program().schema.apart.is_some() => {
                // The text's code reads what the statement before it may.
                self.flush_every();
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
        let family = &self.program().schema.counters[usize::from(f)];
        self.plain_writes && family.lasts.is_none() && family.shown.is_none()
    }

    /// Carries out an instruction; where it cannot be, the interpreter goes on with it.
    pub(super) fn or_hand_over(
        &mut self,
        pc: Pc,
        work: impl FnOnce(&mut Self) -> Option<()>,
    ) -> Option<()> {
        let (outer, bail) = (self.emit.bail, self.emit.block());
        self.emit.b.set_cold_block(bail);
        self.emit.bail = bail;
        let done = work(self);
        self.emit.bail = outer;
        let on = self.emit.block();
        self.emit.jump(on);
        self.emit.at(bail);
        self.hand_over(pc);
        self.emit.at(on);
        done
    }

    /// A counter is written.
    fn write_counter(&mut self, f: u16, i: R, written: Ranged) -> Option<()> {
        let family = self.program().schema.counters[usize::from(f)];
        self.emit.write_counter(f, i, written)?;
        let key = self.emit.get(i);
        let member = self.emit.plus(key, -i64::from(family.lo));
        self.emit.move_in_planes(f, member, written.value);
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
