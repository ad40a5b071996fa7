//! The choices since chance last decided something, as the seat that thinks has seen them: a table
//! of then is the true one of then with all that it does not see laid as on a table that is
//! supposed now, and what was chosen counts as it was told.

use super::sight::{Sight, then};
use crate::greedy::{renamed, ways};
use houserules_interpreter::ask::{Answer, Engine, Offered};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{CardId, Value};
use std::sync::Arc;

/// A choice that has been made. One that was made in secret, as others were asked as well, tells
/// nothing but what was seen next.
pub(super) struct Made {
    /// The table as it truly lay.
    pub(super) machine: Machine,
    pub(super) who: u8,
    what: Offered,
    args: Vec<Value>,
    /// The seat that thinks knows all of it.
    whole: bool,
    /// What that seat was told of it.
    told: u64,
    /// Nobody else was asked with it.
    pub(super) alone: bool,
    /// What it saw there.
    pub(super) saw: u64,
    /// What it saw where somebody was asked next.
    pub(super) next: u64,
}

/// What a seat sees of a table, whatever is asked.
pub(super) fn seen(machine: &Machine, seat: u8) -> u64 {
    let book = Arc::clone(&machine.program().book);
    Sight::of(&book, machine, seat).things(0, machine)
}

/// All that was chosen, the last first.
pub(super) fn made(machine: &Machine, seat: u8) -> Vec<Made> {
    let book = Arc::clone(&machine.program().book);
    let mut after = Sight::of(&book, machine, seat);
    let mut next = after.things(0, machine);
    let mut past = Vec::new();
    for before in machine.choices().iter().rev() {
        let program = Arc::clone(machine.program());
        let mut there = Machine::resume(program, before.position.clone(), machine.seed(), false);
        let sight = Sight::of(&book, &there, seat);
        let saw = sight.things(0, &there);
        let (who, args) = (before.seat, before.answer.args.clone());
        let Some(what) = there.offers(Some(who)).get(before.answer.offer).cloned() else { break };
        let unknown: Vec<&Value> = args.iter().filter(|arg| !sight.knows(arg)).collect();
        let whole = match unknown.as_slice() {
            [] => true,
            // It was named when it came to be seen.
            [Value::Card(card)] => after.knows(&Value::Card(*card)),
            _ => false,
        };
        let whole = whole || who == seat;
        let (told, alone) = (told(&sight, &what, &args), before.alone);
        past.push(Made { machine: there, who, what, args, whole, told, alone, saw, next });
        (next, after) = (saw, sight);
    }
    past
}

/// What a seat is told of a choice.
fn told(sight: &Sight<'_>, what: &Offered, args: &[Value]) -> u64 {
    args.iter().fold(sight.offer(what), |all, arg| then(all, sight.told(arg)))
}

impl Made {
    /// How it was chosen on a table of then that is supposed, if it could be, and would have come
    /// to what the seat saw next.
    pub(super) fn on(
        &self,
        there: &Machine,
        (names, seat): (&[CardId], u8),
        draws: &mut impl BotDraw,
    ) -> Option<Answer> {
        let chance = there.tally().chance;
        let leads = |way: &Answer| {
            let mut after = there.clone();
            after.answer(Some(self.who), way).is_ok()
                && after.tally().chance == chance
                && seen(&after, seat) == self.next
        };
        let offers = there.clone().offers(Some(self.who));
        if self.whole {
            let what = match &self.what {
                Offered::Move(id, given, title) => {
                    let given = given.iter().map(|value| renamed(names, value)).collect();
                    Offered::Move(*id, given, *title)
                }
                Offered::Pass(_) | Offered::Decline | Offered::Values => self.what.clone(),
            };
            let args = self.args.iter().map(|value| renamed(names, value)).collect();
            let offer = offers.iter().position(|offer| *offer == what)?;
            return Some(Answer { offer, args }).filter(leads);
        }
        let book = Arc::clone(&there.program().book);
        let sight = Sight::of(&book, there, seat);
        let is_told = |way: &Answer| {
            let what = offers.get(way.offer);
            what.is_some_and(|what| told(&sight, what, &way.args) == self.told)
        };
        let all = ways(&mut there.clone(), self.who, draws);
        all.into_iter().find(|way| is_told(way) && leads(way))
    }
}
