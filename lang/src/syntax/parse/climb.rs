//! Operators in order of strength.

use super::Built;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::ast::{Best, BinaryOp, Domain, DomainBase, Expr, ExprKind, UnaryOp};
use std::iter::Peekable;

/// An operand or an operator of a flat chain.
pub(super) enum Link {
    Prefix(UnaryOp, Span),
    /// A value with its dots and calls.
    Operand(Expr),
    /// An operator between two of them.
    Infix(BinaryOp, Span),
    /// What stands behind a list and is said of all of it.
    Suffix(Suffix),
    /// `after deed(a)`: what stands before it is asked as the deed would leave the table.
    After(Expr),
}

/// `from x`, `with most word`, or both.
pub(super) struct Suffix {
    /// `from x`: where the list begins.
    pub from: Option<Expr>,
    /// `with most word`
    pub best: Option<Best>,
    /// Where it stands.
    pub span: Span,
}

const NOT: u8 = 3;
/// `after deed(a)`: of a whole comparison.
const AFTER: u8 = 4;
const COMPARISON: u8 = 5;
/// `with most w`: of the whole list, `1..5` or `a + b`.
const SUFFIX: u8 = 6;
const SIGN: u8 = 11;

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
        BinaryOp::Otherwise => 7,
        BinaryOp::Range => 8,
        BinaryOp::Plus | BinaryOp::Minus => 9,
        BinaryOp::Times | BinaryOp::Divide | BinaryOp::Mod => 10,
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
        None | Some(Link::Infix(..) | Link::Suffix(_) | Link::After(_)) => {
            return Err(Box::new(
                Diagnostic::new(Code::E0101, span, "a value is missing here")
                    .help("write a value, such as a number or a name"),
            ));
        }
    };
    let mut compared = false;
    loop {
        let (op, at) = match links.peek() {
            Some(Link::Infix(op, at)) => (*op, *at),
            Some(Link::Suffix(_)) if SUFFIX >= least => {
                let Some(Link::Suffix(suffix)) = links.next() else { break };
                left = chosen(left, suffix)?;
                continue;
            }
            Some(Link::After(_)) if AFTER >= least => {
                let Some(Link::After(deed)) = links.next() else { break };
                let span = left.span.to(deed.span);
                left = Expr { kind: ExprKind::After(Box::new(left), Box::new(deed)), span };
                continue;
            }
            _ => break,
        };
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

/// A list with what stands behind it.
fn chosen(list: Expr, suffix: Suffix) -> Built<Expr> {
    if let ExprKind::Binary(BinaryOp::Otherwise, at, ..) = list.kind {
        return Err(otherwise_in_domain(at));
    }
    let span = list.span.to(suffix.span);
    let Suffix { from, best, .. } = suffix;
    let own = matches!(&list.kind, ExprKind::Domain(inner) if inner.is_bare());
    let domain = if own && let ExprKind::Domain(inner) = list.kind {
        Domain { from, best, span, ..*inner }
    } else {
        let base = DomainBase::List(Box::new(list));
        Domain { selector: None, base, from, onwards: false, filter: None, best, span }
    };
    Ok(Expr { kind: ExprKind::Domain(Box::new(domain)), span })
}

fn two_comparisons(at: Span, first: Span) -> Diagnostic {
    Diagnostic::new(Code::E0113, at, "a comparison cannot be followed by another one")
        .beside(first, "this is already answered with yes or no")
        .help("write two comparisons with `and` between them: `1 < n and n < 3`")
}

/// `otherwise` in a list, which would read as if it belonged to the whole sentence.
pub(super) fn otherwise_in_domain(at: Span) -> Box<Diagnostic> {
    let found = Diagnostic::new(Code::E0115, at, "`otherwise` needs brackets here");
    Box::new(
        found.help("write `(first c in D) otherwise x`, or `(a otherwise b)` for another list"),
    )
}
