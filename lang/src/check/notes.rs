//! What is noted while bodies are typed, for what only the whole can tell.

use super::graph::Node;
use crate::ir::{DeedId, MoveId, OptionId};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A deed that is only imagined, and where.
#[derive(Debug, Clone, Copy)]
pub(super) struct Supposed {
    pub deed: DeedId,
    /// Where it is named behind `after`.
    pub span: Span,
}

/// A thing that may be read or not, by its index in the rulebook.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    Zone(u16),
    Counter(u16),
    Option(u16),
    Menu(u16),
}

/// Notes on what was typed so far.
#[derive(Default)]
pub(super) struct Notes {
    /// Deeds that are only imagined.
    pub supposed: Vec<Supposed>,
    /// Deeds whose runs are read, and where.
    pub run_reads: Vec<(DeedId, Span)>,
    /// Moves that are asked of several seats, and where.
    pub asked_of_several: Vec<(MoveId, Span)>,
    /// Deeds or moves are called that nothing declares.
    pub deeds_missing: bool,
    /// Counters, and the bodies that set them.
    writers: Vec<(u16, Node)>,
    /// Options of plain numbers that stand where amounts are wanted.
    mixed_options: BTreeSet<OptionId>,
    /// Moves that no menu gives what they ask for.
    not_given: BTreeSet<MoveId>,
    /// How often each thing is read.
    read: BTreeMap<Thing, u32>,
}

impl Notes {
    /// Somebody reads a thing.
    pub fn reads(&mut self, thing: Thing) {
        *self.read.entry(thing).or_default() += 1;
    }

    /// What was taken for a reading is a writing.
    pub fn only_writes(&mut self, thing: Thing) {
        if let Some(times) = self.read.get_mut(&thing) {
            *times = times.saturating_sub(1);
        }
    }

    /// Whether somebody reads a thing.
    pub fn is_read(&self, thing: Thing) -> bool {
        self.read.get(&thing).is_some_and(|times| *times > 0)
    }

    /// A body sets a counter.
    pub fn sets(&mut self, counter: u16, body: Node) {
        self.writers.push((counter, body));
    }

    /// Whether one of these bodies sets a counter.
    pub fn is_set(&self, counter: u16, by: &BTreeSet<Node>) -> bool {
        self.writers.iter().any(|(c, node)| *c == counter && by.contains(node))
    }

    /// An option of plain numbers stands where amounts are wanted; whether that is new.
    pub fn mixes(&mut self, option: OptionId) -> bool {
        self.mixed_options.insert(option)
    }

    /// No menu gives a move what it asks for; whether that is new.
    pub fn gives_nothing(&mut self, to: MoveId) -> bool {
        self.not_given.insert(to)
    }

    /// Whether it was found that no menu gives a move what it asks for.
    pub fn is_given_nothing(&self, of: MoveId) -> bool {
        self.not_given.contains(&of)
    }
}
