//! How strong players are: two kinds against each other, game by game, with the seats taken in
//! turn, so that who begins favours neither.

use crate::sim::{Player, Playouts, SimSpec};
use crate::track::Moments;
use houserules_bots::prospect::Taught;
use houserules_interpreter::ask::{Outcome, Setup};
use houserules_interpreter::playout::GameEnd;
use houserules_interpreter::program::Program;
use std::sync::Arc;

/// What is compared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Players and options.
    pub setup: Setup,
    /// Whose strength is asked for. It sits at one seat, in the next game at the next one.
    pub player: Player,
    /// Who sits at the other seats.
    pub against: Player,
    /// The seed all games' seeds are made of.
    pub seed: u64,
    /// A game that is not over after so many decisions counts as unfinished.
    pub max_decisions: u64,
}

/// What came of some games of a match; sums of any games may be joined in any order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// Games that were played.
    pub games: u64,
    /// Games the player won alone, or with all where all win together.
    pub won: u64,
    /// Games that somebody else won alone, or all lost.
    pub lost: u64,
    /// Games with several winners out of more players, and draws.
    pub shared: u64,
    /// Games that did not come to an end by their rules.
    pub unfinished: u64,
    /// Decisions in all of them.
    pub decisions: u64,
    /// By how many points the player was ahead where a game with scores ended, times the number of
    /// the others: of their mean.
    pub ahead: Moments,
}

impl Standing {
    /// With what came of other games.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            won: self.won + other.won,
            lost: self.lost + other.lost,
            shared: self.shared + other.shared,
            unfinished: self.unfinished + other.unfinished,
            decisions: self.decisions + other.decisions,
            ahead: self.ahead.with(other.ahead),
        }
    }

    /// Games with a winner or none, but not several.
    #[must_use]
    pub fn decided(self) -> u64 {
        self.won + self.lost
    }
}

/// A match on one thread.
#[derive(Debug)]
pub struct Board {
    playouts: Playouts,
    of: Match,
    together: bool,
    /// What the player knows, and what the others do.
    taught: Option<[Taught; 2]>,
}

impl Board {
    /// Of a program that was made for the match's set-up.
    #[must_use]
    pub fn new(program: Arc<Program>, of: Match) -> Self {
        let together = houserules_bots::aim::together(&program.book);
        Self { playouts: Playouts::new(program), of, together, taught: None }
    }

    /// The player knows something, and the others something else.
    #[must_use]
    pub fn teaching(self, player: Taught, others: Taught) -> Self {
        Self { taught: Some([player, others]), ..self }
    }

    /// Plays game `index`, from 0; the same whatever was played before. Games 0 to `seats - 1` are
    /// dealt alike, and so on, with the player at each seat once.
    pub fn play(&mut self, index: u64) -> Standing {
        let seats = usize::from(self.of.setup.seats.max(1));
        let own = (index % seats as u64) as usize;
        let mut players = vec![self.of.against; seats];
        players[own] = self.of.player;
        let spec = SimSpec {
            setup: self.of.setup.clone(),
            games: 1,
            seed: self.of.seed,
            max_decisions: self.of.max_decisions,
            players,
        };
        if let Some([mine, others]) = &self.taught {
            for seat in 0..seats {
                let taught = if seat == own { mine } else { others };
                self.playouts.teach(seat as u8, taught.clone());
            }
        }
        let played = self.playouts.play(&spec, index / seats as u64);
        let mut standing =
            Standing { games: 1, decisions: played.decisions, ..Standing::default() };
        standing.ahead.extend(points_ahead(&played.scores, own));
        *match &played.end {
            GameEnd::Finished(Outcome::Won(seats)) => {
                let mine = seats.iter().any(|seat| usize::from(*seat) == own);
                match (mine, seats.len()) {
                    (true, 1) => &mut standing.won,
                    (true, _) if self.together => &mut standing.won,
                    (false, 0 | 1) => &mut standing.lost,
                    _ => &mut standing.shared,
                }
            }
            GameEnd::Finished(Outcome::Lost) => &mut standing.lost,
            GameEnd::Finished(Outcome::Drawn) => &mut standing.shared,
            GameEnd::Stalled(_) | GameEnd::Fault { .. } => &mut standing.unfinished,
        } += 1;
        standing
    }
}

/// How far a seat is ahead of the mean of the others, times how many they are; none without scores,
/// or with nobody else.
fn points_ahead(scores: &[i64], own: usize) -> Option<i64> {
    let (mine, others) = (*scores.get(own)?, scores.len() as i64 - 1);
    let all = scores.iter().fold(0i64, |sum, score| sum.saturating_add(*score));
    (others > 0).then(|| mine.saturating_mul(others).saturating_sub(all.saturating_sub(mine)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_ahead_of_the_mean_of_others() {
        assert_eq!(points_ahead(&[7, -7], 1), Some(-14));
        assert_eq!(points_ahead(&[1, 2, 6], 2), Some(9));
        assert_eq!((points_ahead(&[3], 0), points_ahead(&[], 0)), (None, None));
    }
}
