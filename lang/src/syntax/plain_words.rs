//! Sentences for people at the left edge of a text, where only rules may stand.

use super::report::Place;
use super::scan::{Kind, Token};
use crate::diagnostic::Diagnostic;

/// Words that sentences are made of, and headings hardly.
pub(super) const SMALL: [&str; 48] = [
    "a", "an", "the", "is", "are", "who", "whoever", "that", "than", "their", "your", "you",
    "they", "it", "must", "may", "can", "if", "then", "most", "least", "takes", "take", "starts",
    "wins", "win", "has", "have", "card", "cards", "player", "players", "turns", "goal", "after",
    "before", "until", "or", "and", "of", "to", "from", "on", "with", "no", "all", "any", "each",
];
/// So many words at least, and so many small ones among them, make a sentence.
const LEAST_WORDS: usize = 5;
const LEAST_SMALL: usize = 3;
/// Words of endings.
const WINNING: [&str; 7] = ["win", "wins", "winner", "won", "lose", "loses", "victory"];

/// What is said of a line that is a sentence for people.
pub(super) fn sentence(place: Place<'_>, tokens: &[Token]) -> Option<Diagnostic> {
    let first = tokens.first()?;
    let line = place.text.get(first.start..)?.lines().next()?;
    let end = first.start + line.trim_end().len();
    let line: Vec<&Token> = tokens.iter().take_while(|t| t.end <= end).collect();
    let plain = |t: &&Token| {
        matches!(t.kind, Kind::Word | Kind::Number | Kind::Possessive)
            || matches!(t.of(place.text), "." | "," | ":" | ";" | "!" | "?" | "-" | "'")
    };
    if !line.iter().all(plain) {
        return None;
    }
    let words: Vec<String> = line
        .iter()
        .filter(|t| t.kind == Kind::Word)
        .map(|t| t.of(place.text).to_lowercase())
        .collect();
    let small = words.iter().filter(|word| SMALL.contains(&word.as_str())).count();
    let stop = line.last().is_some_and(|t| matches!(t.of(place.text), "." | "!" | "?"));
    let enough = words.len() >= LEAST_WORDS && small >= LEAST_SMALL;
    if !(enough || stop && words.len() + 1 >= LEAST_WORDS && small + 1 >= LEAST_SMALL) {
        return None;
    }
    let help = if words.iter().any(|word| WINNING.contains(&word.as_str())) {
        "how the game ends is said in `play`: `ends when … { end game won by players with most \
         points }`; a remark for yourself begins with `//`"
    } else {
        "rules stand in `setup { … }`, `play { … }` or `action NAME { … }`, and their lines begin \
         with `move`, `choose`, `if`, `for each` …; what describes the item below begins with \
         `///`, a remark for yourself with `//`"
    };
    let whole = Token { end, ..*first };
    Some(place.error("E0102", whole, "this is a sentence for people, not a rule").help(help))
}
