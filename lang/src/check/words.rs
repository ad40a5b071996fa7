//! Words: each typed once, when it is first used; changes woven into its value.

use super::body_checker::BodyChecker;
use super::builder::RulebookBuilder;
use super::card_rules;
use super::env::Env;
use super::graph::Node;
use super::narrowing::renamed;
use super::place::OwnCalls;
use super::scope::Bound;
use super::types::{constant, expr, is_amount, shown};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::each_expr;
use crate::ir::{ArithOp, BodyRef, Expr, ExprKind, FoldOp, LocalId, Type, Value, Word, WordId};
use crate::resolve::names::{CardRule, Pending, WordSignature};
use crate::syntax::ast;

/// So deep may a word call itself: a copy is made for each level.
const DEEPEST: i64 = 32;

/// The type of a word's value: as written, or found by typing it now.
pub(super) fn result(env: &Env, out: &mut RulebookBuilder, id: WordId) -> Option<Type> {
    if let Some(written) = &env[id].1.result {
        return Some(written.clone());
    }
    type_word(env, out, id);
    // Of one that is being typed further up nothing is known: the circle is shown when all uses
    // are.
    out.words.result(id)
}

/// Types a word, unless that was done.
pub(super) fn type_word(env: &Env, out: &mut RulebookBuilder, id: WordId) {
    if !out.words.typing.begin(id.index()) {
        return;
    }
    let calls = copies(env, out, id);
    let typed = calls.and_then(|calls| body(env, out, id, calls));
    if typed.is_none() {
        out.reports.lose(env[id].0.span);
    }
    out.words.typing.finish(id.index(), typed);
}

/// Of a word that says how deep it calls itself: types its copies, the deepest first, and gives
/// what its own calls become. Nothing if what it says cannot be.
fn copies(env: &Env, out: &mut RulebookBuilder, id: WordId) -> Option<Option<OwnCalls>> {
    let (pending, signature) = &env[id];
    let Some(deep) = &pending.item.deep else { return Some(None) };
    let name = &pending.item.name.text;
    let wrong = if !(1..=DEEPEST).contains(&deep.levels) {
        let said = format!("a word calls itself at most 1 to {DEEPEST} deep");
        Some(Diagnostic::new(Code::E0520, deep.span, said).help(
            "say fewer; what goes on for longer is done in a deed, with `repeat until … { … }`",
        ))
    } else {
        let missing = signature.result.is_none();
        let text = signature.result.as_ref().is_some_and(|ty| *ty.bare() == Type::Text);
        (missing || text).then(|| {
            let said = if missing {
                format!("`{name}` calls itself, so its type must be written")
            } else {
                format!("`{name}` is a text, and a text is put together where it is shown")
            };
            Diagnostic::new(Code::E0520, pending.item.name.span, said).help(format!(
                "write it before `at most`: `-> Number at most {} deep`",
                deep.levels
            ))
        })
    };
    if let Some(wrong) = wrong {
        out.reports.report(wrong);
        return None;
    }
    let mut calls = OwnCalls::TooDeep;
    for _ in 1..deep.levels {
        let Some(next) = out.words.next_copy() else {
            out.tables.refuse("words");
            break;
        };
        let muted = out.reports.mute();
        let copy = body(env, out, id, Some(calls));
        out.reports.unmute(muted);
        // What is wrong is said of the word itself.
        let Some(copy) = copy else { break };
        out.words.add_copy(id, copy);
        calls = OwnCalls::Go(next);
    }
    Some(Some(calls))
}

fn body(env: &Env, out: &mut RulebookBuilder, id: WordId, calls: Option<OwnCalls>) -> Option<Word> {
    let (pending, signature) = &env[id];
    let define = &pending.item;
    let mut cx = BodyChecker::new(env, out, pending.scope, BodyRef::Word(id), Node::Word(id));
    cx.place.call_itself(calls);
    let sights = cx.scope.open();
    for param in &signature.params {
        cx.bind_local(&param.name, param.ty.clone());
    }
    let value = match &signature.result {
        Some(ty) => cx.expect(&define.value, ty)?,
        None => {
            let value = cx.value(&define.value, None)?;
            if value.ty == Type::None {
                return cx.wrong(
                    Diagnostic::new(
                        Code::E0412,
                        value.span,
                        "it does not show what this would be if it were not none",
                    )
                    .help("write the type: `define … -> T or none = …`"),
                );
            }
            value
        }
    };
    cx.scope.close(sights);
    let params: Vec<Expr> = (0..signature.params.len())
        .map(|at| cx.scope.read(LocalId(at as u16), pending.span))
        .collect();
    let value = changed(&mut cx, id, &params, value)?;
    let locals = cx.scope.take_locals();
    let params = u16::try_from(signature.params.len()).unwrap_or(u16::MAX);
    let name = define.name.text.to_string();
    Some(Word { name, locals, params, uses_me: false, value, span: pending.span })
}

/// A text that a word gives is written where it is used: its holes read what stands there when it
/// is shown, as those of any other text do.
pub(super) fn spliced(cx: &mut BodyChecker, id: WordId, args: &[Expr]) -> Option<Expr> {
    type_word(cx.env, cx.out, id);
    if cx.out.words.typed(id).is_none() || cx.out.tables.too_many().is_some() {
        return None;
    }
    let (pending, signature) = &cx.env[id];
    let outside = cx.scope.enter(pending.scope);
    cx.scope.hide_this();
    let sights = cx.scope.open();
    for (param, arg) in signature.params.iter().zip(args) {
        cx.bind(&param.name, Bound::Alias(Box::new(arg.clone())));
    }
    let value = cx.value(&pending.item.value, Some(&Type::Text));
    cx.scope.close(sights);
    let value = value.and_then(|value| changed(cx, id, args, value));
    cx.scope.leave(outside);
    value
}

/// All changes of a word on its value: `to`s first, the last one outermost, then `by`s.
fn changed(cx: &mut BodyChecker, id: WordId, args: &[Expr], value: Expr) -> Option<Expr> {
    let env = cx.env;
    let (declared, signature) = &env[id];
    let mut value = value;
    for by in [false, true] {
        for change in &env.r.changes {
            let of = &change.item;
            // Another word may have the same name.
            let meant = of.word.text == declared.item.name.text
                && of.receiver.is_some() == signature.receiver;
            if of.by == by && meant {
                value = with_change(cx, change, signature, args, value)?;
            }
        }
    }
    Some(value)
}

fn with_change(
    cx: &mut BodyChecker,
    change: &Pending<ast::Change>,
    signature: &WordSignature,
    args: &[Expr],
    before: Expr,
) -> Option<Expr> {
    let item = &change.item;
    let wanted = signature.params.len() - usize::from(signature.receiver);
    if !item.names.is_empty() && item.names.len() != wanted {
        return cx.wrong(
            Diagnostic::new(
                Code::E0409,
                item.word.span,
                format!(
                    "`{}` has {wanted} parameters, but {} are named",
                    item.word.text,
                    item.names.len()
                ),
            )
            .help("name all of its parameters in order, or none of them"),
        );
    }
    let outside = cx.scope.enter(change.scope);
    let shift = usize::from(signature.receiver);
    let mut owner = None;
    let receiver = item.receiver.iter().map(|n| (n, 0));
    let named = item.names.iter().enumerate().map(|(at, n)| (n, at + shift));
    for (name, at) in receiver.chain(named).collect::<Vec<_>>() {
        let arg = &args[at];
        if change.card_rule.is_some() && &*name.text == "owner" {
            owner = Some(arg.clone());
        } else {
            cx.bind(name, Bound::Alias(Box::new(arg.clone())));
        }
    }
    let made = match &change.card_rule {
        Some(rule) => on_copies(cx, change, rule, owner, &before),
        None => plainly(cx, change, &before),
    };
    cx.scope.leave(outside);
    woven(cx, before, made?, item.by)
}

/// What a change makes of a word.
struct Changing {
    condition: Expr,
    value: Expr,
}

fn condition(cx: &mut BodyChecker, change: &Pending<ast::Change>) -> Option<Expr> {
    match &change.item.condition {
        Some(c) => cx.condition(c),
        None => Some(card_rules::yes(change.span)),
    }
}

fn value(cx: &mut BodyChecker, change: &Pending<ast::Change>, before: &Expr) -> Option<Expr> {
    let item = &change.item;
    if !item.by {
        return cx.expect(&item.value, &before.ty);
    }
    let value = cx.value(&item.value, Some(&before.ty))?;
    if !is_amount(before.ty.bare()) {
        let have = shown(cx.env, &before.ty);
        let said =
            format!("only numbers and amounts change `by` something, but the word is `{have}`");
        return cx.wrong(Diagnostic::new(Code::E0413, value.span, said).help("write `to`"));
    }
    cx.judge().fit(value, before.ty.bare())
}

/// A change that hangs on no card.
fn plainly(cx: &mut BodyChecker, change: &Pending<ast::Change>, before: &Expr) -> Option<Changing> {
    let condition = condition(cx, change);
    let learned = condition.as_ref().map(|c| cx.facts.learned(c, true)).unwrap_or_default();
    let known = cx.facts.learn(learned);
    let value = value(cx, change, before);
    cx.facts.unlearn(known);
    Some(Changing { condition: condition?, value: value? })
}

/// A change of a card: what `by` adds is added up over its copies; a `to` holds as soon as there is
/// one.
fn on_copies(
    cx: &mut BodyChecker,
    change: &Pending<ast::Change>,
    rule: &CardRule,
    given: Option<Expr>,
    before: &Expr,
) -> Option<Changing> {
    if !change.item.by {
        return to_on_copies(cx, change, rule, given, before);
    }
    let span = change.span;
    let owner = given.is_none().then(|| cx.scope.local("#owner", Type::Player, span));
    let who = given.or_else(|| owner.map(|owner| cx.scope.read(owner, span)))?;
    let those = card_rules::those(cx, who.clone(), rule, |cx| condition(cx, change))?;
    let this = cx.scope.local("#this", those.domain.elem.clone(), span);
    let read = cx.scope.read(this, span);
    cx.scope.own(who, read);
    let facts = renamed(&those.facts, those.each, this);
    let known = cx.facts.learn(those.facts);
    cx.facts.learn(facts);
    let value = value(cx, change, before);
    cx.facts.unlearn(known);
    let value = value?;
    let ty = value.ty.clone();
    let mut sum = expr(ExprKind::fold(FoldOp::Sum, this, those.domain, value), ty.clone(), span);
    if let Some(owner) = owner {
        let everyone = card_rules::players();
        sum = expr(ExprKind::fold(FoldOp::Sum, owner, everyone, sum), ty, span);
    }
    Some(Changing { condition: card_rules::yes(span), value: sum })
}

/// `change … to` of a card. Of several copies none has precedence, so the value may not ask which
/// it is.
fn to_on_copies(
    cx: &mut BodyChecker,
    change: &Pending<ast::Change>,
    rule: &CardRule,
    given: Option<Expr>,
    before: &Expr,
) -> Option<Changing> {
    let span = change.span;
    let several = card_rules::several(cx, rule);
    let owner = given.is_none().then(|| cx.scope.local("#owner", Type::Player, span));
    let known = given.or_else(|| owner.map(|owner| cx.scope.read(owner, span)))?;
    let alone = owner.filter(|_| !several);
    let who = match alone {
        Some(owner) => {
            let (held, _) = card_rules::copies(cx, known, rule);
            card_rules::first(card_rules::owners(owner, card_rules::any(held)))
        }
        None => known,
    };
    let those = card_rules::those(cx, who.clone(), rule, |cx| condition(cx, change))?;
    let mut holds = card_rules::any(those.domain.clone());
    if alone.is_some() {
        let nobody = expr(ExprKind::IsNone(Box::new(who.clone())), Type::Bool, span);
        let somebody = expr(ExprKind::Not(Box::new(nobody)), Type::Bool, span);
        holds = card_rules::both(somebody, holds);
    } else if let Some(owner) = owner {
        holds = card_rules::any(card_rules::owners(owner, holds));
    }
    cx.scope.own(who, card_rules::first(those.domain));
    cx.scope.reads_this();
    let known = cx.facts.learn(those.facts);
    let value = value(cx, change, before);
    cx.facts.unlearn(known);
    let value = value?;
    let mut which = cx.scope.reads_this();
    each_expr(&value, &mut |e| {
        which |= matches!(e.kind, ExprKind::Local(local) if Some(local) == owner);
    });
    if several && which {
        let there = card_rules::among(cx, rule);
        return cx.wrong(
            Diagnostic::new(
                Code::E0616,
                value.span,
                "there are several copies of the card, and each would change the word to something \
                 else",
            )
            .help(format!(
                "change it `by` something, which adds up; or say which counts in a rule of the \
                 game: `change {}(…) when {there} to …`",
                change.item.word.text
            )),
        );
    }
    Some(Changing { condition: holds, value })
}

/// The word's value under a change.
fn woven(cx: &mut BodyChecker, before: Expr, change: Changing, by: bool) -> Option<Expr> {
    let Changing { condition, value } = change;
    let span = value.span;
    let ty = before.ty.clone();
    if !by {
        let kind = ExprKind::If(Box::new(condition), Box::new(value), Box::new(before));
        return Some(expr(kind, ty, span));
    }
    if ty.may_be_none() {
        return cx.wrong(
            Diagnostic::new(
                Code::E0406,
                span,
                "the word may be none, and none cannot change `by` something",
            )
            .help("say with `otherwise` what it is instead of none, or change it `to` a value"),
        );
    }
    let more = if card_rules::is_yes(&condition) {
        value
    } else {
        let bare = ty.bare().clone();
        let nothing = constant(Value::Number(0), bare.clone(), span);
        expr(ExprKind::If(Box::new(condition), Box::new(value), Box::new(nothing)), bare, span)
    };
    Some(expr(ExprKind::Arith(ArithOp::Add, Box::new(before), Box::new(more)), ty, span))
}
