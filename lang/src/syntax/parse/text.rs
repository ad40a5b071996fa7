//! Texts with holes.

use super::build::{Build, Pair};
use super::{Built, Rule, failure, read};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::letters::in_name;
use crate::syntax::ast::{Text, TextPart};
use crate::syntax::scan;

impl Build {
    /// `"…{expression}…"`: `\"`, `\\`, `\n` are escapes, `{{` and `}}` are braces.
    pub(super) fn text(&mut self, pair: &Pair<'_>) -> Built<Text> {
        let span = self.span(pair);
        let quoted = pair.as_str();
        let raw = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or("");
        let base = pair.as_span().start() + 1;
        let mut parts = Vec::new();
        let mut words = String::new();
        let mut at = 0;
        while let Some(c) = raw[at..].chars().next() {
            let two = raw.get(at..at + 2).unwrap_or("");
            let (plain, len) = match (c, two) {
                ('\\', "\\n") => ('\n', 2),
                ('\\', "\\\"" | "\\\\") => (char::from(raw.as_bytes()[at + 1]), 2),
                ('{', "{{") | ('}', "}}") => (c, 2),
                ('\\', _) => {
                    return Err(self.faulty(
                        base + at,
                        "a backslash may only be part of `\\\"`, `\\\\` and `\\n`",
                    ));
                }
                ('}', _) => {
                    return Err(self.faulty(
                        base + at,
                        "this `}` closes no hole; write `}}` for the sign itself",
                    ));
                }
                ('{', _) => {
                    let Some(len) = raw[at..].find('}') else {
                        return Err(self.faulty(
                            base + at,
                            "this `{` opens a hole that is not closed; write `{{` for the sign \
                             itself",
                        ));
                    };
                    if let Some(open) = raw[at + 1..at + len].find('{') {
                        return Err(self.open_hole(base + at, &raw[at + 1..at + 1 + open]));
                    }
                    if !words.is_empty() {
                        parts.push(TextPart::Words(std::mem::take(&mut words)));
                    }
                    parts.push(TextPart::Hole(self.hole(base + at + 1, &raw[at + 1..at + len])?));
                    at += len + 1;
                    continue;
                }
                _ => (c, c.len_utf8()),
            };
            words.push(plain);
            at += len;
        }
        if !words.is_empty() {
            parts.push(TextPart::Words(words));
        }
        Ok(Text { parts, raw: raw.to_owned(), span, openly: false })
    }

    fn hole(&mut self, start: usize, text: &str) -> Built<crate::syntax::ast::Expr> {
        let place = self.place(start, text);
        let tokens = scan::tokens(text);
        if let Some(found) = scan::check(place, &tokens) {
            return Err(Box::new(found));
        }
        if tokens.is_empty() {
            return Err(self.faulty(
                start.saturating_sub(1),
                "this hole is empty; put a value into it, or write `{{` and `}}`",
            ));
        }
        let pairs =
            read(Rule::hole, text).map_err(|error| failure::in_hole(place, &tokens, &error))?;
        let span = place.span(0, text.len());
        let mut inside = self.inside(start);
        let Some(hole) = pairs.into_iter().next() else {
            return Err(self.faulty(start, "this hole is empty"));
        };
        inside.deeper(1, span, |b| {
            let part = b.parts(hole).want(Rule::expr)?;
            b.expr(part)
        })
    }

    /// `{stars: {winner} wins`: another hole opens before one is closed.
    fn open_hole(&self, at: usize, inside: &str) -> Box<Diagnostic> {
        let value = |c: char| in_name(c) || c == '.';
        let name = inside.split(|c: char| !value(c)).next().unwrap_or("").trim_end_matches('.');
        let span = self.place(0, "").span(at, at + 1 + name.len());
        let found =
            Diagnostic::new(Code::E0117, span, "this hole is not closed before the next one");
        Box::new(match name {
            "" => found.help("a hole is opened by `{` and closed by `}`: `{winner}`"),
            name => found.help(format!("write `}}` behind its value: `{{{name}}}`")),
        })
    }

    fn faulty(&self, at: usize, why: &str) -> Box<Diagnostic> {
        let span = self.place(0, "").span(at, at + 1);
        let found =
            Diagnostic::new(Code::E0117, span, "this text has a mistake in a hole or a backslash");
        Box::new(
            found.saying(why).help("a hole holds a value, such as `\"{c} is not the next card\"`"),
        )
    }
}
