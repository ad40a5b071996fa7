//! Words: each typed once, when it is first used; changes woven into its value.

use super::cx::{Bound, Cx};
use super::env::Env;
use super::graph::Node;
use super::out::{Out, WordState};
use super::types::{constant, expr, is_amount, shown};
use crate::diagnostic::Diagnostic;
use crate::ir::{ArithOp, BodyRef, Expr, ExprKind, LocalId, Type, Value, Word, WordId};
use crate::resolve::names::Pending;
use crate::syntax::ast;

/// The type of a word's value: as written, or found by typing it now.
pub(super) fn result(env: &Env, out: &mut Out, id: WordId) -> Option<Type> {
    if let Some(written) = env.r.words.get(id.index()).and_then(|(_, s)| s.result.clone()) {
        return Some(written);
    }
    match out.words.get(id.index())? {
        WordState::Waiting => type_word(env, out, id),
        // The circle is shown when all uses are known.
        WordState::Running => return None,
        WordState::Done(_) => {}
    }
    match out.words.get(id.index())? {
        WordState::Done(Some(word)) => Some(word.value.ty.clone()),
        _ => None,
    }
}

/// Types a word, unless that was done.
pub(super) fn type_word(env: &Env, out: &mut Out, id: WordId) {
    let Some(state) = out.words.get_mut(id.index()) else { return };
    if !matches!(state, WordState::Waiting) {
        return;
    }
    *state = WordState::Running;
    let typed = body(env, out, id).map(Box::new);
    if let (None, Some((pending, _))) = (&typed, env.r.words.get(id.index())) {
        out.lost.get_or_insert(pending.span);
    }
    if let Some(state) = out.words.get_mut(id.index()) {
        *state = WordState::Done(typed);
    }
}

fn body(env: &Env, out: &mut Out, id: WordId) -> Option<Word> {
    let (pending, signature) = env.r.words.get(id.index())?;
    let define = &pending.item;
    let mut cx = Cx::new(env, out, pending.scope, BodyRef::Word(id), Node::Word(id));
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
                        "E0412",
                        value.span,
                        "it does not show what this would be if it were not none",
                    )
                    .help("write the type: `define … -> T or none = …`"),
                );
            }
            value
        }
    };
    cx.names.clear();
    let value = changed(&mut cx, id, value)?;
    let locals = std::mem::take(&mut cx.locals);
    let params = u16::try_from(signature.params.len()).unwrap_or(u16::MAX);
    let name = define.name.text.to_string();
    Some(Word { name, locals, params, uses_me: false, value, span: pending.span })
}

/// All changes of a word on its value: `to`s first, the last one outermost, then `by`s.
fn changed(cx: &mut Cx, id: WordId, value: Expr) -> Option<Expr> {
    let env = cx.env;
    let name = env.r.words.get(id.index()).map(|(p, _)| p.item.name.text.clone())?;
    let mut value = value;
    for by in [false, true] {
        for change in &env.r.changes {
            if change.item.by == by && change.item.word.text == name && meant(env, change, id) {
                value = with_change(cx, change, (id, value))?;
            }
        }
    }
    Some(value)
}

/// Whether a change means this word, not another of the same name.
fn meant(env: &Env, change: &Pending<ast::Change>, id: WordId) -> bool {
    let Some((_, signature)) = env.r.words.get(id.index()) else { return false };
    change.item.receiver.is_some() == signature.receiver
}

/// One change.
fn with_change(cx: &mut Cx, change: &Pending<ast::Change>, word: (WordId, Expr)) -> Option<Expr> {
    let (id, before) = word;
    let (_, signature) = cx.env.r.words.get(id.index())?;
    let item = &change.item;
    let wanted = signature.params.len() - usize::from(signature.receiver);
    if !item.names.is_empty() && item.names.len() != wanted {
        return cx.wrong(
            Diagnostic::new(
                "E0409",
                item.word.span,
                format!("`{}` has {wanted} parameters, but {} are named", item.word.text, item.names.len()),
            )
            .help("name all of its parameters in order, or none of them"),
        );
    }
    let scope = std::mem::replace(&mut cx.scope, change.scope);
    let mark = cx.open();
    let shift = usize::from(signature.receiver);
    let mut owner = None;
    let receiver = item.receiver.iter().map(|n| (n, 0));
    let named = item.names.iter().enumerate().map(|(at, n)| (n, at + shift));
    for (name, at) in receiver.chain(named).collect::<Vec<_>>() {
        let local = LocalId(u16::try_from(at).unwrap_or(u16::MAX));
        if change.card_rule.is_some() && &*name.text == "owner" {
            owner = Some(local);
        } else {
            cx.bind(name, Bound::Local(local));
        }
    }
    let held = super::card_rules::enter(cx, change.card_rule.as_ref(), owner);
    let condition = match &item.condition {
        Some(c) => cx.condition(c),
        None => Some(constant(Value::Bool(true), Type::Bool, change.span)),
    };
    let learned = condition.as_ref().map(|c| cx.learned(c, true)).unwrap_or_default();
    let known = cx.learn(learned);
    let want = before.ty.clone();
    let value = if item.by { cx.value(&item.value, Some(&want)) } else { cx.expect(&item.value, &want) };
    cx.unlearn(known);
    cx.close(mark);
    cx.this = None;
    cx.scope = scope;
    let condition = held.around(cx, condition?, change.span);
    woven(cx, (before, value?), condition, item.by)
}

/// The value under a change.
fn woven(cx: &mut Cx, values: (Expr, Expr), condition: Expr, by: bool) -> Option<Expr> {
    let (before, value) = values;
    let span = value.span;
    let ty = before.ty.clone();
    if !by {
        let kind = ExprKind::If(Box::new(condition), Box::new(value), Box::new(before));
        return Some(expr(kind, ty, span));
    }
    if !is_amount(ty.bare()) {
        let have = shown(cx.env, &ty);
        return cx.wrong(
            Diagnostic::new(
                "E0413",
                span,
                format!("only numbers and amounts change `by` something, but the word is `{have}`"),
            )
            .help("write `to`"),
        );
    }
    let value = cx.fit(value, ty.bare())?;
    let nothing = constant(Value::Number(0), ty.bare().clone(), span);
    let bare = ty.bare().clone();
    let more = expr(ExprKind::If(Box::new(condition), Box::new(value), Box::new(nothing)), bare, span);
    if ty.may_be_none() {
        return cx.wrong(
            Diagnostic::new("E0406", span, "the word may be none, and none cannot change `by` something")
                .help("say with `otherwise` what it is instead of none, or change it `to` a value"),
        );
    }
    Some(expr(ExprKind::Arith(ArithOp::Add, Box::new(before), Box::new(more)), ty, span))
}
