//! Questions about the table as a deed would leave it.

use super::held::Out;
use super::{Lowered, Lowering};
use crate::program::{Flow, Loc, Op, SetupError};
use houserules_lang::ir::walk::each_stmt;
use houserules_lang::ir::{BodyRef, DeedId, Expr, Rulebook, StmtKind, Type};
use std::collections::BTreeSet;

/// Deeds that are imagined somewhere, and those that they call. Their code keeps to registers of
/// its own, for it runs in the middle of expressions.
pub(super) fn supposed(book: &Rulebook) -> BTreeSet<DeedId> {
    let (mut found, mut left) = (BTreeSet::new(), book.supposed.clone());
    while let Some(deed) = left.pop() {
        if !found.insert(deed) {
            continue;
        }
        each_stmt(&book[deed].body.block, &mut |stmt| {
            if let StmtKind::Call { deed, .. } = &stmt.kind {
                left.push(*deed);
            }
        });
    }
    found
}

impl Lowering<'_> {
    /// `of after deed(args)`: the deed's body, then the value's code, which is left by itself.
    pub(super) fn after(&mut self, of: &Expr, deed: DeedId, args: &[Expr]) -> Lowered<Out> {
        if !self.supposed.contains(&deed) {
            let what = "a deed that the rules themselves do not imagine";
            return Err(SetupError::Unsupported(what, of.span));
        }
        let body = BodyRef::Deed(deed);
        let params = self.out.locals.get(&body).cloned().unwrap_or_default().0;
        // All are read before any is handed over: one may imagine the same deed.
        let read = args.iter().map(|arg| self.kept_value(arg)).collect::<Lowered<Vec<_>>>()?;
        for (value, loc) in read.into_iter().zip(params) {
            self.store(value, loc);
        }
        let frame = self.out.bodies.get(&body).copied().unwrap_or(0);
        let target = if let Type::List(elem, order) = of.ty.bare() {
            self.target_of(elem, *order)
        } else {
            Loc::Reg(self.temp(1))
        };
        let at = self.emit(Op::Suppose { body: frame, to: 0 });
        // The deed comes back here, and what imagined it goes on behind.
        self.emit(Op::F(Flow::RefereeEnd));
        self.value_into(of, target)?;
        self.emit(Op::Back);
        self.land(&[at]);
        Ok(self.load(target))
    }

    /// A value in a place that nothing else writes.
    fn kept_value(&mut self, e: &Expr) -> Lowered<Out> {
        let loc = if let Type::List(elem, order) = e.ty.bare() {
            self.target_of(elem, *order)
        } else {
            Loc::Reg(self.temp(1))
        };
        self.value_into(e, loc)?;
        Ok(self.load(loc))
    }
}
