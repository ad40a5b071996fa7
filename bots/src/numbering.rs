//! Copies of a card by numbers that mean nothing: bots think on a table where copies that their
//! seat sees are numbered by what it sees of them. So nothing that a bot chooses hangs on which
//! copy has which number.

use crate::search::sight::{Sight, Tie, then};
use houserules_interpreter::ask::Answer;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::mixed;
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
            back[name.index()] = card;
        }
        Self { machine: Cow::Owned(there), back }
    }

    /// A choice on this table as it is handed in.
    #[must_use]
    pub fn meant(&self, answer: Answer) -> Answer {
        if self.back.is_empty() { answer } else { named(&self.back, &answer) }
    }

    /// A choice, or the beginning of one, as it is made on this table.
    #[must_use]
    pub fn made_here(&self, answer: Answer) -> Answer {
        if self.back.is_empty() {
            return answer;
        }
        let mut names = self.back.clone();
        for (name, card) in (0..).map(CardId).zip(&self.back) {
            names[card.index()] = name;
        }
        named(&names, &answer)
    }
}

/// A choice on a table where cards have other names.
pub(crate) fn named(names: &[CardId], answer: &Answer) -> Answer {
    let args = answer.args.iter().map(|value| renamed(names, value)).collect();
    Answer { offer: answer.offer, args }
}

/// What is meant on a table where cards have other names.
pub(crate) fn renamed(names: &[CardId], value: &Value) -> Value {
    match value {
        Value::Card(card) => Value::Card(names[card.index()]),
        Value::List(items) => Value::List(items.iter().map(|i| renamed(names, i)).collect()),
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

/// Whether two cards are of one row.
pub(crate) fn has_copies(book: &Rulebook) -> bool {
    book.cards.windows(2).any(|two| two[0].row == two[1].row)
}

/// For each card its number: of the copies of a row those that the seat sees come first, by what it
/// sees of them; the others are dealt anew in any case.
fn names(book: &Rulebook, machine: &Machine, seat: u8) -> Vec<CardId> {
    let looks = looks(book, &Sight::of(book, machine, seat));
    let mut names: Vec<CardId> = (0..book.cards.len() as u16).map(CardId).collect();
    let mut first = 0;
    for copies in book.cards.chunk_by(|a, b| a.row == b.row) {
        let mut order: Vec<usize> = (first..first + copies.len()).collect();
        order.sort_by_key(|at| looks[*at]);
        for (name, at) in (first..).zip(order) {
            names[at] = CardId(name as u16);
        }
        first += copies.len();
    }
    names
}

/// For each card what the seat sees of it. Copies that look alike are told apart by the cards that
/// they are tied to, and where these look alike, too, by their numbers: those of one holder stay
/// together, whichever holder comes first.
fn looks(book: &Rulebook, sight: &Sight<'_>) -> Vec<(bool, u64)> {
    let cards = (0..book.cards.len() as u16).map(CardId);
    let mut looks: Vec<(bool, u64)> = cards.map(|card| sight.seen(card)).collect();
    let ties = sight.ties();
    if ties.is_empty() {
        return looks;
    }
    let mut sorts = refined(&mut looks, &ties);
    while let Some(first) = tied_copy(book, &looks, &ties) {
        looks[first.index()].1 = then(looks[first.index()].1, 1);
        let more = refined(&mut looks, &ties);
        // Two sums may be equal by accident.
        if more <= sorts {
            break;
        }
        sorts = more;
    }
    looks
}

/// Looks at cards together with those that they are tied to, until that tells no more apart; how
/// many sorts there are.
fn refined(looks: &mut [(bool, u64)], ties: &[Tie]) -> usize {
    let mut sorts = count(looks);
    loop {
        let mut sums = vec![0u64; looks.len()];
        for Tie { from, to, how } in ties {
            let holder = from.map_or(0, |from| looks[from.index()].1);
            let there = mixed(then(then(*how, 1), holder));
            sums[to.index()] = sums[to.index()].wrapping_add(there);
            if let Some(from) = from {
                let there = mixed(then(then(*how, 2), looks[to.index()].1));
                sums[from.index()] = sums[from.index()].wrapping_add(there);
            }
        }
        for (look, sum) in looks.iter_mut().zip(sums).filter(|(_, sum)| *sum != 0) {
            look.1 = then(look.1, sum);
        }
        let more = count(looks);
        if more <= sorts {
            return sorts;
        }
        sorts = more;
    }
}

fn count(looks: &[(bool, u64)]) -> usize {
    let mut sorted = looks.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted.len()
}

/// The first of copies that look alike, where others are tied to them.
fn tied_copy(book: &Rulebook, looks: &[(bool, u64)], ties: &[Tie]) -> Option<CardId> {
    let mut holders: Vec<CardId> = ties.iter().filter_map(|tie| tie.from).collect();
    holders.sort_unstable_by_key(|card| (book[*card].row, looks[card.index()], *card));
    holders.dedup();
    let alike = |two: &&[CardId]| {
        let sort = |card: CardId| (book[card].row, looks[card.index()]);
        sort(two[0]) == sort(two[1])
    };
    holders.windows(2).find(alike).map(|two| two[0])
}
