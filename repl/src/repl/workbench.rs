//! A session with everything around it, what came of a choice, and how things are said.

use super::input::Input;
use super::typed::{CommandResult, Typed};
use crate::bots::{Adviser, Draws};
use crate::cli_error::CliError;
use crate::play::journal_file::JournalFile;
use crate::reload::desk::Desk;
use crate::show::console::{Console, Tone};
use crate::show::diagnostics;
use houserules_interpreter::ask::Stop;
use houserules_interpreter::machine::Machine;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Sources;
use houserules_table::debugger::breaks::Breaks;
use houserules_table::debugger::probe::DebugRun;
use houserules_table::debugger::{Bench, TYPED, Wrong, fault_said};
use houserules_table::game::{Game, Rejected};
use houserules_table::journal::{Entry, Header};
use houserules_table::log::LogLine;
use houserules_table::session::Session;
use houserules_table::visibility::Viewer;
use std::ops::Range;
use std::sync::Arc;

/// A session with everything around it.
pub struct Workbench<'a, 'c> {
    /// The game and its history.
    pub session: Session<Machine>,
    /// Reads what is typed in the language.
    pub bench: Bench,
    /// The rulebook it reads for.
    pub read_for: Arc<Rulebook>,
    /// The rules as they lie in their files.
    pub desk: Desk,
    /// Where everything is shown.
    pub console: &'a mut Console<'c>,
    /// Where lines come from.
    pub input: Input,
    /// The header of the session's journals.
    pub header: Header,
    /// What keeps the session; none: nothing does.
    pub keeper: Option<JournalFile>,
    /// Everything that a journal of the session holds.
    pub kept: Vec<Entry>,
    /// What bots draw from.
    pub bots: Draws,
    /// Who gives hints.
    pub adviser: Adviser,
    /// Whose eyes it looks through.
    pub eyes: Viewer,
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
    /// `quit` was said.
    pub over: bool,
}

/// How far a choice came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ran {
    /// It is carried out.
    CommandResult,
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

impl Workbench<'_, '_> {
    /// The game as it is to be looked at: in the middle of a choice the copy that carries it out.
    #[must_use]
    pub fn game(&self) -> &Game<Machine> {
        self.probe.as_ref().map_or_else(|| self.session.game(), |probe| &probe.game)
    }

    /// The same, to ask it something.
    pub fn game_mut(&mut self) -> &mut Game<Machine> {
        match &mut self.probe {
            Some(probe) => &mut probe.game,
            None => self.session.game_mut(),
        }
    }

    /// Says what is wrong with a line.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn say_wrong(&mut self, line: &str, wrong: &Wrong) -> Result<(), CliError> {
        self.failed = true;
        let mut sources: Sources = self.game().sources().clone();
        sources.add(TYPED, line);
        let look = self.console.look;
        diagnostics::human(&sources, wrong, self.console.out(), look).map_err(CliError::output)
    }

    /// Says what a rule could not do, if the game stopped there.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn say_fault(&mut self) -> Result<(), CliError> {
        let Stop::Fault(fault) = self.game().stop() else { return Ok(()) };
        let eyes = self.eyes;
        if eyes != Viewer::Referee {
            let Some(report) = self.game_mut().fault(eyes) else { return Ok(()) };
            self.failed = true;
            return self.console.say(Tone::Wrong, &report.heading());
        }
        let said = fault_said(self.game(), &fault);
        self.say_wrong("", &vec![said])?;
        let Some(report) = self.game_mut().fault(Viewer::Referee) else { return Ok(()) };
        for detail in &report.details {
            self.console.line(&format!("  {detail}"))?;
        }
        if !report.path.is_empty() {
            self.console.line(&format!("  in {}", report.path))?;
        }
        self.console.say(Tone::Faint, "  `undo` goes back before it.")
    }

    /// A remark beside the point.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn note(&mut self, text: &str) -> CommandResult {
        Ok(self.console.say(Tone::Faint, text)?)
    }

    /// A line of an answer.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn line(&mut self, text: &str) -> CommandResult {
        Ok(self.console.line(text)?)
    }
}
