//! Conditions tested for all members of a mask at once.

use super::{Lowered, Lowering};
use crate::program::{Loc, Locals, MaskOp, Members, NONE, Op, R};
use houserules_lang::ir::walk::{each_expr, each_in_domain};
use houserules_lang::ir::{Base, Domain, Expr, ExprKind, LocalId, Owner, Quantifier, Type, WordId};

/// The members of a mask, all tested at once.
#[derive(Clone, Copy)]
pub struct Many<'e> {
    pub m: R,
    pub w: u8,
    /// Every member is tested in any case.
    pub all: bool,
    /// What the members are.
    pub elem: &'e Type,
    /// The name that stands for each of them.
    pub local: LocalId,
}

/// `any local in domain has condition`, `every …`, `no …`.
#[derive(Clone, Copy)]
pub struct Quantified<'e> {
    pub which: Quantifier,
    pub local: LocalId,
    pub domain: &'e Domain,
    pub condition: &'e Expr,
}

impl Lowering<'_> {
    /// Takes out of a mask the members that fail what can be tested for all at once; gives what is
    /// left to test. With `all`, every member of the mask is tested in any case.
    pub fn narrow<'e>(&mut self, many: Many<'_>, condition: &'e Expr) -> Lowered<Vec<&'e Expr>> {
        if let ExprKind::And(a, b) = &condition.kind {
            let mut left = self.narrow(many, a)?;
            // What comes after a test that is left may rely on it: only what cannot fault is taken
            // ahead.
            let all = many.all && left.is_empty();
            left.extend(self.narrow(Many { all, ..many }, b)?);
            return Ok(left);
        }
        let done = self.whole_or_nothing(|this| this.at_once(many, condition))?;
        Ok(if done { Vec::new() } else { vec![condition] })
    }

    /// Takes back the code that was made if it does not do the whole thing.
    pub fn whole_or_nothing(
        &mut self,
        work: impl FnOnce(&mut Self) -> Lowered<bool>,
    ) -> Lowered<bool> {
        let (code, scratch, binds) = (self.out.code.len(), self.scratch, self.binds.len());
        let done = work(self)?;
        if !done {
            self.out.code.truncate(code);
            self.out.spans.truncate(code);
            self.scratch = scratch;
            self.binds.truncate(binds);
        }
        Ok(done)
    }

    /// Code that leaves the members for which a condition holds; if it gives no, the code is of no
    /// use.
    pub fn at_once(&mut self, many: Many<'_>, condition: &Expr) -> Lowered<bool> {
        let Many { m, w, elem, local, .. } = many;
        if let Some(k) = self.printed_mask(w, elem, local, condition) {
            self.emit(Op::M(MaskOp::AndK { d: m, k, w }));
            return Ok(true);
        }
        match &condition.kind {
            ExprKind::Not(inner) => {
                let part = self.copied(m, w);
                let done = self.at_once(Many { m: part, ..many }, inner)?;
                self.emit(Op::M(MaskOp::AndNot { d: m, s: part, w }));
                Ok(done)
            }
            ExprKind::And(a, b) => Ok(self.at_once(many, a)? && self.at_once(many, b)?),
            ExprKind::Or(a, b) => {
                let rest = self.copied(m, w);
                if !self.at_once(many, a)? {
                    return Ok(false);
                }
                self.emit(Op::M(MaskOp::AndNot { d: rest, s: m, w }));
                let done = self.at_once(Many { m: rest, ..many }, b)?;
                self.emit(Op::M(MaskOp::Or { d: m, s: rest, w }));
                Ok(done)
            }
            ExprKind::Word(id, args) => self.of_word(many, *id, args),
            ExprKind::Quantified(which @ Quantifier::Any, other, domain, condition) => {
                let other = Quantified { which: *which, local: *other, domain, condition };
                self.any_other(many, other)
            }
            ExprKind::Same(a, b) if is_of(a, local) && !mentions(b, local) => {
                self.column_is(many, a, Some(b))
            }
            ExprKind::Same(a, b) if self.in_row(a, local).is_some() && !mentions(b, local) => {
                self.row_is(m, a, local, Some(b))
            }
            ExprKind::Same(b, a) if self.in_row(a, local).is_some() && !mentions(b, local) => {
                self.row_is(m, a, local, Some(b))
            }
            ExprKind::IsNone(a) if self.in_row(a, local).is_some() => {
                self.row_is(m, a, local, None)
            }
            ExprKind::Same(b, a) if is_of(a, local) && !mentions(b, local) => {
                self.column_is(many, a, Some(b))
            }
            ExprKind::IsNone(a) if is_of(a, local) && !matches!(a.ty.bare(), Type::List(..)) => {
                self.column_is(many, a, None)
            }
            _ if !mentions(condition, local) && self.harmless(condition) => {
                // The same for all members.
                let mut no = Vec::new();
                self.unless(condition, &mut no)?;
                let over = self.emit(Op::Jmp { to: 0 });
                self.land(&no);
                self.emit(Op::M(MaskOp::Zero { m, w }));
                self.land(&[over]);
                Ok(true)
            }
            _ => Ok(false),
        }
    }

    /// Whether a condition may be tested though there may be no member: it cannot fault.
    fn harmless(&mut self, condition: &Expr) -> bool {
        let mut ok = true;
        each_expr(condition, &mut |e| {
            ok &= match &e.kind {
                ExprKind::Counter(id, _) => self.book[*id].start.is_some(),
                ExprKind::Quantified(_, _, domain, _) => {
                    let plain = matches!(
                        domain.base,
                        Base::Zone(_) | Base::Enum(_) | Base::Players { from: None, .. }
                    );
                    plain && domain.best.is_none()
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
                        | ExprKind::Same(..)
                        | ExprKind::IsNone(_)
                        | ExprKind::Not(_)
                        | ExprKind::And(..)
                        | ExprKind::Or(..)
                ),
            }
        });
        ok
    }

    fn copied(&mut self, s: R, w: u8) -> R {
        let d = self.temp(w);
        self.emit(Op::M(MaskOp::Copy { d, s, w }));
        d
    }

    /// A field or counter of the members against a value that is the same for all.
    fn column_is(&mut self, many: Many<'_>, subject: &Expr, v: Option<&Expr>) -> Lowered<bool> {
        let Many { m, w, all, .. } = many;
        // A counter that was never set is a fault only if there is somebody to compare it for.
        let mut empty = None;
        if let Some(v) = v.filter(|v| !self.fold_ok(v)) {
            if !all || !matches!(v.kind, ExprKind::Counter(_, None)) {
                return Ok(false);
            }
            let d = self.temp(1);
            self.emit(Op::M(MaskOp::Any { d, m, w }));
            empty = Some(self.emit(Op::BranchIfNot { a: d, to: 0 }));
        }
        let op = match &subject.kind {
            ExprKind::Field(of, name) => {
                let t = self.field_table(of.ty.bare(), name);
                let Some(col) = self.column(t, w) else { return Ok(false) };
                let v = self.or_none(v)?;
                MaskOp::Column { m, col, v }
            }
            ExprKind::Counter(id, _) if w == 1 && self.on_members(*id) => {
                let v = self.or_none(v)?;
                MaskOp::Where { m, f: id.0, v }
            }
            _ => return Ok(false),
        };
        self.emit(Op::M(op));
        if let Some(jump) = empty {
            self.land(&[jump]);
        }
        Ok(true)
    }

    /// A counter of the square in the column that a number names, in a row that is known: the
    /// counter, and how much more the square's number is than the column's.
    fn in_row(&mut self, subject: &Expr, local: LocalId) -> Option<(u16, u16, i8)> {
        let ExprKind::Counter(id, Some(key)) = &subject.kind else { return None };
        let ExprKind::Square(e, column, row) = &key.kind else { return None };
        let (least, most) = self.numbers?;
        let (columns, rows) = self.book[*e].rectangle?;
        let (columns, row) = (i64::from(columns), self.fold(row)?);
        let named = matches!(column.kind, ExprKind::Local(l) if l == local);
        let inside = 1 <= least && most <= columns && (1..=i64::from(rows)).contains(&row);
        if !named || !inside || !self.on_members(*id) {
            return None;
        }
        let far = i8::try_from((row - 1) * columns - 1).ok()?;
        Some((id.0, self.members(*e), far))
    }

    /// The same for what stands in a row.
    fn row_is(&mut self, m: R, subject: &Expr, local: LocalId, v: Option<&Expr>) -> Lowered<bool> {
        let Some((f, n, far)) = self.in_row(subject, local) else { return Ok(false) };
        if v.is_some_and(|v| !self.fold_ok(v)) {
            return Ok(false);
        }
        let v = self.or_none(v)?;
        let row = self.temp(1);
        let k = self.mask_constant(&[mask_of(n)]);
        self.emit(Op::M(MaskOp::Const { m: row, k, w: 1 }));
        self.emit(Op::M(MaskOp::Where { m: row, f, v }));
        self.emit(Op::M(MaskOp::Shift { m: row, by: -far }));
        self.emit(Op::M(MaskOp::And { d: m, s: row, w: 1 }));
        Ok(true)
    }

    fn or_none(&mut self, v: Option<&Expr>) -> Lowered<R> {
        match v {
            Some(v) => self.scalar(v),
            None => Ok(self.number(NONE)),
        }
    }

    /// A word about the member: its own condition, if it is short and calls no other.
    fn of_word(&mut self, many: Many<'_>, id: WordId, args: &[Expr]) -> Lowered<bool> {
        let local = many.local;
        let book = self.book;
        let word = &book[id];
        let (mut size, mut calls) = (0, false);
        each_expr(&word.value, &mut |e| {
            size += 1;
            calls |= matches!(e.kind, ExprKind::Word(..));
        });
        if calls || size > 60 {
            return Ok(false);
        }
        let mut locals = Locals::unlaid(word.locals.len());
        let mut own = None;
        for (at, arg) in args.iter().enumerate() {
            if matches!(arg.kind, ExprKind::Local(l) if l == local) {
                if own.replace(LocalId(at as u16)).is_some() {
                    return Ok(false);
                }
                continue;
            }
            let list = matches!(arg.ty.bare(), Type::List(..) | Type::Zone(_));
            if list || arg.ty.may_be_none() || mentions(arg, local) || !self.fold_ok(arg) {
                return Ok(false);
            }
            locals.0[at] = Loc::Reg(self.scalar(arg)?);
        }
        let Some(own) = own else { return Ok(false) };
        let locals = std::mem::replace(&mut self.locals, locals);
        let binds = std::mem::take(&mut self.binds);
        let fixed = std::mem::take(&mut self.fixed);
        let done = self.at_once(Many { local: own, ..many }, &word.value);
        (self.locals, self.binds, self.fixed) = (locals, binds, fixed);
        done
    }

    /// `any t in D has c`, for a domain that does not depend on the member: what holds for one of
    /// its members.
    fn any_other(&mut self, many: Many<'_>, other: Quantified<'_>) -> Lowered<bool> {
        let Many { m, w, local, .. } = many;
        let domain = other.domain;
        let mut ok = domain.filter.is_none()
            && domain.best.is_none()
            && matches!(domain.base, Base::Zone(_) | Base::Top(..) | Base::Bottom(..));
        each_in_domain(domain, &mut |e| {
            ok &= self.fold_ok(e) && !matches!(e.kind, ExprKind::Local(l) if l == local);
        });
        if !ok {
            return Ok(false);
        }
        let (found, part) = (self.temp(w), self.temp(w));
        self.emit(Op::M(MaskOp::Zero { m: found, w }));
        let mut done = true;
        self.iterate(domain, Some(other.local), &mut |this, _, _, _| {
            this.emit(Op::M(MaskOp::Copy { d: part, s: m, w }));
            done &= this.at_once(Many { m: part, all: false, ..many }, other.condition)?;
            this.emit(Op::M(MaskOp::Or { d: found, s: part, w }));
            Ok(())
        })?;
        self.emit(Op::M(MaskOp::Copy { d: m, s: found, w }));
        Ok(done)
    }

    /// A quantifier over a mask whose condition can be tested for all at once.
    pub fn for_all_at_once(&mut self, of: Quantified<'_>) -> Lowered<Option<R>> {
        let Quantified { which, local, domain, condition } = of;
        let (super::held::Shape::Mask(_), true) = (self.shape(domain), domain.best.is_none())
        else {
            return Ok(None);
        };
        let mut result = 0;
        let done = self.whole_or_nothing(|this| {
            let Members::Mask(m, w) = this.base(domain)? else { return Ok(false) };
            let many = Many { m, w, all: false, elem: &domain.elem, local };
            if let Some((own, filter)) = &domain.filter
                && !this.at_once(Many { local: *own, ..many }, filter)?
            {
                return Ok(false);
            }
            let every = which == Quantifier::Every;
            let part = if every { this.copied(m, w) } else { m };
            let done = this.at_once(Many { m: part, ..many }, condition)?;
            let d = this.temp(1);
            this.emit(Op::M(if every {
                MaskOp::Eq { d, a: m, b: part, w }
            } else {
                MaskOp::Any { d, m, w }
            }));
            result = d;
            Ok(done)
        })?;
        Ok(done.then_some(result))
    }

    /// Whether an expression may be evaluated though there may be no member: it cannot fault.
    fn fold_ok(&mut self, e: &Expr) -> bool {
        let mut ok = true;
        if self.fold(e).is_some() {
            return true;
        }
        each_expr(e, &mut |e| {
            ok &= match &e.kind {
                ExprKind::Counter(id, _) => self.book[*id].start.is_some(),
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
        let family = &self.out.schema[id];
        let members = matches!(family.owner, Owner::Enum(_) | Owner::Player);
        self.book[id].start.is_some() && family.narrow && family.n <= 64 && members
    }

    /// The members for which a condition on printed fields holds, as a constant mask.
    fn printed_mask(
        &mut self,
        w: u8,
        elem: &Type,
        local: LocalId,
        condition: &Expr,
    ) -> Option<u16> {
        let all = if let (Type::Number, Some((least, most))) = (elem.bare(), self.numbers) {
            least as u16..most as u16 + 1
        } else {
            0..self.universe(elem)?
        };
        if !mentions(condition, local) {
            return None;
        }
        let mut words = vec![0; usize::from(w)];
        for at in all {
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
        let table = &self.out.tables[usize::from(t)];
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

    /// `any line in lines of n on E has every s in line has s.counter is v`, for boards of up to 64
    /// squares.
    pub fn whole_line(&mut self, of: Quantified<'_>) -> Lowered<Option<R>> {
        let Quantified { which, local: line, domain, condition } = of;
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
    let (ExprKind::Field(of, _) | ExprKind::Counter(_, Some(of))) = &e.kind else { return false };
    matches!(of.kind, ExprKind::Local(l) if l == local)
}

/// Whether an expression reads the local.
pub fn mentions(e: &Expr, local: LocalId) -> bool {
    let mut found = false;
    each_expr(e, &mut |e| found |= matches!(e.kind, ExprKind::Local(l) if l == local));
    found
}
