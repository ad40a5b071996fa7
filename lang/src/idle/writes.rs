//! What statements may change, with all that they call and offer; what a condition reads.

use crate::ir::sites::moves;
use crate::ir::walk::{blocks, blocks_of, each_in_domain, each_stmt, each_with_words};
use crate::ir::{
    BodyRef, Chooser, CounterId, Domain, Expr, ExprKind, Rulebook, StageId, Stmt, StmtKind, ZoneId,
};
use std::collections::BTreeSet;

/// Counters that are set, and zones that cards come into.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Touched {
    pub(super) counters: BTreeSet<CounterId>,
    pub(super) zones: BTreeSet<ZoneId>,
    /// Perhaps also all others.
    pub(super) all: bool,
}

impl Touched {
    /// Cards come there.
    pub(super) fn fill(&mut self, to: &Expr) {
        if let ExprKind::Zone(id, _) = &to.kind {
            self.zones.insert(*id);
        } else {
            self.all = true;
        }
    }

    /// Only what both touch.
    pub(super) fn both(&self, other: &Self) -> Self {
        Self {
            counters: self.counters.intersection(&other.counters).copied().collect(),
            zones: self.zones.intersection(&other.zones).copied().collect(),
            all: self.all && other.all,
        }
    }

    /// Whether any of these is touched.
    pub(super) fn any_of(&self, read: &Self) -> bool {
        self.all
            || !self.counters.is_disjoint(&read.counters)
            || !self.zones.is_disjoint(&read.zones)
    }
}

/// What some statements may change; every single one of a counter.
#[derive(Default)]
pub(super) struct Writes {
    pub(super) touched: Touched,
    /// Counters that more than one statement sets, or one that is called.
    pub(super) often: BTreeSet<CounterId>,
    seen: BTreeSet<BodyRef>,
}

impl Writes {
    pub(super) fn of(book: &Rulebook, block: &[Stmt]) -> Self {
        let mut all = Self::default();
        all.block(book, block, false);
        all
    }

    /// What a body that is called or offered may change.
    pub(super) fn of_body(book: &Rulebook, body: BodyRef) -> Self {
        let mut all = Self::default();
        all.body(book, body);
        all
    }

    fn body(&mut self, book: &Rulebook, body: BodyRef) {
        if self.seen.insert(body) {
            blocks(book, body).into_iter().for_each(|block| self.block(book, block, true));
        }
    }

    fn block(&mut self, book: &Rulebook, block: &[Stmt], called: bool) {
        each_stmt(block, &mut |stmt| match &stmt.kind {
            StmtKind::Set(place, ..) => {
                if !self.touched.counters.insert(place.counter) || called {
                    self.often.insert(place.counter);
                }
            }
            StmtKind::Move { to, .. } => {
                self.touched.fill(to);
                // A zone may run out by it.
                for at in 0..book.runs_out.len() {
                    self.body(book, BodyRef::RunsOut(at as u16));
                }
            }
            StmtKind::Call { deed, .. } => self.body(book, BodyRef::Deed(*deed)),
            StmtKind::Choose(choose) => {
                moves(choose).for_each(|id| self.body(book, BodyRef::Move(id)));
            }
            StmtKind::Let(..)
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Aside(_)
            | StmtKind::Remember(_)
            | StmtKind::Again => {}
        });
    }
}

/// The counters and zones that a condition reads, also by words.
pub(super) fn reads(book: &Rulebook, e: &Expr) -> Touched {
    let mut read = Touched::default();
    each_with_words(book, e, &mut |e| {
        if let ExprKind::Counter(id, _) = &e.kind {
            read.counters.insert(*id);
        } else if let ExprKind::Zone(id, _) = &e.kind {
            read.zones.insert(*id);
        }
    });
    read
}

/// The same of what something is picked from.
pub(super) fn reads_in(book: &Rulebook, d: &Domain) -> Touched {
    let mut read = Touched::default();
    each_in_domain(d, &mut |e| {
        let more = reads(book, e);
        read.counters.extend(more.counters);
        read.zones.extend(more.zones);
    });
    read
}

/// Whether `play` asks anybody anything outside of a stage.
pub(super) fn asks_elsewhere(book: &Rulebook, stage: StageId) -> bool {
    let mut seen = BTreeSet::new();
    let mut left: Vec<&[Stmt]> = vec![&book.play.block];
    while let Some(block) = left.pop() {
        for stmt in block {
            if let StmtKind::Choose(choose) = &stmt.kind
                && !matches!(choose.by, Chooser::Chance)
            {
                return true;
            }
            if let StmtKind::Call { deed, .. } = &stmt.kind
                && seen.insert(*deed)
            {
                left.extend(blocks(book, BodyRef::Deed(*deed)));
            }
            if !matches!(&stmt.kind, StmtKind::Stage(of) if of.id == stage) {
                left.extend(blocks_of(stmt));
            }
        }
    }
    false
}
