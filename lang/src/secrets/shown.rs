//! What was shown, and to whom.

use super::changes::{Changed, Thing};
use super::ids::Ids;
use super::readers::{Readers, Seat};
use std::collections::BTreeSet;

/// Something that was shown: this player's (none: everybody's, or the table's), and to whom; none:
/// to all.
pub type Shown = (Thing, Option<Seat>, Option<Seat>);

/// All that was shown. Very much is taken for shown until it is found otherwise, nearly all of it
/// to all: that is kept as bits.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct AllShown {
    /// Counters and zones, everybody's or the table's, that were shown to all.
    counters: Ids,
    zones: Ids,
    /// What was shown to some, or of some.
    others: BTreeSet<Shown>,
}

impl AllShown {
    pub(super) fn insert(&mut self, shown: Shown) {
        match shown {
            (Thing::Counter(id), None, None) => self.counters.insert(id.index()),
            (Thing::Zone(id), None, None) => self.zones.insert(id.index()),
            _ => {
                self.others.insert(shown);
            }
        }
    }

    fn has(&self, shown: Shown) -> bool {
        match shown {
            (Thing::Counter(id), None, None) => self.counters.has(id.index()),
            (Thing::Zone(id), None, None) => self.zones.has(id.index()),
            _ => self.others.contains(&shown),
        }
    }

    fn covers(&self, (thing, whose, to): Shown) -> bool {
        [whose, None].iter().any(|w| [to, None].iter().any(|t| self.has((thing, *w, *t))))
    }

    /// All of both.
    pub fn add(&mut self, other: Self) {
        self.counters.add(&other.counters);
        self.zones.add(&other.zones);
        self.others.extend(other.others);
    }

    /// What both have shown.
    #[must_use]
    pub fn both(&self, other: &Self) -> Self {
        let (mut counters, mut zones) = (self.counters.clone(), self.zones.clone());
        counters.keep(&other.counters);
        zones.keep(&other.zones);
        let mine = self.others.iter().filter(|one| other.covers(**one));
        let others = other.others.iter().filter(|one| self.covers(**one));
        Self { counters, zones, others: mine.chain(others).copied().collect() }
    }

    /// Forgets what may have changed.
    pub(super) fn changed_by(&mut self, changed: &Changed) {
        changed.take_from(&mut self.counters, &mut self.zones);
        self.others.retain(|(thing, ..)| !changed.has(*thing));
    }

    /// What was shown to some, or of some.
    pub(super) fn others(&self) -> impl Iterator<Item = Shown> {
        self.others.iter().copied()
    }

    /// Keeps of it what fits.
    pub(super) fn retain_others(&mut self, fits: impl Fn(&Shown) -> bool) {
        self.others.retain(fits);
    }

    /// The same where seats go by other names; what was shown to, or of, one that has none is left
    /// out.
    #[must_use]
    pub fn renamed(&self, name: impl Fn(Seat) -> Option<Seat>) -> Self {
        self.each_named(|seat| name(seat).into_iter().collect())
    }

    /// The same where a seat goes by several names.
    pub(super) fn each_named(&self, names: impl Fn(Seat) -> Vec<Seat>) -> Self {
        let names = |seat: Option<Seat>| match seat {
            None => vec![None],
            Some(seat) => names(seat).into_iter().map(Some).collect(),
        };
        let mut others = BTreeSet::new();
        for (thing, whose, to) in &self.others {
            for whose in names(*whose) {
                others.extend(names(*to).into_iter().map(|to| (*thing, whose, to)));
            }
        }
        Self { counters: self.counters.clone(), zones: self.zones.clone(), others }
    }

    /// Those who certainly know that, of this player, because it was shown to them.
    #[must_use]
    pub fn who_know(&self, thing: Thing, seat: Option<Seat>) -> Readers {
        if self.has((thing, None, None)) {
            return Readers::Everyone;
        }
        let of = |whose: Option<Seat>| whose.is_none() || whose == seat;
        let mut all = Readers::NOBODY;
        for (.., to) in self.others.iter().filter(|(id, whose, _)| *id == thing && of(*whose)) {
            all = all.or(&to.map_or(Readers::Everyone, Readers::one));
        }
        all
    }
}

impl FromIterator<Shown> for AllShown {
    fn from_iter<I: IntoIterator<Item = Shown>>(all: I) -> Self {
        let mut found = Self::default();
        all.into_iter().for_each(|one| found.insert(one));
        found
    }
}
