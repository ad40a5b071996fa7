//! Readers, who of them may see a thing, and what the rules alone say of it.

use houserules_lang::ir::{Owner, Rulebook, Seen, ZoneId};
use serde::{Deserialize, Serialize};

/// For whom something is put into words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// A player, by seat from 0.
    Seat(u8),
    /// Somebody who sees what everybody sees.
    Spectator,
    /// Somebody who sees everything: the workbench, the tests.
    Referee,
}

/// Who may see a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Sighted {
    /// A bit for each seat.
    pub seats: u32,
    /// Spectators as well.
    pub all: bool,
}

impl Sighted {
    /// All seats and spectators.
    pub const EVERYONE: Self = Self { seats: u32::MAX, all: true };

    /// Nobody but a referee.
    pub const NOBODY: Self = Self { seats: 0, all: false };

    /// Those in either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { seats: self.seats | other.seats, all: self.all || other.all }
    }

    /// Those in both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self { seats: self.seats & other.seats, all: self.all && other.all }
    }
}

impl Viewer {
    /// Whether this reader is among them.
    #[must_use]
    pub fn among(self, sighted: Sighted) -> bool {
        match self {
            Self::Seat(seat) => sighted.seats.checked_shr(u32::from(seat)).unwrap_or(0) & 1 == 1,
            Self::Spectator => sighted.all,
            Self::Referee => true,
        }
    }
}

pub(super) fn bit(seat: u16) -> u32 {
    1u32.checked_shl(u32::from(seat)).unwrap_or(0)
}

pub(super) fn seen(book: &Rulebook, seen: Seen, owner: Owner, key: u16) -> Sighted {
    match (seen, owner) {
        (Seen::Everyone, _) => Sighted::EVERYONE,
        // For a card's things, those who know the card are meant; who they are is added by the
        // callers.
        (Seen::Owner, Owner::Card(_)) => Sighted::EVERYONE,
        (Seen::Owner, _) => match book.seat_of(owner, key) {
            Some(seat) => Sighted { seats: bit(seat), all: false },
            None => Sighted::NOBODY,
        },
        (Seen::Nobody, _) => Sighted::NOBODY,
    }
}

/// The seats that see a zone's faces by the rules alone. Zones of cards: all, as far as they know
/// the card.
#[must_use]
pub fn static_seats(book: &Rulebook, zone: ZoneId, key: u16) -> u32 {
    seen(book, book[zone].seen, book[zone].owner, key).seats
}
