//! Tries what may be meant where a sentence does not fit: the mend is what reading comes further with.

use super::{Effort, Mistake, Patch, order};
use crate::diagnostic::Diagnostic;
use crate::foreign;
use crate::letters::in_name;
use crate::spelling::nearest;
use crate::syntax::layout::Role;
use crate::syntax::parse::{self, Stop, is_reserved};
use crate::syntax::report::{Place, shown};
use crate::syntax::scan::{Kind, Token};
use crate::syntax::split;

/// So many words before the place that does not fit may be the wrong ones.
const BACK: usize = 8;
/// So many words may be wanted at a place for each of them to be tried.
const MOST_WANTED: usize = 24;
/// What is often forgotten, and may be missing some words earlier than reading stops.
const LITTLE: [&str; 13] =
    ["of", "to", "is", "in", ",", "has", "each", "=", "by", "for", ":", "when", "it is"];
/// Words of the language that sentences, clauses and values are made of.
const WORDS: [&str; 86] = [
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
const ITEMS_ALONE: [&str; 12] =
    ["action", "define", "option", "enum", "card", "deck", "menu", "setup", "test", "forbid", "play", "use"];

/// What was done to come further.
#[derive(Debug, Clone, PartialEq, Eq)]
enum How {
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
struct Guess {
    how: How,
    patch: Patch,
    /// The words that are wrong.
    token: Token,
}

/// A place at which reading stops.
struct Trial<'t> {
    place: Place<'t>,
    tokens: &'t [Token],
    at: usize,
    wanted: Vec<String>,
}

/// A sentence that does not fit, with what is read in its place.
pub(super) fn mistake(place: Place<'_>, tokens: &[Token], said: Diagnostic, effort: &mut Effort) -> Mistake {
    let Err(Some(Stop { byte, wanted })) = effort.stops(place.text) else {
        return senseless(place, tokens, said, effort);
    };
    let at = tokens.partition_point(|t| t.end <= byte);
    let trial = Trial { place, tokens, at, wanted };
    // What has words of its own says more than that something is missing here or too much.
    let of_its_own = !parse::says_what_was_found(&said);
    let guess = trial.best(effort, of_its_own);
    match guess {
        Some(guess) => {
            let kept = of_its_own && !matches!(guess.how, How::Foreign { .. } | How::Spelling { .. });
            let said = if kept { said } else { trial.said(&guess) };
            Mistake { said, patch: Some(guess.patch), lossy: false }
        }
        None => Mistake { said, patch: trial.without_line(effort), lossy: true },
    }
}

impl Trial<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |t| t.of(self.place.text))
    }

    /// Bytes that are left when reading stops after a patch; none if it reads to the end.
    fn left(&self, patch: &Patch, effort: &mut Effort) -> Option<usize> {
        let mut text = self.place.text.to_owned();
        text.replace_range(patch.start..patch.end, &patch.new);
        match effort.stops(&text) {
            Ok(()) => Some(0),
            Err(stop) => Some(text.len().saturating_sub(stop?.byte).max(1)),
        }
    }

    /// The first of the likeliest guesses with which reading passes the line, or at least the word, that stopped it.
    fn best(&self, effort: &mut Effort, sure: bool) -> Option<Guess> {
        let text = self.place.text;
        let stop = self.tokens.get(self.at).map_or(text.len(), |t| t.end);
        let line = text.get(stop..).and_then(|rest| rest.find('\n')).map_or(text.len(), |n| stop + n);
        let (behind_word, behind_line) = (text.len() - stop, text.len() - line);
        for guess in self.turned() {
            if self.left(&guess.patch, effort).is_some_and(|left| left == 0 || left < behind_line) {
                return Some(guess);
            }
        }
        let mut best: Option<(usize, Guess)> = None;
        let joined = self.joined(effort).into_iter().chain(self.commas());
        for guess in joined.chain(self.foreign()).chain(self.misspelt()) {
            let Some(left) = self.left(&guess.patch, effort) else { continue };
            let further = left == 0 || left < behind_word;
            if further && best.as_ref().is_none_or(|(least, _)| left < *least) {
                best = Some((left, guess));
            }
            if left == 0 {
                break;
            }
        }
        if best.is_some() || sure && self.at == self.tokens.len() {
            return best.map(|(_, guess)| guess);
        }
        let mut second: Option<(usize, Guess)> = None;
        for guess in self.others() {
            let Some(left) = self.left(&guess.patch, effort) else { continue };
            if left == 0 {
                return Some(guess);
            }
            if left < behind_line && second.as_ref().is_none_or(|(least, _)| left < *least) {
                second = Some((left, guess));
            }
        }
        second.map(|(_, guess)| guess)
    }

    /// The words near the place, the nearest first.
    fn near(&self) -> impl Iterator<Item = usize> {
        let last = (self.at + 1).min(self.tokens.len().saturating_sub(1));
        (self.at.saturating_sub(BACK)..=last).rev()
    }

    /// Words of the line, or of the one before, in another order.
    fn turned(&self) -> Vec<Guess> {
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

    /// Two words that are one name of the file: `draw one`, `draw-one`.
    fn joined(&self, effort: &Effort) -> Vec<Guess> {
        let mut all = Vec::new();
        for at in self.near() {
            let dash = usize::from(self.word(at + 1) == "-");
            let (Some(first), Some(last)) = (self.tokens.get(at), self.tokens.get(at + 1 + dash)) else {
                continue;
            };
            let name = format!("{}_{}", self.word(at), self.word(at + 1 + dash));
            let words = first.kind == Kind::Word && last.kind == Kind::Word;
            if words && effort.knows(&name) {
                all.push(self.foreign_as(Token { end: last.end, ..*first }, &name));
            }
        }
        all
    }

    /// The values of a call, with commas between them.
    fn commas(&self) -> Option<Guess> {
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

    fn foreign(&self) -> Vec<Guess> {
        let mut all = Vec::new();
        for at in self.near() {
            all.extend(self.idle_sign(at));
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

    /// Empty brackets, and a full stop behind a sentence.
    fn idle_sign(&self, at: usize) -> Option<Guess> {
        let (token, next) = (*self.tokens.get(at)?, self.tokens.get(at + 1));
        let behind = next.map_or("\n", |next| self.place.text.get(token.end..next.start).unwrap_or(""));
        match token.of(self.place.text) {
            "(" if self.word(at + 1) == ")" => Some(self.stray(Token { end: next?.end, ..token })),
            "." if behind.contains('\n') => Some(self.stray(token)),
            "the" if !matches!(self.word(at + 1), "table" | "rest") => Some(self.stray(token)),
            _ => None,
        }
    }

    fn foreign_as(&self, token: Token, meant: &str) -> Guess {
        let written = token.of(self.place.text).split_whitespace().collect::<Vec<_>>().join(" ");
        let glued = meant.replace(" . ", ".").replace(" .", ".");
        let dot = glued == ".";
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

    fn misspelt(&self) -> Vec<Guess> {
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
    fn others(&self) -> Vec<Guess> {
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
    fn in_call(&self) -> bool {
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

    fn missing(&self, at: usize, word: &str) -> Guess {
        let end = at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(0, |t| t.end);
        let blank = if matches!(word, "," | ":" | ")" | "]") { "" } else { " " };
        let behind = self.tokens.get(at).map_or(0, |t| t.start);
        let right = if behind == end { " " } else { "" };
        Guess {
            patch: Patch { start: end, end, new: format!("{blank}{word}{right}") },
            how: How::Missing(word.to_owned()),
            token: Token { kind: Kind::Word, start: end, end: self.tokens.get(at).map_or(end, |t| t.end) },
        }
    }

    fn instead(&self, token: Token, word: &str) -> Guess {
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

    fn stray(&self, token: Token) -> Guess {
        let before = self.place.text[..token.start].ends_with(char::is_whitespace);
        let behind = self.place.text[token.end..].starts_with(' ');
        let end = token.end + usize::from(before && behind);
        Guess {
            patch: Patch { start: token.start, end, new: String::new() },
            how: How::Stray(token.of(self.place.text).to_owned()),
            token,
        }
    }

    /// Without the line that does not fit, if nothing in it opens or closes anything else and reading comes further.
    fn without_line(&self, effort: &mut Effort) -> Option<Patch> {
        let token = self.tokens.get(self.at)?;
        let text = self.place.text;
        let start = text[..token.start].rfind('\n')?;
        let end = text[token.start..].find('\n').map_or(text.len(), |n| token.start + n);
        let line = text.get(start..end)?;
        let even = |open, close| line.matches(open).count() == line.matches(close).count();
        if !(even('(', ')') && even('{', '}') && even('[', ']')) || line.contains('"') {
            return None;
        }
        let patch = Patch { start, end, new: String::new() };
        let left = self.left(&patch, effort)?;
        (left < text.len() - end || left == 0).then_some(patch)
    }

    /// What is meant by a word that begins a statement behind a value on its line: `choose p in players randomly`. With
    /// it no statement begins there.
    fn loose(&self, effort: &mut Effort) -> Option<Guess> {
        const JOINING: [&str; 6] = ["by", "to", "of", "in", "is", ","];
        let begins = |text: &str, byte: usize| {
            parse::marks(text).iter().any(|(at, role)| *at == byte && *role == Role::Unit)
        };
        let token = *self.tokens.get(self.at)?;
        let before = *self.tokens.get(self.at.checked_sub(1)?)?;
        let apart = self.place.text.get(before.end..token.start).is_some_and(|gap| gap.contains('\n'));
        let value = matches!(before.kind, Kind::Word | Kind::Close) && before.of(self.place.text) != "}";
        if apart || !value || !begins(self.place.text, token.start) {
            return None;
        }
        let near = |guess: &Guess| guess.patch.end >= before.start && guess.patch.start <= token.start;
        let missing = JOINING.iter().map(|word| self.missing(self.at, word));
        self.foreign().into_iter().filter(near).chain(missing).find(|guess| {
            let mut text = self.place.text.to_owned();
            text.replace_range(guess.patch.start..guess.patch.end, &guess.patch.new);
            let behind = text.len() - (self.place.text.len() - token.end);
            let here = behind - (token.end - token.start);
            let kept = guess.patch.end <= token.start;
            effort.stops(&text).is_ok() && !(kept && begins(&text, here))
        })
    }

    fn said(&self, guess: &Guess) -> Diagnostic {
        let snippet = snippet(self.place.text, &guess.patch);
        let at = self.tokens.partition_point(|t| t.end <= guess.token.start);
        let before = shown(at.checked_sub(1).map_or("", |at| self.word(at)));
        let behind = if before.is_empty() { String::new() } else { format!(" after `{before}`") };
        match &guess.how {
            How::Foreign { written, meant } => self
                .place
                .error("E0123", guess.token, format!("`{}` is written `{meant}` here", shown(written)))
                .help(format!("write `{snippet}`")),
            How::Spelling { written, meant } => self
                .place
                .error("E0123", guess.token, format!("`{}` does not fit{behind}", shown(written)))
                .help(format!("did you mean `{meant}`? `{snippet}`")),
            How::Missing(word) => {
                let token = self.tokens.get(self.at).copied().filter(|t| t.start >= guess.patch.start);
                let token = token.unwrap_or(guess.token);
                let at = at.checked_sub(usize::from(
                    self.tokens.get(at).is_some_and(|t| t.start < guess.patch.start),
                ));
                let before =
                    at.and_then(|at| at.checked_sub(0)).map_or("", |at| self.word(at.saturating_sub(1)));
                let last = self.tokens.iter().rev().find(|t| t.end <= guess.patch.start);
                let before = last.map_or(before, |t| t.of(self.place.text));
                let label =
                    self.tokens.iter().find(|t| t.start >= guess.patch.start).copied().unwrap_or(token);
                let found = self.place.error(
                    "E0101",
                    label,
                    format!("`{word}` is missing after `{}`", shown(before)),
                );
                found.saying(format!("`{word}` belongs before this")).help(format!("write `{snippet}`"))
            }
            How::Instead { written, meant } => self
                .place
                .error("E0101", guess.token, format!("`{}` does not fit{behind}", shown(written)))
                .saying(format!("`{meant}` is wanted here"))
                .help(format!("write `{snippet}`")),
            How::Stray(word) => self
                .place
                .error("E0101", guess.token, format!("`{}` is one too many here", shown(word)))
                .help(format!("take it out: `{snippet}`")),
        }
    }
}

/// The patched words with a few of those around them, of one line.
pub(super) fn snippet(text: &str, patch: &Patch) -> String {
    const AROUND: usize = 28;
    let before = text[..patch.start].rsplit('\n').next().unwrap_or("");
    let behind = text[patch.end..].split('\n').next().unwrap_or("");
    let skipped = before.chars().count().saturating_sub(AROUND);
    let mut left: &str = before.trim_start();
    if skipped > 0 && left.chars().count() > AROUND {
        let from = left.char_indices().rev().nth(AROUND).map_or(0, |(at, _)| at);
        left = left[from..].split_once(' ').map_or(left, |(_, rest)| rest);
    }
    let whole = behind.trim_end();
    let mut right = whole;
    if let Some((at, _)) = whole.char_indices().nth(AROUND) {
        right = whole[..at].rsplit_once(' ').map_or(&whole[..at], |(kept, _)| kept);
    }
    let cut = if right.len() < whole.len() { " …" } else { "" };
    let lead = if left.len() < before.trim_start().len() { "… " } else { "" };
    let words = format!("{left}{}{right}", patch.new);
    format!("{lead}{}{cut}", words.split_whitespace().collect::<Vec<_>>().join(" ").replace('`', "'"))
}

/// Whether a word begins a line or block, and what follows it on its line is a word.
fn opens_with_more(text: &str, tokens: &[Token], at: usize) -> bool {
    let (Some(token), Some(next)) = (tokens.get(at), tokens.get(at + 1)) else { return false };
    let gap = text.get(token.end..next.start).unwrap_or("");
    let before = at.checked_sub(1).and_then(|at| tokens.get(at));
    let opens = before.is_some_and(|b| {
        matches!(b.of(text), "{" | "}") || text.get(b.end..token.start).is_some_and(|gap| gap.contains('\n'))
    });
    opens && matches!(next.kind, Kind::Word | Kind::Text) && !gap.contains('\n') && !gap.is_empty()
}

/// The words that may be meant by one that opens a statement.
fn meant_by(word: &str) -> Vec<&'static str> {
    let small = word.to_ascii_lowercase();
    let known = OPENING.iter().copied().filter(|o| **o == small && small != word);
    let foreign: Vec<&str> = foreign::statements(&small).chain(known).collect();
    if foreign.is_empty() { nearest(word, OPENING).into_iter().collect() } else { foreign }
}

/// What reads, but not as anything that makes sense: a statement's word is wrong, or a little word on its line is missing.
fn senseless(place: Place<'_>, tokens: &[Token], said: Diagnostic, effort: &mut Effort) -> Mistake {
    let start = said.span().start as usize;
    let here = |token: &Token| token.end <= start && !place.text[token.end..start].contains('\n');
    if let Some(found) = foreign_statement(place, tokens, &here, effort) {
        return found;
    }
    let first = tokens.partition_point(|t| t.end <= start);
    let line = tokens
        .iter()
        .skip(first)
        .take_while(|t| place.text.get(start..t.start).is_none_or(|gap| !gap.contains('\n')));
    let last = first + line.count();
    if matches!(said.code, "E0101" | "E0120") {
        for at in first + 1..=last.min(first + BACK) {
            let trial = Trial { place, tokens, at, wanted: Vec::new() };
            let little = LITTLE.iter().filter(|word| **word != "=").map(|word| trial.missing(at, word));
            for guess in trial.foreign().into_iter().chain(little) {
                if trial.left(&guess.patch, effort) == Some(0) {
                    return Mistake { said: trial.said(&guess), patch: Some(guess.patch), lossy: false };
                }
            }
        }
    }
    Mistake { said, patch: None, lossy: false }
}

/// Another word than one that means nothing, if with it a sentence reads.
pub(super) fn foreign_statement(
    place: Place<'_>,
    tokens: &[Token],
    unknown: &dyn Fn(&Token) -> bool,
    effort: &mut Effort,
) -> Option<Mistake> {
    for (at, token) in tokens.iter().enumerate() {
        let word = token.of(place.text);
        if token.kind != Kind::Word || !unknown(token) {
            continue;
        }
        let trial = Trial { place, tokens, at, wanted: Vec::new() };
        let turned = trial.turned().into_iter().find(|guess| {
            let here = guess.patch.start <= token.start && token.end <= guess.patch.end;
            here && trial.left(&guess.patch, effort) == Some(0)
        });
        if let Some(guess) = turned {
            return Some(Mistake { said: trial.said(&guess), patch: Some(guess.patch), lossy: false });
        }
        if (WORDS.contains(&word) || is_reserved(word)) && word != "chance" {
            continue;
        }
        let guess = if opens_with_more(place.text, tokens, at) {
            let mut guesses =
                meant_by(token.of(place.text)).into_iter().map(|meant| trial.foreign_as(*token, meant));
            guesses.find(|guess| trial.left(&guess.patch, effort) == Some(0))
        } else {
            trial.loose(effort)
        };
        if let Some(guess) = guess {
            return Some(Mistake { said: trial.said(&guess), patch: Some(guess.patch), lossy: false });
        }
    }
    None
}

/// Words that open a statement and do not stand alone.
const OPENING: [&str; 9] = ["move", "shuffle", "show", "hide", "let", "give", "choose", "say", "swap"];

/// The word that probably opens an item, in the place of one that opens none.
pub(super) fn opening(place: Place<'_>, tokens: &[Token], effort: &mut Effort) -> Option<Mistake> {
    let first = *tokens.first()?;
    let text = place.text;
    let line = text.get(first.start..)?.find('\n').map_or(text.len(), |n| first.start + n);
    let trial = Trial { place, tokens, at: 0, wanted: Vec::new() };
    let mut guesses: Vec<Guess> = Vec::new();
    let small = first.of(text).to_ascii_lowercase();
    for (words, meant) in foreign::phrases(&small) {
        let fits = (0..words.len()).all(|n| trial.word(n).eq_ignore_ascii_case(words[n]));
        let Some(last) = tokens.get(words.len() - 1).filter(|_| fits) else { continue };
        guesses.extend(meant.iter().map(|m| trial.foreign_as(Token { end: last.end, ..first }, m)));
    }
    if let Some(meant) = nearest(&small, split::item_words()) {
        guesses.push(trial.foreign_as(first, meant));
    }
    guesses.extend(players_behind(&trial, line));
    let mut best: Option<(usize, Guess)> = None;
    for guess in guesses {
        let Some(left) = trial.left(&guess.patch, effort) else { continue };
        if (left == 0 || left <= text.len() - line) && best.as_ref().is_none_or(|(least, _)| left < *least) {
            best = Some((left, guess));
        }
    }
    let (_, guess) = best?;
    let How::Foreign { meant, .. } = &guess.how else { return None };
    let said = place.error("E0102", first, format!("no item begins with `{}`", shown(first.of(text))));
    let said = said.help(format!("did you mean `{meant}`? `{}`", snippet(text, &guess.patch)));
    Some(Mistake { said, patch: Some(guess.patch), lossy: false })
}

/// `2 to 5 players`
fn players_behind(trial: &Trial<'_>, line: usize) -> Option<Guess> {
    let first = trial.tokens.first().filter(|t| t.kind == Kind::Number)?;
    let last = trial.tokens.iter().take_while(|t| t.end <= line).last()?;
    let numbers = trial.place.text.get(first.start..last.start)?.trim_end();
    let fits = last.of(trial.place.text).eq_ignore_ascii_case("players");
    fits.then(|| trial.foreign_as(Token { end: last.end, ..*first }, &format!("players {numbers}")))
}
