//! What is found in a program before anything is translated.

use crate::live::{
    Known, Set, Sets, asked, callee, facts, lists_read_elsewhere, read_elsewhere, registers_alive,
};
use crate::region::{Region, Regions};
use crate::roots::Roots;
use houserules_interpreter::program::{Pc, Program};
use std::collections::BTreeMap;

/// So many instructions of regions are translated at most: what comes after them is interpreted.
const MOST: usize = 40_000;

/// What is found before anything is translated.
pub struct Found {
    /// Regions by entry.
    pub regions: BTreeMap<Pc, Region>,
    /// What they do.
    pub known: Known,
    /// Entries of regions, callees first.
    pub order: Vec<Pc>,
    /// Registers that are read outside the region that writes them.
    pub escaping: Set,
    /// The same of lists.
    pub lists: Set,
    /// Where pure code is entered.
    pub roots: Roots,
    /// Registers that pure code reads as they were, or that somebody reads who is no pure code.
    pub touched: Set,
    /// Registers that are read before they are written, from each instruction on that is not pure.
    pub alive: Vec<Set>,
}

impl Found {
    /// Of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let roots = Roots::of(program);
        let mut finder = Regions::new(program);
        let mut regions: BTreeMap<Pc, Region> = BTreeMap::new();
        let mut todo: Vec<Pc> = roots.entries.iter().rev().copied().collect();
        let mut all = 0;
        while let Some(entry) = todo.pop() {
            if regions.contains_key(&entry) || all > MOST {
                continue;
            }
            if let Some(region) = finder.find(entry) {
                all += region.nodes.len();
                todo.extend(region.nodes.iter().filter_map(|node| callee(node, program)));
                regions.insert(entry, region);
            }
        }
        let order = callees_first(&regions, program);
        let (mut known, none) = (Known::new(), Sets::default());
        for entry in &order {
            let made = facts(&regions[entry], program, &known, &none);
            known.insert(*entry, made);
        }
        let mut escaping = roots.read.clone();
        // The code of deeds is carried out elsewhere as well.
        let nodes = regions.values().flat_map(|r| &r.nodes).filter(|node| !node.deed);
        let inside: std::collections::BTreeSet<Pc> = nodes.map(|node| node.pc).collect();
        escaping.join(&read_elsewhere(program, |pc| inside.contains(&pc)));
        let mut lists = roots.lists.clone();
        lists.join(&lists_read_elsewhere(program, |pc| inside.contains(&pc)));
        for facts in known.values() {
            escaping.join(&facts.live);
            escaping.join(&facts.awaited);
            lists.join(&facts.lists_live);
            lists.join(&facts.lists_awaited);
        }
        let mut read = Set::default();
        read.add(0);
        known.values().for_each(|facts| read.join(&facts.live));
        let alive = registers_alive(program, &known, |pc| inside.contains(&pc), &read);
        let mut touched = read;
        touched.join(&roots.read);
        known.values().for_each(|facts| touched.join(&facts.writes.both(&escaping)));
        Self { regions, known, order, escaping, lists, roots, touched, alive }
    }
}

/// Regions whose callees were all found, these before those that call them.
fn callees_first(regions: &BTreeMap<Pc, Region>, program: &Program) -> Vec<Pc> {
    let mut order: Vec<Pc> = Vec::new();
    let mut placed = std::collections::BTreeSet::new();
    // Calls lead back nowhere, so that each round places some until none is left that can be.
    loop {
        let before = order.len();
        for (entry, region) in regions {
            let runs = |node| callee(node, program).or_else(|| asked(node, region));
            let mut calls = region.nodes.iter().filter_map(runs);
            if !placed.contains(entry) && calls.all(|to| placed.contains(&to)) {
                placed.insert(*entry);
                order.push(*entry);
            }
        }
        if order.len() == before {
            return order;
        }
    }
}
