//! The moves of several bots in a row, each shown for a while.

use super::session::{TableSession, sentence};
use crate::cli_error::CliError;
use crate::pace::Pace;
use crate::setup::Sitter;
use crate::show::console::Tone;
use houserules_interpreter::ask::Stop;
use houserules_table::visibility::Viewer;
use std::time::Duration;

impl TableSession<'_, '_> {
    /// `pace`, `pace 2`
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn set_pace(&mut self, asked: &str) -> Result<(), CliError> {
        if !asked.is_empty() {
            match asked.parse() {
                Ok(pace) => self.pace = pace,
                Err(wrong) => {
                    return self.wrong(&sentence(&super::session::capital(&wrong.to_string())));
                }
            }
        }
        self.console.line(&self.pace.to_string())
    }

    /// What stands above what is told next: what happened, and then what followed.
    pub fn heading(&mut self) -> &'static str {
        if std::mem::take(&mut self.followed) { "Then" } else { "What happened" }
    }

    /// A bot has moved, and another follows: what it did is shown by itself to the one person at
    /// the table. Several people at one screen read what has happened when it is handed to them.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn follow(&mut self) -> Result<(), CliError> {
        let human = self
            .sitters
            .iter()
            .position(|s| *s == Sitter::Human)
            .and_then(|at| u8::try_from(at).ok());
        let next = if self.session.game().stop() == Stop::Asking { self.next() } else { None };
        let next = next.and_then(|at| self.sitters.get(usize::from(at)));
        let goes_on = next.is_some_and(|sitter| *sitter != Sitter::Human);
        let (Some(human), true) = (human, self.pace != Pace::None && self.humans() == 1 && goes_on)
        else {
            return Ok(());
        };
        let from = self.read.get(usize::from(human)).copied().unwrap_or(0);
        if self.session.game().log(Viewer::Seat(human), from).is_empty() {
            return Ok(());
        }
        let heading = self.heading();
        self.tell(Viewer::Seat(human), human, Some(heading))?;
        self.followed = true;
        match self.pace {
            Pace::None => Ok(()),
            Pace::Seconds(seconds) => {
                self.console.flush()?;
                std::thread::sleep(Duration::from_secs(seconds));
                Ok(())
            }
            Pace::Enter => self.wait_for_enter(),
        }
    }

    /// Waits for Enter; `pace …` changes the pace.
    fn wait_for_enter(&mut self) -> Result<(), CliError> {
        let line = self.lines.ask(self.console, "Enter goes on. ", vec!["pace none".into()])?;
        match line.as_deref().map(str::trim) {
            Some(line) if line.trim_start_matches(':').starts_with("pace") => {
                let asked =
                    line.trim_start_matches(':').trim_start_matches("pace").trim().to_owned();
                self.set_pace(&asked)
            }
            Some("") => Ok(()),
            // Commands are for people who are asked: that comes at once now.
            Some(_) => {
                self.pace = Pace::None;
                self.console.say(
                    Tone::Faint,
                    "Say that when you are asked; until then all is shown at once.",
                )
            }
            // The input is at its end: nobody is there to press it.
            None => {
                self.pace = Pace::None;
                Ok(())
            }
        }
    }
}
