//! Zones that are asked about and never filled.

use super::visit::{self, Seen};
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{ExprKind, Rulebook, StmtKind, ZoneId};
use std::collections::BTreeSet;

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
}

/// Tells of zones that are asked about though no card ever comes there.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut uses = Uses::default();
    visit::all(book, &mut |_, seen| match seen {
        Seen::Stmt(stmt) => uses.stmt(&stmt.kind),
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
        found.push(
            Diagnostic::new(
                "W0513",
                zone.span,
                format!("nothing is ever put into `{name}`, though it is read"),
            )
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

    fn stmt(&mut self, kind: &StmtKind) {
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
                    self.filled.insert(id);
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
