//! Files: a session kept in a journal, and read from one.

use super::Workbench;
use super::typed::{Done, Failed, Typed};
use crate::play::keeper::{self, Keeper};
use crate::trouble::Trouble;
use houserules_interpreter::host::bench::{Bench, Line};
use houserules_interpreter::host::fingerprint::rules_hash;
use houserules_interpreter::host::game::Game;
use houserules_interpreter::host::journal::RulesChange;
use houserules_interpreter::host::replay::{Status, replay};
use houserules_interpreter::host::session::resume::Again;
use houserules_interpreter::host::session::{Point, Session};
use houserules_interpreter::machine::Machine;
use std::path::Path;

/// What the workbench can do again that a journal tells.
pub struct Referees<'a>(pub &'a mut Bench);

impl Again<Machine> for Referees<'_> {
    fn referee(&mut self, game: &mut Game<Machine>, lines: &str) -> Result<(), String> {
        let line = Line { text: lines, part: 0..lines.len() };
        let said = |wrong: houserules_interpreter::host::bench::Wrong| {
            wrong.first().map_or_else(String::new, |d| d.message.clone())
        };
        let read = self.0.lines(game, &line).map_err(said)?;
        self.0.carry_out(game, &read).map_err(said)
    }
    fn rules(&mut self, _: &Game<Machine>, _: &RulesChange) -> Result<Game<Machine>, String> {
        Err("rules that were changed in the middle of a game cannot be brought in here".into())
    }
    fn texts(&mut self, _: &str, _: &[(String, String)]) {}
}

fn file_wrong(typed: &Typed, trouble: Trouble) -> Failed {
    if trouble.is_silent() {
        return Failed::Trouble(trouble);
    }
    let help = miette::Diagnostic::help(&trouble).map(|h| h.to_string());
    let found = typed.wrong("E1016", typed.rest.clone(), trouble.to_string());
    found.help(help.unwrap_or_else(|| "name another file".into())).into()
}

/// `save`
///
/// # Errors
/// What is wrong with the line or the file.
pub fn save(bench: &mut Workbench, typed: &Typed) -> Done {
    if typed.rest().is_empty() {
        return Err(typed.lacks("a file", "write `save evening.journal`").into());
    }
    let path = Path::new(typed.rest());
    let header = bench.header.clone();
    let mut keeper = Keeper::begin(path, &header).map_err(|t| file_wrong(typed, t))?;
    keeper.keep_all(&bench.kept).map_err(|t| file_wrong(typed, t))?;
    bench.keeper = Some(keeper);
    bench.line(&format!("  The session is kept in `{}` from now on.", path.display()))
}

/// `load`
///
/// # Errors
/// What is wrong with the line or the file.
pub fn load(bench: &mut Workbench, typed: &Typed) -> Done {
    if typed.rest().is_empty() {
        return Err(typed.lacks("a file", "write `load evening.journal`").into());
    }
    let path = Path::new(typed.rest());
    let journal = keeper::read(path, None).map_err(|t| file_wrong(typed, t))?;
    let wrong =
        |said: String, help: &str| Failed::from(typed.wrong("E1016", typed.rest.clone(), said).help(help));
    let header = &journal.header;
    if header.rules_hash != rules_hash(bench.session.game().book()) {
        let help = "start the workbench with the rules it was kept under";
        return Err(wrong(format!("it was kept under other rules ({})", header.game), help));
    }
    if *header
        != (houserules_interpreter::host::journal::Header {
            game: header.game.clone(),
            ..bench.header.clone()
        })
    {
        let help = "start the workbench with `--journal FILE`, which takes players, options and seed from it";
        return Err(wrong("its game was set up in another way".into(), help));
    }
    let mut game = bench.session.game().copy();
    if let Some(start) = bench.session.saved(Point::START) {
        let lines = bench.session.tree().node(Point::START).lines().to_vec();
        game.restore(start, Vec::new(), lines);
    }
    let mut session = Session::begin(game);
    let replayed = replay(&mut session, &journal.entries, None, &mut Referees(&mut bench.bench));
    if replayed.status == Status::Differs {
        let said = format!("it does not come out the same any more after step {}", replayed.steps);
        return Err(wrong(said, "`houserules replay` says what differs"));
    }
    session.written();
    bench.kept = journal.entries.clone();
    bench.session = session;
    bench.keeper = None;
    bench.probe = None;
    bench.line(&format!("  {} steps of `{}` were done again.", replayed.steps, path.display()))?;
    bench.stand()
}
