//! Where running bodies stand in both rules: lines laid side by side, and the names bound there.

use crate::lower::{bound_after, params_of};
use houserules_lang::difference::outline::Outline;
use houserules_lang::ir::walk::blocks_of;
use houserules_lang::ir::{BodyRef, LocalId, Rulebook, Stage, StageName, Stmt, StmtKind};

/// A line of the old rules and the same line of the new ones, with the block of it in which the
/// next one lies.
pub struct Match<'o> {
    /// The old line.
    pub old: &'o Outline<'o>,
    /// The new line.
    pub new: &'o Outline<'o>,
    /// Where the way goes on in it.
    pub block: Option<usize>,
}

/// The local names that are bound where a body rests.
#[derive(Debug, Default)]
pub struct Bound {
    /// Which, in the order of the text; and whether it must have a value.
    pub(super) names: Vec<(LocalId, bool)>,
}

impl Bound {
    /// The names bound around a chain of lines: parameters, and what the lines before and around
    /// bind.
    pub fn of<'o>(
        book: &Rulebook,
        body: BodyRef,
        chain: impl Iterator<Item = (&'o Outline<'o>, Option<usize>)>,
    ) -> Self {
        let mut bound = Self::default();
        (0..params_of(book, body)).for_each(|at| bound.add(LocalId(at as u16), true));
        let mut blocks = houserules_lang::ir::walk::blocks(book, body);
        for (line, inner) in chain {
            let Some(stmt) = line.stmt else { continue };
            let here = blocks.iter().find(|block| block.iter().any(|s| s.id == stmt.id));
            for before in here.copied().unwrap_or(&[]).iter().take_while(|s| s.id != stmt.id) {
                bound.before(before);
            }
            bound.around(stmt, inner);
            blocks = blocks_of(stmt);
        }
        bound
    }

    fn add(&mut self, local: LocalId, needed: bool) {
        if !self.names.iter().any(|(l, _)| *l == local) {
            self.names.push((local, needed));
        }
    }

    /// What a statement binds for those behind it.
    fn before(&mut self, stmt: &Stmt) {
        bound_after(stmt).into_iter().for_each(|local| self.add(local, true));
        if let StmtKind::Stage(stage) = &stmt.kind {
            self.staged(stage, false);
        }
    }

    /// What a statement binds for what lies in it.
    fn around(&mut self, stmt: &Stmt, inner: Option<usize>) {
        match (&stmt.kind, inner) {
            (StmtKind::IfThere(local, ..), Some(0)) | (StmtKind::ForEach(local, ..), Some(_)) => {
                self.add(*local, true);
            }
            (StmtKind::Stage(stage), inner) => self.staged(stage, inner == Some(1)),
            (StmtKind::Choose(_), _) => {
                bound_after(stmt).into_iter().for_each(|local| self.add(local, false));
            }
            _ => {}
        }
    }

    fn staged(&mut self, stage: &Stage, needed: bool) {
        if let Some((StageName::Local(local), _)) = &stage.over {
            self.add(*local, needed);
        }
    }
}
