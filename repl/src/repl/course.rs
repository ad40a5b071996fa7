//! Line after line at the workbench: what is read, carried out, kept and completed.

use super::carry_out::carry_out;
use super::input::Words;
use super::typed::{Failed, Typed};
use super::workbench::Workbench;
use super::{refereeing, stepping};
use crate::cli_error::CliError;
use crate::reload::desk::{Readers, Reloads};
use crate::show::console::Tone;
use crate::terminal::{commands, keeping};
use crate::texts::KnownTexts;
use houserules_interpreter::ask::{Engine, Stop};
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::Owner;
use houserules_table::debugger::Bench;
use houserules_table::visibility::Viewer;
use std::sync::Arc;

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
            let words = if self.input.completes() { self.words() } else { Words::default() };
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
            carry_out(self, &typed)
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

    /// Who reads what is said of new rules: whoever it is shown as.
    pub(super) fn readers(&self) -> Readers {
        match self.eyes {
            Viewer::Referee => Readers::Referee,
            eyes @ (Viewer::Seat(_) | Viewer::Spectator) => Readers::One(eyes),
        }
    }

    /// Brings rules in that were waited for, and says what was saved.
    fn look_at_rules(&mut self) -> Result<(), CliError> {
        self.desk.read_by(self.readers());
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
        keeping::keep(&mut self.session, &mut self.keeper, self.console)
    }

    /// Asks somebody who leaves a session that nothing keeps.
    fn leaves(&mut self) -> Result<bool, CliError> {
        self.keep()?;
        let played = self.session.tree().len() > 1;
        let kept = keeping::has_all(&mut self.session, &mut self.keeper);
        if !played || kept || !self.console.look.typed {
            return Ok(true);
        }
        let prompt =
            "This game is not being saved; `save FILE` saves it. Quit anyway? (yes or no) > ";
        let answer = self.input.read(self.console, prompt, Words::default())?;
        Ok(answer.is_none_or(|a| matches!(a.trim(), "yes" | "y")))
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

    /// What may be completed where the game stands.
    fn words(&mut self) -> Words {
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
        let dump = Engine::dump(game.engine());
        later.extend(dump.zones.iter().map(|(zone, key, _)| naming.zone_path(*zone, *key)));
        for (counter, key, _) in &dump.counters {
            let Some(info) = book.counters.get(counter.index()) else { continue };
            match naming.typed_owner(info.owner, *key) {
                Some(owner) if !matches!(info.owner, Owner::Card(_)) => {
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
        Words { first, later, colour: false }
    }
}
