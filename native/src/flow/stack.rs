//! Stacks that are known before the game runs: each place in the rules is translated once for each
//! stack on which it can be reached.

use crate::entries::entries;
use crate::region::fork;
use houserules_interpreter::program::{FrameKind, Op, Pc, Program};
use houserules_lang::ir::BodyRef;
use std::collections::{BTreeMap, BTreeSet};

/// What stands on a level of the frame stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A body, by its frame, and where it returns to.
    Body(u16, Pc),
    /// A stage, and whether an element of it is running.
    Stage(u16, bool),
    /// A choice, by its number.
    Site(u16),
}

/// The frame stack, from the outermost.
pub type Stack = Vec<Level>;

/// Where code is translated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spot {
    /// An instruction of the program.
    At(Pc),
    /// A question that somebody answers.
    Decide(Pc),
}

/// Places by stack.
#[derive(Debug, Default)]
pub struct Places {
    stacks: Vec<Stack>,
    numbers: BTreeMap<Stack, usize>,
    known: BTreeMap<(Spot, usize), usize>,
    all: Vec<(Spot, usize)>,
    /// From which place to which flow may go.
    ways: BTreeSet<(usize, usize)>,
}

impl Places {
    /// The number of a place; a new one if it was not met.
    pub fn number(&mut self, spot: Spot, stack: &Stack) -> usize {
        let stack = match self.numbers.get(stack) {
            Some(known) => *known,
            None => {
                let new = self.stacks.len();
                self.stacks.push(stack.clone());
                self.numbers.insert(stack.clone(), new);
                new
            }
        };
        *self.known.entry((spot, stack)).or_insert_with(|| {
            self.all.push((spot, stack));
            self.all.len() - 1
        })
    }

    /// Notes that flow may go from one place to another.
    pub fn lead(&mut self, from: usize, to: usize) {
        self.ways.insert((from, to));
    }

    /// For each place whether flow may come back to it.
    #[must_use]
    pub fn that_come_back(&self) -> Vec<bool> {
        let comes_back = |place: usize| {
            let (mut seen, mut todo) = (BTreeSet::new(), vec![place]);
            while let Some(at) = todo.pop() {
                for (_, to) in self.ways.range((at, 0)..(at + 1, 0)) {
                    if *to == place {
                        return true;
                    }
                    if seen.insert(*to) {
                        todo.push(*to);
                    }
                }
            }
            false
        };
        (0..self.all.len()).map(comes_back).collect()
    }

    /// A place by its number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<(Spot, &Stack)> {
        let (spot, stack) = *self.all.get(number)?;
        Some((spot, self.stacks.get(stack)?))
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.all.len()
    }
}

/// The frame of a level.
pub fn frame_of(level: Level, program: &Program) -> u16 {
    match level {
        Level::Body(frame, _) => frame,
        Level::Stage(stage, _) => program.stages[usize::from(stage)].frame,
        Level::Site(site) => program.sites[usize::from(site)].frame,
    }
}

/// How many moves are running.
pub fn moves(stack: &[Level], program: &Program) -> i64 {
    let is_move = |level: &&Level| match level {
        Level::Body(frame, _) => {
            let kind = program.frames[usize::from(*frame)].kind;
            matches!(kind, FrameKind::Body(BodyRef::Move(_)))
        }
        Level::Stage(..) | Level::Site(_) => false,
    };
    stack.iter().filter(is_move).count() as i64
}

/// The bytes of a stack as they lie in a position.
pub fn bytes(stack: &[Level], program: &Program) -> Vec<u8> {
    let mut all = Vec::with_capacity(8 * stack.len());
    for level in stack {
        let back = if let Level::Body(_, back) = level { *back } else { 0 };
        let entry = u64::from(frame_of(*level, program)) | u64::from(back) << 32;
        all.extend(entry.to_le_bytes());
    }
    all
}

/// Instructions that are reached from elsewhere, not only from the one before them.
pub fn landings(program: &Program) -> BTreeSet<Pc> {
    let mut all = entries(program);
    for (pc, op) in (0..).zip(&program.code) {
        match op {
            Op::Jmp { to } => {
                all.insert(*to);
            }
            op => {
                if let Some(to) = fork(*op) {
                    all.extend([to, pc + 1]);
                }
            }
        }
    }
    all
}
