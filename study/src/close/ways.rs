//! In how many ways a seat can choose where it is asked.

use houserules_interpreter::ask::{Engine, Options};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::Value;

/// More ways than this are not counted.
pub const MOST: u64 = 1000;
/// So many lists are looked at for it.
const LOOKS: u32 = 200;

/// How many ways a seat that is asked has to answer, up to [`MOST`]. Where they cannot be told
/// without trying each, as for sets that are tested as a whole, it is an estimate from above.
#[must_use]
pub fn ways(machine: &mut Machine, seat: u8) -> u64 {
    let mut looks = LOOKS;
    let offers = machine.offers(Some(seat)).len();
    let each = (0..offers).map(|offer| of(machine, (seat, offer), &mut Vec::new(), &mut looks));
    each.fold(0u64, u64::saturating_add).min(MOST)
}

/// How many ways there are to fill the steps behind those filled.
fn of(machine: &mut Machine, at: (u8, usize), args: &mut Vec<Value>, looks: &mut u32) -> u64 {
    let Some(options) = machine.options(Some(at.0), at.1, args) else { return 1 };
    *looks = looks.saturating_sub(1);
    match options {
        Options::Members(members) => over(machine, at, (args, looks), members),
        Options::Range(lo, hi) => {
            let count = hi.abs_diff(lo).saturating_add(1);
            if count > MOST {
                return MOST;
            }
            over(machine, at, (args, looks), (lo..=hi).map(Value::Number).collect())
        }
        Options::Subset { members, least, most, .. } => {
            let sets = (least..=most.min(members.len())).map(|n| choose(members.len(), n));
            sets.fold(0u64, u64::saturating_add)
        }
        Options::Order(members) => {
            (1..=members.len() as u64).fold(1u64, u64::saturating_mul).min(MOST)
        }
    }
}

/// Over each member. If the first is the last step, so is each: steps are the same for all.
fn over(
    machine: &mut Machine,
    at: (u8, usize),
    (args, looks): (&mut Vec<Value>, &mut u32),
    members: Vec<Value>,
) -> u64 {
    let count = members.len() as u64;
    let mut sum = 0u64;
    for (n, member) in members.into_iter().enumerate() {
        args.push(member);
        let last = n == 0 && machine.options(Some(at.0), at.1, args).is_none();
        let behind = if last { 1 } else { of(machine, at, args, looks) };
        args.pop();
        if last || sum > MOST {
            return if last { count } else { MOST };
        }
        sum = sum.saturating_add(behind);
        if *looks == 0 {
            // The others are as those that were counted.
            return sum.saturating_mul(count) / (n as u64 + 1);
        }
    }
    sum
}

/// How many sets of so many out of so many there are; more than [`MOST`] are `MOST`.
fn choose(from: usize, many: usize) -> u64 {
    let many = many.min(from - many.min(from)) as u64;
    let mut found = 1u64;
    for n in 0..many {
        found = found.saturating_mul(from as u64 - n) / (n + 1);
        if found > MOST {
            return MOST;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_counted() {
        assert_eq!((choose(5, 2), choose(5, 0), choose(5, 5), choose(4, 3)), (10, 1, 1, 4));
        assert_eq!((choose(60, 30), choose(3, 7)), (MOST, 1));
    }
}
