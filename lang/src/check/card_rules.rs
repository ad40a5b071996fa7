//! `rules for CARD in ZONE`: who `owner` is, what `this` is, and that the zone must hold the card.

use super::cx::{Bound, Cx, Sight};
use super::types::{constant, expr, plain};
use crate::ir::{
    Base, Domain, Expr, ExprKind, KindSet, LocalId, Order, Quantifier, RowId, Type, Value, ZoneId,
};
use crate::resolve::names::CardRule;
use crate::source::Span;

/// What a card rule asks besides its own condition.
#[derive(Debug, Clone)]
pub(super) enum Held {
    /// Nothing: no card rule.
    Free,
    /// That the zone of the owner holds the card.
    If(Box<Expr>),
}

impl Held {
    /// The rule's own condition with it.
    pub fn around(self, _cx: &mut Cx, condition: Expr, span: Span) -> Expr {
        match self {
            Self::Free => condition,
            Self::If(holds) if is_yes(&condition) => *holds,
            Self::If(holds) => expr(ExprKind::And(holds, Box::new(condition)), Type::Bool, span),
        }
    }
}

/// Whether a condition always holds.
pub(super) fn is_yes(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(Value::Bool(true)))
}

/// A condition that always holds.
pub(super) fn yes(span: Span) -> Expr {
    constant(Value::Bool(true), Type::Bool, span)
}

/// Brings `owner` and `this` into sight for an expression; `owner` is a parameter, or the first who has the card.
pub(super) fn enter(cx: &mut Cx, rule: Option<&CardRule>, owner: Option<LocalId>) -> Held {
    let Some(rule) = rule else { return Held::Free };
    let span = Span::default();
    let who = match owner {
        Some(local) => cx.read(local, span),
        None => {
            let holders = holders(cx, rule);
            expr(ExprKind::First(Box::new(holders)), Type::Player, span)
        }
    };
    let holds = match owner {
        Some(_) => holds(cx, who.clone(), rule),
        None => {
            let none = expr(ExprKind::IsNone(Box::new(who.clone())), Type::Bool, span);
            expr(ExprKind::Not(Box::new(none)), Type::Bool, span)
        }
    };
    own(cx, who, rule);
    Held::If(Box::new(holds))
}

/// Brings `owner` and `this` into sight for a known owner.
pub(super) fn own(cx: &mut Cx, owner: Expr, rule: &CardRule) {
    cx.this = Some(card(cx, owner.clone(), rule));
    let span = owner.span;
    cx.names.push(Sight { name: "owner".into(), bound: Bound::Alias(Box::new(owner)), span });
}

/// The players whose zone holds the card.
pub(super) fn holders(cx: &mut Cx, rule: &CardRule) -> Domain {
    let span = Span::default();
    let local = cx.local("#holder", Type::Player, span);
    let who = cx.read(local, span);
    let test = holds(cx, who, rule);
    let base = Base::Players { from: None, forever: false, opponents: false };
    let mut domain = plain(base, Type::Player, Order::Ordered, span);
    domain.filter = Some((local, Box::new(test)));
    domain
}

/// Whether a player's zone holds the card.
pub(super) fn holds(cx: &mut Cx, owner: Expr, rule: &CardRule) -> Expr {
    let span = owner.span;
    let zone = zone(cx, owner, rule.zone);
    let domain = cx.zone_domain(zone);
    let local = cx.local("#card", domain.elem.clone(), span);
    let test = is_row(cx, local, rule.row);
    expr(ExprKind::Quantified(Quantifier::Any, local, Box::new(domain), Box::new(test)), Type::Bool, span)
}

/// The card itself, in its owner's zone.
fn card(cx: &mut Cx, owner: Expr, rule: &CardRule) -> Expr {
    let span = owner.span;
    let domain = cards(cx, owner, rule);
    let ty = domain.elem.clone();
    expr(ExprKind::First(Box::new(domain)), ty, span)
}

/// The copies of the card in its owner's zone.
pub(super) fn cards(cx: &mut Cx, owner: Expr, rule: &CardRule) -> Domain {
    let span = owner.span;
    let zone = zone(cx, owner, rule.zone);
    let mut domain = cx.zone_domain(zone);
    let local = cx.local("#card", domain.elem.clone(), span);
    let test = is_row(cx, local, rule.row);
    domain.filter = Some((local, Box::new(test)));
    if let Some(row) = cx.env.book().rows.get(rule.row.index()) {
        domain.elem = Type::Card(KindSet::one(row.kind));
    }
    domain
}

fn zone(cx: &Cx, owner: Expr, zone: ZoneId) -> Expr {
    let span = owner.span;
    let kinds = cx.env.book().zones.get(zone.index()).map_or(KindSet(0), |z| z.of);
    expr(ExprKind::Zone(zone, Some(Box::new(owner))), Type::Zone(kinds), span)
}

fn is_row(cx: &Cx, local: LocalId, row: RowId) -> Expr {
    let span = Span::default();
    let read = cx.read(local, span);
    expr(ExprKind::IsRow(Box::new(read), row), Type::Bool, span)
}
