//! Files: a session kept in a journal, and read from one.

use crate::play::journal_file;
use crate::reload::again::Remembered;
use crate::terminal::host::Host;
use crate::terminal::typed::{CommandResult, Done, Failed, Typed, Went};
use houserules_files::opening::{self, title};
use houserules_interpreter::machine::Machine;
use houserules_lang::code::Code;
use houserules_table::journal::replay::{Replayed, Status, replay};
use houserules_table::journal::{Header, Journal};
use houserules_table::session::{Point, Session};
use houserules_table::visibility::Viewer;
use std::path::Path;

pub(crate) fn load(host: &mut Host, typed: &Typed) -> Went {
    if typed.rest().is_empty() {
        return Err(typed.lacks("a file", "write `load evening.journal`").into());
    }
    let path = Path::new(typed.rest());
    let journal = journal_file::read(path, None).map_err(|t| typed.file_wrong(t))?;
    let wrong = |said: String, help: &str| {
        Failed::from(typed.wrong(Code::E1016, typed.rest.clone(), said).help(help))
    };
    let header = &journal.header;
    let remembered = Remembered::of(&journal);
    let alike = Header {
        houserules_journal: header.houserules_journal,
        game: header.game.clone(),
        texts: header.texts.clone(),
        // A journal of an older version does not say which options were set.
        set: header.set.as_ref().and(host.header.set.clone()),
        ..host.header.clone()
    };
    let begun = if *header == alike {
        start_again(host)
    } else if remembered
        .game(header)
        .and_then(title)
        .is_some_and(|title| title == host.session.game().book().title)
    {
        opening::begun_anew(&journal).map_err(|trouble| typed.file_wrong(trouble))?
    } else if header.rules_hash == host.header.rules_hash {
        let help = "start the workbench with `--journal FILE`, which takes players, options and \
                    seed from it";
        return Err(wrong("its game was set up in another way".into(), help));
    } else {
        let help = "start the workbench with the rules it was kept under";
        return Err(wrong(format!("it was kept under other rules ({})", header.game), help));
    };
    let played = host.session.tree().len() > 1;
    let (session, replayed) = again(begun, &journal);
    if replayed.status == Status::Differs {
        let said = format!("it does not come out the same any more after step {}", replayed.steps);
        return Err(wrong(said, "`houserules replay` says what differs"));
    }
    host.bench.kept.clone_from(&journal.entries);
    host.header = journal.header;
    host.session = session;
    if let Some(before) = host.keeper.take() {
        before.leave(played);
    }
    host.bench.forced.clear();
    host.bench.probe = None;
    host.line(&format!("  {} steps of `{}` were done again.", replayed.steps, path.display()))?;
    Ok(Done::Moved)
}

pub(crate) fn replay_session(host: &mut Host, typed: &Typed) -> CommandResult {
    let journal =
        Journal { header: host.header.clone(), entries: host.bench.kept.clone(), cut: false };
    let (_, replayed) = again(start_again(host), &journal);
    let Some(differs) = &replayed.first_difference else {
        // How many there are would count who has answered in a race.
        return match host.eyes {
            Viewer::Referee => host.line(&format!("  {} steps come out the same.", replayed.steps)),
            Viewer::Seat(_) | Viewer::Spectator => host.line("  All steps come out the same."),
        };
    };
    let said = format!("step {} (`{}`) comes out otherwise", differs.step, differs.choice);
    let help = "this should never be: please report it, with the journal";
    Err(typed.wrong(Code::E1014, typed.whole(), said).help(help).into())
}

/// The session's game at its start.
fn start_again(host: &Host) -> Session<Machine> {
    let mut game = host.session.game().copy();
    if let Some(start) = host.session.saved(Point::START) {
        game.restore(start, 0, host.session.lines_of(Point::START).into());
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
