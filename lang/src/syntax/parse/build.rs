//! The builder: walks pairs, keeps places right, and caps how deep a tree may become.

use super::{Built, Rule};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::letters::composed;
use crate::source::{FileId, Span};
use crate::syntax::ast::{Name, StageWord};
use crate::syntax::nesting::{DEEPEST, deep_at};
use crate::syntax::report::Place;
use pest::iterators::Pairs;

pub(super) type Pair<'i> = pest::iterators::Pair<'i, Rule>;

/// Turns pairs of one piece of text into nodes.
pub(super) struct Build {
    file: FileId,
    base: usize,
    depth: usize,
}

/// The parts of a pair in order, without signs and keywords.
pub(super) struct Parts<'i> {
    pairs: Pairs<'i, Rule>,
    ahead: Option<Pair<'i>>,
    span: Span,
}

impl Build {
    /// A builder for a piece of text that begins at a byte of a file.
    pub(super) fn new(file: FileId, base: usize) -> Self {
        Self { file, base, depth: 0 }
    }

    /// A builder for a part of this one's text; what is nested there counts on from here.
    pub(super) fn inside(&self, start: usize) -> Self {
        Self { file: self.file, base: self.base + start, depth: self.depth }
    }

    /// A text that begins at a byte of this builder's own.
    pub(super) fn place<'t>(&self, start: usize, text: &'t str) -> Place<'t> {
        Place { file: self.file, base: self.base + start, text }
    }

    /// Where a pair stands in the file. pest counts blanks before a part that was left out; this
    /// does not.
    pub(super) fn span(&self, pair: &Pair<'_>) -> Span {
        let start = pair.as_span().start();
        let mut last = pair.clone();
        while let Some(inner) = last.clone().into_inner().next_back() {
            last = inner;
        }
        let end = last.as_span().start() + last.as_str().trim_end().len();
        self.place(0, "").span(start, end)
    }

    pub(super) fn parts<'i>(&self, pair: Pair<'i>) -> Parts<'i> {
        let span = self.span(&pair);
        let mut parts = Parts { pairs: pair.into_inner(), ahead: None, span };
        parts.advance();
        parts
    }

    /// The parts of what was read of a whole place.
    pub(super) fn whole<'i>(&self, pair: Option<Pair<'i>>, place: Place<'_>) -> Built<Parts<'i>> {
        let missing = || {
            Diagnostic::new(Code::E0101, place.span(0, place.text.len()), "there is nothing here")
        };
        pair.map(|pair| self.parts(pair)).ok_or_else(|| Box::new(missing()))
    }

    pub(super) fn name(&self, pair: &Pair<'_>) -> Name {
        Name { text: composed(pair.as_str()).into(), span: self.span(pair) }
    }

    /// The names among the parts that come next.
    pub(super) fn names(&self, parts: &mut Parts<'_>) -> Vec<Name> {
        parts.every(Rule::name).iter().map(|p| self.name(p)).collect()
    }

    /// The next part, a name.
    pub(super) fn want_name(&self, parts: &mut Parts<'_>) -> Built<Name> {
        parts.want(Rule::name).map(|p| self.name(&p))
    }

    /// A zone, and whose it is if that is said: `Player.draw`.
    pub(super) fn owned_zone(&self, parts: &mut Parts<'_>) -> Built<(Option<Name>, Name)> {
        let first = self.want_name(parts)?;
        Ok(match parts.maybe(Rule::name) {
            Some(zone) => (Some(first), self.name(&zone)),
            None => (None, first),
        })
    }

    /// The next part, a number.
    pub(super) fn want_int(&self, parts: &mut Parts<'_>) -> Built<i64> {
        parts.want(Rule::int).and_then(|p| self.int(&p))
    }

    pub(super) fn int(&self, pair: &Pair<'_>) -> Built<i64> {
        pair.as_str().parse().map_err(|_| {
            Box::new(Diagnostic::new(Code::E0111, self.span(pair), "this number is too large"))
        })
    }

    /// The sign and the number of an amount.
    pub(super) fn money(&self, pair: &Pair<'_>) -> Built<(char, i64)> {
        let mut chars = pair.as_str().chars();
        let symbol = chars.next().unwrap_or('$');
        let amount = chars.as_str().parse();
        let amount = amount.map_err(|_| {
            Box::new(Diagnostic::new(Code::E0111, self.span(pair), "this number is too large"))
        })?;
        Ok((symbol, amount))
    }

    /// A part that the grammar knows and the builder does not.
    pub(super) fn unread(&self, pair: &Pair<'_>) -> Box<Diagnostic> {
        let said = format!("`{}` cannot be read here", pair.as_str().trim_end());
        Box::new(Diagnostic::new(Code::E0101, self.span(pair), said))
    }

    pub(super) fn stage_word(&self, pair: &Pair<'_>) -> Built<StageWord> {
        Ok(match pair.as_str() {
            "round" => StageWord::Round,
            "turn" => StageWord::Turn,
            "phase" => StageWord::Phase,
            _ => return Err(self.unread(pair)),
        })
    }

    /// Whether something may lie `levels` deeper.
    pub(super) fn holds(&self, levels: usize) -> bool {
        self.depth + levels <= DEEPEST
    }

    /// Builds something that lies `levels` deeper. Everything that makes a tree deeper goes through
    /// here, so no later pass can meet a tree deeper than [`DEEPEST`].
    pub(super) fn deeper<T>(
        &mut self,
        levels: usize,
        span: Span,
        build: impl FnOnce(&mut Self) -> Built<T>,
    ) -> Built<T> {
        if !self.holds(levels) {
            return Err(Box::new(deep_at(span)));
        }
        self.depth += levels;
        let built = build(self);
        self.depth -= levels;
        built
    }
}

/// Whether a keyword or another direct part of that rule stands in a pair.
pub(super) fn says(pair: &Pair<'_>, rule: Rule) -> bool {
    pair.clone().into_inner().any(|p| p.as_rule() == rule)
}

impl<'i> Parts<'i> {
    fn advance(&mut self) {
        self.ahead = self.pairs.find(|p| p.as_rule() < Rule::p_open);
    }

    /// The rule of the next part.
    pub(super) fn rule(&self) -> Option<Rule> {
        self.ahead.as_ref().map(Pair::as_rule)
    }

    /// The next part, whatever it is.
    pub(super) fn one(&mut self) -> Built<Pair<'i>> {
        let part = self.next();
        part.ok_or_else(|| {
            Box::new(Diagnostic::new(Code::E0101, self.span, "a part of this sentence is missing"))
        })
    }

    /// The next part, if it is of that rule.
    pub(super) fn maybe(&mut self, rule: Rule) -> Option<Pair<'i>> {
        if self.rule() == Some(rule) { self.next() } else { None }
    }

    /// The next part, which must be of that rule.
    pub(super) fn want(&mut self, rule: Rule) -> Built<Pair<'i>> {
        let part = self.maybe(rule);
        part.ok_or_else(|| {
            Box::new(Diagnostic::new(Code::E0101, self.span, "a part of this sentence is missing"))
        })
    }

    /// All parts of that rule that come next.
    pub(super) fn every(&mut self, rule: Rule) -> Vec<Pair<'i>> {
        let mut found = Vec::new();
        while let Some(part) = self.maybe(rule) {
            found.push(part);
        }
        found
    }
}

impl<'i> Iterator for Parts<'i> {
    type Item = Pair<'i>;

    fn next(&mut self) -> Option<Pair<'i>> {
        let part = self.ahead.take();
        self.advance();
        part
    }
}
