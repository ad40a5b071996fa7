//! Keeping what is played: in the journal, and as tests.

use crate::cli_error::CliError;
use crate::saving;
use crate::show::console::Console;
use houserules_files::journal_file::JournalFile;
use houserules_interpreter::machine::Machine;
use houserules_table::journal::Header;
use houserules_table::session::Session;
use std::path::Path;

/// Writes what a session has done to its journal, if it has one; if that fails, it is said, and the
/// game goes on.
///
/// # Errors
/// If standard output is closed.
pub fn keep(
    session: &mut Session<Machine>,
    keeper: &mut Option<JournalFile>,
    console: &mut Console,
) -> Result<(), CliError> {
    let Some(keeper) = keeper else {
        session.written();
        return Ok(());
    };
    keeper.keep(session).map_or(Ok(()), |(tone, words)| console.say(tone, &words))
}

/// Whether a journal has all that a session has done.
pub fn has_all(session: &mut Session<Machine>, keeper: &mut Option<JournalFile>) -> bool {
    keeper.as_mut().is_some_and(|keeper| keeper.has_all(session))
}

/// Adds a test to a file of rules; what is said of it.
///
/// # Errors
/// If the file cannot be used.
pub fn add_test(file: &str, header: &Header, test: &str) -> Result<String, CliError> {
    saving::add(Path::new(file), header, test)?;
    let lines = test.lines().count();
    Ok(format!("A test of {lines} lines is in `{file}` now; it passes under these rules."))
}
