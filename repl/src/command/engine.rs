//! `engine`: a game for programs, over standard input and output.

use crate::arguments::Engine;
use crate::cli_error::CliError;
use crate::protocol::Desk;
use crate::setup::fresh_seed;
use crate::show::clean;
use crate::show::console::Console;
use houserules_files::worlds::ready;
use serde_json::json;

/// Answers requests, one a line, until there are no more.
///
/// # Errors
/// If the game cannot be played, which is also said as JSON, or a stream fails.
pub fn run(asked: &Engine, console: &mut Console) -> Result<(), CliError> {
    let ready = match ready(&asked.game, &asked.set_up) {
        Ok(ready) => ready,
        Err(trouble) => {
            say(&json!({ "error": trouble }), console)?;
            return Err(CliError::Said(1));
        }
    };
    let seed = asked.set_up.seed.map_or_else(fresh_seed, Ok)?;
    let mut desk = Desk::new(ready, seed);
    while let Some(line) = console.read()? {
        if line.trim().is_empty() {
            continue;
        }
        let answer = desk.answer(&line);
        say(&answer.said, console)?;
        if answer.last {
            break;
        }
    }
    Ok(())
}

fn say(what: &serde_json::Value, console: &mut Console) -> Result<(), CliError> {
    let line = what.to_string();
    writeln!(console.out(), "{}", clean::json(&line)).map_err(CliError::output)?;
    console.flush()
}
