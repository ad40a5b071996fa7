//! Questions that several answer one after the other: each answer is kept until the last is there,
//! then all are carried out. Choices of values are all the code's; answers that are moves are kept
//! and carried out by the interpreter.

use super::ask::VALUES;
use super::{Flow, Spot, Stack, status};
use crate::call;
use crate::emit::Ways;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::program::{Loc, NONE, Pc, R, Site, SiteFrame, Who, header};

/// With more seats the interpreter keeps the answers.
const SEATS: u8 = 8;

/// A value of an answer: where it is drawn, where it waits in the record of seat 0, and where it
/// goes in the end: the place of seat 0, and how far seats lie apart.
#[derive(Clone, Copy)]
struct Part {
    drawn: R,
    waits: u32,
    goes: u32,
    apart: u32,
}

/// A question for values whose answers the code keeps.
pub(super) struct Kept<'p> {
    code: &'p Site,
    frame: SiteFrame,
    seats: u8,
    parts: Vec<Part>,
}

impl<'p> Flow<'_, '_, 'p> {
    /// What is known of a question whose answers the code keeps.
    fn kept(&self, site: u16) -> Option<Kept<'p>> {
        let (code, frame) = (self.site_code(site), self.site_frame(site));
        let seats = self.program().schema.seats;
        let form = code.values.as_ref()?;
        if code.who != Who::Each || code.may || seats > SEATS || !self.is_plain_form(&[], form) {
            return None;
        }
        let waits = code.kept.first()?;
        if waits.len() != form.steps.len() || code.into.len() != form.steps.len() {
            return None;
        }
        let parts = form.steps.iter().zip(waits).zip(&code.into);
        let part = |((step, waits), (goes, apart)): ((_, &Loc), &(Loc, u32))| {
            let step: &houserules_interpreter::program::FormStep = step;
            let (Loc::Reg(drawn), Loc::Mem(waits), Loc::Mem(goes)) = (step.loc, *waits, *goes)
            else {
                return None;
            };
            Some(Part { drawn, waits, goes, apart: *apart })
        };
        let parts = parts.map(part).collect::<Option<Vec<Part>>>()?;
        // All that is kept goes with the frame.
        let own = self.program().frames[usize::from(code.frame)];
        let goes = |at: u32, len: u32| own.base <= at && at + len <= own.base + own.size;
        let records = goes(code.records, code.record * u32::from(seats));
        let order = goes(code.order.at, u32::from(seats));
        (records && order).then_some(Kept { code, frame, seats, parts })
    }

    /// Several are asked, and nobody has chosen anything yet.
    pub(super) fn several(&mut self, pc: Pc, site: u16, m: R, stack: &Stack) -> Option<bool> {
        let Some(kept) = self.kept(site) else {
            let code = self.site_code(site);
            let to = self.step(pc);
            let mut over = stack.clone();
            over.pop();
            self.go_where(to, &[(pc + 1, stack.clone()), (code.exit, over)]);
            return Some(false);
        };
        let seats = self.emit.get(m);
        let everyone = i64::from(self.program().schema.everyone());
        let seats = self.emit.b.ins().band_imm(seats, everyone);
        self.write(kept.frame.asked(), seats)?;
        let none = self.emit.k(NONE);
        for part in &kept.parts {
            self.emit.set(part.drawn, none);
            for seat in 0..u32::from(kept.seats) {
                self.emit.store(types::I64, part.goes + part.apart * seat, none)?;
            }
        }
        let (some, nobody) = self.emit.split(seats);
        self.emit.at(nobody);
        let mut over = stack.clone();
        self.pop(&mut over)?;
        self.go(kept.code.exit, &over);
        self.emit.at(some);
        self.anew(site)?;
        self.empty(kept.code.order.at, u32::from(kept.seats))?;
        self.empty(kept.code.records, kept.code.record * u32::from(kept.seats))?;
        Some(true)
    }

    /// The answer of one of those who are asked one after the other.
    pub(super) fn one_of_several(
        &mut self,
        pc: Pc,
        site: u16,
        stack: &Stack,
        seat: Value,
    ) -> Option<()> {
        let code = self.site_code(site);
        let number = self.emit.k(i64::from(site));
        if let Some(kept) = self.kept(site) {
            let (filled, none) = (self.emit.block(), self.emit.block());
            let form = code.values.as_ref()?;
            self.fill_steps(&form.steps, true, Ways { yes: filled, no: none });
            self.emit.at(none);
            self.consult(call::nobody_can, &[number]);
            self.leave(status::OVER);
            self.emit.at(filled);
            return self.keep_values(&kept, pc, stack, seat);
        }
        let entry = self.consult(call::pick, &[number]);
        self.over_if_negative(entry);
        self.recall_registers();
        self.consulted += 1;
        let to = self.consult(call::commit, &[number, seat, entry]);
        self.over_if_negative(to);
        self.recall();
        let awaited = self.emit.is(IntCC::Equal, to, i64::from(pc));
        let (next, on) = (self.place(Spot::Decide(pc), stack), self.emit.block());
        self.emit.fork(awaited, next, on);
        self.emit.at(on);
        let ways = self.ways(code, stack);
        self.go_where(to, &ways);
        Some(())
    }

    /// Keeps an answer that was drawn; the last one brings all to where they belong. Who answers is
    /// one of the seats: the first that is asked and has not answered.
    fn keep_values(&mut self, kept: &Kept<'_>, pc: Pc, stack: &Stack, seat: Value) -> Option<()> {
        let code = kept.code;
        let records = self.emit.within(code.records, code.record * u32::from(kept.seats))?;
        let far = self.emit.b.ins().imul_imm(seat, i64::from(code.record));
        let record = self.emit.b.ins().iadd(self.emit.pos, far);
        let entry = self.emit.k(VALUES);
        self.emit.store_at(types::I16, record, records, entry);
        for part in &kept.parts {
            let value = self.emit.get(part.drawn);
            let place = self.emit.place_of(part.waits, 8)?;
            self.emit.store_at(types::I64, record, place, value);
        }
        let (asked, answered) = (self.read(kept.frame.asked())?, self.read(kept.frame.answered())?);
        let one = self.emit.k(1);
        let own = self.emit.b.ins().ishl(one, seat);
        let answers = self.emit.b.ins().bor(answered, own);
        let all = self.emit.b.ins().icmp(IntCC::Equal, asked, answers);
        let (last, more) = self.emit.split(all);
        self.emit.at(more);
        self.write(kept.frame.answered(), answers)?;
        let everyone = i64::from(self.program().schema.everyone());
        let before = self.emit.b.ins().band_imm(answered, everyone);
        let before = self.emit.b.ins().popcnt(before);
        let order = self.emit.within(code.order.at, u32::from(kept.seats))?;
        let next = self.emit.b.ins().iadd(self.emit.pos, before);
        self.emit.store_at(types::I8, next, order, seat);
        let arrived = self.emit.plus(before, 1);
        self.write(kept.frame.arrived(), arrived)?;
        let me = self.read(header::ME)?;
        self.set_me(me)?;
        let next = self.place(Spot::Decide(pc), stack);
        self.emit.jump(next);
        self.emit.at(last);
        self.bring_all(kept, asked)?;
        let mut after = stack.clone();
        self.pop(&mut after)?;
        self.go(code.exit, &after);
        Some(())
    }

    /// Brings the answers of those who were asked to where they belong, in order of seats.
    fn bring_all(&mut self, kept: &Kept<'_>, asked: Value) -> Option<()> {
        for seat in 0..u32::from(kept.seats) {
            let bit = self.emit.b.ins().band_imm(asked, 1 << seat);
            let (has, on) = self.emit.split(bit);
            self.emit.at(has);
            for part in &kept.parts {
                let from = self.emit.place_of(part.waits + kept.code.record * seat, 8)?;
                let value = self.emit.load_at(types::I64, self.emit.pos, from);
                self.emit.set(part.drawn, value);
                self.emit.store(types::I64, part.goes + part.apart * seat, value)?;
            }
            self.emit.jump(on);
            self.emit.at(on);
        }
        Some(())
    }
}
