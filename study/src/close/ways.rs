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
    let offers = machine.offers(Some(seat)).len();
    let mut form = Form { machine, seat, offer: 0, args: Vec::new(), looks: LOOKS };
    let each = (0..offers).map(|offer| {
        form.offer = offer;
        form.ways()
    });
    each.fold(0u64, u64::saturating_add).min(MOST)
}

/// An offer that is filled in step by step.
struct Form<'m> {
    machine: &'m mut Machine,
    seat: u8,
    offer: usize,
    args: Vec<Value>,
    /// So many lists may still be looked at, of all offers together.
    looks: u32,
}

impl Form<'_> {
    fn options(&mut self) -> Option<Options> {
        self.machine.options(Some(self.seat), self.offer, &self.args)
    }

    /// How many ways there are to fill the steps behind those filled.
    fn ways(&mut self) -> u64 {
        let Some(options) = self.options() else { return 1 };
        self.looks = self.looks.saturating_sub(1);
        match options {
            Options::Members(members) => self.over(members),
            Options::Range(lo, hi) => {
                let count = hi.abs_diff(lo).saturating_add(1);
                if count > MOST {
                    return MOST;
                }
                self.over((lo..=hi).map(Value::Number).collect())
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
    fn over(&mut self, members: Vec<Value>) -> u64 {
        let count = members.len() as u64;
        let mut sum = 0u64;
        for (n, member) in members.into_iter().enumerate() {
            self.args.push(member);
            let last = n == 0 && self.options().is_none();
            let behind = if last { 1 } else { self.ways() };
            self.args.pop();
            if last || sum > MOST {
                return if last { count } else { MOST };
            }
            sum = sum.saturating_add(behind);
            if self.looks == 0 {
                // The others are as those that were counted.
                return sum.saturating_mul(count) / (n as u64 + 1);
            }
        }
        sum
    }
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
