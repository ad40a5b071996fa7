//! Searches on maps, by settling the nearest node again and again.

use super::state::{Eval, Val, World};
use houserules_lang::ir::{EnumId, Travel, Value};

/// What a node can be reached for: cost, number of nodes, the node before it.
pub(super) type Label = (i64, u32, u16);

fn member(value: &Val) -> Option<u16> {
    match value {
        Val::Plain(Value::Member(_, at)) => Some(*at),
        _ => None,
    }
}

impl<'b> World<'b> {
    /// The nodes' enum, and the labels of all nodes that were reached: within an allowance, or up
    /// to a goal.
    pub(super) fn searched(
        &mut self,
        search: &'b Travel,
        allowance: bool,
    ) -> Eval<(EnumId, Vec<Option<Label>>)> {
        let map = &self.book.maps[search.map.index()];
        let from = member(&self.eval(&search.from)?);
        let to = self.eval(&search.to)?;
        let mut labels: Vec<Option<Label>> = vec![None; map.links.len()];
        let (limit, goal) =
            if allowance { (to.number(), None) } else { (Some(i64::MAX), member(&to)) };
        let (Some(from), Some(limit)) = (from, limit.filter(|n| *n >= 0)) else {
            return Ok((map.nodes, labels));
        };
        if !allowance && goal.is_none() {
            return Ok((map.nodes, labels));
        }
        labels[usize::from(from)] = Some((0, 0, from));
        let mut left: Vec<u16> = (0..map.links.len() as u16).collect();
        loop {
            let open = left.iter().copied().filter_map(|n| Some((labels[usize::from(n)]?, n)));
            let Some(((cost, nodes, _), here)) =
                open.min_by_key(|((cost, nodes, _), n)| (*cost, *nodes, *n))
            else {
                break;
            };
            left.retain(|n| *n != here);
            if goal == Some(here) {
                break;
            }
            for there in map.links[usize::from(here)].iter().filter(|n| left.contains(n)) {
                let price = match &search.fare {
                    None => Some(1),
                    Some((a, b, price)) => {
                        self.bind(*a, Val::Plain(Value::Member(map.nodes, here)));
                        self.bind(*b, Val::Plain(Value::Member(map.nodes, *there)));
                        self.eval(price)?.number()
                    }
                };
                let Some(price) = price else { continue };
                let label = (cost.saturating_add(price.max(0)), nodes + 1, here);
                let known = &mut labels[usize::from(*there)];
                if label.0 <= limit && known.is_none_or(|old| label < old) {
                    *known = Some(label);
                }
            }
        }
        Ok((map.nodes, labels))
    }

    /// The nodes of the cheapest way.
    pub(super) fn way(&mut self, search: &'b Travel) -> Eval<Vec<Value>> {
        let (of, labels) = self.searched(search, false)?;
        let (from, to) = (member(&self.eval(&search.from)?), member(&self.eval(&search.to)?));
        let mut way = Vec::new();
        let mut at = to;
        while let Some(node) = at.filter(|node| Some(*node) != from) {
            let Some((.., before)) = labels[usize::from(node)] else { break };
            way.push(Value::Member(of, node));
            at = Some(before);
        }
        way.reverse();
        Ok(way)
    }

    /// What the cheapest way costs.
    pub(super) fn distance(&mut self, search: &'b Travel) -> Eval<Option<i64>> {
        let (_, labels) = self.searched(search, false)?;
        let to = member(&self.eval(&search.to)?);
        Ok(to.and_then(|to| labels[usize::from(to)]).map(|(cost, ..)| cost))
    }
}
