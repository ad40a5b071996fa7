//! `fmt`: rules in the one style.

use crate::arguments::Fmt;
use crate::cli_error::CliError;
use crate::loader::{MOST_RULES, read_text};
use crate::show::console::{Console, Tone};
use crate::show::diagnostics;
use crate::tell;
use crate::writing;
use houserules_lang::format::format;
use houserules_lang::source::Sources;
use std::path::Path;

/// What came of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Came {
    /// It was in the style already.
    Fine,
    /// It was not; it is now, unless it was only looked at.
    Changed,
    /// It does not parse, and is as it was.
    Broken,
}

/// Formats files in their places, or says which are not formatted. A file that does not parse stays
/// as it is.
///
/// # Errors
/// If a file cannot be read, written or parsed; with `--check` also if one is not formatted.
pub fn run(asked: &Fmt, console: &mut Console) -> Result<(), CliError> {
    let mut status = 0;
    for path in &asked.files {
        match one(path, asked.check, console) {
            Ok(Came::Fine) => {}
            Ok(Came::Changed) if asked.check => {
                status = status.max(1);
                console.say(Tone::Wrong, &format!("{} is not formatted", path.display()))?;
            }
            Ok(Came::Changed) => console.line(&format!("{} is formatted", path.display()))?,
            Ok(Came::Broken) => {
                status = status.max(1);
                console.say(Tone::Wrong, &format!("{} stays as it is", path.display()))?;
            }
            Err(CliError::Closed) => return Err(CliError::Closed),
            Err(trouble) => status = status.max(tell(&trouble, console)),
        }
    }
    if status == 0 { Ok(()) } else { Err(CliError::Said(status)) }
}

fn one(path: &Path, check: bool, console: &mut Console) -> Result<Came, CliError> {
    let text = read_text(path, MOST_RULES)?;
    let made = match format(&text) {
        Ok(made) => made,
        Err(wrong) => {
            let mut sources = Sources::default();
            sources.add(path.display().to_string(), text);
            let look = console.look;
            diagnostics::human(&sources, &wrong, console.out(), look).map_err(CliError::output)?;
            return Ok(Came::Broken);
        }
    };
    if made == text {
        return Ok(Came::Fine);
    }
    if !check {
        writing::whole(path, &made)?;
    }
    Ok(Came::Changed)
}
