//! Lines of the log, as both hosts show them.

use crate::cli_error::CliError;
use crate::show::console::{Console, Tone};
use houserules_table::log::{LogLine, Told};

/// How a host shows the log.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    /// What stands before a remark.
    pub remark: &'static str,
    /// What is said after the number of lines that are left out.
    pub before: &'static str,
}

/// Says a line of the log.
///
/// # Errors
/// If standard output is closed.
pub fn say_line(console: &mut Console, line: &LogLine, style: Style) -> Result<(), CliError> {
    let text = &line.text;
    match line.told {
        Told::Heading => console.say(Tone::Heading, &format!("  {text}")),
        Told::Choice | Told::Deed | Told::Said | Told::End => console.line(&format!("    {text}")),
        Told::Remark => console.say(Tone::Faint, &format!("{}({text})", style.remark)),
        Told::Effect => console.say(Tone::Faint, &format!("      {text}")),
    }
}

/// Says the last lines, at most so many, and how many stand before them.
///
/// # Errors
/// If standard output is closed.
pub fn say_last(
    console: &mut Console,
    lines: &[LogLine],
    most: usize,
    style: Style,
) -> Result<(), CliError> {
    let skipped = lines.len().saturating_sub(most);
    if skipped > 0 {
        let words = format!("  ({skipped} lines before{})", style.before);
        console.say(Tone::Faint, &words)?;
    }
    lines.iter().skip(skipped).try_for_each(|line| say_line(console, line, style))
}
