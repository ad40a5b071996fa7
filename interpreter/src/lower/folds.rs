//! Quantifiers, sums and the best of many.

use super::{Done, Lower};
use crate::program::{NONE, Op, R};
use houserules_lang::ir::{ArithOp, Domain, Expr, LocalId, Quantifier};

impl Lower<'_> {
    pub(super) fn quantified(
        &mut self,
        which: Quantifier,
        local: LocalId,
        (domain, condition): (&Domain, &Expr),
        no: &mut Vec<usize>,
    ) -> Done<()> {
        if let Some(a) = self.whole_line(which, local, domain, condition)? {
            no.push(self.emit(Op::Jno { a, to: 0 }));
            return Ok(());
        }
        if let Some(a) = self.for_all_at_once(which, local, (domain, condition))? {
            let none = which == Quantifier::No;
            no.push(self.emit(if none { Op::Jyes { a, to: 0 } } else { Op::Jno { a, to: 0 } }));
            return Ok(());
        }
        let found = self.temp(1);
        let (any, every) = (which == Quantifier::Any, which == Quantifier::Every);
        self.emit(Op::Imm { d: found, k: 0 });
        self.iterate(domain, Some(local), &mut |this, _, head, stop| {
            let mut next = Vec::new();
            this.unless(condition, &mut next)?;
            if every {
                // It holds: go on; else found one that does not.
                this.emit(Op::Jmp { to: head });
                this.land(&next);
            }
            this.emit(Op::Imm { d: found, k: 1 });
            stop.push(this.emit(Op::Jmp { to: 0 }));
            if !every {
                this.land(&next);
            }
            Ok(())
        })?;
        no.push(self.emit(if any { Op::Jno { a: found, to: 0 } } else { Op::Jyes { a: found, to: 0 } }));
        Ok(())
    }

    pub(super) fn sum(&mut self, local: LocalId, domain: &Domain, value: &Expr) -> Done<R> {
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
    ) -> Done<R> {
        let best = self.temp(1);
        self.number_to(best, NONE);
        let op = if most { ArithOp::Max } else { ArithOp::Min };
        self.iterate(domain, Some(local), &mut |this, _, head, _| {
            let b = this.scalar(value)?;
            let none = this.emit(Op::Jnone { a: b, to: head });
            let first = this.emit(Op::Jnone { a: best, to: 0 });
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
