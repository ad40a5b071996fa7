//! Who may see what: the one place that decides it for views, menus, refusals and logs.

pub mod blind;
pub mod concealed;
pub mod layout;
pub mod learnt;
pub mod load;
mod seats;
pub mod standing;

pub use seats::{Sighted, Viewer, static_seats};

use crate::visibility::layout::Table;
use crate::visibility::seats::seen;
use houserules_lang::ir::{CardId, CounterId, Owner, Rulebook, ZoneId};

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
    let info = &book[zone];
    let own = seen(book, info.seen, info.owner, key);
    match info.owner {
        Owner::Card(_) if depth > 0 => own.and(knows(book, table, CardId(key), depth - 1)),
        Owner::Card(_) => Sighted::NOBODY,
        Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Run(_) => own,
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
    let info = &book[counter];
    let own = seen(book, info.seen, info.owner, key);
    match info.owner {
        Owner::Card(_) => own.and(card_sight(book, table, CardId(key))),
        Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Run(_) => own,
    }
}
