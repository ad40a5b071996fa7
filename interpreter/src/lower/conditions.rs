//! Conditions become jumps; only where their value is kept they become one.

use super::masks::Quantified;
use super::{Lowered, Lowering};
use crate::program::{ListOp, Op, R};
use houserules_lang::ir::{Expr, ExprKind, Order, Type};

/// Whether an expression is best tested by jumps.
pub fn is_condition(e: &Expr) -> bool {
    if let ExprKind::IsNone(a) = &e.kind {
        return matches!(a.ty.bare(), Type::List(..));
    }
    matches!(
        e.kind,
        ExprKind::Not(_)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Quantified(..)
            | ExprKind::RowsAre(..)
            | ExprKind::SameList(..)
            | ExprKind::In(..)
            | ExprKind::IsEmpty(_)
    )
}

impl Lowering<'_> {
    /// A condition as a value.
    pub(super) fn yes_or_no(&mut self, e: &Expr) -> Lowered<R> {
        let d = self.temp(1);
        self.yes_or_no_to(d, e)?;
        Ok(d)
    }

    /// A condition's value into a register, which the condition may read.
    pub(super) fn yes_or_no_to(&mut self, d: R, e: &Expr) -> Lowered<()> {
        let mut no = Vec::new();
        self.unless(e, &mut no)?;
        self.emit(Op::Imm { d, k: 1 });
        let over = self.emit(Op::Jmp { to: 0 });
        self.land(&no);
        self.emit(Op::Imm { d, k: 0 });
        self.land(&[over]);
        Ok(())
    }

    /// Code that goes on if a condition holds; else it takes one of the jumps added to `no`.
    pub fn unless(&mut self, e: &Expr, no: &mut Vec<usize>) -> Lowered<()> {
        match &e.kind {
            _ if self.fold(e).is_some() => self.known(e, false, no),
            ExprKind::And(a, b) => {
                self.unless(a, no)?;
                self.unless(b, no)
            }
            ExprKind::Or(a, b) => {
                let mut yes = Vec::new();
                self.when(a, &mut yes)?;
                self.unless(b, no)?;
                self.land(&yes);
                Ok(())
            }
            ExprKind::Not(a) => self.when(a, no),
            ExprKind::Quantified(which, local, domain, condition) => {
                let of = Quantified { which: *which, local: *local, domain, condition };
                self.quantified(of, false, no)
            }
            ExprKind::Same(a, b) => self.unless_same(e, a, b, no),
            _ => self.jump_if(e, false, no),
        }
    }

    /// Code that goes on unless a condition holds; else it takes one of the jumps added to `yes`.
    pub fn when(&mut self, e: &Expr, yes: &mut Vec<usize>) -> Lowered<()> {
        match &e.kind {
            _ if self.fold(e).is_some() => self.known(e, true, yes),
            ExprKind::And(a, b) => {
                let mut no = Vec::new();
                self.unless(a, &mut no)?;
                self.when(b, yes)?;
                self.land(&no);
                Ok(())
            }
            ExprKind::Or(a, b) => {
                self.when(a, yes)?;
                self.when(b, yes)
            }
            ExprKind::Not(a) => self.unless(a, yes),
            ExprKind::Quantified(which, local, domain, condition) => {
                let of = Quantified { which: *which, local: *local, domain, condition };
                self.quantified(of, true, yes)
            }
            _ => self.jump_if(e, true, yes),
        }
    }

    /// A jump if a condition that is known holds, or does not.
    fn known(&mut self, e: &Expr, holds: bool, jumps: &mut Vec<usize>) -> Lowered<()> {
        if (self.fold(e) == Some(1)) == holds {
            jumps.push(self.emit(Op::Jmp { to: 0 }));
        }
        Ok(())
    }

    /// A jump if a condition without parts holds, or does not.
    fn jump_if(&mut self, e: &Expr, holds: bool, jumps: &mut Vec<usize>) -> Lowered<()> {
        let (a, sense) = match &e.kind {
            ExprKind::IsEmpty(d) => (self.some(d)?, false),
            ExprKind::In(a, d) => (self.holds(a, d)?, true),
            ExprKind::SameList(a, b, order) => (self.same_list(a, b, *order)?, true),
            ExprKind::RowsAre(domain, rows, order) => {
                let l = self.as_list(domain)?;
                let t = self.list_constant(rows.iter().map(|r| i64::from(r.0)).collect());
                let d = self.temp(1);
                let ordered = *order == Order::Ordered;
                self.emit(Op::L(ListOp::Rows { d, l, t, ordered }));
                (d, true)
            }
            ExprKind::IsNone(a) if matches!(a.ty.bare(), Type::List(..)) => {
                (self.some_of(a)?, false)
            }
            ExprKind::IsNone(a) => {
                let a = self.scalar(a)?;
                let jump = if holds {
                    Op::BranchIfNone { a, to: 0 }
                } else {
                    Op::BranchIfSome { a, to: 0 }
                };
                jumps.push(self.emit(jump));
                return Ok(());
            }
            ExprKind::Word(word, args) => {
                let before = std::mem::replace(&mut self.span, e.span);
                let called = self.call_word(*word, args, false);
                self.span = before;
                if let super::held::Out::One(a) = called? {
                    (a, true)
                } else {
                    (self.scalar(e)?, true)
                }
            }
            _ => (self.scalar(e)?, true),
        };
        jumps.push(self.emit(if holds == sense {
            Op::BranchIf { a, to: 0 }
        } else {
            Op::BranchIfNot { a, to: 0 }
        }));
        Ok(())
    }

    fn unless_same(&mut self, e: &Expr, a: &Expr, b: &Expr, no: &mut Vec<usize>) -> Lowered<()> {
        let (a, b) = if self.fold(a).is_some() { (b, a) } else { (a, b) };
        let jump = match self.fold(b).and_then(|k| i16::try_from(k).ok()) {
            Some(k) => {
                let a = self.scalar(a)?;
                Op::BranchIfOther { a, k, to: 0 }
            }
            None => Op::BranchIfNot { a: self.comparison(e)?, to: 0 },
        };
        no.push(self.emit(jump));
        Ok(())
    }
}
