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
use super::place::{Give, SuperCall};
use super::scope::Bound;
use super::stmt::leaves;
use super::walk;
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Severity};
use crate::ir::{
    BodyRef, Deed, DeedId, Domain, Expr, LocalDecl, LocalId, MoveId, Stmt, StmtKind, TextId, Type,
};
use crate::resolve::names::{CardRule, Def, Pending, ScopeId};
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
struct Chain {
    name: String,
    run: RunKey,
    /// Parameters: name, and type if it is known.
    params: Vec<LocalDecl>,
    broken: Vec<bool>,
    result: Option<Type>,
    me: Acting,
    again: bool,
    span: Span,
    /// The written parameters' places among all, for the names of rules.
    written: Vec<usize>,
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
    let item = &pending.item;
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
    let chain = Chain {
        name: item.name.text.to_string(),
        run: RunKey::Deed(instance.of),
        broken: vec![false; params.len()],
        written: (0..params.len()).collect(),
        params,
        result: signature.result.clone(),
        me: Acting::Unknown,
        again: false,
        span: pending.span,
    };
    let layers = layers(&hooks(env, Def::Deed(instance.of)));
    let ids = ids(out, instance.id, layers.len());
    let names: Vec<&ast::Name> = signature.params.iter().map(|p| &p.name).collect();
    for (at, layer) in layers.iter().enumerate() {
        let Some(id) = ids.get(at).copied() else { continue };
        let next = ids.get(at + 1).copied();
        let title = if at == 0 { item.title.as_ref().map(|t| (t, pending.scope)) } else { None };
        let original = (pending.scope, names.as_slice(), &item.body);
        let (deed, _) = layer_deed(
            env,
            out,
            &chain,
            ((layer, id, next), (title, names.as_slice(), at == 0)),
            |cx| {
                cx.scope.look_up_in(original.0);
                let mut block = Vec::new();
                bind_params(cx, original.1, &chain);
                cx.scope.are_set(walk::set_names(original.2));
                cx.stmts(&original.2.stmts, &mut block);
                block
            },
        );
        out.deeds.finish(id, deed);
    }
}

/// The ids of a chain: the first is given.
fn ids(out: &mut RulebookBuilder, first: DeedId, count: usize) -> Vec<DeedId> {
    let mut ids = vec![first];
    while ids.len() < count {
        ids.push(out.new_deed());
    }
    ids
}

/// Names for a layer's parameters.
fn bind_params(cx: &mut BodyChecker, names: &[&ast::Name], chain: &Chain) {
    for (name, at) in names.iter().zip(&chain.written) {
        let broken = chain.broken.get(*at).copied().unwrap_or(true);
        let local = LocalId(u16::try_from(*at).unwrap_or(u16::MAX));
        cx.bind(name, if broken { Bound::Broken } else { Bound::Local(local) });
    }
}

/// A layer, its deed, and the deed of the next one.
type LayerAt<'l> = (&'l Layer<'l>, DeedId, Option<DeedId>);

/// The title with its scope, the written names of the parameters, and whether it is the outermost
/// layer.
type LayerHead<'l> = (Option<(&'l ast::Text, ScopeId)>, &'l [&'l ast::Name], bool);

/// One layer as a deed.
fn layer_deed(
    env: &Env,
    out: &mut RulebookBuilder,
    chain: &Chain,
    (layer, head): (LayerAt<'_>, LayerHead<'_>),
    original: impl FnOnce(&mut BodyChecker) -> Vec<Stmt>,
) -> (Deed, bool) {
    let (layer, id, next) = layer;
    let (title, names, first) = head;
    let mut cx =
        BodyChecker::new(env, out, crate::resolve::names::GAME, BodyRef::Deed(id), Node::Deed(id));
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
    let title = title.and_then(|(text, scope)| {
        cx.scope.look_up_in(scope);
        let sights = cx.scope.open();
        bind_params(&mut cx, names, chain);
        let title = cx.text(text);
        cx.scope.close(sights);
        title
    });
    let block = match (layer, next) {
        (Layer::Original, _) | (_, None) => {
            let block = original(&mut cx);
            must_give(&mut cx, chain, &block, chain.span);
            block
        }
        (Layer::Instead(hook), Some(next)) => instead(&mut cx, chain, hook, next),
        (Layer::Around(befores, afters), Some(next)) => {
            around(&mut cx, chain, (befores, afters), next)
        }
    };
    let again = cx.place.again_said();
    (finished(cx, chain, first, (title, block)), again)
}

/// The deed of a layer.
fn finished(
    mut cx: BodyChecker,
    chain: &Chain,
    first: bool,
    made: (Option<TextId>, Vec<Stmt>),
) -> Deed {
    let (title, block) = made;
    let name = if first { chain.name.clone() } else { format!("#{}", chain.name) };
    let params = u16::try_from(chain.params.len()).unwrap_or(u16::MAX);
    let locals = cx.scope.take_locals();
    let body = crate::ir::Body { locals, block };
    Deed {
        name,
        params,
        result: chain.result.clone(),
        title,
        body,
        pauses: false,
        asks: false,
        span: chain.span,
    }
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

/// The parameters as arguments for the next layer.
fn pass_on(cx: &BodyChecker, chain: &Chain) -> Vec<Expr> {
    (0..chain.params.len()).map(|at| cx.scope.read(LocalId(at as u16), chain.span)).collect()
}

/// A call of the next layer, whose result is given on.
fn go_on(cx: &mut BodyChecker, chain: &Chain, next: DeedId, to: &mut Vec<Stmt>) -> Option<LocalId> {
    let args = pass_on(cx, chain);
    let into = chain.result.clone().map(|ty| cx.scope.local("#given", ty, chain.span));
    cx.call_made((next, args), into, chain.span, to);
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
                chain.written.iter().filter_map(|at| Some(&*chain.params.get(*at)?.name)),
            )),
        );
    }
    let mut owner = None;
    let mut bound: Vec<(&ast::Name, usize)> = Vec::new();
    for (name, at) in item.names.iter().zip(&chain.written) {
        if hook.card_rule.is_some() && &*name.text == "owner" {
            owner = Some(LocalId(u16::try_from(*at).unwrap_or(u16::MAX)));
        } else {
            bound.push((name, *at));
        }
    }
    for (name, at) in bound {
        let broken = chain.broken.get(at).copied().unwrap_or(true);
        let local = LocalId(u16::try_from(at).unwrap_or(u16::MAX));
        cx.bind(name, if broken { Bound::Broken } else { Bound::Local(local) });
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
    usual: Option<SuperCall>,
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
    usual: Option<SuperCall>,
) -> Option<Hooked> {
    let item = &hook.item;
    let owner = hook_names(cx, chain, hook)?;
    cx.place.unnamed = item.names.is_empty().then(|| {
        let given = chain.written.iter().filter_map(|at| chain.params.get(*at));
        (item.target.text.to_string(), given.map(|param| param.name.clone()).collect())
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
    let who = owner.unwrap_or_else(|| cx.scope.local("#owner", Type::Player, hook.span));
    let on = (rule, who, owner.is_some());
    if cx.place.may.usual.is_some() {
        for_the_first(cx, hook, on, condition)
    } else {
        for_each(cx, hook, on, condition)
    }
}

/// A card rule, the owner's local, and whether it is a parameter.
type On<'r> = (&'r CardRule, LocalId, bool);

/// `before` and `after` of a card: for each copy in turn, if it still lies there and the condition
/// holds by then.
fn for_each(
    cx: &mut BodyChecker,
    hook: &Pending<ast::Interrupt>,
    (rule, owner, given): On<'_>,
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
    (rule, owner, given): On<'_>,
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
    let usual = SuperCall { deed: next, args: pass_on(cx, chain), result: chain.result.clone() };
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
    rules: (&[&Pending<ast::Interrupt>], &[&Pending<ast::Interrupt>]),
    next: DeedId,
) -> Vec<Stmt> {
    let mut block = Vec::new();
    for hook in rules.0 {
        beside(cx, chain, hook, &mut block);
    }
    let into = go_on(cx, chain, next, &mut block);
    for hook in rules.1 {
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
    of: (MoveId, &Pending<ast::Move>),
    shape: heads::Shape,
    again: &mut bool,
) -> Vec<Stmt> {
    let (id, pending) = of;
    let env = cx.env;
    let hooks = hooks(env, Def::Move(id));
    if hooks.is_empty() {
        let mut block = Vec::new();
        cx.stmts(&pending.item.body.stmts, &mut block);
        return block;
    }
    let item = &pending.item;
    let names: Vec<&ast::Name> = item.params.iter().map(|p| &p.name).collect();
    let params = heads::param_decls(cx.scope.locals(), shape);
    let written = written(cx, &names);
    let chain = Chain {
        name: item.name.text.to_string(),
        run: RunKey::Move(id),
        broken: vec![false; params.len()],
        params,
        result: None,
        me: Acting::Known,
        again: item.attempt.is_none(),
        span: pending.span,
        written,
    };
    let layers = layers(&hooks);
    let first = cx.out.new_deed();
    let ids = ids(cx.out, first, layers.len());
    for (at, layer) in layers.iter().enumerate() {
        let Some(deed) = ids.get(at).copied() else { continue };
        let next = ids.get(at + 1).copied();
        let body = &item.body;
        let (scope, facts) = (&cx.scope, &cx.facts);
        let made = layer_deed(
            env,
            cx.out,
            &chain,
            ((layer, deed, next), (None, &names, false)),
            |inner| {
                inner.scope.look_up_in(pending.scope);
                inner.scope.see_as(scope);
                inner.facts.restore(facts.all());
                inner.scope.are_set(walk::set_names(body));
                let mut block = Vec::new();
                inner.stmts(&body.stmts, &mut block);
                block
            },
        );
        *again |= made.1;
        cx.out.deeds.finish(deed, made.0);
    }
    let args = heads::all_params(cx, shape);
    let mut block = Vec::new();
    cx.call_made((first, args), None, pending.span, &mut block);
    block
}

/// The places of written parameters among the locals.
fn written(cx: &BodyChecker, names: &[&ast::Name]) -> Vec<usize> {
    names
        .iter()
        .filter_map(|name| match cx.scope.find(&name.text).map(|s| &s.bound) {
            Some(Bound::Local(local)) => Some(local.index()),
            _ => None,
        })
        .collect()
}

/// Kinds for an instance that nobody asked for.
pub(super) fn plain_instance(of: DeedId) -> Instance {
    Instance { of, id: of, kinds: BTreeMap::new() }
}
