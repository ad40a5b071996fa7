//! Endings: which hold, and which an atom makes worth a look.

use super::state::{Cut, Eval, Flow, World};
use houserules_lang::ir::{
    Base, CounterId, Domain, Ends, Expr, ExprKind, Fold, Noted, Rulebook, Type, ZoneId, ZoneShape,
};
use std::collections::BTreeSet;

/// What a condition names, itself and through words.
#[derive(Debug, Clone, Default)]
pub(super) struct Reads {
    zones: BTreeSet<ZoneId>,
    counters: BTreeSet<CounterId>,
    places: bool,
}

/// What an atom wrote.
#[derive(Debug, Clone, Copy)]
pub(super) enum Written {
    Zone(ZoneId),
    Counter(CounterId),
}

impl Reads {
    fn meets(&self, written: Written) -> bool {
        match written {
            Written::Zone(zone) => self.places || self.zones.contains(&zone),
            Written::Counter(counter) => self.counters.contains(&counter),
        }
    }
}

impl<'b> World<'b> {
    /// An atom is done: endings at once that name what it wrote are tested.
    pub(super) fn atom(&mut self, written: &[Written]) -> Flow {
        if self.imagining > 0 {
            return Ok(());
        }
        self.test_all(|world, ends, _| {
            ends.at_once && {
                let reads = world.reads_of(ends);
                written.iter().any(|w| reads.meets(*w))
            }
        })
    }

    /// A move or an element is done: the other endings are tested.
    pub(super) fn test_ends(&mut self) -> Flow {
        self.test_all(|world, ends, moves| !ends.at_once && world.moves_running == moves)
    }

    /// Tests the endings of `play` and of all running stages, outermost first, of those that are
    /// `due`.
    fn test_all(&mut self, due: impl Fn(&mut Self, &'b Ends, usize) -> bool) -> Flow {
        let book = self.book;
        if self.in_play {
            for (at, ends) in book.ends.iter().enumerate() {
                if due(self, ends, 0) && self.condition(0, 0, ends)? {
                    return Err(Cut::Ends(None, at));
                }
            }
        }
        for depth in 0..self.stages.len() {
            let (stage, moves) = (self.stages[depth].stage, self.stages[depth].moves);
            let (serial, frame) = (self.stages[depth].serial, self.stages[depth].frame);
            for (at, ends) in stage.ends.iter().enumerate() {
                if due(self, ends, moves) && self.condition(depth + 1, frame, ends)? {
                    return Err(Cut::Ends(Some(serial), at));
                }
            }
        }
        Ok(())
    }

    /// An ending's condition, as if nothing deeper than its stage were running.
    fn condition(&mut self, stages: usize, frame: usize, ends: &'b Ends) -> Eval<bool> {
        let deeper_stages = self.stages.split_off(stages);
        let deeper_frames = self.frames.split_off(frame + 1);
        let me = self.top().and_then(|f| f.me.take());
        let holds = self.holds(&ends.condition);
        self.frames.truncate(frame + 1);
        if let Some(top) = self.top() {
            top.me = me;
        }
        self.frames.extend(deeper_frames);
        self.stages.extend(deeper_stages);
        holds
    }

    fn reads_of(&mut self, ends: &'b Ends) -> Reads {
        let book = self.book;
        let address = std::ptr::from_ref(ends) as usize;
        let reads = self.reads.entry(address).or_insert_with(|| {
            let mut reads = Reads::default();
            in_expr(book, &ends.condition, &mut reads);
            reads
        });
        reads.clone()
    }
}

fn in_expr(book: &Rulebook, e: &Expr, reads: &mut Reads) {
    if matches!(e.ty.bare(), Type::Square | Type::Spot) {
        let grids = book.zones.iter().enumerate().filter(|(_, z)| z.shape == ZoneShape::Grid);
        reads.zones.extend(grids.map(|(at, _)| ZoneId(at as u16)));
    }
    match &e.kind {
        ExprKind::Zone(id, _) => {
            reads.zones.insert(*id);
        }
        ExprKind::Counter(id, _) => {
            reads.counters.insert(*id);
        }
        ExprKind::Position(_) => reads.places = true,
        ExprKind::Word(id, _) => in_expr(book, &book.words[id.index()].value, reads),
        _ => {}
    }
    below(e, &mut |part| match part {
        Part::Expr(e) => in_expr(book, e, reads),
        Part::Domain(d) => in_domain(book, d, reads),
    });
}

fn in_domain(book: &Rulebook, d: &Domain, reads: &mut Reads) {
    match &d.base {
        Base::Zone(e)
        | Base::Value(e)
        | Base::Onwards(e)
        | Base::Squares(e)
        | Base::SpotSquares(e) => in_expr(book, e, reads),
        Base::Range(a, b)
        | Base::Top(a, b)
        | Base::Bottom(a, b)
        | Base::Spots { card: a, place: b, .. }
        | Base::Reach { from: a, next: b, .. } => {
            in_expr(book, a, reads);
            in_expr(book, b, reads);
        }
        Base::Players { from, .. } => from.iter().for_each(|e| in_expr(book, e, reads)),
        Base::Items(items) => items.iter().for_each(|e| in_expr(book, e, reads)),
        Base::Union(parts) => parts.iter().for_each(|d| in_domain(book, d, reads)),
        Base::Cut { of, n, .. } => {
            in_domain(book, of, reads);
            in_expr(book, n, reads);
        }
        Base::Minus(a, b) => {
            in_domain(book, a, reads);
            in_domain(book, b, reads);
        }
        Base::Places(search) | Base::Way(search) => {
            search.exprs().for_each(|e| in_expr(book, e, reads))
        }
        Base::Enum(_) | Base::Bools | Base::Lines(..) => {}
    }
    d.filter.iter().for_each(|(_, e)| in_expr(book, e, reads));
    d.best.iter().for_each(|(_, _, e)| in_expr(book, e, reads));
}

enum Part<'e> {
    Expr(&'e Expr),
    Domain(&'e Domain),
}

/// The parts an expression is made of.
fn below<'e>(e: &'e Expr, see: &mut dyn FnMut(Part<'e>)) {
    match &e.kind {
        ExprKind::Committed(_, a)
        | ExprKind::Neighbour(a, _)
        | ExprKind::Field(a, _)
        | ExprKind::SlotCard(a)
        | ExprKind::Position(a)
        | ExprKind::Not(a)
        | ExprKind::IsRow(a, _)
        | ExprKind::IsKind(a, _)
        | ExprKind::IsNone(a)
        | ExprKind::Minus(a) => see(Part::Expr(a)),
        ExprKind::Counter(_, key) | ExprKind::Zone(_, key) => {
            key.iter().for_each(|k| see(Part::Expr(k)))
        }
        ExprKind::Word(_, args) | ExprKind::Board(_, args) => {
            args.iter().for_each(|a| see(Part::Expr(a)))
        }
        ExprKind::Place(a, b)
        | ExprKind::Square(_, a, b)
        | ExprKind::Pair(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Same(a, b)
        | ExprKind::Less(a, b)
        | ExprKind::LessEq(a, b)
        | ExprKind::Arith(_, a, b)
        | ExprKind::Otherwise(a, b)
        | ExprKind::Sees(a, b) => {
            see(Part::Expr(a));
            see(Part::Expr(b));
        }
        ExprKind::Remembered(all) => {
            for one in all {
                if let Noted::Value(e) = one {
                    see(Part::Expr(e));
                }
            }
        }
        ExprKind::After(of, _, args) => {
            args.iter().chain([&**of]).for_each(|e| see(Part::Expr(e)));
        }
        ExprKind::Let(_, a, b) => [a, b].into_iter().for_each(|e| see(Part::Expr(e))),
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|e| see(Part::Expr(e))),
        ExprKind::SameList(a, b, _) => {
            see(Part::Domain(a));
            see(Part::Domain(b));
        }
        ExprKind::RowsAre(d, ..)
        | ExprKind::Count(d)
        | ExprKind::IsEmpty(d)
        | ExprKind::First(d)
        | ExprKind::List(d) => see(Part::Domain(d)),
        ExprKind::Distance(search) => search.exprs().for_each(|e| see(Part::Expr(e))),
        ExprKind::In(e, d)
        | ExprKind::Quantified(_, _, d, e)
        | ExprKind::Fold(Fold { over: d, of: e, .. }) => {
            see(Part::Domain(d));
            see(Part::Expr(e));
        }
        ExprKind::Const(_)
        | ExprKind::Text(_)
        | ExprKind::Option(_)
        | ExprKind::Seats
        | ExprKind::Local(_)
        | ExprKind::RunLocal(..)
        | ExprKind::TooDeep(_)
        | ExprKind::Me
        | ExprKind::Path => {}
    }
}
