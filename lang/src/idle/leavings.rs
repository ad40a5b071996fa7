//! What leaves nothing for others: all cards for the first of several players, and a choice of
//! which somebody who has nothing can make none.

use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_domain, each_expr};
use crate::ir::{
    Base, Choose, Chooser, CounterId, Expr, ExprKind, LocalId, Offer, Rulebook, SetOp, Stmt,
    StmtKind, Type, Value,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Tells of both.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut found: BTreeMap<Span, Diagnostic> = BTreeMap::new();
    let mut falling: BTreeSet<CounterId> = BTreeSet::new();
    let mut asked: BTreeSet<CounterId> = BTreeSet::new();
    visit::all(book, &mut |_, seen| match seen {
        Seen::Expr(e) => each_expr(e, &mut |e| asked.extend(against_number(e))),
        Seen::Domain(d) => each_domain(d, &mut |d| {
            if let Some((_, test)) = &d.filter {
                each_expr(test, &mut |e| asked.extend(against_number(e)));
            }
        }),
        Seen::Stmt(Stmt { kind: StmtKind::Set(place, SetOp::Minus, _), .. }) => {
            falling.insert(place.counter);
        }
        Seen::Stmt(_) | Seen::Step(_) | Seen::Block(_) => {}
    });
    visit::all(book, &mut |_, seen| {
        let Seen::Stmt(stmt) = seen else { return };
        let mut said = None;
        if let StmtKind::ForEach(id, over, inner) = &stmt.kind
            && matches!(over.base, Base::Players { .. })
        {
            said = first_takes_all(book, *id, inner);
        }
        if let StmtKind::Choose(choose) = &stmt.kind
            && let Some((counter, one)) = unable(book, choose)
            && falling.contains(&counter)
            && !asked.contains(&counter)
        {
            said = Some(one);
        }
        if let StmtKind::Repeat(until, inner) = &stmt.kind {
            said = never_fewer(book, until, inner);
        }
        found.extend(said.map(|said| (said.span(), said)));
    });
    found.into_values().collect()
}

/// The counter that a comparison asks whether it is a certain number, or more or less.
fn against_number(e: &Expr) -> Option<CounterId> {
    let (ExprKind::Less(a, b) | ExprKind::LessEq(a, b) | ExprKind::Same(a, b)) = &e.kind else {
        return None;
    };
    [(a, b), (b, a)].into_iter().find_map(|(one, other)| {
        let ExprKind::Counter(id, _) = one.kind else { return None };
        matches!(other.kind, ExprKind::Const(_)).then_some(id)
    })
}

/// `for each p in players { move pack to p.hand }`
fn first_takes_all(book: &Rulebook, each: LocalId, inner: &[Stmt]) -> Option<Diagnostic> {
    let reads = |e: &Expr| {
        let mut found = false;
        each_expr(e, &mut |e| found |= matches!(e.kind, ExprKind::Local(id) if id == each));
        found
    };
    let [Stmt { kind: StmtKind::Move { cards, to, .. }, span, .. }] = inner else { return None };
    let Base::Zone(from) = &cards.base else { return None };
    let ExprKind::Zone(zone, None) = from.kind else { return None };
    let whole = cards.filter.is_none() && cards.best.is_none();
    let name = &book[zone].name;
    (whole && reads(to)).then(|| {
        let said = format!("the first player gets all of `{name}`, and nothing is left for others");
        Diagnostic::new(Code::W0515, *span, said)
            .help(format!("say how many each of them gets: `move top 3 of {name} to …`"))
    })
}

/// `repeat until count(row) < 4 { move top 1 of pack to row }`: what only grows is never less.
fn never_fewer(book: &Rulebook, until: &Expr, inner: &[Stmt]) -> Option<Diagnostic> {
    let zone_of = |e: &Expr| {
        let ExprKind::Zone(zone, None) = e.kind else { return None };
        Some(zone)
    };
    let counted = |e: &Expr| {
        let ExprKind::Count(of) = &e.kind else { return None };
        let Base::Zone(zone) = &of.base else { return None };
        zone_of(zone).filter(|_| of.filter.is_none())
    };
    if let ExprKind::Or(a, b) = &until.kind {
        return never_fewer(book, a, inner).or_else(|| never_fewer(book, b, inner));
    }
    let ExprKind::Less(count, limit) = &until.kind else { return None };
    let zone = counted(count).filter(|_| matches!(limit.kind, ExprKind::Const(_)))?;
    let grows = |stmt: &Stmt| {
        let StmtKind::Move { cards, to, .. } = &stmt.kind else { return false };
        let (Base::Top(from, _) | Base::Bottom(from, _) | Base::Zone(from)) = &cards.base else {
            return false;
        };
        zone_of(to) == Some(zone) && zone_of(from).is_some_and(|from| from != zone)
    };
    (!inner.is_empty() && inner.iter().all(grows)).then(|| {
        let name = &book[zone].name;
        let said = format!("`{name}` only grows here, so it never comes to hold fewer");
        Diagnostic::new(Code::W0520, until.span, said)
            .help("say how many it is to hold: `repeat until count(…) >= 4 { … }`")
    })
}

/// `choose bid in $1..me.money by each players`: whoever has nothing can choose nothing.
fn unable(book: &Rulebook, choose: &Choose) -> Option<(CounterId, Diagnostic)> {
    let Offer::Values { steps, may: false } = &choose.what else { return None };
    let [step] = steps.as_slice() else { return None };
    let Base::Range(from, to) = &step.domain.base else { return None };
    let ExprKind::Const(Value::Number(least @ 1..)) = from.kind else { return None };
    let ExprKind::Counter(id, _) = to.kind else { return None };
    let counter = &book[id];
    let sign = if let Type::Unit(unit) = counter.ty { &book[unit].symbol } else { "" };
    let several = matches!(&choose.by, Chooser::Each(by) if by.filter.is_none());
    (several && counter.range.is_none() && !choose.until_all_pass).then(|| {
        let name = &counter.name;
        let said = format!(
            "whoever has less `{name}` than {sign}{least} has nothing to choose here, and the game \
             stops"
        );
        let said = Diagnostic::new(Code::W0407, step.domain.span, said);
        (id, said.help(format!("let the choice begin at `{sign}0`")))
    })
}
