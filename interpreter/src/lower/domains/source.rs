//! Where the members of a domain come from, before any condition.

use crate::lower::held::{Out, Shape};
use crate::lower::masks::mask_of;
use crate::lower::{Lowered, Lowering};
use crate::program::{Found, ListOp, MaskOp, Members, NONE, Op, SetupError, ZoneOp};
use houserules_lang::ir::{Base, Domain, Expr, ExprKind, Order};

impl Lowering<'_> {
    pub(crate) fn base(&mut self, d: &Domain) -> Lowered<Members> {
        match (&d.base, self.shape(d)) {
            (Base::Zone(z), Shape::Mask(w)) => {
                let z = self.scalar(z)?;
                let m = self.temp(w);
                self.emit(Op::Z(ZoneOp::Mask { m, z }));
                Ok(Members::Mask(m, w))
            }
            (Base::Zone(z), _) => {
                let z = self.scalar(z)?;
                let l = self.fresh_list();
                self.emit(Op::Z(ZoneOp::List { l, z }));
                Ok(Members::List(l))
            }
            (Base::Range(a, b), _) => {
                let (a, b) = (self.scalar(a)?, self.scalar(b)?);
                Ok(Members::Range(a, b))
            }
            (Base::Onwards(a), _) => {
                let a = self.scalar(a)?;
                Ok(Members::Range(a, self.number(i64::MAX - 1)))
            }
            (Base::Lines(on, n), _) => {
                let t = self.lines(*on, *n, d.span)?;
                let count = self.out.lines[usize::from(t)].lines.len();
                let (a, b) = (self.number(0), self.number(count as i64 - 1));
                Ok(Members::Range(a, b))
            }
            (Base::Places(search), Shape::Mask(w)) => {
                let m = self.temp(w);
                self.travel(search, Found::Places(m, w))?;
                Ok(Members::Mask(m, w))
            }
            (Base::Places(_), _) => Err(SetupError::Unsupported("a map of this size", d.span)),
            (Base::Way(search), _) => {
                let l = self.fresh_list();
                self.travel(search, Found::Way(l))?;
                Ok(Members::List(l))
            }
            (Base::Players { from: Some(from), opponents, .. }, _) => {
                let from = self.scalar(from)?;
                let l = self.fresh_list();
                self.emit(Op::L(ListOp::Seats { l, from, opponents: *opponents }));
                Ok(Members::List(l))
            }
            (Base::Enum(_) | Base::Bools | Base::Players { .. }, shape) => {
                self.everything(d, shape)
            }
            (Base::Top(z, n), _) => self.end_of(z, n, false),
            (Base::Bottom(z, n), _) => self.end_of(z, n, true),
            (Base::Items(items), _) => {
                let l = self.fresh_list();
                for item in items {
                    let s = self.scalar(item)?;
                    self.emit(Op::L(ListOp::Push { l, s }));
                }
                Ok(Members::List(l))
            }
            (Base::Value(e), _) => self.of_value(e),
            (Base::Union(parts), shape) => self.union(parts, d, shape),
            (Base::Minus(a, b), _) => self.minus(a, b),
            (Base::Cut { of, n, last }, _) => {
                let l = self.as_list(of)?;
                let n = self.scalar(n)?;
                self.emit(Op::L(ListOp::Cut { l, n, last: *last }));
                Ok(Members::List(l))
            }
            (
                Base::Squares(_) | Base::SpotSquares(_) | Base::Spots { .. } | Base::Reach { .. },
                _,
            ) => self.board_base(d),
        }
    }

    fn everything(&mut self, d: &Domain, shape: Shape) -> Lowered<Members> {
        let Shape::Mask(w) = shape else {
            return Err(SetupError::Unsupported("this domain", d.span));
        };
        let n = self.universe(&d.elem).unwrap_or(0);
        let m = self.temp(w);
        let words: Vec<u64> =
            (0..u16::from(w)).map(|k| mask_of(n.saturating_sub(64 * k).min(64))).collect();
        let k = self.mask_constant(&words);
        self.emit(Op::M(MaskOp::Const { m, k, w }));
        if let Base::Players { opponents: true, .. } = d.base {
            self.emit(Op::M(MaskOp::Clear { m, i: 0, w }));
        }
        Ok(Members::Mask(m, w))
    }

    fn end_of(&mut self, z: &Expr, n: &Expr, bottom: bool) -> Lowered<Members> {
        let z = self.scalar(z)?;
        let n = self.scalar(n)?;
        let l = self.fresh_list();
        self.emit(Op::Z(if bottom { ZoneOp::Bottom { l, z, n } } else { ZoneOp::Top { l, z, n } }));
        Ok(Members::List(l))
    }

    fn of_value(&mut self, e: &Expr) -> Lowered<Members> {
        Ok(match self.value(e)? {
            Out::One(s) => {
                let l = self.fresh_list();
                self.emit(Op::L(ListOp::Push { l, s }));
                Members::List(l)
            }
            Out::Mask(m, w) => self.copy_of(Members::Mask(m, w)),
            Out::List(l) => self.copy_of(Members::List(l)),
        })
    }

    fn union(&mut self, parts: &[Domain], d: &Domain, shape: Shape) -> Lowered<Members> {
        if let Shape::Mask(w) = shape {
            let m = self.temp(w);
            self.emit(Op::M(MaskOp::Zero { m, w }));
            for part in parts {
                // A zone of a player who does not play.
                if let (Base::Zone(zone), None, None) = (&part.base, &part.filter, &part.best)
                    && let ExprKind::Zone(_, Some(key)) = &zone.kind
                    && self.fold(key) == Some(NONE)
                {
                    continue;
                }
                let s = self.as_mask(part, w)?;
                self.emit(Op::M(MaskOp::Or { d: m, s, w }));
            }
            return Ok(Members::Mask(m, w));
        }
        let l = self.fresh_list();
        for part in parts {
            let s = self.as_list(part)?;
            match d.order {
                Order::Ordered => _ = self.emit(Op::L(ListOp::Append { d: l, s })),
                Order::Unordered => self.append_new(l, s, &d.elem),
            }
        }
        Ok(Members::List(l))
    }

    fn minus(&mut self, a: &Domain, b: &Domain) -> Lowered<Members> {
        if let (Shape::Mask(w), true) = (self.shape(a), self.width(&b.elem).is_some()) {
            let left = self.as_mask(a, w)?;
            let s = self.as_mask(b, w)?;
            self.emit(Op::M(MaskOp::AndNot { d: left, s, w }));
            return Ok(Members::Mask(left, w));
        }
        let elem = a.elem.clone();
        let d = self.as_list(a)?;
        let s = self.as_list(b)?;
        self.drop_all(d, s, &elem);
        Ok(Members::List(d))
    }
}
