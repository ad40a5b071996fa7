//! What a text means in a decision, or why it means nothing.

use houserules_interpreter::ask::{Answer, Illegality, Offered};
use houserules_lang::ir::Value;

/// What a text means in a decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picked {
    /// The entry of the menu.
    pub what: Offered,
    /// What is handed in.
    pub answer: Answer,
}

/// Why a text means nothing here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// It cannot be read.
    Unclear {
        /// What is wrong.
        message: String,
        /// What to write instead.
        help: Option<String>,
    },
    /// It can be read, but ends before the choice does.
    Short {
        /// Its values so far.
        args: Vec<Value>,
        /// What is wrong.
        message: String,
        /// What may follow.
        help: String,
    },
    /// It can be read, but the rules refuse it.
    Refused {
        /// The entry that was meant.
        what: Offered,
        /// Its values so far.
        args: Vec<Value>,
        /// The first reason against it.
        why: Illegality,
    },
}

pub(super) fn unclear(message: impl Into<String>, help: Option<String>) -> Problem {
    Problem::Unclear { message: message.into(), help }
}
