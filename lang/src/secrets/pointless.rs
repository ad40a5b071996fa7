//! Counters that are hidden from others, though all that is ever written there was chosen before
//! everybody's eyes.

use super::parts::Setting;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{CounterId, ExprKind, Owner, Rulebook, Seen, SetOp};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// What is written into counters.
#[derive(Default)]
pub(super) struct Pointless {
    /// Where a value is written that all know, first.
    known: BTreeMap<CounterId, Span>,
    /// Counters into which more than that is written.
    more: BTreeSet<CounterId>,
}

impl Pointless {
    /// A counter is set; `all` is whether everybody can tell to what.
    pub(super) fn set(&mut self, Setting { place, op, value }: Setting<'_>, all: bool, span: Span) {
        let counter = place.counter;
        let name = matches!(value.kind, ExprKind::Local(_) | ExprKind::Committed(..));
        let fixed = matches!(value.kind, ExprKind::Const(_));
        if all && op == SetOp::To && name {
            self.known.entry(counter).or_insert(span);
        } else if !(all && op == SetOp::To && fixed) {
            self.more.insert(counter);
        }
    }

    /// Tells of those that hide nothing.
    pub(super) fn told(&self, book: &Rulebook) -> Vec<Diagnostic> {
        let pointless = self.known.iter().filter(|(counter, _)| !self.more.contains(counter));
        let mut found = Vec::new();
        for (id, span) in pointless {
            let counter = &book[*id];
            let owned = matches!(counter.owner, Owner::Player | Owner::Table);
            if counter.seen == Seen::Everyone || !owned || *span == Span::default() {
                continue;
            }
            let name = &counter.name;
            let said = format!("`{name}` is hidden, but everybody knows what is written here");
            let said = Diagnostic::new(Code::W0809, *span, said);
            found.push(said.beside(counter.span, "said to be hidden here").help(format!(
                "what is chosen is told to all: to keep it secret, write `secretly` behind the \
                 choice; or leave `seen by …` of `{name}` out"
            )));
        }
        found
    }
}
