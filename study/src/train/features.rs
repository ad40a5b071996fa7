//! What every game has that may tell who is ahead: counters, sizes of zones, cards by kind and by
//! what is printed on them, squares, places and distances. Each is an expression of the game's own
//! language about a player `p`, so that people can read what was learnt.
//!
//! Only what a seat sees: what everybody sees of each player, and what only its owner sees of the
//! seat itself.

use houserules_bots::model::PLAYER;
use houserules_lang::ir::{
    Counter, EnumId, FieldInfo, Half, KindId, KindSet, Owner, Rulebook, Seen, Type, UnitId, Zone,
    ZoneShape,
};

/// Members of an enum are told apart in a counter if they are no more than this.
const FEW: usize = 12;
/// And squares of a board, by whom they belong to.
const SQUARES: usize = 100;
/// Cards of a kind are told apart by name if it has no more than this.
const ROWS: usize = 16;
/// There are no more of them.
const MOST: usize = 240;

/// A number that may tell something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// The number, an expression about `p`.
    pub text: String,
    /// Only the player sees it.
    pub own: bool,
    /// It is the table's: the same for all.
    pub shared: bool,
}

/// What there is in a game, in the order of the rules. Some may mean nothing: a name may be hidden
/// by another.
#[must_use]
pub fn features(book: &Rulebook) -> Vec<Feature> {
    let mut found = Found { book, all: Vec::new() };
    for counter in book.counters.iter().filter(|c| !c.bookkeeping) {
        found.counter(counter);
    }
    found.pieces();
    for zone in &book.zones {
        found.zone(zone);
    }
    found.all.truncate(MOST);
    found.all
}

struct Found<'b> {
    book: &'b Rulebook,
    all: Vec<Feature>,
}

/// Whose a feature is, and who sees it.
#[derive(Clone, Copy)]
struct Of {
    own: bool,
    shared: bool,
}

impl Found<'_> {
    fn add(&mut self, text: String, of: Of) {
        let feature = Feature { text, own: of.own, shared: of.shared };
        if !self.all.contains(&feature) {
            self.all.push(feature);
        }
    }

    fn members(&self, of: EnumId) -> &[String] {
        &self.book[of].members
    }

    fn counter(&mut self, counter: &Counter) {
        let own = match counter.seen {
            Seen::Everyone => false,
            Seen::Owner => true,
            Seen::Nobody => return,
        };
        let name = &counter.name;
        match counter.owner {
            Owner::Player => {
                let of = Of { own, shared: false };
                self.value(&format!("{PLAYER}.{name}"), &counter.ty, of);
            }
            Owner::Table => self.value(name, &counter.ty, Of { own: false, shared: true }),
            Owner::Enum(id) => {
                let pair = self.book[id].pair;
                match pair.map(|pair| (pair.first, pair.second)) {
                    Some((Half::Player, Half::Enum(other))) => {
                        for member in self.few(other) {
                            let text = format!("{PLAYER}.{name}({member})");
                            self.value(&text, &counter.ty, Of { own, shared: false });
                        }
                    }
                    Some(_) => {}
                    None => self.of_members(id, counter),
                }
            }
            Owner::Card(kinds) => self.on_cards(kinds, counter),
            Owner::Run(_) => {}
        }
    }

    /// A counter that each member of an enum has.
    fn of_members(&mut self, id: EnumId, counter: &Counter) {
        let members = self.members(id).to_vec();
        if members.len() > SQUARES {
            return;
        }
        for member in members {
            let text = format!("{member}.{}", counter.name);
            self.value(&text, &counter.ty, Of { own: false, shared: true });
        }
    }

    /// A counter on cards: whose they are, wherever they lie open.
    fn on_cards(&mut self, kinds: KindSet, counter: &Counter) {
        let name = &counter.name;
        for zone in self.book.zones.iter().filter(|z| z.of.and(kinds) == z.of) {
            if zone.seen != Seen::Everyone {
                continue;
            }
            let place = match zone.owner {
                Owner::Table => zone.name.clone(),
                Owner::Player => format!("{PLAYER}.{}", zone.name),
                Owner::Enum(_) | Owner::Card(_) | Owner::Run(_) => continue,
            };
            let of = Of { own: false, shared: false };
            match counter.ty.bare() {
                Type::Player => {
                    self.add(format!("count(c in {place} where c.{name} is {PLAYER})"), of);
                }
                Type::Number if !counter.ty.may_be_none() && zone.owner == Owner::Player => {
                    self.add(format!("sum(c.{name} for c in {place})"), of);
                }
                _ => {}
            }
        }
    }

    /// What a value comes to as a number.
    fn value(&mut self, value: &str, ty: &Type, of: Of) {
        let number = |text: String| match ty.may_be_none() {
            true => format!("({text} otherwise 0)"),
            false => text,
        };
        match ty.bare() {
            Type::Bool => self.add(format!("if {value} then 1 else 0"), of),
            Type::Number => self.add(number(value.to_string()), of),
            Type::Unit(unit) => {
                let one = self.one(*unit);
                self.add(format!("{} / {one}", number(value.to_string())), of);
            }
            Type::Player => {
                let of = Of { shared: false, ..of };
                self.add(format!("if {value} is {PLAYER} then 1 else 0"), of);
            }
            Type::Enum(id) => self.member(value, *id, of),
            Type::Text
            | Type::Square
            | Type::Spot
            | Type::Card(_)
            | Type::Zone(_)
            | Type::List(..)
            | Type::Optional(_)
            | Type::None => {}
        }
    }

    /// Which member it is; of a place on a map, how far it is from others.
    fn member(&mut self, value: &str, id: EnumId, of: Of) {
        let maps: Vec<_> = self.book.maps.iter().filter(|m| m.nodes == id).collect();
        let mut distances = Vec::new();
        for map in &maps {
            for place in self.members(map.cities) {
                let way = format!("distance on {} from {value} to {place}", map.name);
                distances.push(format!("({way}) otherwise 0"));
            }
        }
        let rectangle = self.book[id].rectangle.is_some();
        if rectangle {
            self.add(format!("{value}.column"), of);
            self.add(format!("{value}.row"), of);
        }
        for member in self.few(id) {
            self.add(format!("if {value} is {member} then 1 else 0"), of);
        }
        for text in distances {
            self.add(text, of);
        }
    }

    /// The members of an enum, if they are few.
    fn few(&self, id: EnumId) -> Vec<String> {
        let members = self.members(id);
        if members.len() > FEW { Vec::new() } else { members.to_vec() }
    }

    /// Where squares say whose they are and what stands there: how many of each a player has.
    fn pieces(&mut self) {
        let on_enum = |c: &&Counter| matches!(c.owner, Owner::Enum(_)) && c.seen == Seen::Everyone;
        let counters: Vec<&Counter> = self.book.counters.iter().filter(on_enum).collect();
        for whose in counters.iter().filter(|c| *c.ty.bare() == Type::Player) {
            let Owner::Enum(squares) = whose.owner else { continue };
            let board = &self.book[squares];
            if board.pair.is_some() {
                continue;
            }
            let mine = format!("q in {} where (q.{} is {PLAYER}", board.name, whose.name);
            let of = Of { own: false, shared: false };
            self.add(format!("count({mine}))"), of);
            if board.rectangle.is_some() {
                self.add(format!("sum(q.row for {mine}))"), of);
            }
            for what in counters.iter().filter(|c| c.owner == whose.owner) {
                let Type::Enum(kind) = what.ty.bare() else { continue };
                for member in self.few(*kind) {
                    self.add(format!("count({mine} and q.{} is {member}))", what.name), of);
                }
            }
        }
    }

    fn zone(&mut self, zone: &Zone) {
        let name = &zone.name;
        match zone.owner {
            Owner::Player => self.cards(&format!("{PLAYER}.{name}"), zone, false),
            Owner::Table => {
                if zone.shape != ZoneShape::Slot {
                    self.add(format!("count({name})"), Of { own: false, shared: true });
                }
            }
            Owner::Enum(id) => match self.book[id].pair.map(|pair| (pair.first, pair.second)) {
                Some((Half::Player, Half::Enum(other))) => {
                    for member in self.few(other) {
                        self.cards(&format!("{PLAYER}.{name}({member})"), zone, true);
                    }
                }
                Some(_) => {}
                None => {
                    for member in self.few(id) {
                        let text = format!("count({member}.{name})");
                        self.add(text, Of { own: false, shared: true });
                    }
                }
            },
            Owner::Card(_) | Owner::Run(_) => {}
        }
    }

    /// How many cards lie in a player's zone, and which.
    fn cards(&mut self, place: &str, zone: &Zone, briefly: bool) {
        self.add(format!("count({place})"), Of { own: false, shared: false });
        let own = match zone.seen {
            Seen::Everyone => false,
            Seen::Owner => true,
            Seen::Nobody => return,
        };
        let of = Of { own, shared: false };
        let several = zone.of.iter().count() > 1;
        for id in zone.of.iter() {
            let kind = &self.book[id];
            let cards = match several {
                true => format!("c: {} in {place}", kind.name),
                false => format!("c in {place}"),
            };
            if several {
                self.add(format!("count({cards})"), of);
            }
            for field in &kind.fields {
                self.printed(&cards, field, of);
            }
            if !briefly {
                self.rows(&cards, id, of);
            }
        }
    }

    /// What is printed on cards, added up or counted.
    fn printed(&mut self, cards: &str, field: &FieldInfo, of: Of) {
        let name = &field.name;
        if field.ty.may_be_none() {
            return;
        }
        match field.ty.bare() {
            Type::Number => self.add(format!("sum(c.{name} for {cards})"), of),
            Type::Unit(unit) => {
                let one = self.one(*unit);
                self.add(format!("sum(c.{name} for {cards}) / {one}"), of);
            }
            Type::Bool => self.add(format!("count({cards} where c.{name})"), of),
            Type::Enum(id) => {
                for member in self.few(*id) {
                    self.add(format!("count({cards} where c.{name} is {member})"), of);
                }
            }
            Type::Text
            | Type::Player
            | Type::Square
            | Type::Spot
            | Type::Card(_)
            | Type::Zone(_)
            | Type::List(..)
            | Type::Optional(_)
            | Type::None => {}
        }
    }

    /// Cards by their names, where few are of a kind.
    fn rows(&mut self, cards: &str, kind: KindId, of: Of) {
        let rows = self.book.rows.iter().filter(|row| row.kind == kind);
        let names: Vec<String> = rows.map(|row| row.name.clone()).collect();
        if names.len() <= ROWS {
            for name in names {
                self.add(format!("count({cards} where c is [{name}])"), of);
            }
        }
    }

    /// One of a unit, as it is written.
    fn one(&self, unit: UnitId) -> String {
        let unit = &self.book[unit];
        match unit.symbol.as_str() {
            "" => format!("{}(1)", unit.name),
            symbol => format!("{symbol}1"),
        }
    }
}
