//! What another seat keeps hidden of several things: how many dice under its cup show each face,
//! how much of each ware it has. Where an open number of that seat tells what they add up to (the
//! seat that thinks has the same number, and it is the sum of its own), they are dealt to add up to
//! it; where none does, each is drawn by itself.

use houserules_interpreter::ask::Snapshot;
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{CounterId, Owner, Rulebook, Type, Value};
use houserules_table::visibility::counter_sight;
use houserules_table::visibility::layout::Table;
use std::collections::BTreeMap;

/// So many parts a sum is dealt in at most.
const PARTS: i64 = 256;

/// Amounts of one seat that add up to something.
#[derive(Debug)]
pub(super) struct Row {
    counter: CounterId,
    /// The keys of those that are hidden.
    keys: Vec<u16>,
    /// The least and most of each.
    range: (i64, i64),
    /// What they add up to.
    sum: i64,
}

impl Row {
    pub(super) fn has(&self, counter: CounterId, key: u16) -> bool {
        self.counter == counter && self.keys.contains(&key)
    }

    /// Deals the sum out, a part at a time, each evenly to one that has room.
    pub(super) fn deal(&self, machine: &mut Machine, draws: &mut impl BotDraw) {
        let (least, most) = self.range;
        let mut amounts = vec![least; self.keys.len()];
        let mut left = self.sum - least * self.keys.len() as i64;
        let part = (left / PARTS).max(1);
        let mut free: Vec<usize> = (0..amounts.len()).collect();
        while left > 0 && !free.is_empty() {
            let drawn = draws.below(free.len() as u64) as usize;
            let at = free[drawn];
            let more = part.min(left).min(most - amounts[at]);
            amounts[at] += more;
            left -= more;
            if amounts[at] >= most {
                free.swap_remove(drawn);
            }
        }
        for (key, amount) in self.keys.iter().zip(amounts) {
            machine.suppose(self.counter, *key, &Value::Number(amount));
        }
    }
}

/// A seat looking at amounts that others hide.
struct Looking<'l> {
    book: &'l Rulebook,
    table: Table,
    machine: &'l Machine,
    dump: &'l Snapshot,
    seat: u8,
}

/// What others hide of several things, as far as a seat can tell what it adds up to.
pub(super) fn rows(machine: &Machine, dump: &Snapshot, seat: u8) -> Vec<Row> {
    let book = &machine.program().book;
    let table = Table::without_lots(book, dump);
    let looking = Looking { book, table, machine, dump, seat };
    let ids = (0..book.counters.len() as u16).map(CounterId);
    ids.flat_map(|id| looking.rows_of(id)).collect()
}

impl Looking<'_> {
    fn sees(&self, id: CounterId, key: u16) -> bool {
        let seats = counter_sight(self.book, &self.table, id, key).seats;
        (seats | self.machine.counter_shown(id, key)) >> self.seat & 1 == 1
    }

    /// The amounts of a counter that each player has one of for each member, by seat; none where
    /// one is not to be seen.
    fn by_seat(&self, id: CounterId) -> BTreeMap<u16, Vec<(u16, Option<i64>)>> {
        let mut found: BTreeMap<u16, Vec<(u16, Option<i64>)>> = BTreeMap::new();
        for (_, key, value) in self.dump.counters.iter().filter(|(of, ..)| *of == id) {
            let Some(seat) = self.book.seat_of(self.book[id].owner, *key) else { continue };
            let amount = || value.as_ref().and_then(Value::number).unwrap_or(0);
            found.entry(seat).or_default().push((*key, self.sees(id, *key).then(amount)));
        }
        found
    }

    fn rows_of(&self, id: CounterId) -> Vec<Row> {
        let counter = &self.book[id];
        let (Owner::Enum(_), Some(range)) = (counter.owner, counter.range) else {
            return Vec::new();
        };
        if !matches!(counter.ty, Type::Number | Type::Unit(_)) {
            return Vec::new();
        }
        let own = u16::from(self.seat);
        let amounts = self.by_seat(id);
        let mine = amounts.get(&own).filter(|mine| mine.iter().all(|a| a.1.is_some()));
        let Some(mine) = mine.map(|mine| sum(mine)) else { return Vec::new() };
        let others = amounts.iter().filter(|(seat, _)| **seat != own);
        let row = |(seat, amounts): (&u16, &Vec<(u16, Option<i64>)>)| {
            let hidden = amounts.iter().filter(|a| a.1.is_none());
            let keys: Vec<u16> = hidden.map(|(key, _)| *key).collect();
            let sum = self.told_by(mine, own, *seat)?.saturating_sub(sum(amounts));
            (!keys.is_empty()).then_some(Row { counter: id, keys, range, sum })
        };
        others.filter_map(row).collect()
    }

    /// An open number of another seat, of which the seat's own is just this; none if two that
    /// differ may be meant, or if there is nothing to go by.
    fn told_by(&self, mine: i64, own: u16, other: u16) -> Option<i64> {
        let of = |id: CounterId, seat: u16| {
            let found = self.dump.counters.iter().find(|(of, key, _)| (*of, *key) == (id, seat));
            let (_, key, value) = found?;
            value.as_ref()?.number().filter(|_| self.sees(id, *key))
        };
        let ids = (0..self.book.counters.len() as u16).map(CounterId);
        let of_players = ids.filter(|id| self.book[*id].owner == Owner::Player && mine > 0);
        let mut told = of_players.filter(|id| of(*id, own) == Some(mine));
        let first = of(told.next()?, other)?;
        told.all(|id| of(id, other) == Some(first)).then_some(first)
    }
}

/// Of those that are to be seen.
fn sum(amounts: &[(u16, Option<i64>)]) -> i64 {
    amounts.iter().filter_map(|(_, n)| *n).fold(0, i64::saturating_add)
}
