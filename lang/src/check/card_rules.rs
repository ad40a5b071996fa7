//! `rules for CARD in ZONE`: the copies of the card (with `each`: all cards of a kind), each of
//! which is `this` in turn, and `owner`, whose zone holds them.
//!
//! The rules hold as if they were written once for each copy.

use super::body_checker::BodyChecker;
use super::facts::Learned;
use super::types::{constant, expr, plain};
use crate::ir::{Base, Domain, Expr, ExprKind, KindSet, LocalId, Order, Type, Value, ZoneId};
use crate::resolve::names::{CardRule, CardsOfRule};
use crate::source::Span;

/// Copies for which a condition holds.
pub(super) struct Copies {
    pub domain: Domain,
    /// The name under which the condition reads each of them.
    pub each: LocalId,
    /// What the condition tells, of `each` and of others.
    pub facts: Learned,
}

/// Whether a condition always holds.
pub(super) fn is_yes(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(Value::Bool(true)))
}

/// A condition that always holds.
pub(super) fn yes(span: Span) -> Expr {
    constant(Value::Bool(true), Type::Bool, span)
}

/// Both conditions; one that always holds is left out.
pub(super) fn both(a: Expr, b: Expr) -> Expr {
    if is_yes(&b) {
        return a;
    }
    let span = b.span;
    expr(ExprKind::And(Box::new(a), Box::new(b)), Type::Bool, span)
}

/// The players, each under the name of `owner`, for whom a condition on it holds.
pub(super) fn owners(owner: LocalId, condition: Expr) -> Domain {
    let mut domain = players();
    domain.filter = Some((owner, Box::new(condition)));
    domain
}

pub(super) fn players() -> Domain {
    let base = Base::Players { from: None, forever: false, opponents: false };
    plain(base, Type::Player, Order::Ordered, Span::default())
}

/// That there are such members.
pub(super) fn any(of: Domain) -> Expr {
    let span = of.span;
    let none = expr(ExprKind::IsEmpty(Box::new(of)), Type::Bool, span);
    expr(ExprKind::Not(Box::new(none)), Type::Bool, span)
}

/// The first of such members.
pub(super) fn first(of: Domain) -> Expr {
    let (span, ty) = (of.span, of.elem.clone());
    expr(ExprKind::First(Box::new(of)), ty, span)
}

/// The copies of the card in its owner's zone.
pub(super) fn copies(cx: &mut BodyChecker, owner: Expr, rule: &CardRule) -> (Domain, LocalId) {
    let span = owner.span;
    let mut domain = cx.env.zone_domain(zone(cx, owner, rule.zone));
    let each = cx.scope.local("#card", domain.elem.clone(), span);
    let read = cx.scope.read(each, span);
    let (test, kinds) = match rule.which {
        CardsOfRule::Row(row) => {
            let kind = cx.env.book()[row].kind;
            (ExprKind::IsRow(Box::new(read), row), KindSet::one(kind))
        }
        CardsOfRule::Kinds(kinds) => (ExprKind::IsKind(Box::new(read), kinds), kinds),
    };
    let test = expr(test, Type::Bool, span);
    domain.elem = Type::Card(kinds);
    cx.scope.set_type(each, domain.elem.clone());
    domain.filter = Some((each, Box::new(test)));
    (domain, each)
}

/// The copies for which a condition holds; it reads each of them as `this`.
pub(super) fn those(
    cx: &mut BodyChecker,
    owner: Expr,
    rule: &CardRule,
    condition: impl FnOnce(&mut BodyChecker) -> Option<Expr>,
) -> Option<Copies> {
    let (mut domain, each) = copies(cx, owner.clone(), rule);
    let sights = cx.scope.open();
    let read = cx.scope.read(each, owner.span);
    cx.scope.own(owner, read);
    let condition = condition(cx);
    cx.scope.close(sights);
    let condition = condition?;
    let facts = cx.facts.learned(&condition, true);
    if let Some((_, test)) = &mut domain.filter {
        **test = both((**test).clone(), condition);
    }
    Some(Copies { domain, each, facts })
}

/// That a card still lies in its owner's zone.
pub(super) fn still_there(cx: &BodyChecker, this: Expr, owner: Expr, rule: &CardRule) -> Expr {
    let span = this.span;
    let there = cx.env.zone_domain(zone(cx, owner, rule.zone));
    expr(ExprKind::In(Box::new(this), Box::new(there)), Type::Bool, span)
}

/// Whether more than one copy may lie in such a zone, or in those of several players.
pub(super) fn several(cx: &BodyChecker, rule: &CardRule) -> bool {
    match rule.which {
        CardsOfRule::Row(row) => cx.env.copies(row) > 1,
        CardsOfRule::Kinds(_) => true,
    }
}

/// How a rule of the game asks whether a player has such a card, in words for a message.
pub(super) fn among(cx: &BodyChecker, rule: &CardRule) -> String {
    let book = cx.env.book();
    let zone = &book[rule.zone].name;
    match rule.which {
        CardsOfRule::Row(row) => format!("any c in p.{zone} has c is [{}]", book[row].name),
        CardsOfRule::Kinds(kinds) => {
            format!("any c in p.{zone} has c is {}", cx.env.r.kinds_name(kinds))
        }
    }
}

fn zone(cx: &BodyChecker, owner: Expr, zone: ZoneId) -> Expr {
    let span = owner.span;
    let kinds = cx.env.book()[zone].of;
    expr(ExprKind::Zone(zone, Some(Box::new(owner))), Type::Zone(kinds), span)
}
