//! Fields of the desk. A function that runs for long keeps the counts among them in variables, and
//! brings them to the desk wherever somebody else reads them there.

use super::{Emit, fixed, plain};
use crate::call::{Desk, Helper};
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::Variable;
use std::mem::offset_of;

/// A field of the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// Steps since the last stop.
    Steps,
    /// What was written.
    Dirty,
    /// Turns of the game.
    Turns,
    /// Rounds of the game.
    Rounds,
    /// What a call gives.
    Value,
    /// Decisions made so far.
    Made,
    /// And at most.
    Most,
    /// Where to go on.
    Pc,
    /// The lower word of the generator's state.
    StateLow,
    /// The upper word.
    StateHigh,
    /// Whether the code draws by itself.
    DrawsItself,
    /// What is remembered of squares, which stays where it is.
    Looks,
    /// Where games that follow begin.
    Door,
}

impl Slot {
    /// What changes with every decision.
    const COUNTS: [Self; 7] = [
        Self::Steps,
        Self::Dirty,
        Self::Turns,
        Self::Rounds,
        Self::Made,
        Self::StateLow,
        Self::StateHigh,
    ];

    fn offset(self) -> i32 {
        let at = match self {
            Self::Steps => offset_of!(Desk<'static, 'static>, steps),
            Self::Dirty => offset_of!(Desk<'static, 'static>, dirty),
            Self::Turns => offset_of!(Desk<'static, 'static>, turns),
            Self::Rounds => offset_of!(Desk<'static, 'static>, rounds),
            Self::Value => offset_of!(Desk<'static, 'static>, value),
            Self::Made => offset_of!(Desk<'static, 'static>, made),
            Self::Most => offset_of!(Desk<'static, 'static>, most),
            Self::Pc => offset_of!(Desk<'static, 'static>, pc),
            Self::StateLow => offset_of!(Desk<'static, 'static>, state),
            Self::StateHigh => offset_of!(Desk<'static, 'static>, state) + 8,
            Self::Looks => offset_of!(Desk<'static, 'static>, looks),
            Self::Door => offset_of!(Desk<'static, 'static>, door),
            Self::DrawsItself => offset_of!(Desk<'static, 'static>, draws_itself),
        };
        at as i32
    }
}

/// Counts as variables.
#[derive(Debug, Clone, Copy)]
pub struct Kept([Variable; Slot::COUNTS.len()]);

impl Emit<'_, '_> {
    /// From here on the counts are kept in variables.
    pub fn keep_counts(&mut self) {
        self.kept = Some(Kept(std::array::from_fn(|_| self.b.declare_var(types::I64))));
        self.fetch_counts();
    }

    /// The variable of a field of the desk, if it is kept in one.
    pub fn variable_of(&self, slot: Slot) -> Option<Variable> {
        let at = Slot::COUNTS.iter().position(|count| *count == slot)?;
        self.kept.as_ref().and_then(|kept| kept.0.get(at)).copied()
    }

    /// A field of the desk.
    pub fn slot(&mut self, slot: Slot) -> Value {
        match self.variable_of(slot) {
            Some(var) => self.b.use_var(var),
            None => {
                let flags = if slot == Slot::Looks { fixed() } else { plain() };
                self.b.ins().load(types::I64, flags, self.desk, slot.offset())
            }
        }
    }

    /// Sets a field of the desk.
    pub fn set_slot(&mut self, slot: Slot, value: Value) {
        match self.variable_of(slot) {
            Some(var) => self.b.def_var(var, value),
            None => _ = self.b.ins().store(plain(), value, self.desk, slot.offset()),
        }
    }

    /// Brings the counts to the desk.
    pub fn hand_in_counts(&mut self) {
        for slot in Slot::COUNTS {
            if let Some(var) = self.variable_of(slot) {
                let value = self.b.use_var(var);
                self.b.ins().store(plain(), value, self.desk, slot.offset());
            }
        }
    }

    /// Takes the counts from the desk.
    fn fetch_counts(&mut self) {
        for slot in Slot::COUNTS {
            if let Some(var) = self.variable_of(slot) {
                let value = self.b.ins().load(types::I64, plain(), self.desk, slot.offset());
                self.b.def_var(var, value);
            }
        }
    }

    /// Calls a helper that counts or draws.
    pub fn help_counting(&mut self, helper: Helper, given: &[Value]) -> Value {
        self.hand_in_counts();
        let result = self.help(helper, given);
        self.fetch_counts();
        result
    }
}
