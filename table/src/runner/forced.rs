//! Decisions that leave no choice: their only answer.

use crate::visibility::layout::{Table, is_ordered};
use houserules_interpreter::ask::{Answer, Engine, Options};
use houserules_lang::ir::{CardId, Value};

/// Whether a decision leaves no choice: its only answer.
pub fn only_answer<E: Engine>(engine: &mut E, seat: u8) -> Option<Answer> {
    if engine.offers(Some(seat)).len() != 1 {
        return None;
    }
    let mut args = Vec::new();
    while let Some(options) = engine.options(Some(seat), 0, &args) {
        args.push(match options {
            Options::Members(members) if members.len() == 1 => members.into_iter().next()?,
            Options::Range(low, high) if low == high => Value::Number(low),
            Options::Subset { members, least, .. } if least == members.len() => {
                Value::List(members)
            }
            Options::Order(members) if members.len() < 2 => Value::List(members),
            Options::Subset { members, least, most, tested: true }
                if members.len() <= MOST_TRIED =>
            {
                only_set(engine, seat, &args, &members, least..=most)?
            }
            Options::Members(_)
            | Options::Range(..)
            | Options::Subset { .. }
            | Options::Order(_) => return None,
        });
    }
    Some(Answer { offer: 0, args })
}

/// Sets of more members are not tried one by one.
const MOST_TRIED: usize = 6;

/// The only set that ends a form, equal cards of a zone without order not told apart.
fn only_set<E: Engine>(
    engine: &mut E,
    seat: u8,
    filled: &[Value],
    members: &[Value],
    sizes: std::ops::RangeInclusive<usize>,
) -> Option<Value> {
    let what = engine.offers(Some(seat)).into_iter().next()?;
    let table = Table::of(engine.rulebook(), &engine.dump());
    let book = engine.rulebook();
    let like = |a: &Value, b: &Value| {
        let (Value::Card(a), Value::Card(b)) = (a, b) else { return false };
        let lies = |c: &CardId| {
            table.lies(*c).filter(|l| !is_ordered(book, l.zone)).map(|l| (l.zone, l.key))
        };
        lies(a).is_some() && lies(a) == lies(b) && book[*a].row == book[*b].row
    };
    let before: Vec<u32> = (0..members.len())
        .map(|at| {
            (0..at).filter(|b| like(&members[*b], &members[at])).fold(0, |bits, b| bits | 1 << b)
        })
        .collect();
    let mut only = None;
    for set in 0..1_u32 << members.len() {
        let holds = |at: &usize| set >> at & 1 == 1;
        let first_copies = (0..members.len()).filter(holds).all(|at| before[at] & !set == 0);
        if !first_copies || !sizes.contains(&(set.count_ones() as usize)) {
            continue;
        }
        let list =
            Value::List((0..members.len()).filter(holds).map(|at| members[at].clone()).collect());
        let mut args = filled.to_vec();
        args.push(list.clone());
        if engine.may(seat, &what, &args).is_ok() && only.replace(list).is_some() {
            return None;
        }
    }
    only
}
