//! Where the locals, loops, stages and choices of each body lie.
//!
//! A body that may stop keeps all this in the position, in a frame at a fixed place; the others
//! keep it in registers. As nothing calls itself, a frame lies behind the frames of all bodies that
//! may lead to it; those of deeds that only tests carry out, and of what these lead to, behind all
//! others.

use super::Lowering;
use super::graph::Graph;
use super::held::Shape;
use crate::program::{
    Entry, Field, Frame, FrameKind, Loc, Locals, SetupError, SiteFrame, StageFrame, StoredList,
    Through,
};
use houserules_lang::ir::walk::{blocks, body_of};
use houserules_lang::ir::{
    Base, Body, BodyRef, Choose, Chooser, Domain, EntryKind, LocalDecl, LocalId, MoveId, Offer,
    Order, Owner, Pick, Rulebook, Run, Stage, StageName, Step, Stmt, StmtId, StmtKind, Type,
};
use std::collections::BTreeMap;

/// A part of a body's frame: its first byte, and the first behind it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extent {
    pub from: u32,
    pub to: u32,
}

/// What a statement keeps in its body's frame, by the statement's number.
#[derive(Debug, Default)]
pub struct Slots {
    /// First byte, and the frame of a stage or choice.
    at: BTreeMap<StmtId, (u32, u16)>,
    /// All that a statement and its blocks keep.
    extents: BTreeMap<StmtId, Extent>,
}

impl Slots {
    /// The place and frame of a statement.
    pub fn of(&self, stmt: &Stmt) -> (u32, u16) {
        self.at.get(&stmt.id).copied().unwrap_or_default()
    }
    /// All that a statement with blocks keeps.
    pub fn extent(&self, stmt: &Stmt) -> Extent {
        self.extents.get(&stmt.id).copied().unwrap_or_default()
    }
    fn put(&mut self, stmt: &Stmt, base: u32, frame: u16) {
        self.at.insert(stmt.id, (base, frame));
    }
}

/// One body being laid out.
struct Laying<'a> {
    code: &'a Body,
    locals: Locals,
    memory: bool,
}

impl Lowering<'_> {
    /// Lays out all bodies from `base` on; gives the first byte behind all frames.
    pub fn lay_bodies(&mut self, graph: &Graph, base: u32) -> Result<u32, SetupError> {
        let mut starts: BTreeMap<BodyRef, u32> = BTreeMap::new();
        let mut last = base;
        let loose = graph.loose();
        for body in &graph.loose_last(&loose) {
            let unless_run = if loose.contains(body) { last } else { base };
            let start = match starts.get(body) {
                _ if graph.is_supposed(*body) => last,
                Some(start) => *start,
                None => unless_run,
            };
            let frame = self.out.frames.len() as u16;
            self.out.bodies.insert(*body, frame);
            let gives =
                if let BodyRef::Deed(id) = body { self.book[*id].result.clone() } else { None };
            let result = gives.map_or(Loc::No, |ty| self.own_loc(&ty));
            self.out.frames.push(Frame {
                kind: FrameKind::Body(*body),
                base: start,
                size: 0,
                entry: 0,
                title: self.title_of(*body),
                result,
            });
            let end =
                self.lay_body(*body, start, graph.pauses.get(body).copied().unwrap_or(true))?;
            self.out.frames[usize::from(frame)].size = end - start;
            last = last.max(end);
            for to in graph.runs.get(body).into_iter().flatten() {
                let next = starts.entry(*to).or_insert(base);
                *next = (*next).max(end);
            }
        }
        Ok(last)
    }

    fn title_of(&self, body: BodyRef) -> Option<houserules_lang::ir::TextId> {
        match body.run()? {
            Run::Deed(id) => self.book[id].title,
            Run::Move(id) => self.book[id].title,
            Run::Stage(_) => None,
        }
    }

    fn lay_body(&mut self, body: BodyRef, start: u32, memory: bool) -> Result<u32, SetupError> {
        let Some(code) = body_of(self.book, body) else { return Ok(start) };
        let mut at = start;
        if let Some(run) = body.run().map(Owner::Run) {
            at = self.lay_counters(at, |owner| owner == run)?;
            let own = |c: &houserules_lang::ir::Counter| c.owner == run;
            let fresh = self
                .book
                .counters
                .iter()
                .enumerate()
                .filter(|(_, c)| own(c))
                .map(|(id, _)| id as u16);
            let fresh: Vec<u16> = fresh.collect();
            if let (false, Some(frame)) = (fresh.is_empty(), self.out.bodies.get(&body)) {
                self.out.fresh.insert(*frame, fresh);
            }
        }
        let mut laying = Laying { code, locals: Locals::unlaid(code.locals.len()), memory };
        for local in 0..params_of(self.book, body) {
            at = self.lay_local(&mut laying, LocalId(local as u16), at);
        }
        let mut last = at;
        for block in blocks(self.book, body) {
            last = last.max(self.lay_block(&mut laying, block, at)?);
        }
        self.out.locals.insert(body, laying.locals);
        Ok(last)
    }

    fn lay_local(&mut self, laying: &mut Laying, local: LocalId, at: u32) -> u32 {
        let LocalDecl { ty, per_seat, .. } = &laying.code[local];
        if laying.locals[local] != Loc::No {
            return at;
        }
        let loc = if laying.memory { self.memory_loc(ty, at) } else { self.own_loc(ty) };
        laying.locals[local] = loc;
        at + loc.bytes() * if *per_seat { u32::from(self.out.schema.seats) } else { 1 }
    }

    /// A place in the position for a value of a type.
    pub fn memory_loc(&self, ty: &Type, at: u32) -> Loc {
        let Type::List(elem, order) = ty.bare() else { return Loc::Mem(at) };
        match self.width(elem).filter(|_| *order == Order::Unordered) {
            Some(w) => Loc::MemMask(at, w),
            None => {
                let cap = self.list_cap(elem);
                Loc::MemList(at, cap, self.universe(elem).is_none())
            }
        }
    }

    /// Registers or a list of its own for a value of a type.
    pub fn own_loc(&mut self, ty: &Type) -> Loc {
        let Type::List(elem, order) = ty.bare() else { return Loc::Reg(self.own_registers(1)) };
        match self.width(elem).filter(|_| *order == Order::Unordered) {
            Some(w) => Loc::Mask(self.own_registers(w), w),
            None => Loc::List(self.own_list()),
        }
    }

    fn lay_block(&mut self, l: &mut Laying, block: &[Stmt], at: u32) -> Result<u32, SetupError> {
        let (mut at, mut last) = (at, at);
        for stmt in block {
            let start = at;
            let inner = self.lay_own(l, stmt, &mut at)?;
            let mut end = at.max(inner);
            let blocks = houserules_lang::ir::walk::blocks_of(stmt);
            let first = if matches!(stmt.kind, StmtKind::Stage(_)) { inner } else { start };
            let compound = !blocks.is_empty();
            for block in blocks {
                end = end.max(self.lay_block(l, block, inner)?);
            }
            if compound {
                self.slots.extents.insert(stmt.id, Extent { from: first, to: end });
            }
            last = last.max(end);
        }
        Ok(last)
    }

    /// Lays what a statement keeps; `at` moves on for what lives to the end of the block, the
    /// result is where its inner blocks may begin.
    fn lay_own(&mut self, l: &mut Laying, stmt: &Stmt, at: &mut u32) -> Result<u32, SetupError> {
        match &stmt.kind {
            StmtKind::Let(local, _) | StmtKind::Call { into: Some(local), .. } => {
                *at = self.lay_local(l, *local, *at);
                Ok(*at)
            }
            StmtKind::IfThere(local, ..) => Ok(self.lay_local(l, *local, *at)),
            StmtKind::ForEach(local, domain, _) => {
                let inner = self.lay_local(l, *local, *at);
                self.slots.put(stmt, inner, 0);
                Ok(inner + if l.memory { self.loop_bytes(domain) } else { 0 })
            }
            StmtKind::Move { .. } => {
                // How many cards are still to be drawn, a mark for the handler, from where, to
                // where, at which place.
                self.slots.put(stmt, *at, 0);
                Ok(*at + if l.memory { 40 } else { 0 })
            }
            StmtKind::Stage(stage) => self.lay_stage(l, stmt, stage, *at),
            StmtKind::Choose(choose) => self.lay_site(l, stmt, choose, at),
            StmtKind::Call { into: None, .. }
            | StmtKind::Set(..)
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::Repeat(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => Ok(*at),
        }
    }

    /// Bytes of a loop over a domain.
    fn loop_bytes(&self, domain: &Domain) -> u32 {
        let wide = self.universe(&domain.elem).is_none();
        match self.loop_shape(domain) {
            Shape::Mask(w) => 8 * u32::from(w),
            Shape::Range => 16,
            Shape::List => 2 + StoredList::bytes(self.cap(domain), wide),
        }
    }

    /// How many members a list of a domain may have.
    pub fn cap(&self, domain: &Domain) -> u16 {
        match &domain.base {
            Base::Union(parts) => parts.iter().map(|p| self.cap(p)).fold(0, u16::saturating_add),
            Base::Items(items) => items.len() as u16,
            _ => self.list_cap(&domain.elem),
        }
    }

    fn lay_stage(
        &mut self,
        l: &mut Laying,
        stmt: &Stmt,
        stage: &Stage,
        at: u32,
    ) -> Result<u32, SetupError> {
        let mut end = at + StageFrame::SIZE;
        let (mut through, list) = (Through::Once, end);
        let mut into = None;
        if let Some((name, domain)) = &stage.over {
            through = self.through(domain);
            self.out.element_types[stage.id.index()].clone_from(&domain.elem);
            if let Through::List { wide } = through {
                end += StoredList::bytes(self.cap(domain), wide);
            }
            if let StageName::Local(local) = name {
                into = Some(*local);
            }
        }
        let info = &self.book[stage.id];
        let word = super::word_index(info.word);
        let saved = self.nested[usize::from(word)];
        let save_at = end;
        if saved {
            end += self.out.schema.runs[usize::from(word)].1;
        }
        let frame = self.out.frames.len() as u16;
        self.out.frames.push(Frame {
            kind: FrameKind::Stage(stage.id),
            base: at,
            size: end - at,
            entry: 0,
            title: info.title,
            result: Loc::No,
        });
        self.slots.put(stmt, at, frame);
        let mut inner = end;
        if let Some(local) = into {
            inner = self.lay_local(l, local, inner);
        }
        let code = &mut self.out[stage.id];
        code.frame = frame;
        code.through = through;
        code.list = list;
        code.into = into.map_or(Loc::No, |local| l.locals[local]);
        code.sets_me = matches!(stage.over, Some((StageName::Me, _)));
        code.word = word;
        code.saved = saved.then_some(save_at);
        code.title = info.title;
        Ok(inner)
    }

    /// How a stage goes through a domain.
    pub fn through(&self, domain: &Domain) -> Through {
        let bare = domain.filter.is_none() && domain.best.is_none();
        match &domain.base {
            Base::Onwards(_) => Through::Numbers,
            Base::Players { forever: true, .. } => Through::Seats,
            Base::Range(..) if bare => Through::Numbers,
            Base::Players { opponents: false, .. } if bare => Through::Seats,
            _ => Through::List { wide: self.universe(&domain.elem).is_none() },
        }
    }

    fn lay_site(
        &mut self,
        l: &mut Laying,
        stmt: &Stmt,
        choose: &Choose,
        at: &mut u32,
    ) -> Result<u32, SetupError> {
        // What a choice of values fills lives on to the end of the block.
        let mut into = Vec::new();
        if let Offer::Values { steps, .. } = &choose.what {
            for step in steps {
                let decl = &l.code[step.local];
                if matches!(step.domain.elem, Type::List(..)) {
                    return Err(SetupError::Unsupported("choosing a list of lists", decl.span));
                }
                *at = self.lay_local(l, step.local, *at);
                let loc = l.locals[step.local];
                into.push((loc, if decl.per_seat { loc.bytes() } else { 0 }));
            }
        }
        let seats = u32::from(self.out.schema.seats);
        let mut end = *at + SiteFrame::SIZE;
        let mut given = Vec::new();
        let mut shapes: Vec<Vec<Type>> = Vec::new();
        match &choose.what {
            Offer::Values { steps, .. } => shapes.push(steps.iter().map(step_type).collect()),
            Offer::Menu(tiers) => {
                for entry in tiers.iter().flatten() {
                    let EntryKind::Move(id, args) = &entry.what else {
                        given.push(Vec::new());
                        shapes.push(Vec::new());
                        continue;
                    };
                    let types = move_types(self.book, *id);
                    let mut locs = Vec::new();
                    for ty in types.iter().take(args.len()) {
                        let loc = self.memory_loc(ty, end);
                        end += loc.bytes();
                        locs.push(loc);
                    }
                    given.push(locs);
                    shapes.push(types);
                }
            }
        }
        let several = matches!(choose.by, Chooser::Each(_) | Chooser::Race(_));
        let (order, mut kept, mut record) = (end, Vec::new(), 0);
        if several {
            end += seats;
            for types in &shapes {
                let (mut locs, mut size) = (Vec::new(), 2);
                for ty in types {
                    let loc = self.memory_loc(ty, end + size);
                    size += loc.bytes();
                    locs.push(loc);
                }
                kept.push(locs);
                record = record.max(size);
            }
        }
        let records = end;
        end += record * if several { seats } else { 0 };
        let frame = self.out.frames.len() as u16;
        self.out.frames.push(Frame {
            kind: FrameKind::Site(choose.id.0),
            base: *at,
            size: end - *at,
            entry: 0,
            title: None,
            result: Loc::No,
        });
        self.slots.put(stmt, *at, frame);
        let site = &mut self.out[choose.id];
        site.frame = frame;
        site.into = into;
        site.order = Field::at(order);
        site.records = records;
        site.record = record;
        site.kept = kept;
        site.entries = given.into_iter().map(bare_entry).collect();
        Ok(end)
    }
}

/// How many of a body's locals its caller, or the chooser of a move, fills: they are the first.
pub fn params_of(book: &Rulebook, body: BodyRef) -> usize {
    match body {
        BodyRef::Deed(id) => usize::from(book[id].params),
        BodyRef::Move(id) => usize::from(book[id].given) + book[id].steps.len(),
        // Whose zone it is.
        BodyRef::RunsOut(at) => {
            let zone = book.runs_out[usize::from(at)].zone;
            usize::from(book[zone].owner != Owner::Table)
        }
        BodyRef::Word(_)
        | BodyRef::Setup
        | BodyRef::Play
        | BodyRef::Test(_)
        | BodyRef::Constant => 0,
    }
}

/// Types of a move's arguments, the given ones first.
pub fn move_types(book: &Rulebook, id: MoveId) -> Vec<Type> {
    let m = &book[id];
    let given = m.body.locals.iter().take(usize::from(m.given)).map(|d| d.ty.clone());
    given.chain(m.steps.iter().map(step_type)).collect()
}

/// What a step's local holds.
pub fn step_type(step: &Step) -> Type {
    let elem = Box::new(step.domain.elem.clone());
    match &step.pick {
        Pick::One | Pick::UpToOne => *elem,
        Pick::Some { .. } => Type::List(elem, Order::Unordered),
        Pick::Order => Type::List(elem, Order::Ordered),
    }
}

/// An entry of which only the place of the given arguments is known.
fn bare_entry(given: Vec<Loc>) -> Entry {
    Entry {
        may: false,
        tier: 0,
        twins: Vec::new(),
        form: None,
        given,
        title: None,
        limits: Vec::new(),
    }
}
