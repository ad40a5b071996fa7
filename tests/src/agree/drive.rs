//! Who plays: a random driver, and one that looks for trouble.

use houserules_interpreter::ask::{Offered, Options};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_lang::ir::{CardId, EnumId, MoveId, Rulebook, Spot, Square, Value};
use std::collections::BTreeMap;

/// Draws, and what was chosen how often.
pub struct Driver {
    draws: BotSource,
    /// Prefers what is rare, late and at the ends.
    pub adversarial: bool,
    chosen: BTreeMap<String, u32>,
}

/// A value as hosts hand it in: spots and squares without what is assumed.
fn bare(value: &Value) -> Value {
    match value {
        Value::Spot(s) => Value::Spot(Spot { card: None, ..*s }),
        Value::Square(q) => Value::Square(Square { under: None, ..*q }),
        other => other.clone(),
    }
}

impl Driver {
    /// A driver of that seed.
    #[must_use]
    pub fn new(seed: u64, adversarial: bool) -> Self {
        Self { draws: BotSource::new(seed), adversarial, chosen: BTreeMap::new() }
    }

    /// A new game; what was rare stays rare.
    pub fn reseed(&mut self, seed: u64, adversarial: bool) {
        self.draws = BotSource::new(seed);
        self.adversarial = adversarial;
    }

    /// An index below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.draws.below(n as u64) as usize
    }

    /// One in `n`.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// A seed for something else.
    pub fn seed(&mut self) -> u64 {
        self.draws.below(u64::MAX)
    }

    /// Which offer to take.
    pub fn offer(&mut self, offers: &[Offered]) -> usize {
        let name = |o: &Offered| match o {
            Offered::Move(id, ..) => format!("{}", id.0),
            other => format!("{other:?}"),
        };
        let mut at = self.below(offers.len());
        if self.adversarial && !self.one_in(4) {
            let rarity = |o: &Offered| self.chosen.get(&name(o)).copied().unwrap_or(0);
            let least = offers.iter().map(rarity).min();
            at = offers.iter().rposition(|o| Some(rarity(o)) == least).unwrap_or(at);
        }
        *self.chosen.entry(name(&offers[at])).or_default() += 1;
        at
    }

    /// A value of a step, if options alone tell which are possible.
    pub fn value(&mut self, options: &Options) -> Option<Value> {
        match options {
            Options::Members(members) if members.is_empty() => None,
            Options::Members(members) => {
                let at = self.at(members.len());
                Some(bare(&members[at]))
            }
            Options::Range(lo, hi) => {
                let width = usize::try_from(hi.wrapping_sub(*lo)).unwrap_or(0).saturating_add(1);
                Some(Value::Number(lo + self.at(width) as i64))
            }
            Options::Subset { .. } | Options::Order(_) => None,
        }
    }

    fn at(&mut self, n: usize) -> usize {
        if self.adversarial && self.one_in(2) {
            return if self.one_in(2) { 0 } else { n - 1 };
        }
        self.below(n)
    }

    /// Any value at all, for questions that will mostly be refused.
    pub fn anything(&mut self, book: &Rulebook, seats: u8) -> Value {
        match self.below(8) {
            0 => Value::None,
            1 => Value::Bool(self.one_in(2)),
            2 => Value::Number(self.below(12) as i64 - 2),
            3 if !book.enums.is_empty() => {
                let id = self.below(book.enums.len());
                Value::Member(
                    EnumId(id as u16),
                    self.below(book.enums[id].members.len() + 1) as u16,
                )
            }
            4 => Value::Seat(self.below(usize::from(seats) + 1) as u8),
            5 => {
                let n = self.below(4);
                Value::List((0..n).map(|_| self.card(book)).collect())
            }
            _ => self.card(book),
        }
    }

    fn card(&mut self, book: &Rulebook) -> Value {
        Value::Card(CardId(self.below(book.cards.len().max(1)) as u16))
    }

    /// Any move with any given arguments.
    pub fn any_move(&mut self, book: &Rulebook, seats: u8) -> Offered {
        if book.moves.is_empty() || self.one_in(8) {
            return Offered::Pass(None);
        }
        let at = self.below(book.moves.len());
        let given = (0..book.moves[at].given).map(|_| self.anything(book, seats)).collect();
        Offered::Move(MoveId(at as u16), given, None)
    }
}
