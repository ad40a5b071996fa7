//! What only a workbench has: what reads lines of the language, where it stops, what it watches,
//! and a move that is carried out rule by rule.

use crate::terminal::typed::Typed;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::resolve::names::Resolved;
use houserules_table::debugger::breaks::Breaks;
use houserules_table::debugger::probe::DebugRun;
use houserules_table::debugger::{Bench, Wrong};
use houserules_table::game::Rejected;
use houserules_table::journal::Entry;
use houserules_table::log::LogLine;
use std::ops::Range;
use std::sync::Arc;

/// What a workbench has besides what every host has; at a table it stays as it began.
pub struct Workbench {
    /// Reads what is typed in the language.
    pub reads: Bench,
    /// Everything that a journal of the session holds.
    pub kept: Vec<Entry>,
    /// Where to stop.
    pub breaks: Breaks,
    /// What is watched: as it was typed, and its last value.
    pub watches: Vec<(String, String)>,
    /// A choice that is carried out rule by rule.
    pub probe: Option<DebugRun>,
    /// What the last run of it has still to say.
    pub halt: Halt,
    /// What chance is to give with the next choice: as it was typed.
    pub forced: Vec<String>,
    /// A command failed.
    pub failed: bool,
}

impl Workbench {
    /// For rules that declare this.
    #[must_use]
    pub fn new(declared: Arc<Resolved>) -> Self {
        Self::reading_with(Bench::new(declared))
    }

    /// One that reads lines with what has read lines for the same rules before.
    #[must_use]
    pub fn reading_with(reads: Bench) -> Self {
        Self {
            reads,
            kept: Vec::new(),
            breaks: Breaks::default(),
            watches: Vec::new(),
            probe: None,
            halt: Halt::default(),
            forced: Vec::new(),
            failed: false,
        }
    }
}

/// How far a choice came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ran {
    /// It is carried out.
    Done,
    /// It is carried out, and a break was hit at its end; or it was not, and why is to be said.
    Broke,
    /// It has paused in the middle.
    Paused,
}

/// What a run that stopped has to say.
#[derive(Debug, Default)]
pub struct Halt {
    /// What has happened.
    pub lines: Vec<LogLine>,
    /// The breaks that were hit.
    pub hit: Vec<u32>,
    /// Why what chance was to give could not be given.
    pub wrong: Wrong,
}

/// Why a choice was not made.
#[derive(Debug)]
pub enum NotMade {
    /// The choice is not possible.
    Rejected(Rejected),
    /// What chance was to give with it is not.
    Given(Wrong),
}

/// What is wrong with lines that nobody typed like this, said at the place of the choice.
pub fn at_place(typed: &Typed, part: Range<usize>, wrong: Wrong) -> Wrong {
    let said = |d: Diagnostic| {
        let said = typed.wrong(d.code, part.clone(), d.message);
        match d.help {
            Some(help) => said.help(help),
            None => said.help("`chance` alone lets it decide by itself again"),
        }
    };
    wrong.into_iter().map(said).collect()
}
