//! Deeds, and the weaving of `before`, `after` and `instead of` around deeds and moves.
//!
//! What is interrupted becomes a chain of deeds: the outermost runs the `before`s (latest first),
//! calls the next layer, and runs the `after`s; each `instead of` is a layer of its own (latest
//! first) whose `as usual` calls the next one; the innermost is what was written. The first of the
//! chain keeps the deed's id and title.

use super::body_checker::BodyChecker;
use super::builder::RulebookBuilder;
use super::card_rules;
use super::env::Env;
use super::fill::all_or_none;
use super::graph::{Acting, Node, RunKey};
use super::heads;
use super::made::Instance;
use super::narrowing::renamed;
use super::place::{DeedCall, Give};
use super::scope::{Bound, Scope};
use super::stmt::leaves;
use super::walk;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::{
    Body, BodyRef, Deed, DeedId, Domain, Expr, LocalDecl, LocalId, MoveId, Stmt, StmtKind, Type,
};
use crate::resolve::names::{CardRule, Def, GAME, Pending, ScopeId};
use crate::source::Span;
use crate::syntax::ast::{self, InterruptWhen};
use std::collections::BTreeMap;

/// A layer of a chain.
enum Layer<'e> {
    /// `before`s and `after`s around the rest.
    Around(Vec<&'e Pending<ast::Interrupt>>, Vec<&'e Pending<ast::Interrupt>>),
    /// One `instead of`.
    Instead(&'e Pending<ast::Interrupt>),
    /// What was written.
    Original,
}

/// What all layers of a chain share.
struct Chain<'e> {
    name: String,
    run: RunKey,
    /// The scope in which it was written, of which the title and the innermost layer are.
    scope: ScopeId,
    /// Shown in the path while a deed runs; none of a move, which has its own.
    title: Option<&'e ast::Text>,
    params: Vec<LocalDecl>,
    /// Names of the parameters as they were written, and their places among all.
    written: Vec<(&'e ast::Name, LocalId)>,
    result: Option<Type>,
    me: Acting,
    again: bool,
    span: Span,
}

/// One deed of a chain.
struct Link<'l> {
    layer: &'l Layer<'l>,
    deed: DeedId,
    /// None of the innermost.
    next: Option<DeedId>,
    /// Whether it keeps the name and the title of what the chain is made of.
    keeps_name: bool,
}

/// The interrupts of a deed or move, in file order.
fn hooks(env: &Env, target: Def) -> Vec<&Pending<ast::Interrupt>> {
    env.r
        .interrupts
        .iter()
        .filter(|i| env.def(i.scope, &i.item.target.text) == Some(target))
        .collect()
}

/// The layers that they make.
fn layers<'e>(hooks: &[&'e Pending<ast::Interrupt>]) -> Vec<Layer<'e>> {
    let of = |when: InterruptWhen| hooks.iter().filter(move |h| h.item.when == when).copied();
    let mut befores: Vec<_> = of(InterruptWhen::Before).collect();
    befores.reverse();
    let afters: Vec<_> = of(InterruptWhen::After).collect();
    let mut layers = Vec::new();
    if !befores.is_empty() || !afters.is_empty() {
        layers.push(Layer::Around(befores, afters));
    }
    let mut insteads: Vec<_> = of(InterruptWhen::Instead).map(Layer::Instead).collect();
    insteads.reverse();
    layers.extend(insteads);
    layers.push(Layer::Original);
    layers
}

/// Types a deed for given kinds, and what is woven around it.
pub(super) fn type_deed(env: &Env, out: &mut RulebookBuilder, instance: &Instance) {
    let (pending, signature) = &env[instance.of];
    let mut params = Vec::new();
    for param in &signature.params {
        let ty = match &param.any {
            Some(any) => {
                Type::Zone(instance.kinds.get(any).copied().unwrap_or_else(|| env.r.all_kinds()))
            }
            None => param.ty.clone(),
        };
        params.push(LocalDecl {
            name: param.name.text.to_string(),
            ty,
            per_seat: false,
            span: param.name.span,
        });
    }
    let body = &pending.item.body;
    let chain = Chain {
        name: pending.item.name.text.to_string(),
        run: RunKey::Deed(instance.of),
        scope: pending.scope,
        title: pending.item.title.as_ref(),
        params,
        written: signature.params.iter().map(|p| &p.name).zip((0..).map(LocalId)).collect(),
        result: signature.result.clone(),
        me: Acting::Unknown,
        again: false,
        span: pending.span,
    };
    let layers = layers(&hooks(env, Def::Deed(instance.of)));
    let deeds = deeds(out, instance.id, layers.len());
    for (at, (layer, deed)) in layers.iter().zip(&deeds).enumerate() {
        let next = deeds.get(at + 1).copied();
        let link = Link { layer, deed: *deed, next, keeps_name: at == 0 };
        layer_deed(env, out, &chain, link, |cx| {
            cx.scope.look_up_in(chain.scope);
            let mut block = Vec::new();
            bind_params(cx, &chain);
            cx.scope.are_set(walk::set_names(body));
            cx.stmts(&body.stmts, &mut block);
            block
        });
    }
}

/// The deeds of a chain: the first is given.
fn deeds(out: &mut RulebookBuilder, first: DeedId, count: usize) -> Vec<DeedId> {
    let mut deeds = vec![first];
    while deeds.len() < count {
        deeds.push(out.new_deed());
    }
    deeds
}

/// Names for a layer's parameters.
fn bind_params(cx: &mut BodyChecker, chain: &Chain) {
    for (name, local) in &chain.written {
        cx.bind(name, Bound::Local(*local));
    }
}

/// Makes one layer a deed; gives whether `again` was said in it.
fn layer_deed(
    env: &Env,
    out: &mut RulebookBuilder,
    chain: &Chain,
    link: Link<'_>,
    original: impl FnOnce(&mut BodyChecker) -> Vec<Stmt>,
) -> bool {
    let id = link.deed;
    let mut cx = BodyChecker::new(env, out, GAME, BodyRef::Deed(id), Node::Deed(id));
    cx.place.around.me = chain.me;
    cx.place.around.runs = vec![chain.run];
    if let RunKey::Move(_) = chain.run {
        cx.place.around.runs.push(RunKey::Deed(id));
    }
    cx.scope.begin_with(&chain.params);
    cx.place.may.again = chain.again;
    cx.place.may.give = match &chain.result {
        Some(ty) => Give::Value(ty.clone()),
        None => Give::Bare,
    };
    let title = chain.title.filter(|_| link.keeps_name).and_then(|text| {
        cx.scope.look_up_in(chain.scope);
        let sights = cx.scope.open();
        bind_params(&mut cx, chain);
        let title = cx.text(text);
        cx.scope.close(sights);
        title
    });
    let block = match (link.layer, link.next) {
        (Layer::Original, _) | (_, None) => {
            let block = original(&mut cx);
            must_give(&mut cx, chain, &block, chain.span);
            block
        }
        (Layer::Instead(hook), Some(next)) => instead(&mut cx, chain, hook, next),
        (Layer::Around(befores, afters), Some(next)) => {
            around(&mut cx, chain, befores, afters, next)
        }
    };
    let again = cx.place.again_said();
    let locals = cx.scope.take_locals();
    let name = if link.keeps_name { chain.name.clone() } else { format!("#{}", chain.name) };
    let deed = Deed {
        name,
        params: u16::try_from(chain.params.len()).unwrap_or(u16::MAX),
        result: chain.result.clone(),
        title,
        body: Body { locals, block },
        pauses: false,
        asks: false,
        span: chain.span,
    };
    out.deeds.finish(id, deed);
    again
}

/// A deed that gives something gives it on every path.
fn must_give(cx: &mut BodyChecker, chain: &Chain, block: &[Stmt], span: Span) {
    let inside = |d: &Diagnostic| {
        let at = d.span();
        d.severity == Severity::Error
            && at.file == span.file
            && at.start >= span.start
            && at.end <= span.end
    };
    // A line that could not be understood may be the one that gives.
    if let Some(ty) = &chain.result
        && !leaves(block)
        && !cx.out.reports.all().iter().any(inside)
        && !cx.env.r.names_missing
    {
        let ty = super::types::shown(cx.env, ty);
        let name = &chain.name;
        cx.report(
            Diagnostic::new(
                Code::E0506,
                span,
                format!("`{name}` does not give `{ty}` on every path"),
            )
            .help("end it with `give …`, and each branch that ends early, too"),
        );
    }
}

/// A call of the next layer, which is handed all parameters.
fn pass_on(cx: &BodyChecker, chain: &Chain, next: DeedId) -> DeedCall {
    let params = 0..chain.params.len() as u16;
    let args = params.map(|at| cx.scope.read(LocalId(at), chain.span)).collect();
    DeedCall { deed: next, args, result: chain.result.clone() }
}

/// A call of the next layer, whose result is given on.
fn go_on(cx: &mut BodyChecker, chain: &Chain, next: DeedId, to: &mut Vec<Stmt>) -> Option<LocalId> {
    let call = pass_on(cx, chain, next);
    let into = chain.result.clone().map(|ty| cx.scope.local("#given", ty, chain.span));
    cx.call_made(call, into, chain.span, to);
    into
}

/// Gives what the next layer gave.
fn give_on(cx: &BodyChecker, chain: &Chain, into: Option<LocalId>, to: &mut Vec<Stmt>) {
    if let Some(local) = into {
        let given = cx.scope.read(local, chain.span);
        to.push(Stmt::open(StmtKind::Give(Some(given)), chain.span));
    }
}

/// Names of a rule for the parameters; the one called `owner` in a card rule.
fn hook_names(
    cx: &mut BodyChecker,
    chain: &Chain,
    hook: &Pending<ast::Interrupt>,
) -> Option<Option<LocalId>> {
    let item = &hook.item;
    if !item.names.is_empty() && item.names.len() != chain.written.len() {
        let (have, named) = (chain.written.len(), item.names.len());
        return cx.wrong(
            Diagnostic::new(
                Code::E0609,
                item.target.span,
                format!("`{}` has {have} parameters, but {named} are named", item.target.text),
            )
            .help(all_or_none(
                &item.target.text,
                chain.written.iter().map(|(name, _)| &*name.text),
            )),
        );
    }
    let mut owner = None;
    for (name, (_, local)) in item.names.iter().zip(&chain.written) {
        if hook.card_rule.is_some() && &*name.text == "owner" {
            owner = Some(*local);
        } else {
            cx.bind(name, Bound::Local(*local));
        }
    }
    Some(owner)
}

/// A rule's condition and body, typed.
struct Hooked {
    /// The copies it acts for, if it stands in a `rules for`.
    card: Option<OnCard>,
    condition: Expr,
    body: Vec<Stmt>,
}

/// The copies of a card that a rule acts for.
struct OnCard {
    /// Whom it goes through, unless the owner is among the parameters.
    owners: Option<(LocalId, Domain)>,
    this: LocalId,
    copies: Domain,
}

fn hooked(
    cx: &mut BodyChecker,
    chain: &Chain,
    hook: &Pending<ast::Interrupt>,
    usual: Option<DeedCall>,
) -> Option<Hooked> {
    cx.scope.look_up_in(hook.scope);
    let mark = cx.scope.open();
    let known = cx.facts.all();
    let may = cx.place.may.clone();
    let typed = hook_body(cx, chain, hook, usual);
    cx.place.may = may;
    cx.scope.close(mark);
    cx.facts.restore(known);
    cx.place.unnamed = None;
    cx.facts.something_changed();
    typed
}

fn hook_body(
    cx: &mut BodyChecker,
    chain: &Chain,
    hook: &Pending<ast::Interrupt>,
    usual: Option<DeedCall>,
) -> Option<Hooked> {
    let item = &hook.item;
    let owner = hook_names(cx, chain, hook)?;
    cx.place.unnamed = item.names.is_empty().then(|| {
        let given = chain.written.iter().map(|(name, _)| name.text.to_string());
        (item.target.text.to_string(), given.collect())
    });
    cx.scope.are_set(walk::set_names(&item.body));
    if usual.is_none() {
        cx.place.may.give = Give::Not;
    }
    cx.place.may.usual = usual;
    let condition = |cx: &mut BodyChecker| match &item.condition {
        Some(c) => cx.condition(c),
        None => Some(card_rules::yes(hook.span)),
    };
    let Some(rule) = &hook.card_rule else {
        let condition = condition(cx)?;
        let learned = cx.facts.learned(&condition, true);
        cx.facts.learn(learned);
        let mut body = Vec::new();
        cx.stmts(&hook.item.body.stmts, &mut body);
        return Some(Hooked { card: None, condition, body });
    };
    let given = owner.is_some();
    let owner = owner.unwrap_or_else(|| cx.scope.local("#owner", Type::Player, hook.span));
    let held = Held { rule, owner, given };
    if cx.place.may.usual.is_some() {
        for_the_first(cx, hook, held, condition)
    } else {
        for_each(cx, hook, held, condition)
    }
}

/// The card of a rule with whoever holds it.
#[derive(Clone, Copy)]
struct Held<'r> {
    rule: &'r CardRule,
    owner: LocalId,
    /// Whether the owner is a parameter of what is interrupted.
    given: bool,
}

/// `before` and `after` of a card: for each copy in turn, if it still lies there and the condition
/// holds by then.
fn for_each(
    cx: &mut BodyChecker,
    hook: &Pending<ast::Interrupt>,
    Held { rule, owner, given }: Held<'_>,
    condition: impl Fn(&mut BodyChecker) -> Option<Expr>,
) -> Option<Hooked> {
    let who = cx.scope.read(owner, hook.span);
    let (copies, _) = card_rules::copies(cx, who.clone(), rule);
    let owners = (!given).then(|| {
        let (holding, _) = card_rules::copies(cx, who.clone(), rule);
        (owner, card_rules::owners(owner, card_rules::any(holding)))
    });
    let this = cx.scope.local("#this", copies.elem.clone(), hook.span);
    let read = cx.scope.read(this, hook.span);
    cx.scope.own(who.clone(), read.clone());
    let condition = condition(cx)?;
    let learned = cx.facts.learned(&condition, true);
    cx.facts.learn(learned);
    let mut body = Vec::new();
    cx.stmts(&hook.item.body.stmts, &mut body);
    let condition = if card_rules::several(cx, rule) {
        card_rules::both(card_rules::still_there(cx, read, who, rule), condition)
    } else {
        condition
    };
    Some(Hooked { card: Some(OnCard { owners, this, copies }), condition, body })
}

/// `instead of` of a card: the first copy for which the condition holds replaces what it replaces
/// for all of them.
fn for_the_first(
    cx: &mut BodyChecker,
    hook: &Pending<ast::Interrupt>,
    Held { rule, owner, given }: Held<'_>,
    condition: impl Fn(&mut BodyChecker) -> Option<Expr>,
) -> Option<Hooked> {
    let who = cx.scope.read(owner, hook.span);
    let those = card_rules::those(cx, who.clone(), rule, condition)?;
    let copies = those.domain;
    let owners =
        (!given).then(|| (owner, card_rules::owners(owner, card_rules::any(copies.clone()))));
    let this = cx.scope.local("#this", copies.elem.clone(), hook.span);
    let read = cx.scope.read(this, hook.span);
    cx.scope.own(who, read);
    let facts = renamed(&those.facts, those.each, this);
    cx.facts.learn(those.facts);
    cx.facts.learn(facts);
    let mut body = Vec::new();
    cx.place.usual_said();
    cx.stmts(&hook.item.body.stmts, &mut body);
    if let (Some(span), true) = (cx.place.usual_said(), card_rules::several(cx, rule)) {
        let name = &hook.item.target.text;
        let there = card_rules::among(cx, rule);
        cx.report(
            Diagnostic::new(
                Code::E0616,
                span,
                "with several copies of the card, this would be done several times",
            )
            .help(format!(
                "say it once for all copies, outside `rules for`: `instead of {name}(…) when \
                 {there}`"
            )),
        );
    }
    Some(Hooked {
        card: Some(OnCard { owners, this, copies }),
        condition: card_rules::yes(hook.span),
        body,
    })
}

/// `instead of`: its body if its condition holds, otherwise the next layer.
fn instead(
    cx: &mut BodyChecker,
    chain: &Chain,
    hook: &Pending<ast::Interrupt>,
    next: DeedId,
) -> Vec<Stmt> {
    let usual = pass_on(cx, chain, next);
    let Some(hooked) = hooked(cx, chain, hook, Some(usual)) else { return Vec::new() };
    must_give(cx, chain, &hooked.body, hook.span);
    let kind = match hooked.card {
        Some(OnCard { owners, this, copies }) => {
            let usual = as_if_nothing(cx, chain, next);
            let mut kind = StmtKind::IfThere(this, copies, hooked.body, usual);
            if let Some((owner, owners)) = owners {
                let usual = as_if_nothing(cx, chain, next);
                kind = StmtKind::IfThere(owner, owners, vec![Stmt::open(kind, hook.span)], usual);
            }
            kind
        }
        None if card_rules::is_yes(&hooked.condition) => return hooked.body,
        None => StmtKind::If(hooked.condition, hooked.body, as_if_nothing(cx, chain, next)),
    };
    vec![Stmt::open(kind, hook.span)]
}

/// The next layer and what it gives.
fn as_if_nothing(cx: &mut BodyChecker, chain: &Chain, next: DeedId) -> Vec<Stmt> {
    let mut block = Vec::new();
    let into = go_on(cx, chain, next, &mut block);
    give_on(cx, chain, into, &mut block);
    block
}

/// `before`s, the next layer, `after`s.
fn around(
    cx: &mut BodyChecker,
    chain: &Chain,
    befores: &[&Pending<ast::Interrupt>],
    afters: &[&Pending<ast::Interrupt>],
    next: DeedId,
) -> Vec<Stmt> {
    let mut block = Vec::new();
    for hook in befores {
        beside(cx, chain, hook, &mut block);
    }
    let into = go_on(cx, chain, next, &mut block);
    for hook in afters {
        beside(cx, chain, hook, &mut block);
    }
    give_on(cx, chain, into, &mut block);
    block
}

/// One `before` or `after`.
fn beside(cx: &mut BodyChecker, chain: &Chain, hook: &Pending<ast::Interrupt>, to: &mut Vec<Stmt>) {
    let Some(hooked) = hooked(cx, chain, hook, None) else { return };
    let span = hook.span;
    let mut kind = StmtKind::If(hooked.condition, hooked.body, Vec::new());
    if let Some(OnCard { owners, this, copies }) = hooked.card {
        kind = StmtKind::ForEach(this, copies, vec![Stmt::open(kind, span)]);
        if let Some((owner, owners)) = owners {
            kind = StmtKind::ForEach(owner, owners, vec![Stmt::open(kind, span)]);
        }
    }
    to.push(Stmt::open(kind, span));
}

/// The body of a move: what was written, or a call of the chain around it.
pub(super) fn move_body(
    cx: &mut BodyChecker,
    id: MoveId,
    shape: heads::Shape,
    again: &mut bool,
) -> Vec<Stmt> {
    let env = cx.env;
    let pending = &env[id];
    let hooks = hooks(env, Def::Move(id));
    if hooks.is_empty() {
        let mut block = Vec::new();
        cx.stmts(&pending.item.body.stmts, &mut block);
        return block;
    }
    let item = &pending.item;
    let chain = Chain {
        name: item.name.text.to_string(),
        run: RunKey::Move(id),
        scope: pending.scope,
        title: None,
        params: heads::param_decls(cx.scope.locals(), shape),
        written: written(&cx.scope, &item.params),
        result: None,
        me: Acting::Known,
        again: item.attempt.is_none(),
        span: pending.span,
    };
    let layers = layers(&hooks);
    let first = cx.out.new_deed();
    let deeds = deeds(cx.out, first, layers.len());
    for (at, (layer, deed)) in layers.iter().zip(&deeds).enumerate() {
        let next = deeds.get(at + 1).copied();
        let link = Link { layer, deed: *deed, next, keeps_name: false };
        let body = &item.body;
        let (scope, facts) = (&cx.scope, &cx.facts);
        *again |= layer_deed(env, cx.out, &chain, link, |inner| {
            inner.scope.look_up_in(chain.scope);
            inner.scope.see_as(scope);
            inner.facts.restore(facts.all());
            inner.scope.are_set(walk::set_names(body));
            let mut block = Vec::new();
            inner.stmts(&body.stmts, &mut block);
            block
        });
    }
    let args = heads::all_params(cx, shape);
    let mut block = Vec::new();
    cx.call_made(DeedCall { deed: first, args, result: None }, None, pending.span, &mut block);
    block
}

/// The parameters of a move, each with its local.
fn written<'e>(scope: &Scope<'_>, params: &'e [ast::MoveParam]) -> Vec<(&'e ast::Name, LocalId)> {
    let local = |name: &ast::Name| match scope.find(&name.text)?.bound {
        Bound::Local(local) => Some(local),
        Bound::PerSeat(_) | Bound::Alias(_) | Bound::Broken => None,
    };
    params.iter().filter_map(|param| Some((&param.name, local(&param.name)?))).collect()
}

/// Kinds for an instance that nobody asked for.
pub(super) fn plain_instance(of: DeedId) -> Instance {
    Instance { of, id: of, kinds: BTreeMap::new() }
}
