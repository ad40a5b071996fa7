//! Statements.

use super::graph::draws;
use super::held::Out;
use super::layout::Extent;
use super::tables::ZONES;
use super::{Lowered, Lowering, params_of};
use crate::program::{
    Effect, Field, Flow, Handler, Land, ListOp, Live, Loc, LoopFrame, MaskOp, Members, NONE, Op, R,
    SetupError, Statement, StoredMask,
};
use houserules_lang::ir::{
    ArithOp, At, Base, BodyRef, CounterPlace, DeedId, Domain, End, Expr, ExprKind, LocalId, SetOp,
    Stmt, StmtKind,
};

impl Lowering<'_> {
    /// Code of a body.
    pub fn lower_body(&mut self, body: BodyRef) -> Lowered<()> {
        self.body = body;
        self.locals = self.out.locals.get(&body).cloned().unwrap_or_default();
        self.memory = self.pauses.get(&body).copied().unwrap_or(true);
        let Some(frame) = self.out.bodies.get(&body).copied() else { return Ok(()) };
        self.keep = matches!(body, BodyRef::Deed(id) if self.supposed.contains(&id));
        let entry = self.pc();
        self.out.frames[usize::from(frame)].entry = entry;
        self.fresh(frame);
        match body {
            BodyRef::Play => self.play()?,
            BodyRef::Move(id) => {
                let m = &self.book[id];
                self.span = m.span;
                self.block(&m.body.block)?;
                self.emit(Op::F(Flow::Return));
                if let Some(attempt) = &m.attempt {
                    let wrong = self.pc();
                    self.fresh(frame);
                    self.block(&attempt.wrong)?;
                    self.emit(Op::F(Flow::Return));
                    let mut late = wrong;
                    if let Some(block) = &attempt.late {
                        late = self.pc();
                        self.fresh(frame);
                        self.block(block)?;
                        self.emit(Op::F(Flow::Return));
                    }
                    if let Some((.., w, l)) = &mut self.out[id].attempt {
                        (*w, *l) = (wrong, late);
                    }
                }
                self.out[id].body = entry;
                self.out[id].frame = frame;
                return Ok(());
            }
            BodyRef::Setup => self.block(&self.book.setup.block)?,
            BodyRef::Deed(id) => self.block(&self.book[id].body.block)?,
            BodyRef::RunsOut(at) => {
                self.block(&self.book.runs_out[usize::from(at)].body.block)?;
            }
            BodyRef::Word(..) | BodyRef::Test(..) | BodyRef::Constant => {}
        }
        self.emit(Op::F(Flow::Return));
        self.keep = false;
        Ok(())
    }

    fn fresh(&mut self, frame: u16) {
        if self.out.fresh.contains_key(&frame) {
            self.emit(Op::E(Effect::Fresh { body: frame }));
        }
    }

    /// The first instructions of a game.
    pub fn lower_start(&mut self) {
        self.nowhere();
        self.out.entry = self.pc();
        for body in [BodyRef::Setup, BodyRef::Play] {
            if let Some(frame) = self.out.bodies.get(&body).copied() {
                self.emit(Op::F(Flow::Call { body: frame }));
            }
        }
        self.emit(Op::F(Flow::PlayEnd));
        for (at, handler) in self.book.runs_out.iter().enumerate() {
            let frame = self.out.bodies.get(&BodyRef::RunsOut(at as u16)).copied().unwrap_or(0);
            let body = BodyRef::RunsOut(at as u16);
            let owned = params_of(self.book, body) > 0;
            let locals = self.out.locals.get(&body).filter(|_| owned);
            let owner = locals.map_or(Loc::No, |all| all[LocalId(0)]);
            self.out.runs_out.push(Handler { zone: handler.zone.0, frame, owner });
        }
    }

    /// Code of statements.
    pub fn block(&mut self, block: &[Stmt]) -> Lowered<()> {
        let mut kept = Vec::new();
        for stmt in block {
            let from = self.pc();
            self.scratched(|this| this.stmt(stmt))?;
            self.keeps(stmt, from, &mut kept);
        }
        let to = self.pc();
        self.out.live.extend(kept.into_iter().map(|live| Live { to, ..live }));
        Ok(())
    }

    /// Empties a part of the frame.
    pub fn forget(&mut self, Extent { from, to }: Extent) {
        if self.memory && to > from {
            self.emit(Op::F(Flow::Forget {
                off: from,
                len: (to - from).min(u32::from(u16::MAX)) as u16,
            }));
        }
    }

    fn stmt(&mut self, stmt: &Stmt) -> Lowered<()> {
        let at = self.out.statements.len();
        let from = self.pc();
        self.out.statements.push(Statement { from, to: from, span: stmt.span });
        let done = self.stmt_here(stmt);
        let to = self.pc();
        if let Some(made) = self.out.statements.get_mut(at) {
            made.to = to;
        }
        done
    }

    fn stmt_here(&mut self, stmt: &Stmt) -> Lowered<()> {
        self.span = stmt.span;
        if matches!(stmt.kind, StmtKind::Call { .. } | StmtKind::Stage(_) | StmtKind::Choose(_)) {
            self.out.marks.insert(stmt.id, self.out.code.len() as u32);
        }
        match &stmt.kind {
            StmtKind::Let(local, e) => {
                let loc = self.local(*local);
                self.value_into(e, loc)
            }
            StmtKind::Call { deed, args, into } => self.call_deed(*deed, args, *into),
            StmtKind::Set(place, op, e) => self.set(place, *op, e),
            StmtKind::Move { cards, to, at } => self.move_cards(stmt, cards, to, at),
            StmtKind::Swap(a, b) => {
                let (a, b) = (self.scalar(a)?, self.scalar(b)?);
                self.emit(Op::E(Effect::Swap { a, b }));
                self.atom(ZONES);
                Ok(())
            }
            StmtKind::Shuffle(z) => {
                let z = self.scalar(z)?;
                self.emit(Op::E(Effect::Shuffle { z }));
                self.atom(ZONES);
                Ok(())
            }
            StmtKind::Show(cards, to) => {
                let l = self.as_list(cards)?;
                let m = self.as_mask(to, 1)?;
                self.emit(Op::E(Effect::Show { l, m }));
                Ok(())
            }
            StmtKind::Hide(cards, from) => {
                let l = self.as_list(cards)?;
                let m = self.as_mask(from, 1)?;
                self.emit(Op::E(Effect::Hide { l, m }));
                Ok(())
            }
            StmtKind::ShowCounter(place, to) => {
                let i = self.key(place)?;
                let m = self.as_mask(to, 1)?;
                self.emit(Op::E(Effect::ShowCounter { f: place.counter.0, i, m }));
                Ok(())
            }
            StmtKind::If(condition, yes, no) => self.branch(stmt, condition, yes, no),
            StmtKind::IfThere(local, domain, yes, no) => {
                self.if_there(*local, domain, yes, no)?;
                self.forget(self.slots.extent(stmt));
                Ok(())
            }
            StmtKind::ForEach(local, domain, body) => self.for_each(stmt, *local, domain, body),
            StmtKind::Repeat(condition, body) => self.repeat(stmt, condition, body),
            StmtKind::Stage(stage) => self.stage(stmt, stage),
            StmtKind::End(end) => self.end(end),
            StmtKind::Give(e) => {
                if let (Some(e), Some(frame)) = (e, self.out.bodies.get(&self.body).copied()) {
                    let result = self.out.frames[usize::from(frame)].result;
                    self.value_into(e, result)?;
                }
                self.emit(Op::F(Flow::Return));
                Ok(())
            }
            StmtKind::Say(text) => {
                self.emit(Op::E(Effect::Say { text: text.0 }));
                Ok(())
            }
            StmtKind::Aside(text) => {
                let at = self.emit(Op::E(Effect::Aside { text: text.map(|t| t.0) })) as u32;
                let open = self.out.asides.iter_mut().rev().find(|(_, to)| *to == u32::MAX);
                match (text, open) {
                    (Some(_), _) => self.out.asides.push((at, u32::MAX)),
                    (None, Some((_, to))) => *to = at,
                    (None, None) => {}
                }
                Ok(())
            }
            StmtKind::Remember(all) => {
                let n = self.noted(all)?;
                self.emit(Op::E(Effect::Remember { n }));
                Ok(())
            }
            StmtKind::Again => {
                self.emit(Op::F(Flow::Again));
                Ok(())
            }
            StmtKind::Choose(choose) => self.choose(stmt, choose),
        }
    }

    /// Behind an atom: `ends at once` conditions that read what it wrote.
    fn atom(&mut self, writes: u64) {
        if writes & self.out.at_once != 0 {
            self.emit(Op::E(Effect::AtOnce));
        }
    }

    fn branch(&mut self, stmt: &Stmt, condition: &Expr, yes: &[Stmt], no: &[Stmt]) -> Lowered<()> {
        if let Some(known) = self.fold(condition) {
            self.block(if known == 1 { yes } else { no })?;
            self.forget(self.slots.extent(stmt));
            return Ok(());
        }
        let mut jumps = Vec::new();
        self.scratched(|this| this.unless(condition, &mut jumps))?;
        self.block(yes)?;
        if no.is_empty() {
            self.land(&jumps);
        } else {
            let over = self.emit(Op::Jmp { to: 0 });
            self.land(&jumps);
            self.block(no)?;
            self.land(&[over]);
        }
        self.forget(self.slots.extent(stmt));
        Ok(())
    }

    fn repeat(&mut self, stmt: &Stmt, condition: &Expr, body: &[Stmt]) -> Lowered<()> {
        let head = self.pc();
        let mut over = Vec::new();
        self.scratched(|this| this.when(condition, &mut over))?;
        self.block(body)?;
        self.emit(Op::Jmp { to: head });
        self.land(&over);
        self.forget(self.slots.extent(stmt));
        Ok(())
    }

    fn if_there(
        &mut self,
        local: LocalId,
        domain: &Domain,
        yes: &[Stmt],
        no: &[Stmt],
    ) -> Lowered<()> {
        let mut none = 0;
        self.scratched(|this| {
            let first = this.first(domain)?;
            none = this.emit(Op::BranchIfNone { a: first, to: 0 });
            let loc = this.local(local);
            this.store(Out::One(first), loc);
            Ok(())
        })?;
        let from = self.pc();
        self.block(yes)?;
        self.kept_since(from, local);
        let over = self.emit(Op::Jmp { to: 0 });
        self.land(&[none]);
        self.block(no)?;
        self.land(&[over]);
        Ok(())
    }

    fn for_each(
        &mut self,
        stmt: &Stmt,
        local: LocalId,
        domain: &Domain,
        body: &[Stmt],
    ) -> Lowered<()> {
        let found = self.domain(domain)?;
        let found = self.by_lot(found, domain);
        if matches!(domain.base, Base::Lines(..)) {
            return Err(SetupError::Unsupported("going through lines", stmt.span));
        }
        if self.memory {
            let kept = self.loop_frame(stmt, domain, found);
            self.for_each_in_frame(local, domain, kept, body)?;
            self.forget(self.slots.extent(stmt));
            return Ok(());
        }
        // Calls in the body use scratch registers: the loop keeps its own.
        let kept = std::mem::replace(&mut self.keep, true);
        let found = self.copy_of(found);
        let loc = self.local(local);
        self.go_through(found, domain, None, &mut |this, elem, _, _| {
            this.keep = kept;
            if let Loc::Reg(s) = elem {
                this.store(Out::One(s), loc);
            }
            this.block(body)?;
            this.keep = true;
            Ok(())
        })?;
        self.keep = kept;
        Ok(())
    }

    /// Keeps the members of a loop in the frame.
    fn loop_frame(&mut self, stmt: &Stmt, domain: &Domain, found: Members) -> LoopFrame {
        let (off, _) = self.slots.of(stmt);
        let wide = self.universe(&domain.elem).is_none();
        let kept = match found {
            Members::Mask(m, w) => {
                self.emit(Op::M(MaskOp::St { off, m, w }));
                LoopFrame::Mask(StoredMask::at(off, w))
            }
            Members::List(l) => {
                let (next, list) = LoopFrame::list_at(off, wide);
                let cap = self.cap(domain);
                self.emit(Op::L(ListOp::St { off: list.len.at, l, wide, cap }));
                LoopFrame::List(next, list)
            }
            Members::Range(a, b) => {
                let (next, last) = (Field::at(off), Field::at(off).nth(1));
                self.emit(Op::St { off: next.at, s: a });
                self.emit(Op::St { off: last.at, s: b });
                LoopFrame::Range(next, last)
            }
        };
        self.out.loops.insert(stmt.id, kept);
        kept
    }

    fn for_each_in_frame(
        &mut self,
        local: LocalId,
        domain: &Domain,
        kept: LoopFrame,
        body: &[Stmt],
    ) -> Lowered<()> {
        let loc = self.local(local);
        let head = self.pc();
        let elem = self.temp(1);
        let next = match kept {
            LoopFrame::Mask(mask) => {
                let (off, w) = (mask.first.at, mask.w);
                self.emit(Op::F(Flow::FrameNext { d: elem, off, w, exit: 0 }))
            }
            LoopFrame::List(next, list) => {
                let (off, wide) = (next.at, list.wide);
                self.emit(Op::F(Flow::FrameNextL { d: elem, off, wide, exit: 0 }))
            }
            LoopFrame::Range(next, last) => {
                let (i, hi) = (self.temp(1), self.temp(1));
                self.emit(Op::Ld { d: i, off: next.at });
                self.emit(Op::Ld { d: hi, off: last.at });
                let jump = self.emit(Op::L(ListOp::Count { d: elem, i, hi, exit: 0 }));
                self.emit(Op::St { off: next.at, s: i });
                jump
            }
        };
        self.store(Out::One(elem), loc);
        self.block(body)?;
        self.kept_since(head, local);
        self.loop_since(head, local, domain, kept);
        self.emit(Op::Jmp { to: head });
        self.land(&[next]);
        Ok(())
    }

    fn call_deed(&mut self, deed: DeedId, args: &[Expr], into: Option<LocalId>) -> Lowered<()> {
        let body = BodyRef::Deed(deed);
        let params = self.out.locals.get(&body).cloned().unwrap_or_default().0;
        for (arg, loc) in args.iter().zip(params) {
            self.scratched(|this| this.value_into(arg, loc))?;
        }
        let Some(frame) = self.out.bodies.get(&body).copied() else { return Ok(()) };
        // A deed that does not give has the result none.
        match self.out.frames[usize::from(frame)].result {
            Loc::Reg(d) => self.number_to(d, NONE),
            Loc::Mask(m, w) => _ = self.emit(Op::M(MaskOp::Zero { m, w })),
            Loc::List(l) => _ = self.emit(Op::L(ListOp::Clear { l })),
            Loc::No | Loc::Mem(..) | Loc::MemMask(..) | Loc::MemList(..) => {}
        }
        self.emit(Op::F(Flow::Call { body: frame }));
        if let Some(into) = into {
            let result = self.out.frames[usize::from(frame)].result;
            let (value, loc) = (self.load(result), self.local(into));
            self.store(value, loc);
        }
        Ok(())
    }

    fn key(&mut self, place: &CounterPlace) -> Lowered<R> {
        match &place.key {
            Some(key) => self.scalar(key),
            None => Ok(self.number(0)),
        }
    }

    fn set(&mut self, place: &CounterPlace, op: SetOp, e: &Expr) -> Lowered<()> {
        let i = self.key(place)?;
        let s = self.scalar(e)?;
        let f = place.counter.0;
        self.emit(Op::E(match op {
            SetOp::To => Effect::Set { f, i, s },
            SetOp::Plus => Effect::Add { f, i, s, minus: false },
            SetOp::Minus => Effect::Add { f, i, s, minus: true },
        }));
        let bit = self.out.schema[place.counter].bit;
        self.atom(bit);
        Ok(())
    }

    /// Where a card lands: kind, and the register of a place.
    fn land_at(&mut self, at: &At) -> Lowered<(Land, R)> {
        Ok(match at {
            At::Usual => (Land::Usual, 0),
            At::Top => (Land::Top, 0),
            At::Bottom => (Land::Bottom, 0),
            At::Place(e) => (Land::Place, self.scalar(e)?),
            At::Spot(e) => (Land::Spot, self.scalar(e)?),
        })
    }

    fn move_cards(&mut self, stmt: &Stmt, cards: &Domain, to: &Expr, at: &At) -> Lowered<()> {
        if draws(cards) {
            return self.draw(stmt, cards, to, at);
        }
        if let Some(card) = single(cards) {
            let c = self.scalar(card)?;
            let z = self.scalar(to)?;
            let (land, n) = self.land_at(at)?;
            let none = self.emit(Op::BranchIfNone { a: c, to: 0 });
            self.emit(Op::E(Effect::Move { c, z, land, n }));
            self.atom(ZONES);
            self.land(&[none]);
            return Ok(());
        }
        // Atoms may end stages, but nothing else runs between them: passing registers will do.
        let l = self.as_list(cards)?;
        let z = self.scalar(to)?;
        let (land, n) = self.land_at(at)?;
        let fell = self.lot_to(l, cards, z);
        self.go_through(Members::List(l), cards, None, &mut |this, elem, _, _| {
            if let Loc::Reg(c) = elem {
                this.emit(Op::E(match fell {
                    Some(fell) => Effect::MoveByLot { c, z, land, n, fell },
                    None => Effect::Move { c, z, land, n },
                }));
                this.atom(ZONES);
            }
            Ok(())
        })
    }

    /// `move top n of Z`: n draws.
    fn draw(&mut self, stmt: &Stmt, cards: &Domain, to: &Expr, at: &At) -> Lowered<()> {
        let (source, count, bottom) = match &cards.base {
            Base::Top(z, n) => (z, n, false),
            Base::Bottom(z, n) => (z, n, true),
            _ => return Ok(()),
        };
        let handlers: Vec<u16> = if let ExprKind::Zone(id, _) = source.kind {
            let of = self.book.runs_out.iter().enumerate().filter(|(_, r)| r.zone == id);
            of.map(|(at, _)| at as u16).collect()
        } else {
            (0..self.book.runs_out.len() as u16).collect()
        };
        let handled = !handlers.is_empty();
        // What lasts across a handler: how many are left, whether the handlers have just run, from
        // where, to where.
        let (off, _) = self.slots.of(stmt);
        let kept = |this: &mut Self, n: u32| {
            if this.memory { Loc::Mem(off + 8 * n) } else { Loc::Reg(this.own_registers(1)) }
        };
        let [left, tried, from, to_zone, place] = [0, 1, 2, 3, 4].map(|n| kept(self, n));
        self.scratched(|this| {
            this.value_into(count, left)?;
            this.value_into(source, from)?;
            this.value_into(to, to_zone)?;
            if let At::Place(e) | At::Spot(e) = at { this.value_into(e, place) } else { Ok(()) }
        })?;
        let land = match at {
            At::Usual => Land::Usual,
            At::Top => Land::Top,
            At::Bottom => Land::Bottom,
            At::Place(_) => Land::Place,
            At::Spot(_) => Land::Spot,
        };
        if handled {
            let no = Out::One(self.number(0));
            self.store(no, tried);
        }
        let head = self.pc();
        let Out::One(n) = self.load(left) else { return Ok(()) };
        let go_on = self.temp(1);
        let zero = self.number(0);
        self.emit(Op::Less { d: go_on, a: zero, b: n });
        let mut done = vec![self.emit(Op::BranchIfNot { a: go_on, to: 0 })];
        let (Out::One(source), Out::One(z)) = (self.load(from), self.load(to_zone)) else {
            return Ok(());
        };
        let at = if let (Land::Place | Land::Spot, Out::One(at)) = (land, self.load(place)) {
            at
        } else {
            0
        };
        let d = self.temp(1);
        self.emit(Op::E(Effect::Draw { d, from: source, z, land, n: at, bottom }));
        let empty = self.emit(Op::BranchIfNot { a: d, to: 0 });
        // The state of the loop is put in order before an ending can look.
        self.emit(Op::ArithK { op: ArithOp::Sub, d: go_on, a: n, k: 1 });
        self.store(Out::One(go_on), left);
        if handled {
            self.store(Out::One(zero), tried);
        }
        self.atom(ZONES);
        self.emit(Op::Jmp { to: head });
        self.land(&[empty]);
        if handled {
            let Out::One(before) = self.load(tried) else { return Ok(()) };
            done.push(self.emit(Op::BranchIf { a: before, to: 0 }));
            let yes = Out::One(self.number(1));
            self.store(yes, tried);
            for handler in handlers {
                let Out::One(z) = self.load(from) else { return Ok(()) };
                self.emit(Op::F(Flow::RunsOut { z, handler }));
            }
            self.emit(Op::Jmp { to: head });
        }
        self.land(&done);
        self.forget(Extent { from: off, to: off + 40 });
        Ok(())
    }

    fn end(&mut self, end: &End) -> Lowered<()> {
        let op = match end {
            End::Won(domain) => Flow::Won { m: self.as_mask(domain, 1)? },
            End::Lost => Flow::Lost,
            End::Drawn => Flow::Drawn,
            End::Stage(ids) => Flow::End {
                list: self.list_constant(ids.iter().map(|id| i64::from(id.0)).collect()),
            },
        };
        self.emit(Op::F(op));
        Ok(())
    }
}

/// The only card a domain can have.
fn single(cards: &Domain) -> Option<&Expr> {
    if cards.filter.is_some() || cards.best.is_some() {
        return None;
    }
    match &cards.base {
        Base::Items(items) if items.len() == 1 => items.first(),
        Base::Value(e) if !matches!(e.ty.bare(), houserules_lang::ir::Type::List(..)) => Some(e),
        _ => None,
    }
}
