//! Lines of the log, and sentences.

use super::host::Host;
use super::typed::CommandResult;
use crate::cli_error::CliError;
use crate::show::console::{Console, Tone};
use houserules_table::log::{LogLine, Told};

/// So many lines of what happened are shown of one command.
const SHOWN: usize = 60;

/// Says a line of the log.
///
/// # Errors
/// If standard output is closed.
pub fn say_line(console: &mut Console, line: &LogLine) -> Result<(), CliError> {
    let text = &line.text;
    match line.told {
        Told::Heading => console.say(Tone::Heading, &format!("  {text}")),
        Told::Choice | Told::Deed | Told::Said | Told::End => console.line(&format!("    {text}")),
        Told::Remark => console.say(Tone::Faint, &format!("    ({text})")),
        Told::Effect => console.say(Tone::Faint, &format!("      {text}")),
    }
}

/// Says the last lines, at most so many, and how many stand before them.
///
/// # Errors
/// If standard output is closed.
pub fn say_last(console: &mut Console, lines: &[LogLine], most: usize) -> Result<(), CliError> {
    let skipped = lines.len().saturating_sub(most);
    if skipped > 0 {
        let words = format!("  ({skipped} lines before these; `log` shows all)");
        console.say(Tone::Faint, &words)?;
    }
    lines.iter().skip(skipped).try_for_each(|line| say_line(console, line))
}

impl Host<'_, '_> {
    /// Shows what has happened since so many lines of the log, the end in full.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn tell_new(&mut self, from: usize) -> CommandResult {
        let lines = self.session.game().log(self.eyes, from);
        Ok(say_last(self.console, &lines, SHOWN)?)
    }
}
