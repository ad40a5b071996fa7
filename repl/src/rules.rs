//! From a path to rules that run, with what is to be said of them on the way.

use crate::cli_error::CliError;
use crate::show::console::Console;
pub use houserules_files::rules::{
    RuleFiles, Rules, Sort, all, checked, compiled, compiled_again, compiled_as_if, each, games,
    games_in, tests_left_out,
};
use houserules_lang::compile::Compiled;

/// Compiles a game that is to be run; what is wrong with it goes to standard error.
///
/// # Errors
/// If it cannot be read or has errors; these have been said then.
pub fn runnable(asked: &RuleFiles, console: &mut Console) -> Result<Rules, CliError> {
    said(houserules_files::rules::runnable(asked), console)
}

/// The rules of a compilation that are to be run; what is wrong with them goes to standard error.
///
/// # Errors
/// If they have errors; these have been said then.
pub fn ready(compiled: Compiled, shown: &str, console: &mut Console) -> Result<Rules, CliError> {
    said(houserules_files::rules::ready(compiled, shown), console)
}

fn said(rules: Result<Rules, CliError>, console: &mut Console) -> Result<Rules, CliError> {
    let rules = told(rules, console)?;
    remark(rules.remark.as_deref(), console)?;
    Ok(rules)
}

/// Says on standard error what is wrong with rules that do not compile.
///
/// # Errors
/// If there was something wrong.
pub fn told<T>(done: Result<T, CliError>, console: &mut Console) -> Result<T, CliError> {
    match done {
        Err(CliError::Broken(rules)) => {
            let look = console.look;
            rules.tell(console.err(), look).map_err(CliError::output)?;
            Err(CliError::Said(1))
        }
        done => done,
    }
}

/// Says on standard error what there is to be said of rules that run.
///
/// # Errors
/// If standard error is closed.
pub fn remark(said: Option<&str>, console: &mut Console) -> Result<(), CliError> {
    said.map_or(Ok(()), |said| writeln!(console.err(), "{said}").map_err(CliError::output))
}
