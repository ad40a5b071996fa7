//! What each command of the table does where a person is asked; those that go back and forth are in
//! [`super::history`].

use super::help;
use super::history;
use super::lines::LEAVE;
use super::look::{found, held};
use super::reasons::{closed, moves, why};
use super::session::{Ending, TableSession, sentence};
use crate::cli_error::CliError;
use crate::draw;
use crate::draw::picks::Picks;
use crate::show::console::Tone;
use crate::show::hint;
use crate::terminal::commands::Word;
use houserules_interpreter::referee::Referee;
use houserules_table::choices::menu::Menu;
use houserules_table::visibility::Viewer;
use std::path::Path;

/// A command, and the question at which it was typed.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// Which command it is.
    pub word: Word,
    /// What stands after it.
    pub rest: &'a str,
    /// What is on offer.
    pub menu: &'a Menu,
    /// What may be picked at this step.
    pub picks: Picks<'a>,
}

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

impl Done {
    /// The question has scrolled away.
    pub const SHOWN_AGAIN: Self = Self::Stayed { again: true };
    const QUIET: Self = Self::Stayed { again: false };

    /// The question is over.
    fn over(ending: Ending) -> Self {
        Self::Next(Next::Done(ending))
    }
}

/// Carries out a command; none if it is none of the table's.
///
/// # Errors
/// If a stream fails.
pub fn carry_out<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    said: Said<'_>,
) -> Result<Option<Done>, CliError> {
    let Said { word, rest, menu, picks } = said;
    let (asked, viewer) = (rest.trim(), Viewer::Seat(menu.seat));
    let mut done = Done::QUIET;
    match word {
        Word::Help => {
            help::help(sitting, menu, asked)?;
            done = Done::SHOWN_AGAIN;
        }
        Word::Rules => {
            help::rules(sitting, asked)?;
            done = Done::SHOWN_AGAIN;
        }
        Word::Table => {
            sitting.console.line("")?;
            sitting.console.measure();
            sitting.show_table(viewer, true)?;
            done = Done::SHOWN_AGAIN;
        }
        Word::Log => {
            sitting.whole_log(menu.seat)?;
            done = Done::SHOWN_AGAIN;
        }
        Word::Score => help::score(sitting)?,
        Word::Moves => moves(sitting, (menu, picks), asked)?,
        Word::Look => look_at(sitting, menu.seat, asked)?,
        Word::Draw => drawn(sitting, viewer, picks, asked)?,
        Word::Why if matches!(asked, "" | "all") => closed(sitting, menu.seat, asked == "all")?,
        Word::Why => why(sitting, (menu, picks), asked)?,
        Word::Hint => hinted(sitting, menu.seat)?,
        Word::Pace => sitting.set_pace(asked)?,
        Word::Auto => done = sitting.auto(menu, asked)?.map_or(done, Done::over),
        Word::Quit => {
            if sure(sitting)? {
                done = Done::over(Ending::Left);
            }
        }
        Word::Reload => {
            let moved = sitting.reload(rest)?;
            done = if moved { Done::over(Ending::Moved) } else { Done::SHOWN_AGAIN };
        }
        other => match history::command(sitting, viewer, (other, rest))? {
            history::Done::Moved => done = Done::over(Ending::Moved),
            history::Done::Stayed => done = Done::SHOWN_AGAIN,
            history::Done::NotMeant => return Ok(None),
        },
    }
    Ok(Some(done))
}

/// `draw FILE`: the boards that a seat sees, as a picture.
fn drawn<E: Referee + Clone>(
    sitting: &mut TableSession<E>,
    viewer: Viewer,
    picks: Picks<'_>,
    file: &str,
) -> Result<(), CliError> {
    let drawn = if file.is_empty() {
        Err(CliError::call("say a file: `draw table.svg`"))
    } else {
        draw::write(sitting.session.game_mut(), viewer, picks, (Path::new(file), false))
    };
    match drawn {
        Ok(()) => sitting.console.line(&format!("Drawn to {file}.")),
        Err(trouble) => sitting.wrong(&sentence(&trouble.in_a_line())),
    }
}

/// `hint`: what a bot would do in this seat.
fn hinted<E: Referee + Clone>(sitting: &mut TableSession<E>, seat: u8) -> Result<(), CliError> {
    let hint = sitting.bots.hint(sitting.session.game(), seat, hint::SHOWN);
    let lines = hint::lines(sitting.session.game_mut(), seat, &hint);
    sitting.say_all(&lines)
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
pub(super) fn sure<E: Referee + Clone>(sitting: &mut TableSession<E>) -> Result<bool, CliError> {
    if sitting.is_kept()? {
        return Ok(true);
    }
    let prompt = "This game is not being saved. Quit anyway? (yes or no) > ";
    let answer = sitting.lines.ask(sitting.console, prompt, Vec::new())?;
    Ok(answer.is_none_or(|a| matches!(a.trim(), "yes" | "y" | LEAVE)))
}
