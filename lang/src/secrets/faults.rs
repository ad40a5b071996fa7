//! Which statements may stop the game: then nothing behind them is carried out, and a card that was
//! to be laid open there stays hidden.
//!
//! A rule that has asked about what it goes on to change does not stop the game, if what it has
//! asked about is enough ([`super::guards`]).

use super::guards::{Stops, stops};
use crate::ir::walk::blocks_of;
use crate::ir::{BodyRef, DeedId, Rulebook, Stmt, StmtKind};

/// What may stop the game in a rulebook.
pub(super) struct Faults {
    stops: Stops,
    /// Deeds that may stop the game.
    deeds: Vec<bool>,
}

impl Faults {
    pub(super) fn of(book: &Rulebook) -> Self {
        let mut faults = Self { stops: stops(book), deeds: vec![false; book.deeds.len()] };
        let mut changed = true;
        while changed {
            changed = false;
            for (at, deed) in book.deeds.iter().enumerate() {
                let body = BodyRef::Deed(DeedId(at as u16));
                if !faults.deeds[at] && faults.block(body, &deed.body.block) {
                    (faults.deeds[at], changed) = (true, true);
                }
            }
        }
        faults
    }

    fn block(&self, at: BodyRef, block: &[Stmt]) -> bool {
        block.iter().any(|stmt| self.stmt(at, stmt))
    }

    /// Whether a statement may stop the game, with all in it and all that it calls.
    pub(super) fn stmt(&self, at: BodyRef, stmt: &Stmt) -> bool {
        self.own(at, stmt) || self.within(at, stmt)
    }

    /// Whether a statement may stop the game after something in it was carried out.
    pub(super) fn later(&self, at: BodyRef, stmt: &Stmt) -> bool {
        let rest = |block: &[Stmt]| {
            let (first, rest) = block.split_at(block.len().min(1));
            first.iter().any(|stmt| self.later(at, stmt)) || self.block(at, rest)
        };
        match &stmt.kind {
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
                self.divides(at, stmt) || rest(a) || rest(b)
            }
            StmtKind::Set(..) => self.divides(at, stmt),
            StmtKind::Let(..)
            | StmtKind::Call { .. }
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => self.stmt(at, stmt),
        }
    }

    /// Whether what it calls or holds may stop the game.
    fn within(&self, at: BodyRef, stmt: &Stmt) -> bool {
        if let StmtKind::Call { deed, .. } = &stmt.kind {
            return self.deeds[deed.index()];
        }
        blocks_of(stmt).into_iter().any(|block| self.block(at, block))
    }

    /// Whether it may stop the game by what it does itself.
    pub(super) fn own(&self, at: BodyRef, stmt: &Stmt) -> bool {
        self.divides(at, stmt) || self.stops.fail.contains(&(at, stmt.span))
    }

    fn divides(&self, at: BodyRef, stmt: &Stmt) -> bool {
        self.stops.divide.contains(&(at, stmt.span))
    }
}
