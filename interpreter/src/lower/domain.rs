//! Domains: code that finds their members, or goes through them.

use super::held::{Dv, Out, Rep};
use super::masks::mask_of;
use super::{Lowered, Lowering};
use crate::program::{Found, ListOp, Loc, MaskOp, NONE, Op, Pc, R, SetupError, ZoneOp};
use houserules_lang::ir::{Base, Domain, Expr, ExprKind, LocalId, Order, Type, ZoneId, ZoneShape};

/// What is done with a member: where it is, where the loop begins, jumps out of it.
type Each<'a, 'b> = &'a mut dyn FnMut(&mut Lowering<'b>, Loc, Pc, &mut Vec<usize>) -> Lowered<()>;

impl<'a> Lowering<'a> {
    /// How the members of a domain are held.
    pub fn rep(&self, d: &Domain) -> Rep {
        let bare = d.filter.is_none() && d.best.is_none();
        let by_type = |ty: &Type, order: Order| {
            self.width(ty).filter(|_| order == Order::Unordered).map_or(Rep::List, Rep::Mask)
        };
        match &d.base {
            Base::Zone(e) => match e.kind {
                ExprKind::Zone(id, _) if self.shape(id) == ZoneShape::Set => {
                    Rep::Mask(self.out.schema.words)
                }
                _ => Rep::List,
            },
            Base::Enum(_) | Base::Bools | Base::Players { from: None, .. } | Base::Places(_) => {
                self.width(&d.elem).map_or(Rep::List, Rep::Mask)
            }
            Base::Range(..) | Base::Onwards(_) | Base::Lines(..) if bare => Rep::Range,
            Base::Value(e) => match e.ty.bare() {
                Type::List(elem, order) => by_type(elem, *order),
                _ => Rep::List,
            },
            Base::Union(_) => by_type(&d.elem, d.order),
            Base::Minus(a, _) => match self.rep(a) {
                Rep::Range => Rep::List,
                rep => rep,
            },
            _ => Rep::List,
        }
    }

    fn shape(&self, zone: ZoneId) -> ZoneShape {
        self.book.zones.get(zone.index()).map_or(ZoneShape::Set, |z| z.shape)
    }

    /// Code that finds the members; what it leaves may be changed.
    pub fn domain(&mut self, d: &Domain) -> Lowered<Dv> {
        let before = std::mem::replace(&mut self.span, d.span);
        let mut found = self.base(d)?;
        if let Some((local, condition)) = &d.filter {
            found = self.filtered(d, found, *local, condition)?;
        }
        if let Some((most, local, key)) = &d.best {
            found = self.with_best(d, found, (*most, *local, key))?;
        }
        self.span = before;
        Ok(found)
    }

    pub(super) fn base(&mut self, d: &Domain) -> Lowered<Dv> {
        match (&d.base, self.rep(d)) {
            (Base::Zone(z), Rep::Mask(w)) => {
                let z = self.scalar(z)?;
                let m = self.temp(w);
                self.emit(Op::Z(ZoneOp::Mask { m, z }));
                Ok(Dv::Mask(m, w))
            }
            (Base::Zone(z), _) => {
                let z = self.scalar(z)?;
                let l = self.fresh_list();
                self.emit(Op::Z(ZoneOp::List { l, z }));
                Ok(Dv::List(l))
            }
            (Base::Range(a, b), _) => {
                let (a, b) = (self.scalar(a)?, self.scalar(b)?);
                Ok(Dv::Range(a, b))
            }
            (Base::Onwards(a), _) => {
                let a = self.scalar(a)?;
                Ok(Dv::Range(a, self.number(i64::MAX - 1)))
            }
            (Base::Lines(on, n), _) => {
                let t = self.lines(*on, *n, d.span)?;
                let count = self.out.lines.get(usize::from(t)).map_or(0, |l| l.lines.len());
                let (a, b) = (self.number(0), self.number(count as i64 - 1));
                Ok(Dv::Range(a, b))
            }
            (Base::Places(search), Rep::Mask(w)) => {
                let m = self.temp(w);
                self.travel(search, Found::Places(m, w))?;
                Ok(Dv::Mask(m, w))
            }
            (Base::Places(_), _) => Err(SetupError::Unsupported("a map of this size", d.span)),
            (Base::Way(search), _) => {
                let l = self.fresh_list();
                self.travel(search, Found::Way(l))?;
                Ok(Dv::List(l))
            }
            (Base::Players { from: Some(from), opponents, .. }, _) => {
                let from = self.scalar(from)?;
                let l = self.fresh_list();
                self.emit(Op::L(ListOp::Seats { l, from, opponents: *opponents }));
                Ok(Dv::List(l))
            }
            (Base::Enum(_) | Base::Bools | Base::Players { .. }, rep) => self.everything(d, rep),
            (Base::Top(z, n), _) => self.end_of(z, n, false),
            (Base::Bottom(z, n), _) => self.end_of(z, n, true),
            (Base::Items(items), _) => {
                let l = self.fresh_list();
                for item in items {
                    let s = self.scalar(item)?;
                    self.emit(Op::L(ListOp::Push { l, s }));
                }
                Ok(Dv::List(l))
            }
            (Base::Value(e), _) => self.of_value(e),
            (Base::Union(parts), rep) => self.union(parts, d, rep),
            (Base::Minus(a, b), _) => self.minus(a, b),
            (Base::Cut { of, n, last }, _) => {
                let l = self.as_list(of)?;
                let n = self.scalar(n)?;
                self.emit(Op::L(ListOp::Cut { l, n, last: *last }));
                Ok(Dv::List(l))
            }
            (
                Base::Squares(_) | Base::SpotSquares(_) | Base::Spots { .. } | Base::Reach { .. },
                _,
            ) => self.board_base(d),
        }
    }

    pub(super) fn fresh_list(&mut self) -> u16 {
        let l = self.temp_list();
        self.emit(Op::L(ListOp::Clear { l }));
        l
    }

    fn everything(&mut self, d: &Domain, rep: Rep) -> Lowered<Dv> {
        let Rep::Mask(w) = rep else { return Err(SetupError::Unsupported("this domain", d.span)) };
        let n = self.universe(&d.elem).unwrap_or(0);
        let m = self.temp(w);
        let words: Vec<u64> =
            (0..u16::from(w)).map(|k| mask_of(n.saturating_sub(64 * k).min(64))).collect();
        let k = self.mask_constant(&words);
        self.emit(Op::M(MaskOp::Const { m, k, w }));
        if let Base::Players { opponents: true, .. } = d.base {
            self.emit(Op::M(MaskOp::Clear { m, i: 0, w }));
        }
        Ok(Dv::Mask(m, w))
    }

    fn end_of(&mut self, z: &Expr, n: &Expr, bottom: bool) -> Lowered<Dv> {
        let z = self.scalar(z)?;
        let n = self.scalar(n)?;
        let l = self.fresh_list();
        self.emit(Op::Z(if bottom { ZoneOp::Bottom { l, z, n } } else { ZoneOp::Top { l, z, n } }));
        Ok(Dv::List(l))
    }

    fn of_value(&mut self, e: &Expr) -> Lowered<Dv> {
        Ok(match self.value(e)? {
            Out::One(s) => {
                let l = self.fresh_list();
                self.emit(Op::L(ListOp::Push { l, s }));
                Dv::List(l)
            }
            Out::Mask(s, w) => {
                let d = self.temp(w);
                self.emit(Op::M(MaskOp::Copy { d, s, w }));
                Dv::Mask(d, w)
            }
            Out::List(s) => {
                let d = self.temp_list();
                self.emit(Op::L(ListOp::Copy { d, s }));
                Dv::List(d)
            }
        })
    }

    fn union(&mut self, parts: &[Domain], d: &Domain, rep: Rep) -> Lowered<Dv> {
        if let Rep::Mask(w) = rep {
            let m = self.temp(w);
            self.emit(Op::M(MaskOp::Zero { m, w }));
            for part in parts {
                let s = self.as_mask(part, w)?;
                self.emit(Op::M(MaskOp::Or { d: m, s, w }));
            }
            return Ok(Dv::Mask(m, w));
        }
        let l = self.fresh_list();
        for part in parts {
            let s = self.as_list(part)?;
            match d.order {
                Order::Ordered => _ = self.emit(Op::L(ListOp::Append { d: l, s })),
                Order::Unordered => self.append_new(l, s, &d.elem),
            }
        }
        Ok(Dv::List(l))
    }

    fn minus(&mut self, a: &Domain, b: &Domain) -> Lowered<Dv> {
        if let (Rep::Mask(w), true) = (self.rep(a), self.width(&b.elem).is_some()) {
            let left = self.as_mask(a, w)?;
            let s = self.as_mask(b, w)?;
            self.emit(Op::M(MaskOp::AndNot { d: left, s, w }));
            return Ok(Dv::Mask(left, w));
        }
        let elem = a.elem.clone();
        let d = self.as_list(a)?;
        let s = self.as_list(b)?;
        self.drop_all(d, s, &elem);
        Ok(Dv::List(d))
    }

    /// The members as a mask.
    pub fn as_mask(&mut self, d: &Domain, w: u8) -> Lowered<R> {
        let found = self.domain(d)?;
        Ok(self.to_mask(found, w))
    }

    /// Members as a mask.
    pub fn to_mask(&mut self, found: Dv, w: u8) -> R {
        if let Dv::Mask(m, _) = found {
            return m;
        }
        let l = self.to_list(found);
        let m = self.temp(w);
        self.emit(Op::L(ListOp::ToMask { m, l, w }));
        m
    }

    /// The members as a list that may be changed.
    pub fn as_list(&mut self, d: &Domain) -> Lowered<u16> {
        let found = self.domain(d)?;
        Ok(self.to_list(found))
    }

    /// Members as a list.
    pub fn to_list(&mut self, found: Dv) -> u16 {
        match found {
            Dv::List(l) => l,
            Dv::Mask(m, w) => {
                let l = self.fresh_list();
                self.emit(Op::L(ListOp::FromMask { l, m, w }));
                l
            }
            Dv::Range(a, b) => {
                let l = self.fresh_list();
                self.emit(Op::L(ListOp::Range { l, a, b }));
                l
            }
        }
    }

    fn filtered(&mut self, d: &Domain, found: Dv, local: LocalId, condition: &Expr) -> Lowered<Dv> {
        if let Dv::Mask(m, w) = found {
            let left = self.narrow((m, w, true), &d.elem, local, condition)?;
            if left.is_empty() {
                return Ok(found);
            }
            let out = self.temp(w);
            self.emit(Op::M(MaskOp::Zero { m: out, w }));
            self.go_through(found, d, Some(local), &mut |this, elem, head, _| {
                let mut no = Vec::new();
                for part in &left {
                    this.unless(part, &mut no)?;
                }
                if let Loc::Reg(i) = elem {
                    this.emit(Op::M(MaskOp::Set { m: out, i, w }));
                }
                this.back(&no, head);
                Ok(())
            })?;
            return Ok(Dv::Mask(out, w));
        }
        let out = self.fresh_list();
        self.go_through(found, d, Some(local), &mut |this, elem, head, _| {
            let mut no = Vec::new();
            this.unless(condition, &mut no)?;
            if let Loc::Reg(s) = elem {
                this.emit(Op::L(ListOp::Push { l: out, s }));
            }
            this.back(&no, head);
            Ok(())
        })?;
        Ok(Dv::List(out))
    }

    /// Lets jumps go back to a place that is known.
    pub fn back(&mut self, jumps: &[usize], to: Pc) {
        for jump in jumps {
            if let Some(op) = self.out.code.get_mut(*jump) {
                op.aim(to);
            }
        }
    }

    fn with_best(
        &mut self,
        d: &Domain,
        found: Dv,
        (most, local, key): (bool, LocalId, &Expr),
    ) -> Lowered<Dv> {
        let best = self.number(NONE);
        let (mask, list) = match found {
            Dv::Mask(_, w) => (Some((self.temp(w), w)), 0),
            _ => (None, self.temp_list()),
        };
        let clear = |this: &mut Self| match mask {
            Some((m, w)) => this.emit(Op::M(MaskOp::Zero { m, w })),
            None => this.emit(Op::L(ListOp::Clear { l: list })),
        };
        clear(self);
        self.go_through(found, d, Some(local), &mut |this, elem, head, _| {
            let value = this.scalar(key)?;
            this.emit(Op::BranchIfNone { a: value, to: head });
            let first = this.emit(Op::BranchIfNone { a: best, to: 0 });
            let (worse, better) = (this.temp(1), this.temp(1));
            let (a, b) = if most { (value, best) } else { (best, value) };
            this.emit(Op::Less { d: worse, a, b });
            this.emit(Op::BranchIf { a: worse, to: head });
            this.emit(Op::Same { d: better, a: value, b: best });
            let same = this.emit(Op::BranchIf { a: better, to: 0 });
            this.land(&[first]);
            this.emit(Op::Mov { d: best, s: value });
            clear(this);
            this.land(&[same]);
            if let Loc::Reg(s) = elem {
                match mask {
                    Some((m, w)) => this.emit(Op::M(MaskOp::Set { m, i: s, w })),
                    None => this.emit(Op::L(ListOp::Push { l: list, s })),
                };
            }
            Ok(())
        })?;
        Ok(mask.map_or(Dv::List(list), |(m, w)| Dv::Mask(m, w)))
    }

    /// Goes through the members of a domain; its condition is tested on the way.
    pub fn iterate(
        &mut self,
        d: &Domain,
        local: Option<LocalId>,
        each: Each<'_, 'a>,
    ) -> Lowered<()> {
        let before = std::mem::replace(&mut self.span, d.span);
        if d.best.is_some() {
            let found = self.domain(d)?;
            self.span = before;
            return self.go_through(found, d, local, each);
        }
        let found = self.base(d)?;
        self.span = before;
        let mut left: Vec<&Expr> = Vec::new();
        let own = d.filter.as_ref().map(|(own, _)| *own);
        if let Some((own, condition)) = &d.filter {
            left = match found {
                Dv::Mask(m, w) => self.narrow((m, w, false), &d.elem, *own, condition)?,
                _ => vec![condition],
            };
        }
        self.go_through(found, d, local, &mut |this, elem, head, stop| {
            let mut no = Vec::new();
            if let Some(own) = own {
                this.binds.push((own, elem));
            }
            for part in &left {
                this.unless(part, &mut no)?;
            }
            this.back(&no, head);
            each(this, elem, head, stop)
        })
    }

    /// Goes through members that have been found; a mask is used up.
    pub fn go_through(
        &mut self,
        found: Dv,
        d: &Domain,
        local: Option<LocalId>,
        each: Each<'_, 'a>,
    ) -> Lowered<()> {
        let elem = self.temp(1);
        let mut bound = Loc::Reg(elem);
        let counter = self.temp(1);
        match found {
            Dv::Range(s, _) => _ = self.emit(Op::Mov { d: counter, s }),
            Dv::List(_) => _ = self.emit(Op::Imm { d: counter, k: 0 }),
            Dv::Mask(..) => {}
        }
        let head = self.pc();
        let next = self.emit(match found {
            Dv::Mask(m, w) => Op::M(MaskOp::Next { d: elem, m, w, exit: 0 }),
            Dv::List(l) => Op::L(ListOp::Next { d: elem, l, i: counter, exit: 0 }),
            Dv::Range(_, hi) => Op::L(ListOp::Count { d: elem, i: counter, hi, exit: 0 }),
        });
        if let Base::Lines(on, n) = &d.base {
            let t = self.lines(*on, *n, d.span)?;
            let l = self.fresh_list();
            self.emit(Op::L(ListOp::Line { l, t, i: elem }));
            bound = Loc::List(l);
        }
        let binds = self.binds.len();
        if let Some(local) = local {
            self.binds.push((local, bound));
        }
        let mut stop = vec![next];
        each(self, bound, head, &mut stop)?;
        self.emit(Op::Jmp { to: head });
        self.land(&stop);
        self.binds.truncate(binds);
        Ok(())
    }

    /// `count(D)`
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
            Dv::Mask(m, w) => _ = self.emit(Op::M(MaskOp::Count { d: n, m, w })),
            Dv::List(l) => _ = self.emit(Op::L(ListOp::Len { d: n, l })),
            Dv::Range(a, b) => {
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
        if self.rep(d) == Rep::Range {
            let Dv::Range(a, b) = self.domain(d)? else { return Ok(self.number(0)) };
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
        if self.out.copies_differ && super::no_order(d) {
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
            Dv::Mask(m, w) => _ = self.emit(Op::M(MaskOp::Has { d: yes, m, i: s, w })),
            Dv::List(l) => {
                self.keys_of(l, &d.elem);
                self.emit(Op::L(ListOp::Has { d: yes, l, s }));
            }
            Dv::Range(lo, hi) => {
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
