//! Bots: players that see what a seat sees, and nothing else.

use super::choice::{Arg, Choice};
use super::game::Game;
use super::menu::{EntryKind, Listed, Menu};
use super::refusal::Refusal;
use super::sight::Viewer;
use super::view::View;
use crate::ask::{Engine, Policy, Stop, Why};
use crate::chance::{BotDraw, BotSource};

/// What a bot may look at: a seat's chair.
pub trait Chair {
    /// The seat, from 0.
    fn seat(&self) -> u8;
    /// The table as the seat sees it.
    fn view(&self) -> View;
    /// What is on offer.
    fn menu(&mut self) -> Option<Menu>;
    /// What the next step of an entry may be filled with.
    fn options(&mut self, entry: usize, filled: &[Arg]) -> Option<Listed>;
}

/// A player that decides by itself.
pub trait Bot {
    /// Its name in reports and on the command line.
    fn name(&self) -> &str;
    /// Which entry, and the values of its steps.
    fn choose(&mut self, chair: &mut dyn Chair) -> Option<(usize, Vec<Arg>)>;
}

/// A seat of a running game.
#[derive(Debug)]
pub struct SeatOf<'a, E: Engine> {
    /// The game.
    pub game: &'a mut Game<E>,
    /// The seat.
    pub seat: u8,
}

impl<E: Engine> Chair for SeatOf<'_, E> {
    fn seat(&self) -> u8 {
        self.seat
    }
    fn view(&self) -> View {
        self.game.view(Viewer::Seat(self.seat))
    }
    fn menu(&mut self) -> Option<Menu> {
        self.game.menu(self.seat)
    }
    fn options(&mut self, entry: usize, filled: &[Arg]) -> Option<Listed> {
        self.game.options(self.seat, entry, filled)
    }
}

/// Lets a bot decide for a seat and hands that in.
///
/// # Errors
/// Why its choice is refused; `None` if it made none.
pub fn decide<E: Engine>(
    game: &mut Game<E>,
    seat: u8,
    bot: &mut dyn Bot,
) -> Result<Stop, Option<Refusal>> {
    let (entry, args) = bot.choose(&mut SeatOf { game, seat }).ok_or(None)?;
    let menu = game.menu(seat).ok_or(None)?;
    let choice = match menu.entries.get(entry).map(|e| e.kind).ok_or(None)? {
        EntryKind::Pass => Choice::Pass,
        EntryKind::Decline => Choice::Decline,
        EntryKind::Values => Choice::Values(args),
        EntryKind::Move(id) => Choice::Move { id, entry: Some(entry), args },
    };
    game.hand_in(seat, &choice).map_err(Some)
}

/// The built-in players `random` and `random-options`: as the engine draws by that policy.
#[derive(Debug, Clone)]
pub struct Random {
    policy: Policy,
    draws: BotSource,
}

impl Random {
    /// The player `random`, with its own seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self::playing(Policy::Random, seed)
    }

    /// With a policy and its own seed.
    #[must_use]
    pub fn playing(policy: Policy, seed: u64) -> Self {
        Self { policy, draws: BotSource::new(seed) }
    }

    /// One of those asked, evenly: who is quickest.
    pub fn quickest(&mut self, asked: &[u8]) -> Option<u8> {
        asked.get(self.draws.below(asked.len() as u64) as usize).copied()
    }

    /// Decides for a seat and hands that in.
    ///
    /// # Errors
    /// Why its choice is refused; `None` if it found none.
    pub fn decide<E: Engine>(
        &mut self,
        game: &mut Game<E>,
        seat: u8,
    ) -> Result<Stop, Option<Refusal>> {
        game.answer_with(seat, |engine| engine.drawn(Some(seat), self.policy, &mut self.draws))
    }

    /// What it would hand in for a seat; it has drawn for it then.
    pub fn answer<E: Engine>(&mut self, engine: &mut E, seat: u8) -> Option<crate::ask::Answer> {
        engine.drawn(Some(seat), self.policy, &mut self.draws)
    }

    /// Answers for a seat of a bare engine.
    ///
    /// # Errors
    /// Why its choice is refused; `None` if it found none.
    pub fn play<E: Engine>(
        &mut self,
        engine: &mut E,
        seat: Option<u8>,
    ) -> Result<Stop, Option<Why>> {
        let answer = engine.drawn(seat, self.policy, &mut self.draws).ok_or(None)?;
        engine.answer(seat, &answer).map_err(Some)
    }
}
