//! Clauses that lack a sign: the reason of a condition, what is said behind a counter, a value
//! inside a sum.

use super::forms;
use super::guess::{Guess, Trial};
use crate::syntax::scan::{Kind, Token};

/// So far a condition reaches, in words.
const FAR: usize = 40;
/// Words behind the comma of a counter.
pub(super) const TRAITS: [&str; 2] = ["capped", "bookkeeping"];

impl Trial<'_> {
    /// The reason of a `needs` without its quotation marks.
    pub(super) fn reason(&self, at: usize) -> Option<Guess> {
        let (first, next) = (*self.tokens.get(at)?, *self.tokens.get(at + 1)?);
        let text = self.place.text;
        let words = text.get(next.start..)?.split(['\n', '{']).next()?.trim_end();
        let plain = next.kind == Kind::Word && !words.contains(['"', '}']);
        if first.of(text) != "else" || !plain || !self.gives_reason(first.start) {
            return None;
        }
        let token = Token { end: next.start + words.len(), ..next };
        Some(self.as_words(token, &format!("\"{words}\"")))
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
