//! Who is ahead in what the rules let seats strive for, decision by decision.

use super::record::LeadRecord;
use houserules_bots::aim::{Aim, together};
use houserules_interpreter::machine::{Machine, Reading};
use houserules_lang::ir::Value;

/// How far each seat has come, ready to be read.
#[derive(Debug, Default)]
pub struct Leads {
    seats: Vec<Reading>,
    least: bool,
    /// When another seat came to be ahead alone, and which; none: nobody is.
    turns: Vec<(u64, Option<u8>)>,
}

impl Leads {
    /// What a game's rules let seats strive for; nothing, if they win together or the rules do not
    /// say.
    #[must_use]
    pub fn of(machine: &Machine) -> Self {
        let program = machine.program();
        let seats = usize::from(program.schema.seats);
        if together(&program.book) || seats < 2 {
            return Self::default();
        }
        let aim = Aim::of(&program.book, seats);
        let ready: Result<Vec<Reading>, _> =
            aim.exprs.iter().map(|e| machine.reading(e, &aim.locals)).collect();
        Self { seats: ready.unwrap_or_default(), least: aim.least, turns: Vec::new() }
    }

    /// Whether there is anything to be ahead in.
    #[must_use]
    pub fn tells(&self) -> bool {
        !self.seats.is_empty()
    }

    /// Another game begins.
    pub fn begin(&mut self) {
        self.turns.clear();
    }

    /// Looks who is ahead after so many decisions.
    pub fn look(&mut self, machine: &mut Machine, decisions: u64) {
        if !self.tells() {
            return;
        }
        let mut read = |reading: &Reading| {
            let Ok(Value::Number(n)) = machine.read_ready(reading) else { return None };
            Some(if self.least { n.saturating_neg() } else { n })
        };
        let Some(all) = self.seats.iter().map(&mut read).collect::<Option<Vec<i64>>>() else {
            return;
        };
        let most = all.iter().max().copied();
        let mut ahead = (0u8..).zip(&all).filter(|(_, n)| Some(**n) == most);
        let alone = if let (Some((seat, _)), None) = (ahead.next(), ahead.next()) {
            Some(seat)
        } else {
            None
        };
        if self.turns.last().map_or(alone.is_some(), |(_, was)| *was != alone) {
            self.turns.push((decisions, alone));
        }
    }

    /// What came of it in a game of so many decisions that these seats won.
    #[must_use]
    pub fn told(&self, decisions: u64, winners: &[u8]) -> Option<LeadRecord> {
        self.tells().then(|| told(&self.turns, decisions, winners))
    }
}

fn told(turns: &[(u64, Option<u8>)], decisions: u64, winners: &[u8]) -> LeadRecord {
    let (mut changes, mut before) = (0, None);
    for seat in turns.iter().filter_map(|(_, seat)| *seat) {
        changes += u64::from(before.is_some_and(|was| was != seat));
        before = Some(seat);
    }
    let [winner] = winners else { return LeadRecord { changes, ..LeadRecord::default() } };
    let last = turns.last().filter(|(_, seat)| seat == &Some(*winner));
    let settled = last.map_or(1000, |(at, _)| at * 1000 / decisions.max(1));
    let middle = turns.iter().rev().find(|(at, _)| *at <= decisions / 2);
    let comeback = middle.and_then(|(_, seat)| *seat).is_some_and(|seat| seat != *winner);
    LeadRecord { changes, settled: Some(settled), comeback: Some(comeback) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leads_change_and_settle() {
        let turns = [(2, Some(0)), (10, None), (12, Some(0)), (20, Some(1)), (60, Some(0))];
        let found = told(&turns, 100, &[0]);
        assert_eq!((found.changes, found.settled, found.comeback), (2, Some(600), Some(true)));
        let lost = told(&turns, 100, &[1]);
        assert_eq!((lost.settled, lost.comeback), (Some(1000), Some(false)));
        assert_eq!(told(&turns, 100, &[0, 1]).settled, None);
        assert_eq!(told(&[], 0, &[0]).changes, 0);
    }
}
