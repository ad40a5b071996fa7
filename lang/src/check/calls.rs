//! `name(…)` inside an expression: words, amounts, squares, `larger` and `smaller`.

use super::body_checker::BodyChecker;
use super::expr::{Operand, alike};
use super::fill::count_of_arguments;
use super::judge::Judge;
use super::reports::{Called, Reports};
use super::spreadsheet::of_spreadsheets;
use super::types::{constant, expr, is_amount};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Help};
use crate::ir::{ArithOp, EnumId, ExprKind, Type, UnitId, Value};
use crate::resolve::names::Def;
use crate::source::Span;
use crate::syntax::ast;

impl BodyChecker<'_> {
    pub fn call(&mut self, callee: &ast::Expr, args: &[ast::Expr], span: Span) -> Option<Operand> {
        let name = match &callee.kind {
            ast::ExprKind::Dot(of, name) => return self.dot(of, name, Some(args), span),
            ast::ExprKind::Name(name) => name,
            _ => {
                return self.wrong(
                    Diagnostic::new(
                        Code::E0403,
                        callee.span,
                        "only a name can come before brackets",
                    )
                    .help("write the name of a word or a deed: `name(a, b)`"),
                );
            }
        };
        let text = &*name.text;
        if self.scope.find(text).is_some() {
            return self.wrong(
                Diagnostic::new(
                    Code::E0403,
                    span,
                    format!("`{text}` is a value and takes nothing in brackets"),
                )
                .help(format!("write `{text}` by itself")),
            );
        }
        match self.scope.named(name) {
            Some(Def::Word(word)) => self.word(word, Vec::new(), args, span),
            Some(Def::Unit(unit)) => self.amount(unit, args, Called { name: text, span }),
            Some(Def::Enum(e)) => self.square(e, args, Called { name: text, span }),
            Some(Def::Deed(_)) => {
                let text = text.to_owned();
                self.wrong(
                    Diagnostic::new(
                        Code::E0509,
                        span,
                        format!("`{text}` does something, so it cannot be part of a value"),
                    )
                    .help(format!("do it first: `let x = {text}(…)`")),
                )
            }
            Some(Def::Broken) => None,
            Some(def) => name_is_no_call(&mut self.out.reports, def, name),
            None if matches!(text, "larger" | "smaller") => self.extreme(text, args, span),
            None if text == "remembered" => {
                let kind = ExprKind::Remembered(self.noted(args, Called { name: text, span })?);
                Some(Operand::Val(expr(kind, Type::Number, span)))
            }
            None if text == "remember" => {
                let said = "`remember` does something, so it cannot be part of a value";
                self.wrong(
                    Diagnostic::new(Code::E0509, span, said)
                        .help("how often it has been so, `remembered(…)` says"),
                )
            }
            None => match of_spreadsheets(&self.scope, text, args) {
                Some(help) => {
                    let said = format!("there is no `{text}(…)` here");
                    self.wrong(Diagnostic::unknown(Code::E0401, name.span, said).help(help))
                }
                None => self.judge().unknown(name),
            },
        }
    }

    /// `Pesos(100)`: an amount of a unit.
    fn amount(&mut self, unit: UnitId, args: &[ast::Expr], of: Called<'_>) -> Option<Operand> {
        count_of_arguments(&mut self.out.reports, ["amount"].into_iter(), args.len(), of)?;
        let n = self.expect(&args[0], &Type::Number)?;
        let span = of.span;
        if let ExprKind::Const(Value::Number(n)) = n.kind {
            return Some(Operand::Val(constant(Value::Number(n), Type::Unit(unit), span)));
        }
        let one = constant(Value::Number(1), Type::Unit(unit), span);
        let kind = ExprKind::Arith(ArithOp::Mul, Box::new(n), Box::new(one));
        Some(Operand::Val(expr(kind, Type::Unit(unit), span)))
    }

    /// `Cell(2, 3)`: a square by its column and row, from 1; none if it lies outside.
    fn square(&mut self, e: EnumId, args: &[ast::Expr], of: Called<'_>) -> Option<Operand> {
        let Called { name, span } = of;
        let Some((columns, rows)) = self.env.book()[e].rectangle else {
            return self.wrong(
                Diagnostic::new(
                    Code::E0403,
                    span,
                    format!("`{name}` is not a rectangle, so it has no squares"),
                )
                .help("write the member's own name"),
            );
        };
        count_of_arguments(&mut self.out.reports, ["column", "row"].into_iter(), args.len(), of)?;
        let column = self.expect(&args[0], &Type::Number);
        let row = self.expect(&args[1], &Type::Number);
        let (column, row) = (column?, row?);
        let constants = (&column.kind, &row.kind);
        if let (ExprKind::Const(Value::Number(x)), ExprKind::Const(Value::Number(y))) = constants {
            let inside = (1..=i64::from(columns)).contains(x) && (1..=i64::from(rows)).contains(y);
            if !inside {
                return self.wrong(
                    Diagnostic::new(
                        Code::E0423,
                        span,
                        format!("`{name}` has no square at column {x}, row {y}"),
                    )
                    .help(format!("columns go from 1 to {columns}, rows from 1 to {rows}")),
                );
            }
            let at = (y - 1) * i64::from(columns) + x - 1;
            let member = u16::try_from(at).unwrap_or(0);
            return Some(Operand::Val(constant(Value::Member(e, member), Type::Enum(e), span)));
        }
        let kind = ExprKind::Square(e, Box::new(column), Box::new(row));
        Some(Operand::Val(self.facts.known(expr(kind, Type::Enum(e).optional(), span))))
    }

    /// `larger(a, b)` and `smaller(a, b)`
    fn extreme(&mut self, name: &str, args: &[ast::Expr], span: Span) -> Option<Operand> {
        count_of_arguments(
            &mut self.out.reports,
            ["a", "b"].into_iter(),
            args.len(),
            Called { name, span },
        )?;
        let a = self.value(&args[0], None);
        let b = self.value(&args[1], None);
        let (a, b) = (calculable(&mut self.judge(), a?)?, calculable(&mut self.judge(), b?)?);
        let (a, b) = alike(&mut self.judge(), a, b)?;
        let op = if name == "larger" { ArithOp::Max } else { ArithOp::Min };
        let ty = a.ty.clone();
        Some(Operand::Val(expr(ExprKind::Arith(op, Box::new(a), Box::new(b)), ty, span)))
    }
}

/// A value that may be calculated with.
pub(super) fn calculable(judge: &mut Judge<'_>, e: crate::ir::Expr) -> Option<crate::ir::Expr> {
    if is_amount(&e.ty) {
        return Some(e);
    }
    let said = if e.ty == Type::None || (e.ty.may_be_none() && is_amount(e.ty.bare())) {
        Diagnostic::new(Code::E0406, e.span, "this may be none, and you cannot calculate with none")
            .help("say what to take instead: `(… otherwise 0)`")
    } else {
        let have = super::types::shown(judge.sight.env, &e.ty);
        let help = judge.sight.way_to_amount(&e).unwrap_or_else(|| {
            Help::open("name a number of it: one of its fields, or `count(…)` of several things")
        });
        Diagnostic::new(
            Code::E0413,
            e.span,
            format!("a number or an amount is needed here, but this is `{have}`"),
        )
        .help(help)
    };
    let since = judge.reports.now();
    judge.reports.report(said);
    judge.maybe_instead(since, &e, &Type::Number);
    None
}

/// A name that takes no brackets.
fn name_is_no_call(reports: &mut Reports, def: Def, name: &ast::Name) -> Option<Operand> {
    let text = &name.text;
    let what = match def {
        Def::Move(_) => "a move, which is offered in a menu",
        Def::Map(_) => "a map",
        Def::Menu(_) => "a menu, which is asked with `choose`",
        Def::Kind(_) => "a kind of card",
        Def::Zone(_) => "a zone",
        _ => "a value",
    };
    reports.wrong(
        Diagnostic::new(
            Code::E0403,
            name.span,
            format!("`{text}` is {what}, and takes nothing in brackets"),
        )
        .help("leave out the brackets, or call a word or a deed"),
    )
}
