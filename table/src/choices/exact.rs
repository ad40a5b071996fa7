//! What the terms of a test stand for: a copy of a row, a value, a list of such.

use crate::choices::scan::Term;
use houserules_lang::ir::{Rulebook, Value};

/// Whether a value is one that an exact term stands for. `ordered`: the order of a list counts.
pub(crate) fn stands_for(book: &Rulebook, term: &Term, value: &Value, ordered: bool) -> bool {
    let alone = |items: &[Value]| matches!(items, [one] if stands_for(book, term, one, ordered));
    match (term, value) {
        (Term::List(terms), Value::List(items)) => stand_for(book, terms, items, ordered),
        (Term::Row(row), Value::Card(card)) => book[*card].row == *row,
        (Term::Row(_), Value::List(items)) => alone(items),
        (Term::Value(Value::None), Value::List(items)) => items.is_empty(),
        (Term::Value(_), Value::List(items)) => alone(items),
        (Term::Value(wanted), value) => wanted == value,
        (Term::Row(_) | Term::List(_) | Term::Word(_) | Term::Card(..) | Term::Place(..), _) => {
            false
        }
    }
}

/// The same of as many values, each of another term.
fn stand_for(book: &Rulebook, terms: &[Term], values: &[Value], ordered: bool) -> bool {
    let mut left: Vec<&Value> = values.iter().collect();
    let taken = |term: &Term| {
        let end = if ordered { 1.min(left.len()) } else { left.len() };
        let found = left[..end].iter().position(|value| stands_for(book, term, value, ordered));
        found.map(|at| left.remove(at)).is_some()
    };
    terms.len() == values.len() && terms.iter().all(taken)
}
