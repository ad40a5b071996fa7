//! Brackets that pair up, and how deep an item nests.

use super::report::Place;
use super::token::{Kind, Token};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// How deep brackets, values in values and statements in statements may nest.
pub(super) const DEEPEST: usize = 128;

/// A block counts as so many levels, for walking statements takes more of the host's stack than
/// walking values.
pub(super) const BLOCK: usize = 3;
/// So many arms of an `if` are many.
pub(super) const MANY_ARMS: usize = 8;

/// Words that can open a value inside a value without a bracket, such as `those` or `if`.
const CHAINS: [&str; 8] = ["if", "then", "those", "first", "any", "every", "no", "has"];
/// Words and signs behind which no earlier value goes on.
const RESETS: [&str; 14] = [
    "let", "give", "given", "expect", "needs", "choose", "ends", "end", "may", "until", ",", "=",
    "+=", "-=",
];

/// An open bracket, and what has been opened inside it without brackets.
#[derive(Debug, Clone, Copy)]
struct Opened {
    token: Token,
    chain: usize,
    arms: usize,
    indent: usize,
}

/// The brackets open at a place.
#[derive(Debug, Default)]
pub(super) struct Nesting {
    open: Vec<Opened>,
    chain: usize,
    chains: usize,
    /// `else if` one behind the other, each of them a block inside the one before.
    arms: usize,
    behind: Behind,
    suspect: Option<Token>,
    line: Line,
}

/// What the token before was.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Behind {
    /// The end of a block.
    Block,
    /// An `else` behind a block.
    Else,
    #[default]
    Other,
}

/// The line that the scan has come to.
#[derive(Debug, Clone, Copy, Default)]
struct Line {
    /// Where the last token ended.
    seen: usize,
    /// Its leading blanks.
    indent: usize,
    /// Whether no token of it came before.
    first: bool,
}

impl Line {
    /// Moves on to a token; looks at every byte once.
    fn to(&mut self, text: &str, token: Token) {
        let gap = text.get(self.seen..token.start).unwrap_or("");
        self.first = self.seen == 0;
        if let Some(at) = gap.rfind('\n') {
            self.indent = gap[at + 1..].bytes().take_while(|b| matches!(b, b' ' | b'\t')).count();
            self.first = true;
        }
        self.seen = token.end;
    }
}

impl Nesting {
    /// Takes one token; reports what it makes wrong.
    pub(super) fn step(&mut self, place: Place<'_>, token: Token) -> Option<Diagnostic> {
        self.line.to(place.text, token);
        if token.kind != Kind::Doc && self.arm(token.of(place.text)) {
            return Some(arms_at(place.span(token.start, token.end)));
        }
        match token.kind {
            Kind::Open => {
                // A brace opens statements or members; no value goes on across it.
                if token.of(place.text) == "{" {
                    self.reset();
                }
                let (chain, arms) = (self.chain, std::mem::take(&mut self.arms));
                self.open.push(Opened { token, chain, arms, indent: self.line.indent });
                self.chain = 0;
            }
            Kind::Close => return self.close(place, token),
            Kind::Word | Kind::Sign => self.word(token.of(place.text)),
            _ => return None,
        }
        (self.open.len() + self.chains > DEEPEST).then(|| too_deep(place, token))
    }

    /// How deep the deepest of these tokens lies.
    pub(super) fn deepest(place: Place<'_>, tokens: &[Token]) -> usize {
        let mut nesting = Self::default();
        let depth = |token: &Token| -> usize {
            // What is wrong about the brackets is said elsewhere.
            let _ = nesting.step(place, *token);
            nesting.open.len() + nesting.chains
        };
        tokens.iter().map(depth).max().unwrap_or(0)
    }

    /// Counts the arms of an `if`; gives whether this is one too many.
    fn arm(&mut self, text: &str) -> bool {
        let behind = match (self.behind, text) {
            (_, "}") => Behind::Block,
            (Behind::Block, "else") => Behind::Else,
            (Behind::Block | Behind::Else | Behind::Other, _) => Behind::Other,
        };
        let before = std::mem::replace(&mut self.behind, behind);
        match (before, text) {
            (Behind::Else, "if") => self.arms += 1,
            (Behind::Block, "else") => {}
            (Behind::Block, _) => self.arms = 0,
            (Behind::Else | Behind::Other, _) => {}
        }
        self.arms * BLOCK > DEEPEST
    }

    fn word(&mut self, word: &str) {
        if CHAINS.contains(&word) {
            self.chain += 1;
            self.chains += 1;
        } else if RESETS.contains(&word) {
            self.reset();
        }
    }

    fn reset(&mut self) {
        self.chains -= self.chain;
        self.chain = 0;
    }

    fn close(&mut self, place: Place<'_>, token: Token) -> Option<Diagnostic> {
        let text = token.of(place.text);
        let Some(opened) = self.open.pop() else {
            let found = place.error(Code::E0105, token, format!("this `{text}` closes nothing"));
            return Some(found.help(format!(
                "take it out, or open the bracket it belongs to with `{}`",
                partner(text)
            )));
        };
        let wanted = partner(opened.token.of(place.text));
        if wanted != text {
            return Some(unclosed(place, opened.token, Some(token)));
        }
        if self.line.first && self.line.indent < opened.indent && self.suspect.is_none() {
            self.suspect = Some(opened.token);
        }
        self.reset();
        (self.chain, self.arms) = (opened.chain, opened.arms);
        if text == "}" {
            self.reset();
        }
        None
    }

    /// What is still open when the item ends. A brace closed further left than it was opened is the
    /// likelier culprit.
    pub(super) fn finish(self, place: Place<'_>) -> Option<Diagnostic> {
        let last = self.open.last()?.token;
        Some(unclosed(place, self.suspect.unwrap_or(last), None))
    }
}

fn partner(bracket: &str) -> &'static str {
    match bracket {
        "(" => ")",
        "[" => "]",
        "{" => "}",
        ")" => "(",
        "]" => "[",
        _ => "{",
    }
}

fn unclosed(place: Place<'_>, opened: Token, by: Option<Token>) -> Diagnostic {
    let text = opened.of(place.text);
    let closing = partner(text);
    let found = place.error(Code::E0104, opened, format!("this `{text}` is not closed"));
    match by {
        Some(by) => found
            .beside(
                place.span(by.start, by.end),
                format!("`{}` comes before its `{closing}`", by.of(place.text)),
            )
            .help(format!("close it with `{closing}`")),
        None => found.help(format!(
            "close it with `{closing}`; lines inside are indented, because a line that begins at \
             the first column with a word such as `action` or `each` opens a new item"
        )),
    }
}

/// Nesting beyond [`DEEPEST`].
fn too_deep(place: Place<'_>, token: Token) -> Diagnostic {
    deep_at(place.span(token.start, token.end))
}

/// More `else if` one behind the other than blocks may nest.
pub(super) fn arms_at(span: Span) -> Diagnostic {
    Diagnostic::new(Code::E0110, span, "this is one `else if` too many behind the others").help(
        "give members or cards the value as a printed field and read that, or move a part of the \
         chain into a deed of its own with `to`",
    )
}

/// Nesting beyond [`DEEPEST`], at a place.
pub(super) fn deep_at(span: Span) -> Diagnostic {
    Diagnostic::new(Code::E0110, span, "brackets are nested too deeply here")
        .help("give a part of it its own name with `define`, `to` or `let`")
}
