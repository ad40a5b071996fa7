//! What a seat knows apart: a number for all that it sees where it is asked, and one for each thing
//! it may pick. Worlds that look the same to the seat give the same numbers, so that what was
//! learnt in one holds in the others, and nothing hidden is in them.

use houserules_interpreter::ask::{Engine, Offered, Snapshot};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::mixed;
use houserules_lang::ir::{CardId, Owner, Rulebook, Value, ZoneId};
use houserules_table::visibility::layout::{Table, is_ordered};
use houserules_table::visibility::load::{Held, Load};
use houserules_table::visibility::{card_sight, counter_sight};

/// A number that goes on from another.
#[must_use]
pub fn then(so_far: u64, next: u64) -> u64 {
    mixed(so_far.rotate_left(23) ^ next.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1)
}

/// A seat looking at a table.
pub struct Sight<'b> {
    book: &'b Rulebook,
    dump: Snapshot,
    table: Table,
    seat: u8,
}

impl<'b> Sight<'b> {
    /// What the seat sees of a game under these rules.
    #[must_use]
    pub fn of(book: &'b Rulebook, machine: &Machine, seat: u8) -> Self {
        let dump = machine.dump();
        let table = Table::without_lots(book, &dump);
        Self { book, dump, table, seat }
    }

    fn sees(&self, card: CardId) -> bool {
        card_sight(self.book, &self.table, card).seats >> self.seat & 1 == 1
    }

    /// All that the seat sees where it is asked, with what is on offer to it.
    #[must_use]
    pub fn here(&self, machine: &Machine, offers: &[Offered]) -> u64 {
        let site = machine.asked().map_or(0, |asked| u64::from(asked.site.0));
        let mut all = then(u64::from(self.seat) + 1, site);
        for (stage, value) in machine.stages() {
            all = then(then(all, u64::from(stage.0)), self.value(&value));
        }
        let all = self.things(all, machine);
        offers.iter().fold(all, |all, offer| then(all, self.offer(offer)))
    }

    /// What the seat sees of cards, tiles and counters, whatever is asked; a number that goes on
    /// from another.
    #[must_use]
    pub fn things(&self, mut all: u64, machine: &Machine) -> u64 {
        // Zones of cards are listed by the cards' numbers, which mean nothing.
        for (zone, key, places) in &self.dump.zones {
            all = all.wrapping_add(mixed(self.zone(*zone, *key, places)));
        }
        for tile in self.dump.grids.iter().flat_map(|(.., tiles)| tiles) {
            let spot = then(then(tile.x as u64, tile.y as u64), u64::from(tile.turn));
            all = all.wrapping_add(then(spot, self.face(tile.card)));
        }
        all = then(all, self.counters(machine));
        for (id, value) in &self.dump.runs {
            let value = value.as_ref().map_or(0, |value| self.value(value));
            all = then(then(all, u64::from(id.0)), value);
        }
        all
    }

    /// What the seat sees of a zone; of one that belongs to a card, only if it knows the card.
    fn zone(&self, zone: ZoneId, key: u16, places: &[Option<CardId>]) -> u64 {
        let faces = places.iter().map(|place| place.map_or(1, |card| self.face(card)));
        let ordered = is_ordered(self.book, zone);
        // A zone that belongs to a card lies where the card lies.
        let key = match self.book[zone].owner {
            Owner::Card(_) if !self.sees(CardId(key)) => return 0,
            Owner::Card(_) => self.card(CardId(key)),
            Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Run(_) => u64::from(key),
        };
        let name = then(u64::from(zone.0), key);
        if ordered {
            faces.fold(name, then)
        } else {
            faces.map(mixed).fold(name, u64::wrapping_add)
        }
    }

    /// What the seat sees of a card, wherever it lies.
    fn face(&self, card: CardId) -> u64 {
        if self.sees(card) { u64::from(self.book[card].row.0) + 3 } else { 2 }
    }

    fn counters(&self, machine: &Machine) -> u64 {
        let mut all = 0u64;
        for (id, key, value) in &self.dump.counters {
            let seen = counter_sight(self.book, &self.table, *id, *key).seats
                | machine.counter_shown(*id, *key);
            let Some(value) = value.as_ref().filter(|_| seen >> self.seat & 1 == 1) else {
                continue;
            };
            let whose = match self.book[*id].owner {
                Owner::Card(_) => self.card(CardId(*key)),
                Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Run(_) => u64::from(*key),
            };
            all = all.wrapping_add(then(then(u64::from(id.0), whose), self.value(value)));
        }
        all
    }

    /// A card as the seat names it: by its face and where it lies, by its place if it does not know
    /// it. Copies that are one option have one number, and so have unseen cards of a set.
    #[must_use]
    pub fn card(&self, card: CardId) -> u64 {
        let Some(lies) = self.table.lies(card) else { return 1 };
        let place = lies.place.map_or(0, |place| u64::from(place) + 1);
        // A zone that belongs to a card lies where the card lies; none lies in itself.
        let whose = match self.book[lies.zone].owner {
            Owner::Card(_) => self.card(CardId(lies.key)),
            Owner::Table | Owner::Player | Owner::Enum(_) | Owner::Run(_) => u64::from(lies.key),
        };
        let at = then(then(u64::from(lies.zone.0), whose), place);
        let face = self.face(card);
        if lies.place.is_some() || !self.sees(card) {
            return then(at, face);
        }
        let known = if self.book.secret_knowers { 0 } else { self.table.known(card) };
        let load = self.table.load(card).map_or(0, |load| self.load(load));
        then(then(then(at, face), u64::from(known)), load)
    }

    /// What tells a copy from others that the seat sees: these come before those that it does not.
    #[must_use]
    pub fn seen(&self, card: CardId) -> (bool, u64) {
        let sees = self.sees(card);
        (!sees, if sees { then(self.card(card), self.spot(card)) } else { 0 })
    }

    /// What ties cards that the seat sees to what it knows them by: which lie in zones of others, and
    /// which are kept in counters.
    #[must_use]
    pub fn ties(&self) -> Vec<Tie> {
        let mut ties = Vec::new();
        for (zone, key, places) in &self.dump.zones {
            let Owner::Card(_) = self.book[*zone].owner else { continue };
            let ordered = is_ordered(self.book, *zone);
            for (at, card) in places.iter().enumerate().filter_map(|(at, c)| Some((at, (*c)?))) {
                let place = if ordered { at as u64 + 1 } else { 0 };
                let how = then(then(14, u64::from(zone.0)), place);
                ties.push(Tie { from: Some(CardId(*key)), to: card, how });
            }
        }
        for (id, key, value) in &self.dump.counters {
            let Some(value) = value else { continue };
            if counter_sight(self.book, &self.table, *id, *key).seats >> self.seat & 1 == 0 {
                continue;
            }
            let mut cards = Vec::new();
            cards_of(value, &mut cards);
            let (from, whose) = if let Owner::Card(_) = self.book[*id].owner {
                (Some(CardId(*key)), 0)
            } else {
                (None, u64::from(*key))
            };
            let how = then(then(15, u64::from(id.0)), whose);
            ties.extend(cards.into_iter().map(|to| Tie { from, to, how }));
        }
        ties.retain(|tie| self.sees(tie.to) && tie.from.is_none_or(|from| self.sees(from)));
        ties
    }

    /// Where a card lies on a grid.
    fn spot(&self, card: CardId) -> u64 {
        let mut tiles = self.dump.grids.iter().flat_map(|(.., tiles)| tiles);
        tiles
            .find(|tile| tile.card == card)
            .map_or(0, |tile| then(then(tile.x as u64, tile.y as u64), u64::from(tile.turn) + 1))
    }

    /// What a card carries that whoever knows it sees.
    fn load(&self, load: &Load) -> u64 {
        let marks = load.marks.iter().fold(0, |all, (id, value)| {
            let value = value.as_ref().map_or(0, |value| self.value(value));
            then(then(all, u64::from(id.0)), value)
        });
        load.held.iter().fold(marks, |all, (id, held)| {
            let all = then(all, u64::from(id.0));
            match held {
                Held::Unseen(count) => then(then(all, 1), *count as u64),
                Held::Rows(rows) => {
                    rows.iter().fold(all, |all, row| then(all, u64::from(row.0) + 2))
                }
            }
        })
    }

    /// Whether the seat knows every card of a value.
    #[must_use]
    pub fn knows(&self, value: &Value) -> bool {
        let mut cards = Vec::new();
        cards_of(value, &mut cards);
        cards.iter().all(|card| self.sees(*card))
    }

    /// A value as the seat is told of it when somebody else has chosen it: of cards that it does
    /// not see, not even their place.
    #[must_use]
    pub fn told(&self, value: &Value) -> u64 {
        match value {
            Value::Card(card) if !self.sees(*card) => 2,
            Value::List(items) => items.iter().fold(13, |all, item| then(all, self.told(item))),
            value => self.value(value),
        }
    }

    /// A value as the seat names it.
    #[must_use]
    pub fn value(&self, value: &Value) -> u64 {
        match value {
            Value::None => 3,
            Value::Bool(yes) => 4 + u64::from(*yes),
            Value::Number(n) => then(6, *n as u64),
            Value::Member(of, at) => then(then(7, u64::from(of.0)), u64::from(*at)),
            Value::Seat(seat) => then(8, u64::from(*seat)),
            Value::Card(card) => then(9, self.card(*card)),
            Value::Square(q) => then(then(10, q.x as u64), q.y as u64),
            Value::Spot(s) => then(then(then(11, s.x as u64), s.y as u64), u64::from(s.turn)),
            Value::Text(text) => text.bytes().fold(12, |all, byte| then(all, u64::from(byte))),
            Value::List(items) => items.iter().fold(13, |all, item| then(all, self.value(item))),
        }
    }

    /// An entry of a menu as the seat names it.
    #[must_use]
    pub fn offer(&self, offer: &Offered) -> u64 {
        match offer {
            Offered::Pass(_) => 1,
            Offered::Decline => 2,
            Offered::Values => 3,
            Offered::Move(id, given, _) => {
                given.iter().fold(then(4, u64::from(id.0)), |all, v| then(all, self.value(v)))
            }
        }
    }
}

/// Something by which a card is known.
#[derive(Debug, Clone, Copy)]
pub struct Tie {
    /// The card in whose zone it lies, or whose counter keeps it; none: the table's, a player's.
    pub from: Option<CardId>,
    /// The card that is known by it.
    pub to: CardId,
    /// In what zone or counter, and in which place.
    pub how: u64,
}

fn cards_of(value: &Value, found: &mut Vec<CardId>) {
    match value {
        Value::Card(card) => found.push(*card),
        Value::List(items) => items.iter().for_each(|item| cards_of(item, found)),
        Value::None
        | Value::Bool(_)
        | Value::Number(_)
        | Value::Text(_)
        | Value::Member(..)
        | Value::Seat(_)
        | Value::Square(_)
        | Value::Spot(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::determinize::Dealer;
    use crate::search::steps::Steps;
    use houserules_files::loader::FolderLoader;
    use houserules_interpreter::ask::{Policy, Setup, Stop};
    use houserules_interpreter::chance::BotSource;
    use houserules_interpreter::program::Program;
    use houserules_lang::compile::compile;
    use std::path::Path;
    use std::sync::Arc;

    /// Where a seat stands, and what it may pick first.
    fn here(book: &Rulebook, machine: &Machine, seat: u8) -> u64 {
        let steps = Steps::new(&mut machine.clone(), seat);
        Sight::of(book, machine, seat).here(machine, steps.offers())
    }

    fn looks_alike(path: &Path) {
        let (mut loader, game) = FolderLoader::open(path).unwrap();
        let Some(book) = compile(&game.name, &game.text, &mut loader).rulebook else { return };
        let (book, setup) = (Arc::new(book), |seats| Setup { seats, options: Vec::new() });
        let seats = book.players.0.max(2).min(book.players.1);
        let Ok(program) = Program::new(Arc::clone(&book), &setup(seats)) else { return };
        let mut machine = Machine::start(Arc::new(program), 5, false);
        let mut draws = BotSource::new(5);
        for _ in 0..150 {
            if machine.stop() != Stop::Asking {
                break;
            }
            for &seat in &machine.lot() {
                let there = here(&book, &machine, seat);
                let mut dealer = Dealer::new(&machine, seat);
                for _ in 0..2 {
                    dealer.deal(&mut draws);
                    assert_eq!(here(&book, &dealer.world, seat), there, "{path:?}, seat {seat}");
                }
            }
            let Some(seat) = machine.lot().first().copied() else { break };
            let Some(answer) = machine.drawn(Some(seat), Policy::Random, &mut draws) else { break };
            machine.answer(Some(seat), &answer).unwrap();
        }
    }

    #[test]
    fn a_table_dealt_anew_is_the_same_point_to_the_seat_that_thinks() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for folder in ["games", "examples"] {
            let files = std::fs::read_dir(root.join(folder)).unwrap().flatten().map(|e| e.path());
            let mut rules: Vec<_> =
                files.filter(|p| p.extension().is_some_and(|e| e == "rules")).collect();
            rules.sort();
            rules.iter().for_each(|path| looks_alike(path));
        }
    }
}
