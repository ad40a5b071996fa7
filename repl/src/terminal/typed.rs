//! A line as it was typed, its words and their places, and what is wrong with them.

use crate::cli_error::CliError;
use crate::draw::picks::Picks;
use houserules_lang::code::Code;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::source::{FileId, Span};
use houserules_table::choices::draft::PartialChoice;
use houserules_table::choices::menu::Menu;
use houserules_table::debugger::{Line, Wrong};
use std::ops::Range;

/// Codes of mistakes in commands.
pub const CODES: &[(Code, &str)] = &[
    (Code::E1010, "a command that there is not"),
    (Code::E1011, "a command that needs something else after it"),
    (Code::E1012, "a choice that cannot be understood"),
    (Code::E1013, "a choice that the rules refuse"),
    (Code::E1014, "a command that is not possible now"),
    (Code::E1015, "a name that nothing has"),
    (Code::E1016, "a file that cannot be used"),
];

/// Why a command was not carried out.
#[derive(Debug)]
pub enum Failed {
    /// Something is wrong with it; said in the line and in the rules.
    Wrong(Wrong),
    /// A stream failed: the session ends.
    CliError(CliError),
}

impl From<CliError> for Failed {
    fn from(trouble: CliError) -> Self {
        Self::CliError(trouble)
    }
}

impl From<Wrong> for Failed {
    fn from(wrong: Wrong) -> Self {
        Self::Wrong(wrong)
    }
}

impl From<Diagnostic> for Failed {
    fn from(wrong: Diagnostic) -> Self {
        Self::Wrong(vec![wrong])
    }
}

/// What a command that leaves the game where it stands came to.
pub type CommandResult = Result<(), Failed>;

/// What a command led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Done {
    /// The game stands where it stood, and what was asked can still be seen.
    Quiet,
    /// It stands where it stood, after more than a few lines.
    Shown,
    /// It stands elsewhere now, or something was chosen.
    Moved,
    /// Whoever types leaves, and the game ends here.
    Left,
}

/// What a command that may lead elsewhere came to.
pub type Went = Result<Done, Failed>;

/// A question that is being asked, with numbers to choose by.
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// What is on offer.
    pub menu: &'a Menu,
    /// What has been chosen of one entry before this step; none: the menu itself is asked.
    pub begun: Option<&'a PartialChoice>,
    /// What may be picked at this step.
    pub picks: Picks<'a>,
}

/// A typed line: the command's word and what stands behind it.
#[derive(Debug, Clone)]
pub struct Typed<'a> {
    /// The whole line.
    pub text: &'a str,
    /// The text in which its spans count.
    pub file: FileId,
    /// The command's word.
    pub word: Range<usize>,
    /// What stands behind it, without blanks around.
    pub rest: Range<usize>,
    /// The question at which it was typed; none: nobody is shown one.
    pub question: Option<Question<'a>>,
}

impl<'a> Typed<'a> {
    /// Parts a line.
    #[must_use]
    pub fn new(text: &'a str, file: FileId) -> Self {
        let start = text.len() - text.trim_start().len();
        let end = start + text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
        let rest = end + text[end..].len() - text[end..].trim_start().len();
        let last = rest + text[rest..].trim_end().len();
        let (word, rest) = (start..end, rest.min(last)..last);
        Self { text, file, word, rest, question: None }
    }

    /// The same line, typed at a question.
    #[must_use]
    pub fn at(self, question: Question<'a>) -> Self {
        Self { question: Some(question), ..self }
    }

    /// The command's word.
    #[must_use]
    pub fn word(&self) -> &'a str {
        &self.text[self.word.clone()]
    }

    /// What stands behind it.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        &self.text[self.rest.clone()]
    }

    /// All of it, without blanks around.
    #[must_use]
    pub fn whole(&self) -> Range<usize> {
        self.word.start..self.rest.end.max(self.word.end)
    }

    /// The words behind the command, each with its place.
    pub fn words(&self) -> impl Iterator<Item = (Range<usize>, &'a str)> + '_ {
        let text = self.text;
        let base = self.rest.start;
        let rest = self.rest();
        rest.split_whitespace().map(move |word| {
            let at = base + (word.as_ptr() as usize - rest.as_ptr() as usize);
            (at..at + word.len(), &text[at..at + word.len()])
        })
    }

    /// A part of it as the bench reads it.
    #[must_use]
    pub fn line(&self, part: Range<usize>) -> Line<'a> {
        Line { text: self.text, part }
    }

    /// What stands behind the command, as the bench reads it.
    #[must_use]
    pub fn behind(&self) -> Line<'a> {
        self.line(self.rest.clone())
    }

    /// A place in it.
    #[must_use]
    pub fn span(&self, part: Range<usize>) -> Span {
        let byte = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span { file: self.file, start: byte(part.start), end: byte(part.end) }
    }

    /// Something is wrong with a part of it.
    #[must_use]
    pub fn wrong(&self, code: Code, part: Range<usize>, said: impl Into<String>) -> Diagnostic {
        Diagnostic::new(code, self.span(part), said)
    }

    /// A file behind the command that cannot be used.
    #[must_use]
    pub fn file_wrong(&self, trouble: CliError) -> Failed {
        if trouble.is_silent() {
            return Failed::CliError(trouble);
        }
        let help = miette::Diagnostic::help(&trouble).map(|h| h.to_string());
        let found = self.wrong(Code::E1016, self.rest.clone(), trouble.to_string());
        found.help(help.unwrap_or_else(|| "name another file".into())).into()
    }

    /// What should stand behind the command, and does not.
    #[must_use]
    pub fn lacks(&self, what: &str, help: &str) -> Diagnostic {
        let end = self.word.end;
        self.wrong(Code::E1011, end..end, format!("{what} is missing"))
            .saying("expected here")
            .help(help)
    }

    /// A number behind the command; `usual` if there is none.
    ///
    /// # Errors
    /// If there is something else.
    pub fn number(&self, usual: u32) -> Result<u32, Failed> {
        let rest = self.rest();
        if rest.is_empty() {
            return Ok(usual);
        }
        let found = rest.parse::<u32>().ok().filter(|n| (1..=100_000).contains(n));
        let wrong = || {
            self.wrong(Code::E1011, self.rest.clone(), "a number from 1 to 100000 is needed here")
        };
        let help = format!("write `{} {usual}`, or `{}` alone", self.word(), self.word());
        found.ok_or_else(|| wrong().help(help).into())
    }
}

/// Whether a line would set something: `weather = tunnel`.
#[must_use]
pub fn is_change(typed: &Typed) -> bool {
    typed.words().next().is_some_and(|(_, sign)| matches!(sign, "=" | "+=" | "-="))
}

/// Whether a line is a command of another place, an expression or a change, rather than a choice
/// that is misspelt.
#[must_use]
pub fn is_strange(typed: &Typed) -> bool {
    let word = typed.word();
    let is_expression = typed.rest().is_empty()
        && word.starts_with(char::is_alphabetic)
        && word.contains(['.', '(']);
    is_expression || is_change(typed) || ELSEWHERE.iter().any(|(other, _)| *other == word)
}

/// Words of tests and of variants, and what says the same at the workbench.
pub const ELSEWHERE: [(&str, &str); 2] = [("set", "given …"), ("show", "print …")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_parted_anywhere() {
        for (text, word, rest) in [
            ("", "", ""),
            ("  ", "", ""),
            ("look", "look", ""),
            ("  look  Ana  ", "look", "Ana"),
            ("print\u{a0}ä ö ", "print", "ä ö"),
        ] {
            let typed = Typed::new(text, FileId(0));
            assert_eq!((typed.word(), typed.rest()), (word, rest), "{text:?}");
            let words: Vec<&str> = typed.words().map(|(at, _)| &text[at]).collect();
            assert_eq!(words, rest.split_whitespace().collect::<Vec<_>>());
        }
    }
}
