//! `repl`: makes up the table, opens the journal, and opens the workbench.

use super::play;
use crate::arguments::Play;
use crate::engine::Starter;
use crate::play::keeper::{self, Keeper};
use crate::reload::again::Remembered;
use crate::reload::desk::Desk;
use crate::repl::Workbench;
use crate::repl::input::Input;
use crate::rules;
use crate::show::console::{Console, Tone};
use crate::texts::KnownTexts;
use crate::trouble::Trouble;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::host::bench::Bench;
use houserules_interpreter::host::bench::breaks::Breaks;
use houserules_interpreter::host::bot::Random;
use houserules_interpreter::host::game::Game;
use houserules_interpreter::host::session::Session;
use houserules_interpreter::host::sight::Viewer;
use std::sync::Arc;

/// Opens the workbench on a game.
///
/// # Errors
/// If the game, the table or the journal is wrong, or a stream fails; in a script also if a command failed.
pub fn run(asked: &Play, console: &mut Console) -> Result<(), Trouble> {
    let kept = asked.journal.as_deref().map_or(Ok(None), keeper::open)?;
    let files = play::files(asked, kept.as_ref())?;
    // Rules that were changed while the game was played stand in its journal.
    let brought = kept.as_ref().and_then(|kept| Remembered::of(&kept.journal).first(&kept.journal));
    let rules = brought.map_or_else(|| rules::runnable(&files, console), Ok)?;
    let made = play::make_up(asked, &rules, kept)?;
    let header = play::header(&files, &rules, &made);
    let setup = Setup { seats: made.names.len() as u8, options: made.table.options.clone() };
    let starter = Starter::new(&rules.book, true);
    let engine = starter.start(&setup, made.seed).map_err(|e| Trouble::Input(e, None))?;
    let game = Game::start(engine, Arc::clone(&rules.book), Arc::clone(&rules.sources), made.names.clone());
    welcome(&game, (made.seed, &rules.variants), console)?;
    let first = Arc::clone(&rules.book);
    let mut session = Session::begin(game);
    let mut kept = Vec::new();
    let keeper = match (&asked.journal, made.kept) {
        (Some(path), Some(before)) => {
            kept.clone_from(&before.journal.entries);
            let mut remembered = Remembered::of(&before.journal);
            Some(play::go_on(path, before, &mut session, &mut remembered, console)?)
        }
        (Some(path), None) => Some(Keeper::begin(path, &header)?),
        (None, _) => None,
    };
    let bots = Random::new(made.seed.rotate_left(32) ^ session.tree().len() as u64 ^ 0x0be7_c400);
    let mut input = Input::new(console)?;
    let desk = Desk::new(&files, &session, (input.printer(), console.look));
    let read_for = Arc::clone(session.game().book());
    // A journal may have brought other rules in.
    let declared = if Arc::ptr_eq(&read_for, &first) {
        rules.declared
    } else {
        KnownTexts::of(session.game().sources()).compiled().declared
    };
    let bench = Bench::new(declared);
    let mut workbench = Workbench {
        session,
        bench,
        read_for,
        desk,
        console,
        input,
        header,
        keeper,
        kept,
        bots,
        eyes: Viewer::Referee,
        breaks: Breaks::default(),
        watches: Vec::new(),
        probe: None,
        halt: crate::repl::stepping::Halt::default(),
        forced: Vec::new(),
        failed: false,
        over: false,
    };
    workbench.one("where")?;
    workbench.run()
}

fn welcome(
    game: &Game<houserules_interpreter::machine::Machine>,
    (seed, variants): (u64, &[String]),
    console: &mut Console,
) -> Result<(), Trouble> {
    let book = game.book();
    console.say(Tone::Heading, &format!("{}: the workbench", book.title))?;
    if !variants.is_empty() {
        console.line(&format!("with {}", variants.join(", ")))?;
    }
    let players = game.naming().seats.join(", ");
    console.line(&format!("{players}; seed {seed}. You are the referee: everything is open to you."))?;
    console.say(Tone::Faint, "`help` lists what may be typed, `moves` what may be chosen now.")
}
