//! What a referee, a test or an editor does to a running game: turns it looks for, shuffles whose
//! end it says, conditions it watches.

use crate::position::Position;
use crate::program::{Loc, Program};
use crate::referee::Stacked;
use houserules_lang::ir::{RowId, ZoneId};
use std::sync::Arc;

/// What the machine is doing for a referee.
#[derive(Debug, Clone, Default)]
pub(super) struct RefereeTools {
    /// Chance waits to be answered.
    pub scripted: bool,
    /// Nothing was handed in or laid since the start.
    pub untouched: bool,
    /// The seat whose turn is looked for.
    pub seek: Option<u8>,
    /// The phase that it is looked for in.
    pub seek_in: Option<String>,
    /// Whose turns began while a turn was looked for.
    pub gone: Vec<u8>,
    /// The game halts before a turn begins.
    pub hold: bool,
    /// Whose end the table is kept of, and the table.
    pub mark: Option<u8>,
    pub end: Option<Box<Position>>,
    /// How shuffles are to end.
    pub stacks: Vec<Stack>,
    /// The stage in which it was found.
    pub found: Option<u16>,
    /// A turn has begun, but nothing of it has run.
    pub waiting: bool,
    /// The stage and the seat of the turn that was begun, until the order of its seats is looked at
    /// again.
    pub anew: Option<(u16, u8)>,
    /// Where to go on instead of at the beginning of what is entered next.
    pub skip: Vec<u32>,
    /// The program without what a referee runs.
    pub base: Option<Arc<Program>>,
    /// The bytes of stack and frames before a referee's statement.
    pub before: Option<Position>,
    /// Conditions read at the end of elements.
    pub watches: Vec<Watch>,
    /// The stage before whose next element the game waits for new rules.
    pub wait: Option<u16>,
}

impl RefereeTools {
    /// Whether a turn is looked for, and remembers whose turns begin in the meantime.
    pub fn note_turn(&mut self, seat: Option<u8>) {
        if let Some(seat) = seat
            && self.seek.is_some()
            && self.gone.len() < MOST_GONE
        {
            self.gone.push(seat);
        }
    }

    /// Nobody does anything to the game: chance falls as it falls, and it halts at questions alone.
    pub fn is_idle(&self) -> bool {
        let looks = self.seek.is_some() || self.hold || self.mark.is_some() || self.wait.is_some();
        let acts = self.scripted || self.before.is_some() || !self.skip.is_empty();
        !looks && !acts && self.stacks.is_empty() && self.watches.is_empty()
    }

    /// Where to go on instead of at the beginning of what is entered, on the way to a phase.
    pub fn next_skip(&mut self) -> Option<u32> {
        if self.skip.is_empty() { None } else { Some(self.skip.remove(0)) }
    }

    /// Shuffles of the set-up come again.
    pub fn restack(&mut self) {
        self.stacks.iter_mut().for_each(|stack| stack.came = Stacked::Waiting);
    }
}

/// So many turns that went by are remembered.
const MOST_GONE: usize = 64;

/// A condition that is read at the end of every element of stages of a word.
#[derive(Debug, Clone)]
pub(super) struct Watch {
    pub word: u8,
    pub pc: u32,
    pub result: Loc,
    pub read: u64,
    pub failed: bool,
}

/// A shuffle that is told how to end.
#[derive(Debug, Clone)]
pub(super) struct Stack {
    pub zone: ZoneId,
    pub key: u16,
    pub rows: Vec<RowId>,
    pub came: Stacked,
}

impl Stack {
    /// Brings the cards that were named to the front.
    pub fn order<T>(&self, cards: &mut [T], is: impl Fn(&T, u16) -> bool) -> Stacked {
        for (at, row) in self.rows.iter().enumerate() {
            match cards.get(at..).and_then(|rest| rest.iter().position(|c| is(c, row.0))) {
                Some(found) => cards[at..=at + found].rotate_right(1),
                None => return Stacked::Missing(*row),
            }
        }
        Stacked::Done
    }
}
