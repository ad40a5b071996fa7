//! Card literals: which row `[pink 4]` means.

use super::names::{Def, Resolved, RowWord, ScopeId};
use super::uses::Meaning;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::{KindSet, RowId, Type, Value};
use crate::source::Span;
use crate::syntax::ast::LiteralWord;
use std::collections::{BTreeMap, BTreeSet};

/// A card literal as it is written.
#[derive(Debug, Clone, Copy)]
pub struct Literal<'a> {
    /// What stands between the brackets, in order.
    pub words: &'a [LiteralWord],
    /// Where it stands, for messages.
    pub span: Span,
}

/// At most so many rows are named in a message.
const SHOWN: usize = 6;
/// What is said where there is nothing to suggest.
pub(super) const NO_SUCH_CARDS: &str = "no deck holds such cards";

impl Resolved {
    /// Takes note of what the words of a literal stand for.
    fn note_literal(&self, scope: ScopeId, words: &[LiteralWord], row: RowId) {
        let info = &self.book[row];
        for word in words {
            let LiteralWord::Word(name) = word else { continue };
            let member = info.values.iter().find_map(|value| {
                let Value::Member(of, at) = value else { return None };
                let same = self.book[*of].members[usize::from(*at)] == *name.text;
                same.then_some(Meaning::EnumMember(*of, *at))
            });
            let meaning = match (member, self.kinds_of_word(scope, word)) {
                (Some(member), _) => member,
                (None, Some(kinds)) => Meaning::Kind(kinds),
                (None, None) => Meaning::Row(row),
            };
            self.uses.note(name.span, meaning);
        }
    }
}

impl Resolved {
    /// The one row of these kinds that all words of a literal fit; none after a report.
    ///
    /// Each word must match the kind (or a sum or module parameter that stands for it), the row's
    /// name or another field value, in any order, a bare number an amount, too. If several rows
    /// fit, the one whose words stand in field order is meant.
    pub fn literal(
        &self,
        scope: ScopeId,
        literal: Literal<'_>,
        kinds: KindSet,
        report: &mut Vec<Diagnostic>,
    ) -> Option<RowId> {
        let Literal { words, span } = literal;
        let fitting = self.rows_fitting(scope, words, kinds);
        if let [row] = fitting[..] {
            self.note_literal(scope, words, row);
            return Some(row);
        }
        let in_order: Vec<RowId> =
            fitting.iter().copied().filter(|row| self.fits_in_order(scope, words, *row)).collect();
        if let [row] = in_order[..] {
            self.note_literal(scope, words, row);
            return Some(row);
        }
        let written = shown_literal(words);
        if !fitting.is_empty() {
            let message = format!("`{written}` fits {} different cards", fitting.len());
            let help = format!("say which: {}", self.shown_rows(&fitting));
            report.push(Diagnostic::new(Code::E0310, span, message).help(help));
        } else if !self.rows_missing {
            report.push(self.fits_nothing(scope, literal, kinds));
        }
        None
    }

    /// All rows of these kinds that all words of a literal fit, in table order.
    #[must_use]
    pub fn rows_fitting(
        &self,
        scope: ScopeId,
        words: &[LiteralWord],
        kinds: KindSet,
    ) -> Vec<RowId> {
        let mut wanted = kinds;
        let mut shortest: Option<&[RowId]> = None;
        for word in words {
            let named = self.kinds_of_word(scope, word);
            let rows = self.row_index.get(&index_key(word)).map(Vec::as_slice);
            match (named, rows) {
                (Some(named), None) => wanted = wanted.and(named),
                (Some(_), Some(_)) => {}
                (None, rows) => {
                    let rows = rows.unwrap_or(&[]);
                    if shortest.is_none_or(|s| rows.len() < s.len()) {
                        shortest = Some(rows);
                    }
                }
            }
        }
        let fits = |row: &RowId| self.row_fits(scope, words, *row, wanted);
        match shortest {
            Some(rows) => rows.iter().copied().filter(fits).collect(),
            None => self.rows_of(wanted).filter(fits).collect(),
        }
    }

    /// The rows of these kinds.
    pub fn rows_of(&self, kinds: KindSet) -> impl Iterator<Item = RowId> {
        let kinds = self
            .book
            .kinds
            .iter()
            .enumerate()
            .filter(move |(at, _)| kinds.has(crate::ir::KindId(*at as u16)));
        kinds.flat_map(|(_, kind)| (kind.rows.0..kind.rows.1).map(RowId))
    }

    fn kinds_of_word(&self, scope: ScopeId, word: &LiteralWord) -> Option<KindSet> {
        let LiteralWord::Word(name) = word else { return None };
        if let Some(Def::Kind(kinds)) = self.lookup(scope, &name.text) { Some(kinds) } else { None }
    }

    fn row_fits(&self, scope: ScopeId, words: &[LiteralWord], row: RowId, kinds: KindSet) -> bool {
        let (info, places) = (&self.book[row], &self.row_words[row.index()]);
        if !kinds.has(info.kind) || words.len() > places.len() + 1 {
            return false;
        }
        // Every word needs a place of its own; place 0 is the kind.
        let candidates: Vec<Vec<usize>> = words
            .iter()
            .map(|word| {
                let kind =
                    self.kinds_of_word(scope, word).is_some_and(|k| k.has(info.kind)).then_some(0);
                let fields =
                    places.iter().enumerate().filter(|(_, place)| self.word_fits(word, place));
                kind.into_iter().chain(fields.map(|(at, _)| at + 1)).collect()
            })
            .collect();
        let mut taken: Vec<Option<usize>> = vec![None; places.len() + 1];
        (0..words.len()).all(|word| {
            let mut tried = vec![false; taken.len()];
            find_place(word, &candidates, &mut taken, &mut tried)
        })
    }

    fn fits_in_order(&self, scope: ScopeId, words: &[LiteralWord], row: RowId) -> bool {
        let (info, mut places) = (&self.book[row], self.row_words[row.index()].iter());
        words.iter().enumerate().all(|(at, word)| {
            (at == 0 && self.kinds_of_word(scope, word).is_some_and(|k| k.has(info.kind)))
                || places.any(|place| self.word_fits(word, place))
        })
    }

    fn word_fits(&self, word: &LiteralWord, place: &RowWord) -> bool {
        match (word, place) {
            (LiteralWord::Word(name), RowWord::Word(text)) => name.text == *text,
            (LiteralWord::Number(n, _), RowWord::Number(m) | RowWord::Amount(_, m)) => n == m,
            (LiteralWord::Money(symbol, n, _), RowWord::Amount(unit, m)) => {
                n == m && self.unit_of(*symbol) == Some(*unit)
            }
            _ => false,
        }
    }

    fn shown_rows(&self, rows: &[RowId]) -> String {
        let mut names: Vec<String> =
            rows.iter().take(SHOWN).map(|row| format!("`[{}]`", self.book[*row].name)).collect();
        if rows.len() > SHOWN {
            names.push(format!("and {} more", rows.len() - SHOWN));
        }
        names.join(", ")
    }

    /// `[Gold_Bar 100]` for `[Gold Bar 100]`: with words next to each other as the one name of
    /// several words that a card has.
    fn joined(&self, words: &[LiteralWord]) -> Option<String> {
        let texts: Vec<String> =
            words.iter().map(|word| shown_literal(std::slice::from_ref(word))).collect();
        let texts: Vec<&str> = texts.iter().map(|text| text.trim_matches(['[', ']'])).collect();
        for count in (2..=texts.len()).rev() {
            for from in 0..=texts.len() - count {
                let one = texts[from..from + count].join("_");
                if self.row_index.contains_key(&one) {
                    let mut all = texts.clone();
                    all.splice(from..from + count, [one.as_str()]);
                    return Some(format!("[{}]", all.join(" ")));
                }
            }
        }
        None
    }

    /// `[spades king]`, where ranks are numbers.
    fn rank_by_name(
        &self,
        scope: ScopeId,
        words: &[LiteralWord],
        kinds: KindSet,
    ) -> Option<String> {
        let (at, name, ranks) = words.iter().enumerate().find_map(|(at, word)| {
            let LiteralWord::Word(name) = word else { return None };
            Some((at, name, ranks_called(&name.text)?))
        })?;
        let rows = self.row_index.keys().map(String::as_str);
        if self.row_index.contains_key(&*name.text)
            || crate::spelling::nearest(&name.text, rows).is_some()
        {
            return None;
        }
        let fits = |rank: &&i64| {
            let mut with = words.to_vec();
            with[at] = LiteralWord::Number(**rank, name.span);
            !self.rows_fitting(scope, &with, kinds).is_empty()
        };
        let rank = ranks.iter().find(fits)?;
        let mut with = words.to_vec();
        with[at] = LiteralWord::Number(*rank, name.span);
        Some(format!(
            "these cards have numbers: for `{}` write `{}`",
            name.text,
            shown_literal(&with)
        ))
    }

    /// `[8 of spades]` for `[spades 8]`.
    fn without_small(
        &self,
        scope: ScopeId,
        words: &[LiteralWord],
        kinds: KindSet,
    ) -> Option<String> {
        const SMALL: [&str; 9] = ["of", "the", "a", "an", "and", "von", "de", "der", "in"];
        let small = |word: &&LiteralWord| {
            let LiteralWord::Word(name) = word else { return false };
            SMALL.contains(&&*name.text)
        };
        let left: Vec<LiteralWord> = words.iter().filter(|w| !small(w)).cloned().collect();
        if left.is_empty() || left.len() == words.len() {
            return None;
        }
        let fitting = self.rows_fitting(scope, &left, kinds);
        (!fitting.is_empty() && fitting.len() <= SHOWN)
            .then(|| format!("write {}", self.shown_rows(&fitting)))
    }

    fn fits_nothing(
        &self,
        scope: ScopeId,
        Literal { words, span }: Literal<'_>,
        kinds: KindSet,
    ) -> Diagnostic {
        let written = shown_literal(words);
        let message = if kinds == self.all_kinds() {
            format!("`{written}` fits no card")
        } else {
            format!("`{written}` fits no `{}` card", self.kinds_name(kinds))
        };
        let sign = words.iter().find_map(|word| {
            let LiteralWord::Money(sign, ..) = word else { return None };
            (self.unit_of(*sign).is_none()).then_some(*sign)
        });
        if let Some(sign) = sign {
            return super::types::no_unit(&self.book.units, sign, span);
        }
        let of = |word: Option<String>| About::NoCard { literal: written.clone(), word };
        let found = Diagnostic::new(Code::E0309, span, message).about(of(None));
        if let Some(help) = self.without_small(scope, words, kinds) {
            return found.help(help);
        }
        let elsewhere = self.rows_fitting(scope, words, self.all_kinds());
        if let Some(first) = elsewhere.first().filter(|_| kinds != self.all_kinds()) {
            let name = &self.book[self.book[*first].kind].name;
            return found.help(format!("{} is a `{name}` card", self.shown_rows(&elsewhere)));
        }
        if let Some(joined) = self.joined(words) {
            return found.help(format!("a name of several words is written with `_`: `{joined}`"));
        }
        if let Some(help) = self.rank_by_name(scope, words, kinds) {
            return found.help(help);
        }
        for word in words {
            let LiteralWord::Word(name) = word else { continue };
            if self.row_index.contains_key(&*name.text) || self.kinds_of_word(scope, word).is_some()
            {
                continue;
            }
            let rows = self.book.rows.iter().map(|row| row.name.as_str());
            let words = self.row_index.keys().map(String::as_str);
            if let Some(meant) =
                self.guess(&name.text, rows).or_else(|| self.guess(&name.text, words))
            {
                return found
                    .about(of(Some(name.text.to_string())))
                    .help(format!("no card has `{}` on it; did you mean `{meant}`?", name.text));
            }
        }
        let mut near: Vec<RowId> = Vec::new();
        let (word, stranger) = self.stranger(scope, words, kinds).unzip();
        let stranger = stranger.unwrap_or_default();
        for word in words {
            let rows = self.row_index.get(&index_key(word)).into_iter().flatten();
            near.extend(rows.filter(|row| kinds.has(self.book[**row].kind)).take(40));
        }
        near.sort_unstable();
        near.dedup();
        if near.is_empty() {
            near.extend(self.rows_of(kinds).take(40));
        }
        if near.is_empty() {
            found.help(NO_SUCH_CARDS)
        } else {
            found
                .about(of(word))
                .help(format!("{stranger}the nearest cards: {}", self.shown_rows(&near)))
        }
    }

    /// The first word that no card has, and what its kind could have there instead, as the
    /// beginning of a help.
    fn stranger(
        &self,
        scope: ScopeId,
        words: &[LiteralWord],
        kinds: KindSet,
    ) -> Option<(String, String)> {
        let unknown = words.iter().find_map(|word| {
            let LiteralWord::Word(name) = word else { return None };
            (!self.row_index.contains_key(&*name.text) && self.kinds_of_word(scope, word).is_none())
                .then_some(&name.text)
        });
        let word = unknown?;
        let fields = kinds.iter().map(|k| &self.book[k]);
        let enums = fields.flat_map(|k| &k.fields).filter_map(|field| {
            if let Type::Enum(id) = field.ty.bare() { Some(&self.book[*id]) } else { None }
        });
        let mut known: Vec<String> = Vec::new();
        for of in enums {
            let members: Vec<&str> =
                of.members.iter().take(MOST_MEMBERS).map(String::as_str).collect();
            let more = if of.members.len() > MOST_MEMBERS { ", …" } else { "" };
            let one = format!("`enum {} {{ {}{more} }}`", of.name, members.join(", "));
            if !known.contains(&one) {
                known.push(one);
            }
        }
        let said = match known.as_slice() {
            [] => format!("no card has `{word}` on it; "),
            all => format!("no card has `{word}` on it, nor has {}; ", all.join(" or ")),
        };
        Some((word.to_string(), said))
    }
}

/// So many members of an enum are shown.
const MOST_MEMBERS: usize = 8;

impl Resolved {
    /// Names the rows that have no name of their own by as many of their words as tell them apart,
    /// the kind in front if these are only numbers or if another kind has a row of that name.
    pub(super) fn name_rows(&mut self) {
        for kind in 0..self.book.kinds.len() {
            let (first, last) = self.book.kinds[kind].rows;
            let rows = usize::from(first)..usize::from(last);
            let most = rows.clone().map(|row| self.row_words[row].len()).max().unwrap_or(0);
            let nameless = |of: &Self, row: usize| of.book.rows[row].name.is_empty();
            let apart = (1..=most).find(|words| {
                let names: BTreeSet<String> =
                    rows.clone().map(|row| self.first_words(row, *words)).collect();
                names.len() == rows.len()
            });
            let words = apart.unwrap_or(most);
            for row in rows {
                if nameless(self, row) {
                    let numbers = !self.row_words[row]
                        .iter()
                        .take(words)
                        .any(|w| matches!(w, RowWord::Word(_)));
                    let name = self.first_words(row, words);
                    let prefix = if numbers {
                        format!("{} ", self.book.kinds[kind].name)
                    } else {
                        String::new()
                    };
                    self.book.rows[row].name = format!("{prefix}{name}").trim_end().to_owned();
                }
            }
        }
        let mut of_name: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (at, row) in self.book.rows.iter().enumerate() {
            of_name.entry(row.name.clone()).or_default().push(at);
        }
        for rows in of_name.values().filter(|rows| rows.len() > 1) {
            for row in rows {
                let of = &self.book.rows[*row];
                let name = format!("{} {}", self.book[of.kind].name, of.name);
                self.book.rows[*row].name = name;
            }
        }
    }

    fn first_words(&self, row: usize, count: usize) -> String {
        let words = self.row_words[row].iter().take(count).map(|word| match word {
            RowWord::Word(text) => text.to_string(),
            RowWord::Number(n) => n.to_string(),
            RowWord::Amount(unit, n)
                if matches!(self.book[*unit].symbol.as_str(), "$" | "€" | "£") =>
            {
                self.amount(*unit, *n)
            }
            RowWord::Amount(_, n) => n.to_string(),
        });
        words.collect::<Vec<_>>().join(" ")
    }
}

/// The numbers that a court card or an ace may have, the usual one first.
fn ranks_called(word: &str) -> Option<&'static [i64]> {
    Some(match word.to_lowercase().as_str() {
        "king" | "k" | "könig" | "roi" | "rey" => &[13, 12],
        "queen" | "q" | "dame" | "reina" => &[12, 11],
        "jack" | "j" | "bube" | "valet" | "knave" => &[11, 10],
        "ace" | "a" | "ass" | "as" => &[1, 14],
        "ten" | "t" => &[10],
        "nine" => &[9],
        "eight" => &[8],
        "seven" => &[7],
        "six" => &[6],
        "five" => &[5],
        "four" => &[4],
        "three" => &[3],
        "two" => &[2],
        "one" => &[1],
        _ => return None,
    })
}

/// Finds a place for a word, moving earlier words to other places if need be.
fn find_place(
    word: usize,
    candidates: &[Vec<usize>],
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for place in &candidates[word] {
        if std::mem::replace(&mut tried[*place], true) {
            continue;
        }
        let free = match taken[*place] {
            None => true,
            Some(other) => find_place(other, candidates, taken, tried),
        };
        if free {
            taken[*place] = Some(word);
            return true;
        }
    }
    false
}

/// How a word of a literal is found in [`Resolved::row_index`].
fn index_key(word: &LiteralWord) -> String {
    match word {
        LiteralWord::Word(name) => name.text.to_string(),
        LiteralWord::Number(n, _) | LiteralWord::Money(_, n, _) => n.to_string(),
    }
}

/// As it was written, evenly spaced.
pub(crate) fn shown_literal(words: &[LiteralWord]) -> String {
    let words: Vec<String> = words
        .iter()
        .map(|word| match word {
            LiteralWord::Word(name) => name.text.to_string(),
            LiteralWord::Number(n, _) => n.to_string(),
            LiteralWord::Money(symbol, n, _) => format!("{symbol}{n}"),
        })
        .collect();
    format!("[{}]", words.join(" "))
}
