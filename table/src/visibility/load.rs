//! What cards carry that whoever knows them sees: counters, and what lies in zones of theirs.

use houserules_interpreter::ask::Snapshot;
use houserules_lang::ir::{
    CardId, Counter, CounterId, Owner, RowId, Rulebook, Seen, Value, ZoneId, ZoneShape,
};
use std::collections::BTreeMap;
use xxhash_rust::xxh3::Xxh3;

/// A counter of a card that whoever knows the card sees, and its value.
pub type Mark = (CounterId, Option<Value>);

/// What a card carries that whoever knows it sees.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Load {
    /// Its counters that are not `seen by nobody`, in the order of the rules.
    pub marks: Vec<Mark>,
    /// What lies in its zones, but in those where nothing lies.
    pub held: Vec<(ZoneId, Held)>,
}

/// What lies in a zone of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// These, in their order; in the table's where they have none.
    Rows(Vec<RowId>),
    /// So many that are not seen there.
    Unseen(usize),
}

impl Load {
    /// A short sum of it; 0 of nothing.
    #[must_use]
    pub fn sum(&self) -> u32 {
        if *self == Self::default() {
            return 0;
        }
        let mut sum = Xxh3::new();
        for (id, value) in &self.marks {
            sum.update(&id.0.to_le_bytes());
            sum.update(format!("{value:?}").as_bytes());
        }
        for (id, held) in &self.held {
            sum.update(&id.0.to_le_bytes());
            sum.update(format!("{held:?}").as_bytes());
        }
        sum.digest() as u32
    }
}

/// The loads of all cards that may carry anything.
#[must_use]
pub fn loads_of(book: &Rulebook, dump: &Snapshot) -> BTreeMap<CardId, Load> {
    let mut loads: BTreeMap<CardId, Load> = BTreeMap::new();
    for (id, key, value) in &dump.counters {
        let shown = |c: &Counter| matches!(c.owner, Owner::Card(_)) && c.seen != Seen::Nobody;
        if shown(&book[*id]) {
            loads.entry(CardId(*key)).or_default().marks.push((*id, value.clone()));
        }
    }
    for (id, key, places) in &dump.zones {
        let zone = &book[*id];
        if !matches!(zone.owner, Owner::Card(_)) {
            continue;
        }
        let load = loads.entry(CardId(*key)).or_default();
        let cards = places.iter().flatten();
        let mut rows: Vec<RowId> = cards.map(|c| book[*c].row).collect();
        if zone.shape == ZoneShape::Set {
            rows.sort_unstable();
        }
        match (rows.len(), zone.seen) {
            (0, _) => {}
            (n, Seen::Nobody) => load.held.push((*id, Held::Unseen(n))),
            (_, Seen::Everyone | Seen::Owner) => load.held.push((*id, Held::Rows(rows))),
        }
    }
    loads
}
