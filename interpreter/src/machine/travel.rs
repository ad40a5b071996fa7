//! Searches on maps: cheapest first, then fewest nodes, then the order of the table.

use super::{Evaluator, Memory};
use crate::ask::FaultKind;
use crate::program::{Found, NONE, TravelCode};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What a node can be reached for: cost, nodes on the way, the node before it.
type Label = (i64, u32, u16);

/// What a search keeps, so that the next one need not ask for memory.
#[derive(Debug, Clone, Default)]
pub(super) struct Search {
    labels: Vec<Option<Label>>,
    settled: Vec<bool>,
    next: BinaryHeap<Reverse<u128>>,
}

/// A node that can be reached, as one number by which they are settled: what it costs, which is
/// never less than 0, the nodes on the way, the node.
fn waiting(cost: i64, nodes: u32, node: u16) -> Reverse<u128> {
    Reverse(u128::from(cost.max(0) as u64) << 48 | u128::from(nodes) << 16 | u128::from(node))
}

impl Search {
    fn begin(&mut self, from: u16, nodes: usize) {
        self.labels.clear();
        self.labels.resize(nodes, None);
        self.settled.clear();
        self.settled.resize(nodes, false);
        self.next.clear();
        if let Some(label) = self.labels.get_mut(usize::from(from)) {
            *label = Some((0, 0, from));
            self.next.push(waiting(0, 0, from));
        }
    }
}

impl Memory {
    fn found(&mut self, found: Found, labels: &[Option<Label>], from: u16, to: Option<u16>) {
        let to = to.unwrap_or(from);
        let label = labels.get(usize::from(to)).copied().flatten();
        match found {
            Found::Places(m, _) => {
                for (at, _) in labels.iter().enumerate().filter(|(_, label)| label.is_some()) {
                    let word = m + (at / 64) as u16;
                    self.put(word, self.reg(word) | 1 << (at % 64));
                }
            }
            Found::Distance(d) => self.put(d, label.map_or(NONE, |(cost, ..)| cost)),
            Found::Way(l) => {
                let nodes = &mut self.lists[usize::from(l)];
                let begin = nodes.len();
                let mut at = to;
                while at != from
                    && let Some((.., before)) = labels.get(usize::from(at)).copied().flatten()
                {
                    nodes.push(i64::from(at));
                    at = before;
                }
                nodes[begin..].reverse();
            }
        }
    }
}

impl Evaluator<'_> {
    /// Carries out a search.
    pub(super) fn travel(&mut self, t: u16) -> Result<(), FaultKind> {
        let program = self.program;
        let code = program.travels[usize::from(t)];
        let from = self.mem.reg(code.from);
        let (to, limit) = if let Found::Places(m, w) = code.found {
            for k in 0..u16::from(w) {
                self.mem.put(m + k, 0);
            }
            (None, self.mem.reg(code.to))
        } else {
            (Some(self.mem.reg(code.to)), i64::MAX)
        };
        let lost = from == NONE || to == Some(NONE) || limit == NONE || limit < 0;
        if lost {
            if let Found::Distance(d) = code.found {
                self.mem.put(d, NONE);
            }
            return Ok(());
        }
        let links = &program.book[code.map].links;
        let mut search = std::mem::take(&mut self.mem.scratch.search);
        let (from, to) = (from as u16, to.map(|to| to as u16));
        search.begin(from, links.len());
        let done = self.reach(&code, &mut search, to, limit);
        if done.is_ok() {
            self.mem.found(code.found, &search.labels, from, to);
        }
        self.mem.scratch.search = search;
        done
    }

    /// Labels of all nodes up to the goal, or up to the limit.
    fn reach(
        &mut self,
        code: &TravelCode,
        search: &mut Search,
        to: Option<u16>,
        limit: i64,
    ) -> Result<(), FaultKind> {
        let links = &self.program.book[code.map].links;
        let Search { labels, settled, next } = search;
        while let Some(Reverse(first)) = next.pop() {
            let (cost, nodes, here) = ((first >> 48) as i64, (first >> 16) as u32, first as u16);
            if std::mem::replace(&mut settled[usize::from(here)], true) {
                continue;
            }
            if Some(here) == to {
                break;
            }
            for there in &links[usize::from(here)] {
                if settled[usize::from(*there)] {
                    continue;
                }
                let Some(price) = self.price(code, here, *there)? else { continue };
                let label = (cost.saturating_add(price), nodes + 1, here);
                let known = &mut labels[usize::from(*there)];
                if label.0 <= limit && known.is_none_or(|old| label < old) {
                    *known = Some(label);
                    next.push(waiting(label.0, label.1, *there));
                }
            }
        }
        Ok(())
    }

    fn price(
        &mut self,
        code: &TravelCode,
        here: u16,
        there: u16,
    ) -> Result<Option<i64>, FaultKind> {
        self.mem.tick()?;
        let Some(fare) = code.fare else { return Ok(Some(1)) };
        self.mem.put(fare.here, i64::from(here));
        self.mem.put(fare.there, i64::from(there));
        self.pure(fare.entry)?;
        let price = self.mem.reg(fare.price);
        Ok((price != NONE).then_some(price.max(0)))
    }
}
