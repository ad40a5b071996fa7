//! What each command of the table does where a person is asked; those that go back and forth are in
//! [`super::history`], the list of them all in [`super::commands`].

use super::lines::LEAVE;
use super::look::{found, held};
use super::session::{Ending, TableSession, sentence};
use crate::cli_error::CliError;
use crate::draw;
use crate::draw::picks::Picks;
use crate::show::console::Tone;
use crate::show::hint;
use houserules_table::choices::menu::Menu;
use houserules_table::visibility::Viewer;
use std::path::Path;

/// A command, and the question at which it was typed.
#[derive(Debug, Clone, Copy)]
pub struct Said<'a> {
    /// What stands after it, without blanks around.
    pub rest: &'a str,
    /// What is on offer.
    pub menu: &'a Menu,
    /// What may be picked at this step.
    pub picks: Picks<'a>,
}

impl Said<'_> {
    /// Whose eyes see what is shown.
    fn viewer(&self) -> Viewer {
        Viewer::Seat(self.menu.seat)
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
    /// The question can still be seen.
    pub const QUIET: Self = Self::Stayed { again: false };

    /// The question is over.
    #[must_use]
    pub fn over(ending: Ending) -> Self {
        Self::Next(Next::Done(ending))
    }
}

/// What came of a command.
pub type Came = Result<Done, CliError>;

pub(super) fn table(sitting: &mut TableSession, said: &Said<'_>) -> Came {
    sitting.console.line("")?;
    sitting.console.measure();
    sitting.show_table(said.viewer(), true)?;
    Ok(Done::SHOWN_AGAIN)
}

pub(super) fn quit(sitting: &mut TableSession, _: &Said<'_>) -> Came {
    Ok(if sure(sitting)? { Done::over(Ending::Left) } else { Done::QUIET })
}

/// `draw FILE`: the boards that a seat sees, as a picture.
pub(super) fn draw(sitting: &mut TableSession, said: &Said<'_>) -> Came {
    let file = said.rest;
    let drawn = if file.is_empty() {
        Err(CliError::call("say a file: `draw table.svg`"))
    } else {
        let (game, path) = (sitting.session.game_mut(), Path::new(file));
        draw::write(game, said.viewer(), said.picks, (path, false))
    };
    match drawn {
        Ok(()) => sitting.console.line(&format!("Drawn to {file}."))?,
        Err(trouble) => sitting.wrong(&sentence(&trouble.in_a_line()))?,
    }
    Ok(Done::QUIET)
}

/// `hint`: what a bot would do in this seat.
pub(super) fn hint(sitting: &mut TableSession, said: &Said<'_>) -> Came {
    let seat = said.menu.seat;
    let hint = sitting.bots.hint(sitting.session.game(), seat, hint::SHOWN);
    let lines = hint::lines(sitting.session.game_mut(), seat, &hint);
    sitting.say_all(&lines).map(|()| Done::QUIET)
}

/// `look NAME`; without a name all that the seat holds. A name may be of something on the table, of
/// something printed, or of both.
pub(super) fn look(sitting: &mut TableSession, said: &Said<'_>) -> Came {
    let lines = if said.rest.is_empty() {
        let view = sitting.session.game().view(said.viewer());
        let lines = held(sitting.session.game().naming(), &view);
        let none = vec!["You hold nothing. Say a name: `look NAME`.".to_owned()];
        if lines.is_empty() { none } else { lines }
    } else {
        let view = sitting.session.game_mut().full_view(said.viewer());
        let naming = sitting.session.game().naming();
        found(naming, &view, said.rest, sitting.console.look.width)
    };
    lines.iter().try_for_each(|line| sitting.console.say(Tone::Plain, line))?;
    Ok(Done::QUIET)
}

/// Asks before a game is thrown away that nothing keeps. Whoever ends the input twice means it.
pub(super) fn sure(sitting: &mut TableSession) -> Result<bool, CliError> {
    if sitting.is_kept()? {
        return Ok(true);
    }
    let prompt = "This game is not being saved. Quit anyway? (yes or no) > ";
    let answer = sitting.lines.ask(sitting.console, prompt, Vec::new())?;
    Ok(answer.is_none_or(|a| matches!(a.trim(), "yes" | "y" | LEAVE)))
}
