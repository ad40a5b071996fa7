//! Bots: players that see what a seat sees, and nothing else.

use houserules_interpreter::ask::{Engine, Stop};
use houserules_interpreter::playout::Random;
use houserules_table::choices::menu::{EntryKind, Listed, Menu};
use houserules_table::choices::value::{Arg, Choice};
use houserules_table::game::Game;
use houserules_table::refusal::Refusal;
use houserules_table::view::View;
use houserules_table::visibility::Viewer;

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
    /// The whole of it; only [`Chair`] is handed to bots.
    pub game: &'a mut Game<E>,
    /// Which seat, from 0.
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
    game.submit(seat, &choice).map_err(Some)
}

/// Lets `random` or `random-options` decide for a seat.
///
/// # Errors
/// Why its choice is refused; `None` if it found none.
pub fn decide_evenly<E: Engine>(
    random: &mut Random,
    game: &mut Game<E>,
    seat: u8,
) -> Result<Stop, Option<Refusal>> {
    game.answer_with(seat, |engine| random.answer(engine, seat))
}
