//! What the checker makes: reports, tables, and words, deeds and moves as they are finished.

use super::graph::Graph;
use super::made::{Deeds, Instance, Moves, Words};
use super::notes::Notes;
use super::reports::Reports;
use super::tables::Tables;
use crate::ir::{DeedId, KindSet, Test};
use crate::source::Span;
use std::collections::BTreeMap;

/// Nesting beyond this is refused; the parser's own limit lies below.
const DEEPEST: u32 = 260;

/// Everything that is made while checking.
pub(super) struct RulebookBuilder {
    /// What was said.
    pub reports: Reports,
    /// Texts, stages, choices, limits, endings.
    pub tables: Tables,
    /// Words by id.
    pub words: Words,
    /// Deeds by id.
    pub deeds: Deeds,
    /// Moves by id.
    pub moves: Moves,
    /// Tests in their order.
    pub tests: Vec<Test>,
    /// Who uses whom.
    pub graph: Graph,
    /// What is looked at when everything is typed.
    pub notes: Notes,
    /// How often the table has changed in what was typed so far.
    pub changes: u64,
    /// How deep expressions and statements are nested just now.
    depth: u32,
}

impl RulebookBuilder {
    /// Nothing made yet, for so many words, deeds and moves.
    pub fn new(words: usize, deeds: usize, moves: usize) -> Self {
        Self {
            reports: Reports::default(),
            tables: Tables::default(),
            words: Words::new(words),
            deeds: Deeds::new(deeds),
            moves: Moves::new(moves),
            tests: Vec::new(),
            graph: Graph::default(),
            notes: Notes::default(),
            changes: 0,
            depth: 0,
        }
    }

    /// Room for one more deed.
    pub fn new_deed(&mut self) -> DeedId {
        let count = self.deeds.grow();
        DeedId(self.tables.last("deeds", count))
    }

    /// The deed for these kinds; `anew` even if it is the first that is asked for.
    pub fn instance(&mut self, of: DeedId, kinds: BTreeMap<String, KindSet>, anew: bool) -> DeedId {
        if let Some(made) = self.deeds.instance(of, &kinds) {
            return made;
        }
        let first = self.deeds.instances_of(of) == 0 && !anew;
        let id = if first { of } else { self.new_deed() };
        self.deeds.ask(Instance { of, id, kinds });
        id
    }

    /// One level deeper; false if that is too deep.
    pub fn deeper(&mut self, span: Span) -> bool {
        if self.depth >= DEEPEST {
            // Only words that lead to each other in a circle come so deep; the circle is shown
            // later.
            self.reports.lose(span);
            return false;
        }
        self.depth += 1;
        true
    }

    /// One level up.
    pub fn higher(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// On top again, whatever was typed before.
    pub fn surface(&mut self) {
        self.depth = 0;
    }
}
