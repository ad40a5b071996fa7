//! What can never be, and what nothing ever changes: rules that run, but hardly as they were meant.
//!
//! A pass over the typed rulebook. It looks at what is certain only: a warning stands where no
//! position of the game could prove it wrong.

mod agree;
mod board;
mod bounds;
mod chosen;
mod conditions;
mod copied;
mod dealt;
mod emptied;
mod going;
mod key;
mod leavings;
mod meant;
mod names;
mod never;
mod notes;
mod nothing;
mod opening;
mod order;
mod range;
mod repeats;
mod rows;
mod settled;
mod slots;
mod spent;
mod sure;
mod too_soon;
mod twice;
mod visit;
mod waiting;
mod writes;
mod zones;

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Rulebook, Word};
use crate::source::Span;
use std::collections::BTreeSet;

pub(crate) use range::{Range, Ranges};

/// The codes of this pass, with their titles.
pub const CODES: &[(Code, &str)] = &[
    (Code::W0403, "a comparison beyond what a number can be"),
    (Code::W0404, "the same on both sides"),
    (Code::W0405, "conditions that exclude each other"),
    (Code::W0406, "beyond the edge of a board"),
    (Code::W0407, "a choice or range with nothing in it"),
    (Code::W0507, "a counter that nothing changes"),
    (Code::W0508, "a deck that nobody shuffles"),
    (Code::W0509, "a name that nobody reads"),
    (Code::W0512, "a value that is set again at once"),
    (Code::W0513, "a zone that nothing is put into"),
    (Code::W0515, "something that is done and changes nothing"),
    (Code::W0516, "more cards dealt than there are"),
    (Code::W0517, "something taken away that may not be there"),
    (Code::W0518, "a tie that always goes to the first seat"),
    (Code::W0519, "more cards for a place than the one it holds"),
    (Code::W0520, "a `repeat` of something that nothing in it changes"),
    (Code::W0521, "something that is settled before the game begins"),
    (Code::W0522, "a value that is read before it is set"),
    (Code::W0523, "an ending that may be passed over"),
    (Code::W0602, "one condition that stops a move twice"),
    (Code::W0604, "a move that can be done for ever"),
    (Code::W0605, "a choice among cards that lie face down"),
    (Code::W0701, "a test that looks at nothing"),
    (Code::W0702, "more cards given than there are"),
    (Code::W0703, "something that chance never gives"),
    (Code::W0704, "a reason that no rule has"),
    (Code::W0705, "two tests of one name"),
];

/// Tells of what is idle in rules that are otherwise right.
#[must_use]
pub fn check(book: &Rulebook) -> Vec<Diagnostic> {
    let mut found = conditions::find(book);
    found.extend(never::find(book));
    found.extend(twice::find(book));
    found.extend(zones::find(book));
    found.extend(board::find(book));
    found.extend(nothing::find(book));
    found.extend(dealt::find(book));
    found.extend(emptied::find(book));
    found.extend(spent::find(book));
    found.extend(slots::find(book));
    found.extend(chosen::find(book));
    found.extend(names::find(book));
    found.extend(copied::find(book));
    found.extend(going::find(book));
    found.extend(rows::find(book));
    found.extend(settled::find(book));
    found.extend(repeats::find(book));
    found.extend(leavings::find(book));
    found.extend(bounds::find(book));
    found.extend(waiting::find(book));
    // What is said of a condition already needs no second word.
    let told: BTreeSet<Span> = found.iter().map(Diagnostic::span).collect();
    let more = meant::find(book).into_iter().chain(opening::find(book));
    found.extend(more.filter(|said| !told.contains(&said.span())));
    found.extend(notes::find(book));
    if book.words.iter().any(Word::is_own_call) {
        // What is said of a word that calls itself is said of each of its copies.
        let mut said = BTreeSet::new();
        found.retain(|one| said.insert((one.code, one.span())));
    }
    found
}
