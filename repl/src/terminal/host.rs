//! The one host at a terminal: a game with its history, and all that `play` and the workbench have
//! in common. Who sits at the table is in its [`People`], what only a workbench has in its
//! [`Workbench`].

use super::command::Role;
use super::commands;
use super::editor::Typing;
use super::input::{Input, Words};
use super::sentences::sentence;
use super::typed::{CommandResult, Failed, Typed};
use crate::bots::Bots;
use crate::cli_error::CliError;
use crate::play::people::People;
use crate::reload::desk::{Desk, Readers};
use crate::repl::workbench::Workbench;
use crate::setup::Sitter;
use crate::show::console::{Console, Tone};
use crate::show::diagnostics;
use houserules_files::journal_file::JournalFile;
use houserules_interpreter::machine::Machine;
use houserules_lang::code::Code;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::Rulebook;
use houserules_table::debugger::{TYPED, Wrong};
use houserules_table::game::Game;
use houserules_table::journal::Header;
use houserules_table::session::{Point, Session};
use houserules_table::visibility::Viewer;
use std::sync::Arc;

/// What stands for the line of whoever interrupts at a table.
pub const LEAVE: &str = ":quit";

/// A game at a terminal.
pub struct Host<'a, 'c> {
    /// Who types: people at a table, or a referee.
    pub role: Role,
    /// The game and its history.
    pub session: Session<Machine>,
    /// What the game was made up from.
    pub header: Header,
    /// Where everything is shown.
    pub console: &'a mut Console<'c>,
    /// Where lines come from.
    pub input: Input,
    /// What keeps the session; none: nothing does.
    pub keeper: Option<JournalFile>,
    /// The rules as they lie in their files.
    pub desk: Desk,
    /// Those who play by themselves, and give hints.
    pub bots: Bots<Machine>,
    /// Whose eyes look at the screen.
    pub eyes: Viewer,
    /// The rules for which lines were read and seats pass.
    pub read_for: Arc<Rulebook>,
    /// Those who sit at the table.
    pub people: People,
    /// What only a workbench has.
    pub bench: Workbench,
}

impl Host<'_, '_> {
    /// The game as it is to be looked at: in the middle of a choice the copy that carries it out.
    #[must_use]
    pub fn game(&self) -> &Game<Machine> {
        self.bench.probe.as_ref().map_or_else(|| self.session.game(), |probe| &probe.game)
    }

    /// The same, to ask it something.
    pub fn game_mut(&mut self) -> &mut Game<Machine> {
        match &mut self.bench.probe {
            Some(probe) => &mut probe.game,
            None => self.session.game_mut(),
        }
    }

    /// Where the game stands for whoever looks: while a race is on, where it began.
    #[must_use]
    pub fn standing(&self) -> Point {
        self.session.tree().standing(self.eyes)
    }

    /// The game as whoever looks may know it: as it stood when a race began that is still on; none:
    /// as it stands.
    #[must_use]
    pub fn race_began(&self, viewer: Viewer) -> Option<Game<Machine>> {
        let began = self.session.tree().standing(viewer);
        let racing = self.bench.probe.is_none() && began != self.session.here();
        racing.then(|| self.session.standing_at(began))
    }

    /// Who is asked, as far as a reader may know.
    #[must_use]
    pub fn asked_by(&self, viewer: Viewer) -> Vec<u8> {
        let asked = match self.race_began(viewer) {
            Some(game) => game.asked(),
            None => self.game().asked(),
        };
        asked.map(|a| a.seats).unwrap_or_default()
    }

    /// Who reads what is said of new rules, and must agree to them.
    #[must_use]
    pub fn readers(&self) -> Readers {
        let sitters = (0u8..).zip(&self.people.sitters);
        let mut people = sitters.filter(|(_, sitter)| **sitter == Sitter::Human);
        match (people.next(), people.next()) {
            (Some((seat, _)), None) => Readers::One(Viewer::Seat(seat)),
            (Some(_), Some(_)) => Readers::Several,
            (None, _) if self.eyes == Viewer::Referee || self.role == Role::Player => {
                Readers::Referee
            }
            (None, _) => Readers::One(self.eyes),
        }
    }

    /// Asks for a line; none at the end of the input.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn ask(&mut self, prompt: &str, words: &Words) -> Result<Option<String>, CliError> {
        loop {
            match self.input.ask(self.console, prompt, words.clone())? {
                Typing::Line(line) => return Ok(Some(line)),
                Typing::End => return Ok(None),
                // Leaving is asked about where nothing keeps the game.
                Typing::Interrupted if self.role == Role::Player => {
                    return Ok(Some(LEAVE.to_string()));
                }
                // A line that was begun is given up; the session goes on.
                Typing::Interrupted | Typing::NoText => {}
            }
        }
    }

    /// Writes what was done to the journal, if there is one; if that fails, it is said, and the
    /// game goes on.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn keep(&mut self) -> Result<(), CliError> {
        if self.role == Role::Referee {
            let known = self.bench.kept.len() as u64;
            let new = self.session.unwritten().iter().filter(|entry| entry.n > known);
            self.bench.kept.extend(new.cloned());
        }
        let Some(keeper) = &mut self.keeper else {
            self.session.written();
            return Ok(());
        };
        let said = keeper.keep(&mut self.session);
        said.map_or(Ok(()), |(tone, words)| self.console.say(tone, &words))
    }

    /// Whether leaving loses nothing.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn is_kept(&mut self) -> Result<bool, CliError> {
        self.keep()?;
        Ok(self.keeper.as_mut().is_some_and(|keeper| keeper.has_all(&mut self.session)))
    }

    /// Says what is wrong with a line: to a referee at its place, to who plays in a sentence.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn say_wrong(&mut self, typed: &Typed, wrong: &Wrong) -> Result<(), CliError> {
        if self.role == Role::Player {
            let Some(first) = wrong.first() else { return Ok(()) };
            let help = first.help.as_ref().map_or_else(String::new, |help| format!(": {help}"));
            return self.wrong(&sentence(&format!("{}{help}", first.message)));
        }
        self.bench.failed = true;
        let mut sources = self.game().sources().clone();
        sources.add(TYPED, typed.text);
        let look = self.console.look;
        diagnostics::human(&sources, wrong, self.console.out(), look).map_err(CliError::output)
    }

    /// Says why a command was not carried out.
    ///
    /// # Errors
    /// If a stream failed: nothing more can be shown or asked.
    pub fn say_failed(&mut self, typed: &Typed, failed: Failed) -> Result<(), CliError> {
        match failed {
            Failed::Wrong(wrong) => {
                let usual = |code: Code| match (code, commands::find(typed.word())) {
                    (Code::E1012 | Code::E1013, _) => {
                        "`moves` lists what may be chosen now".to_string()
                    }
                    (_, Some(command)) => {
                        format!("`help {}` shows how it is written", command.name())
                    }
                    (_, None) => "`help` lists what may be typed".to_string(),
                };
                let helped = |d: Diagnostic| match d.help {
                    None if self.role == Role::Referee => {
                        let help = usual(d.code);
                        d.help(help)
                    }
                    None | Some(_) => d,
                };
                let wrong = wrong.into_iter().map(helped).collect();
                self.say_wrong(typed, &wrong)
            }
            Failed::CliError(trouble) if trouble.ends() => Err(trouble),
            Failed::CliError(trouble) => {
                self.bench.failed = true;
                self.wrong(&sentence(&trouble.in_a_line()))
            }
        }
    }

    /// Says what was wrong with a line; answers given ahead are forgotten.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn wrong(&mut self, text: &str) -> Result<(), CliError> {
        self.people.ahead.clear();
        self.console.say(Tone::Wrong, text)
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

    /// Lines of an answer.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn lines(&mut self, lines: &[String]) -> CommandResult {
        lines.iter().try_for_each(|line| self.line(line))
    }

    /// Lines, each in its tone.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn say_all(&mut self, lines: &[(Tone, String)]) -> Result<(), CliError> {
        lines.iter().try_for_each(|(tone, line)| self.console.say(*tone, line))
    }
}
