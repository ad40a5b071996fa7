//! Where choices are made, and what is open there.

use crate::space::Space;
use houserules_interpreter::ask::Engine;
use houserules_table::choices::menu::{Listed, Menu};
use houserules_table::choices::value::Arg;
use houserules_table::game::Game;

/// Where a choice is made: the game, its space, and the seat (none: chance, where a host decides
/// what it gives).
#[derive(Debug)]
pub struct Desk<'a, E> {
    /// The running game.
    pub game: &'a mut Game<E>,
    /// The actions of its rules.
    pub space: &'a Space,
    /// Who chooses; none: chance.
    pub seat: Option<u8>,
}

impl<E: Engine> Desk<'_, E> {
    pub(super) fn menu(&mut self) -> Option<Menu> {
        match self.seat {
            Some(seat) => self.game.menu(seat),
            None => self.game.chance_menu(),
        }
    }

    pub(super) fn options(&mut self, entry: usize, filled: &[Arg]) -> Option<Listed> {
        match self.seat {
            Some(seat) => self.game.options(seat, entry, filled),
            None => self.game.chance_options(entry, filled),
        }
    }
}

/// An action that is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// Its number in the space.
    pub action: u32,
    /// What it is, as the seat reads it.
    pub words: String,
    /// How many pieces it stands for: chance draws each as likely.
    pub pieces: u32,
}
