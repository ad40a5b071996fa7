//! Searches on maps: cheapest first, then fewest nodes, then the order of the table.

use super::Machine;
use crate::ask::FaultKind;
use crate::program::{Found, NONE, TravelCode};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// What a node can be reached for: cost, nodes on the way, the node before it.
type Label = (i64, u32, u16);

impl Machine {
    /// Carries out a search.
    pub(super) fn travel(&mut self, t: u16) -> Result<(), FaultKind> {
        let program = Arc::clone(&self.program);
        let code = program.travels[usize::from(t)];
        let from = self.reg(code.from);
        let (to, limit) = match code.found {
            Found::Places(m, w) => {
                for k in 0..u16::from(w) {
                    self.put(m + k, 0);
                }
                (None, self.reg(code.to))
            }
            _ => (Some(self.reg(code.to)), i64::MAX),
        };
        let lost = from == NONE || to == Some(NONE) || limit == NONE || limit < 0;
        if lost {
            if let Found::Distance(d) = code.found {
                self.put(d, NONE);
            }
            return Ok(());
        }
        let links = program.book.maps.get(code.map.index()).map_or(&[][..], |map| &map.links);
        let labels = self.reach(links, &code, (from as u16, to.map(|to| to as u16)), limit)?;
        self.found(code.found, &labels, (from as u16, to.map(|to| to as u16)));
        Ok(())
    }

    /// Labels of all nodes up to the goal, or up to the limit.
    fn reach(
        &mut self,
        links: &[Vec<u16>],
        code: &TravelCode,
        (from, to): (u16, Option<u16>),
        limit: i64,
    ) -> Result<Vec<Option<Label>>, FaultKind> {
        let mut labels: Vec<Option<Label>> = vec![None; links.len()];
        let mut settled = vec![false; links.len()];
        let mut next = BinaryHeap::new();
        if let Some(label) = labels.get_mut(usize::from(from)) {
            *label = Some((0, 0, from));
            next.push(Reverse((0i64, 0u32, from)));
        }
        while let Some(Reverse((cost, nodes, here))) = next.pop() {
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
                    next.push(Reverse((label.0, label.1, *there)));
                }
            }
        }
        Ok(labels)
    }

    fn price(&mut self, code: &TravelCode, here: u16, there: u16) -> Result<Option<i64>, FaultKind> {
        self.tick()?;
        let Some(fare) = code.fare else { return Ok(Some(1)) };
        self.put(fare.here, i64::from(here));
        self.put(fare.there, i64::from(there));
        self.pure(fare.entry)?;
        let price = self.reg(fare.price);
        Ok((price != NONE).then_some(price.max(0)))
    }

    fn found(&mut self, found: Found, labels: &[Option<Label>], (from, to): (u16, Option<u16>)) {
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
                let mut nodes = Vec::new();
                let mut at = to;
                while at != from
                    && let Some((.., before)) = labels.get(usize::from(at)).copied().flatten()
                {
                    nodes.push(i64::from(at));
                    at = before;
                }
                nodes.reverse();
                self.lists[usize::from(l)].extend(nodes);
            }
        }
    }
}
