//! What tells two positions of one game apart, by name.

use super::{path_of, worded};
use crate::game::Game;
use crate::visibility::layout::Table;
use houserules_interpreter::ask::{Engine, Snapshot};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{CardId, CounterId, Order, Type, Value, ZoneId};
use std::collections::BTreeMap;

/// Something that is not the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// `path`, `asked`, or a zone or counter in words.
    pub name: String,
    /// In the one position.
    pub before: String,
    /// In the other.
    pub after: String,
}

/// How two positions of the same rules differ.
#[must_use]
pub fn differences(before: &Game<Machine>, after: &Game<Machine>) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut add = |name: String, before: String, after: String| {
        if before != after {
            changes.push(Change { name, before, after });
        }
    };
    add("path".into(), path_of(before), path_of(after));
    let asked = |game: &Game<Machine>| {
        let seats = game.asked().map(|a| a.seats).unwrap_or_default();
        if seats.is_empty() { "nobody".into() } else { game.naming().seat_list(&seats) }
    };
    add("asked".into(), asked(before), asked(after));
    let (a, b) = (Side::of(before), Side::of(after));
    for (at, cards) in &a.zones {
        let name = a.game.naming().zone(at.0, at.1);
        add(
            name,
            a.cards(cards),
            b.zones.get(at).map_or_else(|| "not there".into(), |c| b.cards(c)),
        );
    }
    let both: std::collections::BTreeSet<_> =
        a.counters.keys().chain(b.counters.keys()).copied().collect();
    for (id, key) in both {
        let name = a.game.naming().counter(id, key);
        add(name, a.counter(id, key), b.counter(id, key));
    }
    changes
}

struct Side<'a> {
    game: &'a Game<Machine>,
    table: Table,
    zones: BTreeMap<(ZoneId, u16), Vec<Option<CardId>>>,
    counters: BTreeMap<(CounterId, u16), Option<Value>>,
}

impl<'a> Side<'a> {
    fn of(game: &'a Game<Machine>) -> Self {
        let dump: Snapshot = game.engine().dump();
        let table = Table::of(game.book(), &dump);
        let zones = dump.zones.into_iter().map(|(zone, key, cards)| ((zone, key), cards)).collect();
        let mut counters: BTreeMap<_, _> = dump
            .counters
            .into_iter()
            .map(|(counter, key, value)| ((counter, key), value))
            .collect();
        counters.extend(dump.runs.into_iter().map(|(counter, value)| ((counter, 0), value)));
        Self { game, table, zones, counters }
    }

    fn cards(&self, cards: &[Option<CardId>]) -> String {
        let elem = Type::Card(houserules_lang::ir::KindSet(u64::MAX));
        let cards: Vec<Value> = cards.iter().flatten().map(|c| Value::Card(*c)).collect();
        let ty = Type::List(Box::new(elem), Order::Ordered);
        worded(self.game.naming(), &self.table, &ty, &Value::List(cards))
    }

    fn counter(&self, id: CounterId, key: u16) -> String {
        let ty = &self.game.book()[id].ty;
        match self.counters.get(&(id, key)) {
            Some(Some(value)) => worded(self.game.naming(), &self.table, ty, value),
            Some(None) => "not set".into(),
            None => "not running".into(),
        }
    }
}
