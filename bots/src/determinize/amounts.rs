//! What counters that a seat may not read say, and what others have chosen secretly: something else
//! of the same type, whatever it was, and whether it was ever set or not.

use super::kind_of;
use super::rows::{Row, rows};
use houserules_interpreter::ask::{Snapshot, Tile};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::ir::{
    CardId, CounterId, Owner, Rulebook, Seen, Spot, Square, Type, Value, ZoneId,
};
use houserules_table::visibility::counter_sight;
use houserules_table::visibility::layout::Table;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What a card has that lies unseen is mostly what it began with: it is seldom that rules change a
/// card that nobody sees. On one table of so many it may be anything.
const CHANGED: u64 = 16;

/// A hidden amount is drawn from its whole range if it has no more values than this.
const NARROW: i64 = 64;

/// The counters that a seat may not read, and what others have chosen secretly.
#[derive(Debug)]
pub(super) struct Amounts {
    program: Arc<Program>,
    /// The seat that does not know them.
    seat: u8,
    hidden: Vec<(CounterId, u16)>,
    /// Of these some that add up to something.
    rows: Vec<Row>,
    /// What it can read of the same counters elsewhere.
    open: BTreeMap<CounterId, Vec<Value>>,
    boards: Vec<Board>,
}

/// Where tiles lie on a grid, and one square around them.
#[derive(Debug)]
struct Board {
    zone: ZoneId,
    key: u16,
    x: RangeInclusive<i64>,
    y: RangeInclusive<i64>,
}

impl Amounts {
    pub(super) fn of(machine: &Machine, dump: &Snapshot, seat: u8) -> Self {
        let program = Arc::clone(machine.program());
        let book = Arc::clone(&program.book);
        let table = Table::without_lots(&book, dump);
        let boards = dump.grids.iter().map(|(zone, key, tiles)| {
            let around = |of: &dyn Fn(&Tile) -> i64| {
                let (least, most) = (tiles.iter().map(of).min(), tiles.iter().map(of).max());
                least.unwrap_or(0) - 1..=most.unwrap_or(0) + 1
            };
            Board { zone: *zone, key: *key, x: around(&|tile| tile.x), y: around(&|tile| tile.y) }
        });
        let boards = boards.collect();
        let rows = rows(machine, dump, seat);
        let (hidden, open) = (Vec::new(), BTreeMap::new());
        let mut found = Self { program, seat, hidden, rows, open, boards };
        for (id, key, value) in &dump.counters {
            let sees = |seats: u32| seats >> seat & 1 == 1;
            let seen = sees(counter_sight(&book, &table, *id, *key).seats);
            if seen || sees(machine.counter_shown(*id, *key)) {
                found.open.entry(*id).or_default().extend(value.clone());
            }
            if !seen && !found.rows.iter().any(|row| row.has(*id, *key)) {
                found.hidden.push((*id, *key));
            }
        }
        found
    }

    /// Draws what others have chosen secretly and the rules keep under a name.
    pub(super) fn guess_secrets(&self, machine: &mut Machine, draws: &mut impl BotDraw) {
        machine.suppose_secrets(self.seat, &mut |ty, range| self.by_type(ty, range, &[], draws));
    }

    pub(super) fn has_any(&self) -> bool {
        !self.hidden.is_empty() || self.has_rows()
    }

    pub(super) fn has_rows(&self) -> bool {
        !self.rows.is_empty()
    }

    /// `unseen`: the cards that the seat does not see.
    pub(super) fn guess(&self, machine: &mut Machine, unseen: &[CardId], draws: &mut impl BotDraw) {
        let book = &self.program.book;
        // Hidden by its card alone, not by itself.
        let by_card = |id: CounterId| {
            matches!(book[id].owner, Owner::Card(_)) && book[id].seen == Seen::Everyone
        };
        let begun = self.hidden.iter().any(|(id, _)| by_card(*id)) && draws.below(CHANGED) > 0;
        for (id, key) in &self.hidden {
            // It may have been shown, whatever card it belongs to by now.
            if machine.counter_shown(*id, *key) >> self.seat & 1 == 1 {
                continue;
            }
            if begun && by_card(*id) {
                machine.suppose_begun(*id, *key);
                continue;
            }
            let guess = if matches!(book[*id].ty.bare(), Type::Card(_)) {
                some_card(book, &book[*id].ty, unseen, draws)
            } else {
                self.guess_one(*id, draws)
            };
            machine.suppose(*id, *key, &guess);
        }
        self.rows.iter().for_each(|row| row.deal(machine, draws));
        self.guess_secrets(machine, draws);
    }

    fn guess_one(&self, id: CounterId, draws: &mut impl BotDraw) -> Value {
        let open = self.open.get(&id).map_or(&[][..], Vec::as_slice);
        let counter = &self.program.book[id];
        let start = self.program.schema.counters[id.index()].start;
        let numbers = open.iter().filter_map(Value::number);
        let near: Vec<i64> = numbers.chain([start]).collect();
        self.by_type(&counter.ty, counter.range, &near, draws)
    }

    /// Some value of a type; a number like those near it, if its range is wide.
    fn by_type(
        &self,
        ty: &Type,
        range: Option<(i64, i64)>,
        near: &[i64],
        draws: &mut impl BotDraw,
    ) -> Value {
        if ty.may_be_none() && draws.below(2) == 0 {
            return Value::None;
        }
        match ty.bare() {
            Type::Bool => Value::Bool(draws.below(2) == 1),
            Type::Enum(of) => {
                let members = self.program.book[*of].members.len();
                Value::Member(*of, draws.below(members.max(1) as u64) as u16)
            }
            Type::Player => {
                Value::Seat(draws.below(u64::from(self.program.schema.seats.max(1))) as u8)
            }
            Type::Number | Type::Unit(_) => number(range, near, draws),
            Type::Square => self.square(draws).map_or(Value::None, Value::Square),
            Type::Spot => {
                self.square(draws).map_or(Value::None, |Square { zone, key, x, y, .. }| {
                    Value::Spot(Spot { zone, key, x, y, turn: draws.below(4) as u8, card: None })
                })
            }
            // Nothing else is kept in a counter, or chosen secretly, that is no card.
            Type::Card(_)
            | Type::Text
            | Type::Zone(_)
            | Type::List(..)
            | Type::Optional(_)
            | Type::None => Value::None,
        }
    }

    fn square(&self, draws: &mut impl BotDraw) -> Option<Square> {
        let board = self.boards.get(draws.below(self.boards.len().max(1) as u64) as usize)?;
        let mut at = |ends: &RangeInclusive<i64>| {
            let wide = (ends.end() - ends.start()).unsigned_abs() + 1;
            i16::try_from(ends.start() + draws.below(wide) as i64).unwrap_or(0)
        };
        let (x, y) = (at(&board.x), at(&board.y));
        Some(Square { zone: board.zone, key: board.key, x, y, under: None })
    }
}

/// Some number; one like those near it, if its range is wide.
fn number(range: Option<(i64, i64)>, near: &[i64], draws: &mut impl BotDraw) -> Value {
    if let Some((lo, hi)) = range
        && hi.saturating_sub(lo) <= NARROW
    {
        return Value::Number(lo + draws.below((hi - lo) as u64 + 1) as i64);
    }
    let near = near.iter().copied();
    let near: Vec<i64> = near.filter(|s| (i64::MIN / 4..i64::MAX / 4).contains(s)).collect();
    let like = near.get(draws.below(near.len().max(1) as u64) as usize).copied().unwrap_or(0);
    // Up to about the double, on the same side of nothing.
    let far = like.saturating_abs().min(i64::MAX / 4) * 2 + 3;
    let drawn = draws.below(far as u64 + 1) as i64;
    let drawn = if like < 0 { -drawn } else { drawn };
    let (lo, hi) = range.unwrap_or((i64::MIN / 2, i64::MAX / 2));
    Value::Number(drawn.clamp(lo, hi))
}

/// Some card of a type: one of the unseen, if there are any.
fn some_card(book: &Rulebook, ty: &Type, unseen: &[CardId], draws: &mut impl BotDraw) -> Value {
    let Type::Card(kinds) = ty.bare() else { return Value::None };
    if ty.may_be_none() && draws.below(2) == 0 {
        return Value::None;
    }
    let fits = |card: &CardId| kinds.has(kind_of(book, *card));
    let mut cards: Vec<CardId> = unseen.iter().copied().filter(fits).collect();
    if cards.is_empty() {
        cards = (0..book.cards.len() as u16).map(CardId).filter(fits).collect();
    }
    cards.sort_unstable();
    match cards.is_empty() {
        true => Value::None,
        false => Value::Card(cards[draws.below(cards.len() as u64) as usize]),
    }
}
