//! A row of numbers, read from the table by one seat.

use super::layout::{Senses, Sort, place, places, rows, width};
use crate::sight::asked_for;
use houserules_interpreter::ask::{Outcome, Stop};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{
    CardId, CounterId, KindSet, Owner, Rulebook, StageId, Type, Value, ZoneId, ZoneShape,
};
use houserules_table::game::Game;
use houserules_table::view::Scene;
use houserules_table::visibility::{Viewer, card_sight, zone_sight};
use std::collections::BTreeSet;

/// What is told of cards within cards goes this deep.
const NESTED: usize = 4;

/// What one seat reads.
struct Reading<'a> {
    scene: Scene<'a>,
    seats: u8,
    /// Cards whose faces lie where the reader sees them.
    seen: BTreeSet<CardId>,
}

impl Senses {
    /// Writes what a seat sees into a row, of which as many numbers are written as there is room
    /// for; `taken`: the actions of its choice in the making. Numbers beyond 32 bits become the
    /// nearest.
    pub fn read(&self, game: &Game<Machine>, seat: u8, taken: &[u32], row: &mut [i32]) {
        row.fill(0);
        let scene = game.scene(Viewer::Seat(seat));
        let mut reading = Reading { scene, seats: self.seats, seen: BTreeSet::new() };
        reading.look();
        let running = game.engine().stages();
        for field in self.fields() {
            let Some(out) = row.get_mut(field.start..field.start + field.len) else { return };
            match field.sort {
                Sort::Asked => {
                    let asked = asked_for(game, Viewer::Seat(seat));
                    asked.iter().for_each(|s| put(out, usize::from(*s), 1));
                }
                Sort::Reader => put(out, usize::from(seat), 1),
                Sort::Over => put(out, 0, i64::from(matches!(game.stop(), Stop::Over(_)))),
                Sort::Won => {
                    if let Stop::Over(Outcome::Won(seats)) = game.stop() {
                        seats.iter().for_each(|s| put(out, usize::from(*s), 1));
                    }
                }
                Sort::Stages => stages(&running, out),
                Sort::Turn => turn(&running, out),
                Sort::Question => {
                    let asked = game.asked().filter(|asked| asked.seats.contains(&seat));
                    asked.iter().for_each(|asked| put(out, usize::from(asked.site.0), 1));
                }
                Sort::Counter(id, key) => reading.counter(id, key, out),
                Sort::CardCounter(id) => reading.card_counter(id, out),
                Sort::Zone(id, key) => reading.zone(id, key, out),
                Sort::CardZone(id) => reading.card_zone(id, out),
                Sort::Grid(id, key) => reading.grid(id, key, out),
                Sort::Taken => taken.iter().for_each(|action| put(out, *action as usize, 1)),
            }
        }
    }
}

fn put(out: &mut [i32], at: usize, number: i64) {
    if let Some(place) = out.get_mut(at) {
        *place = i32::try_from(number).unwrap_or(if number < 0 { i32::MIN } else { i32::MAX });
    }
}

fn add(out: &mut [i32], at: usize, number: i64) {
    let now = out.get(at).copied().unwrap_or(0);
    put(out, at, i64::from(now).saturating_add(number));
}

/// Stages that run are told to everybody.
fn stages(running: &[(StageId, Value)], out: &mut [i32]) {
    for (stage, value) in running {
        let at = 2 * stage.index();
        put(out, at, 1);
        if let Value::Number(n) = value {
            put(out, at + 1, *n);
        }
    }
}

fn turn(running: &[(StageId, Value)], out: &mut [i32]) {
    let seat = running
        .iter()
        .rev()
        .find_map(|(_, value)| if let Value::Seat(seat) = value { Some(*seat) } else { None });
    seat.iter().for_each(|seat| put(out, usize::from(*seat), 1));
}

impl Reading<'_> {
    fn book(&self) -> &Rulebook {
        self.scene.naming.book
    }

    fn knows(&self, card: CardId) -> bool {
        self.scene.viewer.among(card_sight(self.book(), self.scene.table, card))
    }

    /// The place of a card's row among the rows of some kinds.
    fn place(&self, kinds: KindSet, card: CardId) -> usize {
        place(self.book(), kinds, self.book()[card].row)
    }

    /// The faces in a zone that the reader sees, place by place; as views show them.
    fn faces(&self, zone: ZoneId, key: u16) -> Vec<Option<CardId>> {
        let places = self.scene.dump.zone(zone, key);
        let whole = self.scene.viewer.among(zone_sight(self.book(), self.scene.table, zone, key));
        if self.book()[zone].shape == ZoneShape::Set && !whole {
            return Vec::new();
        }
        places.iter().map(|card| card.filter(|card| self.knows(*card))).collect()
    }

    /// Finds the cards that lie open for the reader; then those in zones of such cards.
    fn look(&mut self) {
        let mut seen = BTreeSet::new();
        for _ in 0..NESTED {
            let mut found = Vec::new();
            for (zone, key, _) in &self.scene.dump.zones {
                let shown = match self.book()[*zone].owner {
                    Owner::Card(_) => seen.contains(&CardId(*key)),
                    Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Run(_) => true,
                };
                if shown {
                    found.extend(self.faces(*zone, *key).into_iter().flatten());
                }
            }
            let before = seen.len();
            seen.extend(found);
            if seen.len() == before {
                break;
            }
        }
        self.seen = seen;
    }

    fn counter(&self, id: CounterId, key: u16, out: &mut [i32]) {
        let info = &self.book()[id];
        if !self.scene.viewer.among(self.scene.counter_sight(id, key)) {
            return;
        }
        let dump = self.scene.dump;
        let value = match info.owner {
            Owner::Run(_) => dump.runs.iter().find(|(c, _)| *c == id).and_then(|(_, v)| v.as_ref()),
            Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Card(_) => {
                let found = dump.counters.binary_search_by_key(&(id, key), |(c, k, _)| (*c, *k));
                found.ok().and_then(|at| dump.counters.get(at)?.2.as_ref())
            }
        };
        if let Some(value) = value {
            put(out, 0, 1);
            self.value(&info.ty, value, out.get_mut(1..).unwrap_or_default());
        }
    }

    /// A value in as many numbers as its type takes.
    fn value(&self, ty: &Type, value: &Value, out: &mut [i32]) {
        match (ty.bare(), value) {
            (_, Value::Bool(yes)) => put(out, 0, i64::from(*yes)),
            (Type::List(of, _), Value::List(items)) => {
                // As many times as it is there; of numbers, their sum.
                let mut one = vec![0; width(self.book(), of, self.seats)];
                for item in items {
                    one.fill(0);
                    self.value(of, item, &mut one);
                    one.iter().enumerate().for_each(|(at, n)| add(out, at, i64::from(*n)));
                }
            }
            (_, Value::Number(n)) => put(out, 0, *n),
            (_, Value::Member(_, at)) => put(out, usize::from(*at), 1),
            (_, Value::Seat(seat)) => put(out, usize::from(*seat), 1),
            (Type::Card(kinds), Value::Card(card)) => {
                if self.knows(*card) {
                    put(out, self.place(*kinds, *card), 1);
                }
            }
            (_, Value::Square(q)) => {
                put(out, 0, i64::from(q.x));
                put(out, 1, i64::from(q.y));
            }
            (_, Value::Spot(s)) => {
                put(out, 0, i64::from(s.x));
                put(out, 1, i64::from(s.y));
                put(out, 2, i64::from(s.turn));
            }
            (_, Value::None | Value::Text(_) | Value::Card(_) | Value::List(_)) => {}
        }
    }

    fn card_counter(&self, id: CounterId, out: &mut [i32]) {
        let Owner::Card(kinds) = self.book()[id].owner else { return };
        for (_, key, value) in self.scene.dump.counters.iter().filter(|(c, ..)| *c == id) {
            let card = CardId(*key);
            let told = self.seen.contains(&card)
                && self.scene.viewer.among(self.scene.counter_sight(id, *key));
            let number = match value {
                Some(Value::Number(n)) => *n,
                Some(Value::Bool(yes)) => i64::from(*yes),
                _ => 0,
            };
            if told {
                add(out, self.place(kinds, card), number);
            }
        }
    }

    fn zone(&self, id: ZoneId, key: u16, out: &mut [i32]) {
        let of = self.book()[id].of;
        let there = self.scene.dump.zone(id, key);
        put(out, 0, there.iter().flatten().count() as i64);
        let (rows, told) = (rows(self.book(), of), places(self.book(), id));
        let faces = self.faces(id, key);
        for card in faces.iter().flatten() {
            add(out, 1 + self.place(of, *card), 1);
        }
        for (n, card) in there.iter().take(told).enumerate() {
            let shown = match (card, faces.get(n).copied().flatten()) {
                (None, _) => 0,
                (Some(_), None) => -1,
                (Some(_), Some(card)) => 1 + self.place(of, card) as i64,
            };
            put(out, 1 + rows + n, shown);
        }
    }

    fn card_zone(&self, id: ZoneId, out: &mut [i32]) {
        let of = self.book()[id].of;
        let zones = self.scene.dump.zones.iter().filter(|(z, ..)| *z == id);
        for (_, key, _) in zones.filter(|(_, key, _)| self.seen.contains(&CardId(*key))) {
            for card in self.faces(id, *key).into_iter().flatten() {
                add(out, self.place(of, card), 1);
            }
        }
    }

    fn grid(&self, id: ZoneId, key: u16, out: &mut [i32]) {
        let of = self.book()[id].of;
        let tiles = self.scene.dump.grid(id, key);
        put(out, 0, tiles.len() as i64);
        for (n, tile) in tiles.iter().take(places(self.book(), id)).enumerate() {
            let row = if self.knows(tile.card) { 1 + self.place(of, tile.card) as i64 } else { -1 };
            for (k, number) in [row, tile.x, tile.y, i64::from(tile.turn)].into_iter().enumerate() {
                put(out, 1 + 4 * n + k, number);
            }
        }
    }
}
