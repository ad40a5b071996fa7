//! Cards of a set for whoever does not see them: they have no places, so those by which they are
//! named are lots. They fall anew whenever anything on the table is another, and tell neither what
//! a card is nor which one it was before.

use houserules_interpreter::ask::Snapshot;
use houserules_lang::ir::{CardId, Value, ZoneId};
use xxhash_rust::xxh3::{Xxh3, xxh3_64_with_seed};

/// The lots of a table.
#[derive(Debug, Clone, Copy)]
pub struct Blind(u64);

impl Blind {
    /// Drawn from all that is on the table, which nobody knows who does not see the cards.
    #[must_use]
    pub fn of(dump: &Snapshot) -> Self {
        let mut all = Xxh3::new();
        for (.., places) in &dump.zones {
            all.update(&(places.len() as u64).to_le_bytes());
            places.iter().for_each(|c| all.update(&c.map_or(u16::MAX, |c| c.0).to_le_bytes()));
        }
        dump.known.iter().for_each(|seats| all.update(&seats.to_le_bytes()));
        for (.., value) in &dump.counters {
            let number = if let Some(Value::Number(n)) = value { *n } else { 0 };
            all.update(&number.to_le_bytes());
        }
        Self(all.digest())
    }

    /// The cards of a set in the order of their lots.
    #[must_use]
    pub fn order(self, dump: &Snapshot, zone: ZoneId, key: u16) -> Vec<CardId> {
        let mut cards: Vec<CardId> = dump.zone(zone, key).iter().flatten().copied().collect();
        cards.sort_by_key(|c| (xxh3_64_with_seed(&c.0.to_le_bytes(), self.0), *c));
        cards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_lang::ir::CounterId;

    #[test]
    fn lots_fall_anew_with_the_table_and_on_every_card() {
        let cards: Vec<Option<CardId>> = (0..3).map(|c| Some(CardId(c))).collect();
        let mut first = [0; 3];
        for n in 0..300 {
            let dump = Snapshot {
                zones: vec![(ZoneId(0), 0, cards.clone())],
                counters: vec![(CounterId(0), 0, Some(Value::Number(n)))],
                ..Snapshot::default()
            };
            let order = Blind::of(&dump).order(&dump, ZoneId(0), 0);
            assert_eq!(order, Blind::of(&dump).order(&dump, ZoneId(0), 0));
            first[order[0].index()] += 1;
        }
        assert!(first.iter().all(|n| (70..130).contains(n)), "{first:?}");
    }
}
