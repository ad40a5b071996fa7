//! Moves: parameters, refusals, limits, bodies.

use super::body_checker::BodyChecker;
use super::builder::RulebookBuilder;
use super::card_rules;
use super::env::Env;
use super::fill::all_or_none;
use super::graph::{Need as Needed, RunKey};
use super::heads::{Params, Shape, head, open, params};
use super::scope::Bound;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::each_expr;
use crate::ir::{
    AttemptBody, Expr, Limit, LimitId, LocalId, Move, MoveId, Need, TemplatePart, Type,
};
use crate::resolve::names::{CardRule, CardsOfRule, Def, Pending};
use crate::syntax::ast;

/// Types a move.
pub(super) fn type_move(env: &Env, out: &mut RulebookBuilder, id: MoveId) -> Option<Move> {
    let pending = &env[id];
    let item = &pending.item;
    head(env, out, id);
    let mut cx = open(env, out, id, pending);
    let typed = params(&mut cx, pending);
    // It is shown before the move begins, so what the move's own run has is not there yet.
    let runs = std::mem::take(&mut cx.place.around.runs);
    let title = cx.maybe_text(item.title.as_ref());
    cx.place.around.runs = runs;
    let shape = typed.as_ref().map_or_else(Shape::default, Params::shape);
    let mut needs = Vec::new();
    if let Some(params) = &typed {
        forbidden(&mut cx, id, params, &mut needs);
    }
    let limit = limit(&mut cx, item.limit.as_ref(), pending);
    for need in &item.needs {
        if need.openly {
            cx.out.tables.openly([need.span]);
        }
        let condition = cx.condition(&need.condition);
        let reason = cx.text(&need.reason);
        if let (Some(condition), Some(reason)) = (condition, reason) {
            let learned = cx.facts.learned(&condition, true);
            cx.facts.learn(learned);
            let after = after(&cx, &condition, reason, shape);
            needs.push(Need { condition, reason, after, span: need.span });
        }
    }
    let works = item.attempt.as_ref().map(|attempt| cx.condition(&attempt.works));
    let attempt = match (&item.attempt, works) {
        (Some(attempt), Some(works)) => {
            // Only one of the three blocks runs.
            let known = cx.facts.all();
            let wrong = cx.block(&attempt.wrong);
            cx.facts.restore(known.clone());
            let late = attempt.late.as_ref().map(|late| cx.block(late));
            cx.facts.restore(known);
            works.map(|works| AttemptBody { works, wrong, late })
        }
        _ => None,
    };
    if let Some(attempt) = &attempt {
        let learned = cx.facts.learned(&attempt.works, true);
        cx.facts.learn(learned);
    }
    let params = typed?;
    let mut again = false;
    let block = super::deeds::move_body(&mut cx, id, shape, &mut again);
    let body = crate::ir::Body { locals: cx.scope.take_locals(), block };
    Some(Move {
        name: item.name.text.to_string(),
        given: params.given,
        // Copies of one card are alike; of different cards the chooser says which is meant.
        hidden_this: matches!(pending.card_rule, Some(CardRule { which: CardsOfRule::Row(_), .. })),
        steps: params.steps,
        title,
        limit,
        needs,
        attempt,
        again: again || cx.place.again_said(),
        body,
        doc: match &pending.card_rule {
            Some(rule) if pending.doc.text.is_empty() => rule.about.clone(),
            Some(_) | None => pending.doc.text.clone(),
        },
        span: pending.span,
    })
}

/// How many steps must be filled before a condition and its refusal can be read.
fn after(cx: &BodyChecker, condition: &Expr, reason: crate::ir::TextId, shape: Shape) -> u16 {
    let mut after = 0;
    let Shape { given, steps } = shape;
    let mut look = |e: &Expr| {
        if let crate::ir::ExprKind::Local(local) = &e.kind {
            let at = local.index();
            if at >= given && at < given + steps {
                after = after.max(at - given + 1);
            }
        }
    };
    each_expr(condition, &mut look);
    for e in cx.out.tables[reason].parts.iter().filter_map(TemplatePart::read) {
        each_expr(e, &mut look);
    }
    u16::try_from(after).unwrap_or(u16::MAX)
}

/// `once per …`
fn limit(
    cx: &mut BodyChecker,
    limit: Option<&ast::Limit>,
    pending: &Pending<ast::Move>,
) -> Option<LimitId> {
    let limit = limit?;
    if limit.openly {
        cx.out.tables.openly([limit.span]);
    }
    cx.need(Needed::Run(RunKey::Stage(limit.per)), limit.span);
    // What hangs on a card is limited for each copy of it.
    let mut keys: Vec<LocalId> = cx.scope.local_of_this().into_iter().collect();
    for key in &limit.keys {
        let local = match cx.scope.find(&key.text).map(|s| &s.bound) {
            Some(Bound::Local(local)) => *local,
            Some(Bound::Broken) => continue,
            _ => {
                let item = &pending.item.name.text;
                cx.report(
                    Diagnostic::new(
                        Code::E0608,
                        key.span,
                        format!("`{}` is not a parameter of `{item}`", key.text),
                    )
                    .help("count by parameters of the move"),
                );
                continue;
            }
        };
        if matches!(cx.scope[local].ty, Type::List(..)) {
            cx.report(
                Diagnostic::new(
                    Code::E0608,
                    key.span,
                    "a limit counts by single cards, players or values, not by a set",
                )
                .help("leave out this name after `for`, or count by another one"),
            );
        }
        keys.push(local);
    }
    let reason = cx.maybe_text(limit.reason.as_ref());
    Some(cx.out.tables.limit(Limit {
        per: super::stage::ir_word(limit.per),
        keys,
        reason,
        span: limit.span,
    }))
}

/// `forbid`s of the move, and of the menus that hold it, turned into needs.
fn forbidden(cx: &mut BodyChecker, id: MoveId, params: &Params, needs: &mut Vec<Need>) {
    let env = cx.env;
    for forbid in &env.r.forbids {
        let item = &forbid.item;
        let names: Vec<(&ast::Name, LocalId)> = match env.def(forbid.scope, &item.target.text) {
            Some(Def::Move(m)) if m == id => {
                if !item.names.is_empty() && item.names.len() != params.written.len() {
                    let names = params.written.iter().map(|id| &*cx.scope[*id].name);
                    let help = all_or_none(&item.target.text, names);
                    cx.report(
                        Diagnostic::new(
                            Code::E0609,
                            item.target.span,
                            format!(
                                "`{}` has {} parameters, but {} are named",
                                item.target.text,
                                params.written.len(),
                                item.names.len()
                            ),
                        )
                        .help(help),
                    );
                    continue;
                }
                item.names.iter().zip(params.written.iter().copied()).collect()
            }
            Some(Def::Menu(menu)) if menu_holds(env, menu, id) => {
                if let Some(name) = item.names.first() {
                    cx.report(
                        Diagnostic::new(
                            Code::E0610,
                            name.span,
                            "the moves of a menu have no parameters in common",
                        )
                        .help("forbid one move, or leave the names out"),
                    );
                    continue;
                }
                Vec::new()
            }
            _ => continue,
        };
        let outside = cx.scope.enter(forbid.scope);
        cx.scope.hide_this();
        let mut owner = None;
        for (name, local) in names {
            if forbid.card_rule.is_some() && &*name.text == "owner" {
                owner = Some(local);
            } else {
                cx.scope.bind(name, Bound::Local(local));
            }
        }
        let condition = match &forbid.card_rule {
            Some(rule) => on_copies(cx, forbid, rule, owner),
            None => forbidding(cx, forbid),
        };
        let reason = cx.text(&item.reason);
        if let (Some(condition), Some(reason)) = (condition, reason) {
            let condition = super::arith::negated(condition);
            let after = after(cx, &condition, reason, params.shape());
            needs.push(Need { condition, reason, after, span: forbid.span });
        }
        cx.scope.leave(outside);
    }
}

/// When a `forbid` refuses.
fn forbidding(cx: &mut BodyChecker, forbid: &Pending<ast::Forbid>) -> Option<Expr> {
    match &forbid.item.condition {
        Some(c) => cx.condition(c),
        None => Some(card_rules::yes(forbid.span)),
    }
}

/// When a `forbid` of a card refuses: any copy of it does. The reason reads the first of them.
fn on_copies(
    cx: &mut BodyChecker,
    forbid: &Pending<ast::Forbid>,
    rule: &CardRule,
    given: Option<LocalId>,
) -> Option<Expr> {
    let owner = given.unwrap_or_else(|| cx.scope.local("#owner", Type::Player, forbid.span));
    let who = cx.scope.read(owner, forbid.span);
    let those = card_rules::those(cx, who.clone(), rule, |cx| forbidding(cx, forbid))?;
    let refused = card_rules::any(those.domain.clone());
    if given.is_some() {
        cx.scope.own(who, card_rules::first(those.domain));
        return Some(refused);
    }
    let owners = card_rules::owners(owner, refused);
    let first = card_rules::first(owners.clone());
    let (copies, _) = card_rules::copies(cx, first.clone(), rule);
    cx.scope.own(first, card_rules::first(copies));
    Some(card_rules::any(owners))
}

/// Whether a menu holds a move, by itself, through its menus, or because it joins.
pub(super) fn menu_holds(env: &Env, menu: u16, id: MoveId) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    let mut look = vec![menu];
    while let Some(menu) = look.pop() {
        if !seen.insert(menu) {
            continue;
        }
        if super::menu::joining(env, menu).contains(&id) {
            return true;
        }
        let pending = env.menu(menu);
        for entry in pending.item.tiers.iter().flatten() {
            if let ast::EntryKind::Named(name, _) = &entry.what {
                match env.def(pending.scope, &name.text) {
                    Some(Def::Move(m)) if m == id => return true,
                    Some(Def::Menu(m)) => look.push(m),
                    _ => {}
                }
            }
        }
    }
    false
}
