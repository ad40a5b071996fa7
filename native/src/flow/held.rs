//! What flow keeps in variables: registers, fields of the position, and the stack, which is known
//! at each place. All of it is where the interpreter looks for it whenever that may look.

use super::{Flow, stack, status};
use crate::call::Helper;
use crate::emit::{Emit, Reached, Slot};
use crate::live::Set;
use crate::touch::{Use, uses};
use cranelift_codegen::ir::{Value, types};
use houserules_interpreter::program::{Effect, Op, Pc, R, header};
use std::collections::BTreeMap;

/// What flow is made of, as it was found by making it once.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// Registers that it names.
    registers: Vec<R>,
    /// Fields of the position that it alone reads and writes.
    cells: Vec<(u32, u32)>,
    /// Counters whose members it asks for by value.
    compared: Vec<u16>,
    /// How high the stack may grow.
    deepest: usize,
}

/// Whether the interpreter may run other code for an instruction: that of conditions, filters and
/// domains.
fn runs_code(op: Op) -> bool {
    matches!(op, Op::F(_) | Op::E(Effect::AtOnce))
}

impl Emit<'_, '_> {
    /// From here on registers are variables, and it is noted what is reached.
    pub(super) fn find_out(&mut self) {
        self.vars = Some(BTreeMap::new());
        self.cells.reached = Some(Reached::default());
    }
}

impl Flow<'_, '_, '_> {
    /// From here on things are kept as they were seen to be wanted.
    pub(super) fn keep(&mut self, seen: &Seen) {
        self.emit.vars = Some(BTreeMap::new());
        for r in &seen.registers {
            self.emit.reload(*r);
        }
        self.emit.keep_cells(&seen.cells);
        seen.compared.iter().for_each(|f| self.emit.keep_planes(*f));
        self.deepest = seen.deepest;
    }

    /// What was seen.
    pub(super) fn seen(&mut self) -> Seen {
        let registers = self.emit.vars.iter().flatten().map(|(r, _)| *r).collect();
        let reached = self.emit.cells.reached.take().unwrap_or_default();
        let cells = reached.apart(&self.places.that_come_back());
        let compared = reached.compared.into_iter().collect();
        let stacks = (0..self.places.len()).filter_map(|number| self.places.get(number));
        let deepest = stacks.map(|(_, stack)| stack.len()).max().unwrap_or(0);
        Seen { registers, cells, compared, deepest }
    }

    /// Registers of a set that are variables.
    fn named_in(&self, set: &Set) -> Vec<R> {
        self.emit.vars.iter().flatten().map(|(r, _)| *r).filter(|r| set.has(*r)).collect()
    }

    /// Brings registers of a set to memory.
    pub(super) fn flush_all(&mut self, set: &Set) {
        self.named_in(set).into_iter().for_each(|r| self.emit.flush(r));
    }

    /// Brings all registers to memory.
    pub(super) fn flush_every(&mut self) {
        let registers: Vec<R> = self.emit.vars.iter().flatten().map(|(r, _)| *r).collect();
        registers.into_iter().for_each(|r| self.emit.flush(r));
    }

    /// Takes registers of a set from memory.
    pub(super) fn reload_all(&mut self, set: &Set) {
        self.named_in(set).into_iter().for_each(|r| self.emit.reload(r));
    }

    /// Brings the position up to date, and who acts.
    pub(super) fn settle(&mut self) {
        if self.held {
            self.emit.hand_in_cells();
            // What was not finished must not run.
            self.emit.strange |= self.settle_stack().is_none();
            self.emit.flush(0);
        }
    }

    /// Brings the stack to the position.
    fn settle_stack(&mut self) -> Option<()> {
        let program = self.program();
        let here = self.here.clone();
        let bytes = stack::bytes(&here, program);
        for depth in 0..self.deepest.max(here.len()) {
            let mut entry = [0; 8];
            let from = bytes.get(8 * depth..8 * depth + 8);
            entry.iter_mut().zip(from.unwrap_or_default()).for_each(|(to, from)| *to = *from);
            let level = program.schema.level(u16::try_from(depth).ok()?);
            let place = self.emit.place_of(level.0, 8)?;
            let entry = self.emit.k(i64::from_le_bytes(entry));
            self.emit.store_at(types::I64, self.emit.pos, place, entry);
        }
        let (depth, moves) = (here.len() as i64, stack::moves(&here, program));
        for (ty, at, n) in
            [(types::I16, header::DEPTH.at, depth), (types::I8, header::RUNNING.at, moves)]
        {
            let (place, n) = (self.emit.place_of(at, ty.bytes())?, self.emit.k(n));
            self.emit.store_at(ty, self.emit.pos, place, n);
        }
        Some(())
    }

    /// Brings everything to where the interpreter goes on with an instruction.
    fn settle_for(&mut self, pc: Pc) {
        self.settle();
        if let (true, Some(alive)) = (self.held, self.found.alive.get(pc as usize)) {
            self.flush_all(alive);
        }
    }

    /// Asks the interpreter, which finds everything in its place.
    pub(super) fn consult(&mut self, helper: Helper, given: &[Value]) -> Value {
        self.settle();
        self.flush_all(&self.found.touched);
        self.emit.help_counting(helper, given)
    }

    /// Asks the interpreter to carry out an instruction; gives what the helper does.
    pub(super) fn consult_for(&mut self, op: Op, helper: Helper, given: &[Value]) -> Value {
        self.settle();
        let named = self.named_by(op);
        self.flush_all(&named);
        if runs_code(op) {
            self.flush_all(&self.found.touched);
        }
        self.emit.help_counting(helper, given)
    }

    /// Takes what an instruction may have changed.
    pub(super) fn recall_for(&mut self, op: Op) {
        let named = self.named_by(op);
        self.reload_all(&named);
        if runs_code(op) {
            self.recall_registers();
        }
        if let Op::E(Effect::Set { f, .. } | Effect::Add { f, .. }) = op {
            self.emit.fetch_planes(f);
        }
        if self.held {
            self.emit.fetch_cells();
        }
    }

    /// Registers that an instruction reads or writes.
    fn named_by(&self, op: Op) -> Set {
        let mut named = Set::default();
        uses(op, self.program(), &mut |used| {
            if let Use::Read(r) | Use::Write(r) | Use::Take(r) = used {
                named.add(r);
            }
        });
        named
    }

    /// Takes registers from where the interpreter has left them.
    pub(super) fn recall_registers(&mut self) {
        self.reload_all(&self.found.touched);
    }

    /// Takes everything from where the interpreter has left it.
    pub(super) fn recall(&mut self) {
        self.recall_registers();
        if self.held {
            self.emit.fetch_cells();
        }
    }

    /// Takes everything that is kept from where it lies.
    pub(super) fn fetch_all(&mut self) {
        let registers: Vec<R> = self.emit.vars.iter().flatten().map(|(r, _)| *r).collect();
        registers.into_iter().for_each(|r| self.emit.reload(r));
        if self.held {
            self.emit.fetch_cells();
        }
        let kept: Vec<u16> = self.emit.planes.keys().copied().collect();
        kept.into_iter().for_each(|f| self.emit.fetch_planes(f));
    }

    /// The function is left; everything is in its place.
    pub(super) fn leave_settled(&mut self, status: i64) {
        self.settle();
        self.leave(status);
    }

    /// The interpreter goes on there.
    pub(super) fn hand_over(&mut self, pc: Pc) {
        if let Some(exit) = self.exits.get(&pc).copied() {
            return self.emit.jump(exit);
        }
        let exit = self.emit.block();
        self.emit.b.set_cold_block(exit);
        self.exits.insert(pc, exit);
        self.emit.jump(exit);
        self.emit.at(exit);
        self.settle_for(pc);
        let pc = self.emit.k(i64::from(pc));
        self.emit.set_slot(Slot::Pc, pc);
        self.leave(status::GO_ON);
    }
}
