//! Files: a session kept in a journal, and read from one.

use super::typed::{CommandResult, Failed, Typed};
use super::workbench::Workbench;
use crate::cli_error::CliError;
use crate::play::journal_file::{self, JournalFile};
use crate::reload::again::Remembered;
use crate::reload::desk::Reloads;
use crate::saving;
use crate::show::console::Tone;
use crate::terminal::keeping::add_test;
use houserules_files::opening::{self, title};
use houserules_interpreter::machine::Machine;
use houserules_table::journal::replay::{Replayed, Status, replay};
use houserules_table::journal::{Header, Journal};
use houserules_table::session::{Point, Session};
use houserules_table::visibility::Viewer;
use std::path::Path;

fn file_wrong(typed: &Typed, trouble: CliError) -> Failed {
    if trouble.is_silent() {
        return Failed::CliError(trouble);
    }
    let help = miette::Diagnostic::help(&trouble).map(|h| h.to_string());
    let found = typed.wrong("E1016", typed.rest.clone(), trouble.to_string());
    found.help(help.unwrap_or_else(|| "name another file".into())).into()
}

pub(super) fn save(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed
            .lacks("a file", "write `save evening.journal`, or `save test \"TITLE\"`")
            .into());
    }
    if let Some((at, "test")) = typed.words().next() {
        return save_test(bench, typed, at.end);
    }
    let path = Path::new(typed.rest());
    let mut keeper = JournalFile::begin(path, &bench.header).map_err(|t| file_wrong(typed, t))?;
    keeper.add(&bench.kept).map_err(|t| file_wrong(typed, t))?;
    if let Some(before) = bench.keeper.replace(keeper) {
        // What the one that nobody asked for held stands in this one.
        before.leave(false);
    }
    bench.line(&format!("  The session is kept in `{}` from now on.", path.display()))
}

pub(super) fn load(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if typed.rest().is_empty() {
        return Err(typed.lacks("a file", "write `load evening.journal`").into());
    }
    let path = Path::new(typed.rest());
    let journal = journal_file::read(path, None).map_err(|t| file_wrong(typed, t))?;
    let wrong = |said: String, help: &str| {
        Failed::from(typed.wrong("E1016", typed.rest.clone(), said).help(help))
    };
    let header = &journal.header;
    let remembered = Remembered::of(&journal);
    let alike = Header {
        houserules_journal: header.houserules_journal,
        game: header.game.clone(),
        texts: header.texts.clone(),
        // A journal of an older version does not say which options were set.
        set: header.set.as_ref().and(bench.header.set.clone()),
        ..bench.header.clone()
    };
    let begun = if *header == alike {
        start_again(bench)
    } else if remembered
        .game(header)
        .and_then(title)
        .is_some_and(|title| title == bench.session.game().book().title)
    {
        opening::begun_anew(&journal).map_err(|trouble| file_wrong(typed, trouble))?
    } else if header.rules_hash == bench.header.rules_hash {
        let help = "start the workbench with `--journal FILE`, which takes players, options and \
                    seed from it";
        return Err(wrong("its game was set up in another way".into(), help));
    } else {
        let help = "start the workbench with the rules it was kept under";
        return Err(wrong(format!("it was kept under other rules ({})", header.game), help));
    };
    let played = bench.session.tree().len() > 1;
    let (session, replayed) = again(begun, &journal);
    if replayed.status == Status::Differs {
        let said = format!("it does not come out the same any more after step {}", replayed.steps);
        return Err(wrong(said, "`houserules replay` says what differs"));
    }
    bench.kept.clone_from(&journal.entries);
    bench.header = journal.header;
    bench.session = session;
    if let Some(before) = bench.keeper.take() {
        before.leave(played);
    }
    bench.forced.clear();
    bench.probe = None;
    bench.line(&format!("  {} steps of `{}` were done again.", replayed.steps, path.display()))?;
    bench.stand()
}

/// `save test "TITLE" FILE`
fn save_test(bench: &mut Workbench, typed: &Typed, start: usize) -> CommandResult {
    let help = "write `save test \"a busy evening\"`, or with a file after it to append it to";
    let behind = typed.text[start..typed.rest.end].trim_start();
    let at = typed.rest.end - behind.len();
    let titled = behind.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    let Some((title, file)) = titled.filter(|(title, _)| !title.trim().is_empty()) else {
        let found =
            typed.wrong("E1011", at..typed.rest.end, "a title in quotation marks is needed here");
        return Err(found.help(help).into());
    };
    let here = bench.session.here();
    let behind = file.trim_start();
    let after = typed.rest.end - behind.len();
    let (from, file) = match behind.strip_prefix("from ") {
        None => (Point::START, behind),
        Some(rest) => {
            let word = rest.split_whitespace().next().unwrap_or("");
            let start = typed.rest.end - rest.trim_start().len();
            let from = bench.point(typed, (start..start + word.len(), word))?;
            (from, rest.trim_start()[word.len()..].trim_start())
        }
    };
    let test = saving::as_test(&bench.session, &bench.header, title, (from, here)).map_err(|why| {
        let help = match from {
            Point::START => {
                "begin it later, where a turn began: `save test \"TITLE\" from POINT`; `points` \
                 lists them"
            }
            _ => "begin it at another point, where a turn began: `points` lists them",
        };
        typed.wrong("E1014", typed.rest.start..after.max(typed.rest.start), why).help(help)
    })?;
    let file = file.trim();
    if file.is_empty() {
        bench.note("  It passes under these rules:")?;
        return Ok(bench.console.text(&test)?);
    }
    let said = add_test(file, &bench.header, &test).map_err(|t| file_wrong(typed, t))?;
    bench.line(&format!("  {said}"))
}

pub(super) fn replay_session(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    typed.alone()?;
    let journal = Journal { header: bench.header.clone(), entries: bench.kept.clone(), cut: false };
    let (_, replayed) = again(start_again(bench), &journal);
    let Some(differs) = &replayed.first_difference else {
        // How many there are would count who has answered in a race.
        return match bench.eyes {
            Viewer::Referee => {
                bench.line(&format!("  {} steps come out the same.", replayed.steps))
            }
            Viewer::Seat(_) | Viewer::Spectator => bench.line("  All steps come out the same."),
        };
    };
    let said = format!("step {} (`{}`) comes out otherwise", differs.step, differs.choice);
    let help = "this should never be: please report it, with the journal";
    Err(typed.wrong("E1014", typed.whole(), said).help(help).into())
}

/// The session's game at its start.
fn start_again(bench: &Workbench) -> Session<Machine> {
    let mut game = bench.session.game().copy();
    if let Some(start) = bench.session.saved(Point::START) {
        game.restore(start, 0, bench.session.lines_of(Point::START).into());
    }
    Session::begin(game)
}

/// What a journal tells, done again from the start of its game.
fn again(mut session: Session<Machine>, journal: &Journal) -> (Session<Machine>, Replayed) {
    if !journal.header.texts.is_empty() {
        session.knows_texts(&journal.header.rules_hash);
    }
    let replayed = replay(&mut session, &journal.entries, None, &mut Remembered::of(journal));
    session.written();
    (session, replayed)
}

pub(super) fn reload(bench: &mut Workbench, typed: &Typed) -> CommandResult {
    if bench.probe.is_some() {
        let found = typed.wrong("E1014", typed.whole(), "a move is being carried out");
        return Err(found.help("`go` finishes it, `drop` gives it up").into());
    }
    bench.desk.read_by(bench.readers());
    let told = bench.desk.command(&mut bench.session, typed.rest());
    let wrong = told.lines.iter().any(|(tone, _)| *tone == Tone::Wrong);
    bench.failed |= wrong;
    told.lines.iter().try_for_each(|(tone, line)| bench.console.say(*tone, line))?;
    bench.new_rules()?;
    if told.moved { bench.stand() } else { Ok(()) }
}
