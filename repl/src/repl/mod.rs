//! The workbench: a game that its designer looks into, steps through, asks, changes and plays on.
//!
//! [`Workbench`] reads line after line; [`commands`] is the list of what may be typed, with its
//! help. [`looking`] shows, [`playing`] plays, [`stepping`] goes rule by rule and stops where it is
//! told, [`asking`] says why, [`refereeing`] changes the table, [`going`] goes over the history,
//! [`keeping`] has to do with files; [`input`] edits lines. What belongs to any host is in the
//! interpreter's bench.

pub mod asking;
pub mod commands;
pub mod going;
pub mod input;
pub mod keeping;
pub mod looking;
pub mod playing;
pub mod racing;
pub mod refereeing;
pub mod stepping;
pub mod typed;

use crate::bots::Draws;
use crate::cli_error::CliError;
use crate::play::journal_file::JournalFile;
use crate::reload::desk::{Desk, Reloads};
use crate::show::console::{Console, Tone};
use crate::show::diagnostics;
use crate::texts::KnownTexts;
use houserules_interpreter::ask::Stop;
use houserules_interpreter::machine::Machine;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Sources;
use houserules_table::debugger::breaks::Breaks;
use houserules_table::debugger::probe::DebugRun;
use houserules_table::debugger::{Bench, TYPED, Wrong, fault_said};
use houserules_table::game::Game;
use houserules_table::journal::{Entry, Header};
use houserules_table::session::Session;
use houserules_table::visibility::Viewer;
use input::Input;
use std::sync::Arc;
use typed::{CommandResult, Failed, Typed};

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
    /// Whose eyes it looks through.
    pub eyes: Viewer,
    /// Where to stop.
    pub breaks: Breaks,
    /// What is watched: as it was typed, and its last value.
    pub watches: Vec<(String, String)>,
    /// A choice that is carried out rule by rule.
    pub probe: Option<DebugRun>,
    /// What the last run of it has still to say.
    pub halt: stepping::Halt,
    /// What chance is to give with the next choice: as it was typed.
    pub forced: Vec<String>,
    /// A command failed.
    pub failed: bool,
    /// `quit` was said.
    pub over: bool,
}

/// Longer lines are not read, in bytes.
const LONGEST: usize = 16_000;

impl Workbench<'_, '_> {
    /// Reads and carries out lines until there are no more.
    ///
    /// # Errors
    /// If a stream or the journal fails; in a script also, quietly, if a command failed.
    pub fn run(mut self) -> Result<(), CliError> {
        loop {
            let prompt = self.prompt();
            let words = if self.input.completes() { self.words() } else { input::Words::default() };
            match self.input.read(self.console, &prompt, words)? {
                Some(line) => self.one(&line)?,
                None => self.over = true,
            }
            if self.over && self.leaves()? {
                break;
            }
            self.over = false;
            self.look_at_rules()?;
        }
        if let Some(keeper) = self.keeper.take() {
            if keeper.is_own() && self.session.tree().len() > 1 {
                self.console.line(&format!("The session is kept in `{}`.", keeper.path()))?;
            }
            keeper.leave(self.session.tree().len() > 1);
        }
        if self.failed && !self.console.look.typed { Err(CliError::Said(1)) } else { Ok(()) }
    }

    /// Carries one line out. A command that fails is said and changes nothing.
    ///
    /// # Errors
    /// If a stream or the journal fails.
    pub fn one(&mut self, line: &str) -> Result<(), CliError> {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with("//") {
            return Ok(());
        }
        let typed = Typed::new(line, Bench::file(self.game()));
        let done = if line.len() > LONGEST {
            Err(Failed::from(typed.wrong("E1011", 0..0, "this line is too long to be meant")))
        } else {
            commands::carry_out(self, &typed)
        };
        self.keep()?;
        self.new_rules()?;
        match done {
            Ok(()) => self.show_watches(),
            Err(Failed::Wrong(wrong)) => {
                let known = commands::all().find(|c| c.name == typed.word());
                let usual = known.map_or("`help` lists what may be typed".to_string(), |c| {
                    format!("`help {}` shows how it is written", c.name)
                });
                let helped =
                    |d: Diagnostic| if d.help.is_some() { d } else { d.help(usual.as_str()) };
                self.say_wrong(line, &wrong.into_iter().map(helped).collect())
            }
            Err(Failed::CliError(trouble)) if trouble.ends() => Err(trouble),
            Err(Failed::CliError(trouble)) => {
                self.failed = true;
                self.console.say(Tone::Wrong, &format!("{}.", trouble.in_a_line()))
            }
        }
    }

    /// Brings rules in that were waited for, and says what was saved.
    fn look_at_rules(&mut self) -> Result<(), CliError> {
        let arrived =
            self.desk.arrive(&mut self.session).map(|told| told.lines).unwrap_or_default();
        let news = self.desk.news(&self.session).lines;
        self.keep()?;
        self.new_rules()?;
        arrived.iter().chain(&news).try_for_each(|(tone, line)| self.console.say(*tone, line))
    }

    /// After the rules may have changed: what is typed is read for those the game has now; says of
    /// what was typed before that it does not fit them.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn new_rules(&mut self) -> Result<(), CliError> {
        if Arc::ptr_eq(&self.read_for, self.session.game().book()) {
            return Ok(());
        }
        self.read_for = Arc::clone(self.session.game().book());
        self.bench = Bench::new(KnownTexts::of(self.session.game().sources()).compiled().declared);
        let mut said = stepping::renew_breaks(self);
        said.extend(refereeing::renew_forced(self));
        said.iter().try_for_each(|line| self.console.say(Tone::Faint, &format!("  {line}")))
    }

    /// Writes what was done to the journal, if there is one; if that fails, it is said, and the
    /// session goes on.
    fn keep(&mut self) -> Result<(), CliError> {
        let known = self.kept.len() as u64;
        self.kept.extend(self.session.unwritten().iter().filter(|entry| entry.n > known).cloned());
        let Some(keeper) = &mut self.keeper else {
            self.session.written();
            return Ok(());
        };
        match keeper.keep(&mut self.session) {
            Some((tone, words)) => self.console.say(tone, &words),
            None => Ok(()),
        }
    }

    /// Asks somebody who leaves a session that nothing keeps.
    fn leaves(&mut self) -> Result<bool, CliError> {
        self.keep()?;
        let played = self.session.tree().len() > 1;
        let kept = self.keeper.as_mut().is_some_and(|keeper| keeper.has_all(&mut self.session));
        if !played || kept || !self.console.look.typed {
            return Ok(true);
        }
        let prompt =
            "No journal keeps this session; `save FILE` makes one. Leave it? (yes or no) > ";
        let answer = self.input.read(self.console, prompt, input::Words::default())?;
        Ok(answer.is_none_or(|a| matches!(a.trim(), "yes" | "y")))
    }

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

    fn prompt(&self) -> String {
        if self.probe.is_some() {
            return "rule> ".into();
        }
        match self.game().stop() {
            Stop::Over(_) => "over> ".into(),
            Stop::Fault(_) => "fault> ".into(),
            Stop::Asking => {
                let asked = self.asked_by(self.eyes);
                let names: Vec<String> =
                    asked.iter().map(|s| self.game().naming().seat(*s)).collect();
                // Whoever is asked need not be who looks.
                let eyes = match self.eyes {
                    Viewer::Seat(seat) if asked != [seat] => {
                        format!("(as {}) ", self.game().naming().seat(seat))
                    }
                    Viewer::Spectator => "(as spectator) ".to_string(),
                    Viewer::Seat(_) | Viewer::Referee => String::new(),
                };
                format!("{eyes}{}> ", names.join("|"))
            }
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

impl Workbench<'_, '_> {
    /// What may be completed where the game stands.
    fn words(&mut self) -> input::Words {
        let asked = self.session.game().asked().map(|a| a.seats).unwrap_or_default();
        let mut first: Vec<String> = self.session.game().naming().seats.to_vec();
        for seat in asked.into_iter().filter(|seat| self.sees_moves_of(*seat)).collect::<Vec<_>>() {
            if let Some(menu) = self.session.game_mut().menu(seat) {
                first.extend(menu.entries.into_iter().map(|e| e.name).filter(|n| !n.is_empty()));
            }
        }
        let game = self.session.game();
        let (naming, book) = (game.naming(), game.book());
        let mut later: Vec<String> = naming.seats.to_vec();
        let dump = houserules_interpreter::ask::Engine::dump(game.engine());
        later.extend(dump.zones.iter().map(|(zone, key, _)| naming.zone_path(*zone, *key)));
        for (counter, key, _) in &dump.counters {
            let Some(info) = book.counters.get(counter.index()) else { continue };
            match naming.typed_owner(info.owner, *key) {
                Some(owner) if !matches!(info.owner, houserules_lang::ir::Owner::Card(_)) => {
                    later.push(format!("{owner}.{}", info.name));
                }
                Some(_) => {}
                None => later.push(info.name.clone()),
            }
        }
        later.extend(book.rows.iter().map(|r| format!("[{}]", r.name)));
        later.extend(book.enums.iter().flat_map(|e| e.members.iter().cloned()));
        later.extend(book.deeds.iter().map(|d| d.name.clone()).filter(|n| !n.starts_with('#')));
        later.extend(book.words.iter().map(|w| w.name.clone()));
        input::Words { first, later, colour: false }
    }
}
