//! Expressions become code that leaves a scalar in a register, a mask in registers or a list.

use super::conditions::is_condition;
use super::held::Out;
use super::{Lowered, Lowering};
use crate::program::{Found, ListOp, Loc, MaskOp, Members, NONE, Op, R, SetupError, ZoneOp};
use houserules_lang::ir::{
    ArithOp, BodyRef, Expr, ExprKind, Fold, FoldOp, LocalId, Owner, RunBody, Seen, Type, WordId,
};

impl Lowering<'_> {
    /// A small or 64-bit constant in a register.
    pub fn number(&mut self, value: i64) -> R {
        let d = self.temp(1);
        self.number_to(d, value);
        d
    }

    /// A constant into a register.
    pub fn number_to(&mut self, d: R, value: i64) {
        match i32::try_from(value) {
            Ok(k) => self.emit(Op::Imm { d, k }),
            Err(_) => {
                let k = self.wide(value);
                self.emit(Op::Wide { d, k })
            }
        };
    }

    /// Code for an expression of any type.
    pub fn value(&mut self, e: &Expr) -> Lowered<Out> {
        let Type::List(elem, order) = e.ty.bare() else { return Ok(Out::One(self.scalar(e)?)) };
        self.list(e, elem, *order)
    }

    /// Code that leaves a value where a local lies.
    pub fn value_into(&mut self, e: &Expr, loc: Loc) -> Lowered<()> {
        if let (Loc::Reg(d), Some(k)) = (loc, self.fold(e)) {
            self.number_to(d, k);
            return Ok(());
        }
        if let (Loc::Reg(d), true) = (loc, is_condition(e)) {
            return self.yes_or_no_to(d, e);
        }
        let out = self.value(e)?;
        self.store(out, loc);
        Ok(())
    }

    /// Leaves a value in a place.
    pub fn store(&mut self, out: Out, loc: Loc) {
        match (out, loc) {
            (Out::One(s), Loc::Reg(d)) if s == d => return,
            (Out::One(s), Loc::Reg(d)) => self.emit(Op::Mov { d, s }),
            (Out::One(s), Loc::Mem(off)) => self.emit(Op::St { off, s }),
            (Out::Mask(s, w), Loc::Mask(d, _)) => self.emit(Op::M(MaskOp::Copy { d, s, w })),
            (Out::Mask(m, w), Loc::MemMask(off, _)) => self.emit(Op::M(MaskOp::St { off, m, w })),
            (Out::List(s), Loc::List(d)) => self.emit(Op::L(ListOp::Copy { d, s })),
            (Out::List(l), Loc::MemList(off, cap, wide)) => {
                self.emit(Op::L(ListOp::St { off, l, wide, cap }))
            }
            (Out::List(l), Loc::Mask(m, w)) => self.emit(Op::L(ListOp::ToMask { m, l, w })),
            (Out::List(l), Loc::MemMask(off, w)) => {
                let m = self.to_mask(Members::List(l), w);
                self.emit(Op::M(MaskOp::St { off, m, w }))
            }
            (Out::Mask(m, w), Loc::List(l)) => {
                self.emit(Op::L(ListOp::Clear { l }));
                self.emit(Op::L(ListOp::FromMask { l, m, w }))
            }
            (Out::Mask(m, w), Loc::MemList(off, cap, wide)) => {
                let l = self.to_list(Members::Mask(m, w));
                self.emit(Op::L(ListOp::St { off, l, wide, cap }))
            }
            _ => return,
        };
    }

    /// The value at a place.
    pub fn load(&mut self, loc: Loc) -> Out {
        match loc {
            Loc::Reg(r) => Out::One(r),
            Loc::Mask(m, w) => Out::Mask(m, w),
            Loc::List(l) => Out::List(l),
            Loc::Mem(off) => {
                let d = self.temp(1);
                self.emit(Op::Ld { d, off });
                Out::One(d)
            }
            Loc::MemMask(off, w) => {
                let m = self.temp(w);
                self.emit(Op::M(MaskOp::Ld { m, off, w }));
                Out::Mask(m, w)
            }
            Loc::MemList(off, _, wide) => {
                let l = self.temp_list();
                self.emit(Op::L(ListOp::Ld { l, off, wide }));
                Out::List(l)
            }
            Loc::No => {
                self.emit(Op::Fail { what: 0 });
                Out::One(self.number(NONE))
            }
        }
    }

    pub(super) fn run_local(&self, body: RunBody, local: LocalId) -> Loc {
        let body = match body {
            RunBody::Deed(id) => BodyRef::Deed(id),
            RunBody::Move(id) => BodyRef::Move(id),
        };
        let locals = self.out.locals.get(&body);
        locals.map_or(Loc::No, |all| all[local])
    }

    /// Code for an expression with one value.
    pub fn scalar(&mut self, e: &Expr) -> Lowered<R> {
        let before = std::mem::replace(&mut self.span, e.span);
        let result = self.scalar_here(e);
        self.span = before;
        result
    }

    fn scalar_here(&mut self, e: &Expr) -> Lowered<R> {
        if let Some(value) = self.fold(e) {
            return Ok(self.number(value));
        }
        if let Some(steady) = self.steady(e)? {
            return Ok(steady);
        }
        match &e.kind {
            ExprKind::Local(local) => self.load_local(*local).one(e.span),
            ExprKind::RunLocal(body, local) => self.load(self.run_local(*body, *local)).one(e.span),
            ExprKind::Me => Ok(0),
            ExprKind::Word(word, args) => self.call(*word, args)?.one(e.span),
            _ if is_condition(e) => self.yes_or_no(e),
            ExprKind::Same(..)
            | ExprKind::IsRow(..)
            | ExprKind::IsKind(..)
            | ExprKind::IsNone(_)
            | ExprKind::Less(..)
            | ExprKind::LessEq(..) => self.comparison(e),
            ExprKind::If(c, a, b) => self.either(c, a, b),
            ExprKind::Let(local, value, then) => {
                self.named(*local, value)?;
                self.scalar(then)
            }
            ExprKind::After(of, deed, args) => self.after(of, *deed, args)?.one(e.span),
            ExprKind::Remembered(all) => {
                let n = self.noted(all)?;
                let d = self.temp(1);
                self.emit(Op::Remembered { d, n });
                Ok(d)
            }
            ExprKind::TooDeep(word) => {
                self.emit(Op::TooDeep { word: word.0 });
                Ok(self.number(NONE))
            }
            ExprKind::Otherwise(a, b) => {
                let d = self.temp(1);
                let first = self.scalar(a)?;
                self.emit(Op::Mov { d, s: first });
                let none = self.emit(Op::BranchIfNone { a: d, to: 0 });
                let over = self.emit(Op::Jmp { to: 0 });
                self.land(&[none]);
                let second = self.scalar(b)?;
                self.emit(Op::Mov { d, s: second });
                self.land(&[over]);
                Ok(d)
            }
            ExprKind::Count(d) => self.count(d),
            ExprKind::Fold(Fold { op, local, over, of }) => match op {
                FoldOp::Sum => self.sum(*local, over, of),
                FoldOp::Most => self.best_number(true, *local, over, of),
                FoldOp::Least => self.best_number(false, *local, over, of),
            },
            ExprKind::First(d) => self.first(d),
            ExprKind::Distance(search) => {
                let d = self.temp(1);
                self.travel(search, Found::Distance(d))?;
                Ok(d)
            }
            _ => self.thing(e),
        }
    }

    /// A name for a value, until the code that reads it ends.
    pub(super) fn named(&mut self, local: LocalId, value: &Expr) -> Lowered<()> {
        let loc = match self.value(value)? {
            Out::One(s) => {
                let d = self.temp(1);
                self.emit(Op::Mov { d, s });
                Loc::Reg(d)
            }
            Out::Mask(s, w) => {
                let d = self.temp(w);
                self.emit(Op::M(MaskOp::Copy { d, s, w }));
                Loc::Mask(d, w)
            }
            Out::List(s) => {
                let d = self.temp_list();
                self.emit(Op::L(ListOp::Copy { d, s }));
                Loc::List(d)
            }
        };
        self.binds.push((local, loc));
        Ok(())
    }

    pub(super) fn load_local(&mut self, local: LocalId) -> Out {
        let loc = self.local(local);
        self.load(loc)
    }

    /// Zones, counters, fields, places, arithmetic.
    fn thing(&mut self, e: &Expr) -> Lowered<R> {
        Ok(match &e.kind {
            ExprKind::Committed(local, seat) => self.committed(*local, seat)?,
            ExprKind::Neighbour(a, n) => {
                let a = self.scalar(a)?;
                self.computed(|d| Op::Neighbour { d, a, n: *n })
            }
            ExprKind::Field(of, name) => {
                let i = self.scalar(of)?;
                let t = self.field_table(of.ty.bare(), name);
                self.computed(|d| Op::Tab { d, t, i })
            }
            ExprKind::Counter(id, Some(key)) => {
                let i = self.scalar(key)?;
                self.computed(|d| Op::Counter { d, f: id.0, i })
            }
            ExprKind::Counter(id, None) => self.computed(|d| Op::CounterT { d, f: id.0 }),
            ExprKind::Zone(id, Some(key)) => {
                let key = self.scalar(key)?;
                self.computed(|d| Op::Z(ZoneOp::Of { d, zone: id.0, key }))
            }
            ExprKind::SlotCard(z) => {
                let z = self.scalar(z)?;
                self.computed(|d| Op::Z(ZoneOp::Slot { d, z }))
            }
            ExprKind::Place(z, n) => {
                let z = self.scalar(z)?;
                let n = self.scalar(n)?;
                self.computed(|d| Op::Z(ZoneOp::At { d, z, n }))
            }
            ExprKind::Position(c) => {
                let c = self.scalar(c)?;
                self.computed(|d| Op::Z(ZoneOp::Place { d, c }))
            }
            ExprKind::Square(on, c, r) => {
                let c = self.scalar(c)?;
                let r = self.scalar(r)?;
                self.computed(|d| Op::Square { d, e: on.0, c, r })
            }
            ExprKind::Pair(of, one, other) => {
                let n = self.book[*of].pair.map_or(1, |pair| pair.seconds);
                let a = self.scalar(one)?;
                let b = self.scalar(other)?;
                let rows = self.temp(1);
                let n = self.number(i64::from(n));
                self.emit(Op::Arith { op: ArithOp::Mul, d: rows, a, b: n });
                self.computed(|d| Op::Arith { op: ArithOp::Add, d, a: rows, b })
            }
            ExprKind::Arith(op, a, b) => {
                let a = self.scalar(a)?;
                match self.fold(b).and_then(|k| i16::try_from(k).ok()) {
                    Some(k) => self.computed(|d| Op::ArithK { op: *op, d, a, k }),
                    None => {
                        let b = self.scalar(b)?;
                        self.computed(|d| Op::Arith { op: *op, d, a, b })
                    }
                }
            }
            ExprKind::Minus(a) => {
                let a = self.scalar(a)?;
                self.computed(|d| Op::Neg { d, a })
            }
            ExprKind::Board(word, args) => self.board_word(*word, args)?,
            ExprKind::Sees(p, x) => self.sees(p, x)?,
            ExprKind::Path => {
                return Err(SetupError::Unsupported("this word outside its own test line", e.span));
            }
            _ => return Err(SetupError::Unsupported("a list in this place", e.span)),
        })
    }

    /// A register for what an instruction computes.
    fn computed(&mut self, op: impl FnOnce(R) -> Op) -> R {
        let d = self.temp(1);
        self.emit(op(d));
        d
    }

    /// `p.sees(x)`: a card that is known, or a counter that may be read.
    fn sees(&mut self, p: &Expr, x: &Expr) -> Lowered<R> {
        let seat = self.scalar(p)?;
        let ExprKind::Counter(id, key) = &x.kind else {
            let c = self.scalar(x)?;
            let d = self.temp(1);
            self.emit(Op::Z(ZoneOp::Known { d, c, p: seat }));
            return Ok(d);
        };
        let (seen, owner) = (self.book[*id].seen, self.book[*id].owner);
        let i = match key {
            Some(key) => self.scalar(key)?,
            None => self.number(0),
        };
        let (d, shown) = (self.temp(1), self.temp(1));
        match (seen, owner) {
            (Seen::Everyone, Owner::Card(_)) | (Seen::Owner, Owner::Card(_)) => {
                self.emit(Op::Z(ZoneOp::Known { d, c: i, p: seat }));
            }
            (Seen::Owner, Owner::Player) => _ = self.emit(Op::Same { d, a: seat, b: i }),
            (Seen::Owner, Owner::Enum(_)) => {
                let owner = match key.as_deref() {
                    Some(Expr { kind: ExprKind::Pair(_, owner, _), .. }) => self.scalar(owner)?,
                    Some(_) | None => self.number(NONE),
                };
                self.emit(Op::Same { d, a: seat, b: owner });
            }
            (Seen::Everyone, _) => _ = self.emit(Op::Imm { d, k: 1 }),
            _ => _ = self.emit(Op::Imm { d, k: 0 }),
        }
        let over = self.emit(Op::BranchIf { a: d, to: 0 });
        self.emit(Op::Shown { d: shown, f: id.0, i, p: seat });
        self.emit(Op::Mov { d, s: shown });
        self.land(&[over]);
        Ok(d)
    }

    fn committed(&mut self, local: LocalId, seat: &Expr) -> Lowered<R> {
        let seat = self.scalar(seat)?;
        let loc = self.local(local);
        let Loc::Mem(_) = loc else {
            return Err(SetupError::Unsupported("a list that each player chose", self.span));
        };
        // One load a seat: seats are few.
        let d = self.temp(1);
        self.number_to(d, NONE);
        let mut over = Vec::new();
        for k in 0..self.out.schema.seats {
            let not = self.emit(Op::BranchIfOther { a: seat, k: i16::from(k), to: 0 });
            if let Out::One(s) = self.load(loc.plus(u32::from(k) * 8)) {
                self.emit(Op::Mov { d, s });
            }
            over.push(self.emit(Op::Jmp { to: 0 }));
            self.land(&[not]);
        }
        self.land(&over);
        Ok(d)
    }

    pub(super) fn comparison(&mut self, e: &Expr) -> Lowered<R> {
        Ok(match &e.kind {
            ExprKind::Same(a, b) => {
                let (a, b) = if self.fold(a).is_some() { (b, a) } else { (a, b) };
                let left = self.scalar(a)?;
                let left = self.key_of(left, &a.ty);
                match self.fold(b).and_then(|k| i16::try_from(k).ok()) {
                    Some(k) => self.computed(|d| Op::SameK { d, a: left, k }),
                    None => {
                        let right = self.scalar(b)?;
                        let b = self.key_of(right, &b.ty);
                        self.computed(|d| Op::Same { d, a: left, b })
                    }
                }
            }
            ExprKind::IsNone(a) => {
                let a = self.scalar(a)?;
                self.computed(|d| Op::IsNone { d, a })
            }
            ExprKind::Less(a, b) => {
                let a = self.scalar(a)?;
                let b = self.scalar(b)?;
                self.computed(|d| Op::Less { d, a, b })
            }
            ExprKind::LessEq(a, b) => {
                let a = self.scalar(a)?;
                let b = self.scalar(b)?;
                self.computed(|d| Op::LessEq { d, a, b })
            }
            ExprKind::IsRow(c, row) => {
                let a = self.scalar(c)?;
                let cards = |at: usize| self.book.cards.get(at).is_some_and(|c| c.row == *row);
                let k = self.card_mask(cards);
                self.computed(|d| Op::InConst { d, a, k })
            }
            ExprKind::IsKind(c, kinds) => {
                let a = self.scalar(c)?;
                let book = self.book;
                let k = self.card_mask(|at| {
                    let row = book.cards.get(at).map(|c| &book[c.row]);
                    row.is_some_and(|r| kinds.has(r.kind))
                });
                self.computed(|d| Op::InConst { d, a, k })
            }
            _ => self.yes_or_no(e)?,
        })
    }

    /// A constant mask of the cards for which `has` holds.
    pub fn card_mask(&mut self, has: impl Fn(usize) -> bool) -> u16 {
        let mut words = vec![0; usize::from(self.out.schema.words)];
        (0..usize::from(self.out.schema.cards))
            .filter(|c| has(*c))
            .for_each(|c| words[c / 64] |= 1 << (c % 64));
        self.mask_constant(&words)
    }

    fn either(&mut self, c: &Expr, a: &Expr, b: &Expr) -> Lowered<R> {
        if let Some(known) = self.fold(c) {
            return self.scalar(if known == 1 { a } else { b });
        }
        let d = self.temp(1);
        let mut no = Vec::new();
        self.unless(c, &mut no)?;
        let yes = self.scalar(a)?;
        self.emit(Op::Mov { d, s: yes });
        let over = self.emit(Op::Jmp { to: 0 });
        self.land(&no);
        let other = self.scalar(b)?;
        self.emit(Op::Mov { d, s: other });
        self.land(&[over]);
        Ok(d)
    }

    /// A constant list.
    pub fn list_constant(&mut self, items: Vec<i64>) -> u16 {
        let found = self.out.lists.iter().position(|l| *l == items);
        found.unwrap_or_else(|| {
            self.out.lists.push(items);
            self.out.lists.len() - 1
        }) as u16
    }

    /// A call of a word; its value may be kept.
    pub(super) fn call(&mut self, word: WordId, args: &[Expr]) -> Lowered<Out> {
        self.call_word(word, args, true)
    }

    /// A call of a word; a value that is not kept lies where the next call of the word will leave
    /// another.
    pub(super) fn call_word(&mut self, word: WordId, args: &[Expr], keep: bool) -> Lowered<Out> {
        let Some(code) = self.out[word].clone() else {
            return Err(SetupError::Circle(self.span));
        };
        let written_out = self.written_out.take();
        let mut values = Vec::new();
        let mut none = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let out = self.value(arg)?;
            let param = self.book[word].locals.get(at);
            let takes_none = param.is_some_and(|decl| decl.ty.may_be_none());
            if let (Out::One(a), true) = (out, arg.ty.may_be_none() && !takes_none) {
                none.push(self.emit(Op::BranchIfNone { a, to: 0 }));
            }
            values.push(out);
        }
        if !self.read_trait(&code, &values) {
            for (value, loc) in values.into_iter().zip(&code.params) {
                self.store(value, *loc);
            }
            match written_out {
                Some(within) => self.write_out(word, &code, within)?,
                None => _ = self.emit(Op::Call { to: code.entry }),
            }
        }
        if let (Loc::Reg(r), false, true) = (code.result, keep, none.is_empty()) {
            return Ok(Out::One(r));
        }
        let (out, loc) = match code.result {
            Loc::Mask(_, w) => {
                let d = self.temp(w);
                (Out::Mask(d, w), Loc::Mask(d, w))
            }
            Loc::List(_) => {
                let d = self.temp_list();
                (Out::List(d), Loc::List(d))
            }
            _ => {
                let d = self.temp(1);
                (Out::One(d), Loc::Reg(d))
            }
        };
        let result = self.load(code.result);
        self.store(result, loc);
        if !none.is_empty() {
            let over = self.emit(Op::Jmp { to: 0 });
            self.land(&none);
            match out {
                Out::One(d) => self.number_to(d, NONE),
                Out::Mask(m, w) => _ = self.emit(Op::M(MaskOp::Zero { m, w })),
                Out::List(l) => _ = self.emit(Op::L(ListOp::Clear { l })),
            }
            self.land(&[over]);
        }
        Ok(out)
    }
}
