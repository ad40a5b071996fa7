//! Lines that are typed: with completion, hints, colours and history; at the workbench over several
//! lines while a bracket is open. From a pipe they come in the same way, so that a script reads
//! like a session.

use super::command::Role;
use super::commands;
use super::editor::{LineEditor, Typing};
use crate::cli_error::CliError;
use crate::reload::inbox::Printer;
use crate::show::clean;
use crate::show::console::{Console, columns};
use rustyline::Context;
use rustyline::Helper;
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use std::borrow::Cow;

/// An open bracket is waited for over so many lines.
const MOST_LINES: usize = 100;

/// What may be completed.
#[derive(Debug, Clone)]
pub struct Words {
    /// What a line may begin with: commands, moves.
    pub first: Vec<String>,
    /// Names and cards that may stand anywhere else.
    pub later: Vec<String>,
    /// Colours are wanted.
    colour: bool,
    /// Who types: a referee's lines go on while a bracket is open.
    role: Role,
}

impl Default for Words {
    fn default() -> Self {
        Self::anywhere(Vec::new())
    }
}

impl Words {
    /// Words that begin a line, and others that follow.
    #[must_use]
    pub fn new(first: Vec<String>, later: Vec<String>) -> Self {
        Self { first, later, colour: false, role: Role::Player }
    }

    /// Words that may stand anywhere.
    #[must_use]
    pub fn anywhere(words: Vec<String>) -> Self {
        Self::new(words.clone(), words)
    }
}

/// Where lines come from.
pub struct Input {
    editor: Option<LineEditor<Words>>,
    /// Who types: a referee's lines go on while a bracket is open.
    role: Role,
}

impl Input {
    /// A line editor if somebody types at a terminal, else the console's input.
    ///
    /// # Errors
    /// If the terminal cannot be used.
    pub fn new(console: &Console, role: Role) -> Result<Self, CliError> {
        let mut editor = LineEditor::new(console)?;
        if let (Role::Player, Some(editor)) = (role, &mut editor) {
            editor.forget_cuts();
        }
        Ok(Self { editor, role })
    }

    /// Says lines while somebody types, without disturbing what is typed; none where nobody does.
    pub fn printer(&mut self) -> Option<Printer> {
        self.editor.as_mut()?.printer()
    }

    /// Whether words are completed at all.
    #[must_use]
    pub fn completes(&self) -> bool {
        self.editor.is_some()
    }

    /// The next line, or lines as long as a bracket is open.
    ///
    /// # Errors
    /// If a stream fails.
    pub fn ask(
        &mut self,
        console: &mut Console,
        prompt: &str,
        words: Words,
    ) -> Result<Typing, CliError> {
        let Some(editor) = &mut self.editor else {
            return piped(console, &clean::line(prompt), self.role);
        };
        let words = Words { colour: console.look.colour, role: self.role, ..words };
        editor.ask(console, prompt, words)
    }

    /// Forgets what was typed, before somebody else sits down.
    pub fn forget(&mut self) {
        if let Some(editor) = &mut self.editor {
            editor.forget();
        }
    }
}

/// What came from the pipe is written out behind the prompt, so that the transcript can be read.
fn piped(console: &mut Console, prompt: &str, role: Role) -> Result<Typing, CliError> {
    let Some(mut line) = console.read()? else { return Ok(Typing::End) };
    console.echo(prompt, &line)?;
    let indent = " ".repeat(columns(prompt).saturating_sub(2));
    for _ in 0..MOST_LINES {
        if role == Role::Player || !is_open(&line) {
            break;
        }
        let Some(more) = console.read()? else { break };
        console.echo(&format!("{indent}| "), &more)?;
        if more.trim().is_empty() {
            break;
        }
        line.push('\n');
        line.push_str(&more);
    }
    Ok(Typing::Line(line))
}

/// Whether a bracket is open, texts and remarks left out. A line of blanks gives up waiting.
fn is_open(text: &str) -> bool {
    let mut depth = 0usize;
    let mut quoted = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' => quoted = false,
            '\\' if quoted => _ = chars.next(),
            '"' => quoted = !quoted,
            '/' if !quoted && chars.peek() == Some(&'/') => {
                while chars.peek().is_some_and(|c| *c != '\n') {
                    chars.next();
                }
            }
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    depth > 0 && !text.lines().next_back().is_some_and(|l| l.trim().is_empty())
}

impl Helper for Words {}

impl Validator for Words {
    fn validate(&self, typed: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        Ok(if self.role == Role::Referee && is_open(typed.input()) {
            ValidationResult::Incomplete
        } else {
            ValidationResult::Valid(None)
        })
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, found) = self.completions(line.get(..at).unwrap_or(line));
        let pair =
            |w: &str| Pair { display: clean::line(w).into_owned(), replacement: w.to_string() };
        Ok((start, found.iter().map(|w| pair(w)).collect()))
    }
}

impl Words {
    /// Where the piece begins that may be completed, and what it may become: the whole line, what
    /// stands in a bracket, or the last word.
    fn completions(&self, line: &str) -> (usize, Vec<String>) {
        let bracket = line.rfind('[').filter(|at| !line[*at..].contains(']'));
        let word = line.rfind([' ', '(', ',']).map_or(0, |at| at + 1);
        let command = line.split_whitespace().next().unwrap_or("");
        for start in [Some(0), bracket, Some(word)].into_iter().flatten() {
            let begun = line[start..].to_lowercase();
            let first = line[..start].trim().is_empty();
            let known = ["why", "play", "trace", "help", "rules", "does"].contains(&command)
                || line[..start].trim_end().ends_with("does");
            let begins = self.first.iter().filter(|_| first || known);
            let follows = self.later.iter().filter(|_| !first);
            let mut found: Vec<String> = begins
                .chain(follows)
                .filter(|w| w.to_lowercase().starts_with(&begun))
                .cloned()
                .collect();
            found.sort();
            found.dedup();
            if !found.is_empty() {
                return (start, found);
            }
        }
        (line.len(), Vec::new())
    }
}

impl Hinter for Words {
    type Hint = String;

    /// What the command takes, as long as nothing stands behind its word.
    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<String> {
        if at < line.len() || line.is_empty() {
            return None;
        }
        let word = line.trim_end();
        let command = commands::find(word)?;
        let mut forms = commands::forms(command, self.role);
        let form = forms.find(|f| f.starts_with(word) && f.len() > word.len())?;
        let rest = form.get(word.len()..)?;
        Some(if line.ends_with(' ') { rest.trim_start().to_string() } else { rest.to_string() })
    }
}

impl Highlighter for Words {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if !self.colour {
            return Cow::Borrowed(line);
        }
        Cow::Owned(coloured(line, &self.first))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.colour { Cow::Owned(format!("\x1b[2m{hint}\x1b[0m")) } else { Cow::Borrowed(hint) }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.colour
    }
}

/// Commands and moves bold, cards and amounts coloured, texts faint.
fn coloured(line: &str, moves: &[String]) -> String {
    let mut out = String::with_capacity(line.len() + 32);
    let mut rest = line;
    let mut first = true;
    while let Some(c) = rest.chars().next() {
        let run = |f: fn(char) -> bool| rest.find(|c| !f(c)).unwrap_or(rest.len());
        let (len, colour) = match c {
            '[' => (rest.find(']').map_or(rest.len(), |at| at + 1), "\x1b[36m"),
            '"' => (rest[1..].find('"').map_or(rest.len(), |at| at + 2), "\x1b[2m"),
            '$' | '€' | '£' | '0'..='9' => (
                c.len_utf8()
                    + rest[c.len_utf8()..]
                        .find(|c: char| !c.is_ascii_digit())
                        .unwrap_or(rest.len() - c.len_utf8()),
                "\x1b[33m",
            ),
            c if c.is_alphabetic() || c == '_' => {
                let len = run(|c| c.is_alphanumeric() || c == '_');
                let word = &rest[..len];
                let known = moves.iter().any(|m| m == word);
                (len, if first && known { "\x1b[1m" } else { "" })
            }
            c => (c.len_utf8(), ""),
        };
        let (piece, behind) = rest.split_at(len);
        if !piece.trim().is_empty() {
            first = false;
        }
        if colour.is_empty() {
            out.push_str(piece);
        } else {
            out.push_str(colour);
            out.push_str(piece);
            out.push_str("\x1b[0m");
        }
        rest = behind;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Words {
        let first = ["back ", "bookmark ", "bots", "buy", "lay"].map(str::to_string).to_vec();
        let later = ["Ana", "Ana.hand", "[pink 2]", "[pink 3]"].map(str::to_string).to_vec();
        Words::new(first, later)
    }

    #[test]
    fn pieces_are_completed_where_they_make_sense() {
        let words = words();
        assert_eq!(words.completions("b").1, ["back ", "bookmark ", "bots", "buy"]);
        assert_eq!(words.completions("print An").1, ["Ana", "Ana.hand"]);
        assert_eq!(words.completions("print count(Ana.h"), (12, vec!["Ana.hand".to_string()]));
        assert_eq!(words.completions("lay [pink 3"), (4, vec!["[pink 3]".to_string()]));
        assert_eq!(words.completions("why bu"), (4, vec!["buy".to_string()]));
        assert!(words.completions("zzz").1.is_empty());
        let words = Words::anywhere(vec!["lay".into(), "Ben".into(), "swap two".into()]);
        assert_eq!(words.completions("swap t"), (0, vec!["swap two".to_string()]));
        assert_eq!(words.completions("buy Be"), (4, vec!["Ben".to_string()]));
    }

    #[test]
    fn open_brackets_wait_for_more() {
        for (text, open) in [
            ("do if me.cash > 3 {", true),
            ("do if me.cash > 3 {\n  x()\n}", false),
            ("print \"{\"", false),
            ("print (", true),
            ("print (\n", true),
            ("print (\n  ", false),
            ("// (", false),
            (")", false),
        ] {
            assert_eq!(is_open(text), open, "{text:?}");
        }
    }

    #[test]
    fn colours_change_nothing_but_colours() {
        for line in ["lay [pink 3] $12 \"x\"", "[", "\"", "ä€5 é[", "look 12", "", "$", "é$é"]
        {
            let shown = coloured(line, &[]);
            let mut plain = shown.clone();
            for code in ["\x1b[36m", "\x1b[2m", "\x1b[33m", "\x1b[1m", "\x1b[0m"] {
                plain = plain.replace(code, "");
            }
            assert_eq!(plain, line);
        }
    }
}
