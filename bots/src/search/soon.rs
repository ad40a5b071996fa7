//! What even play comes to soon: how far tries look where choices pay late.

use houserules_interpreter::ask::Stop;
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{StageId, StageWord, Value};

/// Soon is within so many decisions.
const SOON: u64 = 24;

/// What is over soon, whatever is chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Soon {
    /// Neither of them.
    #[default]
    Nothing,
    /// The innermost round that runs.
    Round,
    /// The game. What is kept for the end, as money is, is worth something only then.
    Game,
}

/// A round that runs.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Round(StageId, Value);

impl Round {
    /// The innermost one.
    pub(super) fn of(machine: &Machine) -> Option<Self> {
        let stages = &machine.program().book.stages;
        let is_round = |(id, _): &(StageId, Value)| stages[id.index()].word == StageWord::Round;
        machine.stages().into_iter().rev().find(is_round).map(|(id, value)| Self(id, value))
    }

    /// Whether it still runs there.
    pub(super) fn runs(&self, machine: &Machine) -> bool {
        machine.stages().iter().any(|(id, value)| (*id, value) == (self.0, &self.1))
    }
}

/// Finds it out, from one table after the other.
pub(super) struct Survey {
    round: Option<Round>,
    game: bool,
}

impl Survey {
    /// Of a game where somebody is asked.
    pub(super) fn begin(machine: &Machine) -> Self {
        Self { round: Round::of(machine), game: true }
    }

    /// Plays on evenly on a table.
    pub(super) fn see(&mut self, world: &mut Machine, draws: &mut impl BotDraw) {
        let mut is_over = self.round.is_none();
        for _ in 0..SOON {
            if is_over && !self.game {
                return;
            }
            if matches!(world.playout(&[], draws, 1).0, Stop::Over(_)) {
                return;
            }
            is_over = is_over || self.round.as_ref().is_some_and(|round| !round.runs(world));
        }
        self.game = false;
        self.round.take_if(|_| !is_over);
    }

    /// What all tables came to.
    pub(super) fn told(&self) -> Soon {
        match (self.game, &self.round) {
            (true, _) => Soon::Game,
            (false, Some(_)) => Soon::Round,
            (false, None) => Soon::Nothing,
        }
    }
}
