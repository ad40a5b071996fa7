//! Which names of cards are secrets: of whoever is asked while rules run, not everybody knows which
//! card these have under a name. Bots imagine another there.

use super::asking::asks;
use super::body::Body;
use super::flow::Flow;
use super::readers::{Known, Readers, Seat};
use super::told::{Narrowed, Told};
use crate::ir::walk::body_of;
use crate::ir::{BodyRef, Knower, LocalId, SecretName, Stmt, StmtKind, Type};
use std::collections::BTreeMap;

impl Flow<'_> {
    /// Somebody may be asked within a statement: who knows by then what the names around it stand
    /// for?
    pub(super) fn names_at(&mut self, stmt: &Stmt, body: &Body) {
        let between = self.asks_between && matches!(stmt.kind, StmtKind::Move { .. });
        let whole =
            matches!(stmt.kind, StmtKind::Choose(_) | StmtKind::Call { .. } | StmtKind::Stage(_));
        if !self.reporting || !(between || whole && asks(self.book, stmt)) {
            return;
        }
        let decls = body_of(self.book, body.at).map_or(&[][..], |code| &code.locals);
        for (at, decl) in decls.iter().enumerate() {
            let local = LocalId(u16::try_from(at).unwrap_or(u16::MAX));
            if !names_cards(&decl.ty) || !body.names.is_bound(local) {
                continue;
            }
            let known = body.names.get(local);
            let which = tells(&known);
            if which == Readers::Everyone {
                continue;
            }
            let found = self.told.names.entry((body.at, local)).or_insert_with(|| Told {
                which: Readers::Everyone,
                whether: Readers::Everyone,
                zone: known.zone,
            });
            found.which = found.which.and(&which);
            found.whether = found.whether.and(&known.info);
            found.zone = found.zone.filter(|zone| known.zone == Some(*zone));
        }
    }
}

/// Who knows which card it is, and where that lies.
fn tells(known: &Known) -> Readers {
    let by_face = known.by_face || known.strays;
    let which = if by_face { known.info.and(&known.face) } else { known.info.clone() };
    which.and(&known.place)
}

fn names_cards(ty: &Type) -> bool {
    match ty.bare() {
        Type::Card(_) => true,
        Type::List(elem, _) => names_cards(elem),
        _ => false,
    }
}

/// What the rulebook keeps of it.
pub(super) fn secret_names(told: &Narrowed) -> BTreeMap<(BodyRef, LocalId), SecretName> {
    let kept = told.names.iter().map(|(at, told)| {
        let known_to = match &told.which {
            Readers::Everyone => Vec::new(),
            Readers::Only(seats) => seats.iter().filter_map(|seat| knower(*seat)).collect(),
        };
        let whether = told.whether == Readers::Everyone;
        (*at, SecretName { known_to, whether, zone: told.zone })
    });
    kept.collect()
}

/// A seat as it can be found where rules run.
fn knower(seat: Seat) -> Option<Knower> {
    match seat {
        Seat::Me => Some(Knower::Me),
        Seat::Chooser => Some(Knower::Chooser),
        Seat::Name { depth: 0, local, .. } => Some(Knower::Named(local)),
        Seat::Beside(_) | Seat::Name { .. } | Seat::Somebody | Seat::Shown(_) => None,
    }
}
