//! Games of tests that halt, that are looked at where a stage ended, and whose shuffles end as a
//! test says.

use super::tools::Stack;
use super::{Executor, Halt, Machine, State};
use crate::ask::{FaultKind, Moment};
use crate::position::Position;
use crate::program::{Flow, FrameKind, Op, Status, header};
use crate::referee::Stacked;
use houserules_lang::ir::{BodyRef, ZoneId};

impl<'a> State<'a> {
    /// Whether the set-up is what runs.
    pub(super) fn setting_up(self) -> bool {
        self.pos.depth() > 0 && self.frame_at(0).kind == FrameKind::Body(BodyRef::Setup)
    }
}

impl Executor<'_> {
    /// Halts before the next element of a stage of turns, if one begins.
    pub(super) fn hold_before(&mut self, stage: u16) -> Result<Option<Halt>, FaultKind> {
        let turns = self.program.stages[usize::from(stage)].sets_me;
        if !self.tools.hold || !turns || self.state().setting_up() {
            return Ok(None);
        }
        let (before, events, tally) =
            (self.pos.clone(), self.recorder.events.len(), self.mem.tally);
        let begins = self.stage_next(stage)? == super::flow::Next::Begun;
        *self.pos = before;
        self.recorder.events.truncate(events);
        self.mem.tally = tally;
        self.evaluator().recall_me();
        if !begins {
            return Ok(None);
        }
        self.pos.set(header::PC, self.mem.at);
        Ok(Some(Halt::Found))
    }

    /// An element of a stage ends: the table is kept, if that is wanted.
    pub(super) fn keep_end(&mut self, word: u8) {
        if self.tools.mark == Some(word) && self.tools.end.is_none() {
            let mut kept: Position = self.pos.clone();
            kept.set(header::PC, self.mem.at);
            self.tools.end = Some(Box::new(kept));
        }
    }

    /// Keeps the moment, if somebody wants to know what it looked like.
    pub(super) fn keep_moment(&mut self, ends: bool) {
        if self.recorder.wants_moment(ends) {
            let mut kept: Position = self.pos.clone();
            kept.set(header::PC, self.mem.at);
            let moment = Moment { events: self.recorder.events.len(), ends };
            self.recorder.moments.iter_mut().for_each(|all| all.push((moment, kept.clone())));
        }
    }

    /// The order of a zone that was shuffled, as a test wants it.
    pub(super) fn stack_up(&mut self, zone: ZoneId, key: u16, cards: &mut [u16]) {
        let waits = |s: &&mut Stack| (s.zone, s.key, s.came) == (zone, key, Stacked::Waiting);
        let Some(stack) = self.tools.stacks.iter_mut().find(waits) else { return };
        let rows = &self.program.rows;
        stack.came = stack.order(cards, |c, row| rows.get(usize::from(*c)) == Some(&row));
    }

    /// The order of cards by lot, as a test wants it: by the zone that one of them lies in.
    pub(super) fn stack_lot(&mut self, cards: &mut [i64]) {
        let lies = |s: &Stack, c: i64| {
            let at = self.state().inst(i64::from(self.state().loc(c as u16)));
            at.is_some_and(|at| (at.zone, at.key) == (s.zone, s.key))
        };
        let waits = |s: &Stack| s.came == Stacked::Waiting && cards.iter().any(|c| lies(s, *c));
        let Some(at) = self.tools.stacks.iter().position(waits) else { return };
        let rows = &self.program.rows;
        let stack = &mut self.tools.stacks[at];
        stack.came = stack.order(cards, |c, row| rows.get(*c as usize) == Some(&row));
    }
}

impl Machine {
    pub(super) fn is_held(&self) -> bool {
        if !self.tools.hold || self.state().status() != Status::Running {
            return false;
        }
        let op: Option<Op> = self.program.code.get(self.pos.pc() as usize).copied();
        let turns = |stage: u16| self.program.stages[usize::from(stage)].sets_me;
        matches!(op.and_then(State::is_flow), Some(Flow::StageNext { stage }) if turns(stage))
    }
}
