//! The heads of moves: their parameters, given by a menu or filled by whoever chooses.

use super::body_checker::BodyChecker;
use super::builder::RulebookBuilder;
use super::card_rules;
use super::env::Env;
use super::graph::{Acting, Node, RunKey};
use super::place::Give;
use super::reports::Reports;
use super::scope::Bound;
use super::walk;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{BodyRef, Expr, LocalDecl, LocalId, MoveId, Pick, Step, Type};
use crate::resolve::names::{CardRule, Def, Pending};
use crate::source::Span;
use crate::syntax::ast;

/// The parameters of a move, typed.
pub(super) struct Params {
    /// How many the menu gives.
    pub given: u16,
    /// The open ones.
    pub steps: Vec<Step>,
    /// The locals of the written parameters, in the order in which they are written.
    pub written: Vec<LocalId>,
}

/// Names that a move takes from the menu it joins without declaring them.
fn joined<'e>(
    env: &'e Env,
    pending: &'e Pending<ast::Move>,
) -> Vec<(&'e ast::Name, Option<&'e ast::TypeExpr>)> {
    let Some((menu, names)) = &pending.item.joins else { return Vec::new() };
    let params = match env.def(pending.scope, &menu.text) {
        Some(Def::Menu(menu)) => env.menu(menu).item.params.as_slice(),
        _ => &[],
    };
    names
        .iter()
        .filter(|name| !pending.item.params.iter().any(|p| p.name.text == name.text))
        .map(|name| (name, params.iter().find(|p| p.name.text == name.text).map(|p| &p.ty)))
        .collect()
}

/// How many parameters the menu gives.
pub(super) fn given_count(env: &Env, id: MoveId) -> usize {
    let pending = &env[id];
    let own = pending.item.params.iter().filter(|p| p.domain.is_none()).count();
    own + joined(env, pending).len()
}

/// Types the parameters of a move, if that was not done: afterwards their types are known by
/// position.
pub(super) fn head(env: &Env, out: &mut RulebookBuilder, id: MoveId) {
    if !out.moves.heads.begin(id.index()) {
        return;
    }
    let pending = &env[id];
    let mut cx = open(env, out, id, pending);
    let whole = params(&mut cx, pending).map(|params| params.shape().params());
    let locals = cx.scope.take_locals().into_iter();
    let head = locals.take(whole.unwrap_or(usize::MAX)).map(|l| (l.name, Some(l.ty))).collect();
    out.moves.heads.finish(id.index(), Some(head));
}

/// The body of a move, before anything is in sight.
pub(super) fn open<'a>(
    env: &'a Env,
    out: &'a mut RulebookBuilder,
    id: MoveId,
    pending: &Pending<ast::Move>,
) -> BodyChecker<'a> {
    let mut cx = BodyChecker::new(env, out, pending.scope, BodyRef::Move(id), Node::Move(id));
    cx.place.around.me = Acting::Known;
    cx.place.around.runs = vec![RunKey::Move(id)];
    cx.place.may.give = Give::Bare;
    cx.place.may.again = pending.item.attempt.is_none();
    cx.scope.are_set(walk::set_names(&pending.item.body));
    cx
}

/// Types the parameters: given ones, then the hidden card, then the open ones.
pub(super) fn params(cx: &mut BodyChecker, pending: &Pending<ast::Move>) -> Option<Params> {
    let item = &pending.item;
    let env = cx.env;
    let mut fine = true;
    let mut written = vec![LocalId(0); item.params.len()];
    let opened = item.params.iter().position(|p| p.domain.is_some()).unwrap_or(item.params.len());
    let mut given = 0_u16;
    for (at, param) in item.params.iter().enumerate().filter(|(_, p)| p.domain.is_none()) {
        if at > opened {
            cx.report(
                Diagnostic::new(
                    Code::E0603,
                    param.name.span,
                    format!("`{}` is given by the menu, so it comes first", param.name.text),
                )
                .help("put parameters with `in`, which the player fills, after it"),
            );
            fine = false;
        }
        fine &= menu_gives(cx, pending, &param.name);
        let ty = param
            .ty
            .as_ref()
            .and_then(|ty| type_written(cx.env, &mut cx.out.reports, pending.scope, ty));
        fine &= ty.is_some();
        let bound =
            cx.scope.local(&param.name.text, ty.clone().unwrap_or(Type::None), param.name.span);
        cx.bind(&param.name, if ty.is_some() { Bound::Local(bound) } else { Bound::Broken });
        written[at] = bound;
        given += 1;
    }
    for (name, ty) in joined(env, pending) {
        let ty = match ty {
            Some(ty) => type_written(cx.env, &mut cx.out.reports, pending.scope, ty),
            None => cx.wrong(
                Diagnostic::new(
                    Code::E0607,
                    name.span,
                    format!("the menu has no parameter `{}`", name.text),
                )
                .help("name the menu's parameters that the move uses"),
            ),
        };
        fine &= ty.is_some();
        let local = cx.scope.local(&name.text, ty.clone().unwrap_or(Type::None), name.span);
        cx.bind(name, if ty.is_some() { Bound::Local(local) } else { Bound::Broken });
        given += 1;
    }
    // All parameters stand before every other local.
    let hidden =
        pending.card_rule.as_ref().map(|_| cx.scope.local("this", Type::None, pending.span));
    let open: Vec<_> = (0..)
        .zip(&item.params)
        .filter_map(|(at, param)| Some((at, param, param.domain.as_ref()?)))
        .map(|(at, param, domain)| {
            (at, param, domain, cx.scope.local(&param.name.text, Type::None, param.name.span))
        })
        .collect();
    let mut steps = Vec::new();
    if let (Some(rule), Some(local)) = (&pending.card_rule, hidden) {
        steps.push(hidden_step(cx, rule, local, pending.span));
    }
    for (at, param, domain, local) in open {
        written[at] = local;
        let kind = match param.ty.as_ref().map(|t| &t.kind) {
            Some(ast::TypeKind::Name(kind)) => Some(kind),
            Some(_) => {
                cx.report(
                    Diagnostic::new(
                        Code::E0404,
                        param.name.span,
                        "a kind of card follows `:` when `in` follows",
                    )
                    .help("leave the type out"),
                );
                None
            }
            None => None,
        };
        match cx.step(&param.name, kind, local, domain) {
            Some(filled) => {
                cx.bind(&param.name, Bound::Local(local));
                cx.facts.learn(filled.facts);
                steps.push(filled.step);
            }
            None => {
                fine = false;
                cx.bind(&param.name, Bound::Broken);
            }
        }
    }
    fine.then_some(Params { given, steps, written })
}

/// Whether the menu that a move joins has a parameter of that name.
fn menu_gives(cx: &mut BodyChecker, pending: &Pending<ast::Move>, name: &ast::Name) -> bool {
    let Some((menu, _)) = &pending.item.joins else { return true };
    let Some(Def::Menu(of)) = cx.env.def(pending.scope, &menu.text) else { return true };
    let has = cx.env.menu(of).item.params.iter().any(|p| p.name.text == name.text);
    if !has {
        let said = format!("the menu `{}` has no parameter `{}` to give", menu.text, name.text);
        let range = pending.item.params.iter().find(|p| p.name.span == name.span);
        let range = range.and_then(|p| p.ty.as_ref()).and_then(super::fill::written_range);
        let help = range.map_or_else(
            || "a move that joins a menu is given the menu's parameters, by name".to_owned(),
            |range| format!("write `{0} in {range}`: what players pick has `in`", name.text),
        );
        cx.report(Diagnostic::new(Code::E0607, name.span, said).help(help));
    }
    has
}

/// The card that a move of a card rule stands on.
fn hidden_step(cx: &mut BodyChecker, rule: &CardRule, local: LocalId, span: Span) -> Step {
    let me = super::types::expr(crate::ir::ExprKind::Me, Type::Player, span);
    let (domain, _) = card_rules::copies(cx, me.clone(), rule);
    cx.scope.set_type(local, domain.elem.clone());
    let this = cx.scope.read(local, span);
    cx.scope.own(me, this);
    Step { local, domain, pick: Pick::One, whole: None }
}

/// How many parameters a move has of each sort, in the order of its locals.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Shape {
    /// Those that the menu gives.
    pub given: usize,
    /// Those that the player fills.
    pub steps: usize,
}

impl Params {
    /// How many there are of each sort.
    pub fn shape(&self) -> Shape {
        Shape { given: usize::from(self.given), steps: self.steps.len() }
    }
}

impl Shape {
    /// All of them together.
    pub fn params(self) -> usize {
        self.given + self.steps
    }
}

/// All of a move's parameters as arguments of the deed that carries it out.
pub(super) fn all_params(cx: &BodyChecker, shape: Shape) -> Vec<Expr> {
    (0..shape.params()).map(|at| cx.scope.read(LocalId(at as u16), Span::default())).collect()
}

/// Locals of parameters, for the deed that carries a move out.
pub(super) fn param_decls(locals: &[LocalDecl], shape: Shape) -> Vec<LocalDecl> {
    locals.iter().take(shape.params()).cloned().collect()
}

/// A written type, or a message.
pub(super) fn type_written(
    env: &Env,
    reports: &mut Reports,
    scope: crate::resolve::names::ScopeId,
    ty: &ast::TypeExpr,
) -> Option<Type> {
    let mut report = Vec::new();
    let typed = env.r.type_of(scope, ty, &mut report);
    report.into_iter().for_each(|d| reports.report(d));
    typed.map(|t| t.ty)
}
