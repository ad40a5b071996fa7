//! What may end a stage in the middle of a body: `ends at once` looks after everything that
//! happens, and whatever stands behind is dropped; a zone that runs out may ask or end, too.

use super::asking::asks;
use crate::ir::walk::each_with_words;
use crate::ir::{Base, CounterId, Domain, Ends, Expr, ExprKind, Rulebook, Stmt, StmtKind, ZoneId};
use std::collections::BTreeSet;

/// What endings at once read, all of a rulebook, and zones that tell when they run out.
#[derive(Debug, Default)]
pub(super) struct AtOnce {
    counters: BTreeSet<CounterId>,
    /// They read where cards lie.
    cards: bool,
    /// A rule for a zone that runs out asks or ends something.
    draws: BTreeSet<ZoneId>,
}

impl AtOnce {
    pub(super) fn of(book: &Rulebook) -> Self {
        let mut found = Self::default();
        let attempts = book.moves.iter().filter_map(|m| m.attempt.as_ref());
        let others = attempts.flat_map(|a| [Some(&a.wrong), a.late.as_ref()]).flatten();
        let deeds = book.deeds.iter().map(|d| &d.body.block);
        let moves = book.moves.iter().map(|m| &m.body.block);
        let handlers = book.runs_out.iter().map(|r| &r.body.block);
        let bodies = [&book.setup.block, &book.play.block].into_iter();
        let bodies = bodies.chain(deeds).chain(moves).chain(others).chain(handlers);
        found.endings(book, &book.ends);
        bodies.for_each(|block| found.block(book, block));
        for handler in &book.runs_out {
            if handler.body.block.iter().any(|stmt| asks(book, stmt) || may_leave(stmt)) {
                found.draws.insert(handler.zone);
            }
        }
        found
    }

    /// Whether a move of cards may end something.
    pub(super) fn after_moves(&self) -> bool {
        self.cards
    }

    /// Whether what a statement does itself may end something.
    pub(super) fn may_end(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Set(place, ..) => self.counters.contains(&place.counter),
            StmtKind::Move { cards, .. } => self.cards || self.drawn(cards),
            StmtKind::Swap(..) | StmtKind::Shuffle(_) => self.cards,
            StmtKind::Let(..)
            | StmtKind::Call { .. }
            | StmtKind::Give(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => false,
        }
    }

    fn drawn(&self, cards: &Domain) -> bool {
        let (Base::Top(zone, _) | Base::Bottom(zone, _)) = &cards.base else { return false };
        matches!(zone.kind, ExprKind::Zone(id, _) if self.draws.contains(&id))
    }

    fn block(&mut self, book: &Rulebook, block: &[Stmt]) {
        for stmt in block {
            match &stmt.kind {
                StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
                    self.block(book, a);
                    self.block(book, b);
                }
                StmtKind::ForEach(_, _, a) | StmtKind::Repeat(_, a) => self.block(book, a),
                StmtKind::Stage(stage) => {
                    self.block(book, &stage.body);
                    self.endings(book, &stage.ends);
                }
                StmtKind::Let(..)
                | StmtKind::Call { .. }
                | StmtKind::Set(..)
                | StmtKind::Give(_)
                | StmtKind::Move { .. }
                | StmtKind::Swap(..)
                | StmtKind::Shuffle(_)
                | StmtKind::Show(..)
                | StmtKind::Hide(..)
                | StmtKind::ShowCounter(..)
                | StmtKind::End(_)
                | StmtKind::Say(_)
                | StmtKind::Remember(_)
                | StmtKind::Aside(_)
                | StmtKind::Again
                | StmtKind::Choose(_) => {}
            }
        }
    }

    fn endings(&mut self, book: &Rulebook, endings: &[Ends]) {
        for ends in endings {
            if ends.at_once {
                self.condition(book, &ends.condition);
            }
            self.block(book, &ends.body);
        }
    }

    fn condition(&mut self, book: &Rulebook, condition: &Expr) {
        each_with_words(book, condition, &mut |e| match &e.kind {
            ExprKind::Counter(id, _) => {
                self.counters.insert(*id);
            }
            ExprKind::Zone(..) | ExprKind::Position(_) => self.cards = true,
            _ => {}
        });
    }
}

/// Whether a statement may end something, itself or in what it holds; what it calls may.
fn may_leave(stmt: &Stmt) -> bool {
    let any = |block: &[Stmt]| block.iter().any(may_leave);
    match &stmt.kind {
        StmtKind::End(_) | StmtKind::Call { .. } | StmtKind::Stage(_) => true,
        StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => any(a) || any(b),
        StmtKind::ForEach(_, _, a) | StmtKind::Repeat(_, a) => any(a),
        StmtKind::Let(..)
        | StmtKind::Set(..)
        | StmtKind::Give(_)
        | StmtKind::Move { .. }
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show(..)
        | StmtKind::Hide(..)
        | StmtKind::ShowCounter(..)
        | StmtKind::Say(_)
        | StmtKind::Remember(_)
        | StmtKind::Aside(_)
        | StmtKind::Again
        | StmtKind::Choose(_) => false,
    }
}
