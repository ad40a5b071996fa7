//! Line after line at the workbench: what is read, carried out and completed.

use crate::cli_error::CliError;
use crate::terminal::carry_out::carry_out;
use crate::terminal::commands;
use crate::terminal::host::Host;
use crate::terminal::input::Words;
use crate::terminal::typed::{Done, Failed, Typed};
use houserules_interpreter::ask::{Engine, Stop};
use houserules_lang::code::Code;
use houserules_lang::ir::Owner;
use houserules_table::debugger::Bench;
use houserules_table::visibility::Viewer;

/// Longer lines are not read, in bytes.
const LONGEST: usize = 16_000;

impl Host<'_, '_> {
    /// Reads and carries out lines until there are no more.
    ///
    /// # Errors
    /// If a stream or the journal fails; in a script also, quietly, if a command failed.
    pub fn work(mut self) -> Result<(), CliError> {
        loop {
            let prompt = self.prompt();
            let words = if self.input.completes() { self.words() } else { Words::default() };
            let left = match self.ask(&prompt, &words)? {
                Some(line) => self.one(&line)? == Done::Left,
                None => self.leaves()?,
            };
            if left {
                break;
            }
            self.bring_in()?;
        }
        if let Some(keeper) = self.keeper.take() {
            if keeper.is_own() && self.session.tree().len() > 1 {
                self.console.line(&format!("The session is kept in `{}`.", keeper.path()))?;
            }
            keeper.leave(self.session.tree().len() > 1);
        }
        if self.bench.failed && !self.console.look.typed {
            return Err(CliError::Said(1));
        }
        Ok(())
    }

    /// Carries one line out. A command that fails is said and changes nothing.
    ///
    /// # Errors
    /// If a stream or the journal fails.
    pub fn one(&mut self, line: &str) -> Result<Done, CliError> {
        let trimmed = line.trim();
        if trimmed.is_empty() || trimmed.starts_with("//") {
            return Ok(Done::Quiet);
        }
        let typed = Typed::new(line, Bench::file(self.game()));
        let done = if line.len() > LONGEST {
            Err(Failed::from(typed.wrong(Code::E1011, 0..0, "this line is too long to be meant")))
        } else {
            carry_out(self, &typed)
        };
        self.keep()?;
        self.new_rules()?;
        let done = match done {
            Ok(Done::Moved) => self.stand().map(|()| Done::Moved),
            done => done,
        };
        match done {
            Ok(done) => self.show_watches().map(|()| done),
            Err(failed) => self.say_failed(&typed, failed).map(|()| Done::Quiet),
        }
    }

    fn prompt(&self) -> String {
        if self.bench.probe.is_some() {
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
        let mut first = commands::completed(self.role);
        first.extend(self.session.game().naming().seats.iter().cloned());
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
            let info = &book[*counter];
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
        Words::new(first, later)
    }
}
