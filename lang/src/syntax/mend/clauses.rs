//! Clauses that lack a sign: the reason of a condition, what is said behind a counter, a value
//! inside a sum.

use super::forms;
use super::guess::{Guess, How, Trial};
use crate::letters::in_name;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{Kind, Token};

/// So far a condition reaches, in words.
const FAR: usize = 40;
/// Words behind the comma of a counter.
pub(super) const TRAITS: [&str; 2] = ["capped", "bookkeeping"];

/// The words of a text that begin here, up to the end of the line or to a block; names in braces
/// belong to it.
fn unquoted(rest: &str) -> &str {
    let line = rest.split('\n').next().unwrap_or("");
    let mut end = 0;
    while let Some(open) = line.get(end..).and_then(|rest| rest.find('{')) {
        let inside = line.get(end + open + 1..).unwrap_or("");
        let path = inside.find(|c: char| !in_name(c) && c != '.').unwrap_or(inside.len());
        let word = inside.get(..path).unwrap_or("");
        let named = !word.is_empty() && word != "again" && !is_keyword_alone(word);
        if !named || !inside.get(path..).is_some_and(|rest| rest.starts_with('}')) {
            return line.get(..end + open).unwrap_or("").trim_end();
        }
        end += open + path + 2;
    }
    line.trim_end()
}

/// Whether that is a word of ours, and no name of somebody.
fn is_keyword_alone(word: &str) -> bool {
    word != "me" && is_reserved(word)
}

impl Trial<'_> {
    /// The reason of a `needs` without its quotation marks.
    pub(super) fn reason(&self, at: usize) -> Option<Guess> {
        let (first, next) = (*self.tokens.get(at)?, *self.tokens.get(at + 1)?);
        let text = self.place.text;
        let words = unquoted(text.get(next.start..)?);
        // `else {c} is too dear`, and no block.
        let filled = next.of(text) == "{" && words.starts_with('{') && words.contains("} ");
        let plain = (next.kind == Kind::Word || filled) && !words.contains('"');
        if first.of(text) != "else" || !plain || !self.gives_reason(first.start) {
            return None;
        }
        let token = Token { end: next.start + words.len(), ..next };
        Some(self.as_words(token, &format!("\"{words}\"")))
    }

    /// `"nobody buys" {c}`: what is filled in belongs into the text.
    pub(super) fn text_filled(&self, at: usize) -> Option<Guess> {
        let first = *self.tokens.get(at).filter(|t| t.kind == Kind::Text)?;
        let rest = self.place.text.get(first.end..)?;
        let words = unquoted(rest);
        let hole = words.trim_start().starts_with('{') && !words.contains('"');
        let token = Token { end: first.end + words.len(), ..first };
        let text = first.of(self.place.text).strip_suffix('"')?;
        hole.then(|| self.as_words(token, &format!("{text}{words}\"")))
    }

    /// `say trump is {trump}`, where a text is said.
    pub(super) fn said_plainly(&self, at: usize) -> Option<Guess> {
        let (say, first) = (self.word(at), *self.tokens.get(at + 1)?);
        let words = unquoted(self.place.text.get(first.start..)?).trim_end_matches(['}', ' ']);
        let words = match self.place.text.get(first.start + words.len()..) {
            Some(rest) if words.contains('{') && rest.starts_with('}') => {
                self.place.text.get(first.start..=first.start + words.len())?
            }
            _ => words,
        };
        let several = words.contains(' ') && !words.contains(['"', '=']);
        let plain = say == "say" && first.kind == Kind::Word && several;
        let token = Token { end: first.start + words.len(), ..first };
        plain.then(|| self.as_words(token, &format!("\"{words}\"")))
    }

    /// `needs me.cash > $2`, and no reason behind it.
    pub(super) fn no_reason(&self) -> Option<Guess> {
        let words = self.tokens.iter().map(|t| t.of(self.place.text));
        if self.word(0) == "forbid" && self.at >= self.tokens.len() && words.clone().count() > 1 {
            let given = words.clone().any(|word| word == "because");
            return (!given).then(|| self.missing(self.tokens.len(), "because \"…\""));
        }
        let next = matches!(self.word(self.at), "needs" | "{" | "once" | "openly");
        let needs = (0..self.at)
            .rev()
            .take(FAR)
            .find(|at| matches!(self.word(*at), "needs" | "{" | "}" | "else"))?;
        let bare = self.word(needs) == "needs" && needs + 1 < self.at;
        // `needs c.fits otherwise "…"`
        let otherwise = self.at.checked_sub(2).filter(|at| self.word(*at) == "otherwise");
        let text = self.tokens.get(self.at.checked_sub(1)?).is_some_and(|t| t.kind == Kind::Text);
        if let Some(token) = otherwise.and_then(|at| self.tokens.get(at)).filter(|_| text && bare) {
            return Some(self.as_words(*token, "else"));
        }
        (next && bare).then(|| self.missing(self.at, "else \"…\""))
    }

    /// Whether an `else` at a byte says why a move is closed: it stands behind a `needs`, outside
    /// the brackets of a value, or in front of one.
    pub(super) fn gives_reason(&self, byte: usize) -> bool {
        let at = self.tokens.partition_point(|t| t.start < byte);
        let mut closed = 0usize;
        for before in (0..at).rev() {
            match self.word(before) {
                "needs" => return true,
                "{" | "}" => break,
                ")" | "]" => closed += 1,
                "(" | "[" if closed == 0 => return false,
                "(" | "[" => closed -= 1,
                _ => {}
            }
        }
        let line = self.place.text.get(byte..).and_then(|rest| rest.split('\n').next());
        line.is_some_and(|line| line.contains(" needs "))
    }

    /// `lamp: 0..10 = 5 capped`
    pub(super) fn trait_apart(&self, at: usize) -> Option<Guess> {
        let word = self.word(at);
        let said = TRAITS.contains(&word) || word == "seen" && self.word(at + 1) == "by";
        let owned = matches!(self.word(0), "each" | "the") && at > 0;
        let apart = owned && !matches!(self.word(at - 1), "," | "{" | "}");
        (said && apart && self.word(at + 1) != ":").then(|| self.missing(at, ","))
    }

    /// `money: Coins: $3`, where the value at the start stands behind `=`.
    pub(super) fn second_colon(&self, at: usize) -> Option<Guess> {
        const MOST: usize = 6;
        let colon = *self.tokens.get(at).filter(|t| t.of(self.place.text) == ":")?;
        let owned = matches!(self.word(0), "each" | "the" | "option");
        let typed = |at: &usize| {
            let kind = self.tokens.get(*at).map(|t| t.kind);
            matches!(kind, Some(Kind::Word | Kind::Number | Kind::Money)) || self.word(*at) == ".."
        };
        let first = (0..at).rev().take(MOST).find(|at| !typed(at))?;
        let named = self.word(first) == ":" && first + 1 < at;
        let guess = self.as_words(colon, " =");
        let how = How::Foreign { written: ":".to_owned(), meant: "=".to_owned() };
        (owned && named).then_some(Guess { how, ..guess })
    }

    /// A value with `if … else …` that is part of a sum goes in brackets: without them `else` would
    /// take in all that follows.
    pub(super) fn kept_together(&self, form: &forms::Form) -> String {
        const SIGNS: [&str; 5] = ["+", "-", "*", "/", "mod"];
        let behind = self.tokens.partition_point(|t| t.end <= form.end);
        let before = self.tokens.partition_point(|t| t.start < form.start).checked_sub(1);
        let joined = SIGNS.contains(&self.word(behind))
            || before.is_some_and(|at| SIGNS.contains(&self.word(at)));
        let value = form.meant.starts_with("if ") && form.meant.contains(" then ");
        if value && joined { format!("({})", form.meant) } else { form.meant.clone() }
    }
}
