//! Slips of one line: what else it may say, by the names and words that the rules have elsewhere.
//! Each is tried by compiling the rules with it.

use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::letters::in_name;
use crate::source::Sources;
use crate::spelling;
use crate::syntax::{Ink, is_keyword, opens_item, painted, reads_at};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// So many of one line are tried.
const MOST: usize = 10;
/// Of longer lines none are looked for, in bytes.
const LONGEST: usize = 400;
/// Names of more parts are not put together.
const PARTS: usize = 5;
/// What people say, and how it is written here.
const SAID: [(&str, &str); 16] = [
    ("number of", "count"),
    ("the number of", "count"),
    ("how many", "count"),
    ("is unable to", "cannot"),
    ("is not able to", "cannot"),
    ("is not allowed to", "cannot"),
    ("may not", "cannot"),
    ("'s go", "'s turn"),
    ("'s move", "'s turn"),
    ("; ", ", "),
    ("--", "-"),
    ("is zero", "is empty"),
    ("gains", "+="),
    ("loses", "-="),
    ("inside", "in"),
    ("within", "in"),
];

/// A change of a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Slip {
    /// The bytes of the text that are replaced.
    pub at: Range<usize>,
    /// What stands there instead.
    pub new: String,
}

/// A line with its words, and what is known of all words of the rules.
struct Line<'s> {
    text: &'s str,
    file: &'s str,
    /// Where it begins in the text of its file.
    start: usize,
    words: Vec<(Range<usize>, Ink)>,
    known: BTreeMap<&'s str, usize>,
    /// The word at which something is wrong.
    wrong: &'s str,
    /// Names that mean nothing, here or elsewhere.
    missing: &'s BTreeSet<String>,
}

/// What the line of a report may mean, the likeliest first; `surely`: only what is seldom wrong.
pub(super) fn of(
    said: &Diagnostic,
    missing: &BTreeSet<String>,
    surely: bool,
    sources: &Sources,
) -> Vec<Slip> {
    let at = said.span();
    let Some(file) = sources.get(at.file) else { return Vec::new() };
    let text: &str = &file.text;
    let Some((start, end)) = super::line_at(text, at.start as usize) else {
        return Vec::new();
    };
    let line = text.get(start..end).unwrap_or("");
    if line.len() > LONGEST || line.trim_start().starts_with("//") {
        return Vec::new();
    }
    let (words, known) = (painted(line), super::words(sources));
    let wrong = sources.slice(at);
    let line = Line { text: line, file: text, start, words, known, wrong, missing };
    let mut all = Vec::new();
    line.joined(&mut all);
    if surely {
        let from = all.len();
        line.said(&mut all);
        line.parted(&mut all);
        let said = all.split_off(from);
        all.extend(said.into_iter().filter(|slip| reads(text, slip)));
        line.items(&mut all);
        all.truncate(MOST);
        return all;
    }
    line.parted(&mut all);
    line.quoted(&mut all);
    match said.code {
        Code::E0407 => line.signs(&mut all),
        Code::E0402 => line.spelt(&mut all),
        _ => {}
    }
    if said.code.is_syntax() {
        line.items(&mut all);
        let sure = all.len();
        line.said(&mut all);
        line.listed(&mut all);
        line.signs(&mut all);
        line.spelt(&mut all);
        line.asked(&mut all);
        line.called(&mut all);
        line.declared(&mut all);
        line.unbracketed(&mut all);
        line.too_many(&mut all);
        let mut count = 0;
        all.retain(|slip| {
            count += 1;
            count <= sure || reads(text, slip)
        });
    }
    let mut told: Vec<Slip> = Vec::new();
    for slip in all {
        let same = text.get(slip.at.clone()) == Some(&*slip.new);
        if !same && !told.contains(&slip) {
            told.push(slip);
        }
    }
    told.truncate(MOST);
    told
}

/// Whether the item of a slip reads with it.
fn reads(text: &str, slip: &Slip) -> bool {
    let Some((_, item)) = crate::syntax::item_around(text, slip.at.start) else { return false };
    let (before, behind) =
        (text.get(item.start..slip.at.start), text.get(slip.at.end..item.end.max(slip.at.end)));
    let (Some(before), Some(behind)) = (before, behind) else { return false };
    let made = format!("{before}{}{behind}", slip.new);
    reads_at(&made, before.len().saturating_sub(1))
}

/// Where the brace at the end of a line stands, or the line ends.
fn rest_of(line: &str) -> usize {
    let whole = line.trim_end();
    whole.strip_suffix('{').unwrap_or(whole).len()
}

impl Line<'_> {
    fn word(&self, at: usize) -> &str {
        self.words.get(at).and_then(|(place, _)| self.text.get(place.clone())).unwrap_or("")
    }

    fn ink(&self, at: usize) -> Option<Ink> {
        self.words.get(at).map(|(_, ink)| *ink)
    }

    fn is_word(&self, at: usize) -> bool {
        self.ink(at) == Some(Ink::Word)
    }

    /// What stands between a word and the next.
    fn gap(&self, at: usize) -> Option<&str> {
        let (one, next) = (self.words.get(at)?, self.words.get(at + 1)?);
        self.text.get(one.0.end..next.0.start)
    }

    fn knows(&self, word: &str) -> bool {
        self.known.contains_key(word) || is_keyword(word)
    }

    /// Whether a word stands on other lines, too.
    fn elsewhere(&self, word: &str) -> bool {
        let here = self.text.split(|c: char| !in_name(c)).filter(|other| *other == word).count();
        is_keyword(word) || self.known.get(word).is_some_and(|times| *times > here)
    }

    fn put(&self, all: &mut Vec<Slip>, at: Range<usize>, new: impl Into<String>) {
        all.push(Slip { at: self.start + at.start..self.start + at.end, new: new.into() });
    }

    /// `turns had`, `Money-Bag-400`
    fn joined(&self, all: &mut Vec<Slip>) {
        let titled = self.word(0) == "variant";
        let part = |at: usize| matches!(self.ink(at), Some(Ink::Word | Ink::Number));
        for from in 0..self.words.len() {
            let (mut name, mut at, mut best) = (self.word(from).to_owned(), from, None);
            while self.is_word(from) && name.matches('_').count() < PARTS * 2 {
                let dash = self.word(at + 1) == "-";
                let next = if dash { at + 2 } else { at + 1 };
                let gaps = [self.gap(at), if dash { self.gap(at + 1) } else { Some("") }];
                let glued = match dash {
                    true => gaps == [Some(""), Some("")],
                    false => gaps[0] == Some(" ") || self.word(next).starts_with('-'),
                };
                if !part(next) || !glued {
                    break;
                }
                name = format!("{name}_{}", self.word(next).trim_start_matches('-'));
                at = next;
                // Which games there are is not known here.
                let game = titled && from > 1 && self.word(from - 1) == "over";
                if self.known.contains_key(&*name) || game {
                    best = Some((at, name.clone()));
                }
            }
            if let Some((to, name)) = best {
                self.put(all, self.words[from].0.start..self.words[to].0.end, name);
            }
        }
    }

    /// `turnleft`, `p_given_up`, `pricec`
    fn parted(&self, all: &mut Vec<Slip>) {
        const LEAST: usize = 1;
        for (place, _) in self.words.iter().filter(|(_, ink)| *ink == Ink::Word) {
            let word = self.text.get(place.clone()).unwrap_or("");
            let end = self.text.get(place.end..).unwrap_or("");
            if self.elsewhere(word) || self.wrong.is_empty() || word.len() < LEAST + 2 {
                continue;
            }
            for (at, letter) in word.char_indices().skip(LEAST) {
                let left = &word[..at];
                let rest = &word[at..];
                if letter == '_' {
                    if self.elsewhere(left) && self.elsewhere(&rest[1..]) {
                        self.put(all, place.clone(), format!("{left}.{}", &rest[1..]));
                    }
                    continue;
                }
                if !self.elsewhere(left) || !self.elsewhere(rest) {
                    continue;
                }
                let closes = end.contains(')');
                self.put(all, place.clone(), format!("{left}.{rest}"));
                if closes {
                    self.put(all, place.clone(), format!("{left}({rest}"));
                }
                self.put(all, place.clone(), format!("{left} {rest}"));
            }
        }
    }

    /// `"Dirt_bike"` for `[Dirt_bike]`
    fn quoted(&self, all: &mut Vec<Slip>) {
        for (place, _) in self.words.iter().filter(|(_, ink)| *ink == Ink::Text) {
            let inside = self.text.get(place.start + 1..place.end.saturating_sub(1)).unwrap_or("");
            let card = inside.split(' ').all(|word| self.elsewhere(word));
            if card && !inside.is_empty() && inside.chars().all(|c| in_name(c) || c == ' ') {
                self.put(all, place.clone(), format!("[{inside}]"));
            }
        }
    }

    /// An item that begins behind another one on its line, or behind words that belong into it.
    fn items(&self, all: &mut Vec<Slip>) {
        for at in 1..self.words.len() {
            let place = &self.words[at].0;
            if !self.is_word(at) || !opens_item(self.word(at)) {
                continue;
            }
            let before = self.words[at - 1].0.end;
            let rest = self.file.get(self.start + place.start..).unwrap_or("");
            if reads_at(rest, 0) {
                self.put(all, before..place.start, "\n");
            }
            if self.word(0) == "with" {
                let (front, end) = (self.text.get(..before).unwrap_or(""), rest_of(self.text));
                let head = self.text.get(place.start..end).unwrap_or("").trim_end();
                self.put(all, 0..end, format!("{head} {front} "));
            }
            if at <= 4 && (0..at).all(|at| self.is_word(at)) && self.is_word(at + 1) {
                let front = self.text.get(..before).unwrap_or("");
                let name = self.words[at + 1].0.end;
                let head = self.text.get(place.start..name).unwrap_or("");
                self.put(all, 0..name, format!("{head} {front}"));
            }
        }
    }

    /// Words that are said otherwise here.
    fn said(&self, all: &mut Vec<Slip>) {
        for (other, ours) in SAID {
            for (at, _) in self.text.match_indices(other) {
                let letter = |c: char| in_name(c);
                let whole = !self.text[..at].ends_with(letter) || !other.starts_with(letter);
                let end = at + other.len();
                let whole =
                    whole && (!self.text[end..].starts_with(letter) || !other.ends_with(letter));
                if whole {
                    self.put(all, at..end, ours);
                }
            }
        }
    }

    /// A comma that is missing between two parts of a list; a name between two commas.
    fn listed(&self, all: &mut Vec<Slip>) {
        for (at, _) in self.text.match_indices(", ,") {
            for name in self.missing {
                self.put(all, at..at + 3, format!(", {name},"));
            }
        }
        let list = ["given", "expect"].iter().any(|word| self.word(0) == *word);
        for at in 1..self.words.len().saturating_sub(1) {
            if list && self.gap(at) == Some(" ") && self.word(at) != "," {
                let end = self.words[at].0.end;
                self.put(all, end..end, ",");
            }
        }
    }

    /// Another sign between two words: `s:mark`, `$10-$11`.
    fn signs(&self, all: &mut Vec<Slip>) {
        for at in 1..self.words.len().saturating_sub(1) {
            let glued = self.gap(at - 1) == Some("") && self.gap(at) == Some("");
            if self.ink(at) != Some(Ink::Sign) || !glued {
                continue;
            }
            let place = self.words[at].0.clone();
            if matches!(self.word(at), ":" | "-" | "/" | ";") {
                self.put(all, place.clone(), ".");
                self.put(all, place, "..");
            }
        }
    }

    /// A word of the language, or a name, that is misspelt.
    fn spelt(&self, all: &mut Vec<Slip>) {
        for (place, _) in self.words.iter().filter(|(_, ink)| *ink == Ink::Word) {
            let word = self.text.get(place.clone()).unwrap_or("");
            if self.elsewhere(word) && word != self.wrong || word.len() < 3 {
                continue;
            }
            let often = self.known.iter().filter(|(other, times)| **other != word && **times > 1);
            let near = spelling::nearest(word, often.map(|(other, _)| *other));
            if let Some(near) = near {
                self.put(all, place.clone(), near);
            }
        }
    }

    /// `expect c in hand has …`, `every in Face has …`
    fn asked(&self, all: &mut Vec<Slip>) {
        const HOW: [&str; 3] = ["every", "any", "no"];
        const OPEN: [&str; 9] =
            ["every", "any", "no", "those", "each", "first", "choose", "count", "for"];
        for at in 0..self.words.len() {
            if self.word(at) != "in" || at == 0 {
                continue;
            }
            if OPEN.contains(&self.word(at - 1)) || self.word(at - 1) == "(" {
                let names = self.words.iter().enumerate().skip(at + 1);
                let names = names.filter(|(at, (_, ink))| {
                    *ink == Ink::Word && !is_keyword(self.word(*at)) && self.word(*at).len() < 4
                });
                let names: BTreeSet<&str> = names.map(|(at, _)| self.word(at)).collect();
                let end = self.words[at - 1].0.end;
                let blank = if self.word(at - 1) == "(" { "" } else { " " };
                let behind = if blank.is_empty() { " " } else { "" };
                for name in names {
                    self.put(all, end..end, format!("{blank}{name}{behind}"));
                }
            } else if at > 1 && self.is_word(at - 1) && !OPEN.contains(&self.word(at - 2)) {
                let start = self.words[at - 1].0.start;
                for how in HOW {
                    self.put(all, start..start, format!("{how} "));
                }
            }
        }
    }

    /// `unload p: Player {`, `Cell: 2, 1.mark`
    fn called(&self, all: &mut Vec<Slip>) {
        const ENDS: [&str; 14] = [
            "{", "for", "=", ".", "->", "when", "is", "as", "needs", "else", ")", "on", "once",
            "to",
        ];
        const HEADS: [&str; 5] = ["to", "define", "action", "attempt", "menu"];
        for at in 0..self.words.len() {
            let name = self.word(at);
            let called =
                at == 1 && HEADS.contains(&self.word(0)) || self.file.contains(&format!("{name}("));
            let colon = self.word(at + 1) == ":";
            let called = called || colon && self.elsewhere(name);
            if !self.is_word(at) || self.word(at + 1) == "(" || !called {
                continue;
            }
            let square = self.word(at + 1) == "[" || self.word(at + 1) == "{";
            let first = at + 1 + usize::from(colon || square);
            let from = self.words[at].0.end;
            let Some(inside) = self.words.get(first).map(|(place, _)| place.start) else {
                continue;
            };
            for to in first + 1..=self.words.len() {
                let closes = matches!(self.word(to), "]" | "}");
                if to < self.words.len() && !closes && !ENDS.contains(&self.word(to)) {
                    continue;
                }
                let end = self.words[to - 1].0.end;
                let upto = if square && closes { self.words[to].0.end } else { end };
                let values = self.text.get(inside..end).unwrap_or("");
                let even =
                    |open, close| values.matches(open).count() == values.matches(close).count();
                if even('(', ')') && even('[', ']') {
                    self.put(all, from..upto, format!("({values})"));
                }
            }
        }
    }

    /// `Feature feature`, `A7`, and what is called in a test without `do`.
    fn declared(&self, all: &mut Vec<Slip>) {
        for at in 0..self.words.len() {
            let (word, next) = (self.word(at), self.word(at + 1));
            let place = &self.words[at].0;
            let capital = self.is_word(at) && word.starts_with(char::is_uppercase);
            let digits = word.get(1..).unwrap_or("");
            if capital && !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()) {
                self.put(all, place.clone(), format!("{}-{digits}", &word[..1]));
            }
            let named = self.is_word(at + 1) && next.starts_with(char::is_lowercase);
            if capital && named && self.gap(at) == Some(" ") {
                self.put(all, place.start..self.words[at + 1].0.end, format!("{next}: {word}"));
            }
        }
        if self.is_word(0) && self.word(1) == "(" {
            let start = self.words[0].0.start;
            self.put(all, start..start, "do ");
        }
    }

    /// Brackets around a part of a range: `[$0..me].cash`
    fn unbracketed(&self, all: &mut Vec<Slip>) {
        for at in 0..self.words.len() {
            if !matches!(self.word(at), "[" | "(") {
                continue;
            }
            let close = if self.word(at) == "[" { "]" } else { ")" };
            let Some(to) = (at..self.words.len()).find(|to| self.word(*to) == close) else {
                continue;
            };
            let (open, end) = (self.words[at].0.clone(), self.words[to].0.clone());
            let inside = self.text.get(open.end..end.start).unwrap_or("");
            self.put(all, open.start..end.end, inside);
            if close == "]" {
                self.put(all, open.start..end.end, format!("({inside})"));
            }
        }
    }

    /// A little word that does not belong there.
    fn too_many(&self, all: &mut Vec<Slip>) {
        for at in 0..self.words.len() {
            let little = self.is_word(at) && self.word(at).len() < 5 && self.knows(self.word(at));
            let twice = at > 0 && self.word(at) == self.word(at - 1);
            if little || twice {
                let place = &self.words[at].0;
                let end = self.words.get(at + 1).map_or(place.end, |(next, _)| next.start);
                self.put(all, place.start..end, "");
            }
        }
    }
}
