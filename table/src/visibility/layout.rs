//! Where every card lies and which seats know it: a dump turned round, and kept up to date through
//! events.

use crate::visibility::blind::Blind;
use crate::visibility::load::{Load, loads_of};
use crate::visibility::seats::{Sighted, static_seats};
use houserules_interpreter::ask::{EventKind, Snapshot};
use houserules_lang::ir::{CardId, Rulebook, ZoneId, ZoneShape};
use std::collections::{BTreeMap, BTreeSet};

/// Where a card lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lies {
    /// In which zone.
    pub zone: ZoneId,
    /// Whose.
    pub key: u16,
    /// At which place of an ordered zone, from 0; none in sets, and where it is not known any more.
    pub place: Option<u16>,
}

/// Where cards lie, by card.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    lies: Vec<Option<Lies>>,
    ranks: Vec<u16>,
    known: Vec<u32>,
    open: BTreeSet<CardId>,
    loads: BTreeMap<CardId, Load>,
}

/// Whether places mean something there.
#[must_use]
pub fn is_ordered(book: &Rulebook, zone: ZoneId) -> bool {
    book.zones.get(zone.index()).is_some_and(|z| z.shape != ZoneShape::Set)
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
        let mut lies = vec![None; book.cards.len()];
        let mut ranks = vec![0; book.cards.len()];
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
                let Some(card) = card.map(CardId::index).filter(|c| *c < lies.len()) else {
                    continue;
                };
                let rank = u16::try_from(at).unwrap_or(u16::MAX);
                let place = if ordered { Some(rank) } else { None };
                ranks[card] = rank;
                lies[card] = Some(Lies { zone: *zone, key: *key, place });
            }
        }
        let mut known = dump.known.clone();
        known.resize(book.cards.len(), 0);
        Self { lies, ranks, known, open: BTreeSet::new(), loads: loads_of(book, dump) }
    }

    /// The table before the set-up: every card in its deck, known to those who see it.
    #[must_use]
    pub fn at_home(book: &Rulebook) -> Self {
        let lies =
            book.cards.iter().map(|c| Some(Lies { zone: c.home, key: 0, place: None })).collect();
        let known = book.cards.iter().map(|c| static_seats(book, c.home, 0)).collect();
        Self {
            lies,
            ranks: vec![0; book.cards.len()],
            known,
            open: BTreeSet::new(),
            loads: BTreeMap::new(),
        }
    }

    /// Where a card lies; none: out of the game.
    #[must_use]
    pub fn lies(&self, card: CardId) -> Option<Lies> {
        self.lies.get(card.index()).copied().flatten()
    }

    /// How many cards of its zone are listed before it. In a set this is no place but a lot, by
    /// which unseen cards are told apart.
    #[must_use]
    pub fn rank(&self, card: CardId) -> u16 {
        self.ranks.get(card.index()).copied().unwrap_or(0)
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
        let row = |c: CardId| book.cards.get(c.index()).map(|c| c.row);
        let here = self.loads.get(&card)?;
        let unlike = |(c, load): (&CardId, &Load)| {
            at(*c) == at(card) && row(*c) == row(card) && load != here
        };
        self.loads.iter().any(unlike).then(|| here.sum())
    }

    /// A bit for each seat that knows the card.
    #[must_use]
    pub fn known(&self, card: CardId) -> u32 {
        self.known.get(card.index()).copied().unwrap_or(0)
    }

    /// Whether some cards of a zone are known to other seats than others are.
    #[must_use]
    pub fn knowledge_differs(&self, zone: ZoneId, key: u16) -> bool {
        let here = |lies: &Option<Lies>| lies.is_some_and(|l| (l.zone, l.key) == (zone, key));
        let mut known =
            self.lies.iter().zip(&self.known).filter(|(lies, _)| here(lies)).map(|(_, k)| k);
        known.next().is_some_and(|first| known.any(|other| other != first))
    }

    /// Whether spectators know the card wherever it lies.
    #[must_use]
    pub fn is_open(&self, card: CardId) -> bool {
        self.open.contains(&card)
    }

    /// Lets these readers know a card.
    pub fn reveal(&mut self, card: CardId, to: Sighted) {
        if let Some(known) = self.known.get_mut(card.index()) {
            *known |= to.seats;
        }
        if to.all {
            self.open.insert(card);
        }
    }

    /// Follows an event. Places of the zones concerned are not known any more, but for holes that
    /// stay open.
    pub fn follow(&mut self, book: &Rulebook, event: &EventKind) {
        match event {
            EventKind::Moved { card, from, to, by_lot, .. } => {
                self.blur(book, *from);
                self.blur(book, *to);
                let seers = static_seats(book, to.0, to.1);
                let keeps = is_ordered(book, to.0) && !by_lot;
                if let Some(known) = self.known.get_mut(card.index()) {
                    *known = if keeps { *known | seers } else { seers };
                }
                if let Some(lies) = self.lies.get_mut(card.index()) {
                    *lies = Some(Lies { zone: to.0, key: to.1, place: None });
                }
            }
            EventKind::Swapped { a, b } => self.swap(book, *a, *b),
            EventKind::Shuffled(zone, key) => {
                let seers = static_seats(book, *zone, *key);
                for (lies, known) in self.lies.iter_mut().zip(&mut self.known) {
                    if let Some(lies) = lies.as_mut().filter(|l| (l.zone, l.key) == (*zone, *key)) {
                        lies.place = None;
                        *known = seers;
                    }
                }
            }
            EventKind::Shown(card, seats) => {
                if let Some(known) = self.known.get_mut(card.index()) {
                    *known |= seats;
                }
            }
            EventKind::Hidden(card, seats) => {
                if let Some(known) = self.known.get_mut(card.index()) {
                    *known &= !seats;
                }
            }
            _ => {}
        }
    }

    fn swap(&mut self, book: &Rulebook, a: CardId, b: CardId) {
        let (a, b) = (a.index(), b.index());
        if a >= self.lies.len() || b >= self.lies.len() {
            return;
        }
        self.lies.swap(a, b);
        for card in [a, b] {
            if let Some(lies) = self.lies[card] {
                let seers = static_seats(book, lies.zone, lies.key);
                let keeps = is_ordered(book, lies.zone);
                self.known[card] = if keeps { self.known[card] | seers } else { seers };
            }
        }
    }

    fn blur(&mut self, book: &Rulebook, at: (ZoneId, u16)) {
        let shape = book.zones.get(at.0.index()).map(|z| z.shape);
        if !matches!(shape, Some(ZoneShape::Pile | ZoneShape::Row)) {
            return;
        }
        for lies in self.lies.iter_mut().flatten().filter(|l| (l.zone, l.key) == at) {
            lies.place = None;
        }
    }
}
