//! Sets that were drawn for a step in vain. Few members make few sets, so the same are drawn again
//! and again: what did not go together once does not the second time.

use super::Memory;
use crate::program::budget;

/// Sets of more members are not remembered.
const MEMBERS: usize = 8;

/// Which sets of a step were tried in vain, and what that cost.
#[derive(Debug, Default)]
pub(super) struct Vain {
    /// A bit for each set.
    known: [u64; (1 << MEMBERS) / 64],
    costs: Vec<Cost>,
}

/// What is counted against budgets.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cost {
    steps: u64,
    nodes: u64,
}

impl Clone for Vain {
    /// A copy finds out anew.
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// A set by the places of its members, of which there are so many; none if they are too many.
pub(super) fn name(members: usize, set: &[usize]) -> Option<u8> {
    (members <= MEMBERS).then(|| set.iter().fold(0, |name, at| name | 1 << at))
}

impl Vain {
    fn cost(&self, set: u8) -> Option<Cost> {
        let known = self.known[usize::from(set / 64)] >> (set % 64) & 1 == 1;
        known.then(|| self.costs[usize::from(set)])
    }

    fn note(&mut self, set: u8, cost: Cost) {
        if self.costs.is_empty() {
            self.costs.resize(1 << MEMBERS, Cost::default());
        }
        self.known[usize::from(set / 64)] |= 1 << (set % 64);
        self.costs[usize::from(set)] = cost;
    }
}

impl Memory {
    /// What has been counted.
    pub(super) fn cost(&self) -> Cost {
        Cost { steps: self.steps, nodes: self.nodes }
    }

    /// No set of a step was tried yet.
    pub(super) fn forget_vain(&mut self, k: usize) {
        let vain = &mut self.scratch.vain;
        if vain.len() <= k {
            vain.resize(k + 1, Vain::default());
        }
        vain[k].known = Default::default();
    }

    /// A set was tried in vain; so much was counted before.
    pub(super) fn note_vain(&mut self, k: usize, set: Option<u8>, before: Cost) {
        let now = self.cost();
        let cost = Cost { steps: now.steps - before.steps, nodes: now.nodes - before.nodes };
        if let Some(set) = set {
            self.scratch.vain[k].note(set, cost);
        }
    }

    /// Whether a set was tried in vain. What that cost is counted again; where it would be too
    /// much, the set must be tried, so that the rule is named that does it.
    pub(super) fn tried_in_vain(&mut self, k: usize, set: Option<u8>) -> bool {
        let known = set.and_then(|set| self.scratch.vain[k].cost(set));
        let Some(cost) = known else { return false };
        let now = Cost { steps: self.steps + cost.steps, nodes: self.nodes + cost.nodes };
        let within = now.steps <= budget::STEPS && now.nodes <= budget::SEARCH;
        if within {
            (self.steps, self.nodes) = (now.steps, now.nodes);
        }
        within
    }
}
