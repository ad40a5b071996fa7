//! What may be meant at a place where a sentence does not fit.

use super::{Effort, Patch, order};
use crate::foreign;
use crate::letters::in_name;
use crate::spelling::nearest;
use crate::syntax::parse::is_reserved;
use crate::syntax::report::Place;
use crate::syntax::scan::{Kind, Token};

/// So many words before the place that does not fit may be the wrong ones.
pub(super) const BACK: usize = 8;
/// So many words may be wanted at a place for each of them to be tried.
pub(super) const MOST_WANTED: usize = 24;
/// What is often forgotten, and may be missing some words earlier than reading stops.
pub(super) const LITTLE: [&str; 13] =
    ["of", "to", "is", "in", ",", "has", "each", "=", "by", "for", ":", "when", "it is"];
/// Words of the language that sentences, clauses and values are made of.
pub(super) const WORDS: [&str; 86] = [
    "action",
    "again",
    "and",
    "any",
    "asking",
    "at",
    "attempt",
    "because",
    "before",
    "bottom",
    "cannot",
    "capped",
    "card",
    "chance",
    "change",
    "choose",
    "chooses",
    "copies",
    "count",
    "deck",
    "define",
    "does",
    "each",
    "edges",
    "else",
    "empty",
    "end",
    "ends",
    "enum",
    "every",
    "expect",
    "expecting",
    "extend",
    "first",
    "for",
    "forbid",
    "from",
    "game",
    "games",
    "give",
    "given",
    "gives",
    "grid",
    "has",
    "hide",
    "instead",
    "joins",
    "knows",
    "late",
    "least",
    "let",
    "lines",
    "lost",
    "may",
    "menu",
    "mod",
    "most",
    "move",
    "needs",
    "next",
    "nobody",
    "none",
    "not",
    "onwards",
    "opponents",
    "option",
    "otherwise",
    "owner",
    "pass",
    "passes",
    "phase",
    "pile",
    "players",
    "round",
    "seen",
    "set",
    "show",
    "shuffle",
    "simulate",
    "slots",
    "swap",
    "there",
    "times",
    "turn",
    "where",
    "with",
];

/// Words that open items and nothing inside one.
pub(super) const ITEMS_ALONE: [&str; 12] =
    ["action", "define", "option", "enum", "card", "deck", "menu", "setup", "test", "forbid", "play", "use"];

/// What was done to come further.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum How {
    /// Words that are written otherwise here.
    Foreign { written: String, meant: String },
    /// A word that is misspelt.
    Spelling { written: String, meant: String },
    /// Something is missing.
    Missing(String),
    /// Something stands where something else is wanted.
    Instead { written: String, meant: String },
    /// Something is one too many.
    Stray(String),
}

/// What may be meant, in the order in which it is likely.
#[derive(Debug, Clone)]
pub(super) struct Guess {
    pub(super) how: How,
    pub(super) patch: Patch,
    /// The words that are wrong.
    pub(super) token: Token,
}

/// A place at which reading stops.
pub(super) struct Trial<'t> {
    pub(super) place: Place<'t>,
    pub(super) tokens: &'t [Token],
    pub(super) at: usize,
    pub(super) wanted: Vec<String>,
}

impl Trial<'_> {
    pub(super) fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.of(self.place.text))
    }

    /// The words near the place, the nearest first.
    pub(super) fn near(&self) -> impl Iterator<Item = usize> {
        let last = (self.at + 1).min(self.tokens.len().saturating_sub(1));
        (self.at.saturating_sub(BACK)..=last).rev()
    }

    /// Words of the line, or of the one before, in another order.
    pub(super) fn turned(&self) -> Vec<Guess> {
        let text = self.place.text;
        let line = |byte: usize| text.get(..byte).map_or(0, |t| t.matches('\n').count());
        let lines = [Some(self.at), self.at.checked_sub(1)];
        let mut lines: Vec<usize> =
            lines.into_iter().flatten().filter_map(|at| Some(line(self.tokens.get(at)?.start))).collect();
        lines.dedup();
        let mut all = Vec::new();
        for of in lines {
            let first = self.tokens.partition_point(|t| line(t.start) < of);
            let last = self.tokens.partition_point(|t| line(t.start) <= of);
            for turned in order::turned(text, self.tokens, first..last) {
                let token = Token { end: self.tokens[turned.last].end, ..self.tokens[turned.first] };
                all.push(self.foreign_as(token, &turned.meant));
            }
        }
        all
    }

    /// Braces around the rest of the line: `if n > 1 take()`.
    pub(super) fn braced(&self) -> Option<Guess> {
        let token = self.tokens.get(self.at).filter(|_| self.wanted.iter().any(|w| w == "{"))?;
        let rest = self.place.text.get(token.start..)?.lines().next()?.trim_end();
        let patch = Patch { start: token.start, end: token.start + rest.len(), new: format!("{{ {rest} }}") };
        (!rest.contains(['{', '}', '"'])).then(|| Guess {
            how: How::Missing("{".to_owned()),
            patch,
            token: *token,
        })
    }

    /// Two words that are one name of the file: `draw one`, `draw-one`.
    pub(super) fn joined(&self, effort: &Effort) -> Vec<Guess> {
        let mut all = Vec::new();
        for at in self.near() {
            let dash = usize::from(self.word(at + 1) == "-");
            let (Some(first), Some(last)) = (self.tokens.get(at), self.tokens.get(at + 1 + dash)) else {
                continue;
            };
            let name = format!("{}_{}", self.word(at), self.word(at + 1 + dash));
            let words = first.kind == Kind::Word && last.kind == Kind::Word;
            if words && (effort.knows(&name) || self.word(0) == "enum" && at > 1 && dash == 0) {
                all.push(self.foreign_as(Token { end: last.end, ..*first }, &name));
            }
        }
        all
    }

    /// The values of a call, with commas between them.
    pub(super) fn commas(&self) -> Option<Guess> {
        let open = (0..self.at).rev().find(|at| self.tokens[*at].kind == Kind::Open)?;
        let close = (self.at..self.tokens.len()).find(|at| self.tokens[*at].kind == Kind::Close)?;
        if !self.in_call()
            || (open + 1..close).any(|at| self.tokens[at].kind == Kind::Open)
            || close < open + 3
        {
            return None;
        }
        let mut meant = String::new();
        for at in open + 1..close {
            let apart = self.tokens[at - 1].end < self.tokens[at].start;
            let values = |at: usize| matches!(self.tokens[at].kind, Kind::Word | Kind::Number | Kind::Money);
            if at > open + 1 && apart {
                meant.push_str(if values(at - 1) && values(at) { ", " } else { " " });
            }
            meant.push_str(self.word(at));
        }
        let token = Token { end: self.tokens[close - 1].end, ..self.tokens[open + 1] };
        (meant != token.of(self.place.text)).then(|| self.foreign_as(token, &meant))
    }

    pub(super) fn foreign(&self) -> Vec<Guess> {
        let mut all = Vec::new();
        for at in self.near() {
            all.extend(self.idle_sign(at));
            all.extend(self.verb(at));
            let twice = self
                .tokens
                .get(at)
                .filter(|t| t.kind == Kind::Word && at > 0 && self.word(at - 1) == t.of(self.place.text));
            all.extend(twice.map(|token| self.stray(*token)));
            let small = self.word(at).to_ascii_lowercase();
            let alone = at > 0 && ITEMS_ALONE.contains(&small.as_str());
            if !alone && small != self.word(at) && (WORDS.contains(&small.as_str()) || is_reserved(&small)) {
                all.push(self.foreign_as(self.tokens[at], &small));
            }
        }
        for at in self.near() {
            let first = self.word(at).to_ascii_lowercase();
            for (words, meant) in foreign::phrases(&first) {
                let fits = (0..words.len()).all(|n| self.word(at + n).eq_ignore_ascii_case(words[n]));
                let Some(last) = self.tokens.get(at + words.len() - 1).filter(|_| fits) else { continue };
                let token = Token { end: last.end, ..self.tokens[at] };
                let others = meant.iter().filter(|m| **m != token.of(self.place.text));
                let others = others.filter(|m| at == 0 || !ITEMS_ALONE.contains(m));
                all.extend(others.map(|m| self.foreign_as(token, m)));
            }
        }
        all
    }

    /// `Ana lays [pink 4]` in a test.
    fn verb(&self, at: usize) -> Option<Guess> {
        let token = *self.tokens.get(at)?;
        let stem = self.word(at).strip_suffix('s').filter(|stem| stem.len() > 2)?;
        let who = at.checked_sub(1).map_or("", |at| self.word(at));
        let known = WORDS.contains(&self.word(at)) || is_reserved(self.word(at));
        let says = self.word(0) == "test" && !known && who.starts_with(char::is_uppercase);
        says.then(|| self.foreign_as(token, &format!("does {stem}")))
    }

    /// Empty brackets, and a full stop behind a sentence.
    pub(super) fn idle_sign(&self, at: usize) -> Option<Guess> {
        let (token, next) = (*self.tokens.get(at)?, self.tokens.get(at + 1));
        let behind = next.map_or("\n", |next| self.place.text.get(token.end..next.start).unwrap_or(""));
        match token.of(self.place.text) {
            "(" if self.word(at + 1) == ")" => Some(self.stray(Token { end: next?.end, ..token })),
            "." if behind.contains('\n') => Some(self.stray(token)),
            "the" if !matches!(self.word(at + 1), "table" | "rest") => Some(self.stray(token)),
            _ => None,
        }
    }

    pub(super) fn foreign_as(&self, token: Token, meant: &str) -> Guess {
        let written = token.of(self.place.text).split_whitespace().collect::<Vec<_>>().join(" ");
        let glued = meant.replace(" . ", ".").replace(" .", ".");
        let dot = glued == "." || glued == "..";
        let signs = !dot && !glued.starts_with(in_name);
        let before = self.place.text[..token.start].ends_with(in_name);
        let after = self.place.text[token.end..].starts_with(in_name);
        // `my hand` is `me.hand`.
        let end =
            token.end + usize::from(glued.ends_with('.') && self.place.text[token.end..].starts_with(' '));
        let (left, right) =
            (if (before || signs) && !dot { " " } else { "" }, if after && !dot { " " } else { "" });
        Guess {
            patch: Patch { start: token.start, end, new: format!("{left}{glued}{right}") },
            how: How::Foreign { written, meant: glued },
            token,
        }
    }

    pub(super) fn misspelt(&self) -> Vec<Guess> {
        let mut all = Vec::new();
        for at in self.near() {
            let (word, Some(token)) = (self.word(at), self.tokens.get(at).copied()) else { continue };
            if token.kind != Kind::Word || word.len() < 3 || WORDS.contains(&word) || is_reserved(word) {
                continue;
            }
            let here = self.wanted.iter().map(String::as_str).filter(|w| at == self.at && w.len() > 1);
            let meant = nearest(word, here).or_else(|| nearest(word, WORDS));
            if let Some(meant) = meant {
                all.push(Guess {
                    patch: Patch { start: token.start, end: token.end, new: meant.to_owned() },
                    how: How::Spelling { written: word.to_owned(), meant: meant.to_owned() },
                    token,
                });
            }
        }
        all
    }

    /// Something missing, something wrong, something too much; all of it may also stand a few words earlier.
    pub(super) fn others(&self) -> Vec<Guess> {
        let many = self.wanted.len() > MOST_WANTED;
        let some = |w: &&String| !many || !w.starts_with(|c: char| c.is_ascii_alphabetic());
        let wanted: Vec<&str> =
            self.wanted.iter().filter(some).map(String::as_str).filter(|w| *w != ".").collect();
        let mut missing: Vec<&str> =
            wanted.iter().copied().chain(LITTLE.iter().copied().filter(|l| !wanted.contains(l))).collect();
        // Of the verbs of a test the commonest first; between the values of a call a comma, `2 of [Two]`.
        let call = self.in_call();
        let card = self.word(self.at) == "[" && self.at > 0 && self.tokens[self.at - 1].kind == Kind::Number;
        missing.sort_by_key(|word| (*word != "does", !(call && *word == "," || card && *word == "of")));
        let mut all: Vec<Guess> = missing.iter().map(|word| self.missing(self.at, word)).collect();
        for at in (self.at.saturating_sub(3)..self.at).rev() {
            all.extend(LITTLE.iter().map(|word| self.missing(at, word)));
        }
        let here = self.tokens.get(self.at).copied();
        if let Some(token) = here.filter(|t| t.kind != Kind::Open && t.kind != Kind::Close) {
            all.extend(LITTLE.iter().take(5).map(|word| self.instead(token, word)));
            all.extend(wanted.iter().map(|word| self.instead(token, word)));
            all.extend(LITTLE.iter().skip(5).map(|word| self.instead(token, word)));
        }
        for at in (self.at.saturating_sub(1)..=self.at).rev() {
            // Without these a sentence says the contrary.
            let turns = matches!(self.word(at), "not" | "no" | "none");
            all.extend(self.tokens.get(at).filter(|_| !turns).map(|token| self.stray(*token)));
        }
        all
    }

    /// Whether the place lies in the brackets of a call.
    pub(super) fn in_call(&self) -> bool {
        let mut closed = 0usize;
        for at in (0..self.at).rev() {
            match self.word(at) {
                ")" | "]" | "}" => closed += 1,
                "(" if closed == 0 => {
                    let glued = at > 0 && self.tokens[at - 1].end == self.tokens[at].start;
                    return glued && self.tokens[at - 1].kind == Kind::Word;
                }
                "[" | "{" if closed == 0 => return false,
                "(" | "[" | "{" => closed -= 1,
                _ => {}
            }
        }
        false
    }

    pub(super) fn missing(&self, at: usize, word: &str) -> Guess {
        let end = at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(0, |t| t.end);
        let blank = if matches!(word, "," | ":" | ")" | "]" | "..") { "" } else { " " };
        let behind = self.tokens.get(at).map_or(0, |t| t.start);
        let right = if behind == end && word != ".." { " " } else { "" };
        Guess {
            patch: Patch { start: end, end, new: format!("{blank}{word}{right}") },
            how: How::Missing(word.to_owned()),
            token: Token { kind: Kind::Word, start: end, end: self.tokens.get(at).map_or(end, |t| t.end) },
        }
    }

    pub(super) fn instead(&self, token: Token, word: &str) -> Guess {
        let written = token.of(self.place.text).to_owned();
        let text = self.place.text;
        let joined = |c: Option<char>| c.is_some_and(|c| !c.is_whitespace());
        let left = if joined(text[..token.start].chars().next_back()) { " " } else { "" };
        let right = if joined(text[token.end..].chars().next()) { " " } else { "" };
        Guess {
            patch: Patch { start: token.start, end: token.end, new: format!("{left}{word}{right}") },
            how: How::Instead { written, meant: word.to_owned() },
            token,
        }
    }

    pub(super) fn stray(&self, token: Token) -> Guess {
        let before = self.place.text[..token.start].ends_with(char::is_whitespace);
        let behind = self.place.text[token.end..].starts_with(' ');
        let end = token.end + usize::from(before && behind);
        Guess {
            patch: Patch { start: token.start, end, new: String::new() },
            how: How::Stray(token.of(self.place.text).to_owned()),
            token,
        }
    }
}
