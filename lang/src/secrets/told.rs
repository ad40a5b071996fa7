//! What is seen and told, by whom, and where the rules say that telling a secret is the rule.

use super::readers::{Readers, Seat};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{BodyRef, LocalId, TextId, ZoneId};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Something that is seen.
pub(super) struct Seen {
    pub by: Readers,
    /// Who can read what decides which, how many and where to.
    pub decided: Readers,
    /// Where it stands.
    pub span: Span,
    /// What is done, for messages.
    pub done: &'static str,
    /// What is decided, for messages.
    pub which: &'static str,
}

impl Seen {
    /// By everybody, with nothing to decide.
    pub(super) fn by_all(span: Span, done: &'static str) -> Self {
        Self { by: Readers::Everyone, decided: Readers::Everyone, span, done, which: "" }
    }
}

/// What only some may be told.
#[derive(Debug, Clone, Default)]
pub(super) struct Narrowed {
    /// Who may read the value of a hole: the text, and the place among its parts.
    pub holes: BTreeMap<(TextId, usize), Readers>,
    /// Who may know that a statement was carried out at all: its body and its place.
    pub stmts: BTreeMap<(BodyRef, Span), Readers>,
    /// Who may know that a statement stopped the game.
    pub stops: BTreeMap<(BodyRef, Span), Readers>,
    /// Places where it is not certain that whoever chooses may read what stands there, though the
    /// rules may say that this is the rule.
    pub doubtful: BTreeSet<Span>,
    /// Who may know which card a name stands for.
    pub names: BTreeMap<(BodyRef, LocalId), Told>,
}

/// What is told of the card that a name stands for.
#[derive(Debug, Clone)]
pub(super) struct Told {
    /// Who may know which it is.
    pub which: Readers,
    /// Who may know whether there is one.
    pub whether: Readers,
    /// The zone where it was found, if that is one for certain.
    pub zone: Option<ZoneId>,
}

/// Who reads a text.
#[derive(Debug, Clone)]
pub(super) enum Hears {
    All,
    /// These seats, each of them.
    These(Vec<Seat>),
}

/// Where `openly` stands, and which of these places have told something.
#[derive(Debug)]
pub(super) struct Openly<'a> {
    spans: &'a [Span],
    used: BTreeSet<usize>,
}

impl<'a> Openly<'a> {
    pub(super) fn new(spans: &'a [Span]) -> Self {
        Self { spans, used: BTreeSet::new() }
    }

    /// Whether what is told there is the rule.
    pub(super) fn covers(&mut self, span: Span) -> bool {
        let within = |s: &Span| s.file == span.file && s.start <= span.start && span.end <= s.end;
        let covering: Vec<_> =
            self.spans.iter().enumerate().filter(|(_, s)| within(s)).map(|(at, _)| at).collect();
        self.used.extend(&covering);
        !covering.is_empty()
    }

    /// Whether the rules say `openly` somewhere in there.
    pub(super) fn stands_in(&self, span: Span) -> bool {
        let within = |s: &&Span| s.file == span.file && span.start <= s.start && s.end <= span.end;
        self.spans.iter().any(|s| within(&s))
    }

    /// Those that acknowledge nothing. One span may stand for several copies of a body.
    pub(super) fn idle(&self) -> Vec<Diagnostic> {
        let used: BTreeSet<Span> = self.used.iter().map(|at| self.spans[*at]).collect();
        let idle: BTreeSet<Span> =
            self.spans.iter().copied().filter(|s| !used.contains(s)).collect();
        let said = |span| {
            Diagnostic::new(
                Code::W0807,
                span,
                "nothing secret is told here, so `openly` is not needed",
            )
            .help("leave `openly` out: it says that telling a secret is the rule")
        };
        idle.into_iter().map(said).collect()
    }
}
