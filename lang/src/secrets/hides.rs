//! Which bodies may hide cards, themselves or through what they call or offer: names that live on
//! around them are then no longer known to those who were shown them.

use crate::ir::sites::moves;
use crate::ir::{DeedId, MoveId, Rulebook, Stmt, StmtKind};

/// Bodies that may hide cards.
#[derive(Debug)]
pub(super) struct Hides {
    deeds: Vec<bool>,
    moves: Vec<bool>,
    /// A rule for a zone that runs out hides, so that any draw may.
    draws: bool,
    /// Some rule hides at all.
    pub(super) any: bool,
}

impl Hides {
    /// Of a whole rulebook: a body that calls one that hides does, too.
    pub(super) fn of(book: &Rulebook) -> Self {
        let (deeds, moves) = (vec![false; book.deeds.len()], vec![false; book.moves.len()]);
        let mut hides = Self { deeds, moves, draws: false, any: false };
        let mut changed = true;
        while changed {
            changed = false;
            for (at, deed) in book.deeds.iter().enumerate() {
                if !hides.deeds[at] && hides.block(&deed.body.block) {
                    (hides.deeds[at], changed) = (true, true);
                }
            }
            for (at, this) in book.moves.iter().enumerate() {
                let attempt = this.attempt.as_ref();
                let others = attempt.map_or(&[][..], |a| &a.wrong);
                let late = attempt.and_then(|a| a.late.as_deref()).unwrap_or_default();
                if !hides.moves[at]
                    && [&this.body.block, others, late].iter().any(|b| hides.block(b))
                {
                    (hides.moves[at], changed) = (true, true);
                }
            }
            if !hides.draws && book.runs_out.iter().any(|r| hides.block(&r.body.block)) {
                (hides.draws, changed) = (true, true);
            }
        }
        let begin = [&book.setup.block, &book.play.block];
        let ends = book.ends.iter().map(|e| &e.body);
        hides.any = hides.draws
            || hides.deeds.iter().chain(&hides.moves).any(|h| *h)
            || begin.into_iter().chain(ends).any(|b| hides.block(b));
        hides
    }

    pub(super) fn deed(&self, deed: DeedId) -> bool {
        self.deeds[deed.index()]
    }

    fn one_move(&self, id: MoveId) -> bool {
        self.moves[id.index()]
    }

    /// Some statement of a block.
    pub(super) fn block(&self, block: &[Stmt]) -> bool {
        block.iter().any(|stmt| self.stmt(stmt))
    }

    /// A statement, with all in it.
    pub(super) fn stmt(&self, stmt: &Stmt) -> bool {
        match &stmt.kind {
            StmtKind::Hide(..) => true,
            StmtKind::Move { .. } => self.draws,
            StmtKind::Call { deed, .. } => self.deed(*deed),
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => self.block(a) || self.block(b),
            StmtKind::ForEach(_, _, a) | StmtKind::Repeat(_, a) => self.block(a),
            StmtKind::Stage(stage) => {
                self.block(&stage.body) || stage.ends.iter().any(|e| self.block(&e.body))
            }
            StmtKind::Choose(choose) => moves(choose).any(|id| self.one_move(id)),
            StmtKind::Let(..)
            | StmtKind::Set(..)
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => false,
        }
    }
}
