//! Operators in order of strength.

use super::Built;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use std::iter::Peekable;

/// An operand or an operator of a flat chain.
pub(super) enum Link {
    /// `not`, `-`
    Prefix(UnaryOp, Span),
    /// A value with its dots and calls.
    Operand(Expr),
    /// An operator between two of them.
    Infix(BinaryOp, Span),
}

const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const SIGN: u8 = 9;

fn strength(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Or => 1,
        BinaryOp::And => 2,
        BinaryOp::Is
        | BinaryOp::IsNot
        | BinaryOp::In
        | BinaryOp::Less
        | BinaryOp::LessEq
        | BinaryOp::More
        | BinaryOp::MoreEq => COMPARISON,
        BinaryOp::Otherwise => 5,
        BinaryOp::Range => 6,
        BinaryOp::Plus | BinaryOp::Minus => 7,
        BinaryOp::Times | BinaryOp::Divide | BinaryOp::Mod => 8,
    }
}

/// Builds the tree of a chain. Its depth is at most the number of links.
///
/// # Errors
/// Two comparisons in a row.
pub(super) fn climb(links: Vec<Link>, span: Span) -> Built<Expr> {
    level(&mut links.into_iter().peekable(), 0, span)
}

fn level(links: &mut Peekable<std::vec::IntoIter<Link>>, least: u8, span: Span) -> Built<Expr> {
    let mut left = match links.next() {
        Some(Link::Operand(operand)) => operand,
        Some(Link::Prefix(op, at)) => {
            let operand = level(links, if op == UnaryOp::Not { NOT } else { SIGN }, span)?;
            let span = at.to(operand.span);
            Expr { kind: ExprKind::Unary(op, Box::new(operand)), span }
        }
        _ => {
            return Err(Box::new(
                Diagnostic::new("E0101", span, "a value is missing here")
                    .help("write a value, such as a number or a name"),
            ));
        }
    };
    let mut compared = false;
    while let Some(Link::Infix(op, at)) = links.peek() {
        let (op, at) = (*op, *at);
        let strength = strength(op);
        if strength < least {
            break;
        }
        if strength == COMPARISON {
            if compared {
                return Err(Box::new(two_comparisons(at, left.span)));
            }
            compared = true;
        }
        links.next();
        let right = level(links, strength + 1, span)?;
        let span = left.span.to(right.span);
        left = Expr { kind: ExprKind::Binary(op, at, Box::new(left), Box::new(right)), span };
    }
    Ok(left)
}

fn two_comparisons(at: Span, first: Span) -> Diagnostic {
    Diagnostic::new("E0113", at, "a comparison cannot be followed by another one")
        .beside(first, "this is already answered with yes or no")
        .help("write two comparisons with `and` between them: `1 < n and n < 3`")
}
