//! Who asks, and so lets everybody see what was done until then.

use crate::ir::{Chooser, Rulebook, Stmt, StmtKind};

/// Whether a statement may ask somebody, itself or through what it calls: from then on all is seen.
pub(super) fn asks(book: &Rulebook, stmt: &Stmt) -> bool {
    let any = |block: &[Stmt]| block.iter().any(|s| asks(book, s));
    match &stmt.kind {
        StmtKind::Choose(choose) => !matches!(choose.by, Chooser::Chance),
        StmtKind::Call { deed, .. } => book[*deed].asks,
        StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => any(a) || any(b),
        StmtKind::ForEach(_, _, a) | StmtKind::Repeat(_, a) => any(a),
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
        | StmtKind::Remember(_)
        | StmtKind::Aside(_)
        | StmtKind::Again => false,
    }
}
