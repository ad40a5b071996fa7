//! Statements taken apart: what stands together in one of them is handed on together.

use crate::ir::{At, CounterPlace, DeedId, Domain, Expr, LocalId, SetOp, Stmt};

/// A call of a deed, and the name of what it gives.
#[derive(Clone, Copy)]
pub(super) struct Call<'s> {
    pub deed: DeedId,
    pub args: &'s [Expr],
    pub into: Option<LocalId>,
}

/// What a counter becomes, or by how much it changes.
#[derive(Clone, Copy)]
pub(super) struct Setting<'s> {
    pub place: &'s CounterPlace,
    pub op: SetOp,
    pub value: &'s Expr,
}

/// Which cards move, and where to.
#[derive(Clone, Copy)]
pub(super) struct Moving<'s> {
    pub cards: &'s Domain,
    pub to: &'s Expr,
    pub at: &'s At,
}

/// A block that is carried out for each member.
#[derive(Clone, Copy)]
pub(super) struct Loop<'s> {
    pub local: LocalId,
    pub of: &'s Domain,
    pub inner: &'s [Stmt],
}
