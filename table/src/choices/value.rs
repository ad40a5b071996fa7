//! Choices as values without card ids: a card is meant by the zone it lies in and its place there,
//! or by its row.

use crate::visibility::blind::Blind;
use crate::visibility::layout::{Lies, Table, is_ordered};
use crate::visibility::load::{Load, loads_of};
use houserules_interpreter::ask::Snapshot;
use houserules_lang::ir::{CardId, EnumId, MoveId, RowId, Rulebook, Spot, Square, Value, ZoneId};
use serde::{Deserialize, Serialize};

/// A card as a player means it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CardSpot {
    /// The zone it lies in.
    pub zone: ZoneId,
    /// Which of its owners the zone is of: a seat, member or card; 0 for the table's.
    pub key: u16,
    /// Its place in an ordered zone, from 0. It decides; the row is for the reader. In a set only
    /// of an unseen card.
    pub place: Option<u16>,
    /// Its row, if the chooser sees it. In a set, any card of the row is meant that the same seats
    /// know.
    pub row: Option<RowId>,
    /// In a set of which seats know some cards and not others: a bit for each seat that knows this
    /// one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<u32>,
    /// In a set of whose copies some carry something else: a sum of what this one carries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub marks: Option<u32>,
}

/// A value of a choice.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Arg {
    /// Nothing, where a step may be left out.
    None,
    /// Yes or no.
    Bool(bool),
    /// A number or an amount.
    Number(i64),
    /// A member of an enum.
    Member(EnumId, u16),
    /// A player, from 0.
    Seat(u8),
    /// A card, by where it lies and what it shows.
    Card(CardSpot),
    /// A place of a grid.
    Square(Square),
    /// Where a tile may come to lie.
    Spot(Spot),
    /// A set, or an order, of such values.
    List(Vec<Arg>),
}

/// What a seat chooses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// Passing, where the menu allows it.
    Pass,
    /// Saying no to a choice that may be declined.
    Decline,
    /// A move with its arguments.
    Move {
        /// Its number in the rules; one that is not on offer is refused.
        id: MoveId,
        /// Which of the menu's entries, if several have this move; the first one if left out.
        entry: Option<usize>,
        /// One argument a step, as far as the chooser fills them.
        args: Vec<Arg>,
    },
    /// The values asked for.
    Values(Vec<Arg>),
}

/// A value as a host has it. `sees` tells whose faces the reader knows.
#[must_use]
pub fn arg_of(book: &Rulebook, table: &Table, value: &Value, sees: &dyn Fn(CardId) -> bool) -> Arg {
    match value {
        Value::None | Value::Text(_) => Arg::None,
        Value::Bool(yes) => Arg::Bool(*yes),
        Value::Number(n) => Arg::Number(*n),
        Value::Member(of, at) => Arg::Member(*of, *at),
        Value::Seat(seat) => Arg::Seat(*seat),
        Value::Square(q) => Arg::Square(Square { under: None, ..*q }),
        Value::Spot(s) => Arg::Spot(Spot { card: None, ..*s }),
        Value::List(items) => {
            Arg::List(items.iter().map(|i| arg_of(book, table, i, sees)).collect())
        }
        Value::Card(card) => {
            let Some(Lies { zone, key, place }) = table.lies(*card) else { return Arg::None };
            let row = sees(*card).then(|| book[*card].row);
            let place =
                place.or_else(|| if row.is_none() { Some(table.rank(*card)) } else { None });
            let told =
                place.is_none() && !book.secret_knowers && table.knowledge_differs(zone, key);
            let known = row.filter(|_| told);
            let known = known.map(|_| table.known(*card));
            let marks =
                row.filter(|_| place.is_none()).and_then(|_| table.telling_load(book, *card));
            Arg::Card(CardSpot { zone, key, place, row, known, marks })
        }
    }
}

/// Turns arguments into values on a table. Copies of one row in a set are taken one after the
/// other.
#[derive(Debug)]
pub struct Picker<'a> {
    book: &'a Rulebook,
    dump: &'a Snapshot,
}

impl<'a> Picker<'a> {
    /// On this table.
    #[must_use]
    pub fn new(book: &'a Rulebook, dump: &'a Snapshot) -> Self {
        Self { book, dump }
    }

    /// The value meant; none if no such card lies there.
    #[must_use]
    pub fn value(&self, arg: &Arg) -> Option<Value> {
        self.pick(arg, &mut Vec::new())
    }

    fn pick(&self, arg: &Arg, taken: &mut Vec<CardId>) -> Option<Value> {
        Some(match arg {
            Arg::None => Value::None,
            Arg::Bool(yes) => Value::Bool(*yes),
            Arg::Number(n) => Value::Number(*n),
            // A host may hand in the member of another game's enum.
            Arg::Member(of, at) => {
                let members = &self.book.enums.get(usize::from(of.0))?.members;
                members.get(usize::from(*at)).map(|_| Value::Member(*of, *at))?
            }
            Arg::Seat(seat) => Value::Seat(*seat),
            Arg::Square(q) => Value::Square(*q),
            Arg::Spot(s) => Value::Spot(*s),
            Arg::Card(spot) => Value::Card(self.card(*spot, taken)?),
            Arg::List(items) => {
                let mut taken = Vec::new();
                Value::List(items.iter().map(|i| self.pick(i, &mut taken)).collect::<Option<_>>()?)
            }
        })
    }

    fn card(&self, spot: CardSpot, taken: &mut Vec<CardId>) -> Option<CardId> {
        // Whoever hands it in may name a zone that these rules do not have.
        let places = self.dump.zone(spot.zone, spot.key);
        if places.is_empty() {
            return None;
        }
        let found = match (spot.place, spot.row) {
            (Some(place), row) if row.is_none() || is_ordered(self.book, spot.zone) => {
                if is_ordered(self.book, spot.zone) {
                    places.get(usize::from(place)).copied().flatten()?
                } else {
                    let lots = Blind::of(self.dump).order(self.dump, spot.zone, spot.key);
                    lots.get(usize::from(place)).copied()?
                }
            }
            (_, Some(row)) => {
                let of_row = |c: &CardId| self.book[*c].row == row;
                let knows = |c: CardId| self.dump.known[c.index()];
                let carried = loads_of(self.book, self.dump);
                let carries = |c: CardId| carried.get(&c).map_or(0, Load::sum);
                let meant = |c: &CardId| {
                    spot.known.is_none_or(|known| knows(*c) == known)
                        && spot.marks.is_none_or(|sum| carries(*c) == sum)
                };
                let copies = places.iter().flatten().copied();
                let mut copies = copies.filter(|c| of_row(c) && meant(c) && !taken.contains(c));
                let first = copies.next()?;
                let told = !self.book.secret_knowers;
                // Which of several is meant that differ for the chooser, the chooser must say.
                if copies.any(|c| told && knows(c) != knows(first) || carries(c) != carries(first))
                {
                    return None;
                }
                first
            }
            _ => return None,
        };
        taken.push(found);
        Some(found)
    }
}
