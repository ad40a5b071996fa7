//! Many games on from one position in one call, all seats drawing.

use super::{Executor, Machine, State};
use crate::ask::Tally;
use crate::chance::{ChanceSource, Seed};
use crate::playout::{draws_of, game_seed};
use crate::position::Position;
use crate::program::{Status, header};
use std::sync::Arc;

/// So many seats can win.
const SEATS: usize = 32;

/// What is to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Batch {
    /// How many games.
    pub games: u64,
    /// The seed all games' seeds are made of: their chance and their draws.
    pub seed: u64,
    /// A game is cut off after so many decisions.
    pub most: u64,
}

/// How the games of a batch came out, as counts of games. Those that are neither won, lost nor
/// drawn were cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Outcomes {
    /// Games in which a seat won, alone or with others, by seat.
    pub won: [u64; SEATS],
    /// Games that somebody won.
    pub decided: u64,
    /// Games that everybody lost.
    pub lost: u64,
    /// Games that are a draw.
    pub drawn: u64,
    /// Games that stopped with a fault.
    pub faults: u64,
    /// Decisions made in all of them.
    pub decisions: u64,
}

/// A batch that is played: its games follow one another from one position. Machine code goes on
/// from game to game by it.
#[derive(Debug, Clone)]
pub struct Series {
    from: Position,
    batch: Batch,
    /// So many games have begun.
    begun: u64,
    /// Whether it is being played.
    on: bool,
    outcomes: Outcomes,
}

impl Series {
    /// Counts a game that is over after so many decisions.
    fn count(&mut self, state: State<'_>, made: u64) {
        let outcomes = &mut self.outcomes;
        outcomes.decisions += made;
        match state.status() {
            Status::Running => {}
            Status::Lost => outcomes.lost += 1,
            Status::Drawn => outcomes.drawn += 1,
            Status::Fault => outcomes.faults += 1,
            Status::Won => {
                outcomes.decided += 1;
                let mut won: u32 = state.pos.get(header::WON);
                while won != 0 {
                    outcomes.won[won.trailing_zeros() as usize] += 1;
                    won &= won - 1;
                }
            }
        }
    }

    /// The seed of the next game, which begins now.
    fn next(&mut self) -> Option<u64> {
        let number = self.begun;
        (number < self.batch.games).then(|| {
            self.begun += 1;
            game_seed(self.batch.seed, number)
        })
    }
}

impl Executor<'_> {
    /// The position from which games are played that follow this one, if any do.
    pub(super) fn followed_from(&self) -> Option<&[u8]> {
        let series = self.mem.series.as_ref().filter(|series| series.on)?;
        Some(series.from.all())
    }

    /// Counts a game that is over after so many decisions, and lays the table for the next one;
    /// gives its seed. None, with nothing done, if there is none, or if bytes would have to move.
    pub(super) fn next_game(&mut self, made: u64) -> Option<u64> {
        let state = State { program: self.program, pos: self.pos };
        let series = self.mem.series.as_deref_mut()?;
        let fits =
            (self.program.schema.size as usize..=self.pos.room()).contains(&series.from.len());
        if !series.on || !fits || series.begun == series.batch.games {
            return None;
        }
        series.count(state, made);
        self.begin_next_game()
    }

    /// Lays the table for the next game of a batch; gives its seed.
    fn begin_next_game(&mut self) -> Option<u64> {
        let series = self.mem.series.as_deref_mut()?;
        let seed = series.next()?;
        self.pos.copy_from(&series.from);
        self.mem.chance = ChanceSource { seed: Seed::from(seed) };
        self.mem.scratch.parts.forget();
        (self.mem.dirty, self.mem.steps, self.mem.tally) = (u64::MAX, 0, Tally::default());
        self.evaluator().recall_me();
        Some(seed)
    }
}

impl Machine {
    /// A game of this program before anything has happened, to be played from by
    /// [`Machine::play_out`].
    #[must_use]
    pub fn beginning(&self) -> Position {
        let nothing = Position::new(self.program.schema.size);
        let mut machine = Self::resume(Arc::clone(&self.program), nothing, 0, false);
        machine.executor().lay_out();
        machine.pos.set(header::PC, machine.program.entry);
        machine.pos
    }

    /// Plays on from a position of this program again and again, everybody drawing step by step.
    /// Game `k` depends on the position, the seed and `k` alone. Asks for no memory once warm, and
    /// leaves the machine where the last game ended.
    pub fn play_out(&mut self, from: &Position, batch: Batch) -> Outcomes {
        let outcomes = Outcomes::default();
        match &mut self.mem.series {
            Some(series) => {
                series.from.copy_from(from);
                (series.batch, series.begun, series.on) = (batch, 0, true);
                series.outcomes = outcomes;
            }
            none => {
                let from = from.clone();
                let series = Series { from, batch, begun: 0, on: true, outcomes };
                *none = Some(Box::new(series));
            }
        }
        while let Some(seed) = self.executor().begin_next_game() {
            let made = self.play(&[], &mut draws_of(seed), batch.most);
            let state = State { program: &self.program, pos: &self.pos };
            if let Some(series) = &mut self.mem.series {
                series.count(state, made);
            }
        }
        self.mem.series.as_mut().map_or(outcomes, |series| {
            series.on = false;
            series.outcomes
        })
    }
}
