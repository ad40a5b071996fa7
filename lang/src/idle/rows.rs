//! Rows that are looked up by the number of players, and of which one is missing.

use super::visit;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{Base, Domain, Expr, ExprKind, LocalId, Rulebook};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Tells of numbers of players that a table has no row for.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut found: BTreeMap<Span, Diagnostic> = BTreeMap::new();
    // What is taken if there is no such row is said.
    let mut otherwise: BTreeSet<Span> = BTreeSet::new();
    let mut look = |e: &Expr| {
        if let ExprKind::Otherwise(of, _) = &e.kind {
            each_expr(of, &mut |e| {
                if let ExprKind::First(d) = &e.kind {
                    otherwise.insert(d.span);
                }
            });
        } else if let ExprKind::First(d) = &e.kind
            && !otherwise.contains(&d.span)
        {
            found.extend(missing(book, d).map(|said| (said.span(), said)));
        }
    };
    visit::all(book, &mut |_, seen| match seen {
        visit::Seen::Expr(e) => each_expr(e, &mut look),
        visit::Seen::Domain(d) => each_in_domain(d, &mut look),
        visit::Seen::Stmt(_) | visit::Seen::Step(_) | visit::Seen::Block(_) => {}
    });
    found.into_values().collect()
}

/// `first g in Goal where g.seats is count(players)`
fn missing(book: &Rulebook, d: &Domain) -> Option<Diagnostic> {
    let (Base::Enum(id), Some((local, asked))) = (&d.base, &d.filter) else { return None };
    let of = &book[*id];
    let ExprKind::Same(a, b) = &asked.kind else { return None };
    let seats = |e: &Expr| matches!(e.kind, ExprKind::Seats);
    let (row, _) = [(a, b), (b, a)].into_iter().find(|(_, other)| seats(other))?;
    let ExprKind::Field(of_row, field) = &row.kind else { return None };
    if !is(of_row, *local) {
        return None;
    }
    let at = of.fields.iter().position(|f| f.name == *field)?;
    let there: Vec<i64> = of.values.iter().filter_map(|row| row.get(at)?.number()).collect();
    let (least, most) = book.players;
    let lacks = (least..=most).find(|n| !there.contains(&i64::from(*n)))?;
    let players = if lacks == 1 { "one player".to_owned() } else { format!("{lacks} players") };
    let said = format!("`{}` has no row for {players}, and so many may play", of.name);
    Some(
        Diagnostic::new(Code::W0403, asked.span, said).beside(of.span, "its rows").help(format!(
            "add a row whose `{field}` is {lacks}, or let fewer play: `players … to …`"
        )),
    )
}

fn is(e: &Expr, local: LocalId) -> bool {
    matches!(e.kind, ExprKind::Local(id) if id == local)
}
