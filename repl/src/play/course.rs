//! The course of a game at one terminal: from decision to decision, and what there is to do when
//! it is over or cannot go on.

use super::commands;
use super::history::Done;
use super::offer;
use super::session::{Ending, TableSession, capital};
use super::turn;
use crate::cli_error::CliError;
use crate::setup::Sitter;
use crate::show::clean::quoted;
use crate::show::console::Tone;
use crate::terminal::commands::{Word, said_at_table};
use houserules_interpreter::ask::Stop;
use houserules_table::visibility::Viewer;
use std::sync::Arc;

/// What can be done when the game is over, and what is said to anything else.
const OVER: (&str, &str) = (
    "`undo` takes the last choice back, `save test FILE \"TITLE\"` keeps the game as a test; Enter \
     leaves.",
    "The game is over: say `undo`, `history`, `branches`, `save test …`, `reload`, `log` or \
     `quit`.",
);

/// The same where a rule could not be carried out.
const FAULT: (&str, &str) = (
    "`undo` takes the choice back that led here, so that you can choose otherwise; once the rules \
     are mended, `reload now` goes on under them; Enter leaves.",
    "The rules cannot go on from here: say `undo`, `reload now`, `history`, `branches`, `table`, \
     `log` or `quit`.",
);

impl TableSession<'_, '_> {
    /// Plays to the end, or until somebody stops.
    ///
    /// # Errors
    /// If a stream or the journal fails, or a rule cannot be carried out.
    pub fn run(mut self) -> Result<(), CliError> {
        loop {
            self.rules()?;
            match self.session.game().stop() {
                Stop::Over(_) => {
                    self.finish()?;
                    if self.humans() == 0 || self.stays_over(OVER)? {
                        self.console.line("The same deal again:")?;
                        // Now it tells nothing any more that is to come.
                        let seed = self.header.seed;
                        return self.console.text(&format!("  {} --seed {seed}\n", self.again));
                    }
                    self.keep()?;
                    continue;
                }
                Stop::Fault(_) => {
                    self.fault()?;
                    if self.humans() == 0 || self.stays_over(FAULT)? {
                        if self.humans() > 1 {
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
            match self.sitters.get(usize::from(seat)).copied() {
                Some(Sitter::Human) if self.pass_for(seat)? => {}
                Some(Sitter::Human) => {
                    if !self.sit_down(seat)? || turn::take(&mut self, seat)? == Ending::Left {
                        return self.leave();
                    }
                }
                _ => {
                    let who = self.sitters.get(usize::from(seat)).copied();
                    self.bots.decide(self.session.game_mut(), seat, who)?;
                    self.session.noted();
                }
            }
            self.keep()?;
            if self.sitters.get(usize::from(seat)).is_some_and(|s| *s != Sitter::Human) {
                self.follow()?;
            }
            if self.humans() == 0 {
                self.tell(Viewer::Spectator, 0, None)?;
            }
        }
    }

    /// Brings rules in that were waited for, and says what was saved.
    fn rules(&mut self) -> Result<(), CliError> {
        let Some(reloads) = &mut self.reloads else { return Ok(()) };
        let arrived = reloads.arrive(&mut self.session);
        let news = reloads.news(&self.session);
        let lines = arrived.map(|told| told.lines).unwrap_or_default();
        if !Arc::ptr_eq(&self.autos_of, self.session.game().book()) {
            // Under other rules the same number is another question.
            self.autos_of = Arc::clone(self.session.game().book());
            self.autos.iter_mut().for_each(|auto| auto.here.clear());
        }
        self.keep()?;
        self.say_all(&lines)?;
        self.say_all(&news.lines)
    }

    /// Whoever is sure to read the screen: one person, or all of them.
    fn reader(&self) -> Viewer {
        match self.before {
            Some(seat) if self.humans() == 1 => Viewer::Seat(seat),
            _ => Viewer::Spectator,
        }
    }

    /// When the game is over it can still be gone back over, and saved. No: it goes on from
    /// elsewhere.
    fn stays_over(&mut self, (hint, refusal): (&str, &str)) -> Result<bool, CliError> {
        if self.console.look.typed {
            self.console.say(Tone::Faint, hint)?;
        }
        loop {
            let words = offer::commands().collect();
            let Some(line) = self.lines.more(self.console, "> ", words)? else { return Ok(true) };
            let line = line.trim().trim_start_matches(':');
            let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
            if word.is_empty() {
                return Ok(true);
            }
            let Some((word, behind)) = said_at_table(word) else {
                self.console.say(Tone::Wrong, refusal)?;
                continue;
            };
            match word {
                Word::Quit => return Ok(true),
                Word::Table => self.show_table(Viewer::Spectator, true)?,
                word if behind.holds(rest.trim()) => {
                    match commands::anytime(self, self.reader(), (word, rest))? {
                        Some(Done::Moved) => return Ok(false),
                        Some(Done::Stayed) => {}
                        None => self.console.say(Tone::Wrong, refusal)?,
                    }
                }
                _ => self.console.say(Tone::Wrong, refusal)?,
            }
        }
    }

    fn finish(&mut self) -> Result<(), CliError> {
        let viewer = self.reader();
        if self.humans() > 1 {
            self.console.wipe()?;
        }
        self.tell(
            viewer,
            self.before.unwrap_or(0),
            (self.humans() > 0).then_some("What happened last"),
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
        if self.humans() > 1 {
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
                    self.again,
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
        let viewer = self.reader();
        if self.humans() > 1 {
            // Somebody's hand is on the screen; what is wrong with the rules is for all.
            self.console.wipe()?;
            self.boards.clear();
        }
        self.tell(viewer, self.before.unwrap_or(0), None)?;
        let Some(report) = self.session.game_mut().fault(viewer) else { return self.stuck() };
        self.console.line("")?;
        self.console.say(Tone::Wrong, &report.heading())?;
        let place = report.place.map(|p| format!("at {p}"));
        let path = Some(report.path).filter(|p| !p.is_empty()).map(|p| format!("in {p}"));
        let wheres: Vec<String> = place.into_iter().chain(path).collect();
        if !wheres.is_empty() {
            self.console.line(&format!("  {}", wheres.join(", ")))?;
        }
        for detail in &report.details {
            self.console.line(&format!("  {detail}"))?;
        }
        if let Some(help) = &report.help {
            self.console.line(&format!("  help: {help}"))?;
        }
        self.console.line("The rules cannot go on from here; the table stays as it was reached.")
    }

    /// Nobody is asked, and the game is not over.
    fn stuck(&self) -> Result<(), CliError> {
        Err(CliError::Input(
            "the game cannot go on: nobody is asked, and it is not over".into(),
            None,
        ))
    }
}
