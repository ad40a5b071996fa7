//! The choices since chance last decided something, as the seat that thinks has seen them: a table
//! of then is the true one of then with all that it does not see laid as on a table that is
//! supposed now, and what was chosen counts as it was told.

use super::sight::{Sight, then};
use crate::greedy::ways;
use crate::numbering::renamed;
use houserules_interpreter::ask::{Answer, Engine, Offered};
use houserules_interpreter::chance::BotDraw;
use houserules_interpreter::machine::{Before, Machine};
use houserules_lang::ir::{CardId, Rulebook, Value, sites};
use houserules_table::choices::menu::is_hidden;
use houserules_table::visibility::layout::Table;
use houserules_table::visibility::learnt;
use std::sync::Arc;

/// A choice that has been made.
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
    /// It was told at once: nobody else was asked with it, and it was not chosen secretly.
    pub(super) openly: bool,
    /// What it saw there.
    pub(super) saw: u64,
    /// What it saw where somebody was asked next.
    pub(super) next: u64,
    /// Cards that it was shown on the way there, and followed from then on.
    pub(super) glimpsed: Vec<CardId>,
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
        let is_known = match unknown.as_slice() {
            [] => true,
            // It was named when it came to be seen.
            [Value::Card(card)] => after.knows(&Value::Card(*card)),
            _ => false,
        };
        let whole = who == seat || (is_known && is_told_whole(&book, &what));
        let secretly = there.asked().is_none_or(|asked| sites::is_secret(&book, asked.site));
        let openly = before.alone && !secretly;
        let told = told(&sight, &what, filled(&book, &what, &args));
        let glimpsed = if before.alone { glimpsed(machine, before, seat) } else { Vec::new() };
        let made =
            Made { machine: there, who, what, args, whole, told, openly, saw, next, glimpsed };
        past.push(made);
        (next, after) = (saw, sight);
    }
    past
}

/// Which cards a seat sees while a choice is carried out, and knows where they are afterwards,
/// though they may lie hidden there.
fn glimpsed(machine: &Machine, before: &Before, seat: u8) -> Vec<CardId> {
    let (program, from) = (Arc::clone(machine.program()), before.position.clone());
    let mut there = Machine::resume(program, from, machine.seed(), true);
    let book = Arc::clone(&there.program().book);
    let table = Table::without_lots(&book, &there.dump());
    match there.answer(Some(before.seat), &before.answer) {
        Ok(_) => learnt::followed(&book, table, &there.take_events(), seat),
        Err(_) => Vec::new(),
    }
}

/// Whether all of it is told: what the menu gave a move, and the card that it stands on, its title
/// may leave out.
fn is_told_whole(book: &Rulebook, what: &Offered) -> bool {
    let is_given = matches!(what, Offered::Move(_, given, _) if !given.is_empty());
    !is_given && !is_hidden(book, what)
}

/// What of a choice's values is told.
fn filled<'a>(book: &Rulebook, what: &Offered, args: &'a [Value]) -> &'a [Value] {
    args.get(usize::from(is_hidden(book, what))..).unwrap_or_default()
}

/// What a seat is told of a choice with such values.
fn told(sight: &Sight<'_>, what: &Offered, filled: &[Value]) -> u64 {
    let what = match what {
        Offered::Move(id, ..) => Offered::Move(*id, Vec::new(), None),
        Offered::Pass(_) | Offered::Decline | Offered::Values => what.clone(),
    };
    filled.iter().fold(sight.offer(&what), |all, value| then(all, sight.told(value)))
}

impl Made {
    /// How it was chosen on a table of then that is supposed, if it could be, and would have come
    /// to what the seat saw next.
    pub(super) fn on(
        &self,
        there: &Machine,
        names: &[CardId],
        seat: u8,
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
            what.is_some_and(|what| told(&sight, what, filled(&book, what, &way.args)) == self.told)
        };
        let all = ways(&mut there.clone(), self.who, draws);
        all.into_iter().find(|way| is_told(way) && leads(way))
    }
}
