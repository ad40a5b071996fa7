//! Where machine code may take the interpreter's place.
//!
//! A machine is handed it by [`Machine::assist`], at any stop. It works on the same bytes,
//! registers and lists as the interpreter, in the same places, so either may go on where the other
//! has left off.

use super::{Executor, Machine, Memory};
use crate::chance::BotDraw;
use std::sync::Arc;

/// How machine code has left off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// It is done.
    Done,
    /// The interpreter goes on with the instruction there. Whatever may fail is left to it, so that
    /// it names the rule.
    At(u32),
}

/// Machine code of a program. What it has none for it leaves where it stands, with nothing done.
///
/// It must do what the interpreter does: the same bytes, the same draws in the same order, the same
/// steps and candidates counted. It is not asked where somebody looks on: a game that is recorded,
/// traced, followed or refereed is interpreted.
pub trait Native: std::fmt::Debug + Send + Sync {
    /// Runs pure code to its end.
    fn pure(&self, pc: u32, position: &[u8], memory: &mut Memory) -> Left {
        let _ = (position, memory);
        Left::At(pc)
    }

    /// Runs towards the next stop, and leaves off where it can go no further: at the question at
    /// the latest. It is never done.
    fn flow(&self, pc: u32, position: &mut [u8], memory: &mut Memory) -> u32 {
        let _ = (position, memory);
        pc
    }

    /// Plays on by itself from the choice at which the position stands; every seat and chance
    /// decide step by step. Gives how many decisions were made, at most `most`; the position stands
    /// at a choice again, or where the interpreter goes on by its program counter.
    fn play(
        &self,
        position: &mut [u8],
        memory: &mut Memory,
        bot: &mut dyn BotDraw,
        most: u64,
    ) -> u64 {
        let _ = (position, memory, bot, most);
        0
    }
}

impl<'a> Executor<'a> {
    /// Machine code that may run here: nobody looks on.
    pub(super) fn native(&self) -> Option<&'a dyn Native> {
        self.native.filter(|_| self.recorder.is_idle() && self.tools.is_idle())
    }
}

impl Machine {
    /// From now on machine code does what it can. It must have been made from the program that this
    /// machine was started with: what a referee adds to it lies behind.
    pub fn assist(&mut self, native: Arc<dyn Native>) {
        self.native = Some(native);
    }
}
