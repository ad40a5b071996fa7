//! Lines that people type: at a terminal with history and completion, from a pipe as they come.

use crate::cli_error::CliError;
use crate::reload::inbox::Printer;
use crate::show::clean;
use crate::show::console::Console;
use crate::terminal::editor::{LineEditor, Typing};
use rustyline::completion::{Completer, Pair};
use rustyline::{CompletionType, Context, Helper, Highlighter, Hinter, Validator};

/// What is said for whoever interrupts.
pub const LEAVE: &str = ":quit";

/// Where lines come from.
pub struct Lines {
    editor: Option<LineEditor<Words>>,
}

impl Lines {
    /// A line editor if somebody types at a terminal, else the console's input.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn new(console: &Console) -> Result<Self, CliError> {
        let mut editor = LineEditor::new(console, CompletionType::Circular)?;
        if let Some(editor) = &mut editor {
            editor.forget_cuts();
        }
        Ok(Self { editor })
    }

    /// Says lines while somebody types, without disturbing what is typed; none where nobody does.
    pub fn printer(&mut self) -> Option<Printer> {
        self.editor.as_mut()?.printer()
    }

    /// Asks for a line; none at the end of the input. `words` may be completed.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn ask(
        &mut self,
        console: &mut Console,
        prompt: &str,
        words: Vec<String>,
    ) -> Result<Option<String>, CliError> {
        let Some(editor) = &mut self.editor else {
            return piped(console, &clean::line(prompt));
        };
        Ok(match editor.ask(console, prompt, Words(words))? {
            Typing::Line(line) => Some(line),
            Typing::End => None,
            // Leaving is asked about where nothing keeps the game.
            Typing::Interrupted => Some(LEAVE.to_string()),
            // What was typed is gone, the game is not.
            Typing::NoText => Some("\u{fffd}".into()),
        })
    }

    /// As [`Lines::ask`], but from a pipe that is at its end nothing is asked, and nothing shown.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn more(
        &mut self,
        console: &mut Console,
        prompt: &str,
        words: Vec<String>,
    ) -> Result<Option<String>, CliError> {
        if self.editor.is_some() {
            return self.ask(console, prompt, words);
        }
        let line = console.read()?;
        if let Some(line) = &line {
            console.echo(prompt, line)?;
        }
        Ok(line)
    }

    /// Forgets what was typed, before somebody else sits down.
    pub fn forget(&mut self) {
        if let Some(editor) = &mut self.editor {
            editor.forget();
        }
    }
}

/// The prompt and what came from the pipe are written out, so that the transcript can be read.
fn piped(console: &mut Console, prompt: &str) -> Result<Option<String>, CliError> {
    let line = console.read()?;
    console.echo(prompt, line.as_deref().unwrap_or(""))?;
    Ok(line)
}

/// What may be completed.
#[derive(Debug, Default, Helper, Highlighter, Hinter, Validator)]
struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        Ok(completions(&self.0, line.get(..at).unwrap_or(line)))
    }
}

/// Where the piece begins that may be completed, and what it may become: a whole entry that begins
/// like the line, else one that begins like the line's last word or bracket.
fn completions(words: &[String], line: &str) -> (usize, Vec<Pair>) {
    let pair = |w: &String| Pair { display: w.to_string(), replacement: w.to_string() };
    let bracket = line.rfind('[').filter(|at| !line[*at..].contains(']'));
    let word = line.rfind(' ').map_or(0, |at| at + 1);
    for start in [Some(0), bracket, Some(word)].into_iter().flatten() {
        let begun = line[start..].to_lowercase();
        let found: Vec<Pair> =
            words.iter().filter(|w| w.to_lowercase().starts_with(&begun)).map(pair).collect();
        if !found.is_empty() {
            return (start, found);
        }
    }
    (line.len(), Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_piece_is_completed() {
        let words: Vec<String> =
            ["buy", "lay", "[pink 2]", "[pink 3]", "Ben"].map(str::to_string).to_vec();
        let made = |line: &str| {
            let (at, found) = completions(&words, line);
            (at, found.into_iter().map(|p| p.replacement).collect::<Vec<_>>())
        };
        assert_eq!(made("b"), (0, vec!["buy".to_string(), "Ben".to_string()]));
        assert_eq!(made("buy Be"), (4, vec!["Ben".to_string()]));
        assert_eq!(made("lay [pink 3"), (4, vec!["[pink 3]".to_string()]));
        assert_eq!(made("zzz"), (3, vec![]));
    }
}
