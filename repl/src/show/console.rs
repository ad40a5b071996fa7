//! What a command reads from and writes to: the terminal, a pipe, or a test's buffers.

use super::clean;
use crate::cli_error::CliError;
pub use houserules_files::show::look::{Look, Tone, columns, fitting, wrap};
use serde::Serialize;
use std::io::{BufRead, Write};

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

    /// What came from a pipe, behind its prompt, so that the transcript can be read. Of a line
    /// that nobody would read only the beginning.
    ///
    /// # Errors
    /// If standard output is closed.
    pub fn echo(&mut self, prompt: &str, line: &str) -> Result<(), CliError> {
        match line.char_indices().nth(LONGEST_ECHO) {
            Some((end, _)) => self.line(&format!("{prompt}{} …", &line[..end])),
            None => self.line(&format!("{prompt}{line}")),
        }
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
/// So many characters of a line from a pipe are written out.
const LONGEST_ECHO: usize = 1_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_very_long_line_the_beginning_is_written_out() {
        let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
        let mut console = Console::new(Look::plain(), &mut input, &mut out, &mut err);
        console.echo("> ", &"é".repeat(1_000)).unwrap();
        console.echo("> ", &"é".repeat(5_000_000)).unwrap();
        let said = String::from_utf8(out).unwrap();
        assert!(said.len() < 5_000, "{}", said.len());
        assert_eq!(said.matches('…').count(), 1);
    }
}
