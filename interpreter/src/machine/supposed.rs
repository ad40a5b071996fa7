//! Deeds that are only imagined: carried out on the position itself, which remembers what was
//! written and takes it back.

use super::recorder::Recorder;
use super::tools::RefereeTools;
use super::{Evaluator, Executor, Fallible, Halt};
use crate::ask::FaultKind;

impl Evaluator<'_> {
    /// Does what a body would do, evaluates the code behind `back`, where the body returns to, and
    /// takes everything back.
    pub(super) fn suppose(mut self, body: u16, back: u32) -> Fallible<()> {
        self.mem.tick()?;
        let (dirty, wrote, tally) = (self.mem.dirty, self.mem.wrote, self.mem.tally);
        let (open, at) = (self.mem.calls.len(), self.mem.at);
        let mark = self.pos.remember();
        self.mem.supposing += 1;
        let done = self.carried_out(body, back).and_then(|()| self.pure(back + 1));
        self.mem.supposing -= 1;
        self.pos.take_back(mark);
        self.mem.calls.truncate(open);
        (self.mem.dirty, self.mem.wrote, self.mem.tally) = (dirty, wrote, tally);
        // A fault keeps the place in the deed, or in what was asked about it.
        done.inspect(|()| self.mem.at = at)
    }

    fn carried_out(&mut self, body: u16, back: u32) -> Fallible<()> {
        let (mut recorder, mut tools) = (Recorder::new(false), RefereeTools::default());
        let mut executor = Executor {
            program: self.program,
            pos: &mut *self.pos,
            mem: &mut *self.mem,
            recorder: &mut recorder,
            tools: &mut tools,
            native: None,
        };
        let to = executor.enter_body(body, back)?;
        if executor.run(to)? == Halt::Referee { Ok(()) } else { Err(FaultKind::NotRunning) }
    }
}
