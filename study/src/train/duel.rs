//! Who wins: those who know something, or those who know something else. Where all win together,
//! each lot has the table for itself, with the same deals.

use super::lesson::Subject;
use crate::sim::{Player, Playouts, SimSpec};
use crate::strength::{Board, Match, Standing};
use houserules_bots::prospect::Taught;
use houserules_interpreter::ask::Outcome;
use houserules_interpreter::playout::GameEnd;
use std::sync::Arc;

/// What is compared.
#[derive(Debug, Clone)]
pub struct Duel {
    /// Who decides for all seats.
    pub player: Player,
    /// What those know whose strength is asked for.
    pub taught: Taught,
    /// What the others know.
    pub against: Taught,
    /// The seed all games' seeds are made of.
    pub seed: u64,
    /// A game that is not over after so many decisions counts as unfinished.
    pub max_decisions: u64,
}

/// A duel on one thread.
#[derive(Debug)]
pub enum Ring {
    /// Against each other.
    Against(Box<Board>),
    /// Each for itself.
    Apart(Box<[Playouts; 2]>, SimSpec),
}

impl Ring {
    /// For a subject.
    #[must_use]
    pub fn new(subject: &Subject, duel: &Duel) -> Self {
        let Duel { player, taught, against, seed, max_decisions } = duel.clone();
        let setup = subject.setup.clone();
        let program = || Arc::clone(&subject.program);
        if !subject.together {
            let of = Match { setup, player, against: player, seed, max_decisions };
            return Self::Against(Box::new(Board::new(program(), of).teaching(taught, against)));
        }
        let playouts = |taught: &Taught| {
            let mut playouts = Playouts::new(program());
            (0..subject.setup.seats).for_each(|seat| playouts.teach(seat, taught.clone()));
            playouts
        };
        let players = vec![player; usize::from(setup.seats)];
        let spec = SimSpec { setup, games: 1, seed, max_decisions, players };
        Self::Apart(Box::new([playouts(&taught), playouts(&against)]), spec)
    }

    /// Plays game `index`; the same whatever was played before. Of games that are played apart: one
    /// for each lot; it is decided if one of them wins and the other does not.
    pub fn play(&mut self, index: u64) -> Standing {
        match self {
            Self::Against(board) => board.play(index),
            Self::Apart(both, spec) => {
                let mut decisions = 0;
                let [mine, others] = both.each_mut().map(|playouts| {
                    let played = playouts.play(spec, index);
                    decisions += played.decisions;
                    matches!(&played.end, GameEnd::Finished(Outcome::Won(s)) if !s.is_empty())
                });
                let one = |yes: bool| u64::from(yes);
                Standing {
                    games: 1,
                    won: one(mine && !others),
                    lost: one(others && !mine),
                    shared: one(mine == others),
                    decisions,
                    ..Standing::default()
                }
            }
        }
    }
}
