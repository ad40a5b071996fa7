//! What can never be, and what nothing ever changes: rules that run, but hardly as they were meant.
//!
//! A pass over the typed rulebook. It looks at what is certain only: a warning stands where no position of the game could
//! prove it wrong.

mod conditions;
mod key;
mod never;
mod range;
#[cfg(test)]
mod tests;
mod twice;
mod visit;
mod zones;

use crate::diagnostic::Diagnostic;
use crate::ir::Rulebook;

/// The codes of this pass, with their titles.
pub const CODES: &[(&str, &str)] = &[
    ("W0403", "a comparison beyond what a number can be"),
    ("W0404", "the same on both sides"),
    ("W0405", "conditions that exclude each other"),
    ("W0507", "a counter that nothing changes"),
    ("W0508", "a deck that nobody shuffles"),
    ("W0509", "a `let` that nobody reads"),
    ("W0512", "a value that is set again at once"),
    ("W0513", "a zone that nothing is put into"),
    ("W0602", "one condition that stops a move twice"),
];

/// Tells of what is idle in rules that are otherwise right.
#[must_use]
pub fn check(book: &Rulebook) -> Vec<Diagnostic> {
    let mut found = conditions::find(book);
    found.extend(never::find(book));
    found.extend(twice::find(book));
    found.extend(zones::find(book));
    found
}
