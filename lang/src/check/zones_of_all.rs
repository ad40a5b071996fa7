//! The zones of some players or members together: `players.field`, `opponents.front`, `Color.row`.

use super::env::Env;
use super::expr::{Operand, as_list};
use super::names::zone_of;
use super::notes::Notes;
use super::types::{constant, plain};
use crate::ir::{Base, Domain, Expr, ExprKind, Order, Type, Value};
use crate::resolve::Found;
use crate::resolve::names::Member;
use crate::resolve::uses::Meaning;
use crate::source::Span;
use crate::syntax::ast;

/// All that lies in a zone of each of these, if they have such a zone and are no single one.
pub(super) fn zones_of_all(
    env: &Env,
    notes: &mut Notes,
    whose: &Operand,
    name: &ast::Name,
    span: Span,
) -> Option<Operand> {
    let whose = match whose {
        Operand::Dom(domain) => (**domain).clone(),
        Operand::Val(e) if matches!(e.ty, Type::List(..)) => as_list(env, Operand::Val(e.clone()))?,
        Operand::Val(_) | Operand::Zone(_) => return None,
    };
    let list = Type::List(Box::new(whose.elem.clone()), Order::Unordered);
    let (Found::Nothing, Found::Member(Member::Zone(zone))) =
        (env.r.member(&list, &name.text), env.r.member(&whose.elem, &name.text))
    else {
        return None;
    };
    let alone = env.book().pair(env.book()[zone].owner).is_none();
    if !alone || !matches!(whose.elem, Type::Player | Type::Enum(_)) {
        return None;
    }
    env.r.uses.note(name.span, Meaning::Zone(zone));
    let parts: Vec<Domain> = keys(env, &whose)
        .into_iter()
        .filter_map(|key| as_list(env, zone_of(env, notes, zone, Some(key), span)))
        .collect();
    let ordered = parts.iter().all(|part| part.order == Order::Ordered);
    let order = if ordered { Order::Ordered } else { Order::Unordered };
    let elem = parts.first()?.elem.clone();
    Some(Operand::Dom(Box::new(plain(Base::Union(parts), elem, order, span))))
}

/// Each that may be one of these; none, if it is not.
fn keys(env: &Env, whose: &Domain) -> Vec<Expr> {
    let span = whose.span;
    let (all, sure): (Vec<Value>, usize) = match whose.elem {
        Type::Enum(id) => {
            let members = env.book()[id].members.len();
            ((0..members).map(|at| Value::Member(id, at as u16)).collect(), members)
        }
        _ => {
            let (least, most) = env.book().players;
            ((0..most).map(Value::Seat).collect(), usize::from(least))
        }
    };
    let everybody = matches!(
        whose.base,
        Base::Enum(_) | Base::Players { opponents: false, from: None, forever: false }
    );
    let everybody = everybody && whose.filter.is_none() && whose.best.is_none();
    let elem = whose.elem.clone();
    let one = |(at, value): (usize, Value)| {
        let one = constant(value, elem.clone(), span);
        if everybody && at < sure {
            return one;
        }
        let kind = ExprKind::In(Box::new(one.clone()), Box::new(whose.clone()));
        let test = Expr { kind, ty: Type::Bool, span };
        let none = constant(Value::None, Type::None, span);
        let kind = ExprKind::If(Box::new(test), Box::new(one), Box::new(none));
        Expr { kind, ty: elem.clone().optional(), span }
    };
    all.into_iter().enumerate().map(one).collect()
}
