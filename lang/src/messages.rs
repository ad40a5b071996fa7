//! In what order messages come, and how many; words that several of them have.

use crate::code::Code;
use crate::diagnostic::{Diagnostic, Severity};
use std::collections::BTreeSet;

/// More than so many messages help nobody.
const MOST_MESSAGES: usize = 200;

/// What the checker says of a name where it knows nothing better.
pub(crate) const DECLARE: &str =
    "declare it (a zone, a counter, a word or a `let` above), or mend its spelling";

/// Warnings of what nobody uses: mostly because a line does something else than was meant.
pub(crate) const UNUSED: [Code; 7] =
    [Code::W0502, Code::W0503, Code::W0504, Code::W0505, Code::W0506, Code::W0509, Code::W0510];

/// In source order, errors before warnings at one place, nothing said twice; what nobody uses comes
/// last.
#[must_use]
pub fn in_order(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let unused = |d: &Diagnostic| UNUSED.contains(&d.code);
    all.sort_by(|a, b| {
        let (one, other) = (unused(a), unused(b));
        (one, a.span(), a.severity, a.code).cmp(&(other, b.span(), b.severity, b.code))
    });
    let mut said = BTreeSet::new();
    all.retain(|d| said.insert((d.code, d.span(), d.message.to_owned())));
    all
}

/// As many messages as help.
#[must_use]
pub fn at_most(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    // Errors must not be lost behind warnings.
    let errors = all.iter().filter(|d| d.severity == Severity::Error).count();
    let warnings = MOST_MESSAGES.saturating_sub(errors);
    let mut left = (MOST_MESSAGES, warnings);
    all.retain(|d| {
        let left = if d.severity == Severity::Error { &mut left.0 } else { &mut left.1 };
        let keep = *left > 0;
        *left = left.saturating_sub(1);
        keep
    });
    all
}
