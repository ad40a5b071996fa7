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
#[derive(Debug, Default)]
pub(super) struct Settled(BTreeMap<(DeedId, LocalId), ZoneId>);

impl Settled {
    /// Of a whole rulebook.
    pub(super) fn of(book: &Rulebook) -> Self {
        let mut all = Self::default();
        for _ in 0..DEEPEST {
            let deeds = (0..).map(DeedId).zip(&book.deeds);
            let behind = deeds.flat_map(|(deed, this)| {
                let places = all.behind(&this.body.block);
                places.into_iter().map(move |(local, zone)| ((deed, local), zone))
            });
            all = Self(behind.collect());
        }
        all
    }

    /// Where a deed has put what it was given under this name.
    pub(super) fn by(&self, deed: DeedId, param: LocalId) -> Option<ZoneId> {
        self.0.get(&(deed, param)).copied()
    }

    fn behind(&self, block: &[Stmt]) -> Places {
        let mut places = Places::new();
        for stmt in block {
            if leaves(stmt) {
                return Places::new();
            }
            touched(stmt, &mut |local| _ = places.remove(&local));
            if let StmtKind::Move { cards, to, .. } = &stmt.kind
                && let ExprKind::Zone(zone, _) = to.kind
            {
                places.extend(named(cards).into_iter().map(|local| (local, zone)));
            }
            if let StmtKind::Call { deed, args, .. } = &stmt.kind {
                let args = (0..).map(LocalId).zip(args);
                places.extend(
                    args.filter_map(|(param, arg)| Some((local(arg)?, self.by(*deed, param)?))),
                );
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
    each_stmt(std::slice::from_ref(stmt), &mut |stmt| {
        if let StmtKind::Move { cards, .. } = &stmt.kind {
            named_partly(cards).into_iter().for_each(&mut *found);
        } else if let StmtKind::Swap(a, b) = &stmt.kind {
            [a, b].into_iter().filter_map(local).for_each(&mut *found);
        } else if let StmtKind::Call { args, .. } = &stmt.kind {
            args.iter().filter_map(local).for_each(&mut *found);
        } else if let StmtKind::Choose(choose) = &stmt.kind
            && let Offer::Menu(tiers) = &choose.what
        {
            for entry in tiers.iter().flatten() {
                if let EntryKind::Move(_, args) = &entry.what {
                    args.iter().filter_map(local).for_each(&mut *found);
                }
            }
        }
    });
}

fn local(e: &Expr) -> Option<LocalId> {
    if let ExprKind::Local(local) = e.kind { Some(local) } else { None }
}
