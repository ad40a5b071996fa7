//! The `houserules` program: plays, checks, tests and simulates games written as rulebooks.
//!
//! It holds no rules: [`loader`] finds the texts, the language and the interpreter do the rest, and
//! this crate shows it. [`run`] is the whole program over any streams; each command of
//! [`arguments`] has a module in [`command`].

#![expect(
    clippy::multiple_crate_versions,
    reason = "our dependencies do not agree on a few of theirs"
)]

pub mod arguments;
pub mod command;
pub mod draw;
pub mod explain;
pub mod pace;
pub mod places;
pub mod play;
pub mod protocol;
pub mod repl;
pub mod rules;
pub mod show;
pub mod terminal;

pub use houserules_files::{
    bots, cli_error, engine, learnt, loader, near, reload, rulebook, saving, setup, texts,
    variants, writing,
};

use arguments::{Arguments, Command};
use clap::Parser;
use cli_error::CliError;
use show::clean;
use show::console::Console;
use std::ffi::OsString;

/// Runs the program: arguments (the first is the program's name), streams; gives the exit status.
///
/// 0: fine. 1: something is wrong with the rules, a test or a journal, and has been said. 2: the
/// call was wrong.
pub fn run(arguments: impl IntoIterator<Item = OsString>, console: &mut Console) -> u8 {
    let status = match Arguments::try_parse_from(arguments) {
        Ok(mut arguments) => match places::settle(&mut arguments.command) {
            Ok(()) => carry_out(&arguments.command, console),
            Err(trouble) => tell(&trouble, console),
        },
        Err(error) => refuse(&error, console),
    };
    match console.flush() {
        Ok(()) => status,
        Err(trouble) => status.max(trouble.status()),
    }
}

fn carry_out(command: &Command, console: &mut Console) -> u8 {
    let done = match command {
        Command::Check(asked) => command::check::run(asked, console),
        Command::Test(asked) => command::test::run(asked, console),
        Command::Sim(asked) => command::sim::run(asked, console),
        Command::Study(asked) => command::study::run(asked, console),
        Command::Tune(asked) => command::study::tune::run(asked, console),
        Command::Train(asked) => command::train::run(asked, console),
        Command::Play(asked) => command::play::run(asked, console),
        Command::Serve(asked) => command::serve::run(asked, console),
        Command::Watch(asked) => command::watch::run(asked, console),
        Command::Repl(asked) => command::repl::run(asked, console),
        Command::Fmt(asked) => command::fmt::run(asked, console),
        Command::Doc(asked) => command::doc::run(asked, console),
        Command::New(asked) => command::new::run(asked, console),
        Command::Explain(asked) => command::explain::run(asked, console),
        Command::Engine(asked) => command::engine::run(asked, console),
        Command::Draw(asked) => command::draw::run(asked, console),
        Command::Replay(asked) => command::replay::run(asked, console),
        Command::Completions(asked) => command::manual::completions(asked, console),
        Command::Man(asked) => command::manual::page(asked, console),
        Command::Lsp => command::lsp::run(),
    };
    match done {
        Ok(()) => 0,
        Err(trouble) => tell(&trouble, console),
    }
}

/// Says what went wrong with the call; gives the exit status.
pub fn tell(trouble: &CliError, console: &mut Console) -> u8 {
    let status = trouble.status();
    if trouble.is_silent() {
        return status;
    }
    // Names of files and what was typed may hold anything; the report's own colours come later.
    let message = clean::text(&trouble.to_string()).into_owned();
    let help = miette::Diagnostic::help(trouble).map(|h| clean::text(&h.to_string()).into_owned());
    let report = format!("{:?}", miette::Report::new(CliError::Call(message, help)));
    let _ = console.flush();
    let _ = writeln!(console.err(), "{}", report.trim_end());
    status
}

/// Help goes to standard output and is no error; a wrong call is one.
fn refuse(error: &clap::Error, console: &mut Console) -> u8 {
    let text = error.render();
    if error.use_stderr() {
        let shown = clean::text(&text.to_string()).into_owned();
        let _ = write!(console.err(), "{shown}");
        return 2;
    }
    let shown = if console.look.colour { text.ansi().to_string() } else { text.to_string() };
    let _ = write!(console.out(), "{shown}");
    0
}
