//! Stages: elements begin and end, endings are tested.

use super::{Flow, FlowOp, Level, Spot, Stack, stack};
use crate::emit::Slot;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::program::{Family, Loc, NONE, Pc, StageFrame, Through, UNSET, header};
use houserules_lang::ir::{Owner, Run, StageWord};

/// The number of a stage's word.
fn number(word: StageWord) -> u8 {
    match word {
        StageWord::Round => 0,
        StageWord::Turn => 1,
        StageWord::Phase => 2,
    }
}

impl Flow<'_, '_, '_> {
    fn stage_frame(&self, stage: u16) -> StageFrame {
        StageFrame(self.base(self.stage_code(stage).frame))
    }

    pub(super) fn stage_flow(&mut self, pc: Pc, flow: FlowOp, stack: &Stack) -> Option<bool> {
        let mut after = stack.clone();
        match flow {
            FlowOp::StageEnter { stage } => {
                if stack.len() >= usize::from(self.program().schema.depth) {
                    return self.give_up(pc);
                }
                self.push(&mut after, Level::Stage(stage, false))?;
                let frame = self.stage_frame(stage);
                let me = self.read(header::ME)?;
                self.write(frame.aside(), me)?;
                self.put(frame.turn(), 255)?;
                self.put(frame.moves(), stack::moves(stack, self.program()))?;
                let code = self.stage_code(stage);
                if let (Some(saved), Some((at, size))) =
                    (code.saved, self.program().schema.run(code.word))
                {
                    self.copy(at, saved, size)?;
                }
                self.go(pc + 1, &after);
            }
            FlowOp::StageNext { stage } => self.next(pc, stage, stack)?,
            FlowOp::StageElem { stage } => {
                let Some(Level::Stage(_, inside)) = after.last_mut() else {
                    return self.give_up(pc);
                };
                if std::mem::replace(inside, false) {
                    self.leave_element(stage)?;
                }
                self.acts_again(stage)?;
                self.test_ends(&after, stack.len() - 1)?;
                self.go(self.stage_code(stage).next, &after);
            }
            FlowOp::End { list } => {
                let list = &self.program().lists[usize::from(list)];
                let ends = |level: &Level| match level {
                    Level::Stage(id, _) => list.contains(&i64::from(*id)),
                    Level::Body(..) | Level::Site(_) => false,
                };
                let Some(at) = stack.iter().rposition(ends) else { return self.give_up(pc) };
                while after.len() > at + 1 {
                    self.pop(&mut after)?;
                }
                if let Some(Level::Stage(id, _)) = after.last() {
                    self.go(self.stage_code(*id).elem, &after);
                }
            }
            _ => return None,
        }
        Some(false)
    }

    /// Who acted outside a stage acts again.
    pub(super) fn acts_again(&mut self, stage: u16) -> Option<()> {
        let aside = self.stage_frame(stage).aside();
        let aside = self.read(aside)?;
        self.set_me(aside)
    }

    /// What a stage of the same word outside had counted comes back.
    pub(super) fn run_state_comes_back(&mut self, stage: u16) -> Option<()> {
        let code = self.stage_code(stage);
        let run = self.program().schema.run(code.word);
        if let (Some(saved), Some((at, size))) = (code.saved, run) {
            self.copy(saved, at, size)?;
        }
        Some(())
    }

    /// A running element is over.
    pub(super) fn leave_element(&mut self, stage: u16) -> Option<()> {
        let frame = self.stage_frame(stage);
        self.put(frame.inside(), 0)?;
        self.put(frame.value(), 0)?;
        self.put(frame.turn(), 255)?;
        let code = self.stage_code(stage);
        if let Some((at, size)) = self.program().schema.run(code.word) {
            self.empty(at, size)?;
        }
        Some(())
    }

    /// The next element of a stage.
    fn next(&mut self, pc: Pc, stage: u16, stack: &Stack) -> Option<()> {
        let code = self.stage_code(stage);
        let mut begun = stack.clone();
        *begun.last_mut()? = Level::Stage(stage, true);
        let mut over = stack.clone();
        if code.filter.is_some() || code.opponents || matches!(code.through, Through::List { .. }) {
            over.pop();
            let to = self.step(pc);
            self.go_where(to, &[(pc + 1, begun), (pc, stack.clone()), (code.exit, over)]);
            return Some(());
        }
        self.tick(pc);
        let frame = self.stage_frame(stage);
        let (next, last) = (self.read(frame.next())?, self.read(frame.last())?);
        let there = match code.through {
            Through::Once => self.emit.is(IntCC::Equal, last, 1),
            Through::Seats => self.emit.is(IntCC::NotEqual, last, 0),
            Through::Numbers | Through::List { .. } => {
                let within = self.emit.b.ins().icmp(IntCC::SignedLessThanOrEqual, next, last);
                let some = self.emit.is(IntCC::NotEqual, next, NONE);
                self.emit.both(within, some)
            }
        };
        let (begins, ends) = self.emit.split(there);
        self.emit.at(ends);
        self.pop(&mut over)?;
        self.go(code.exit, &over);
        self.emit.at(begins);
        let value = self.advance(pc, stage, next, last)?;
        self.begin(stage, value, stack)?;
        self.go(pc + 1, &begun);
        Some(())
    }

    /// Goes on to the next element; gives its value.
    fn advance(&mut self, pc: Pc, stage: u16, next: Value, last: Value) -> Option<Value> {
        let frame = self.stage_frame(stage);
        match self.stage_code(stage).through {
            Through::Once => {
                self.put(frame.last(), 0)?;
                Some(self.emit.k(NONE))
            }
            Through::Seats => {
                let seats = i64::from(self.program().schema.seats);
                let seat = self.emit.below(next, seats);
                let strange = self.emit.b.ins().icmp_imm(IntCC::Equal, seat, 0);
                // The step is counted: it is taken back.
                let (odd, on) = self.emit.split(strange);
                self.emit.b.set_cold_block(odd);
                self.emit.at(odd);
                let steps = self.emit.slot(Slot::Steps);
                let steps = self.emit.plus(steps, -1);
                self.emit.set_slot(Slot::Steps, steps);
                self.hand_over(pc);
                self.emit.at(on);
                let behind = self.emit.plus(next, 1);
                let round = self.emit.is(IntCC::NotEqual, behind, seats);
                let behind = self.emit.or_else(round, behind, 0);
                self.write(frame.next(), behind)?;
                let less = self.emit.plus(last, -1);
                let counted = self.emit.is(IntCC::SignedGreaterThan, last, 0);
                let left = self.emit.b.ins().select(counted, less, last);
                self.write(frame.last(), left)?;
                Some(next)
            }
            Through::Numbers | Through::List { .. } => {
                let behind = self.emit.plus(next, 1);
                self.write(frame.next(), behind)?;
                Some(next)
            }
        }
    }

    /// An element begins.
    fn begin(&mut self, stage: u16, value: Value, stack: &Stack) -> Option<()> {
        let (code, frame) = (self.stage_code(stage), self.stage_frame(stage));
        if !code.ends.is_empty() {
            let all = self.emit.k(-1);
            self.emit.set_slot(Slot::Dirty, all);
        }
        self.put(frame.inside(), 1)?;
        self.write(frame.value(), value)?;
        match code.into {
            Loc::Reg(d) => self.emit.set(d, value),
            Loc::Mem(off) => self.emit.store(types::I64, off, value)?,
            Loc::No | Loc::Mask(..) | Loc::List(_) | Loc::MemMask(..) | Loc::MemList(..) => {}
        }
        self.fresh_run(code.word)?;
        let seat = self.emit.b.ins().band_imm(value, 255);
        if code.sets_me {
            self.set_me(seat)?;
        }
        match code.word {
            0 if !self.within_a_round(stack) => self.count(Slot::Rounds),
            1 => self.count(Slot::Turns),
            _ => {}
        }
        if code.sets_me && code.word == 1 {
            self.write(frame.turn(), seat)?;
        }
        Some(())
    }

    fn count(&mut self, slot: Slot) {
        let n = self.emit.slot(slot);
        let n = self.emit.plus(n, 1);
        self.emit.set_slot(slot, n);
    }

    /// Whether the innermost stage of a stack stands in a round.
    fn within_a_round(&self, stack: &Stack) -> bool {
        let outer = stack.split_last().map_or(&[][..], |(_, outer)| outer);
        outer.iter().any(|level| match level {
            Level::Stage(id, _) => self.stage_code(*id).word == 0,
            Level::Body(..) | Level::Site(_) => false,
        })
    }

    /// Counters and limits of a round, turn or phase begin anew.
    fn fresh_run(&mut self, word: u8) -> Option<()> {
        let run = self.program().schema.run(word);
        let Some((at, size)) = run.filter(|(_, size)| *size > 0) else { return Some(()) };
        self.empty(at, size)?;
        for family in &self.program().schema.counters {
            if matches!(family.owner, Owner::Run(Run::Stage(of)) if number(of) == word) {
                self.starts(family)?;
                self.dirty(family.bit);
            }
        }
        Some(())
    }

    /// A counter of a run is where it starts.
    fn starts(&mut self, family: &Family) -> Option<()> {
        let (ty, value) = if family.narrow {
            let byte = match family.start {
                NONE => 255,
                UNSET => 254,
                value => (value - family.least).clamp(0, 253),
            };
            (types::I8, byte)
        } else {
            (types::I64, family.start)
        };
        let value = self.emit.k(value);
        self.emit.store(ty, family.base, value)
    }

    /// Tests the endings of the outer `levels` stages; goes on here where none holds.
    pub(super) fn test_ends(&mut self, stack: &Stack, levels: usize) -> Option<()> {
        let program = self.program();
        let running = stack::moves(stack, program);
        let mut skipped = false;
        let dirty = self.emit.slot(Slot::Dirty);
        for (level, stands) in stack.iter().enumerate().take(levels) {
            let Level::Stage(stage, inside) = *stands else { continue };
            let code = self.stage_code(stage);
            if stack::moves(stack.get(..level)?, program) != running {
                skipped = true;
                continue;
            }
            if !inside {
                continue;
            }
            for rule in code.ends.iter().filter(|rule| !rule.at_once) {
                let due = self.emit.b.ins().band_imm(dirty, rule.reads as i64);
                let (test, after) = self.emit.split(due);
                self.emit.at(test);
                self.pure(rule.test.0);
                let result = self.emit.get(rule.test.1);
                let holds = self.emit.is(IntCC::Equal, result, 1);
                let ends = self.emit.block();
                self.emit.fork(holds, ends, after);
                self.emit.at(ends);
                self.emit.seldom(true);
                let mut left = stack.clone();
                while left.len() > level + 1 {
                    self.pop(&mut left)?;
                }
                self.leave_element(stage)?;
                *left.last_mut()? = Level::Stage(stage, false);
                self.acts_again(stage)?;
                self.emit.seldom(false);
                let body = self.place(Spot::At(rule.body), &left);
                self.emit.jump(body);
                self.emit.at(after);
            }
        }
        if !skipped && levels == stack.len() {
            let none = self.emit.k(0);
            self.emit.set_slot(Slot::Dirty, none);
        }
        Some(())
    }
}
