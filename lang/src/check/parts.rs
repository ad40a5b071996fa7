//! Parts of a sentence that are handed on together, as they are written.

use crate::ir::SetOp;
use crate::syntax::ast;

/// What stands left and right of an operator.
#[derive(Clone, Copy)]
pub(super) struct Sides<'e> {
    /// `a` of `a + b`.
    pub left: &'e ast::Expr,
    /// `b` of `a + b`.
    pub right: &'e ast::Expr,
}

/// What is done to a place: `= e`, `+= e`, `-= e`.
#[derive(Clone, Copy)]
pub(super) struct Assignment<'e> {
    /// Whether it is set, added to or taken from.
    pub op: SetOp,
    /// What it is set to, or what is added or taken.
    pub value: &'e ast::Expr,
}

/// What stands behind a dot: `name` or `name(args)`.
#[derive(Clone, Copy)]
pub(super) struct MemberCall<'e> {
    /// Of a field, a zone, a counter, a word or a word of the language.
    pub name: &'e ast::Name,
    /// None: there are no brackets.
    pub args: Option<&'e [ast::Expr]>,
}
