//! Which zones will lie open as a whole before anybody could use what they decide: statements ahead
//! show all their cards to all, one after the other in a loop, or in a deed.

use super::asking::asks;
use super::changes::Changes;
use super::opens::{Left, Opens, Shows, Whose, goes_by};
use super::shape::{named, to_all, whole_zone};
use crate::ir::{BodyRef, Deed, Expr, ExprKind, LocalId, Stmt, StmtKind, ZoneId};

impl Opens<'_> {
    /// Zones of which all cards are shown to all behind the first of these statements, and whose
    /// they are: before any card comes or goes, and before what may ask, leave or stop the game.
    pub(super) fn zones_from<'b>(
        &self,
        at: BodyRef,
        block: &'b [Stmt],
        changes: &Changes,
    ) -> Vec<(ZoneId, Whose<'b>)> {
        let shown: Vec<_> = block.iter().map(|stmt| self.zones_of(stmt)).collect();
        let last = shown.iter().rposition(|zones| !zones.is_empty()).unwrap_or(0);
        let (mut found, mut anew) = (Vec::new(), Vec::new());
        if last == 0 {
            return found;
        }
        for (n, (stmt, zones)) in block.iter().zip(shown).enumerate().take(last + 1) {
            let stops =
                if n == 0 { self.faults.later(at, stmt) } else { self.faults.stmt(at, stmt) };
            let moves = changes.stmt(stmt).cards();
            if moves || stops || asks(self.book, stmt) || self.leaves(stmt, Left::Block) {
                break;
            }
            if n > 0 {
                found.extend(zones.into_iter().filter(|(_, whose)| !whose.goes_by(&anew)));
            }
            anew.extend(binds(stmt));
        }
        found
    }

    /// The zones of which all cards are shown to all by the end of a statement, if it comes there.
    fn zones_of<'b>(&self, stmt: &'b Stmt) -> Vec<(ZoneId, Whose<'b>)> {
        match &stmt.kind {
            StmtKind::Show(cards, to) if to_all(to) => {
                whole_zone(cards).into_iter().map(|(id, key)| (id, Whose::Of(key))).collect()
            }
            StmtKind::ForEach(card, zone, inner) if whole_zone(zone).is_some() => {
                let other = inner.iter().filter_map(binds).any(|name| name == *card);
                let shown = !other && inner.iter().any(|stmt| shows_it(stmt, *card));
                let zone = whole_zone(zone).filter(|_| shown);
                zone.into_iter().map(|(id, key)| (id, Whose::Of(key))).collect()
            }
            StmtKind::ForEach(each, players, inner) if to_all(players) => {
                let mut found = self.zones_in(inner);
                for (_, whose) in &mut found {
                    if whose.is(*each) {
                        *whose = Whose::All;
                    }
                }
                found.retain(|(_, whose)| !whose.goes_by(&[*each]));
                found
            }
            StmtKind::Call { deed, args, .. } => {
                let shows = &self.shows[deed.index()];
                let whose = |shows: &Shows| match shows {
                    Shows::Tables => Whose::Of(None),
                    Shows::All => Whose::All,
                    Shows::Of(param) => Whose::Of(Some(&args[param.index()])),
                };
                shows.iter().map(|(id, shows)| (*id, whose(shows))).collect()
            }
            StmtKind::Show(..)
            | StmtKind::ForEach(..)
            | StmtKind::Let(..)
            | StmtKind::Set(..)
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => Vec::new(),
        }
    }

    /// The same of a block, by names that it does not bind itself. Nothing in it is looked at for
    /// what may keep it from its end.
    fn zones_in<'b>(&self, block: &'b [Stmt]) -> Vec<(ZoneId, Whose<'b>)> {
        let anew: Vec<LocalId> = block.iter().filter_map(binds).collect();
        let found = block.iter().flat_map(|stmt| self.zones_of(stmt));
        found.filter(|(_, whose)| !whose.goes_by(&anew)).collect()
    }

    /// What a deed shows, by its parameters.
    pub(super) fn shown_by_deed(&self, deed: &Deed) -> Vec<(ZoneId, Shows)> {
        let shows = |whose: Whose<'_>| match whose {
            Whose::All => Some(Shows::All),
            Whose::Of(None) => Some(Shows::Tables),
            Whose::Of(Some(key)) => {
                let ExprKind::Local(local) = key.kind else { return None };
                (local.0 < deed.params).then_some(Shows::Of(local))
            }
        };
        let block = &deed.body.block;
        if block.iter().any(|stmt| self.leaves(stmt, Left::Block)) {
            return Vec::new();
        }
        let found = self.zones_in(block).into_iter();
        found.filter_map(|(id, whose)| Some((id, shows(whose)?))).collect()
    }
}

impl Whose<'_> {
    /// Whether it goes by one of these names.
    fn goes_by(&self, names: &[LocalId]) -> bool {
        match self {
            Self::Of(Some(key)) => goes_by(key, names),
            Self::Of(None) | Self::All => false,
        }
    }

    /// Whether it is just this name's.
    fn is(&self, name: LocalId) -> bool {
        matches!(self, Self::Of(Some(Expr { kind: ExprKind::Local(local), .. })) if *local == name)
    }
}

/// Whether this card is shown to all, and no other name stands for it by then.
fn shows_it(stmt: &Stmt, card: LocalId) -> bool {
    let StmtKind::Show(cards, to) = &stmt.kind else { return false };
    to_all(to) && named(cards).contains(&card)
}

/// The name that a statement binds anew for those behind it.
fn binds(stmt: &Stmt) -> Option<LocalId> {
    if let StmtKind::Let(local, _) | StmtKind::Call { into: Some(local), .. } = &stmt.kind {
        Some(*local)
    } else {
        None
    }
}
