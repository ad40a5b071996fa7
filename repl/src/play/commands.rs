//! The commands of the table of `play`: which word is carried out by what, and whether also when
//! the game is over.

use super::carry_out::{self, Came, Done, Said};
use super::history::{self, Done as Gone};
use super::session::{Ending, LOG, TableSession};
use super::{help, reasons};
use crate::cli_error::CliError;
use crate::terminal::commands::Word;
use crate::terminal::telling::say_last;
use houserules_table::visibility::Viewer;

/// What carries a command out.
#[derive(Clone, Copy)]
enum Work {
    /// Where somebody is asked, and only there.
    Asked(fn(&mut TableSession<'_, '_>, &Said<'_>) -> Came),
    /// There, and when the game is over.
    Anytime(fn(&mut TableSession<'_, '_>, Viewer, &str) -> Result<Gone, CliError>),
}

const WORK: &[(Word, Work)] = &[
    (Word::Help, Work::Asked(help::help)),
    (Word::Rules, Work::Asked(help::rules)),
    (Word::Table, Work::Asked(carry_out::table)),
    (Word::Score, Work::Asked(help::score)),
    (Word::Moves, Work::Asked(reasons::moves)),
    (Word::Look, Work::Asked(carry_out::look)),
    (Word::Draw, Work::Asked(carry_out::draw)),
    (Word::Why, Work::Asked(reasons::why)),
    (Word::Hint, Work::Asked(carry_out::hint)),
    (Word::Pace, Work::Asked(pace)),
    (Word::Auto, Work::Asked(auto)),
    (Word::Quit, Work::Asked(carry_out::quit)),
    (Word::Log, Work::Anytime(log)),
    (Word::Reload, Work::Anytime(reload)),
    (Word::Undo, Work::Anytime(history::undo)),
    (Word::Redo, Work::Anytime(history::redo)),
    (Word::Bookmark, Work::Anytime(history::bookmark)),
    (Word::Back, Work::Anytime(history::back)),
    (Word::Branch, Work::Anytime(history::branch)),
    (Word::Branches, Work::Anytime(history::branches)),
    (Word::Save, Work::Anytime(history::save)),
    (Word::Points, Work::Anytime(history::history)),
];

fn work(word: Word) -> Option<Work> {
    WORK.iter().find(|(other, _)| *other == word).map(|(_, work)| *work)
}

/// Carries out a command where somebody is asked; none if it is none of the table's.
///
/// # Errors
/// If a stream fails.
pub fn at_question(
    sitting: &mut TableSession,
    word: Word,
    said: &Said<'_>,
) -> Result<Option<Done>, CliError> {
    Ok(match work(word) {
        None => None,
        Some(Work::Asked(work)) => Some(work(sitting, said)?),
        Some(Work::Anytime(work)) => {
            let gone = work(sitting, Viewer::Seat(said.menu.seat), said.rest)?;
            Some(if gone == Gone::Moved { Done::over(Ending::Moved) } else { Done::SHOWN_AGAIN })
        }
    })
}

/// Carries out a command that needs no question; none if it is no such command.
///
/// # Errors
/// If a stream fails.
pub fn anytime(
    sitting: &mut TableSession,
    viewer: Viewer,
    (word, rest): (Word, &str),
) -> Result<Option<Gone>, CliError> {
    match work(word) {
        Some(Work::Anytime(work)) => work(sitting, viewer, rest.trim()).map(Some),
        Some(Work::Asked(_)) | None => Ok(None),
    }
}

fn pace(sitting: &mut TableSession, said: &Said<'_>) -> Came {
    sitting.set_pace(said.rest).map(|()| Done::QUIET)
}

fn auto(sitting: &mut TableSession, said: &Said<'_>) -> Came {
    Ok(sitting.auto(said.menu, said.rest)?.map_or(Done::QUIET, Done::over))
}

/// The log as a reader may know it, or its last lines.
fn log(sitting: &mut TableSession, viewer: Viewer, rest: &str) -> Result<Gone, CliError> {
    let lines = sitting.session.game().log(viewer, 0);
    let most = rest.parse().unwrap_or(usize::MAX);
    say_last(sitting.console, &lines, most, LOG)?;
    Ok(Gone::Stayed)
}

fn reload(sitting: &mut TableSession, _: Viewer, rest: &str) -> Result<Gone, CliError> {
    Ok(if sitting.reload(rest)? { Gone::Moved } else { Gone::Stayed })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::commands::at_table;

    #[test]
    fn every_command_is_carried_out_once() {
        for (command, _) in at_table() {
            let found = WORK.iter().filter(|(word, _)| *word == command.word).count();
            assert_eq!(found, 1, "{}", command.name);
        }
        assert_eq!(WORK.len(), at_table().count());
    }
}
