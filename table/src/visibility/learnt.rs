//! Who comes to know a card. One copy is like another: whether somebody was shown this very copy
//! before it was mixed with others is nothing that they could tell.

use crate::visibility::layout::{Table, is_ordered};
use crate::visibility::{card_sight, static_seats, zone_sight};
use houserules_interpreter::ask::{Event, EventKind};
use houserules_lang::ir::{CardId, Rulebook, ZoneId};
use std::collections::{BTreeMap, BTreeSet};

/// Seats (a bit each) that read the face of a card out of a set whose cards they do not see.
/// `table` is as it was before.
pub(crate) fn from_sets(book: &Rulebook, table: &Table, events: &[Event]) -> u32 {
    let mut moved: BTreeMap<CardId, (ZoneId, u16)> = BTreeMap::new();
    let mut learnt = 0;
    for event in events {
        let at = |card: &CardId| {
            moved.get(card).copied().or_else(|| table.lies(*card).map(|lies| (lies.zone, lies.key)))
        };
        let out_of = |(zone, key): (ZoneId, u16), seats: u32| match is_ordered(book, zone) {
            true => 0,
            false => seats & !zone_sight(book, table, zone, key).seats,
        };
        match &event.kind {
            EventKind::Moved { card, from, to, .. } => {
                learnt |= out_of(*from, static_seats(book, to.0, to.1));
                moved.insert(*card, *to);
            }
            EventKind::Shown(card, seats) => {
                learnt |= at(card).map_or(0, |from| out_of(from, *seats))
            }
            EventKind::Swapped { a, b } => {
                let (Some(at_a), Some(at_b)) = (at(a), at(b)) else { continue };
                learnt |= out_of(at_a, static_seats(book, at_b.0, at_b.1));
                learnt |= out_of(at_b, static_seats(book, at_a.0, at_a.1));
                moved.extend([(*a, at_b), (*b, at_a)]);
            }
            EventKind::Shuffled(..)
            | EventKind::Hidden(..)
            | EventKind::CounterShown(..)
            | EventKind::Set(..)
            | EventKind::Chose { .. }
            | EventKind::Dropped { .. }
            | EventKind::Said(..)
            | EventKind::Began(..)
            | EventKind::Left { .. }
            | EventKind::Deed(..)
            | EventKind::Ended(_) => {}
        }
    }
    learnt
}

/// Seats (a bit each) that come to see a card which they did not know just before, even if it is
/// mixed with others later. `table` is as it was before.
pub(crate) fn on_the_way(book: &Rulebook, table: &Table, events: &[Event]) -> u32 {
    let mut now = table.clone();
    let mut learnt = 0;
    for event in events {
        if let EventKind::Moved { card, seen: seats, .. } | EventKind::Shown(card, seats) =
            &event.kind
        {
            learnt |= seats & !card_sight(book, &now, *card).seats;
        }
        now.follow(book, &event.kind);
    }
    learnt
}

/// The cards that a seat comes to see on the way, and knows the zone of afterwards, though they may
/// lie hidden there. `table` is as it was before. Once any card may have left such a zone unseen,
/// none of those that lay there counts: which one it was must play no part.
#[must_use]
pub fn followed(book: &Rulebook, mut table: Table, events: &[Event], seat: u8) -> Vec<CardId> {
    let has = |mask: u32| mask >> seat & 1 == 1;
    let mut known: BTreeSet<CardId> = BTreeSet::new();
    for event in events {
        let told = event.only.is_none_or(has);
        let at = |card: CardId| table.lies(card).map(|lies| (lies.zone, lies.key));
        let mut left = Vec::new();
        match &event.kind {
            // In what order cards come to lie in a row, only who lays them may know.
            EventKind::Moved { card, to, seen, by_lot, .. }
                if told && has(*seen) && !by_lot && !is_ordered(book, to.0) =>
            {
                known.insert(*card);
            }
            EventKind::Moved { card, seen, .. } if told && has(*seen) => {
                known.remove(card);
            }
            EventKind::Moved { from, .. } => left.push(*from),
            EventKind::Shown(card, seats) if told && has(*seats) => {
                known.insert(*card);
            }
            EventKind::Hidden(card, seats) if has(*seats) => {
                known.remove(card);
            }
            EventKind::Swapped { a, b } => left.extend([at(*a), at(*b)].into_iter().flatten()),
            EventKind::Shuffled(zone, key) => left.push((*zone, *key)),
            EventKind::Shown(..)
            | EventKind::Hidden(..)
            | EventKind::CounterShown(..)
            | EventKind::Set(..)
            | EventKind::Chose { .. }
            | EventKind::Dropped { .. }
            | EventKind::Said(..)
            | EventKind::Began(..)
            | EventKind::Left { .. }
            | EventKind::Deed(..)
            | EventKind::Ended(_) => {}
        }
        known.retain(|card| at(*card).is_none_or(|at| !left.contains(&at)));
        table.follow(book, &event.kind);
    }
    known.into_iter().collect()
}
