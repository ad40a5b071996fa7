//! Which deeds do something that everybody sees, themselves or through what they call.

use crate::ir::{Chooser, DeedId, Rulebook, Seen, Stmt, StmtKind};
use crate::source::Span;

/// Deeds that are seen by all when they are carried out.
#[derive(Debug)]
pub(super) struct Tells {
    deeds: Vec<bool>,
}

impl Tells {
    /// Of a whole rulebook. What stands under `openly` is acknowledged already.
    pub(super) fn of(book: &Rulebook) -> Self {
        let mut tells = Self { deeds: vec![false; book.deeds.len()] };
        let mut changed = true;
        while changed {
            changed = false;
            for (at, deed) in book.deeds.iter().enumerate() {
                if !tells.deeds[at] && tells.block(book, &deed.body.block) {
                    (tells.deeds[at], changed) = (true, true);
                }
            }
        }
        tells
    }

    /// A deed.
    pub(super) fn deed(&self, deed: DeedId) -> bool {
        self.deeds.get(deed.index()).copied().unwrap_or(false)
    }

    /// Whether a statement may ask somebody, itself or through what it calls: from then on all is seen.
    pub(super) fn asks(&self, book: &Rulebook, stmt: &Stmt) -> bool {
        let any = |block: &[Stmt]| block.iter().any(|s| self.asks(book, s));
        match &stmt.kind {
            StmtKind::Choose(choose) => !matches!(choose.by, Chooser::Chance),
            StmtKind::Call { deed, .. } => book.deeds.get(deed.index()).is_some_and(|d| d.pauses),
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => any(a) || any(b),
            StmtKind::ForEach(_, _, a) => any(a),
            StmtKind::Stage(stage) => any(&stage.body) || stage.ends.iter().any(|e| any(&e.body)),
            StmtKind::Let(..)
            | StmtKind::Set(..)
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => false,
        }
    }

    fn block(&self, book: &Rulebook, block: &[Stmt]) -> bool {
        block.iter().any(|stmt| !openly(book, stmt.span) && self.stmt(book, stmt))
    }

    fn stmt(&self, book: &Rulebook, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Move { .. } | StmtKind::End(_) | StmtKind::Again => true,
            StmtKind::Set(place, ..) => {
                book.counters.get(place.counter.index()).is_some_and(|c| c.seen == Seen::Everyone)
            }
            StmtKind::Choose(choose) => !matches!(choose.by, Chooser::Chance),
            StmtKind::Call { deed, .. } => self.deed(*deed),
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
                self.block(book, a) || self.block(book, b)
            }
            StmtKind::ForEach(_, _, a) => self.block(book, a),
            StmtKind::Stage(stage) => {
                self.block(book, &stage.body) || stage.ends.iter().any(|e| self.block(book, &e.body))
            }
            StmtKind::Let(..)
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::Give(_)
            | StmtKind::Aside(_)
            | StmtKind::Say(_) => false,
        }
    }
}

fn openly(book: &Rulebook, span: Span) -> bool {
    book.openly.iter().any(|s| s.file == span.file && s.start <= span.start && span.end <= s.end)
}
