//! Zones that are asked about and never filled.

use super::visit::{self, Seen};
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{Base, BodyRef, Domain, ExprKind, LocalId, Rulebook, StmtKind, ZoneId};
use std::collections::{BTreeMap, BTreeSet};

/// What the rules do with zones.
#[derive(Default)]
struct Uses {
    /// Zones that are named.
    named: BTreeSet<ZoneId>,
    /// Zones that cards are moved to.
    filled: BTreeSet<ZoneId>,
    /// Handed to deeds, kept under another name, or changing places: anything may happen to them.
    handed: BTreeSet<ZoneId>,
    /// Two cards change places somewhere.
    swaps: bool,
    /// Zones that cards are moved to which lie in them already.
    kept: BTreeSet<ZoneId>,
    /// Names of cards, and the zone that each is always picked from.
    from: BTreeMap<(BodyRef, LocalId), Option<ZoneId>>,
}

/// Names that are given to cards of one zone.
fn taken_from(book: &Rulebook) -> BTreeMap<(BodyRef, LocalId), Option<ZoneId>> {
    let mut from = BTreeMap::new();
    let mut bind = |body: BodyRef, id: LocalId, zone: Option<ZoneId>| {
        from.entry((body, id)).and_modify(|known| *known = None).or_insert(zone);
    };
    visit::all(book, &mut |body, seen| match seen {
        Seen::Step(step) => bind(body, step.local, zone_of(&step.domain)),
        Seen::Stmt(stmt) => match &stmt.kind {
            StmtKind::IfThere(id, domain, ..) | StmtKind::ForEach(id, domain, _) => {
                bind(body, *id, zone_of(domain));
            }
            StmtKind::Let(id, _) | StmtKind::Call { into: Some(id), .. } => bind(body, *id, None),
            StmtKind::Move { .. }
            | StmtKind::Call { into: None, .. }
            | StmtKind::Swap(..)
            | StmtKind::Set(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => {}
        },
        Seen::Block(_) | Seen::Expr(_) | Seen::Domain(_) => {}
    });
    from
}

/// The zone that all of a domain lies in.
fn zone_of(domain: &Domain) -> Option<ZoneId> {
    let (Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _)) = &domain.base else {
        return None;
    };
    let ExprKind::Zone(id, _) = zone.kind else { return None };
    Some(id)
}

/// Tells of zones that are asked about though no card ever comes there.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut uses = Uses { from: taken_from(book), ..Uses::default() };
    visit::all(book, &mut |body, seen| match seen {
        Seen::Stmt(stmt) => uses.stmt(body, &stmt.kind),
        Seen::Expr(e) => each_expr(e, &mut |e| uses.name(&e.kind)),
        Seen::Domain(domain) => each_in_domain(domain, &mut |e| uses.name(&e.kind)),
        Seen::Step(_) | Seen::Block(_) => {}
    });
    if uses.swaps {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, zone) in book.zones.iter().enumerate() {
        let id = ZoneId(at as u16);
        let starts_full = zone.deck || book.cards.iter().any(|card| card.home == id);
        if !uses.named.contains(&id)
            || starts_full
            || uses.filled.contains(&id)
            || uses.handed.contains(&id)
        {
            continue;
        }
        let name = &zone.name;
        let said = match uses.kept.contains(&id) {
            true => format!("`{name}` stays empty: only what lies in it is ever put into it"),
            false => format!("nothing is ever put into `{name}`, though it is read"),
        };
        found.push(
            Diagnostic::new("W0513", zone.span, said)
                .help(format!("move cards there (`move c to {name}`), or leave it out")),
        );
    }
    found
}

impl Uses {
    fn name(&mut self, kind: &ExprKind) {
        if let ExprKind::Zone(id, _) = kind {
            self.named.insert(*id);
        }
    }

    /// The zone that what is moved lies in, if that is always the same.
    fn source(&self, body: BodyRef, cards: &Domain) -> Option<ZoneId> {
        let one = match &cards.base {
            Base::Value(one) => Some(&**one),
            Base::Items(all) => all.first().filter(|_| all.len() == 1),
            _ => return zone_of(cards),
        };
        let ExprKind::Local(id) = one?.kind else { return None };
        self.from.get(&(body, id)).copied().flatten()
    }

    fn stmt(&mut self, body: BodyRef, kind: &StmtKind) {
        let moved = if let StmtKind::Move { cards, .. } = kind { Some(cards) } else { None };
        let source = moved.and_then(|cards| self.source(body, cards));
        let mut hand = |e: &crate::ir::Expr| {
            each_expr(e, &mut |e| {
                if let ExprKind::Zone(id, _) = e.kind {
                    self.handed.insert(id);
                }
            });
        };
        match kind {
            StmtKind::Move { to, .. } => each_expr(to, &mut |e| {
                if let ExprKind::Zone(id, _) = e.kind {
                    let all = if source == Some(id) { &mut self.kept } else { &mut self.filled };
                    all.insert(id);
                }
            }),
            StmtKind::Call { args, .. } => args.iter().for_each(hand),
            StmtKind::Let(_, e) => hand(e),
            StmtKind::Swap(a, b) => {
                hand(a);
                hand(b);
                self.swaps = true;
            }
            StmtKind::Set(..)
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
            | StmtKind::Again
            | StmtKind::Choose(_) => {}
        }
    }
}
