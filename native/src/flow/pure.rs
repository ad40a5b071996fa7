//! Pure code that flow asks for: written out where it is short, else called.

use super::{Flow, status};
use crate::call;
use crate::emit::{Emit, Slot};
use crate::live::Facts;
use crate::pure::{self, Plan};
use crate::region::{Kind, Region};
use crate::touch::{Use, uses};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{FuncRef, InstBuilder, Value};
use houserules_interpreter::program::{ListOp, MaskOp, Op, Pc, Program};
use std::collections::BTreeMap;

/// Pure code of more instructions is called.
const SHORT: usize = 250;

/// Whether a region can be written out: it needs no lists, calls nothing, and the interpreter does
/// none of it.
fn is_plain(region: &Region, program: &Program) -> bool {
    region.nodes.len() <= SHORT
        && region.nodes.iter().all(|node| {
            let mut lists = false;
            uses(node.op, program, &mut |used| {
                lists |= matches!(used, Use::Look(_) | Use::Fill(_) | Use::Change(_));
            });
            let strange = matches!(
                node.op,
                Op::Travel { .. }
                    | Op::Shown { .. }
                    | Op::Remembered { .. }
                    | Op::B(_)
                    | Op::L(ListOp::Seats { .. })
            );
            !matches!(node.kind, Kind::Call(_) | Kind::Suppose(_)) && !lists && !strange
        })
}

/// Whether a region, or what it calls, may read what frames keep, or how many there are.
fn reads_frames(region: &Region) -> bool {
    region.nodes.iter().any(|node| {
        matches!(node.kind, Kind::Call(_) | Kind::Suppose(_))
            || matches!(
                node.op,
                Op::Ld { .. }
                    | Op::M(MaskOp::Ld { .. })
                    | Op::L(ListOp::Ld { .. })
                    | Op::Travel { .. }
                    | Op::Remembered { .. }
            )
    })
}

impl Flow<'_, '_, '_> {
    /// Runs pure code, natively if it can be.
    pub(super) fn pure(&mut self, pc: Pc) {
        let on = self.emit.block();
        let slow = self.emit.block();
        self.emit.b.set_cold_block(slow);
        let steps = self.emit.slot(Slot::Steps);
        if self.is_written_out(pc) {
            let outer = std::mem::replace(&mut self.emit.bail, slow);
            let written = self.write_out(pc);
            self.emit.strange |= written.is_none();
            self.emit.bail = outer;
            self.emit.jump(on);
        } else if let (Some(function), Some(facts)) =
            (self.pure.get(&pc).copied(), self.found.known.get(&pc))
        {
            self.call_pure(pc, function, facts, slow);
            self.emit.jump(on);
        } else {
            self.emit.jump(slow);
        }
        self.emit.at(slow);
        // A search on a map has counted on the desk.
        self.emit.set_slot(Slot::Steps, steps);
        let facts = self.found.known.get(&pc);
        let done = self.interpret_pure(pc, facts);
        let (goes_on, over) = (self.emit.block(), self.emit.block());
        self.emit.fork(done, goes_on, over);
        self.emit.at(over);
        self.leave(status::OVER);
        self.emit.at(goes_on);
        match facts {
            Some(facts) => self.reload_all(&facts.writes.both(&self.found.escaping)),
            None => self.recall_registers(),
        }
        self.emit.jump(on);
        self.emit.at(on);
    }

    /// The interpreter runs pure code.
    fn interpret_pure(&mut self, pc: Pc, facts: Option<&Facts>) -> Value {
        let entry = self.emit.k(i64::from(pc));
        let Some(facts) = facts else { return self.consult(call::interpret, &[entry]) };
        self.settle();
        self.flush_all(&facts.live);
        // A register that it may leave as it is must be in memory as it is.
        self.flush_all(&facts.writes.both(&self.found.escaping));
        self.emit.help_counting(call::interpret, &[entry])
    }

    fn is_written_out(&self, pc: Pc) -> bool {
        let region = self.found.regions.get(&pc);
        self.held
            && self.pure.contains_key(&pc)
            && region.is_some_and(|region| is_plain(region, self.program()))
    }

    /// Pure code as a part of this function.
    fn write_out(&mut self, pc: Pc) -> Option<()> {
        let found = self.found;
        let plan = Plan {
            region: found.regions.get(&pc)?,
            facts: found.known.get(&pc)?,
            known: &found.known,
            escaping: &found.escaping,
            lists: &found.lists,
            typed: &found.roots.typed,
            callees: &BTreeMap::new(),
        };
        pure::write_out(self.emit, &plan)
    }

    fn call_pure(&mut self, pc: Pc, function: FuncRef, facts: &Facts, slow: super::Block) {
        if self.held {
            if self.found.regions.get(&pc).is_none_or(reads_frames) {
                self.settle();
            }
            self.flush_all(&facts.live);
            // A register that it may leave as it is must be in memory as it is.
            self.flush_all(&facts.writes.both(&self.found.escaping));
        }
        let steps = self.emit.slot(Slot::Steps);
        let Emit { desk, regs, pos, .. } = *self.emit;
        let call = self.emit.b.ins().call(function, &[desk, regs, pos, steps]);
        let after = self.emit.b.inst_results(call)[0];
        let failed = self.emit.is(IntCC::SignedLessThan, after, 0);
        let done = self.emit.block();
        self.emit.fork(failed, slow, done);
        self.emit.at(done);
        self.emit.set_slot(Slot::Steps, after);
        if self.held {
            self.reload_all(&facts.writes.both(&self.found.escaping));
        }
    }
}
