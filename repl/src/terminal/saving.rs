//! Keeping what was played: in a journal, or as a test; and leaving.

use super::command::Role;
use super::host::{Host, LEAVE};
use super::input::Words;
use super::typed::{CommandResult, Done, Failed, Typed, Went};
use crate::cli_error::CliError;
use crate::play::journal_file::JournalFile;
use crate::saving;
use crate::show::clean::quoted;
use houserules_interpreter::ask::Stop;
use houserules_lang::code::Code;
use houserules_table::session::Point;
use houserules_table::visibility::Viewer;
use houserules_table::visibility::concealed::Concealed;
use std::ops::Range;
use std::path::Path;

/// How a test is saved.
const WRITTEN: &str =
    "write `save test \"a busy evening\"`, with a file after it to add it to rules";

/// `save test "TITLE"`, `save FILE`
pub(super) fn save(host: &mut Host, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed.lacks("what", &format!("{WRITTEN}; `save evening.journal`")).into());
    }
    if let Some((at, "test")) = typed.words().next() {
        return save_test(host, typed, at.end);
    }
    if host.role == Role::Player {
        let said = "it is not said what is saved";
        return Err(typed.wrong(Code::E1011, typed.rest.clone(), said).help(WRITTEN).into());
    }
    host.only_referee(typed, typed.rest.clone(), "a journal")?;
    let path = Path::new(typed.rest());
    let mut keeper =
        JournalFile::begin(path, &host.header).map_err(|trouble| typed.file_wrong(trouble))?;
    keeper.add(&host.bench.kept).map_err(|trouble| typed.file_wrong(trouble))?;
    if let Some(before) = host.keeper.replace(keeper) {
        // What the one that nobody asked for held stands in this one.
        before.leave(false);
    }
    host.line(&format!("The session is kept in `{}` from now on.", path.display()))
}

/// What is said of a test that is saved.
struct Asked<'a> {
    title: &'a str,
    /// Where it is added; none: it is shown.
    file: Option<&'a str>,
    /// Where it begins; none: at the start of the game.
    from: Option<Range<usize>>,
}

/// `"TITLE"`, `"TITLE" FILE`, `"TITLE" from POINT`, `"TITLE" from POINT FILE`, `FILE "TITLE"`,
/// `FILE "TITLE" from POINT`: the line from a place on; none if there is no title.
fn asked<'a>(typed: &Typed<'a>, start: usize) -> Option<Asked<'a>> {
    let (text, end) = (typed.text, typed.rest.end);
    let open = start + text[start..end].find('"')?;
    let close = open + 1 + text[open + 1..end].find('"')?;
    let title = text[open + 1..close].trim();
    let (before, after) = (text[start..open].trim(), text[close + 1..end].trim_start());
    let (from, rest) = match after.strip_prefix("from ").map(str::trim_start) {
        Some(from) => {
            // A file that is named first leaves all of the rest to the point.
            let word = from.find(char::is_whitespace).filter(|_| before.is_empty());
            let (at, length) = (end - from.len(), word.unwrap_or(from.len()));
            (Some(at..at + length), from[length..].trim())
        }
        None => (None, after),
    };
    let file = [before, rest].into_iter().find(|file| !file.is_empty());
    let clear = before.is_empty() || rest.is_empty();
    (!title.is_empty() && clear).then_some(Asked { title, file, from })
}

/// What was played up to here, as a test of the language.
fn save_test(host: &mut Host, typed: &Typed, start: usize) -> CommandResult {
    let Some(Asked { title, file, from }) = asked(typed, start) else {
        let said = "a title in quotation marks is needed here";
        return Err(typed.wrong(Code::E1011, start..typed.rest.end, said).help(WRITTEN).into());
    };
    if let Some(why) = too_early(host, typed) {
        return Err(why);
    }
    // From here on the seed stands in a file, or may be guessed from why it does not.
    host.people.seed_said |= matches!(host.session.game().stop(), Stop::Over(_));
    let from = from.map_or(Ok(Point::START), |at| host.point(typed, at))?;
    let here = host.session.here();
    let test = saving::as_test(&host.session, &host.header, title, from, here).map_err(|why| {
        let help = if from == Point::START {
            "begin it later, where a turn began: `save test \"TITLE\" from POINT`; `history` \
                 lists the points"
        } else {
            "begin it at another point, where a turn began: `history` lists them"
        };
        typed.wrong(Code::E1014, typed.rest.clone(), why.to_string()).help(help)
    })?;
    let Some(file) = file else {
        host.note("It passes under these rules:")?;
        return Ok(host.console.text(&test)?);
    };
    saving::add(Path::new(file), &host.header, &test)
        .map_err(|trouble| typed.file_wrong(trouble))?;
    let lines = test.lines().count();
    host.line(&format!("A test of {lines} lines is in `{file}` now; it passes under these rules."))
}

/// Why no seat may save the game yet; none if it may. A test says the seed, what everybody holds
/// and what they chose: as long as the game runs that is for a referee, unless nothing is hidden
/// and nothing left to chance.
fn too_early(host: &Host, typed: &Typed) -> Option<Failed> {
    let game = host.session.game();
    let over = matches!(game.stop(), Stop::Over(_));
    if host.eyes == Viewer::Referee || over || Concealed::by(game.book()).nothing() {
        return None;
    }
    let said = "a test tells what is hidden and what chance will bring, so it is saved when the \
                game is over";
    let journal = host.keeper.as_ref().map_or("FILE".into(), |keeper| quoted(&keeper.path()));
    let help = match host.role {
        Role::Player => format!(
            "before that a referee can, with `houserules repl {} --journal {journal}`",
            quoted(&host.header.game)
        ),
        Role::Referee => "before that a referee can: `as referee`".to_string(),
    };
    Some(typed.wrong(Code::E1014, typed.rest.clone(), said).help(help).into())
}

pub(super) fn quit(host: &mut Host, _: &Typed) -> Went {
    Ok(if host.leaves()? { Done::Left } else { Done::Quiet })
}

impl Host<'_, '_> {
    /// Asks before a game is thrown away that nothing keeps. Whoever ends the input twice means it.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn leaves(&mut self) -> Result<bool, CliError> {
        let scripted = self.role == Role::Referee
            && (!self.console.look.typed || self.session.tree().len() < 2);
        if self.is_kept()? || scripted {
            return Ok(true);
        }
        let prompt = match self.role {
            Role::Player => "This game is not being saved. Quit anyway? (yes or no) > ",
            Role::Referee => {
                "This game is not being saved; `save FILE` saves it. Quit anyway? (yes or no) > "
            }
        };
        let answer = self.ask(prompt, &Words::default())?;
        Ok(answer.is_none_or(|a| matches!(a.trim(), "yes" | "y" | LEAVE)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_lang::source::FileId;

    #[test]
    fn a_title_may_stand_before_or_after_a_file() {
        let read = |text: &str| {
            let typed = Typed::new(text, FileId(0));
            let start = "save test".len();
            asked(&typed, start).map(|asked| {
                let from = asked.from.map_or("", |at| &text[at]).to_string();
                (asked.title.to_string(), asked.file.unwrap_or("").to_string(), from)
            })
        };
        for (line, title, file, from) in [
            ("save test \"a b\"", "a b", "", ""),
            ("save test \"a\" x.rules", "a", "x.rules", ""),
            ("save test x.rules \"a\"", "a", "x.rules", ""),
            ("save test \"a\" from 3", "a", "", "3"),
            ("save test \"a\" from 3 x y.rules", "a", "x y.rules", "3"),
            ("save test x.rules \"a\" from two stones", "a", "x.rules", "two stones"),
        ] {
            let wanted = [title, file, from].map(str::to_string);
            assert_eq!(read(line), Some(wanted.into()), "{line}");
        }
        for line in ["save test", "save test \"a", "save test x.rules", "save test x \"a\" y"] {
            assert_eq!(read(line), None, "{line}");
        }
    }
}
