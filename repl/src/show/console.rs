//! What a command reads from and writes to: the terminal, a pipe, or a test's buffers.

use super::clean;
use crate::cli_error::CliError;
use serde::Serialize;
use std::io::{BufRead, Write};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What the other side can show and do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Whether colours are wanted on standard output.
    pub colour: bool,
    /// A person types at a terminal.
    pub typed: bool,
    /// Standard output is a terminal.
    pub shown: bool,
    /// Standard error is a terminal: there is somebody to see progress.
    pub watched: bool,
}

impl Look {
    /// Pipes on all sides.
    #[must_use]
    pub fn plain() -> Self {
        Self { width: 80, height: 40, colour: false, typed: false, shown: false, watched: false }
    }
}

/// A terminal's columns and rows, as far as they can be used.
#[must_use]
pub fn fitting(width: u16, height: u16) -> (usize, usize) {
    (usize::from(width).clamp(20, 200), usize::from(height).clamp(10, 200))
}

/// How a line is to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    Plain,
    /// Titles.
    Heading,
    /// Beside the point.
    Faint,
    /// What went wrong.
    Wrong,
}

/// Where a command reads and writes.
pub struct Console<'a> {
    /// What it can do.
    pub look: Look,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
}

impl<'a> Console<'a> {
    /// A console over three streams.
    pub fn new(
        look: Look,
        input: &'a mut dyn BufRead,
        out: &'a mut dyn Write,
        err: &'a mut dyn Write,
    ) -> Self {
        Self { look, input, out, err }
    }

    /// Takes the size that the terminal has now: people resize their windows.
    pub fn measure(&mut self) {
        if self.look.shown
            && let Some((width, height)) = terminal_size::terminal_size_of(std::io::stdout())
        {
            (self.look.width, self.look.height) = fitting(width.0, height.0);
        }
    }

    /// Standard output itself; what is written to it must be clean.
    pub fn out(&mut self) -> &mut dyn Write {
        self.out
    }

    /// Standard error itself; what is written to it must be clean.
    pub fn err(&mut self) -> &mut dyn Write {
        self.err
    }

    /// A line, wrapped at the terminal's width, later lines indented like the first and by two
    /// more.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn say(&mut self, tone: Tone, line: &str) -> Result<(), CliError> {
        let lines = wrap(&clean::text(line), self.look.width);
        let (before, after) = match tone {
            _ if !self.look.colour => ("", ""),
            Tone::Plain => ("", ""),
            Tone::Heading => ("\x1b[1m", "\x1b[0m"),
            Tone::Faint => ("\x1b[2m", "\x1b[0m"),
            Tone::Wrong => ("\x1b[31m", "\x1b[0m"),
        };
        for line in lines {
            writeln!(self.out, "{before}{line}{after}").map_err(CliError::output)?;
        }
        Ok(())
    }

    /// A plain line.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn line(&mut self, line: &str) -> Result<(), CliError> {
        self.say(Tone::Plain, line)
    }

    /// A text as it is, cleaned, not wrapped.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn text(&mut self, text: &str) -> Result<(), CliError> {
        self.out.write_all(clean::text(text).as_bytes()).map_err(CliError::output)
    }

    /// One JSON object on standard output.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), CliError> {
        let text = serde_json::to_string_pretty(value).map_err(|e| CliError::output(e.into()))?;
        writeln!(self.out, "{}", clean::json(&text)).map_err(CliError::output)
    }

    /// The next line of a pipe, without its end; none at the end of the input.
    ///
    /// # Errors
    /// If the input cannot be read.
    pub fn read(&mut self) -> Result<Option<String>, CliError> {
        let mut bytes = Vec::new();
        let mut limited = std::io::Read::take(&mut *self.input, LONGEST_INPUT);
        let read = limited.read_until(b'\n', &mut bytes).map_err(CliError::input)?;
        if read == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_string()))
    }

    /// Empties the screen and what a terminal keeps above it. Nothing happens in a pipe.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn wipe(&mut self) -> Result<(), CliError> {
        if self.look.shown {
            write!(self.out, "\x1b[H\x1b[2J\x1b[3J").map_err(CliError::output)?;
        }
        self.flush()
    }

    /// Sends on what has been written.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn flush(&mut self) -> Result<(), CliError> {
        self.out.flush().map_err(CliError::output)
    }
}

/// A line of input longer than this is read in pieces.
const LONGEST_INPUT: u64 = 64 * 1024;

/// Columns that a text takes.
#[must_use]
pub fn columns(text: &str) -> usize {
    text.width()
}

/// Breaks each line at spaces so that it fits; a continued line is indented by two more than its
/// first.
#[must_use]
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(20);
    let mut lines = Vec::new();
    for line in text.split('\n') {
        wrap_line(line, width, &mut lines);
    }
    lines
}

fn wrap_line(line: &str, width: usize, lines: &mut Vec<String>) {
    if columns(line) <= width {
        lines.push(line.trim_end().to_string());
        return;
    }
    let indent = line.len() - line.trim_start_matches(' ').len();
    let hang = " ".repeat((indent + 2).min(width / 2));
    let mut now = " ".repeat(indent.min(width / 2));
    let mut empty = true;
    for word in line.split(' ').filter(|w| !w.is_empty()) {
        if !empty && columns(&now) + 1 + columns(word) > width {
            lines.push(std::mem::replace(&mut now, hang.to_string()));
            empty = true;
        }
        if !empty {
            now.push(' ');
        }
        for c in word.chars() {
            if columns(&now) + c.width().unwrap_or(0) > width {
                lines.push(std::mem::replace(&mut now, hang.to_string()));
            }
            now.push(c);
        }
        empty = false;
    }
    if !empty {
        lines.push(now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped_with_a_hanging_indent() {
        assert_eq!(wrap("  one two three four five", 20), ["  one two three four", "    five"]);
        assert_eq!(wrap("short\n\nlines", 20), ["short", "", "lines"]);
        let word = "x".repeat(45);
        assert!(wrap(&word, 20).iter().all(|l| l.len() <= 20));
        assert!(wrap("", 5).iter().all(String::is_empty));
    }
}
