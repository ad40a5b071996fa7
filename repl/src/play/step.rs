//! What a line means at a question besides an answer: the commands of the table, and how a step of
//! a choice is asked for.

use super::history;
use super::lines::LEAVE;
use super::look::{found, held};
use super::offer;
use super::reasons::{closed, moves, why};
use super::session::{Ending, TableSession, sentence};
use super::{details, help};
use crate::cli_error::CliError;
use crate::draw;
use crate::draw::picks::Picks;
use crate::show::console::Tone;
use crate::show::hint;
use crate::terminal::commands::{Word, said_at_table};
use houserules_interpreter::ask::Referee;
use houserules_lang::naming::loose;
use houserules_table::choices::menu::{Listed, Menu};
use houserules_table::choices::value::Arg;
use houserules_table::view::picture::Drawn;
use houserules_table::visibility::Viewer;
use std::path::Path;

/// What a line led to.
#[derive(Debug)]
pub enum Next {
    /// Ask again.
    Again,
    /// Fill in this entry.
    Fill(usize),
    /// The decision is over.
    Done(Ending),
}

/// Longer lines are no choices, in bytes; they would only be repeated in an answer nobody can read.
const LONGEST: usize = 2_000;

/// The next line that is not too long to be meant.
///
/// # Errors
/// If a stream fails.
pub fn said<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
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
    pub fn boards<E: Referee + Clone>(
        &self,
        sitting: &mut TableSession<E>,
    ) -> Result<(), CliError> {
        let lines = sitting.boards_with(self.menu.seat, self.picks());
        lines.iter().try_for_each(|line| sitting.console.line(line))
    }

    /// Lists what may be picked.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn list<E: Referee + Clone>(&self, sitting: &mut TableSession<E>) -> Result<(), CliError> {
        let width = sitting.console.look.width;
        let notes = details::notes(sitting.session.game().naming(), self.picks());
        let lines = offer::values(&self.step.fill, width, &notes);
        lines.iter().try_for_each(|line| sitting.console.line(line))
    }
}

/// What a line means at a step if it is no answer to it: a command, or the way back to the menu.
///
/// # Errors
/// If a stream fails.
pub fn at_step<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
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

/// What a command led to.
#[derive(Debug)]
pub enum Done {
    /// The question still stands; whether it is to be shown again.
    Stayed {
        /// After more than a few lines.
        again: bool,
    },
    /// Something else follows.
    Next(Next),
}

/// Carries out what is not a choice; none if it is one. A move of that name comes first, `:help`
/// never is a move.
///
/// # Errors
/// If a stream fails.
pub fn command<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
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
        return Ok(Some(Done::Stayed { again: true }));
    };
    match meant {
        Word::Help => help::help(sitting, menu, rest.trim())?,
        Word::Rules => help::rules(sitting, rest.trim())?,
        Word::Score => {
            help::score(sitting)?;
            return Ok(Some(Done::Stayed { again: false }));
        }
        Word::Moves => {
            moves(sitting, (menu, picks), rest.trim())?;
            return Ok(Some(Done::Stayed { again: false }));
        }
        Word::Table => {
            sitting.console.line("")?;
            sitting.console.measure();
            sitting.show_table(Viewer::Seat(menu.seat), true)?;
        }
        Word::Log => sitting.whole_log(menu.seat)?,
        Word::Look => {
            look_at(sitting, menu.seat, rest.trim())?;
            return Ok(Some(Done::Stayed { again: false }));
        }
        Word::Auto => {
            let ending = sitting.auto(menu, rest.trim())?;
            let stayed = Done::Stayed { again: false };
            return Ok(Some(ending.map_or(stayed, |ending| Done::Next(Next::Done(ending)))));
        }
        Word::Draw => {
            let file = rest.trim();
            let drawn = match file.is_empty() {
                true => Err(CliError::call("say a file: `draw table.svg`")),
                false => {
                    let viewer = Viewer::Seat(menu.seat);
                    draw::write(sitting.session.game_mut(), viewer, picks, (Path::new(file), false))
                }
            };
            match drawn {
                Ok(()) => sitting.console.line(&format!("Drawn to {file}."))?,
                Err(trouble) => sitting.wrong(&sentence(&trouble.in_a_line()))?,
            }
            return Ok(Some(Done::Stayed { again: false }));
        }
        Word::Why => {
            match rest.trim() {
                "" => closed(sitting, menu.seat, false)?,
                "all" => closed(sitting, menu.seat, true)?,
                line => why(sitting, (menu, picks), line)?,
            }
            return Ok(Some(Done::Stayed { again: false }));
        }
        Word::Hint => {
            let hint = sitting.bots.hint(sitting.session.game(), menu.seat, hint::SHOWN);
            let lines = hint::lines(sitting.session.game_mut(), menu.seat, &hint);
            sitting.say_all(&lines)?;
            return Ok(Some(Done::Stayed { again: false }));
        }
        Word::Pace => {
            sitting.set_pace(rest.trim())?;
            return Ok(Some(Done::Stayed { again: false }));
        }
        Word::Quit => {
            let leaves = sure(sitting)?;
            let left = Done::Next(Next::Done(Ending::Left));
            return Ok(Some(if leaves { left } else { Done::Stayed { again: false } }));
        }
        Word::Reload => {
            let moved = sitting.reload(rest)?;
            let moved = moved.then_some(Done::Next(Next::Done(Ending::Moved)));
            return Ok(Some(moved.unwrap_or(Done::Stayed { again: true })));
        }
        other => match history::command(sitting, Viewer::Seat(menu.seat), (other, rest))? {
            history::Done::Moved => return Ok(Some(Done::Next(Next::Done(Ending::Moved)))),
            history::Done::Stayed => {}
            history::Done::NotMeant => return Ok(None),
        },
    }
    Ok(Some(Done::Stayed { again: true }))
}

/// `look NAME`; without a name all that the seat holds. A name may be of something on the table, of
/// something printed, or of both.
fn look_at<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    seat: u8,
    asked: &str,
) -> Result<(), CliError> {
    let lines = if asked.is_empty() {
        let view = sitting.session.game().view(Viewer::Seat(seat));
        let lines = held(sitting.session.game().naming(), &view);
        let none = vec!["You hold nothing. Say a name: `look NAME`.".to_owned()];
        if lines.is_empty() { none } else { lines }
    } else {
        let view = sitting.session.game_mut().full_view(Viewer::Seat(seat));
        let naming = sitting.session.game().naming();
        found(naming, &view, asked, sitting.console.look.width)
    };
    lines.iter().try_for_each(|line| sitting.console.say(Tone::Plain, line))
}

/// Asks before a game is thrown away that nothing keeps. Whoever ends the input twice means it.
fn sure<E: Referee + Clone>(sitting: &mut TableSession<E>) -> Result<bool, CliError> {
    if sitting.is_kept()? {
        return Ok(true);
    }
    let prompt = "No journal keeps this game. Leave it? (yes or no) > ";
    let answer = sitting.lines.ask(sitting.console, prompt, Vec::new())?;
    Ok(answer.is_none_or(|a| matches!(a.trim(), "yes" | "y" | LEAVE)))
}
