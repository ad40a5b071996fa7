//! Sentences whose words stand in another order here: `add $2 to me.cash`, `move c to bottom of deck`.

use crate::syntax::scan::Token;

/// What is written and what is meant; a letter in braces stands for any words but braces, the same on both sides.
const ORDERS: &[(&str, &str)] = &[
    ("add {a} to {b}", "{b} += {a}"),
    ("subtract {a} from {b}", "{b} -= {a}"),
    ("remove {a} from {b}", "{b} -= {a}"),
    ("deduct {a} from {b}", "{b} -= {a}"),
    ("increase {b} by {a}", "{b} += {a}"),
    ("raise {b} by {a}", "{b} += {a}"),
    ("decrease {b} by {a}", "{b} -= {a}"),
    ("reduce {b} by {a}", "{b} -= {a}"),
    ("lower {b} by {a}", "{b} -= {a}"),
    ("set {b} to {a}", "{b} = {a}"),
    ("give {a} to {b}", "{b} += {a}"),
    ("move {a} to the bottom of {b}", "move {a} to {b} at bottom"),
    ("move {a} to bottom of {b}", "move {a} to {b} at bottom"),
    ("move {a} to the top of {b}", "move {a} to {b} at top"),
    ("move {a} to top of {b}", "move {a} to {b} at top"),
    ("move {a} top of {b}", "move top {a} of {b}"),
    ("move {a} bottom of {b}", "move bottom {a} of {b}"),
    ("move the top card of {a}", "move top 1 of {a}"),
    ("move top card of {a}", "move top 1 of {a}"),
    ("move top {n} cards of {a}", "move top {n} of {a}"),
    ("lege {a} auf {b}", "move {a} to {b}"),
    ("lege {a} in {b}", "move {a} to {b}"),
    ("ziehe {a} von {b}", "move top 1 of {b} to {a}"),
    ("turn {n} from {p} in players", "turn {n} in players from {p}"),
    ("round {n} from {a} to {b}", "round {n} in {a}..{b}"),
    ("for each {n} from {a} to {b}", "for each {n} in {a}..{b}"),
    ("for {n} from {a} to {b}", "for each {n} in {a}..{b}"),
    ("for each {n} where {c} in {d}", "for each {n} in {d} where {c}"),
    ("if there is a {n} in", "if there is {n} in"),
    ("if there is an {n} in", "if there is {n} in"),
    ("phase {n}", "phase \"{n}\""),
    ("for {c} once per turn", "once per turn for {c}"),
    ("for {c} once per round", "once per round for {c}"),
    ("when {c} ends at once", "ends at once when {c}"),
    ("when {c} end at once", "ends at once when {c}"),
    ("when {c} ends", "ends when {c}"),
    ("{a} wins the game", "end game won by {a}"),
    ("{a} win the game", "end game won by {a}"),
    ("{a} wins game", "end game won by {a}"),
    ("{a} win game", "end game won by {a}"),
    ("{a} wins", "end game won by {a}"),
    ("try again", "again"),
    ("deck of {k} {n} {", "deck {n} of {k} {"),
    ("tile {a} by {b} {n} with", "tile {n} {a} by {b} with"),
    ("define {c} : {k} {n} =", "define {n} for {c}: {k} ="),
    ("choose by {p} {n} in {d}", "choose {n} in {d} by {p}"),
    ("until all pass by {p}", "by {p} until all pass"),
    ("not is", "is not"),
    ("{a} , seen by everyone", "{a}"),
    ("{a} , seen by everybody", "{a}"),
    ("{a} , seen by all", "{a}"),
    ("swap {a} and {b}", "swap {a} with {b}"),
    ("move {a} and {b} to {c}", "move {a} + {b} to {c}"),
    ("move {a} to under {b}", "move {a} to {b} at bottom"),
    ("move {a} under {b}", "move {a} to {b} at bottom"),
    ("put {a} on {b}", "move {a} to {b}"),
    ("put {a} into {b}", "move {a} to {b}"),
    ("put {a} in {b}", "move {a} to {b}"),
    ("at the bottom", "at bottom"),
    ("at the top", "at top"),
    ("at least {n} of {d}", "{n} or more of {d}"),
    ("any number of {d}", "any of {d}"),
    ("top card of", "top 1 of"),
    ("if {c} do {", "if {c} {"),
    ("if {d} has no cards {", "if {d} is empty {"),
    ("expect {a} won", "expect won by {a}"),
    ("expect {a} wins", "expect won by {a}"),
    ("chance is {a}", "chance gives {a}"),
    ("its {p} 's turn", "it is {p}'s turn"),
    ("change {w} for {c} + {n}", "change {w} for {c} by {n}"),
    ("change {w} for {c} - {n}", "change {w} for {c} by -{n}"),
    ("{a} + {b}", "{a} += {b}"),
    ("{a} - {b}", "{a} -= {b}"),
];

/// What is meant by some words.
pub(super) struct Turned {
    /// The first of the words.
    pub first: usize,
    /// The last of them.
    pub last: usize,
    /// What is written here instead.
    pub meant: String,
}

/// The orders that fit words of a line, those tokens.
pub(super) fn turned(text: &str, tokens: &[Token], line: std::ops::Range<usize>) -> Vec<Turned> {
    let mut all = Vec::new();
    for (written, meant) in ORDERS {
        let written: Vec<&str> = written.split(' ').collect();
        let open = slot(written[0]).is_some();
        for first in line.clone() {
            if open && first > line.start && !matches!(tokens[first - 1].of(text), "{" | "}") {
                continue;
            }
            let mut found = Vec::new();
            if let Some(end) = fits(text, tokens, &written, first..line.end, &mut found) {
                all.push(Turned { first, last: end - 1, meant: filled(meant, text, tokens, &found) });
                break;
            }
        }
    }
    all
}

fn slot(word: &str) -> Option<&str> {
    word.strip_prefix('{')?.strip_suffix('}')
}

/// What a slot stands for.
type Filled<'w> = (&'w str, std::ops::Range<usize>);

/// Fits words to tokens; gives the one behind the last.
fn fits<'w>(
    text: &str,
    tokens: &[Token],
    written: &[&'w str],
    at: std::ops::Range<usize>,
    found: &mut Vec<Filled<'w>>,
) -> Option<usize> {
    let Some((word, rest)) = written.split_first() else { return Some(at.start) };
    let Some(name) = slot(word) else {
        let here = at.start < at.end && tokens[at.start].of(text).eq_ignore_ascii_case(word);
        return if here { fits(text, tokens, rest, at.start + 1..at.end, found) } else { None };
    };
    let brace = at.clone().find(|at| matches!(tokens[*at].of(text), "{" | "}")).unwrap_or(at.end);
    let until = match rest.first() {
        // To the end of the sentence.
        None => return (brace > at.start).then(|| push(found, name, at.start..brace)),
        Some(next) if slot(next).is_some() => at.start + 1,
        Some(next) => {
            let from = at.start + 1;
            (from..(brace + 1).min(at.end)).find(|at| tokens[*at].of(text).eq_ignore_ascii_case(next))?
        }
    };
    if until > brace {
        return None;
    }
    push(found, name, at.start..until);
    fits(text, tokens, rest, until..at.end, found)
}

fn push<'w>(found: &mut Vec<Filled<'w>>, name: &'w str, of: std::ops::Range<usize>) -> usize {
    let end = of.end;
    found.push((name, of));
    end
}

fn filled(meant: &str, text: &str, tokens: &[Token], found: &[Filled<'_>]) -> String {
    let mut all = meant.to_owned();
    for (name, of) in found {
        let words = text.get(tokens[of.start].start..tokens[of.end - 1].end).unwrap_or("");
        all = all.replace(&format!("{{{name}}}"), words);
    }
    all
}
