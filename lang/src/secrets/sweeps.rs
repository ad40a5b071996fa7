//! Slots that rules empty for everybody together, as at the end of a trick: they are taken to be
//! free for what is laid there in between.

use super::atoms::{whole, zone_of};
use super::ids::Ids;
use crate::ir::sites::moves;
use crate::ir::walk::{blocks, each_stmt};
use crate::ir::{Base, BodyRef, DeedId, Domain, MoveId, Rulebook, Stmt, StmtKind, ZoneId};
use std::collections::{BTreeMap, BTreeSet};

/// What bodies empty, and those that lead to them.
#[derive(Debug)]
pub(super) struct Sweeps(BTreeMap<BodyRef, Ids>);

impl Sweeps {
    pub(super) fn of(book: &Rulebook) -> Self {
        let (mut swept, mut ways) = (BTreeMap::new(), BTreeSet::new());
        let deeds = (0..book.deeds.len()).map(|at| BodyRef::Deed(DeedId(at as u16)));
        let moves = (0..book.moves.len()).map(|at| BodyRef::Move(MoveId(at as u16)));
        for body in [BodyRef::Setup, BodyRef::Play].into_iter().chain(deeds).chain(moves) {
            let found: &mut Ids = swept.entry(body).or_default();
            for block in blocks(book, body) {
                each_stmt(block, &mut |stmt| {
                    if let Some(zone) = emptied(stmt) {
                        found.insert(zone.index());
                    }
                    ways.extend(led_to(stmt).into_iter().map(|to| (body, to)));
                });
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (from, to) in &ways {
                let from = swept.get(from).cloned().unwrap_or_default();
                let to: &mut Ids = swept.entry(*to).or_default();
                let before = to.clone();
                to.add(&from);
                changed |= *to != before;
            }
        }
        Self(swept)
    }

    /// Whether all slots of a name are emptied in a body, or on the way to it.
    pub(super) fn has(&self, at: BodyRef, zone: ZoneId) -> bool {
        self.0.get(&at).is_some_and(|zones| zones.has(zone.index()))
    }
}

/// The zone that a statement empties, everybody's together: `move players.front to pack`.
fn emptied(stmt: &Stmt) -> Option<ZoneId> {
    let StmtKind::Move { cards: Domain { base: Base::Union(parts), .. }, .. } = &stmt.kind else {
        return None;
    };
    let mut zones = parts.iter().map(|part| whole(part).and_then(zone_of));
    let first = zones.next()??;
    zones.all(|zone| zone == Some(first)).then_some(first)
}

/// What is called from a statement, or on offer there.
fn led_to(stmt: &Stmt) -> Vec<BodyRef> {
    match &stmt.kind {
        StmtKind::Call { deed, .. } => vec![BodyRef::Deed(*deed)],
        StmtKind::Choose(choose) => moves(choose).map(BodyRef::Move).collect(),
        StmtKind::Let(..)
        | StmtKind::Set(..)
        | StmtKind::Move { .. }
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
        | StmtKind::Remember(_)
        | StmtKind::Aside(_)
        | StmtKind::Again => Vec::new(),
    }
}
