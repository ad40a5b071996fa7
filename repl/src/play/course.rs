//! The course of a game at one terminal: from decision to decision, and what there is to do when
//! it is over or cannot go on.

use super::turn;
use crate::cli_error::CliError;
use crate::show::clean::quoted;
use crate::show::console::Tone;
use crate::terminal::carry_out::{meant, run};
use crate::terminal::commands;
use crate::terminal::host::Host;
use crate::terminal::input::Words;
use crate::terminal::sentences::capital;
use crate::terminal::typed::{Done, Failed, Typed};
use houserules_interpreter::ask::Stop;
use houserules_table::debugger::Bench;
use houserules_table::visibility::Viewer;

/// What is said where nobody is asked any more.
struct AtEnd {
    /// What can be done.
    hint: &'static str,
    /// The answer to anything else.
    refusal: &'static str,
}

/// Where the game is over.
const OVER: AtEnd = AtEnd {
    hint: "`undo` takes the last choice back, `save test \"TITLE\" FILE` keeps the game as a test; \
           Enter leaves.",
    refusal: "The game is over: say `undo`, `history`, `branches`, `save test …`, `reload`, `log` \
              or `quit`.",
};

/// Where a rule could not be carried out.
const FAULT: AtEnd = AtEnd {
    hint: "`undo` takes the choice back that led here, so that you can choose otherwise; once the \
           rules are mended, `reload now` goes on under them; Enter leaves.",
    refusal: "The rules cannot go on from here: say `undo`, `reload now`, `history`, `branches`, \
              `table`, `log` or `quit`.",
};

impl Host<'_, '_> {
    /// Plays to the end, or until somebody stops.
    ///
    /// # Errors
    /// If a stream or the journal fails, or a rule cannot be carried out.
    pub fn play(mut self) -> Result<(), CliError> {
        loop {
            self.bring_in()?;
            match self.session.game().stop() {
                Stop::Over(_) => {
                    self.finish()?;
                    if self.people.humans() == 0 || self.stays_over(&OVER)? {
                        self.console.line("The same deal again:")?;
                        // Now it tells nothing any more that is to come.
                        let seed = self.header.seed;
                        return self
                            .console
                            .text(&format!("  {} --seed {seed}\n", self.people.again));
                    }
                    self.keep()?;
                    continue;
                }
                Stop::Fault(_) => {
                    self.fault()?;
                    if self.people.humans() == 0 || self.stays_over(&FAULT)? {
                        if self.people.humans() > 1 {
                            self.part()?;
                        }
                        return Err(CliError::Said(1));
                    }
                    self.keep()?;
                    continue;
                }
                Stop::Asking => {}
            }
            let Some(seat) = self.next() else { return self.stuck() };
            if !self.decide(seat)? {
                return self.leave();
            }
            if self.people.humans() == 0 {
                self.tell(Viewer::Spectator, 0, None)?;
            }
        }
    }

    /// Lets whoever plays a seat decide. No: they leave the game instead.
    fn decide(&mut self, seat: u8) -> Result<bool, CliError> {
        if self.people.is_human(seat) {
            let stays = self.pass_for(seat)?
                || self.sit_down(seat)? && turn::take(self, seat)? != Done::Left;
            self.keep()?;
            return Ok(stays);
        }
        let typed = Typed::new("", Bench::file(self.session.game()));
        match self.lets_decide(&typed, seat) {
            Ok(_) => {}
            Err(Failed::CliError(trouble)) => return Err(trouble),
            Err(failed) => self.say_failed(&typed, failed)?,
        }
        self.keep()?;
        self.follow()?;
        Ok(true)
    }

    /// Whoever is sure to read the screen: one person, or all of them.
    fn reader(&self) -> Viewer {
        match self.people.before.filter(|_| self.people.humans() == 1) {
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Spectator,
        }
    }

    /// When the game is over it can still be gone back over, and saved. No: it goes on from
    /// elsewhere.
    fn stays_over(&mut self, end: &AtEnd) -> Result<bool, CliError> {
        if self.console.look.typed {
            self.console.say(Tone::Faint, end.hint)?;
        }
        let words = Words::anywhere(commands::completed(self.role));
        loop {
            let Some(line) = self.ask("> ", &words)? else { return Ok(true) };
            let line = line.trim().trim_start_matches(':');
            if line.is_empty() {
                return Ok(true);
            }
            let typed = Typed::new(line, Bench::file(self.session.game()));
            let Some(command) = meant(self, &typed) else {
                self.wrong(end.refusal)?;
                continue;
            };
            match run(self, command, &typed) {
                Ok(Done::Left) => return Ok(true),
                Ok(Done::Moved) => return Ok(false),
                Ok(Done::Quiet | Done::Shown) => {}
                Err(failed) => self.say_failed(&typed, failed)?,
            }
        }
    }

    fn finish(&mut self) -> Result<(), CliError> {
        self.eyes = self.reader();
        if self.people.humans() > 1 {
            self.console.wipe()?;
        }
        self.tell(
            self.eyes,
            self.people.before.unwrap_or(0),
            (self.people.humans() > 0).then_some("What happened last"),
        )?;
        self.console.line("")?;
        self.show_table(Viewer::Spectator, true)?;
        let view = self.session.game_mut().full_view(Viewer::Spectator);
        self.console.line("")?;
        let outcome = view.outcome.unwrap_or_default();
        self.console.say(Tone::Heading, &capital(&format!("{outcome}.")))?;
        if let Some(scores) = view.scores {
            let scores =
                view.seats.iter().zip(scores).map(|(name, score)| format!("{name} {score}"));
            self.console.line(&format!("Score: {}", scores.collect::<Vec<_>>().join(", ")))?;
        }
        Ok(())
    }

    fn leave(self) -> Result<(), CliError> {
        if self.people.humans() > 1 {
            self.console.wipe()?;
        }
        self.part()
    }

    /// Says whether the game is kept, and how to go on with it.
    fn part(mut self) -> Result<(), CliError> {
        let played = self.session.tree().len() > 1;
        let kept = self.is_kept()?;
        match self.keeper.take() {
            Some(keeper) if kept && (played || !keeper.is_own()) => {
                self.console.line("The game is kept. Go on with:")?;
                self.console.text(&format!(
                    "  {} --journal {}\n",
                    self.people.again,
                    quoted(&keeper.path())
                ))
            }
            keeper => {
                if let Some(keeper) = keeper {
                    if !kept {
                        let words =
                            format!("The game is not kept: `{}` cannot be written.", keeper.path());
                        self.console.say(Tone::Wrong, &words)?;
                    }
                    keeper.leave(played);
                }
                self.console.line("The game ends here.")
            }
        }
    }

    /// A rule that could not be carried out is a mistake in the rules: said with its place, exit
    /// status 1.
    fn fault(&mut self) -> Result<(), CliError> {
        self.eyes = self.reader();
        if self.people.humans() > 1 {
            // Somebody's hand is on the screen; what is wrong with the rules is for all.
            self.console.wipe()?;
            self.people.boards.clear();
        }
        self.tell(self.eyes, self.people.before.unwrap_or(0), None)?;
        if self.say_fault()? { Ok(()) } else { self.stuck() }
    }

    /// Nobody is asked, and the game is not over.
    fn stuck(&self) -> Result<(), CliError> {
        Err(CliError::Input(
            "the game cannot go on: nobody is asked, and it is not over".into(),
            None,
        ))
    }
}
