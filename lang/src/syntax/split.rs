//! Cuts a file into items, before any of them is parsed, so that a broken one hides no other.
//!
//! An item begins on a line whose first column holds `///` or an item word. A line that begins
//! there with anything else, while no bracket is open, is cut off too: it belongs to no item.

use super::scan::{Kind, Token};
use crate::{languages, spelling};
use std::ops::Range;

/// The words that open an item.
pub(super) const ITEM_WORDS: [&str; 34] = [
    "game", "module", "variant", "within", "players", "use", "option", "unit", "enum", "card",
    "tile", "map", "deck", "each", "the", "define", "to", "action", "attempt", "menu", "setup",
    "play", "before", "after", "instead", "when", "change", "forbid", "rules", "physical",
    "replace", "remove", "extend", "set",
];
/// Whether the line of a heading, behind its first word, sets what it declares: `f(n) = n + 1`.
pub(super) fn defines(text: &str, byte: usize) -> bool {
    let line = text.get(byte..).and_then(|rest| rest.lines().next()).unwrap_or("");
    let line = line.split("//").next().unwrap_or("").trim_end();
    let head = line.split(['{', '"']).next().unwrap_or("");
    (head.contains(" = ") || line.ends_with(" =")) && !line.ends_with('{')
}

/// The word of ours that fits a heading: what is set is defined, and is no deed.
pub(super) const fn fitting(meant: &'static str, defines: bool) -> &'static str {
    if matches!(meant.as_bytes(), b"to") && defines { "define" } else { meant }
}

const TEST: &str = "test";

/// Words that go on with an item even at the first column.
const CONTINUING: [&str; 20] = [
    "wrong",
    "late",
    "needs",
    "works",
    "joins",
    "once",
    "as",
    "else",
    "because",
    "or",
    "and",
    "otherwise",
    "by",
    "with",
    "where",
    "from",
    "then",
    "is",
    "has",
    "for",
];

/// Behind so many items, stray lines are no longer compared with the words that open items.
const MOST_GUESSED: usize = 5000;

/// Whether an item may begin with this word.
pub fn opens_item(word: &str) -> bool {
    word == TEST || ITEM_WORDS.contains(&word)
}

/// Whether a line that begins with this word may go on with the item above it.
pub(super) fn continues(word: &str) -> bool {
    CONTINUING.contains(&word)
}

/// Whether an item that begins with this word declares no name that others use.
pub fn declares_nothing(word: &str) -> bool {
    const SILENT: [&str; 13] = [
        "test", "players", "game", "setup", "play", "before", "after", "instead", "when", "change",
        "forbid", "physical", "set",
    ];
    SILENT.contains(&word)
}

/// Every word that opens an item.
pub(super) fn item_words() -> impl Iterator<Item = &'static str> {
    ITEM_WORDS.into_iter().chain([TEST])
}

/// A run of tokens that is parsed by itself.
#[derive(Debug, Clone)]
pub(super) struct Chunk {
    /// Which tokens of the file.
    pub tokens: Range<usize>,
    /// Where its prose ends and its first other token stands; the end if there is none.
    pub head: usize,
    /// It does not begin, at the first column, with a word that opens an item.
    pub stray: bool,
}

/// Cuts the tokens of a file into chunks that cover them all.
pub(super) fn chunks(text: &str, tokens: &[Token]) -> Vec<Chunk> {
    let mut all: Vec<Chunk> = Vec::new();
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate() {
        let cut = cut(text, *token, depth);
        let guess = all.len() < MOST_GUESSED;
        let block = cut == Cut::Stray && opens_block(text, *token);
        // The prose above a line is about that line, whatever is wrong with it.
        let begins = |last: &Chunk| match block {
            true => !last.only_prose(),
            false => begins(last, cut, token.of(text), guess),
        };
        if all.last().is_none_or(begins) {
            depth = 0;
            all.push(Chunk { tokens: index..index, head: index, stray: false });
        }
        let Some(chunk) = all.last_mut() else { continue };
        if chunk.only_prose() {
            if token.kind == Kind::Doc {
                chunk.head = index + 1;
            } else {
                chunk.stray = cut != Cut::Item;
            }
        }
        chunk.tokens.end = index + 1;
        depth = token.kind.depth_behind(depth);
    }
    all
}

impl Chunk {
    /// Whether it holds `///` lines and nothing else.
    pub(super) fn only_prose(&self) -> bool {
        self.head == self.tokens.end
    }
}

/// Whether a token opens a new chunk behind `last`. Stray lines stay together, so that a pasted
/// page is one mistake.
fn begins(last: &Chunk, cut: Cut, word: &str, guess: bool) -> bool {
    match cut {
        Cut::None => false,
        Cut::Prose | Cut::Item => !last.only_prose(),
        Cut::Stray if last.stray => {
            !last.only_prose() && (word == "}" || guess && (misspelt(word) || heads(word)))
        }
        Cut::Stray => !last.only_prose(),
    }
}

/// Whether a line of stray text is an item by its look, `die Sea { calm, wild }`: it is wrong by
/// itself.
fn opens_block(text: &str, token: Token) -> bool {
    let line = text.get(token.start..).and_then(|rest| rest.lines().next()).unwrap_or("");
    token.kind == Kind::Word && line.contains('{')
}

/// Whether a line of stray text is likely to be an item whose word is misspelt. Stricter than the
/// suggestion itself, for most stray text is prose.
fn misspelt(word: &str) -> bool {
    word.len() > 3
        && spelling::nearest(word, item_words())
            .is_some_and(|meant| meant.chars().next() == word.chars().next())
}

/// Whether a line of stray text is an item by its first word: one of ours in capitals, or one of
/// another language. Words that sentences begin with are none.
fn heads(word: &str) -> bool {
    const PROSE: [&str; 14] = [
        "the", "to", "when", "use", "set", "after", "before", "each", "instead", "remove",
        "change", "play", "rules", "game",
    ];
    let small = word.to_lowercase();
    let capital = small != word && !PROSE.contains(&small.as_str()) && opens_item(&small);
    capital || languages::opens_item(word, &ITEM_WORDS)
}

/// How a token cuts the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    None,
    Prose,
    Item,
    Stray,
}

fn cut(text: &str, token: Token, depth: usize) -> Cut {
    let first_column = match token.start {
        0 => true,
        at => text.as_bytes()[at - 1] == b'\n' || (at == 3 && text.starts_with('\u{feff}')),
    };
    if !first_column {
        return Cut::None;
    }
    let word = token.of(text);
    match token.kind {
        Kind::Doc => Cut::Prose,
        Kind::Word if opens_item(word) => Cut::Item,
        _ if depth > 0 => Cut::None,
        // The end of the item above, whose opening brace is missing.
        Kind::Close => Cut::None,
        Kind::Word if CONTINUING.contains(&word) => Cut::None,
        Kind::Sign | Kind::Open => Cut::None,
        _ => Cut::Stray,
    }
}

/// The item that a byte lies in: its head, and its bytes.
pub(crate) fn item_around(text: &str, at: usize) -> Option<(&str, Range<usize>)> {
    let is_head = |line: &str| line.starts_with(|c: char| c.is_alphabetic());
    let (mut from, mut head, mut start) = (0, "", 0);
    for line in text.split_inclusive('\n') {
        let next = from + line.len();
        if is_head(line) {
            if from > at {
                return Some((head, start..from));
            }
            (head, start) = (line.trim_end(), from);
        }
        from = next;
    }
    Some((head, start..text.len()))
}
