//! Sentences for people at the left edge of a text, where only rules may stand.

use super::report::Place;
use super::scan::{Kind, Token};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit};
use crate::letters::in_name;

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
/// What is added to that in `play`.
pub(crate) const IN_PLAY: &str = "; in `play` turns are `turn me in players { … }`, and rounds \
                                  `round n in 1..3 { … }`";
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
    let whole = Token { end, ..*first };
    let said = place.error(Code::E0102, whole, "this is a sentence for people, not a rule");
    if let Some(rule) = runs_out(place.text, &words) {
        let help =
            format!("what happens when a deck is empty is an item by itself: write `{rule}`");
        let fix = vec![Edit { span: said.span(), new: rule }];
        return Some(Diagnostic { fix, ..said.help(help) });
    }
    let scores = words.iter().take(3).any(|word| word == "score" || word == "scores");
    let help = if let Some(named) = forbidden(place.text, &words) {
        named
    } else if scores && words.iter().any(|word| word == "is" || word == "are") {
        "what counts in the end is a word of players: `define score for p: Player = …`; the \
         winners are `players with most score`"
            .to_owned()
    } else if words.iter().any(|word| WINNING.contains(&word.as_str())) {
        "how the game ends is said in `play`: `ends when … { end game won by players with most \
         points }`; a remark for yourself begins with `//`"
            .to_owned()
    } else {
        "rules stand in `setup { … }`, `play { … }` or `action NAME { … }`, and their lines begin \
         with `move`, `choose`, `if`, `for each` …; what describes the item below begins with \
         `///`, a remark for yourself with `//`"
            .to_owned()
    };
    Some(said.help(help))
}

/// `when the vault is empty, shuffle the bin and make it the new vault`, where `vault` is a deck
/// and `bin` a pile of its cards.
pub(crate) fn runs_out(text: &str, words: &[String]) -> Option<String> {
    const WHEN: [&str; 4] = ["when", "whenever", "once", "if"];
    const OUT: [&str; 7] = ["empty", "out", "gone", "exhausted", "up", "over", "finished"];
    const NEAR: usize = 7;
    let head = || words.iter().take(NEAR).map(String::as_str);
    let asked = WHEN.contains(&head().next()?) && head().any(|word| OUT.contains(&word));
    let decks = text.lines().filter_map(|line| line.strip_prefix("deck ")?.split_once(" of "));
    let mut decks = decks.filter(|(name, _)| head().any(|word| word == *name));
    let (deck, rest) = decks.next().filter(|_| asked)?;
    let kind = rest.split(|c: char| !in_name(c)).next()?;
    let told = format!("when {deck} runs out");
    let again = text.lines().any(|line| line.starts_with(&told));
    let pile = words.iter().find(|word| {
        let declared = ["pile", "set", "row"].map(|shape| format!("{word}: {shape} of {kind}"));
        let lies = |line: &str| declared.iter().any(|of| line.trim_start().starts_with(of));
        *word != deck && text.lines().any(lies)
    })?;
    (!again).then(|| format!("{told} {{ move {pile} to {deck}  shuffle {deck} }}"))
}

/// What is said of a sentence that forbids a move of the text.
fn forbidden(text: &str, words: &[String]) -> Option<String> {
    let pairs = || words.iter().zip(words.iter().skip(1));
    let forbids = words.iter().any(|word| word == "cannot")
        || pairs().any(|(a, b)| {
            matches!((a.as_str(), b.as_str()), ("nobody", "may" | "can") | ("may" | "must", "not"))
        });
    let moves = text.lines().filter_map(|line| line.strip_prefix("action "));
    let mut names = moves.filter_map(|rest| rest.split(|c: char| !in_name(c)).next());
    let name = names.find(|name| words.iter().any(|word| word == name)).filter(|_| forbids)?;
    Some(format!(
        "a move is refused with `forbid {name} when … because \"…\"`, or with `needs … else \"…\"` \
         in `action {name}`"
    ))
}
