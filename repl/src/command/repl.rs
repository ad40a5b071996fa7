//! `repl`: makes up the table, opens the journal, and opens the workbench.

use super::play::kept_anyway;
use crate::arguments::{Play, Repl, Which};
use crate::bots::Bots;
use crate::cli_error::CliError;
use crate::play::people::People;
use crate::reload::desk::{Desk, Reloads};
use crate::repl::workbench::Workbench;
use crate::rules;
use crate::show::console::{Console, Tone};
use crate::terminal::command::Role;
use crate::terminal::host::Host;
use crate::terminal::input::Input;
use houserules_files::opening::{self, Opened};
use houserules_files::setup::SetUp;
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use houserules_table::game::Game;
use houserules_table::session::Session;
use houserules_table::visibility::Viewer;
use std::sync::Arc;

/// Opens the workbench on a game.
///
/// # Errors
/// If the game, the table or the journal is wrong, or a stream fails; in a script also if a command
/// failed.
pub fn run(asked: &Repl, console: &mut Console) -> Result<(), CliError> {
    let Repl { play: asked, at } = asked;
    let Opened {
        files,
        mut session,
        header,
        keeper,
        kept,
        goes_on,
        declared,
        variants,
        said,
        remark,
        ..
    } = rules::told(opened(asked), console)?;
    let looks_into = keeper.is_none() && goes_on;
    rules::remark(remark.as_deref(), console)?;
    welcome(session.game(), header.seed, &variants, console)?;
    said.iter().try_for_each(|(tone, line)| console.say(*tone, line))?;
    let keeper = if looks_into { None } else { kept_anyway(keeper, &header, console)? };
    stand(&mut session, *at)?;
    let bots = Bots::new(header.seed, session.tree().len() - 1, |machine| machine);
    let mut input = Input::new(console, Role::Referee)?;
    let mut desk = Desk::new(&files, &session, input.printer(), console.look);
    let read_for = Arc::clone(session.game().book());
    if goes_on && asked.rules == Which::Today {
        let told = desk.command(&mut session, "now");
        told.lines.iter().try_for_each(|(tone, line)| console.say(*tone, line))?;
    }
    let mut host = Host {
        role: Role::Referee,
        session,
        header,
        console,
        input,
        keeper,
        desk,
        bots,
        eyes: Viewer::Referee,
        read_for,
        people: People::new(Vec::new(), 0, String::new()),
        bench: Workbench { kept, ..Workbench::new(declared) },
    };
    host.one("where")?;
    host.work()
}

/// Opens a game, or looks into a journal that is named in its place.
fn opened(asked: &Play) -> Result<Opened, CliError> {
    if asked.game.extension().is_none_or(|ending| ending != "journal") {
        return opening::open(&asked.asked());
    }
    let SetUp { players, seats, seed, options, variants, .. } = &asked.set_up;
    let made_up = players.is_some() || seed.is_some();
    let lists = [seats, options, &asked.names];
    if made_up || !variants.is_empty() || lists.iter().any(|list| !list.is_empty()) {
        return Err(CliError::call("a journal says itself how its game was made up")
            .help("name the journal alone, and `--at POINT`"));
    }
    if asked.journal.is_some() {
        return Err(CliError::call("one journal is looked into, and another was named to be kept")
            .help("`save FILE` keeps the session in another journal"));
    }
    opening::reopened(&asked.game)
}

/// Goes to the point that was asked for.
fn stand(session: &mut Session<Machine>, at: Option<u32>) -> Result<(), CliError> {
    let Some(at) = at else { return Ok(()) };
    let Some(point) = session.tree().numbered_of_all(at) else {
        let last = session.tree().len().saturating_sub(1);
        return Err(CliError::call(format!("there is no point {at}"))
            .help(format!("points go from 0 to {last}")));
    };
    session.go(point, "goto");
    Ok(())
}

fn welcome(
    game: &Game<Machine>,
    seed: Seed,
    variants: &[String],
    console: &mut Console,
) -> Result<(), CliError> {
    let book = game.book();
    console.say(Tone::Heading, &format!("{}: the workbench", book.title))?;
    if !variants.is_empty() {
        console.line(&format!("with {}", variants.join(", ")))?;
    }
    let players = game.naming().seats.join(", ");
    console.line(&format!(
        "{players}; seed {seed}. You are the referee: everything is open to you."
    ))?;
    console.say(Tone::Faint, "`help` lists what may be typed, `moves` what may be chosen now.")
}
