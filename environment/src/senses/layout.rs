//! Which number stands where.

use crate::space::owners;
use houserules_lang::ir::{
    CounterId, KindId, KindSet, Owner, RowId, Rulebook, Type, ZoneId, ZoneShape,
};
use serde::Serialize;

/// Of a pile, row or slots, so many places are told one by one.
const PLACES: usize = 64;

/// Of a grid, so many tiles.
const TILES: usize = 128;

/// What a field tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// A 1 for each seat that is asked.
    Asked,
    /// A 1 at the seat that reads.
    Reader,
    /// 1: the game is over.
    Over,
    /// A 1 for each seat that has won.
    Won,
    /// For each stage of the rules: 1 if it runs, and its number, if it has one.
    Stages,
    /// A 1 at the seat whose stage runs, the innermost.
    Turn,
    /// A 1 at the question, if it is put to the reader.
    Question,
    /// A counter of one owner: 1 if the reader sees it and it is set, then its value.
    Counter(#[serde(skip)] CounterId, #[serde(skip)] u16),
    /// A counter of cards: for each row, what all cards of it that the reader sees have together.
    CardCounter(#[serde(skip)] CounterId),
    /// A zone: how many cards, then how many of each row the reader sees; of one with an order also
    /// place by place: 0 nothing, -1 a back, else 1 + the row's place among the rows of the zone.
    Zone(#[serde(skip)] ZoneId, #[serde(skip)] u16),
    /// Zones of cards: how many of each row lie in them all together, as far as the reader sees.
    CardZone(#[serde(skip)] ZoneId),
    /// A grid: how many tiles, then of each in the order in which they were laid: 1 + its row,
    /// column, line, quarter turns.
    Grid(#[serde(skip)] ZoneId, #[serde(skip)] u16),
    /// A 1 for each action taken of the choice in the making.
    Taken,
}

/// A field of the row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Field {
    /// Its name: `Ana.hand`.
    pub name: String,
    /// What it tells.
    pub sort: Sort,
    /// Its first number.
    pub start: usize,
    /// How many there are.
    pub len: usize,
}

/// The layout of what a seat sees.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Senses {
    fields: Vec<Field>,
    len: usize,
    pub(super) seats: u8,
}

impl Senses {
    /// The layout for these rules, so many players, and so many actions.
    #[must_use]
    pub fn of(book: &Rulebook, seats: u8, actions: usize) -> Self {
        let mut senses = Self { fields: Vec::new(), len: 0, seats };
        let n = usize::from(seats);
        senses.add("asked", Sort::Asked, n);
        senses.add("reader", Sort::Reader, n);
        senses.add("over", Sort::Over, 1);
        senses.add("won", Sort::Won, n);
        senses.add("stages", Sort::Stages, 2 * book.stages.len());
        senses.add("turn", Sort::Turn, n);
        senses.add("question", Sort::Question, book.sites.len());
        senses.counters(book);
        senses.zones(book);
        senses.add("taken", Sort::Taken, actions);
        senses
    }

    fn counters(&mut self, book: &Rulebook) {
        for (at, counter) in book.counters.iter().enumerate().filter(|(_, c)| !c.bookkeeping) {
            let id = CounterId(at as u16);
            if let Owner::Card(kinds) = counter.owner {
                let plain = matches!(counter.ty.bare(), Type::Number | Type::Unit(_) | Type::Bool);
                let rows = if plain { rows(book, kinds) } else { 0 };
                self.add(&counter.name, Sort::CardCounter(id), rows);
                continue;
            }
            let width = 1 + width(book, &counter.ty, self.seats);
            for key in 0..owners(book, counter.owner, self.seats) {
                let name = named(book, counter.owner, key, &counter.name);
                self.add(&name, Sort::Counter(id, key), width);
            }
        }
    }

    fn zones(&mut self, book: &Rulebook) {
        for (at, zone) in book.zones.iter().enumerate() {
            let (id, rows) = (ZoneId(at as u16), rows(book, zone.of));
            if matches!(zone.owner, Owner::Card(_)) {
                self.add(&zone.name, Sort::CardZone(id), rows);
                continue;
            }
            for key in 0..owners(book, zone.owner, self.seats) {
                let name = named(book, zone.owner, key, &zone.name);
                if zone.shape == ZoneShape::Grid {
                    self.add(&name, Sort::Grid(id, key), 1 + 4 * places(book, id));
                } else {
                    self.add(&name, Sort::Zone(id, key), 1 + rows + places(book, id))
                }
            }
        }
    }

    fn add(&mut self, name: &str, sort: Sort, len: usize) {
        if len > 0 {
            self.fields.push(Field { name: name.into(), sort, start: self.len, len });
            self.len += len;
        }
    }

    /// The fields in order.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// How many numbers a row has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Never: who reads is always told.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Whose things are called by seat (`seat 0.hand`) or member, so that names do not hang on who
/// plays.
fn named(book: &Rulebook, owner: Owner, key: u16, name: &str) -> String {
    match owner {
        Owner::Table | Owner::Run(_) | Owner::Card(_) => name.into(),
        Owner::Player => format!("seat {key}.{name}"),
        Owner::Enum(of) => match book[of].members.get(usize::from(key)) {
            Some(member) => format!("{member}.{name}"),
            None => name.into(),
        },
    }
}

/// How many rows some kinds have.
pub(super) fn rows(book: &Rulebook, kinds: KindSet) -> usize {
    let of = book.kinds.iter().enumerate().filter(|(at, _)| kinds.has(KindId(*at as u16)));
    of.map(|(_, kind)| usize::from(kind.rows.1.saturating_sub(kind.rows.0))).sum()
}

/// The place of a row among those of some kinds, in table order.
pub(super) fn place(book: &Rulebook, kinds: KindSet, row: RowId) -> usize {
    let kind = book[row].kind;
    let before = KindSet(kinds.0 & ((1 << (kind.0 & 63)) - 1));
    rows(book, before) + usize::from(row.0.saturating_sub(book[kind].rows.0))
}

/// How many places of a zone are told one by one; of a grid, how many tiles.
pub(super) fn places(book: &Rulebook, zone: ZoneId) -> usize {
    let info = &book[zone];
    let cards = book.cards.iter().filter(|card| info.of.has(book[card.row].kind)).count();
    match info.shape {
        ZoneShape::Set => 0,
        ZoneShape::Slot => 1,
        ZoneShape::Grid => cards.min(TILES),
        ZoneShape::Pile | ZoneShape::Row | ZoneShape::Slots => cards.min(PLACES),
    }
}

/// How many numbers a value of a type takes.
pub(super) fn width(book: &Rulebook, ty: &Type, seats: u8) -> usize {
    match ty.bare() {
        Type::Bool | Type::Number | Type::Unit(_) => 1,
        Type::Enum(of) => book[*of].members.len(),
        Type::Player => usize::from(seats),
        Type::Card(kinds) => rows(book, *kinds),
        Type::Square => 2,
        Type::Spot => 3,
        Type::List(of, _) => width(book, of, seats),
        Type::Text | Type::Zone(_) | Type::Optional(_) | Type::None => 0,
    }
}
