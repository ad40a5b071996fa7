//! What members are found for: to be counted, compared, looked through.

use crate::lower::held::Shape;
use crate::lower::{Lowered, Lowering, no_order};
use crate::program::{ListOp, Loc, MaskOp, Members, NONE, Op, R, ZoneOp};
use houserules_lang::ir::{Base, Domain, Expr, Order, Type};

impl Lowering<'_> {
    /// How many members a domain has, in a register.
    pub fn count(&mut self, d: &Domain) -> Lowered<R> {
        if let (Base::Zone(z), None, None) = (&d.base, &d.filter, &d.best) {
            let z = self.scalar(z)?;
            let n = self.temp(1);
            self.emit(Op::Z(ZoneOp::Len { d: n, z }));
            return Ok(n);
        }
        let found = self.domain(d)?;
        let n = self.temp(1);
        match found {
            Members::Mask(m, w) => _ = self.emit(Op::M(MaskOp::Count { d: n, m, w })),
            Members::List(l) => _ = self.emit(Op::L(ListOp::Len { d: n, l })),
            Members::Range(a, b) => {
                use houserules_lang::ir::ArithOp::{Add, Max, Sub};
                self.emit(Op::Arith { op: Sub, d: n, a: b, b: a });
                self.emit(Op::ArithK { op: Add, d: n, a: n, k: 1 });
                self.emit(Op::ArithK { op: Max, d: n, a: n, k: 0 });
            }
        }
        Ok(n)
    }

    /// Whether a domain has members: exactly 1 if so.
    pub fn some(&mut self, d: &Domain) -> Lowered<R> {
        if let (Base::Zone(z), None, None) = (&d.base, &d.filter, &d.best) {
            let z = self.scalar(z)?;
            let some = self.temp(1);
            self.emit(Op::Z(ZoneOp::Some { d: some, z }));
            return Ok(some);
        }
        if self.shape(d) == Shape::Range {
            let Members::Range(a, b) = self.domain(d)? else { return Ok(self.number(0)) };
            let some = self.temp(1);
            self.emit(Op::LessEq { d: some, a, b });
            return Ok(some);
        }
        let some = self.temp(1);
        self.emit(Op::Imm { d: some, k: 0 });
        self.iterate(d, None, &mut |this, _, _, stop| {
            this.emit(Op::Imm { d: some, k: 1 });
            stop.push(this.emit(Op::Jmp { to: 0 }));
            Ok(())
        })?;
        Ok(some)
    }

    /// The first member, or none.
    pub fn first(&mut self, d: &Domain) -> Lowered<R> {
        if self.out.copies_differ && no_order(d) {
            let l = self.as_list(d)?;
            let first = self.temp(1);
            self.emit(Op::L(ListOp::First { d: first, l }));
            return Ok(first);
        }
        if let (Base::Zone(z), None, None) = (&d.base, &d.filter, &d.best) {
            let z = self.scalar(z)?;
            let first = self.temp(1);
            self.emit(Op::Z(ZoneOp::Slot { d: first, z }));
            return Ok(first);
        }
        if let (Base::Value(e), None, None) = (&d.base, &d.filter, &d.best)
            && !matches!(e.ty.bare(), Type::List(..))
        {
            let s = self.scalar(e)?;
            let first = self.temp(1);
            self.emit(Op::Mov { d: first, s });
            return Ok(first);
        }
        if let (Shape::Mask(_), None) = (self.shape(d), &d.best) {
            let mut first = 0;
            let done = self.whole_or_nothing(|this| {
                let before = std::mem::replace(&mut this.span, d.span);
                let found = this.base(d)?;
                this.span = before;
                let Members::Mask(m, w) = found else { return Ok(false) };
                let left = this.left_to_test(d, Members::Mask(m, w), false)?;
                first = this.temp(1);
                this.emit(Op::M(MaskOp::First { d: first, m, w }));
                Ok(left.is_empty())
            })?;
            if done {
                return Ok(first);
            }
        }
        let first = self.number(NONE);
        self.iterate(d, None, &mut |this, elem, _, stop| {
            if let Loc::Reg(s) = elem {
                this.emit(Op::Mov { d: first, s });
            }
            stop.push(this.emit(Op::Jmp { to: 0 }));
            Ok(())
        })?;
        Ok(first)
    }

    /// `a in D`
    pub fn holds(&mut self, a: &Expr, d: &Domain) -> Lowered<R> {
        let s = self.scalar(a)?;
        let s = self.key_of(s, &a.ty);
        let yes = self.temp(1);
        if let (Base::Zone(z), None, None) = (&d.base, &d.filter, &d.best) {
            let z = self.scalar(z)?;
            self.emit(Op::Z(ZoneOp::Holds { d: yes, z, c: s }));
            return Ok(yes);
        }
        match self.domain(d)? {
            Members::Mask(m, w) => _ = self.emit(Op::M(MaskOp::Has { d: yes, m, i: s, w })),
            Members::List(l) => {
                self.keys_of(l, &d.elem);
                self.emit(Op::L(ListOp::Has { d: yes, l, s }));
            }
            Members::Range(lo, hi) => {
                self.emit(Op::LessEq { d: yes, a: lo, b: s });
                let no = self.emit(Op::BranchIfNot { a: yes, to: 0 });
                self.emit(Op::LessEq { d: yes, a: s, b: hi });
                self.land(&[no]);
            }
        }
        Ok(yes)
    }

    /// Whether two lists are equal.
    pub fn same_list(&mut self, a: &Domain, b: &Domain, order: Order) -> Lowered<R> {
        let cards = matches!(a.elem.bare(), Type::Card(_));
        let elem = a.elem.clone();
        let a = self.as_list(a)?;
        let b = self.as_list(b)?;
        self.keys_of(a, &elem);
        self.keys_of(b, &elem);
        let d = self.temp(1);
        self.emit(Op::L(match order {
            Order::Ordered => ListOp::Eq { d, a, b, cards },
            Order::Unordered => ListOp::EqAny { d, a, b, cards },
        }));
        Ok(d)
    }
}
