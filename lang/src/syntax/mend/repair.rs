//! Any one change of a line: words the other way round, one left out, put in or in the place of
//! another, brackets around some. Of the changes with which the line reads, the one is meant that
//! makes it most like other lines.

use super::alone::Alone;
use super::guess::{Guess, How, Trial, WORDS};
use super::likely::line_start;
use super::short::Short;
use super::usual::{Elsewhere, Sign};
use super::{Effort, Mistake, Patch};
use crate::diagnostic::{Diagnostic, Edit};
use crate::spelling::nearest;
use crate::syntax::parse::is_reserved;
use crate::syntax::plain_words::SMALL;
use crate::syntax::report::Place;
use crate::syntax::scan::{self, Kind, Token};
use std::ops::Range;

/// So many changes are read, the likeliest first.
const MOST_READ: usize = 160;
/// Of longer lines, in words, only those around the place are changed.
const LONGEST: usize = 48;
const BEFORE: usize = 24;
const BEHIND: usize = 16;
/// Words without which a line says something else.
const WEIGHTY: [&str; 15] = [
    "not", "no", "none", "never", "nobody", "without", "except", "but", "secretly", "openly",
    "may", "half", "double", "twice", "triple",
];
/// Words that open a statement: the others are about what it does.
const OPENING: [&str; 14] = [
    "choose", "end", "for", "give", "hide", "if", "let", "move", "repeat", "say", "show",
    "shuffle", "swap", "given",
];
/// Words behind which the name of what is declared stands.
const DECLARING: [&str; 8] =
    ["define", "to", "action", "attempt", "menu", "option", "enum", "deck"];
/// What is done, in sentences that look alike and do something else.
const VERBS: [&str; 20] = [
    "again", "choose", "copies", "define", "end", "ends", "forbid", "give", "hide", "let", "may",
    "move", "needs", "phase", "repeat", "round", "show", "shuffle", "swap", "turn",
];
/// How long something lasts: none stands for another.
const SPANS: [&str; 4] = ["game", "phase", "round", "turn"];
/// What may stand between two values, but for what multiplies them.
const JOINING: [&str; 13] =
    ["+", "-", "/", "<", ">", "<=", ">=", "mod", "is", "and", "or", "otherwise", "in"];
/// Signs that may be missing, or meant by others.
const SIGNS: [&str; 18] = [
    "'s", ",", ":", "=", "+=", "-=", ".", "..", "->", "*", "/", "+", "-", "<", ">", "<=", ">=", "|",
];
/// Words that are looked for beside those of sentences.
const MORE: [&str; 24] = [
    "as", "by", "has", "if", "in", "is", "it", "me", "of", "on", "or", "the", "then", "those",
    "this", "to", "top", "under", "when", "yes", "no", "owner", "all", "until",
];

/// What is done to a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Deed {
    Out,
    In,
    Instead,
    Order,
}

/// A change of a line.
#[derive(Debug, Clone)]
pub(super) struct Change {
    deed: Deed,
    /// The words that are replaced.
    at: Range<usize>,
    new: Vec<Piece>,
    /// What it costs to make it, and how unusual the line is with it, against what it is.
    score: i64,
}

/// A word of a changed line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) text: String,
    /// Its token, if it stood in the line.
    pub(super) from: Option<usize>,
}

/// A line of the text, with how usual its words are.
pub(super) struct Line<'a, 't> {
    pub(super) trial: &'a Trial<'t>,
    pub(super) usual: &'a Elsewhere<'a>,
    /// Its tokens, by their places among all.
    pub(super) at: Range<usize>,
    /// Those that may be changed.
    pub(super) near: Range<usize>,
    /// Two ends, its words, an end.
    pub(super) signs: Vec<Sign>,
}

/// A change that reads, and how much likelier the line is with it: the less the better.
pub(super) struct Repair {
    pub(super) guess: Guess,
    pub(super) score: i64,
    /// Another one that is as likely.
    pub(super) or: Option<Guess>,
    /// Others, the likeliest first, if this one makes no sense.
    pub(super) spare: Vec<Guess>,
}

impl Repair {
    pub(super) const fn only(guess: Guess, score: i64) -> Self {
        Self { guess, score, or: None, spare: Vec::new() }
    }
}

impl Trial<'_> {
    /// The likeliest change of the line that does not fit, or of the one before if it ends too
    /// early. `whole`: that reading stops elsewhere, or not at all, says nothing.
    pub(super) fn repair(&self, whole: bool, effort: &mut Effort) -> Option<Repair> {
        let last = self.tokens.len().checked_sub(1)?;
        let here = line_start(self.place, self.tokens, self.at.min(last));
        let before = here.checked_sub(1).map(|at| line_start(self.place, self.tokens, at));
        let early = self.at == here || self.at > last;
        let lines: Vec<usize> = before.filter(|_| early).into_iter().chain([here]).collect();
        let mut best: Option<Repair> = None;
        for from in lines {
            let text = self.place.text;
            let (start, end) = self.bytes_of_line(from);
            let usual = Elsewhere::of(effort.usual(), text.get(start..end).unwrap_or(""));
            let Some(line) = Line::of(self, &usual, from) else { continue };
            let found = line.likeliest(whole, effort);
            if let Some(found) = found.filter(|f| best.as_ref().is_none_or(|b| f.score < b.score)) {
                best = Some(found);
            }
        }
        best
    }

    /// Changes of a line that reads, with which it is much more like others.
    pub(super) fn otherwise(&self, effort: &mut Effort) -> Vec<Repair> {
        const MOST: usize = 3;
        const LEAST: i64 = 2;
        let Some(last) = self.tokens.len().checked_sub(1) else { return Vec::new() };
        let from = line_start(self.place, self.tokens, self.at.min(last));
        let (start, end) = self.bytes_of_line(from);
        let usual = Elsewhere::of(effort.usual(), self.place.text.get(start..end).unwrap_or(""));
        let line = Line::of(self, &usual, from);
        let wanted = |found: &[Repair], score| found.len() < MOST && score <= LEAST;
        line.map_or_else(Vec::new, |line| line.reading(true, effort, wanted))
    }

    /// Whether two guesses make the same words of a text.
    pub(super) fn same(&self, one: &Guess, other: &Guess) -> bool {
        let made = |guess: &Guess| {
            let mut text = self.place.text.to_owned();
            text.replace_range(guess.patch.start..guess.patch.end, &guess.patch.new);
            let tokens = scan::tokens(&text);
            tokens.iter().map(|t| t.of(&text).to_owned()).collect::<Vec<_>>()
        };
        made(one) == made(other)
    }

    /// How much likelier lines are with a guess.
    pub(super) fn score(&self, guess: &Guess, effort: &Effort) -> i64 {
        let text = self.place.text;
        let at = self.tokens.partition_point(|t| t.end <= guess.patch.start);
        let (start, end) = self.bytes_of_line(at.min(self.tokens.len().saturating_sub(1)));
        let (start, end) = (start.min(guess.patch.start), end.max(guess.patch.end));
        let (old, behind) = (&text[start..end], &text[guess.patch.end..end]);
        let new = format!("{}{}{behind}", &text[start..guess.patch.start], guess.patch.new);
        let usual = Elsewhere::of(effort.usual(), old);
        let prior = match &guess.how {
            How::Foreign { .. } | How::Spelling { .. } => 2,
            How::Braces(_) => 3,
            How::Missing(_) => IN,
            How::Instead { .. } => INSTEAD,
            How::Stray(word) => left_out(guess.token.kind, word, false),
            How::NoSuch { .. } => 10,
        };
        // What goes without saying so was not meant to go.
        let gone = if matches!(&guess.how, How::Stray(_) | How::NoSuch { .. }) {
            0
        } else {
            lost(old, &new)
        };
        prior + gone + usual.of_text(&new) - usual.of_text(old)
    }

    pub(super) fn bytes_of_line(&self, at: usize) -> (usize, usize) {
        let text = self.place.text;
        let byte = self.tokens.get(at).map_or(text.len(), |t| t.start);
        let start = text[..byte].rfind('\n').map_or(0, |at| at + 1);
        (start, text[byte..].find('\n').map_or(text.len(), |n| byte + n))
    }
}

/// Changes that are so much less likely are kept, if the likeliest makes no sense.
const SPARE: i64 = 5;
/// So many are read.
const MOST_SPARE: usize = 5;
/// Of two changes with no more between them neither is likelier.
const ALIKE: i64 = 1;
pub(super) const IN: i64 = 6;
/// What it costs to leave out a name that stands nowhere else.
const STRANGE: i64 = 5;
pub(super) const INSTEAD: i64 = 7;
/// What it costs more to read two values as a range.
const RANGE: i64 = 9;

/// What it costs that words of a text do not stand in another.
fn lost(old: &str, new: &str) -> i64 {
    const LOST: i64 = 8;
    let words = |text: &str| -> Vec<String> {
        let all = scan::tokens(text).into_iter();
        let said = all.filter(|t| matches!(t.kind, Kind::Word | Kind::Number | Kind::Money));
        said.map(|t| t.of(text).to_owned()).collect()
    };
    let mut left = words(new);
    let mut gone = 0;
    for word in words(old) {
        match left.iter().position(|other| *other == word) {
            Some(at) => drop(left.swap_remove(at)),
            None => gone += 1,
        }
    }
    // A word in the place of another is a mend.
    LOST * (gone - left.len() as i64).max(0)
}

/// What it costs to leave a word out.
fn left_out(kind: Kind, word: &str, twice: bool) -> i64 {
    match kind {
        _ if twice => 0,
        Kind::Word if WEIGHTY.contains(&word) => 20,
        Kind::Word if OPENING.contains(&word) => 14,
        Kind::Word if is_reserved(word) || WORDS.contains(&word) => 5,
        Kind::Word => 12,
        Kind::Number | Kind::Money | Kind::Text => 14,
        _ => 4,
    }
}

impl<'a, 't> Line<'a, 't> {
    fn of(trial: &'a Trial<'t>, usual: &'a Elsewhere<'a>, from: usize) -> Option<Self> {
        let at = trial.line(from);
        if at.is_empty() || trial.tokens.get(at.clone())?.iter().any(|t| t.kind == Kind::Doc) {
            return None;
        }
        let near = if at.len() <= LONGEST {
            0..at.len()
        } else {
            let place = trial.at.clamp(at.start, at.end) - at.start;
            place.saturating_sub(BEFORE)..(place + BEHIND).min(at.len())
        };
        let mut signs = vec![usual.end(), usual.end()];
        let mut before = "";
        for token in trial.tokens.get(at.clone())? {
            let word = token.of(trial.place.text);
            signs.push(usual.sign(token.kind, word, before));
            before = word;
        }
        signs.push(usual.end());
        Some(Self { trial, usual, at, near, signs })
    }

    pub(super) fn token(&self, at: usize) -> Token {
        self.trial.tokens[self.at.start + at]
    }

    pub(super) fn word(&self, at: usize) -> &str {
        self.trial.word(self.at.start + at)
    }

    pub(super) fn len(&self) -> usize {
        self.at.len()
    }

    pub(super) fn piece(&self, at: usize) -> Piece {
        let token = self.token(at);
        Piece { kind: token.kind, text: self.word(at).to_owned(), from: Some(at) }
    }

    pub(super) fn pieces(&self, at: Range<usize>) -> Vec<Piece> {
        at.map(|at| self.piece(at)).collect()
    }

    /// The likeliest of the changes with which the line reads.
    fn likeliest(&self, whole: bool, effort: &mut Effort) -> Option<Repair> {
        let all = self.reading(whole, effort, |found, score| {
            let near = |best: &Repair| score <= best.score + SPARE;
            found.len() < MOST_SPARE && found.first().is_none_or(near)
        });
        let mut all = all.into_iter();
        let best = all.next()?;
        let mut spare: Vec<Repair> = all.collect();
        let alike = spare.first().is_some_and(|other| other.score <= best.score + ALIKE);
        let or = alike.then(|| spare.remove(0).guess);
        let spare = spare.into_iter().map(|other| other.guess).collect();
        Some(Repair { or, spare, ..best })
    }

    /// Changes with which the line reads, the likeliest first, as long as another one is wanted.
    fn reading(
        &self,
        whole: bool,
        effort: &mut Effort,
        wanted: impl Fn(&[Repair], i64) -> bool,
    ) -> Vec<Repair> {
        let mut all = self.changes();
        if !effort.spends(all.len()) {
            return Vec::new();
        }
        all.sort_by_key(|change| change.score);
        let alone = Alone::of(self.trial, self.at.start, whole, effort);
        let mut found: Vec<Repair> = Vec::new();
        let mut read = 0;
        for change in all {
            if read == MOST_READ || !wanted(&found, change.score) {
                break;
            }
            let guess = self.guess(&change);
            let strange = change.deed == Deed::Out && self.says_little(change.at.start);
            let harms = !strange && self.trial.harms(&guess);
            if harms || self.trial.absurd(&guess, effort.words()) {
                continue;
            }
            read += 1;
            let reads = match &alone {
                Some(alone) => {
                    alone.reads(&guess.patch, effort) && self.goes_on(&guess.patch, effort)
                }
                None => {
                    let comma =
                        matches!(&guess.how, How::Stray(word) if word == "," || word == ";");
                    self.goes_on(&guess.patch, effort) && (comma || !self.trial.splits(&guess))
                }
            };
            if reads && found.iter().all(|other| !self.trial.same(&other.guess, &guess)) {
                found.push(Repair::only(guess, change.score));
            }
        }
        found
    }

    /// Whether a word is one of everyday English that stands nowhere else.
    fn says_little(&self, at: usize) -> bool {
        self.strange(at) && SMALL.contains(&self.word(at))
    }

    /// Whether a word is a small name that stands nowhere else.
    pub(super) fn strange(&self, at: usize) -> bool {
        self.word(at).starts_with(char::is_lowercase) && self.unheard(at)
    }

    /// Whether a word is a name that stands nowhere else.
    pub(super) fn unheard(&self, at: usize) -> bool {
        let word = self.word(at);
        let name = !is_reserved(word) && !WORDS.contains(&word) && !self.usual.declares(word);
        self.token(at).kind == Kind::Word && name && !self.usual.elsewhere(word)
    }

    /// Bytes behind the line.
    fn behind(&self) -> usize {
        let text = self.trial.place.text;
        let (_, end) = self.trial.bytes_of_line(self.at.start);
        text.len() - end
    }

    /// Whether with a patch reading passes the line in the whole item, too.
    fn goes_on(&self, patch: &Patch, effort: &mut Effort) -> bool {
        // Of a line before the place it is no mend unless the place is passed, too.
        let text = self.trial.place.text;
        let place = self.trial.tokens.get(self.trial.at).map_or(text.len(), |t| t.start);
        let behind = self.behind().min(text.len() - place);
        self.trial.left(patch, effort).is_some_and(|left| left == 0 || left < behind)
    }

    fn changes(&self) -> Vec<Change> {
        let mut all = Vec::new();
        for at in self.near.clone() {
            let word = self.word(at);
            let twice = at > 0 && self.word(at - 1) == word;
            let prior = match self.says_little(at) {
                true => STRANGE,
                false => left_out(self.token(at).kind, word, twice),
            };
            all.extend(self.change(Deed::Out, prior, at..at + 1, Vec::new()));
        }
        self.words_put(&mut all);
        self.names_put(&mut all);
        self.turned(&mut all);
        self.bracketed(&mut all);
        self.calls_put(&mut all);
        self.dotted(&mut all);
        self.ranges(&mut all);
        self.listed(&mut all);
        self.joined(&mut all);
        self.parted(&mut all);
        all
    }

    /// A change, unless another order would make it a call.
    pub(super) fn change(
        &self,
        deed: Deed,
        prior: i64,
        at: Range<usize>,
        new: Vec<Piece>,
    ) -> Option<Change> {
        if deed == Deed::Order && self.calls(&at, &new) {
            return None;
        }
        let score = prior + self.score(&at, &new);
        Some(Change { deed, at, new, score })
    }

    /// Whether another order puts a bracket behind a name that had none: that is a call of it.
    fn calls(&self, at: &Range<usize>, new: &[Piece]) -> bool {
        let behind = (at.end < self.len()).then(|| self.piece(at.end));
        let run: Vec<&Piece> = new.iter().chain(&behind).collect();
        // What is done in a test has blanks before its brackets.
        let does = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| run.get(at)).map(|piece| &*piece.text);
            before.is_some_and(|word| matches!(word, "does" | "cannot"))
        };
        run.windows(2).enumerate().any(|(place, two)| {
            if does(place) {
                return false;
            }
            let stood = two[0].from.zip(two[1].from).is_some_and(|(a, b)| a + 1 == b);
            let name = two[0].kind == Kind::Word && !is_reserved(&two[0].text);
            name && two[1].text == "(" && two[1].from.is_some() && !stood
        })
    }

    /// How much more unusual the words of a place are, with the two beside them.
    fn score(&self, at: &Range<usize>, new: &[Piece]) -> i64 {
        let end = (at.end + 4).min(self.signs.len());
        let old = self.usual.cost(self.signs.get(at.start..end).unwrap_or(&[]));
        let mut signs: Vec<Sign> = self.signs.get(at.start..at.start + 2).unwrap_or(&[]).to_vec();
        let mut before = at.start.checked_sub(1).map_or("", |at| self.word(at));
        for piece in new {
            signs.push(self.usual.sign(piece.kind, &piece.text, before));
            before = &piece.text;
        }
        if at.end < self.len() {
            let next = self.token(at.end);
            signs.push(self.usual.sign(next.kind, self.word(at.end), before));
            signs.extend(self.signs.get(at.end + 3..end).unwrap_or(&[]));
        } else {
            signs.push(self.usual.end());
        }
        i64::from(self.usual.cost(&signs)) - i64::from(old)
    }

    /// Words of the language put in, or in the place of others.
    fn words_put(&self, all: &mut Vec<Change>) {
        let wanted = self.trial.wanted.iter().map(String::as_str);
        let mut words: Vec<&str> =
            WORDS.iter().chain(&SIGNS).chain(&MORE).copied().chain(wanted).collect();
        words.sort_unstable();
        words.dedup();
        for word in words {
            let kind = if word.starts_with(|c: char| c.is_alphabetic()) {
                Kind::Word
            } else if matches!(word, "(" | "[" | "{" | ")" | "]" | "}") {
                continue;
            } else {
                Kind::Sign
            };
            let piece = Piece { kind, text: word.to_owned(), from: None };
            for at in self.near.start..=self.near.end {
                let before = at.checked_sub(1).map_or("", |at| self.word(at));
                let sign = self.usual.sign(kind, word, before);
                if !self.usual.follows(self.signs[at + 1], sign) {
                    continue;
                }
                // `2 c.rank` is twice so much.
                let other = JOINING.contains(&word) && self.number_of_name(at);
                if self.usual.follows(sign, self.behind_word(at, word)) && !other {
                    let rare = if word == ".." { RANGE } else { 0 };
                    all.extend(self.change(Deed::In, IN + rare, at..at, vec![piece.clone()]));
                }
                if at < self.len()
                    && self.usual.follows(sign, self.behind_word(at + 1, word))
                    && self.word(at) != word
                    && let Some(prior) = self.instead(at, word)
                {
                    all.extend(self.change(Deed::Instead, prior, at..at + 1, vec![piece.clone()]));
                }
            }
        }
    }

    /// Whether a number stands directly before the name at that place.
    fn number_of_name(&self, at: usize) -> bool {
        let number = |at: usize| matches!(self.token(at).kind, Kind::Number | Kind::Money);
        let before = at.checked_sub(1).is_some_and(number);
        before
            && at < self.len()
            && self.token(at).kind == Kind::Word
            && (!is_reserved(self.word(at)) || at + 1 < self.len() && self.word(at + 1) == "(")
    }

    /// A name that stands between two such words elsewhere.
    fn names_put(&self, all: &mut Vec<Change>) {
        const NAMED: i64 = 5;
        for at in self.near.start..=self.near.end {
            for name in self.usual.between(self.signs[at + 1], self.signs[at + 2]) {
                let plain = name.starts_with(|c: char| c.is_alphabetic()) && !is_reserved(name);
                // What is declared is called as nothing else is.
                let declares = at == 1 && DECLARING.contains(&self.word(0));
                if plain && !declares {
                    let piece = Piece { kind: Kind::Word, text: name.to_owned(), from: None };
                    all.extend(self.change(Deed::In, NAMED, at..at, vec![piece]));
                }
            }
        }
    }

    /// A word of the line, behind another one.
    fn behind_word(&self, at: usize, before: &str) -> Sign {
        if at >= self.len() {
            return self.usual.end();
        }
        self.usual.sign(self.token(at).kind, self.word(at), before)
    }

    /// What it costs to read a word in the place of another.
    fn instead(&self, at: usize, meant: &str) -> Option<i64> {
        let (kind, word) = (self.token(at).kind, self.word(at));
        let small = word.eq_ignore_ascii_case(meant);
        match kind {
            Kind::Word if small => Some(1),
            Kind::Word if self.usual.declares(word) => None,
            Kind::Word if nearest(word, [meant]).is_some() => Some(3),
            Kind::Word if WEIGHTY.contains(&word) => None,
            // What a variant does to its game it does by this word.
            Kind::Word
                if matches!(word, "extend" | "replace" | "remove") && self.at.start + at == 0 =>
            {
                None
            }
            // What opens a statement is no other word of one: `choose (a, b)` lies under nothing.
            Kind::Word
                if VERBS.contains(&word)
                    && !OPENING.contains(&meant)
                    && self.trial.begins(self.at.start + at) =>
            {
                None
            }
            Kind::Word if SPANS.contains(&word) && SPANS.contains(&meant) => None,
            // An `else` is no slip for what happens.
            Kind::Word if word == "else" && !matches!(meant, "otherwise" | "because") => None,
            // What is done is no slip for something else that may be done.
            Kind::Word if VERBS.contains(&word) && VERBS.contains(&meant) => None,
            // `those c is Loot in hand`
            Kind::Word if meant == ":" && word == "is" => Some(INSTEAD),
            Kind::Word if !meant.starts_with(char::is_alphabetic) && meant != "," => None,
            Kind::Word if is_reserved(word) || WORDS.contains(&word) => Some(INSTEAD),
            // What is said in other words is looked up.
            Kind::Word => None,
            Kind::Sign | Kind::Possessive => Some(INSTEAD - 1),
            // What signs of other languages mean is known.
            Kind::Foreign
            | Kind::Number
            | Kind::Money
            | Kind::Text
            | Kind::OpenText
            | Kind::Open
            | Kind::Close
            | Kind::Doc
            | Kind::Odd
            | Kind::Control => None,
        }
    }

    /// Whether the brackets among some words come in pairs.
    pub(super) fn whole(&self, mut at: Range<usize>) -> bool {
        let mut open = 0usize;
        let even = at.all(|at| match self.token(at).kind {
            Kind::Open => {
                open += 1;
                true
            }
            Kind::Close if open == 0 => false,
            Kind::Close => {
                open -= 1;
                true
            }
            _ => true,
        });
        even && open == 0
    }

    /// A change as a guess.
    fn guess(&self, change: &Change) -> Guess {
        let text = self.trial.place.text;
        let before = change.at.start.checked_sub(1).map(|at| self.piece(at));
        let behind = Some(change.at.end).filter(|at| *at < self.len()).map(|at| self.piece(at));
        let run: Vec<&Piece> = before.iter().chain(&change.new).chain(&behind).collect();
        let mut new = String::new();
        for (at, piece) in run.iter().enumerate() {
            if at > 0 {
                new.push_str(self.between(run[at - 1], piece));
            }
            let outer = at == 0 && before.is_some() || at + 1 == run.len() && behind.is_some();
            if !outer {
                new.push_str(&piece.text);
            }
        }
        let first = self.token(change.at.start.min(self.len() - 1));
        let last =
            self.token(change.at.end.saturating_sub(1).max(change.at.start).min(self.len() - 1));
        let start = match before.as_ref().and_then(|b| b.from) {
            Some(at) => self.token(at).end,
            None => first.start,
        };
        let end = match behind.as_ref().and_then(|b| b.from) {
            Some(at) => self.token(at).start,
            None => last.end,
        };
        let token = Token { start: first.start, end: last.end, ..first };
        let written = text[first.start..last.end].split_whitespace().collect::<Vec<_>>().join(" ");
        let meant = new.trim().to_owned();
        let how = match change.deed {
            Deed::Out => How::Stray(written),
            Deed::In => How::Missing(meant),
            Deed::Instead if first.kind == Kind::Word => How::Foreign { written, meant },
            Deed::Instead => How::Instead { written, meant },
            Deed::Order => How::Foreign { written, meant },
        };
        Guess { how, patch: Patch { start, end: end.max(start), new }, token }
    }

    /// What stands between two words: what stood there, if they stood beside each other.
    fn between(&self, a: &Piece, b: &Piece) -> &str {
        if let (Some(first), Some(second)) = (a.from, b.from)
            && first + 1 == second
        {
            let text = self.trial.place.text;
            return text.get(self.token(first).end..self.token(second).start).unwrap_or(" ");
        }
        let call = a.kind == Kind::Word && (!is_reserved(&a.text) || a.text == "count");
        let glued = matches!(b.text.as_str(), "," | ":" | ")" | "]" | "." | "..")
            || matches!(a.text.as_str(), "(" | "[" | "." | "..")
            || b.text == "(" && call
            || b.text.starts_with('\'');
        if glued { "" } else { " " }
    }
}

/// A sign that is none, with what is read in its place, or with what makes its line much more like
/// others.
pub(super) fn sign(
    place: Place<'_>,
    tokens: &[Token],
    found: Mistake,
    effort: &mut Effort,
) -> Mistake {
    let at = tokens.partition_point(|t| t.end <= found.said.span().start as usize);
    let trial = Trial { place, tokens, at, wanted: Vec::new(), short: Short::default() };
    let (Some(patch), true) = (&found.patch, effort.patient()) else { return found };
    // A remark is one, whatever its words are.
    if patch.new.starts_with("//") {
        return found;
    }
    let Some(repair) = trial.repair(true, effort) else { return found };
    if trial.left(patch, effort) == Some(0) {
        return found;
    }
    Mistake { said: trial.said(&repair.guess), patch: Some(repair.guess.patch), lossy: false }
}

/// What may be meant by a line that reads.
pub(super) fn otherwise(place: Place<'_>, byte: usize, effort: &mut Effort) -> Vec<Diagnostic> {
    let tokens = scan::tokens(place.text);
    let at = tokens.partition_point(|t| t.end <= byte);
    let trial = Trial { place, tokens: &tokens, at, wanted: Vec::new(), short: Short::default() };
    // Other words than there are would be another rule.
    let keeps = |repair: &&Repair| match &repair.guess.how {
        How::Foreign { written, meant } => same_words(written, meant),
        How::Missing(word) => !word.starts_with(char::is_alphabetic),
        // `buyer..bid`
        How::Instead { written, meant } => written == ".." && meant == ".",
        How::Spelling { .. } | How::NoSuch { .. } | How::Braces(_) => false,
        // `turn.left = 4 actions`
        How::Stray(_) => {
            let at = byte.checked_sub(repair.guess.token.start);
            at == Some(0) && place.text[..byte].ends_with(' ')
        }
    };
    let told = |guess: &Guess| {
        let said = trial.said(guess);
        let span = place.span(guess.patch.start, guess.patch.end);
        Diagnostic { fix: vec![Edit { span, new: guess.patch.new.clone() }], ..said }
    };
    let all = trial.otherwise(effort);
    all.iter().filter(keeps).map(|repair| told(&repair.guess)).collect()
}

/// Whether two texts hold the same letters and digits, in whatever order.
pub(super) fn same_words(a: &str, b: &str) -> bool {
    let letters = |text: &str| {
        let mut all: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
        all.sort_unstable();
        all
    };
    letters(a) == letters(b)
}
