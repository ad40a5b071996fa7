//! Rows of which no rule asks where in them a card lies.

use super::visit::{self, Seen, domains};
use crate::ir::walk::{each_domain, each_expr, each_in_domain};
use crate::ir::{At, Base, Domain, Expr, ExprKind, Rulebook, Stmt, StmtKind, ZoneId, ZoneShape};
use std::collections::BTreeSet;

/// The rows whose cards may lie in any order: none is read from an end, one after the other, or by
/// its place.
pub(super) fn of_no_matter(book: &Rulebook) -> BTreeSet<ZoneId> {
    let zones = (0..book.zones.len()).map(|at| ZoneId(at as u16));
    let mut loose: BTreeSet<ZoneId> =
        zones.filter(|id| book[*id].shape == ZoneShape::Row && !book[*id].deck).collect();
    let mut ordered = BTreeSet::new();
    let mut all = false;
    visit::all(book, &mut |_, seen| match seen {
        Seen::Stmt(stmt) => by_stmt(stmt, &mut ordered),
        Seen::Expr(e) => {
            each_expr(e, &mut |e| all |= by_expr(e, &mut ordered));
            domains(e, &mut |d| by_domain(d, &mut ordered));
        }
        Seen::Domain(d) => {
            each_in_domain(d, &mut |e| {
                all |= by_expr(e, &mut ordered);
                domains(e, &mut |d| by_domain(d, &mut ordered));
            });
            each_domain(d, &mut |d| by_domain(d, &mut ordered));
        }
        Seen::Step(_) | Seen::Block(_) => {}
    });
    loose.retain(|id| !all && !ordered.contains(id));
    loose
}

/// The zones that an expression names.
fn named(e: &Expr, to: &mut BTreeSet<ZoneId>) {
    each_expr(e, &mut |e| {
        if let ExprKind::Zone(id, _) = e.kind {
            to.insert(id);
        }
    });
}

/// What is done with each card in turn, or keeps the order in which cards lie.
fn by_stmt(stmt: &Stmt, to: &mut BTreeSet<ZoneId>) {
    let mut of = |d: &Domain| each_in_domain(d, &mut |e| named(e, to));
    match &stmt.kind {
        StmtKind::ForEach(_, d, _) | StmtKind::IfThere(_, d, ..) => of(d),
        StmtKind::Move { cards, to: goal, at } => {
            of(cards);
            if !matches!(at, At::Usual) {
                named(goal, to);
            }
        }
        StmtKind::Call { args, .. } => args.iter().for_each(|e| named(e, to)),
        StmtKind::Let(_, e) | StmtKind::Shuffle(e) => named(e, to),
        StmtKind::Swap(a, b) => [a, b].iter().for_each(|e| named(e, to)),
        StmtKind::Set(..)
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
    }
}

/// A card at a place, or a list; whether it may be asked of any zone where a card lies.
fn by_expr(e: &Expr, to: &mut BTreeSet<ZoneId>) -> bool {
    if let ExprKind::Place(zone, _) = &e.kind {
        named(zone, to);
    } else if let ExprKind::First(d) | ExprKind::List(d) = &e.kind {
        each_in_domain(d, &mut |e| named(e, to));
    }
    matches!(e.kind, ExprKind::Position(_))
}

/// Cards at an end, or zones that are put together.
fn by_domain(d: &Domain, to: &mut BTreeSet<ZoneId>) {
    if !matches!(d.base, Base::Zone(_)) {
        each_in_domain(d, &mut |e| named(e, to));
    }
}
