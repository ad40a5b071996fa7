//! Copies of a card by numbers that mean nothing: bots think on a table where copies that their
//! seat sees are numbered by what it sees of them. So nothing that a bot chooses hangs on which
//! copy has which number.

use crate::search::sight::Sight;
use houserules_interpreter::ask::Answer;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{CardId, Rulebook, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// A table on which copies have numbers of their own.
#[derive(Debug)]
pub struct Numbered<'m> {
    /// The table as it is to be thought about.
    pub machine: Cow<'m, Machine>,
    /// For each card its number elsewhere; nothing where none has another.
    back: Vec<CardId>,
}

impl<'m> Numbered<'m> {
    /// The table as a seat sees it.
    #[must_use]
    pub fn of(machine: &'m Machine, seat: u8) -> Self {
        let book = Arc::clone(&machine.program().book);
        let names = if has_copies(&book) { names(&book, machine, seat) } else { Vec::new() };
        let other = names.iter().enumerate().any(|(at, card)| card.index() != at);
        let mut there = machine.clone();
        if !other || !there.rename(&names) {
            return Self { machine: Cow::Borrowed(machine), back: Vec::new() };
        }
        let mut back = names.clone();
        for (card, name) in (0..).map(CardId).zip(&names) {
            if let Some(slot) = back.get_mut(name.index()) {
                *slot = card;
            }
        }
        Self { machine: Cow::Owned(there), back }
    }

    /// A choice on this table as it is handed in.
    #[must_use]
    pub fn meant(&self, answer: Answer) -> Answer {
        if self.back.is_empty() {
            return answer;
        }
        let args = answer.args.iter().map(|value| self.value(value)).collect();
        Answer { args, ..answer }
    }

    fn value(&self, value: &Value) -> Value {
        match value {
            Value::Card(card) => {
                Value::Card(self.back.get(usize::from(card.0)).copied().unwrap_or(*card))
            }
            Value::List(items) => Value::List(items.iter().map(|item| self.value(item)).collect()),
            Value::None
            | Value::Bool(_)
            | Value::Number(_)
            | Value::Text(_)
            | Value::Member(..)
            | Value::Seat(_)
            | Value::Square(_)
            | Value::Spot(_) => value.clone(),
        }
    }
}

/// Whether two cards are of one row.
fn has_copies(book: &Rulebook) -> bool {
    book.cards.windows(2).any(|two| two[0].row == two[1].row)
}

/// For each card its number: of the copies of a row those that the seat sees come first, by what it
/// sees of them; the others are dealt anew in any case.
fn names(book: &Rulebook, machine: &Machine, seat: u8) -> Vec<CardId> {
    let sight = Sight::of(book, machine, seat);
    let mut names: Vec<CardId> = (0..book.cards.len() as u16).map(CardId).collect();
    let mut first = 0;
    for copies in book.cards.chunk_by(|a, b| a.row == b.row) {
        let mut order: Vec<usize> = (first..first + copies.len()).collect();
        if copies.len() > 1 {
            order.sort_by_cached_key(|at| sight.seen(CardId(*at as u16)));
        }
        for (name, at) in (first..).zip(order) {
            names[at] = CardId(name as u16);
        }
        first += copies.len();
    }
    names
}
