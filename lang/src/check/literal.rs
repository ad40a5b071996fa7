//! Card literals: words that select exactly one row.
//!
//! A card named by its face means any copy of it: `is` and `in` ask for the row. One card among
//! several copies is never meant by such a name; where one is wanted, the rules say from where it
//! is taken.

use super::env::Env;
use super::reports::Reports;
use super::scope::Scope;
use super::types::{constant, shown};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Expr, KindSet, RowId, Type, Value};
use crate::resolve::literal::Literal;
use crate::source::Span;
use crate::syntax::ast::LiteralWord;

/// A literal where one card is wanted, of which there must be but one.
pub(super) fn literal_card(
    scope: &Scope<'_>,
    reports: &mut Reports,
    words: &[LiteralWord],
    want: Option<&Type>,
    span: Span,
) -> Option<Expr> {
    let want = want.filter(|ty| matches!(ty.bare(), Type::Card(_) | Type::List(..)));
    let row = row_of(scope, reports, words, want, span)?;
    if scope.env.copies(row) > 1 {
        return which_copy(scope.env, reports, row, span);
    }
    copy_of(scope.env, row, span)
}

/// A literal of which something printed may be read: that is the same on all copies.
pub(super) fn literal_face(
    scope: &Scope<'_>,
    reports: &mut Reports,
    words: &[LiteralWord],
    span: Span,
) -> Option<(RowId, Expr)> {
    let row = row_of(scope, reports, words, None, span)?;
    Some((row, copy_of(scope.env, row, span)?))
}

fn copy_of(env: &Env, row: RowId, span: Span) -> Option<Expr> {
    let kind = env.book()[row].kind;
    let card = env.first_card(row)?;
    Some(constant(Value::Card(card), Type::Card(KindSet::one(kind)), span))
}

/// One of several copies is wanted, but nothing says which.
pub(super) fn which_copy<T>(env: &Env, reports: &mut Reports, row: RowId, span: Span) -> Option<T> {
    let copies = env.copies(row);
    let name = &env.book()[row].name;
    let said = format!("there are {copies} copies of `{name}`, but a single card is needed here");
    let help = format!(
        "say where it lies, and what happens if it does: `if there is c in (those x in ZONE \
         where x is [{name}]) {{ … }}`; all that lie there are moved with `move those c in \
         ZONE where c is [{name}] to …`"
    );
    reports.wrong(Diagnostic::new(Code::E0434, span, said).help(help))
}

/// The only row that the words select, among those of the wanted type.
pub(super) fn row_of(
    scope: &Scope<'_>,
    reports: &mut Reports,
    words: &[LiteralWord],
    want: Option<&Type>,
    span: Span,
) -> Option<RowId> {
    let all = scope.env.r.all_kinds();
    let kinds = match want.map(Type::bare) {
        Some(Type::Card(kinds)) => *kinds,
        Some(Type::List(of, _)) => match of.bare() {
            Type::Card(kinds) => *kinds,
            Type::None => all,
            other => return no_cards(scope.env, reports, other, span),
        },
        Some(Type::None) | None => all,
        Some(other) => return no_cards(scope.env, reports, other, span),
    };
    let mut report = Vec::new();
    let row = scope.env.r.literal(scope.declared(), Literal { words, span }, kinds, &mut report);
    report.into_iter().for_each(|d| reports.report(d));
    row
}

/// A literal where no card can stand.
fn no_cards<T>(env: &Env, reports: &mut Reports, want: &Type, span: Span) -> Option<T> {
    let wanted = shown(env, want);
    reports.wrong(
        Diagnostic::new(Code::E0404, span, format!("this is a card, but `{wanted}` is needed"))
            .help("to read what is printed on a card, let it have a name: `c.value`"),
    )
}
