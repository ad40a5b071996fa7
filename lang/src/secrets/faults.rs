//! Which statements may stop the game: then nothing behind them is carried out, and a card that was
//! to be laid open there stays hidden.
//!
//! A counter may be changed behind a comparison that keeps it in its range, in the same body or on
//! the way to it. Of all else that a rule asks about there it is taken for granted that the rule
//! asks for the right thing ([`super::guards`]).

use super::changes::Thing;
use super::guards::Guards;
use crate::idle::{Range, Ranges};
use crate::ir::visit::{Part, domain_parts, step_parts, stmt_parts};
use crate::ir::walk::{blocks_of, each_expr, each_stmt, each_with_words};
use crate::ir::{
    ArithOp, At, Base, BodyRef, Choose, Chooser, CounterPlace, DeedId, Domain, EntryKind, Expr,
    ExprKind, MoveId, Offer, Rulebook, SetOp, Step, Stmt, StmtKind, ZoneShape,
};
use std::collections::{BTreeMap, BTreeSet};

type Things = BTreeSet<Thing>;

/// What may stop the game in a rulebook.
pub(super) struct Faults<'a> {
    book: &'a Rulebook,
    ranges: Ranges<'a>,
    /// What each body asks about, or was asked on the way to it.
    asked: BTreeMap<BodyRef, Guards>,
    /// Deeds that may stop the game.
    deeds: Vec<bool>,
}

impl<'a> Faults<'a> {
    pub(super) fn of(book: &'a Rulebook) -> Self {
        let deeds = vec![false; book.deeds.len()];
        let (ranges, asked) = (Ranges::of(book), Asked::of(book));
        let mut faults = Self { book, ranges, asked, deeds };
        let mut changed = true;
        while changed {
            changed = false;
            for (at, deed) in book.deeds.iter().enumerate() {
                let body = BodyRef::Deed(DeedId(at as u16));
                if !faults.deeds[at] && faults.block(body, &deed.body.block) {
                    (faults.deeds[at], changed) = (true, true);
                }
            }
        }
        faults
    }

    fn block(&self, at: BodyRef, block: &[Stmt]) -> bool {
        block.iter().any(|stmt| self.stmt(at, stmt))
    }

    /// Whether a statement may stop the game, with all in it and all that it calls.
    pub(super) fn stmt(&self, at: BodyRef, stmt: &Stmt) -> bool {
        self.own(at, stmt) || self.within(at, stmt)
    }

    /// Whether a statement may stop the game after something in it was carried out.
    pub(super) fn later(&self, at: BodyRef, stmt: &Stmt) -> bool {
        let rest = |block: &[Stmt]| {
            let (first, rest) = block.split_at(block.len().min(1));
            first.iter().any(|stmt| self.later(at, stmt)) || self.block(at, rest)
        };
        match &stmt.kind {
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
                divides(self.book, stmt) || rest(a) || rest(b)
            }
            StmtKind::Set(..) => divides(self.book, stmt),
            StmtKind::Let(..)
            | StmtKind::Call { .. }
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => self.stmt(at, stmt),
        }
    }

    /// Whether what it calls or holds may stop the game.
    fn within(&self, at: BodyRef, stmt: &Stmt) -> bool {
        if let StmtKind::Call { deed, .. } = &stmt.kind {
            return self.deeds[deed.index()];
        }
        blocks_of(stmt).into_iter().any(|block| self.block(at, block))
    }

    /// Whether it may stop the game by what it does itself.
    pub(super) fn own(&self, at: BodyRef, stmt: &Stmt) -> bool {
        divides(self.book, stmt)
            || match &stmt.kind {
                StmtKind::Set(place, op, value) => self.set(at, place, (*op, value)),
                StmtKind::Move { to, at: place, .. } => self.moved(at, to, place),
                StmtKind::Choose(choose) => self.drawn(at, choose),
                StmtKind::Let(..)
                | StmtKind::Call { .. }
                | StmtKind::Swap(..)
                | StmtKind::Shuffle(_)
                | StmtKind::Show(..)
                | StmtKind::Hide(..)
                | StmtKind::ShowCounter(..)
                | StmtKind::If(..)
                | StmtKind::IfThere(..)
                | StmtKind::ForEach(..)
                | StmtKind::Repeat(..)
                | StmtKind::Stage(_)
                | StmtKind::End(_)
                | StmtKind::Give(_)
                | StmtKind::Say(_)
                | StmtKind::Remember(_)
                | StmtKind::Aside(_)
                | StmtKind::Again => false,
            }
    }

    fn asks(&self, at: BodyRef, thing: Thing) -> bool {
        self.asked.get(&at).is_some_and(|asked| asked.has(thing))
    }

    /// A counter may leave its range.
    fn set(&self, at: BodyRef, place: &CounterPlace, (op, value): (SetOp, &Expr)) -> bool {
        let counter = &self.book[place.counter];
        let Some((low, high)) = counter.range.filter(|_| !counter.capped) else { return false };
        match op {
            SetOp::To => {
                let Range { low: least, high: most } = self.ranges.read(at, value);
                least < low || most > high
            }
            SetOp::Plus | SetOp::Minus => {
                let by = self.ranges.read(at, value);
                let by = if op == SetOp::Minus { by.minus() } else { by };
                !self.asked.get(&at).is_some_and(|asked| asked.keep(place.counter, (low, high), by))
            }
        }
    }

    /// A slot, or a place of several, may be taken.
    fn moved(&self, at: BodyRef, to: &Expr, place: &At) -> bool {
        let ExprKind::Zone(id, _) = &to.kind else { return false };
        let placed = matches!(place, At::Place(_));
        let may_be_full = match self.book[*id].shape {
            ZoneShape::Slot => true,
            ZoneShape::Slots => placed,
            ZoneShape::Pile | ZoneShape::Row | ZoneShape::Set | ZoneShape::Grid => false,
        };
        may_be_full && !self.asks(at, Thing::Zone(*id))
    }

    /// Chance may have nothing to draw from.
    fn drawn(&self, at: BodyRef, choose: &Choose) -> bool {
        let Offer::Values { steps, may: false } = &choose.what else { return false };
        matches!(choose.by, Chooser::Chance) && steps.iter().any(|step| self.may_be_empty(at, step))
    }

    fn may_be_empty(&self, at: BodyRef, step: &Step) -> bool {
        let domain = &step.domain;
        let sure = match &domain.base {
            Base::Enum(_) | Base::Bools | Base::Players { .. } | Base::Range(..) => true,
            Base::Items(items) => !items.is_empty(),
            Base::Onwards(_) => true,
            Base::Lines(..)
            | Base::Places(_)
            | Base::Way(_)
            | Base::Squares(_)
            | Base::SpotSquares(_)
            | Base::Spots { .. }
            | Base::Reach { .. }
            | Base::Zone(_)
            | Base::Value(_)
            | Base::Top(..)
            | Base::Bottom(..)
            | Base::Union(_)
            | Base::Cut { .. }
            | Base::Minus(..) => false,
        };
        if sure && domain.filter.is_none() {
            return false;
        }
        let mut read = Things::new();
        outermost(Part::Domain(domain), &mut |e| reads(self.book, e, &mut read));
        // Of names it is not known what they stand for.
        !read.is_empty() && !read.iter().any(|thing| self.asks(at, *thing))
    }
}

/// Whether a statement itself divides by what may be 0.
fn divides(book: &Rulebook, stmt: &Stmt) -> bool {
    let mut found = false;
    stmt_parts(stmt, &mut |part| {
        outermost(part, &mut |e| found |= divided(book, e));
    });
    found
}

/// Whether an expression divides by what may be 0, or a word in its place does.
fn divided(book: &Rulebook, e: &Expr) -> bool {
    let mut found = false;
    each_with_words(book, e, &mut |e| {
        if let ExprKind::Arith(ArithOp::Div | ArithOp::Mod, _, by) = &e.kind {
            found |= !matches!(by.kind, ExprKind::Const(_));
        }
    });
    found
}

/// The counters and zones that an expression reads, or a word in it.
fn reads(book: &Rulebook, e: &Expr, found: &mut Things) {
    each_with_words(book, e, &mut |e| {
        if let ExprKind::Counter(id, _) = &e.kind {
            found.insert(Thing::Counter(*id));
        } else if let ExprKind::Zone(id, _) = &e.kind {
            found.insert(Thing::Zone(*id));
        }
    });
}

/// Calls `see` for the expressions of a part, but not for those within them, nor for blocks.
fn outermost(part: Part<'_>, see: &mut dyn FnMut(&Expr)) {
    match part {
        Part::Expr(e) => see(e),
        Part::Domain(of) => domain_parts(of, &mut |part| outermost(part, see)),
        Part::Step(step) => step_parts(step, &mut |part| outermost(part, see)),
        Part::Block(_) | Part::Binds(_) => {}
    }
}

/// Finds what bodies ask about.
struct Asked<'a> {
    book: &'a Rulebook,
    found: BTreeMap<BodyRef, Guards>,
    /// From which body to which.
    ways: BTreeSet<(BodyRef, BodyRef)>,
}

impl<'a> Asked<'a> {
    fn of(book: &'a Rulebook) -> BTreeMap<BodyRef, Guards> {
        let mut asked = Self { book, found: BTreeMap::new(), ways: BTreeSet::new() };
        asked.block(BodyRef::Setup, &book.setup.block);
        asked.block(BodyRef::Play, &book.play.block);
        book.ends.iter().for_each(|ends| asked.block(BodyRef::Play, &ends.body));
        for (at, deed) in book.deeds.iter().enumerate() {
            asked.block(BodyRef::Deed(DeedId(at as u16)), &deed.body.block);
        }
        for (at, rule) in book.runs_out.iter().enumerate() {
            asked.block(BodyRef::RunsOut(at as u16), &rule.body.block);
        }
        for (at, this) in book.moves.iter().enumerate() {
            let body = BodyRef::Move(MoveId(at as u16));
            this.needs.iter().for_each(|need| asked.expr(body, &need.condition));
            this.steps.iter().for_each(|step| asked.step(body, step));
            let others = this.attempt.iter().flat_map(|a| std::iter::once(&a.wrong).chain(&a.late));
            std::iter::once(&this.body.block)
                .chain(others)
                .for_each(|block| asked.block(body, block));
        }
        asked.spread()
    }

    /// What is asked is asked for all that is called from there.
    fn spread(mut self) -> BTreeMap<BodyRef, Guards> {
        let mut changed = true;
        while changed {
            changed = false;
            for (from, to) in &self.ways {
                let before = self.found.get(from).cloned().unwrap_or_default();
                changed |= self.found.entry(*to).or_default().extend(&before);
            }
        }
        self.found
    }

    fn expr(&mut self, at: BodyRef, e: &Expr) {
        let book = self.book;
        let found = self.found.entry(at).or_default();
        found.ask(book, e);
    }

    fn domain(&mut self, at: BodyRef, domain: &Domain) {
        let book = self.book;
        let found = self.found.entry(at).or_default();
        outermost(Part::Domain(domain), &mut |e| found.ask(book, e));
    }

    fn step(&mut self, at: BodyRef, step: &Step) {
        self.domain(at, &step.domain);
        step.whole.iter().for_each(|whole| self.expr(at, whole));
    }

    fn block(&mut self, at: BodyRef, block: &[Stmt]) {
        each_stmt(block, &mut |stmt| match &stmt.kind {
            StmtKind::If(test, ..) | StmtKind::Repeat(test, _) => self.expr(at, test),
            StmtKind::IfThere(_, of, ..) | StmtKind::ForEach(_, of, _) => self.domain(at, of),
            StmtKind::Let(_, value) => self.expr(at, value),
            // What is cut off by hand.
            StmtKind::Set(_, _, value) => each_expr(value, &mut |e| {
                if let ExprKind::Arith(ArithOp::Min | ArithOp::Max, ..) | ExprKind::If(..) = e.kind
                {
                    self.expr(at, e);
                }
            }),
            // What goes away makes room.
            StmtKind::Move { cards, .. } => self.domain(at, cards),
            StmtKind::Swap(a, b) => [a, b].into_iter().for_each(|card| self.expr(at, card)),
            StmtKind::Call { deed, args, .. } => {
                args.iter().for_each(|arg| self.expr(at, arg));
                self.ways.insert((at, BodyRef::Deed(*deed)));
            }
            StmtKind::Stage(stage) => {
                stage.over.iter().for_each(|(_, of)| self.domain(at, of));
            }
            StmtKind::Choose(choose) => self.choose(at, choose),
            StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => {}
        });
    }

    fn choose(&mut self, at: BodyRef, choose: &Choose) {
        match &choose.what {
            // Chance asks for nothing: what it draws from may be empty.
            Offer::Values { .. } if matches!(choose.by, Chooser::Chance) => {}
            Offer::Values { steps, .. } => steps.iter().for_each(|step| self.step(at, step)),
            Offer::Menu(tiers) => {
                for entry in tiers.iter().flatten() {
                    if let EntryKind::Move(id, _) = &entry.what {
                        self.ways.insert((at, BodyRef::Move(*id)));
                    }
                }
            }
        }
    }
}
