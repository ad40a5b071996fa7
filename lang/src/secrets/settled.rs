//! Which of the cards that a deed is given it moves in any case, and where: whatever was mixed
//! before, they lie there then.

use super::shape::{named, named_partly};
use crate::ir::walk::each_stmt;
use crate::ir::{
    DeedId, EntryKind, Expr, ExprKind, LocalId, Offer, Rulebook, Stmt, StmtKind, ZoneId,
};
use std::collections::BTreeMap;

/// Deeds that call others so deep are followed; below that a card may lie anywhere.
const DEEPEST: usize = 8;

/// Where names stand for cards that were moved in any case.
type Places = BTreeMap<LocalId, ZoneId>;

/// Where each deed has put what it was given, when it has been carried out.
#[derive(Debug)]
pub(super) struct Settled(Vec<Places>);

impl Settled {
    /// Of a whole rulebook.
    pub(super) fn of(book: &Rulebook) -> Self {
        let mut all = Self(vec![Places::new(); book.deeds.len()]);
        for _ in 0..DEEPEST {
            let deeds = book.deeds.iter().map(|deed| all.behind(&deed.body.block));
            all = Self(deeds.collect());
        }
        all
    }

    /// Where a deed has put what it was given under this name.
    pub(super) fn by(&self, deed: DeedId, param: LocalId) -> Option<ZoneId> {
        self.0.get(deed.index()).and_then(|places| places.get(&param)).copied()
    }

    fn behind(&self, block: &[Stmt]) -> Places {
        let mut places = Places::new();
        for stmt in block {
            if leaves(stmt) {
                return Places::new();
            }
            match &stmt.kind {
                StmtKind::Move { cards, to, .. } => {
                    for local in named_partly(cards) {
                        places.remove(&local);
                    }
                    if let ExprKind::Zone(zone, _) = to.kind {
                        places.extend(named(cards).into_iter().map(|local| (local, zone)));
                    }
                }
                StmtKind::Call { deed, args, .. } => {
                    for (param, arg) in (0..).map(LocalId).zip(args) {
                        let Some(local) = local(arg) else { continue };
                        places.remove(&local);
                        places.extend(self.by(*deed, param).map(|zone| (local, zone)));
                    }
                }
                _ => touched(stmt, &mut |local| {
                    places.remove(&local);
                }),
            }
        }
        places
    }
}

/// Whether a body may be left there.
fn leaves(stmt: &Stmt) -> bool {
    let mut found = false;
    each_stmt(std::slice::from_ref(stmt), &mut |stmt| {
        found |= matches!(stmt.kind, StmtKind::Give(_) | StmtKind::Again);
    });
    found
}

/// Names of cards that may be moved within a statement.
fn touched(stmt: &Stmt, found: &mut dyn FnMut(LocalId)) {
    each_stmt(std::slice::from_ref(stmt), &mut |stmt| match &stmt.kind {
        StmtKind::Move { cards, .. } => named_partly(cards).into_iter().for_each(&mut *found),
        StmtKind::Swap(a, b) => [a, b].into_iter().filter_map(local).for_each(&mut *found),
        StmtKind::Call { args, .. } => args.iter().filter_map(local).for_each(&mut *found),
        StmtKind::Choose(choose) => {
            let Offer::Menu(tiers) = &choose.what else { return };
            for entry in tiers.iter().flatten() {
                if let EntryKind::Move(_, args) = &entry.what {
                    args.iter().filter_map(local).for_each(&mut *found);
                }
            }
        }
        _ => {}
    });
}

fn local(e: &Expr) -> Option<LocalId> {
    if let ExprKind::Local(local) = e.kind { Some(local) } else { None }
}
