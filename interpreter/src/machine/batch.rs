//! Many games on from one position in one call, all seats drawing.

use super::Machine;
use crate::chance::{ChanceSource, Seed};
use crate::playout::{draws_of, game_seed};
use crate::position::Position;
use crate::program::{Status, header};

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

impl Machine {
    /// Plays on from a position of this program again and again, everybody drawing step by step.
    /// Game `k` depends on the position, the seed and `k` alone. Asks for no memory once warm, and
    /// leaves the machine where the last game ended.
    pub fn play_out(&mut self, from: &Position, batch: Batch) -> Outcomes {
        let mut outcomes = Outcomes::default();
        for game in 0..batch.games {
            let seed = game_seed(batch.seed, game);
            self.mem.chance = ChanceSource { seed: Seed::from(seed) };
            self.set_position(from);
            outcomes.decisions += self.play(&[], &mut draws_of(seed), batch.most);
            let state = self.state();
            match state.status() {
                Status::Running => {}
                Status::Lost => outcomes.lost += 1,
                Status::Drawn => outcomes.drawn += 1,
                Status::Fault => outcomes.faults += 1,
                Status::Won => {
                    outcomes.decided += 1;
                    let won = state.pos.get(header::WON);
                    for (seat, count) in outcomes.won.iter_mut().enumerate() {
                        *count += u64::from(won >> seat & 1);
                    }
                }
            }
        }
        outcomes
    }
}
