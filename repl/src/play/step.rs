//! What a line means at a question besides an answer: a command of the table, and how a step of a
//! choice is asked for.

use super::offer;
use crate::cli_error::CliError;
use crate::draw::details;
use crate::draw::picks::Picks;
use crate::terminal::carry_out::{called, meant, nearest_command, run};
use crate::terminal::host::Host;
use crate::terminal::input::Words;
use crate::terminal::typed::{Done, Question, Typed};
use houserules_lang::naming::loose;
use houserules_table::choices::draft::PartialChoice;
use houserules_table::choices::menu::{Listed, Menu};
use houserules_table::choices::value::Arg;
use houserules_table::debugger::Bench;
use houserules_table::view::picture::Drawn;

/// Longer lines are no choices, in bytes; they would only be repeated in an answer nobody can read.
const LONGEST: usize = 2_000;

/// The next line that is not too long to be meant.
///
/// # Errors
/// If a stream fails.
pub fn said(host: &mut Host, prompt: &str, words: &Words) -> Result<Option<String>, CliError> {
    if let Some(line) = host.people.ahead.pop_front() {
        host.console.line(&format!("{prompt}{line}"))?;
        return Ok(Some(line));
    }
    loop {
        match host.ask(prompt, words)? {
            Some(line) if line.len() > LONGEST => {
                host.wrong("That is too long for a choice.")?;
            }
            None if host.console.look.typed && !host.leaves()? => {}
            line => return Ok(line),
        }
    }
}

/// What a line led to.
#[derive(Debug)]
pub enum Next {
    /// The same is asked again.
    Again,
    /// Fill in this entry.
    Fill(usize),
    /// The decision is over.
    Over(Done),
}

/// How a step of a choice was answered.
#[derive(Debug)]
pub enum Step {
    /// With this value, which fits.
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
        Self::Next(Next::Over(Done::Left))
    }
}

/// A step that is asked for.
#[derive(Debug)]
pub struct Asked<'a> {
    /// The menu it belongs to.
    pub menu: &'a Menu,
    /// What has been chosen before it.
    pub begun: &'a PartialChoice,
    /// Its name, and what may fill it.
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
    pub fn words(&self) -> Words {
        let members = self.step.fill.members().iter().map(|m| m.typed.to_string());
        let commands = ["back", "help", "table", "quit"].map(str::to_string);
        Words::anywhere(members.chain(commands).collect())
    }

    /// Shows the boards on which something may be picked, with its numbers.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn boards(&self, host: &mut Host) -> Result<(), CliError> {
        let lines = host.boards_with(self.menu.seat, self.picks());
        lines.iter().try_for_each(|line| host.console.line(line))
    }

    /// Lists what may be picked.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn list(&self, host: &mut Host) -> Result<(), CliError> {
        let width = host.console.look.width;
        let notes = details::notes(host.session.game().naming(), self.picks());
        let lines = offer::values(&self.step.fill, width, &notes);
        lines.iter().try_for_each(|line| host.console.line(line))
    }
}

/// Carries out what is not a choice; none if it is one. A move of that name comes first, `:help`
/// never is a move.
///
/// # Errors
/// If a stream fails.
pub fn command(
    host: &mut Host,
    question: Question<'_>,
    line: &str,
) -> Result<Option<Done>, CliError> {
    let typed = Typed::new(line, Bench::file(host.session.game())).at(question);
    let word = typed.word();
    let done = match word.strip_prefix(':') {
        Some(name) => called(host, name, &typed),
        None => {
            let is_move = question.menu.entries.iter().any(|e| is_named(&e.name, line));
            match meant(host, &typed).filter(|_| !is_move) {
                Some(command) => run(host, command, &typed),
                None => return Ok(None),
            }
        }
    };
    match done {
        Ok(done) => Ok(Some(done)),
        Err(failed) => host.say_failed(&typed, failed).map(|()| Some(Done::Quiet)),
    }
}

/// Which command a word may have meant that answers nothing, as a sentence; else nothing.
pub fn or_command(host: &Host, line: &str) -> String {
    let is_word = line.chars().count() > 2 && line.chars().all(char::is_alphabetic);
    let near = nearest_command(host, line).filter(|_| is_word);
    near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"))
}

/// Takes a line of several numbers apart: each answers one of the next steps. Whether it is one.
pub fn taken_apart(host: &mut Host, line: &str) -> bool {
    let first = host.first_of(line, usize::MAX);
    if first == line {
        return false;
    }
    host.people.ahead.push_front(first);
    true
}

/// Carries out a line that is a whole move, which may be typed at any step of one; none if it is
/// none.
///
/// # Errors
/// If a stream fails.
pub fn whole_move(
    host: &mut Host,
    asked: &Asked<'_>,
    line: &str,
) -> Result<Option<Step>, CliError> {
    // Whoever sees no menu needs no name.
    let named = asked.first || asked.menu.entries.iter().any(|entry| is_named(&entry.name, line));
    if !named || !line.contains(' ') {
        return Ok(None);
    }
    let made = host.chooses(asked.menu.seat, line)?;
    Ok(Some(if made { Step::Next(Next::Over(Done::Moved)) } else { Step::Quiet }))
}

/// Whether a line begins with the name of a move; `draw two` is the move `draw_two`.
fn is_named(name: &str, line: &str) -> bool {
    let first = line.split_whitespace().next();
    first == Some(name) || (name.contains('_') && loose(line).starts_with(&loose(name)))
}

/// What a line means at a step if it is no answer to it: a command, or the way back to the menu.
///
/// # Errors
/// If a stream fails.
pub fn at_step(host: &mut Host, asked: &Asked<'_>, line: &str) -> Result<Option<Step>, CliError> {
    if matches!(line, "back" | "b" | ":back") && !asked.first {
        return Ok(Some(Step::Next(Next::Again)));
    }
    if matches!(line.trim_start_matches(':'), "auto here") && !asked.first {
        host.wrong("You are in the middle of a choice: say `back` first.")?;
        return Ok(Some(Step::Quiet));
    }
    let question = Question { menu: asked.menu, begun: Some(asked.begun), picks: asked.picks() };
    Ok(command(host, question, line)?.map(|done| match done {
        Done::Quiet => Step::Quiet,
        Done::Shown => Step::Again,
        done @ (Done::Moved | Done::Left) => Step::Next(Next::Over(done)),
    }))
}
