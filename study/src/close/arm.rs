//! Ways in which the games of a study are played: as the rules are, and with one thing changed, on
//! the same seeds, so that what differs is what the thing is worth.

use crate::sim::Player;
use houserules_interpreter::ask::{Offered, Setup};
use houserules_lang::ir::{MoveId, OptionId, Rulebook, Value};

/// What is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// Nothing: the game as it is.
    Nothing,
    /// One seat never makes this move, as long as it can do anything else.
    Without(MoveId),
    /// One seat is played for by another player.
    Player(Player),
    /// Options have other values, for all.
    Options(Vec<(OptionId, Value)>),
    /// The rules are others.
    Rules,
}

/// A way to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arm {
    /// What is changed.
    pub change: Change,
    /// Only every so manyth game is played so; 1: all.
    pub every: u64,
}

/// What is played in a study.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// Players and options of the game as it is.
    pub setup: Setup,
    /// Who sits where.
    pub players: Vec<Player>,
    /// The seed all games' seeds are made of.
    pub seed: u64,
    /// A game that is not over after so many decisions counts as stalled.
    pub max_decisions: u64,
    /// Ways to play, the game as it is first.
    pub arms: Vec<Arm>,
}

impl Plan {
    /// The seat that plays otherwise than the others in a game; each in turn.
    #[must_use]
    pub fn other(&self, arm: usize, game: u64) -> Option<u8> {
        let arm = &self.arms[arm];
        let seats = u64::from(self.setup.seats.max(1));
        match arm.change {
            Change::Without(_) | Change::Player(_) => {
                u8::try_from(game / arm.every.max(1) % seats).ok()
            }
            Change::Nothing | Change::Options(_) | Change::Rules => None,
        }
    }

    /// How an arm's games are set up.
    #[must_use]
    pub fn setup_of(&self, arm: usize) -> Setup {
        let mut setup = self.setup.clone();
        if let Change::Options(set) = &self.arms[arm].change {
            setup.options.retain(|(other, _)| set.iter().all(|(id, _)| other != id));
            setup.options.extend(set.iter().cloned());
        }
        setup
    }

    /// Arm and number of every game from one number up to another.
    #[must_use]
    pub fn games(&self, from: u64, to: u64) -> Vec<(u16, u64)> {
        let arms = (0u16..).zip(&self.arms);
        let of = |(at, arm): (u16, &Arm)| {
            let every = arm.every.max(1);
            (from..to).filter(move |game| game % every == 0).map(move |game| (at, game))
        };
        arms.flat_map(of).collect()
    }
}

/// What can be done in a game: its moves in the order of the text, passing, declining, and the
/// choices of values where they stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Things {
    /// As the rules name them; a choice of values by `choose` and the number of its site.
    pub names: Vec<String>,
    moves: u16,
}

impl Things {
    /// Of these rules.
    #[must_use]
    pub fn of(book: &Rulebook) -> Self {
        let mut names: Vec<String> = book.moves.iter().map(|m| m.name.clone()).collect();
        let moves = names.len() as u16;
        names.extend(["pass".to_string(), "decline".to_string()]);
        names.extend((0..book.sites.len()).map(|site| format!("choose {}", site + 1)));
        Self { names, moves }
    }

    /// The place of what is on offer where a seat is asked.
    #[must_use]
    pub fn place(&self, site: u16, offer: &Offered) -> u16 {
        match offer {
            Offered::Move(id, ..) => id.0,
            Offered::Pass(_) => self.moves,
            Offered::Decline => self.moves + 1,
            Offered::Values => self.moves + 2 + site,
        }
    }

    /// The move at a place, if it is one.
    #[must_use]
    pub fn as_move(&self, place: u16) -> Option<MoveId> {
        (place < self.moves).then_some(MoveId(place))
    }

    /// The number of the site at a place, if a choice of values stands there.
    #[must_use]
    pub fn as_site(&self, place: u16) -> Option<u16> {
        place.checked_sub(self.moves + 2)
    }
}
