//! The line editor: a line of somebody who types at a terminal.

use crate::cli_error::CliError;
use crate::reload::inbox::Printer;
use crate::show::clean;
use crate::show::console::Console;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Cmd, CompletionType, Config, Editor, ExternalPrinter as _, Helper, KeyEvent};
use std::io::ErrorKind;

/// What somebody typed.
#[derive(Debug)]
pub enum Typing {
    /// A line, without its end.
    Line(String),
    /// Nothing more is to come.
    End,
    /// The line was given up, with Control-C.
    Interrupted,
    /// Bytes that are no text.
    NoText,
}

/// Edits lines, with a history; what may be completed is its helper's to say.
pub struct LineEditor<H: Helper>(Editor<H, MemHistory>);

impl<H: Helper> LineEditor<H> {
    /// None if nobody types: lines come from a pipe.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn new(console: &Console) -> Result<Option<Self>, CliError> {
        if !console.look.typed {
            return Ok(None);
        }
        let completion = CompletionType::List;
        let config = Config::builder().auto_add_history(true).completion_type(completion).build();
        Editor::with_history(config, MemHistory::new()).map(|e| Some(Self(e))).map_err(failed)
    }

    /// Says lines while somebody types, without disturbing what is typed.
    pub fn printer(&mut self) -> Option<Printer> {
        let mut printer = self.0.create_external_printer().ok()?;
        Some(Box::new(move |text| {
            // A terminal that is gone is noticed by whoever reads from it.
            let _ = printer.print(text);
        }))
    }

    /// Asks for a line.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn ask(
        &mut self,
        console: &mut Console,
        prompt: &str,
        helper: H,
    ) -> Result<Typing, CliError> {
        console.flush()?;
        self.0.set_helper(Some(helper));
        match self.0.readline(&*clean::line(prompt)) {
            Ok(line) => Ok(Typing::Line(line)),
            Err(ReadlineError::Eof) => Ok(Typing::End),
            Err(ReadlineError::Interrupted) => Ok(Typing::Interrupted),
            Err(ReadlineError::Io(error)) if error.kind() == ErrorKind::InvalidData => {
                Ok(Typing::NoText)
            }
            Err(error) => Err(failed(error)),
        }
    }

    /// What one person has cut from a line cannot be pasted by the next.
    pub fn forget_cuts(&mut self) {
        for key in [KeyEvent::ctrl('Y'), KeyEvent::alt('y')] {
            self.0.bind_sequence(key, Cmd::Noop);
        }
    }

    /// Forgets the lines that were typed.
    pub fn forget(&mut self) {
        let _ = self.0.clear_history();
    }
}

fn failed(error: ReadlineError) -> CliError {
    match error {
        ReadlineError::Io(error) => CliError::input(error),
        other => CliError::input(std::io::Error::other(other)),
    }
}
