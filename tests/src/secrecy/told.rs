//! The log. What a reader reads of what has happened follows from the table before it, the events and what the reader knew
//! meanwhile; so if cards that the reader saw at no time are called by each other's ids, on the table and in the events,
//! the reader's lines stay the same.

use super::{Subject, renamed, same};
use houserules_interpreter::ask::{Dump, Event, EventKind, Offered};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::host::log::{Scribe, read_lines};
use houserules_interpreter::host::naming::Naming;
use houserules_interpreter::host::sight::{Viewer, card_sight};
use houserules_interpreter::host::table::Table;
use houserules_lang::ir::{CardId, CounterId, KindId, Owner, Rulebook, Value, ZoneId, ZoneShape};
use std::collections::BTreeMap;

/// Compares what a seat reads of some events that led from one table to another.
pub(super) fn compare(
    subject: &Subject,
    (before, after): (&Dump, &Dump),
    events: &[Event],
    seat: u8,
    draws: &mut BotSource,
) -> Result<(), String> {
    let names = unseen_names(&subject.book, (before, after), events, seat, draws);
    let there: Vec<Event> = events
        .iter()
        .map(|e| Event { kind: event(&subject.book, &names, e.kind.clone()), span: e.span, only: e.only })
        .collect();
    let here = lines(subject, before, events, seat);
    let other = lines(subject, &table(&subject.book, before, &names), &there, seat);
    same(seat, &here, &other)
}

fn lines(subject: &Subject, before: &Dump, events: &[Event], seat: u8) -> Vec<String> {
    let names = subject.names();
    let naming = Naming { book: &subject.book, seats: &names };
    let mut table = Table::of(&subject.book, before);
    let mut lines = Vec::new();
    Scribe { naming, table: &mut table, lines: &mut lines }.write(events);
    let read = read_lines(&lines, Viewer::Seat(seat));
    read.into_iter().map(|line| format!("{:?}: {}", line.told, line.text)).collect()
}

/// Other names, within each kind, for cards that the seat sees at no time.
fn unseen_names(
    book: &Rulebook,
    (before, after): (&Dump, &Dump),
    events: &[Event],
    seat: u8,
    draws: &mut BotSource,
) -> Vec<CardId> {
    let mut seen = vec![false; book.cards.len()];
    let look = |table: &Table, seen: &mut Vec<bool>| {
        for (at, seen) in seen.iter_mut().enumerate() {
            let card = CardId(at as u16);
            *seen |= card_sight(book, table, card).seats >> seat & 1 == 1 || table.lies(card).is_none();
        }
    };
    let mut table = Table::of(book, before);
    look(&table, &mut seen);
    for event in events {
        if let EventKind::Moved { card, seen: knowers, .. } | EventKind::Shown(card, knowers) = &event.kind {
            seen[card.index()] |= knowers >> seat & 1 == 1;
        }
        table.follow(book, &event.kind);
        look(&table, &mut seen);
    }
    look(&Table::of(book, after), &mut seen);
    let mut to: Vec<CardId> = (0..book.cards.len() as u16).map(CardId).collect();
    let mut kinds: BTreeMap<KindId, Vec<usize>> = BTreeMap::new();
    for at in (0..to.len()).filter(|at| !seen[*at]) {
        kinds.entry(book.rows[book.cards[at].row.index()].kind).or_default().push(at);
    }
    for cards in kinds.values() {
        for at in (1..cards.len()).rev() {
            to.swap(cards[at], cards[draws.below(at as u64 + 1) as usize]);
        }
    }
    to
}

fn value(names: &[CardId], old: &Value) -> Value {
    match old {
        Value::Card(card) => Value::Card(renamed(names, *card)),
        Value::List(items) => {
            let mut items: Vec<Value> = items.iter().map(|v| value(names, v)).collect();
            // A set lists its cards in the order of their table.
            if old_is_set(old) {
                items.sort_by_key(|v| if let Value::Card(c) = v { c.0 } else { 0 });
            }
            Value::List(items)
        }
        other => other.clone(),
    }
}

fn old_is_set(old: &Value) -> bool {
    let Value::List(items) = old else { return false };
    let ids: Vec<u16> =
        items.iter().filter_map(|v| if let Value::Card(c) = v { Some(c.0) } else { None }).collect();
    ids.len() == items.len() && ids.is_sorted()
}

fn event(book: &Rulebook, names: &[CardId], kind: EventKind) -> EventKind {
    let all = |values: Vec<Value>| values.iter().map(|v| value(names, v)).collect::<Vec<_>>();
    let card = |c: CardId| renamed(names, c);
    let offered = |what: Offered| match what {
        Offered::Move(id, given, title) => Offered::Move(id, all(given), title),
        other => other,
    };
    let zone = |(id, key): (ZoneId, u16)| (id, of_card(names, book.zones[id.index()].owner, key));
    let counter = |id: CounterId, key: u16| of_card(names, book.counters[id.index()].owner, key);
    match kind {
        EventKind::Moved { card: c, from, to, seen } => {
            EventKind::Moved { card: card(c), from: zone(from), to: zone(to), seen }
        }
        EventKind::Shuffled(id, key) => EventKind::Shuffled(id, zone((id, key)).1),
        EventKind::CounterShown(id, key, seats, v) => {
            EventKind::CounterShown(id, counter(id, key), seats, value(names, &v))
        }
        EventKind::Set(id, key, a, b) => EventKind::Set(id, counter(id, key), a, b),
        EventKind::Swapped { a, b } => EventKind::Swapped { a: card(a), b: card(b) },
        EventKind::Shown(c, seats) => EventKind::Shown(card(c), seats),
        EventKind::Hidden(c, seats) => EventKind::Hidden(card(c), seats),
        EventKind::Chose { site, seat, what, args, holes } => {
            EventKind::Chose { site, seat, what: offered(what), args: all(args), holes: all(holes) }
        }
        EventKind::Dropped { seat, what } => EventKind::Dropped { seat, what: offered(what) },
        EventKind::Said(text, holes) => EventKind::Said(text, all(holes)),
        EventKind::Began(stage, v) => EventKind::Began(stage, value(names, &v)),
        EventKind::Deed(text, holes) => EventKind::Deed(text, all(holes)),
        other => other,
    }
}

fn of_card(names: &[CardId], owner: Owner, key: u16) -> u16 {
    match owner {
        Owner::Card(_) => renamed(names, CardId(key)).0,
        _ => key,
    }
}

fn table(book: &Rulebook, dump: &Dump, names: &[CardId]) -> Dump {
    let mut there = dump.clone();
    for (zone, key, cards) in &mut there.zones {
        let info = &book.zones[zone.index()];
        *key = of_card(names, info.owner, *key);
        cards.iter_mut().flatten().for_each(|c| *c = renamed(names, *c));
        if info.shape == ZoneShape::Set {
            cards.sort();
        }
    }
    there.zones.sort_by_key(|(zone, key, _)| (*zone, *key));
    for (zone, key, tiles) in &mut there.grids {
        *key = of_card(names, book.zones[zone.index()].owner, *key);
        tiles.iter_mut().for_each(|tile| tile.card = renamed(names, tile.card));
    }
    for (id, key, _) in &mut there.counters {
        *key = of_card(names, book.counters[id.index()].owner, *key);
    }
    there.counters.sort_by_key(|(id, key, _)| (*id, *key));
    for (at, known) in dump.known.iter().enumerate() {
        there.known[renamed(names, CardId(at as u16)).index()] = *known;
    }
    there
}
