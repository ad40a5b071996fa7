//! How many ways a game can go on for some moves: what programs for chess compare.

use houserules_interpreter::ask::{Answer, Engine, Options};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::Value;

/// How many sequences of so many moves there are from where a machine stands. Sets and orders are
/// not listed, and count as none; where several are asked at once, the first of them answers.
#[must_use]
pub fn leaves(machine: &Machine, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut machine = machine.clone();
    let Some(asked) = machine.asked() else { return 0 };
    let seat = asked.seats.first().copied();
    let mut all = Vec::new();
    for offer in 0..machine.offers(seat).len() {
        complete(&mut machine, seat, &mut Answer { offer, args: Vec::new() }, &mut all);
    }
    if depth == 1 {
        return all.len() as u64;
    }
    let after = |answer: &Answer| {
        let mut next = machine.clone();
        next.answer(seat, answer).map_or(0, |_| leaves(&next, depth - 1))
    };
    all.iter().map(after).sum()
}

/// Every way to fill in the rest of an answer.
fn complete(machine: &mut Machine, seat: Option<u8>, answer: &mut Answer, all: &mut Vec<Answer>) {
    let values = match machine.options(seat, answer.offer, &answer.args) {
        None => return all.push(answer.clone()),
        Some(Options::Members(members)) => members,
        Some(Options::Range(low, high)) => (low..=high).map(Value::Number).collect(),
        Some(Options::Subset { .. } | Options::Order(_)) => Vec::new(),
    };
    for value in values {
        answer.args.push(value);
        complete(machine, seat, answer, all);
        answer.args.pop();
    }
}
