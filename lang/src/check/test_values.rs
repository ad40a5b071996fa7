//! Values in lines of tests: arguments of moves by the type of their step, others as they are
//! written.

use super::body_checker::BodyChecker;
use super::compare::strip;
use super::literal::row_of;
use super::reports::Called;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Act, Doing, MoveId, Pick, RowId, TestValue, Type};
use crate::resolve::names::Def;
use crate::resolve::uses::Gap;
use crate::source::Span;
use crate::syntax::ast;

/// Something that may or may not be done.
pub(super) fn doing(cx: &mut BodyChecker, doing: &ast::Doing, span: Span) -> Option<Doing> {
    let (what, args, span) = match doing {
        ast::Doing::Pass => (Act::Pass, Vec::new(), span),
        ast::Doing::Choose(values) => (Act::Choose, loose(cx, values)?, span),
        ast::Doing::Move(name, values) => {
            let (id, args) = of_move(cx, name, values, true, span)?;
            (Act::Move(id), args, name.span)
        }
    };
    Some(Doing { what, args, span })
}

/// A move and its arguments; with `partly`, all of them may be left out.
pub(super) fn of_move(
    cx: &mut BodyChecker,
    what: &ast::Name,
    args: &[ast::TestValue],
    partly: bool,
    span: Span,
) -> Option<(MoveId, Vec<TestValue>)> {
    cx.env.r.uses.ask(what, || Gap::Move);
    let id = match cx.scope.named(what) {
        Some(Def::Move(id)) => id,
        Some(Def::Broken) => return None,
        _ => {
            let env = cx.env;
            let scope = cx.scope.declared();
            let moves =
                env.names(scope).filter(|n| matches!(env.def(scope, n), Some(Def::Move(_))));
            let mut said = Diagnostic::unknown(
                Code::E0703,
                what.span,
                format!("there is no move `{}`", what.text),
            );
            said = said.help(match env.r.guess(&what.text, moves) {
                Some(near) => format!("did you mean `{near}`?"),
                None => other_moves(cx),
            });
            return cx.wrong(said);
        }
    };
    if cx.out.notes.is_given_nothing(id) {
        return None;
    }
    let made = cx.out.moves.typed(id)?;
    let visible = made.steps.iter().skip(usize::from(made.hidden_this));
    let steps: Vec<(Type, bool, String)> = visible
        .map(|s| {
            let local = &made.body[s.local];
            (local.ty.clone(), takes_many(&s.pick), local.name.clone())
        })
        .collect();
    if args.len() != steps.len() && !(partly && args.is_empty()) {
        let names: Vec<&str> = steps.iter().map(|(_, _, n)| n.as_str()).collect();
        let help = match names.as_slice() {
            [] => format!("write `{}` by itself", what.text),
            _ => match in_brackets(args, names.len()) {
                Some(all) => format!("write the values without brackets: `{} {all}`", what.text),
                None if steps.len() == 1 && steps.iter().all(|(_, many, _)| *many) => {
                    format!("several values for one step stand in brackets: `{} (…, …)`", what.text)
                }
                None => format!("say in order: {}", names.join(", ")),
            },
        };
        let values = match steps.len() {
            1 => "1 value".to_owned(),
            n => format!("{n} values"),
        };
        let said = format!("`{}` is filled with {values}, not {}", what.text, args.len());
        return cx.wrong(Diagnostic::new(Code::E0703, span, said).help(help));
    }
    let since = cx.out.reports.now();
    let typed: Vec<Option<TestValue>> =
        args.iter().zip(&steps).map(|(a, (ty, many, _))| of_type(cx, a, ty, *many)).collect();
    if typed.iter().any(Option::is_none)
        && let Some(values) = in_order(cx, args, &steps)
    {
        cx.out.reports.other_order(
            since,
            Called { name: &what.text, span },
            &format!("{} {values}", what.text),
        );
    }
    Some((id, typed.into_iter().collect::<Option<Vec<_>>>()?))
}

/// The same values in the order in which they fit.
fn in_order(
    cx: &mut BodyChecker,
    args: &[ast::TestValue],
    steps: &[(Type, bool, String)],
) -> Option<String> {
    let mut left: Vec<&ast::TestValue> = args.iter().collect();
    let mut values = Vec::new();
    for (ty, many, _) in steps {
        let fits = |arg: &&ast::TestValue| cx.silently(|cx| of_type(cx, arg, ty, *many)).is_some();
        let at = left.iter().position(fits)?;
        let ast::TestValue::Expr(e) = left.remove(at) else { return None };
        values.push(super::fill::written(e)?);
    }
    Some(values.join(", "))
}

/// Whether a step is filled with a list.
fn takes_many(pick: &Pick) -> bool {
    matches!(pick, Pick::Some { .. } | Pick::Order)
}

/// A value of a known type.
fn of_type(
    cx: &mut BodyChecker,
    value: &ast::TestValue,
    ty: &Type,
    many: bool,
) -> Option<TestValue> {
    match value {
        ast::TestValue::Copies(copies, e) => {
            let row = literal(cx, e, ty)?;
            let copies = usize::try_from((*copies).clamp(0, 1000)).unwrap_or(0);
            Some(TestValue::Rows(vec![row; copies]))
        }
        ast::TestValue::At(_, at) => laid_here(cx, at.span),
        ast::TestValue::Expr(e) => {
            let bare = strip(e);
            match &bare.kind {
                ast::ExprKind::Empty => Some(TestValue::Empty),
                ast::ExprKind::Literal(_) => {
                    let row = literal(cx, bare, ty)?;
                    Some(if many { TestValue::Rows(vec![row]) } else { TestValue::Row(row) })
                }
                ast::ExprKind::Group(items) if items.iter().all(is_literal) => rows(cx, items, ty),
                _ => {
                    // A card by its place may not be there; that is found out when the test runs.
                    let wanted = if matches!(ty, Type::Card(_)) {
                        ty.clone().optional()
                    } else {
                        ty.clone()
                    };
                    Some(TestValue::Expr(cx.expect(bare, &wanted)?))
                }
            }
        }
    }
}

/// Values whose question is known only when the test runs.
pub(super) fn loose(cx: &mut BodyChecker, values: &[ast::TestValue]) -> Option<Vec<TestValue>> {
    let mut all = Vec::new();
    for value in values {
        all.push(match value {
            ast::TestValue::Copies(..) | ast::TestValue::At(..) => {
                of_type(cx, value, &Type::None, true)
            }
            ast::TestValue::Expr(e) => match &e.kind {
                ast::ExprKind::Empty => Some(TestValue::Empty),
                ast::ExprKind::Literal(_) => literal(cx, e, &Type::None).map(TestValue::Row),
                ast::ExprKind::Group(items) if items.iter().all(is_literal) => {
                    rows(cx, items, &Type::None)
                }
                _ => cx.value(e, None).map(TestValue::Expr),
            },
        });
    }
    all.into_iter().collect()
}

/// `at` with a value that is not laid.
fn laid_here<T>(cx: &mut BodyChecker, span: Span) -> Option<T> {
    cx.wrong(
        Diagnostic::new(Code::E0707, span, "`at` goes only where a grid is given")
            .help("write the spot as a separate value, after a comma"),
    )
}

fn is_literal(e: &ast::Expr) -> bool {
    matches!(e.kind, ast::ExprKind::Literal(_))
}

/// A list of literals.
fn rows(cx: &mut BodyChecker, items: &[ast::Expr], ty: &Type) -> Option<TestValue> {
    let rows: Vec<Option<RowId>> = items.iter().map(|e| literal(cx, e, ty)).collect();
    Some(TestValue::Rows(rows.into_iter().collect::<Option<Vec<_>>>()?))
}

fn literal(cx: &mut BodyChecker, e: &ast::Expr, ty: &Type) -> Option<RowId> {
    match &e.kind {
        ast::ExprKind::Literal(words) => {
            row_of(&cx.scope, &mut cx.out.reports, words, Some(ty), e.span)
        }
        _ => cx.wrong(
            Diagnostic::new(Code::E0404, e.span, "only cards have copies")
                .help("name a card in square brackets: `2 of [red 4]`"),
        ),
    }
}

/// What a player may do in the place of a move that there is not.
fn other_moves(cx: &BodyChecker) -> String {
    const SHOWN: usize = 5;
    let moves = cx.scope.declared_names().filter(|n| matches!(cx.scope.def(n), Some(Def::Move(_))));
    let shown: Vec<String> = moves.take(SHOWN).map(|name| format!("`Ana does {name}`")).collect();
    let answer = "what is chosen without a move is written `Ana chooses $3`";
    if shown.is_empty() {
        answer.to_owned()
    } else {
        format!("write {}; {answer}", shown.join(", "))
    }
}

/// `(large, 4)`, one list in the place of several values, without its brackets.
fn in_brackets(args: &[ast::TestValue], wanted: usize) -> Option<String> {
    let [ast::TestValue::Expr(e)] = args else { return None };
    let ast::ExprKind::Group(items) = &e.kind else { return None };
    let values: Option<Vec<String>> = items.iter().map(super::fill::written).collect();
    values.filter(|values| values.len() == wanted).map(|values| values.join(", "))
}
