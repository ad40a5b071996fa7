//! Expressions whose value is a list.

use super::held::Out;
use super::{Lowered, Lowering};
use crate::program::{ListOp, Loc, MaskOp, Members, Op, R, SetupError};
use houserules_lang::ir::{Expr, ExprKind, Order, Type, Value};

impl Lowering<'_> {
    /// An expression whose value is a list.
    pub(super) fn list(&mut self, e: &Expr, elem: &Type, order: Order) -> Lowered<Out> {
        let before = std::mem::replace(&mut self.span, e.span);
        let result = self.list_here(e, elem, order);
        self.span = before;
        result
    }

    fn list_here(&mut self, e: &Expr, elem: &Type, order: Order) -> Lowered<Out> {
        let mask = self.width(elem).filter(|_| order == Order::Unordered);
        let out = match &e.kind {
            ExprKind::Local(local) => self.load_local(*local),
            ExprKind::RunLocal(body, local) => self.load(self.run_local(*body, *local)),
            ExprKind::Word(word, args) => self.call(*word, args)?,
            ExprKind::List(domain) => match self.domain(domain)? {
                Members::Mask(m, w) => Out::Mask(m, w),
                found => Out::List(self.to_list(found)),
            },
            ExprKind::Field(of, name) => {
                let i = self.scalar(of)?;
                let w = mask.unwrap_or(1);
                let t = self.set_table(of.ty.bare(), name, w);
                let m = self.temp(w);
                self.emit(Op::M(MaskOp::Tab { m, t, i, w }));
                Out::Mask(m, w)
            }
            ExprKind::If(c, a, b) => {
                let target = self.target(mask);
                let mut no = Vec::new();
                self.unless(c, &mut no)?;
                let yes = self.list(a, elem, order)?;
                self.store(yes, target);
                let over = self.emit(Op::Jmp { to: 0 });
                self.land(&no);
                let other = self.list(b, elem, order)?;
                self.store(other, target);
                self.land(&[over]);
                self.load(target)
            }
            ExprKind::Let(local, value, then) => {
                self.named(*local, value)?;
                self.list(then, elem, order)?
            }
            ExprKind::After(of, deed, args) => self.after(of, *deed, args)?,
            ExprKind::TooDeep(word) => {
                self.emit(Op::TooDeep { word: word.0 });
                let target = self.target(mask);
                self.load(target)
            }
            ExprKind::Otherwise(a, b) => {
                let target = self.target(mask);
                let first = self.list(a, elem, order)?;
                self.store(first, target);
                let some = self.some_of(a)?;
                let over = self.emit(Op::BranchIf { a: some, to: 0 });
                let other = self.list(b, elem, order)?;
                self.store(other, target);
                self.land(&[over]);
                self.load(target)
            }
            ExprKind::Committed(local, seat) => {
                let seat = self.scalar(seat)?;
                let (loc, target) = (self.local(*local), self.target(mask));
                match target {
                    Loc::Mask(m, w) => _ = self.emit(Op::M(MaskOp::Zero { m, w })),
                    Loc::List(l) => _ = self.emit(Op::L(ListOp::Clear { l })),
                    Loc::No | Loc::Reg(..) | Loc::Mem(..) | Loc::MemMask(..) | Loc::MemList(..) => {
                    }
                }
                let mut over = Vec::new();
                for k in 0..self.out.schema.seats {
                    let not = self.emit(Op::BranchIfOther { a: seat, k: i16::from(k), to: 0 });
                    let value = self.load(loc.plus(u32::from(k) * loc.bytes()));
                    self.store(value, target);
                    over.push(self.emit(Op::Jmp { to: 0 }));
                    self.land(&[not]);
                }
                self.land(&over);
                self.load(target)
            }
            ExprKind::Const(Value::List(items)) => {
                let items: Vec<i64> = items.iter().map(|v| self.scalar_value(v)).collect();
                let (l, t) = (self.fresh_list(), self.list_constant(items));
                self.emit(Op::L(ListOp::Const { l, t }));
                Out::List(l)
            }
            ExprKind::Const(Value::None) => Out::List(self.fresh_list()),
            _ => return Err(SetupError::Unsupported("a list of this form", e.span)),
        };
        // A list that is a set by its type is kept as one.
        Ok(match (out, mask) {
            (Out::List(l), Some(w)) => Out::Mask(self.to_mask(Members::List(l), w), w),
            (Out::Mask(m, w), None) => Out::List(self.to_list(Members::Mask(m, w))),
            (out, _) => out,
        })
    }

    /// Whether a list has members; one that is none has none.
    pub(super) fn some_of(&mut self, e: &Expr) -> Lowered<R> {
        let d = self.temp(1);
        match self.value(e)? {
            Out::Mask(m, w) => _ = self.emit(Op::M(MaskOp::Any { d, m, w })),
            Out::List(l) => {
                let (n, zero) = (self.temp(1), self.number(0));
                self.emit(Op::L(ListOp::Len { d: n, l }));
                self.emit(Op::Less { d, a: zero, b: n });
            }
            Out::One(s) => {
                self.emit(Op::IsNone { d, a: s });
                self.emit(Op::Not { d, a: d });
            }
        }
        Ok(d)
    }

    /// Where a list of that sort is kept.
    pub(super) fn target_of(&mut self, elem: &Type, order: Order) -> Loc {
        let mask = self.width(elem).filter(|_| order == Order::Unordered);
        self.target(mask)
    }

    fn target(&mut self, mask: Option<u8>) -> Loc {
        match mask {
            Some(w) => Loc::Mask(self.temp(w), w),
            None => Loc::List(self.temp_list()),
        }
    }
}
