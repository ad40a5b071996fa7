//! `play`: makes up the table, opens the journal, and begins.

use crate::arguments::{Play, Which};
use crate::bots::Bots;
use crate::cli_error::CliError;
use crate::pace::Pace;
use crate::play::journal_file::JournalFile;
use crate::play::people::People;
use crate::reload::desk::{Desk, Reloads};
use crate::repl::workbench::Workbench;
use crate::rules;
use crate::setup::{Sitter, written};
use crate::show::clean::quoted;
use crate::show::console::{Console, Tone};
use crate::terminal::command::Role;
use crate::terminal::host::Host;
use crate::terminal::input::Input;
use houserules_files::opening::{self, Opened};
use houserules_interpreter::ask::Stop;
use houserules_interpreter::machine::Machine;
use houserules_table::game::Game;
use houserules_table::journal::{Header, Player};
use houserules_table::visibility::Viewer;
use std::sync::Arc;

/// Plays a game at this terminal.
///
/// # Errors
/// If the game, the table or the journal is wrong, or a stream fails.
pub fn run(asked: &Play, console: &mut Console) -> Result<(), CliError> {
    let Opened {
        files,
        mut session,
        header,
        sitters,
        keeper,
        goes_on,
        declared,
        variants,
        said,
        remark,
        ..
    } = rules::told(opening::open(&asked.asked()), console)?;
    rules::remark(remark.as_deref(), console)?;
    let again = again(asked, &header);
    let today = goes_on && asked.rules == Which::Today;
    welcome(session.game(), &sitters, &header, &variants, console)?;
    if !today {
        options(session.game(), console)?;
    }
    console.say(Tone::Faint, "`?` helps, `quit` leaves")?;
    console.line("")?;
    said.iter().try_for_each(|(tone, line)| console.say(*tone, line))?;
    let keeper = kept_anyway(keeper, &header, console)?;
    let bots = Bots::new(header.seed, session.tree().len() - 1, |machine| machine);
    let mut input = Input::new(console, Role::Player)?;
    let mut desk = Desk::new(&files, &session, input.printer(), console.look);
    if today {
        // Whoever opens a journal is its referee.
        let told = desk.command(&mut session, "now");
        told.lines.iter().try_for_each(|(tone, line)| console.say(*tone, line))?;
        // The rules of today may have others.
        options(session.game(), console)?;
    }
    let read = if goes_on { session.game().log_length() } else { 0 };
    let people = People {
        pace: asked.pace.unwrap_or_else(|| Pace::usual(console.look.typed)),
        // Where a game is over, its seed is said to whoever leaves it.
        seed_said: matches!(session.game().stop(), Stop::Over(_)),
        ..People::new(sitters, read, again)
    };
    let host = Host {
        role: Role::Player,
        read_for: Arc::clone(session.game().book()),
        session,
        header,
        console,
        input,
        keeper,
        desk,
        bots,
        eyes: Viewer::Spectator,
        people,
        bench: Workbench::new(declared),
    };
    host.play()
}

/// A game that people play at a terminal is kept even if no journal was named; where, is said.
pub(super) fn kept_anyway(
    keeper: Option<JournalFile>,
    header: &Header,
    console: &mut Console,
) -> Result<Option<JournalFile>, CliError> {
    if keeper.is_some() || !console.look.typed {
        return Ok(keeper);
    }
    match JournalFile::of_its_own(header) {
        Ok(keeper) => {
            console.say(Tone::Faint, &format!("Kept in `{}`.", keeper.path()))?;
            Ok(Some(keeper))
        }
        Err(trouble) => {
            console.say(Tone::Faint, &format!("Nothing keeps this game: {trouble}."))?;
            Ok(None)
        }
    }
}

fn welcome(
    game: &Game<Machine>,
    sitters: &[Sitter],
    header: &Header,
    variants: &[String],
    console: &mut Console,
) -> Result<(), CliError> {
    let book = game.book();
    let by = book.author.as_ref().map(|a| format!(", by {a}")).unwrap_or_default();
    console.say(Tone::Heading, &format!("{}{by}", book.title))?;
    if !variants.is_empty() {
        console.line(&format!("with {}", variants.join(", ")))?;
    }
    let player = |(seat, sitter): (&Player, &Sitter)| format!("{} ({})", seat.name, sitter.name());
    let players: Vec<String> = header.seats.iter().zip(sitters).map(player).collect();
    console.line(&players.join(", "))
}

/// The options as they are now.
fn options(game: &Game<Machine>, console: &mut Console) -> Result<(), CliError> {
    let book = game.book();
    if !book.options.is_empty() {
        let now = book.options.iter().zip(&game.engine().program().options);
        let options = now.map(|(o, value)| format!("{} {}", o.name, written(book, &o.ty, value)));
        let mut options: Vec<String> = options.collect();
        options.sort();
        console.say(Tone::Faint, &format!("options: {}", options.join(", ")))?;
    }
    Ok(())
}

/// The call for a game like this; its seed is said when it is over.
fn again(asked: &Play, header: &Header) -> String {
    let mut words = vec!["houserules play".to_string(), quoted(&header.game)];
    words.push(format!("--players {}", header.seats.len()));
    let spoken = |option: &'static str, values: &[String]| {
        values.iter().map(|v| format!("{option} {}", quoted(v))).collect::<Vec<_>>()
    };
    words.extend(spoken("--seat", &asked.set_up.seats));
    words.extend(spoken("--option", &asked.set_up.options));
    words.extend(spoken("--variant", &header.variants));
    words.extend(spoken("--name", &asked.names));
    words.join(" ")
}
