//! Commas, braces and colons that are missing, or are signs of another sort.

use super::guess::{Guess, How, Trial};
use super::likely::line_start;
use super::{Effort, Mistake, Patch};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::syntax::parse::is_reserved;
use crate::syntax::scan::{Kind, Token};

/// How many values stand before the first comma that is missing, and the byte behind them.
type Gap = Option<(usize, usize)>;

impl Trial<'_> {
    /// `setup ( … )`: round brackets around what happens.
    pub(super) fn braces_instead(&self, at: usize) -> Option<Guess> {
        let open = *self.tokens.get(at).filter(|t| t.of(self.place.text) == "(" && at > 0)?;
        let mut depth = 0usize;
        let close = self.tokens.iter().skip(at).find(|t| {
            depth = t.kind.depth_behind(depth);
            depth == 0
        })?;
        let inside = self.place.text.get(open.end..close.start)?;
        (close.of(self.place.text) == ")" && inside.contains('\n')).then(|| Guess {
            patch: Patch { start: open.start, end: close.end, new: format!("{{{inside}}}") },
            how: How::Braces(self.word(at - 1).to_owned()),
            token: open,
        })
    }

    /// Values in brackets with nothing between them: `shootout(me victim no)`.
    pub(super) fn commas(&self) -> Option<Guess> {
        let open = (0..self.at.min(self.tokens.len()))
            .rev()
            .find(|at| matches!(self.tokens[*at].kind, Kind::Open | Kind::Close))?;
        let called = open.checked_sub(1).and_then(|at| self.tokens.get(at));
        let called =
            called.is_some_and(|t| t.kind == Kind::Word && t.end == self.tokens[open].start);
        if self.word(open) != "(" || !called {
            return None;
        }
        let inside = self.tokens.get(open + 1..)?;
        let inside = inside.get(..inside.iter().position(|t| t.kind == Kind::Close)?)?;
        let last = *inside.last()?;
        let (values, missing) = self.values(inside)?;
        let (count, end) = missing?;
        let rest = values.get(count..)?.join(", ");
        Some(Guess {
            patch: Patch { start: end, end: last.end, new: format!(", {rest}") },
            how: How::Missing(",".to_owned()),
            token: Token { start: end, ..last },
        })
    }

    /// Plain values, such as `p.hand`, with commas between some of them, and how many stand before
    /// the first comma that is missing, and where; none if there is more.
    fn values(&self, inside: &[Token]) -> Option<(Vec<String>, Gap)> {
        let mut all: Vec<String> = Vec::new();
        let mut missing = None;
        let (mut dot, mut end) = (false, 0);
        for token in inside {
            let text = token.of(self.place.text);
            let name = token.kind == Kind::Word
                && (!is_reserved(text) || matches!(text, "me" | "no" | "yes" | "none"));
            match (text, all.last_mut()) {
                (",", _) => {}
                (".", Some(_)) if end == token.start => dot = true,
                (_, Some(path)) if dot && token.kind == Kind::Word && end == token.start => {
                    path.push('.');
                    path.push_str(text);
                    dot = false;
                }
                _ if dot => return None,
                _ if name || matches!(token.kind, Kind::Number | Kind::Money | Kind::Text) => {
                    if end > 0 && missing.is_none() {
                        missing = Some((all.len(), end));
                    }
                    all.push(text.to_owned());
                }
                _ => return None,
            }
            end = if text == "," { 0 } else { token.end };
        }
        (!dot).then_some((all, missing))
    }

    /// A field or a counter that does not read: its name stays, with a type that nothing has, so
    /// that neither it nor the others are missed.
    pub(super) fn field(&self, said: &Diagnostic, effort: &mut Effort) -> Option<Mistake> {
        let holds = matches!(self.word(0), "card" | "tile" | "enum" | "each" | "the");
        let open = self.tokens.iter().position(|t| t.of(self.place.text) == "{")?;
        let text = self.place.text;
        let apart = |at: usize| {
            matches!(self.word(at), "{" | "," | "}")
                || at > 0 && text[self.tokens[at - 1].end..self.tokens[at].start].contains('\n')
        };
        let at = self.at.min(self.tokens.len().checked_sub(1)?);
        let named = at.checked_sub(1).filter(|_| self.wanted.iter().any(|w| w == ":"));
        let from = named.or_else(|| {
            (open + 1..=at).rev().find(|from| {
                matches!(self.word(from - 1), "{" | ",")
                    || *from < at && self.word(0) != "card" && apart(*from)
            })
        })?;
        let next = |at: usize| apart(at) || self.word(at + 1) == ":";
        let to = (at.max(from + 1)..self.tokens.len()).find(|at| next(*at))?;
        let (first, last) = (*self.tokens.get(from)?, *self.tokens.get(to.checked_sub(1)?)?);
        let name = first.of(text);
        if !holds || at <= open || first.kind != Kind::Word || is_reserved(name) {
            return None;
        }
        let line = text.get(first.start..last.end).filter(|line| !line.contains('\n'))?;
        let new = format!("{name}: {name}");
        let patch = Patch { start: first.start, end: last.end, new };
        let left = self.left(&patch, effort)?;
        let further = left == 0 || left < text.len() - last.end.min(text.len());
        let alone = line == name;
        let said = if alone {
            let message = format!("`{name}` is of no type");
            let found = self.place.error(Code::E0101, first, message);
            found.help(format!("say what it holds behind a colon: `{name}: Number`"))
        } else {
            said.clone()
        };
        further.then_some(Mistake { said, patch: Some(patch), lossy: false })
    }

    /// `if idle is 0 move top 1 of deck to me.hand`, with braces around what it does.
    pub(super) fn braces(&self) -> Option<Guess> {
        let token = *self.tokens.get(self.at)?;
        let from = line_start(self.place, self.tokens, self.at);
        let heading = matches!(self.word(from), "if" | "else" | "for" | "turn" | "round" | "phase");
        let line = self.place.text.get(self.tokens.get(from)?.start..)?.split('\n').next()?;
        let rest = self.place.text.get(token.start..)?.split('\n').next()?.trim_end();
        (heading && from < self.at && !line.contains(['{', '}'])).then(|| Guess {
            patch: Patch {
                start: token.start,
                end: token.start + rest.len(),
                new: format!("{{ {rest} }}"),
            },
            how: How::Missing("{".to_owned()),
            token,
        })
    }
}
