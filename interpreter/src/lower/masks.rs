//! Conditions tested for all members of a mask at once.

use super::walk::each_expr;
use super::{Done, Lower};
use crate::program::{MaskOp, NONE, Op, R};
use houserules_lang::ir::{Base, Domain, Expr, ExprKind, LocalId, Owner, Quantifier, Type};

impl Lower<'_> {
    /// Takes out of a mask the members that fail what can be tested for all at once; gives what is left to test.
    pub fn narrow<'e>(
        &mut self,
        (m, w): (R, u8),
        elem: &Type,
        local: LocalId,
        condition: &'e Expr,
    ) -> Done<Vec<&'e Expr>> {
        if let ExprKind::And(a, b) = &condition.kind {
            let mut left = self.narrow((m, w), elem, local, a)?;
            // What comes after a test that is left may rely on it: only what cannot fault is taken ahead.
            left.extend(self.narrow((m, w), elem, local, b)?);
            return Ok(left);
        }
        let done = self.at_once((m, w), elem, local, condition)?;
        Ok(if done { Vec::new() } else { vec![condition] })
    }

    fn at_once(&mut self, (m, w): (R, u8), elem: &Type, local: LocalId, condition: &Expr) -> Done<bool> {
        if let Some(k) = self.printed_mask(w, elem, local, condition) {
            self.emit(Op::M(MaskOp::AndK { d: m, k, w }));
            return Ok(true);
        }
        let (test, turned) = match &condition.kind {
            ExprKind::Not(inner) => (&**inner, true),
            _ => (condition, false),
        };
        let (subject, v) = match &test.kind {
            ExprKind::Same(a, b) if is_of(a, local) && !mentions(b, local) && self.fold_ok(b) => (a, Some(b)),
            ExprKind::Same(b, a) if is_of(a, local) && !mentions(b, local) && self.fold_ok(b) => (a, Some(b)),
            ExprKind::IsNone(a) if is_of(a, local) => (a, None),
            _ => return Ok(false),
        };
        let part = if turned { self.temp(w) } else { m };
        if turned {
            self.emit(Op::M(MaskOp::Copy { d: part, s: m, w }));
        }
        let op = match &subject.kind {
            ExprKind::Field(of, name) => {
                let t = self.field_table(of.ty.bare(), name);
                let Some(col) = self.column(t, w) else { return Ok(false) };
                let v = match v {
                    Some(v) => self.scalar(v)?,
                    None => self.number(NONE),
                };
                MaskOp::Column { m: part, col, v }
            }
            ExprKind::Counter(id, _) if w == 1 && self.on_members(*id) => {
                let v = match v {
                    Some(v) => self.scalar(v)?,
                    None => self.number(NONE),
                };
                MaskOp::Where { m: part, f: id.0, v }
            }
            _ => return Ok(false),
        };
        self.emit(Op::M(op));
        if turned {
            self.emit(Op::M(MaskOp::AndNot { d: m, s: part, w }));
        }
        Ok(true)
    }

    /// Whether an expression may be evaluated though there may be no member: it cannot fault.
    fn fold_ok(&mut self, e: &Expr) -> bool {
        let mut ok = true;
        each_expr(e, &mut |e| {
            ok &= match &e.kind {
                ExprKind::Counter(id, _) => {
                    self.book.counters.get(id.index()).is_some_and(|c| c.start.is_some())
                }
                kind => matches!(
                    kind,
                    ExprKind::Const(_)
                        | ExprKind::Option(_)
                        | ExprKind::Seats
                        | ExprKind::Local(_)
                        | ExprKind::Me
                        | ExprKind::Field(..)
                        | ExprKind::Zone(..)
                ),
            }
        });
        ok
    }

    /// A counter of an enum's members in one byte each, with a start.
    fn on_members(&self, id: houserules_lang::ir::CounterId) -> bool {
        let family = self.out.schema.counters.get(id.index());
        let start = self.book.counters.get(id.index()).is_some_and(|c| c.start.is_some());
        start && family.is_some_and(|f| f.narrow && f.n <= 64 && matches!(f.owner, Owner::Enum(_)))
    }

    /// The members for which a condition on printed fields holds, as a constant mask.
    fn printed_mask(&mut self, w: u8, elem: &Type, local: LocalId, condition: &Expr) -> Option<u16> {
        let n = self.universe(elem)?;
        if !mentions(condition, local) {
            return None;
        }
        let mut words = vec![0; usize::from(w)];
        for at in 0..n {
            self.fixed.push((local, i64::from(at)));
            let holds = self.fold(condition);
            self.fixed.pop();
            if holds? == 1 {
                words[usize::from(at) / 64] |= 1 << (at % 64);
            }
        }
        Some(self.mask_constant(&words))
    }

    /// The column of a field table, unless its values are spread too far.
    fn column(&mut self, t: u16, w: u8) -> Option<u16> {
        if let Some(at) = self.columns.get(&t) {
            return Some(*at);
        }
        let table = self.out.tables.get(usize::from(t))?;
        let values = || table.iter().copied().filter(|v| *v != NONE);
        let (lo, hi) = (values().min()?, values().max()?);
        let span = usize::try_from(hi.checked_sub(lo)?).ok().filter(|s| *s < 256)? + 1;
        let width = usize::from(w);
        // The last mask is that of none.
        let mut masks = vec![0; (span + 1) * width];
        for (at, value) in table.iter().enumerate() {
            let run = if *value == NONE { span } else { (value - lo) as usize };
            if at / 64 < width {
                masks[run * width + at / 64] |= 1 << (at % 64);
            }
        }
        self.out.columns.push(crate::program::Column { lo, masks, w });
        let at = self.out.columns.len() as u16 - 1;
        self.columns.insert(t, at);
        Some(at)
    }

    /// `any line in lines of n on E has every s in line has s.counter is v`, for boards of up to 64 squares.
    pub fn whole_line(
        &mut self,
        which: Quantifier,
        line: LocalId,
        domain: &Domain,
        condition: &Expr,
    ) -> Done<Option<R>> {
        let (Quantifier::Any, Base::Lines(on, n), None, None) =
            (which, &domain.base, &domain.filter, &domain.best)
        else {
            return Ok(None);
        };
        let ExprKind::Quantified(Quantifier::Every, square, inner, test) = &condition.kind else {
            return Ok(None);
        };
        let own = matches!(&inner.base, Base::Value(e) if matches!(e.kind, ExprKind::Local(l) if l == line));
        let ExprKind::Same(a, b) = &test.kind else { return Ok(None) };
        let (a, b) = if is_of(a, *square) { (a, b) } else { (b, a) };
        let ExprKind::Counter(id, _) = a.kind else { return Ok(None) };
        let plain = own
            && inner.filter.is_none()
            && inner.best.is_none()
            && is_of(a, *square)
            && !mentions(b, *square)
            && !mentions(b, line)
            && self.on_members(id);
        if !plain {
            return Ok(None);
        }
        let t = self.lines(*on, *n, domain.span)?;
        let v = self.scalar(b)?;
        let m = self.temp(1);
        let k = self.mask_constant(&[mask_of(self.members(*on))]);
        self.emit(Op::M(MaskOp::Const { m, k, w: 1 }));
        self.emit(Op::M(MaskOp::Where { m, f: id.0, v }));
        let d = self.temp(1);
        self.emit(Op::M(MaskOp::Line { d, m, t }));
        Ok(Some(d))
    }
}

/// A mask of the lowest `n` bits.
pub fn mask_of(n: u16) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// Whether it is a field or counter of the local.
fn is_of(e: &Expr, local: LocalId) -> bool {
    match &e.kind {
        ExprKind::Field(of, _) | ExprKind::Counter(_, Some(of)) => {
            matches!(of.kind, ExprKind::Local(l) if l == local)
        }
        _ => false,
    }
}

/// Whether an expression reads the local.
pub fn mentions(e: &Expr, local: LocalId) -> bool {
    let mut found = false;
    each_expr(e, &mut |e| found |= matches!(e.kind, ExprKind::Local(l) if l == local));
    found
}
