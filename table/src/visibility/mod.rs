//! Who may see what: the one place that decides it for views, menus, refusals and logs.

pub mod blind;
pub mod concealed;
pub mod layout;
pub mod learnt;

use crate::visibility::layout::Table;
use houserules_lang::ir::{CardId, CounterId, Owner, Rulebook, Seen, ZoneId};
use serde::{Deserialize, Serialize};

/// Who reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// A player.
    Seat(u8),
    /// Somebody who sees what everybody sees.
    Spectator,
    /// Somebody who sees everything: the workbench, the tests.
    Referee,
}

/// Who may see a thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sighted {
    /// A bit for each seat.
    pub seats: u32,
    /// Spectators as well.
    pub all: bool,
}

impl Sighted {
    /// Everybody.
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

fn bit(seat: u16) -> u32 {
    1u32.checked_shl(u32::from(seat)).unwrap_or(0)
}

fn seen(seen: Seen, owner: Owner, key: u16) -> Sighted {
    match (seen, owner) {
        (Seen::Everyone, _) => Sighted::EVERYONE,
        (Seen::Owner, Owner::Player) => Sighted { seats: bit(key), all: false },
        // For a card's things, those who know the card are meant; who they are is added by the
        // callers.
        (Seen::Owner, Owner::Card(_)) => Sighted::EVERYONE,
        _ => Sighted::NOBODY,
    }
}

/// The seats that see a zone's faces by the rules alone. Zones of cards: all, as far as they know
/// the card.
#[must_use]
pub fn static_seats(book: &Rulebook, zone: ZoneId, key: u16) -> u32 {
    book.zones.get(zone.index()).map_or(0, |z| seen(z.seen, z.owner, key).seats)
}

/// Who sees the faces of all that lies in a zone.
#[must_use]
pub fn zone_sight(book: &Rulebook, table: &Table, zone: ZoneId, key: u16) -> Sighted {
    within(book, table, zone, key, 4)
}

/// Who knows a card's face: those of the knowledge mask, and those who see its zone.
#[must_use]
pub fn card_sight(book: &Rulebook, table: &Table, card: CardId) -> Sighted {
    knows(book, table, card, 4)
}

fn within(book: &Rulebook, table: &Table, zone: ZoneId, key: u16, depth: u8) -> Sighted {
    let Some(info) = book.zones.get(zone.index()) else { return Sighted::NOBODY };
    let own = seen(info.seen, info.owner, key);
    match info.owner {
        Owner::Card(_) if depth > 0 => own.and(knows(book, table, CardId(key), depth - 1)),
        Owner::Card(_) => Sighted::NOBODY,
        _ => own,
    }
}

fn knows(book: &Rulebook, table: &Table, card: CardId, depth: u8) -> Sighted {
    let zone =
        table.lies(card).map_or(Sighted::NOBODY, |l| within(book, table, l.zone, l.key, depth));
    Sighted { seats: table.known(card) | zone.seats, all: zone.all || table.is_open(card) }
}

/// Who may read a counter. Runs' counters are everyone's; a card's are for those who know the card.
/// Shown ones are not counted here.
#[must_use]
pub fn counter_sight(book: &Rulebook, table: &Table, counter: CounterId, key: u16) -> Sighted {
    let Some(info) = book.counters.get(counter.index()) else { return Sighted::NOBODY };
    let own = seen(info.seen, info.owner, key);
    match info.owner {
        Owner::Card(_) => own.and(card_sight(book, table, CardId(key))),
        _ => own,
    }
}
