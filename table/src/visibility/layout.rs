//! Where every card lies and which seats know it: a dump turned round, and kept up to date through
//! events.

use crate::visibility::blind::Blind;
use crate::visibility::load::{Load, loads_of};
use crate::visibility::seats::{Sighted, static_seats};
use houserules_interpreter::ask::{EventKind, Snapshot};
use houserules_lang::ir::{Card, CardId, Rulebook, ZoneId, ZoneShape};
use std::collections::{BTreeMap, BTreeSet};

/// Where a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lies {
    /// In which zone.
    pub zone: ZoneId,
    /// Which of its owners that zone is of: a seat, member or card; 0 for the table's.
    pub key: u16,
    /// At which place of an ordered zone, from 0; none in sets, and where it is not known any more.
    pub place: Option<u16>,
}

/// What the table keeps of a card.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Laid {
    lies: Option<Lies>,
    rank: u16,
    known: u32,
}

/// Where cards lie, by card.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// By the card's id.
    cards: Vec<Laid>,
    open: BTreeSet<CardId>,
    loads: BTreeMap<CardId, Load>,
}

/// Whether places mean something there.
#[must_use]
pub fn is_ordered(book: &Rulebook, zone: ZoneId) -> bool {
    book[zone].shape != ZoneShape::Set
}

impl Table {
    /// The table as it is dumped.
    #[must_use]
    pub fn of(book: &Rulebook, dump: &Snapshot) -> Self {
        Self::listed(book, dump, Some(Blind::of(dump)))
    }

    /// The same without the lots by which unseen cards of sets are told apart ([`Self::rank`]): for
    /// readers that do not tell them apart.
    #[must_use]
    pub fn without_lots(book: &Rulebook, dump: &Snapshot) -> Self {
        Self::listed(book, dump, None)
    }

    fn listed(book: &Rulebook, dump: &Snapshot, blind: Option<Blind>) -> Self {
        let mut cards = vec![Laid::default(); book.cards.len()];
        for (card, known) in cards.iter_mut().zip(&dump.known) {
            card.known = *known;
        }
        for (zone, key, places) in &dump.zones {
            let ordered = is_ordered(book, *zone);
            let lots: Vec<Option<CardId>>;
            let places = match blind.filter(|_| !ordered) {
                None => places,
                Some(blind) => {
                    lots = blind.order(dump, *zone, *key).into_iter().map(Some).collect();
                    &lots
                }
            };
            for (at, card) in places.iter().enumerate() {
                let Some(card) = card else { continue };
                let rank = u16::try_from(at).unwrap_or(u16::MAX);
                let place = if ordered { Some(rank) } else { None };
                let laid = &mut cards[card.index()];
                laid.rank = rank;
                laid.lies = Some(Lies { zone: *zone, key: *key, place });
            }
        }
        Self { cards, open: BTreeSet::new(), loads: loads_of(book, dump) }
    }

    /// The table before the set-up: every card in its deck, known to those who see it.
    #[must_use]
    pub fn at_home(book: &Rulebook) -> Self {
        let at_home = |card: &Card| Laid {
            lies: Some(Lies { zone: card.home, key: 0, place: None }),
            rank: 0,
            known: static_seats(book, card.home, 0),
        };
        let cards = book.cards.iter().map(at_home).collect();
        Self { cards, open: BTreeSet::new(), loads: BTreeMap::new() }
    }

    /// Where a card lies; none: out of the game.
    #[must_use]
    pub fn lies(&self, card: CardId) -> Option<Lies> {
        self.cards[card.index()].lies
    }

    /// How many cards of its zone are listed before it. In a set this is no place but a lot, by
    /// which unseen cards are told apart.
    #[must_use]
    pub fn rank(&self, card: CardId) -> u16 {
        self.cards[card.index()].rank
    }

    /// What a card carries that whoever knows it sees; none: it never carries anything.
    #[must_use]
    pub fn load(&self, card: CardId) -> Option<&Load> {
        self.loads.get(&card)
    }

    /// A short sum of that, if other cards of its row and set carry something else.
    #[must_use]
    pub fn telling_load(&self, book: &Rulebook, card: CardId) -> Option<u32> {
        let at = |c: CardId| self.lies(c).map(|l| (l.zone, l.key));
        let here = self.loads.get(&card)?;
        let unlike = |(c, load): (&CardId, &Load)| {
            at(*c) == at(card) && book[*c].row == book[card].row && load != here
        };
        self.loads.iter().any(unlike).then(|| here.sum())
    }

    /// A bit for each seat that knows the card.
    #[must_use]
    pub fn known(&self, card: CardId) -> u32 {
        self.cards[card.index()].known
    }

    /// Whether some cards of a zone are known to other seats than others are.
    #[must_use]
    pub fn knowledge_differs(&self, zone: ZoneId, key: u16) -> bool {
        let here = |card: &&Laid| card.lies.is_some_and(|l| (l.zone, l.key) == (zone, key));
        let mut known = self.cards.iter().filter(here).map(|card| card.known);
        known.next().is_some_and(|first| known.any(|other| other != first))
    }

    /// Whether spectators know the card wherever it lies.
    #[must_use]
    pub fn is_open(&self, card: CardId) -> bool {
        self.open.contains(&card)
    }

    /// Lets these readers know a card.
    pub fn reveal(&mut self, card: CardId, to: Sighted) {
        self.cards[card.index()].known |= to.seats;
        if to.all {
            self.open.insert(card);
        }
    }

    /// Follows an event. Places of the zones concerned are not known any more, but for holes that
    /// stay open.
    pub fn follow(&mut self, book: &Rulebook, event: &EventKind) {
        match event {
            EventKind::Moved { card, from, to, by_lot, .. } => {
                self.blur(book, from.0, from.1);
                self.blur(book, to.0, to.1);
                let seers = static_seats(book, to.0, to.1);
                let keeps = is_ordered(book, to.0) && !by_lot;
                let laid = &mut self.cards[card.index()];
                laid.known = if keeps { laid.known | seers } else { seers };
                laid.lies = Some(Lies { zone: to.0, key: to.1, place: None });
            }
            EventKind::Swapped { a, b } => self.swap(book, *a, *b),
            EventKind::Shuffled(zone, key) => {
                let seers = static_seats(book, *zone, *key);
                for Laid { lies, known, .. } in &mut self.cards {
                    if let Some(lies) = lies.as_mut().filter(|l| (l.zone, l.key) == (*zone, *key)) {
                        lies.place = None;
                        *known = seers;
                    }
                }
            }
            EventKind::Shown(card, seats) => self.cards[card.index()].known |= seats,
            EventKind::Hidden(card, seats) => self.cards[card.index()].known &= !seats,
            _ => {}
        }
    }

    fn swap(&mut self, book: &Rulebook, a: CardId, b: CardId) {
        let (at_a, at_b) = (self.lies(a), self.lies(b));
        for (card, lies) in [(a, at_b), (b, at_a)] {
            let laid = &mut self.cards[card.index()];
            laid.lies = lies;
            if let Some(lies) = lies {
                let seers = static_seats(book, lies.zone, lies.key);
                let keeps = is_ordered(book, lies.zone);
                laid.known = if keeps { laid.known | seers } else { seers };
            }
        }
    }

    fn blur(&mut self, book: &Rulebook, zone: ZoneId, key: u16) {
        if !matches!(book[zone].shape, ZoneShape::Pile | ZoneShape::Row) {
            return;
        }
        let lying = self.cards.iter_mut().filter_map(|card| card.lies.as_mut());
        for lies in lying.filter(|l| (l.zone, l.key) == (zone, key)) {
            lies.place = None;
        }
    }
}
