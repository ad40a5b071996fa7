//! Moves that came to nothing: somebody who offers a card and is refused, and offers the next, and
//! the next, is right by the rules and a burden at the table. So a bot leaves a kind of move for
//! the rest of a stage once it has made it in vain.

use crate::search::sight::Sight;
use houserules_interpreter::ask::{Answer, Engine, Offered};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::{MoveId, SiteId, StageId, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What one seat has tried since the stage began that now runs.
#[derive(Debug, Default)]
pub struct InVain {
    stages: Vec<(StageId, Value)>,
    /// By the question: which move it made there last, and what it saw before.
    last: BTreeMap<SiteId, (MoveId, u64)>,
    left: BTreeSet<MoveId>,
}

impl InVain {
    /// The moves that a seat that is asked should leave, as what it did there last may have come to
    /// nothing, too.
    pub fn left(&mut self, machine: &Machine, seat: u8) -> Vec<MoveId> {
        let stages = machine.stages();
        if self.stages != stages {
            *self = Self { stages, ..Self::default() };
        }
        let Some(asked) = machine.asked() else { return Vec::new() };
        if let Some((made, before)) = self.last.remove(&asked.site)
            && before == seen(machine, seat)
        {
            self.left.insert(made);
        }
        self.left.iter().copied().collect()
    }

    /// What it does there.
    pub fn chose(&mut self, machine: &Machine, seat: u8, answer: &Answer) {
        let offers = machine.clone().offers(Some(seat));
        let Some(asked) = machine.asked() else { return };
        match offers.get(answer.offer) {
            Some(Offered::Move(made, ..)) => {
                self.last.insert(asked.site, (*made, seen(machine, seat)));
            }
            Some(Offered::Pass(..) | Offered::Decline | Offered::Values) | None => {}
        }
    }
}

/// What the seat sees of the table.
fn seen(machine: &Machine, seat: u8) -> u64 {
    let book = Arc::clone(&machine.program().book);
    Sight::of(&book, machine, seat).things(0, machine)
}
