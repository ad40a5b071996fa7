//! What surely comes of a position: in games in which nothing is ever hidden from anybody, what a
//! choice leads to is looked at before it is tried, and a position that is lost or won by force is
//! found as soon as the tree reaches its ends.

use super::Search;
use super::fixed::ONE;
use super::sight::{Sight, then};
use super::steps::{Next, Steps};
use super::tree::{Foreseen, Sure, Tree};
use super::worth::Verdict;
use houserules_interpreter::ask::{Answer, Engine, Outcome, Stop};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::{Program, Who};
use houserules_lang::ir::Seen;
use std::sync::Arc;

/// Whether what comes of a position can be known for sure: at most two play, all see everything,
/// and nobody commits in secret. Chance is looked out for where it falls.
pub(super) fn is_open(program: &Program) -> bool {
    let book = &program.book;
    program.schema.seats <= 2
        && program.sites.iter().all(|site| !matches!(site.who, Who::Each | Who::Race))
        && book.zones.iter().all(|zone| zone.seen == Seen::Everyone)
        && book.counters.iter().all(|counter| counter.seen == Seen::Everyone)
}

/// The shares of a game that is over.
pub(super) fn shares(stop: &Stop) -> Option<Sure> {
    let Stop::Over(outcome) = stop else { return None };
    Some(match outcome {
        Outcome::Lost => [0, 0],
        Outcome::Drawn => [ONE / 2; 2],
        Outcome::Won(seats) => {
            let share = ONE / seats.len().max(1) as i64;
            [0, 1].map(|seat| if seats.contains(&seat) { share } else { 0 })
        }
    })
}

/// So many choices are looked at where nobody has been yet.
const LOOKS: u32 = 96;
/// So many choices that are none are made on the way to the next.
const FORCED: usize = 8;

/// A number for a position, as the tree knows it.
pub(super) fn position(machine: &Machine) -> u64 {
    then(1, machine.hash())
}

/// A choice that has been made so far, and the point of the tree to which that leads.
struct Begun {
    steps: Steps,
    at: u64,
}

impl Search {
    /// Whether things can be known for sure in the game that is thought about.
    pub(super) fn is_open(&self) -> bool {
        self.barred.is_empty() && self.known.as_ref().is_some_and(|known| known.open)
    }

    /// The point of the tree at which a seat begins to choose. Where all see everything it is the
    /// position itself: what is known for sure must not hang on anything that a view leaves out.
    pub(super) fn place(&self, sight: &Sight<'_>, machine: &Machine, steps: &Steps) -> u64 {
        if self.is_open() { position(machine) } else { sight.here(machine, steps.offers()) }
    }

    /// The point at which a choice goes on that is begun already.
    pub(super) fn place_of(
        &self,
        begun: Option<&Answer>,
        sight: &Sight<'_>,
        machine: &mut Machine,
        steps: &mut Steps,
    ) -> u64 {
        let at = self.place(sight, machine, steps);
        let Some(begun) = begun else { return at };
        let way = steps.go_to(begun, machine, sight);
        way.iter().fold(at, |at, candidate| then(at, candidate.key))
    }

    /// What surely comes of the position. One that was never come to is looked at first: whether
    /// the seat that is asked can end the game at once, or come to what is known.
    pub(super) fn glance(&mut self, world: &mut Machine) -> Option<Sure> {
        let seat = world.lot().first().copied()?;
        let mut steps = Steps::new(world, seat);
        if steps.force(world) {
            return None;
        }
        let at = position(world);
        if let Some(point) = self.tree.point(at) {
            return point.sure;
        }
        let book = Arc::clone(&world.program().book);
        let sight = Sight::of(&book, world, seat);
        let mut left = LOOKS;
        self.foresee(world, &sight, Begun { steps, at }, &mut left)
    }

    /// What surely comes of a choice that has been made so far.
    fn foresee(
        &mut self,
        world: &mut Machine,
        sight: &Sight<'_>,
        begun: Begun,
        left: &mut u32,
    ) -> Option<Sure> {
        let Begun { steps, at } = begun;
        let point = self.tree.point(at);
        let Next::OneOf { these, all } = steps.next(world, sight, point, &mut self.draws) else {
            return None;
        };
        let here = world.position().clone();
        let (mut seen, mut whole) = (Vec::new(), all);
        for choosable in these {
            if *left == 0 {
                whole = false;
                break;
            }
            let mut steps = steps.clone();
            steps.take(&choosable);
            let found = if steps.is_full(world) {
                *left -= 1;
                let found = self.outcome(world, &steps);
                world.set_position(&here);
                found
            } else {
                let to = then(at, choosable.candidate.key);
                let sure = self.foresee(world, sight, Begun { steps, at: to }, left);
                Foreseen { sure, to: Some(to) }
            };
            seen.push((choosable.candidate, found));
        }
        self.tree.foresee(at, steps.seat(), &seen, whole);
        self.tree.point(at).and_then(|point| point.sure)
    }

    /// What surely comes of a choice: the end of the game, or a position.
    fn outcome(&self, world: &mut Machine, steps: &Steps) -> Foreseen {
        let before = world.tally().chance;
        let mut next = (steps.seat(), steps.answer());
        for _ in 0..FORCED {
            let taken = world.answer(Some(next.0), &next.1);
            if taken.is_err() || world.tally().chance != before {
                break;
            }
            if world.stop() != Stop::Asking {
                return Foreseen { sure: shares(&world.stop()), to: None };
            }
            let Some(asked) = world.lot().first().copied() else { break };
            let mut steps = Steps::new(world, asked);
            if !steps.force(world) {
                return Foreseen { sure: None, to: Some(position(world)) };
            }
            next = (asked, steps.answer());
        }
        Foreseen::default()
    }

    /// What a way that surely comes to this is worth.
    pub(super) fn verdict(&self, sure: Sure, seats: u8) -> Verdict {
        let has_aim = self.known.as_ref().is_some_and(|known| known.worth.has_aim());
        Verdict::of_shares(sure.into_iter().take(usize::from(seats)).collect(), has_aim)
    }
}

impl Tree {
    /// Whether what surely comes of a point is known.
    pub(super) fn is_sure(&self, at: u64) -> bool {
        self.point(at).is_some_and(|point| point.sure.is_some())
    }
}
