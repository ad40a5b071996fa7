//! Handing a game over to new rules: where it may wait for them, and how it goes on under them.

use super::{Machine, State};
use crate::position::Position;
use crate::program::{Flow, FrameKind, Program, StageFrame, Status};
use houserules_lang::ir::{StageId, StageWord};
use std::sync::Arc;

impl Machine {
    /// This game from another position, of another program: seed, recording and counts stay.
    pub(crate) fn relay(&self, program: Arc<Program>, position: Position) -> Self {
        let mut next = Self::resume(program, position, self.mem.chance.seed, self.recorder.on);
        next.tools.scripted = self.tools.scripted;
        next.mem.tally = self.mem.tally;
        next
    }

    /// Runs from where the position stands to the next stop, or asks there.
    pub(crate) fn take_up(&mut self) {
        self.settle();
    }

    /// From now on the game stops before the next element of a running stage begins; none: it does
    /// not.
    pub fn wait_before(&mut self, stage: Option<StageId>) {
        self.tools.wait = stage.map(|s| s.0);
    }

    /// The stage before whose next element the game has stopped.
    #[must_use]
    pub fn waits(&self) -> Option<StageId> {
        let stage = self.tools.wait?;
        let op = self.program.code.get(self.pos.pc() as usize).copied()?;
        if let Some(Flow::StageNext { stage: here }) = State::is_flow(op)
            && here == stage
            && self.state().status() == Status::Running
        {
            Some(StageId(stage))
        } else {
            None
        }
    }

    /// Goes on under the same rules.
    pub fn wait_no_longer(&mut self) {
        if self.waits().is_some() {
            self.tools.wait = None;
            self.settle();
        }
    }

    /// The stages whose elements are running, outermost first; `play` is not among them.
    #[must_use]
    pub fn running_stages(&self) -> Vec<(StageId, StageWord)> {
        let mut found = Vec::new();
        for level in 0..self.pos.depth() {
            let frame = self.state().frame_at(level);
            if let FrameKind::Stage(id) = frame.kind
                && let Some(info) = self.program.stage_info(id)
                && self.pos.get(StageFrame(frame.base).inside())
            {
                found.push((id, info.word));
            }
        }
        found
    }
}
