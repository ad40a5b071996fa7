//! What a program works in besides the position: registers, lists, counts. Nothing in it outlives a
//! stop: a game goes on from its position, program and seed alone.

use super::batch::Series;
use super::scratch::Scratch;
use crate::ask::Tally;
use crate::chance::{ChanceSource, Seed};
use crate::program::{Program, Wrote};

/// What a program works in.
#[derive(Debug, Clone)]
pub struct Memory {
    /// Registers; the first holds the acting seat.
    pub regs: Vec<i64>,
    /// Lists, which instructions name by their numbers.
    pub lists: Vec<Vec<i64>>,
    /// Where calls of pure code return to.
    pub calls: Vec<u32>,
    /// What was written since conditions were last tested: bits as in
    /// [`EndRule::reads`](crate::program::EndRule::reads).
    pub dirty: u64,
    /// What the last atom wrote, until endings at once have looked.
    pub wrote: Wrote,
    /// Steps since the last stop, against [`budget::STEPS`](crate::program::budget::STEPS).
    pub steps: u64,
    /// Candidates looked at in the present search, against
    /// [`budget::SEARCH`](crate::program::budget::SEARCH).
    pub nodes: u64,
    /// The instruction that runs; where a fault came from.
    pub at: u32,
    /// How many deeds are only imagined just now, one within the other.
    pub supposing: u32,
    /// The game's seed: lots that are read before they fall hang on it.
    pub chance: ChanceSource,
    /// Counts of what has happened since the game began.
    pub tally: Tally,
    /// The games that follow this one, as long as a batch is played.
    pub(super) series: Option<Box<Series>>,
    pub(super) scratch: Scratch,
}

impl Memory {
    /// For a program and a game's seed.
    pub(super) fn new(program: &Program, seed: Seed) -> Self {
        let mut memory = Self {
            regs: Vec::new(),
            lists: Vec::new(),
            calls: Vec::new(),
            dirty: u64::MAX,
            wrote: Wrote::Nothing,
            steps: 0,
            nodes: 0,
            at: 0,
            supposing: 0,
            chance: ChanceSource { seed },
            tally: Tally::default(),
            series: None,
            scratch: Scratch::new(),
        };
        memory.fit(program);
        memory
    }

    /// What of it counts between two questions: where nothing runs, the position has the rest.
    pub(super) fn at_rest(&self) -> Self {
        Self {
            regs: Vec::new(),
            lists: Vec::new(),
            calls: Vec::new(),
            series: None,
            scratch: Scratch::new(),
            dirty: self.dirty,
            wrote: self.wrote,
            steps: self.steps,
            nodes: self.nodes,
            at: self.at,
            supposing: 0,
            chance: self.chance,
            tally: self.tally,
        }
    }

    /// Makes room for a program that has more code.
    pub(super) fn fit(&mut self, program: &Program) {
        let (registers, lists) = program.registers;
        self.regs.resize(self.regs.len().max(registers as usize + 64), 0);
        self.lists.resize(self.lists.len().max(lists as usize + 8), Vec::new());
    }
}
