//! What a line means at a question besides an answer: a command of the table, and how a step of a
//! choice is asked for.

use super::carry_out::{Done, Next, Said, sure};
use super::commands::at_question;
use super::session::{Ending, TableSession};
use super::{details, offer};
use crate::cli_error::CliError;
use crate::draw::picks::Picks;
use crate::terminal::commands::said_at_table;
use houserules_lang::naming::loose;
use houserules_table::choices::menu::{Listed, Menu};
use houserules_table::choices::value::Arg;
use houserules_table::view::picture::Drawn;

/// Longer lines are no choices, in bytes; they would only be repeated in an answer nobody can read.
const LONGEST: usize = 2_000;

/// The next line that is not too long to be meant.
///
/// # Errors
/// If a stream fails.
pub fn said(
    sitting: &mut TableSession,
    prompt: &str,
    words: Vec<String>,
) -> Result<Option<String>, CliError> {
    if let Some(line) = sitting.ahead.pop_front() {
        sitting.console.line(&format!("{prompt}{line}"))?;
        return Ok(Some(line));
    }
    loop {
        match sitting.lines.ask(sitting.console, prompt, words.to_vec())? {
            Some(line) if line.len() > LONGEST => {
                sitting.wrong("That is too long for a choice.")?;
            }
            None if sitting.console.look.typed && !sure(sitting)? => {}
            line => return Ok(line),
        }
    }
}

/// How a step of a choice was answered.
#[derive(Debug)]
pub enum Step {
    /// With this.
    Filled(Arg),
    /// Not yet: what may be picked is to be shown again.
    Again,
    /// Not yet: the same line is asked for again.
    Quiet,
    /// Back to what was asked before.
    Back,
    /// Something else follows.
    Next(Next),
}

impl Step {
    /// The person left.
    #[must_use]
    pub fn left() -> Self {
        Self::Next(Next::Done(Ending::Left))
    }
}

/// A step that is asked for.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The menu it belongs to.
    pub menu: &'a Menu,
    /// The step.
    pub step: &'a Listed,
    /// What its members look like.
    pub sketches: &'a [Vec<Drawn>],
    /// Whether nothing was asked before: there is no menu to go back to.
    pub first: bool,
}

impl Asked<'_> {
    fn picks(&self) -> Picks<'_> {
        Picks { members: self.step.fill.members(), sketches: self.sketches }
    }

    /// Words that may be completed.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let members = self.step.fill.members().iter().map(|m| m.typed.to_string());
        members.chain(["back", "help", "table", "quit"].map(str::to_string)).collect()
    }

    /// Shows the boards on which something may be picked, with its numbers.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn boards(&self, sitting: &mut TableSession) -> Result<(), CliError> {
        let lines = sitting.boards_with(self.menu.seat, self.picks());
        lines.iter().try_for_each(|line| sitting.console.line(line))
    }

    /// Lists what may be picked.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn list(&self, sitting: &mut TableSession) -> Result<(), CliError> {
        let width = sitting.console.look.width;
        let notes = details::notes(sitting.session.game().naming(), self.picks());
        let lines = offer::values(&self.step.fill, width, &notes);
        lines.iter().try_for_each(|line| sitting.console.line(line))
    }
}

/// Carries out what is not a choice; none if it is one. A move of that name comes first, `:help`
/// never is a move.
///
/// # Errors
/// If a stream fails.
pub fn command(
    sitting: &mut TableSession,
    (menu, picks): (&Menu, Picks<'_>),
    line: &str,
) -> Result<Option<Done>, CliError> {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let colon = word.strip_prefix(':');
    // `draw two` is the move `draw_two`, if there is one.
    let whole = loose(line);
    let meant =
        |name: &str| name == word || (name.contains('_') && whole.starts_with(&loose(name)));
    if colon.is_none() && menu.entries.iter().any(|e| meant(&e.name)) {
        return Ok(None);
    }
    let word = colon.unwrap_or(word);
    let Some((meant, _)) = said_at_table(word).filter(|(_, behind)| behind.holds(rest.trim()))
    else {
        if colon.is_none() {
            return Ok(None);
        }
        let text = format!(
            "There is no `:{word}`: say :help, :table, :moves, :why, :rules, :log, :undo or :quit."
        );
        sitting.wrong(&text)?;
        return Ok(Some(Done::SHOWN_AGAIN));
    };
    at_question(sitting, meant, &Said { rest: rest.trim(), menu, picks })
}

/// What a line means at a step if it is no answer to it: a command, or the way back to the menu.
///
/// # Errors
/// If a stream fails.
pub fn at_step(
    sitting: &mut TableSession,
    asked: &Asked<'_>,
    line: &str,
) -> Result<Option<Step>, CliError> {
    if matches!(line, "back" | "b" | ":back") && !asked.first {
        return Ok(Some(Step::Next(Next::Again)));
    }
    if matches!(line.trim_start_matches(':'), "auto here") && !asked.first {
        sitting.wrong("You are in the middle of a choice: say `back` first.")?;
        return Ok(Some(Step::Quiet));
    }
    Ok(match command(sitting, (asked.menu, asked.picks()), line)? {
        Some(Done::Next(next)) => Some(Step::Next(next)),
        Some(Done::Stayed { again: true }) => Some(Step::Again),
        Some(Done::Stayed { again: false }) => Some(Step::Quiet),
        None => None,
    })
}
