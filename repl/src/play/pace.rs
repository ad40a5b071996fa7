//! The moves of several bots in a row, each shown for a while.

use crate::cli_error::CliError;
use crate::pace::{NoPace, Pace};
use crate::setup::Sitter;
use crate::show::console::Tone;
use crate::terminal::host::Host;
use crate::terminal::input::Words;
use crate::terminal::sentences::sentence;
use crate::terminal::typed::{CommandResult, Typed};
use houserules_interpreter::ask::Stop;
use houserules_lang::code::Code;
use houserules_table::visibility::Viewer;
use std::time::Duration;

/// `pace`, `pace 2`
pub(crate) fn pace(host: &mut Host, typed: &Typed) -> CommandResult {
    if let Err(wrong) = host.set_pace(typed.rest()) {
        return Err(typed.wrong(Code::E1011, typed.rest.clone(), wrong.to_string()).into());
    }
    host.line(&host.people.pace.to_string())
}

impl Host<'_, '_> {
    /// Sets how fast bots' moves are shown, and says how fast they are.
    fn set_pace(&mut self, asked: &str) -> Result<(), NoPace> {
        if !asked.is_empty() {
            self.people.pace = asked.parse()?;
        }
        Ok(())
    }

    /// What stands above what is told next: what happened, and then what followed.
    pub fn heading(&mut self) -> &'static str {
        if std::mem::take(&mut self.people.followed) { "Then" } else { "What happened" }
    }

    /// A bot has moved, and another follows: what it did is shown by itself to the one person at
    /// the table. Several people at one screen read what has happened when it is handed to them.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn follow(&mut self) -> Result<(), CliError> {
        let human = self
            .people
            .sitters
            .iter()
            .position(|s| *s == Sitter::Human)
            .and_then(|at| u8::try_from(at).ok());
        let next = if self.session.game().stop() == Stop::Asking { self.next() } else { None };
        let next = next.and_then(|at| self.people.sitters.get(usize::from(at)));
        let goes_on = next.is_some_and(|sitter| *sitter != Sitter::Human);
        let (Some(human), true) =
            (human, self.people.pace != Pace::None && self.people.humans() == 1 && goes_on)
        else {
            return Ok(());
        };
        let from = self.people.read.get(usize::from(human)).copied().unwrap_or(0);
        if self.session.game().log(Viewer::Seat(human), from).is_empty() {
            return Ok(());
        }
        let heading = self.heading();
        self.tell(Viewer::Seat(human), human, Some(heading))?;
        self.people.followed = true;
        match self.people.pace {
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
        let words = Words::anywhere(vec!["pace none".into()]);
        let line = self.ask("Enter goes on. ", &words)?;
        match line.as_deref().map(|line| line.trim().trim_start_matches(':')) {
            Some(line) if line.starts_with("pace") => {
                match self.set_pace(line.trim_start_matches("pace").trim()) {
                    Ok(()) => self.console.line(&self.people.pace.to_string()),
                    Err(wrong) => self.wrong(&sentence(&wrong.to_string())),
                }
            }
            Some("") => Ok(()),
            // Commands are for people who are asked: that comes at once now.
            Some(_) => {
                self.people.pace = Pace::None;
                self.console.say(
                    Tone::Faint,
                    "Say that when you are asked; until then all is shown at once.",
                )
            }
            // The input is at its end: nobody is there to press it.
            None => {
                self.people.pace = Pace::None;
                Ok(())
            }
        }
    }
}
