//! `where` of a stock line: which rows of a table become cards. Read once, tested on every row.

use super::constant::{MOST_VALUES, Operation};
use super::fields::Column;
use super::names::ScopeId;
use super::resolver::Resolver;
use super::types::Typed;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Type, Value};
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use std::cmp::Ordering;
use std::collections::BTreeSet;

/// A condition on the fields of a row, by their places.
pub(super) enum Condition {
    Holds(usize),
    In(usize, BTreeSet<Value>),
    Compares(usize, BinaryOp, Value),
    SameAs(usize, usize),
    Not(Box<Condition>),
    And(Box<Condition>, Box<Condition>),
    Or(Box<Condition>, Box<Condition>),
}

impl Condition {
    /// Whether it holds of a row; `value` reads a field. None if a cell that it needs cannot be
    /// read.
    pub fn holds(&self, value: &mut dyn FnMut(usize) -> Option<Value>) -> Option<bool> {
        Some(match self {
            Self::Holds(at) => value(*at)? == Value::Bool(true),
            Self::In(at, values) => values.contains(&value(*at)?),
            Self::Compares(at, op, with) => {
                let (Value::Number(a), Value::Number(b)) = (value(*at)?, with) else {
                    return Some(false);
                };
                match (op, a.cmp(b)) {
                    (BinaryOp::Less, order) => order == Ordering::Less,
                    (BinaryOp::LessEq, order) => order != Ordering::Greater,
                    (BinaryOp::More, order) => order == Ordering::Greater,
                    (_, order) => order != Ordering::Less,
                }
            }
            Self::SameAs(a, b) => value(*a)? == value(*b)?,
            Self::Not(inner) => !inner.holds(value)?,
            Self::And(a, b) => a.holds(value)? && b.holds(value)?,
            Self::Or(a, b) => a.holds(value)? || b.holds(value)?,
        })
    }
}

impl Resolver<'_> {
    /// Reads a condition on the fields of a row; none after a report.
    pub fn condition(
        &mut self,
        scope: ScopeId,
        expr: &Expr,
        columns: &[Column],
    ) -> Option<Condition> {
        match &expr.kind {
            ExprKind::Group(parts) if parts.len() == 1 => {
                self.condition(scope, parts.first()?, columns)
            }
            ExprKind::Unary(UnaryOp::Not, inner) => {
                Some(Condition::Not(Box::new(self.condition(scope, inner, columns)?)))
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), _, a, b) => {
                let a = Box::new(self.condition(scope, a, columns)?);
                let b = Box::new(self.condition(scope, b, columns)?);
                Some(if *op == BinaryOp::And { Condition::And(a, b) } else { Condition::Or(a, b) })
            }
            ExprKind::Binary(op, _, left, right) => {
                let of = Operation { op: *op, left, right, span: expr.span };
                self.comparison(scope, of, columns)
            }
            ExprKind::Name(_) => match field(expr, columns) {
                Some(at) if columns[at].typed.ty == Type::Bool => Some(Condition::Holds(at)),
                _ => self.not_of_fields(expr.span, columns),
            },
            _ => self.not_of_fields(expr.span, columns),
        }
    }

    fn comparison(
        &mut self,
        scope: ScopeId,
        Operation { op, left: a, right: b, span }: Operation<'_>,
        columns: &[Column],
    ) -> Option<Condition> {
        let Some(at) = field(a, columns) else { return self.not_of_fields(a.span, columns) };
        let typed = &columns[at].typed;
        // The value compared with need not be one that the field can have.
        let wanted = Typed { ty: typed.ty.clone().optional(), range: None };
        let constants =
            |draft: &mut Self| draft.out.constants(scope, b, &wanted, &mut draft.report);
        Some(match op {
            BinaryOp::Is | BinaryOp::IsNot => {
                let same = if let Some(other) = field(b, columns)
                    && columns[other].typed.ty.bare() == typed.ty.bare()
                {
                    Condition::SameAs(at, other)
                } else {
                    Condition::In(
                        at,
                        BTreeSet::from([self.out.constant(scope, b, &wanted, &mut self.report)?]),
                    )
                };
                if op == BinaryOp::Is { same } else { Condition::Not(Box::new(same)) }
            }
            BinaryOp::In => Condition::In(at, constants(self)?.into_iter().collect()),
            BinaryOp::Less | BinaryOp::LessEq | BinaryOp::More | BinaryOp::MoreEq
                if matches!(typed.ty.bare(), Type::Number | Type::Unit(_)) =>
            {
                Condition::Compares(at, op, self.out.constant(scope, b, &wanted, &mut self.report)?)
            }
            _ => return self.not_of_fields(span, columns),
        })
    }

    fn not_of_fields<T>(&mut self, span: Span, columns: &[Column]) -> Option<T> {
        let names: Vec<String> = columns.iter().take(8).map(|c| format!("`{}`", c.name)).collect();
        let help = format!(
            "compare a field with a value, at most {MOST_VALUES} of them: `where sort in (gold, \
             bag)`; fields are {}",
            names.join(", ")
        );
        let message = "a deck is chosen by what is printed in its table";
        self.say(Diagnostic::new(Code::E0311, span, message).help(help));
        None
    }
}

/// The field that an expression names.
fn field(expr: &Expr, columns: &[Column]) -> Option<usize> {
    match &expr.kind {
        ExprKind::Name(name) => columns.iter().position(|c| c.name == *name.text),
        ExprKind::Group(parts) if parts.len() == 1 => field(parts.first()?, columns),
        _ => None,
    }
}
