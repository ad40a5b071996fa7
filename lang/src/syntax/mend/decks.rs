//! Decks in other words or signs than the language has: their cards are listed as they are here.

use super::guess::{Guess, Trial};
use super::known::Known;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::Kind;
use std::ops::Range;

impl Trial<'_> {
    /// `deck stock of Playing { Suit x 1..13 }`, `deck of Playing stock`, `deck stock of Playing`
    pub(super) fn deck(&self, known: &Known) -> Option<Guess> {
        let open =
            (0..self.tokens.len()).find(|at| matches!(self.word(*at), "{" | "(" | "=" | ":"));
        let head = 1..open.unwrap_or(self.tokens.len());
        let words = || head.clone().filter(|at| self.is_word(*at)).map(|at| self.word(at));
        let kind = words().find(|word| known.kind(word)).or_else(|| known.only_kind());
        // It may be declared by a word of another language.
        let said = head.clone().find(|at| self.word(*at) == "of").map(|at| self.word(at + 1));
        let said = || said.filter(|word| word.starts_with(char::is_uppercase));
        // `deck of lanterns`, whose cards are each a `Lantern`.
        let called = words().find_map(|word| known.kind_called(word));
        let kind = kind.or(called).or_else(said)?;
        if let Some(entry) = self.table_of(kind) {
            let name = words().find(|word| {
                let small = ["cards", "card", "csv", "called", "named"];
                !is_reserved(word) && *word != kind && !small.contains(word)
            })?;
            // `deck of Lanterns { … }` has no name but that.
            let plural = known.kind_called(name).is_some();
            let name = if plural { name.to_lowercase() } else { name.to_owned() };
            let meant = format!("deck {name} of {kind} {{ {entry} }}");
            return Some(self.as_words(self.span(&(0..self.tokens.len()))?, &meant));
        }
        let no_name = |word: &&str| {
            *word != kind && !["of", "cards", "card", "called", "named"].contains(word)
        };
        let name = words().find(no_name).filter(|name| !is_reserved(name))?;
        let inside = open.and_then(|at| self.inside(at));
        let inside = inside.unwrap_or(self.tokens.len()..self.tokens.len());
        if let Some(entry) = self.imported(inside.clone(), kind) {
            let meant = format!("deck {name} of {kind} {{ {entry} }}");
            return Some(self.as_words(self.span(&(0..self.tokens.len()))?, &meant));
        }
        if let Some(entries) = self.cards_listed(inside.clone()) {
            let meant = format!("deck {name} of {kind} {{ {entries} }}");
            return Some(self.as_words(self.span(&(0..self.tokens.len()))?, &meant));
        }
        let several = inside.clone().filter(|at| self.word(*at) == "each").count() > 1;
        let counted = |at: usize| self.tokens.get(at).is_some_and(|t| t.kind == Kind::Number);
        let other = |at: usize| {
            matches!(self.word(at), "from" | "where" | "[" | "{")
                || self.word(at) == "times" && !counted(at - 1)
        };
        if several || inside.clone().any(other) || inside.len() > 40 {
            return None;
        }
        let copies = inside.clone().next().map_or("", |at| self.word(at));
        let copied = !copies.is_empty()
            && copies.bytes().all(|b| b.is_ascii_digit())
            && matches!(
                self.word(inside.start + 1),
                "x" | "of" | "each" | "copies" | "times" | "*"
            );
        if let Some(entries) = self.entries(inside.clone()) {
            let meant = format!("deck {name} of {kind} {{ {entries} }}");
            return Some(self.as_words(self.span(&(0..self.tokens.len()))?, &meant));
        }
        let values = self.values_of(inside.start + usize::from(copied)..inside.end);
        // What is written there is not replaced by all that there could be.
        let values = values.or_else(|| known.made_of(kind).filter(|_| inside.is_empty()))?;
        let copies = if copied { format!("{copies} ") } else { String::new() };
        let meant = format!("deck {name} of {kind} {{ {copies}each of ({values}) }}");
        Some(self.as_words(self.span(&(0..self.tokens.len()))?, &meant))
    }

    /// `{ copies each of Cargo from "cargo.csv" }`, `from "cargo.csv"` without braces: the cards of
    /// a table, with as many copies as a column says.
    fn table_of(&self, kind: &str) -> Option<String> {
        const LITTLE: [&str; 12] = [
            "each", "of", "from", "in", "x", "times", "every", "row", "import", "load", "one", "*",
        ];
        let all = 0..self.tokens.len();
        let table = all.clone().find(|at| self.tokens[*at].kind == Kind::Text)?;
        let path = self.word(table);
        let of = all.clone().take(table).rev().find(|at| self.word(*at) == kind);
        let braces = all.clone().find(|at| self.word(*at) == "{");
        let listed = braces.map_or(table, |open| open + 1);
        let before = listed..table;
        let behind = table + 1..all.end;
        let mut columns = Vec::new();
        for at in before.chain(behind) {
            let word = self.word(at);
            let little = LITTLE.contains(&word) || matches!(word, "{" | "}" | "," | "(" | ")");
            match self.tokens[at].kind {
                _ if little || word == kind => {}
                Kind::Word if !is_reserved(word) => columns.push(word),
                _ => return None,
            }
        }
        let times = match columns.as_slice() {
            [] => String::new(),
            [column] => format!(" times {column}"),
            [_, _, ..] => return None,
        };
        (path.contains(".csv") && of.is_some()).then(|| format!("{kind} from {path}{times}"))
    }

    /// `import "cards.csv" times copies`: the cards of a table, which say no kind.
    fn imported(&self, at: Range<usize>, kind: &str) -> Option<String> {
        let table = at.clone().find(|at| self.tokens[*at].kind == Kind::Text)?;
        let path = self.word(table);
        let loads = (at.start..table).all(|at| self.is_word(at) && self.word(at) != kind);
        let rest = table + 1..at.end;
        let times = rest.clone().find(|at| matches!(self.word(*at), "times" | "x"));
        // `times copies`, `copies times`
        let column = times.and_then(|times| rest.clone().find(|at| *at != times));
        let column = column.map(|at| self.word(at)).filter(|_| rest.len() == 2);
        if !path.contains(".csv") || !loads || !(rest.is_empty() || column.is_some()) {
            return None;
        }
        let times = column.map_or_else(String::new, |column| format!(" times {column}"));
        Some(format!("{kind} from {path}{times}"))
    }

    /// Cards one by one, each in brackets: `3 of ($2, 1)  (red, 2)`, `[red 1] 2x [red 2]`.
    fn cards_listed(&self, at: Range<usize>) -> Option<String> {
        const LITTLE: [&str; 9] = ["of", "x", "times", "copies", "*", "each", "je", "von", "de"];
        let (mut all, mut next) = (Vec::new(), at.start);
        while next < at.end {
            next += usize::from(self.word(next) == "je");
            let copies = self.tokens.get(next).filter(|t| t.kind == Kind::Number);
            next += usize::from(copies.is_some());
            // `3x` is read as one word.
            let glued = self.word(next).strip_suffix('x').filter(|n| n.parse::<u16>().is_ok());
            next += usize::from(copies.is_none() && glued.is_some());
            while LITTLE.contains(&self.word(next)) && next < at.end {
                next += 1;
            }
            // `4x "Bear" (creature, 2)`
            let title = self.tokens.get(next).filter(|t| t.kind == Kind::Text);
            next += usize::from(title.is_some());
            let title = title.map_or_else(String::new, |t| format!("{}, ", t.of(self.place.text)));
            let close = match self.word(next) {
                "(" => ")",
                "[" => "]",
                _ => return None,
            };
            let end = (next + 1..at.end).find(|at| self.word(*at) == close)?;
            let values = self.values_in(next + 1..end)?;
            let copies = copies.map(|t| t.of(self.place.text)).or(glued);
            let copies = copies.map_or_else(String::new, |n| format!("{n} "));
            all.push(format!("{copies}each of ({title}{values})"));
            next = end + 1;
            next += usize::from(next < at.end && matches!(self.word(next), "," | ";" | "or"));
        }
        (!all.is_empty()).then(|| all.join("  "))
    }

    /// The values of one card, with commas between them.
    fn values_in(&self, at: Range<usize>) -> Option<String> {
        let mut out = String::new();
        for next in at.clone() {
            let (word, kind) = (self.word(next), self.tokens.get(next)?.kind);
            if matches!(kind, Kind::Doc | Kind::OpenText | Kind::Open | Kind::Close) {
                return None;
            }
            // `1 to 9`
            let word = if matches!(word, "to" | "bis" | "-") { ".." } else { word };
            let joined = matches!(word, "," | "..") || next == at.start;
            let behind = matches!(out.chars().last(), Some(' ' | '.'));
            out.push_str(if joined || behind { "" } else { ", " });
            out.push_str(word);
            out.push_str(if word == "," { " " } else { "" });
        }
        (!out.is_empty()).then_some(out)
    }

    /// Cards one by one, most with a number of copies: `4 of gust, 2 calm`, `red 1, red 2`.
    fn entries(&self, at: Range<usize>) -> Option<String> {
        const LITTLE: [&str; 6] = ["of", "x", "times", "copies", "each", "*"];
        let (mut all, mut next) = (Vec::new(), at.start);
        while next < at.end {
            let copies = self.tokens.get(next).filter(|t| t.kind == Kind::Number);
            next += usize::from(copies.is_some());
            while LITTLE.contains(&self.word(next)) {
                next += 1;
            }
            let from = next;
            let lower =
                |at: usize| self.is_word(at) && self.word(at).starts_with(char::is_lowercase);
            let number = |at: usize| {
                let last = self.tokens.get(at).is_some_and(|t| t.kind == Kind::Number);
                last && !(LITTLE.contains(&self.word(at + 1)) || lower(at + 1))
            };
            while next < at.end && (lower(next) || next > from && number(next)) {
                next += 1;
            }
            // `red x 3`
            let times = LITTLE.contains(&self.word(from + 1))
                && self.tokens.get(from + 2).is_some_and(|t| t.kind == Kind::Number);
            if lower(from) && times && copies.is_none() {
                all.push(format!("{} each of ({})", self.word(from + 2), self.word(from)));
                next = from + 3;
                next += usize::from(matches!(self.word(next), "," | ";") && next < at.end);
                continue;
            }
            let values: Vec<&str> = (from..next).map(|at| self.word(at)).collect();
            if values.is_empty() {
                return None;
            }
            let copies = copies.map_or_else(String::new, |n| format!("{} ", n.of(self.place.text)));
            all.push(format!("{copies}each of ({})", values.join(", ")));
            next += usize::from(matches!(self.word(next), "," | ";") && next < at.end);
        }
        (!all.is_empty()).then(|| all.join("  "))
    }

    /// The values of the entry of a deck: `Suit, 1..13`.
    fn values_of(&self, at: Range<usize>) -> Option<String> {
        const SMALL: [&str; 12] = [
            "each", "of", "x", "by", "and", "with", "times", "every", "copies", "all", "one", "for",
        ];
        let (mut all, mut next): (Vec<String>, usize) = (Vec::new(), at.start);
        while next < at.end {
            let (word, kind) = (self.word(next), self.tokens.get(next)?.kind);
            let range = matches!(self.word(next + 1), ".." | "to" | "-");
            match kind {
                Kind::Number | Kind::Money if range && next + 2 < at.end => {
                    all.push(format!("{word}..{}", self.word(next + 2)));
                    next += 2;
                }
                Kind::Word if SMALL.contains(&word) => {}
                Kind::Word if word.starts_with(char::is_uppercase) => all.push(word.to_owned()),
                Kind::Open | Kind::Close => {}
                Kind::Text | Kind::Number | Kind::Money | Kind::Word => return None,
                _ if matches!(word, "," | "*" | "+" | "×") => {}
                _ => return None,
            }
            next += 1;
        }
        (!all.is_empty()).then(|| all.join(", "))
    }
}
