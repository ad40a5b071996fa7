//! Quantifiers, sums and the best of many.

use super::masks::Quantified;
use super::{Lowered, Lowering};
use crate::program::{NONE, Op, R};
use houserules_lang::ir::{ArithOp, Domain, Expr, LocalId, Quantifier};

impl Lowering<'_> {
    /// Code that goes on unless a quantified condition is as `holds` says; else it takes one of the
    /// jumps.
    pub(super) fn quantified(
        &mut self,
        of: Quantified<'_>,
        holds: bool,
        jumps: &mut Vec<usize>,
    ) -> Lowered<()> {
        let Quantified { which, local, domain, condition } = of;
        let at_once = match self.whole_line(of)? {
            Some(a) => Some((a, true)),
            None => self.for_all_at_once(of)?.map(|a| (a, which != Quantifier::No)),
        };
        if let Some((a, sense)) = at_once {
            jumps.push(self.emit(if holds == sense {
                Op::BranchIf { a, to: 0 }
            } else {
                Op::BranchIfNot { a, to: 0 }
            }));
            return Ok(());
        }
        // A member that decides it ends the search.
        let mut found = Vec::new();
        self.iterate(domain, Some(local), &mut |this, _, _, _| match which {
            Quantifier::Every => this.unless(condition, &mut found),
            Quantifier::Any | Quantifier::No => this.when(condition, &mut found),
        })?;
        if (which == Quantifier::Any) == holds {
            jumps.append(&mut found);
        } else {
            jumps.push(self.emit(Op::Jmp { to: 0 }));
            self.land(&found);
        }
        Ok(())
    }

    pub(super) fn sum(&mut self, local: LocalId, domain: &Domain, value: &Expr) -> Lowered<R> {
        let total = self.temp(1);
        self.emit(Op::Imm { d: total, k: 0 });
        self.iterate(domain, Some(local), &mut |this, _, _, _| {
            let b = this.scalar(value)?;
            this.emit(Op::Arith { op: ArithOp::Add, d: total, a: total, b });
            Ok(())
        })?;
        Ok(total)
    }

    pub(super) fn best_number(
        &mut self,
        most: bool,
        local: LocalId,
        domain: &Domain,
        value: &Expr,
    ) -> Lowered<R> {
        let best = self.temp(1);
        self.number_to(best, NONE);
        let op = if most { ArithOp::Max } else { ArithOp::Min };
        self.iterate(domain, Some(local), &mut |this, _, head, _| {
            let b = this.scalar(value)?;
            let none = this.emit(Op::BranchIfNone { a: b, to: head });
            let first = this.emit(Op::BranchIfNone { a: best, to: 0 });
            this.emit(Op::Arith { op, d: best, a: best, b });
            this.emit(Op::Jmp { to: head });
            this.land(&[first]);
            this.emit(Op::Mov { d: best, s: b });
            let _ = none;
            Ok(())
        })?;
        Ok(best)
    }
}
