//! Whether a statement can stop the game, by what holds where it stands.

use super::atoms::{Here, Sum, whole, zone_of};
use super::facts::{Case, Facts, cases, is_free};
use super::parts::{Moving, Setting};
use super::sweeps::Sweeps;
use crate::idle::Range;
use crate::ir::visit::{Part, domain_parts, expr_parts, step_parts, stmt_parts};
use crate::ir::walk::each_stmt;
use crate::ir::{
    ArithOp, At, Base, BodyRef, Choose, Chooser, CounterPlace, Domain, Expr, ExprKind, Offer, Pick,
    SetOp, Step, Stmt, StmtKind, ZoneShape,
};

/// So many turns of a loop fit any budget.
const MANY: i64 = 10_000;

/// Asks whether statements of a body can stop the game.
#[derive(Clone, Copy)]
pub(super) struct Stopping<'w> {
    pub here: Here<'w>,
    pub sweeps: &'w Sweeps,
}

impl Stopping<'_> {
    /// Whether it may stop the game by what it does itself.
    pub(super) fn fails(self, stmt: &Stmt, facts: &Facts) -> bool {
        match &stmt.kind {
            StmtKind::Set(place, op, value) => {
                !self.keeps(Setting { place, op: *op, value }, facts)
            }
            StmtKind::Move { cards, to, at } => self.taken(Moving { cards, to, at }, facts),
            StmtKind::Choose(choose) => self.nothing_to_draw(choose, facts),
            StmtKind::Repeat(test, inner) => !ends(self, test, inner),
            StmtKind::ForEach(_, of, _) => self.too_many(of),
            StmtKind::Let(..)
            | StmtKind::Call { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => false,
        }
    }

    /// Whether a range may have so many members that a budget runs out.
    fn too_many(self, of: &Domain) -> bool {
        let Base::Range(from, to) = &of.base else { return false };
        let (from, to) = (self.here.range(from), self.here.range(to));
        to.high.saturating_sub(from.low) > MANY
    }

    /// Whether a counter stays in its range.
    fn keeps(self, Setting { place, op, value }: Setting<'_>, facts: &Facts) -> bool {
        let counter = &self.here.terms.book[place.counter];
        let Some((low, high)) = counter.range.filter(|_| !counter.capped) else { return true };
        let of = |value: &Sum| match op {
            SetOp::To => Some(value.clone()),
            SetOp::Plus | SetOp::Minus => {
                let kind = ExprKind::Counter(place.counter, place.key.clone());
                let it =
                    Expr { kind, ty: counter.ty.clone(), span: self.span(place, counter.span) };
                let times = if op == SetOp::Plus { 1 } else { -1 };
                self.here.sum(&it)?.and(value, times)
            }
        };
        let between = |case: &Case| {
            let facts = facts.with(&case.facts);
            let sum = of(&case.sum)?;
            let below = sum.minus()?.plus(high)?;
            Some(facts.prove(&sum.plus(low.checked_neg()?)?) && facts.prove(&below))
        };
        if let Some(all) = cases(self.here, value) {
            return all.iter().all(|case| between(case) == Some(true));
        }
        let Range { low: least, high: most } = self.here.range(value);
        op == SetOp::To && least >= low && most <= high
    }

    fn span(self, place: &CounterPlace, other: crate::source::Span) -> crate::source::Span {
        place.key.as_ref().map_or(other, |key| key.span)
    }

    /// Whether a slot, or a place of several, may be taken.
    fn taken(self, Moving { cards, to, at: place }: Moving<'_>, facts: &Facts) -> bool {
        let at_place = match place {
            At::Place(place) => Some(place),
            At::Usual | At::Top | At::Bottom | At::Spot(_) => None,
        };
        let may_be_taken = |shape: ZoneShape| match shape {
            ZoneShape::Slot => true,
            ZoneShape::Slots => at_place.is_some(),
            ZoneShape::Pile | ZoneShape::Row | ZoneShape::Set | ZoneShape::Grid => false,
        };
        let book = self.here.terms.book;
        let may = match zone_of(to) {
            Some(id) => may_be_taken(book[id].shape),
            // Whatever is handed over.
            None => book.zones.iter().any(|zone| may_be_taken(zone.shape)),
        };
        if !may {
            return false;
        }
        let one = self.here.terms.ranges.most(self.here.at, cards).is_some_and(|most| most <= 1)
            || self
                .count(cards)
                .and_then(|n| Sum::number(1).and(&n, -1))
                .is_some_and(|sum| facts.prove(&sum));
        let swept = zone_of(to).is_some_and(|id| self.sweeps.has(self.here.at, id));
        let swept = swept && at_place.is_none();
        !one || !swept && !is_free(self.here, facts, to, at_place)
    }

    fn count(self, of: &Domain) -> Option<Sum> {
        self.here.count(of)
    }

    /// Whether chance may have nothing to draw from.
    fn nothing_to_draw(self, choose: &Choose, facts: &Facts) -> bool {
        let Offer::Values { steps, may: false } = &choose.what else { return false };
        if !matches!(choose.by, Chooser::Chance) {
            return false;
        }
        let mut facts = facts.clone();
        steps.iter().any(|step| {
            let empty = self.too_few(step, &facts);
            if matches!(step.pick, Pick::One) {
                facts.member(self.here, step.local, &step.domain);
            }
            empty
        })
    }

    fn too_few(self, step: &Step, facts: &Facts) -> bool {
        let proved = |sum: Option<Sum>| sum.is_some_and(|sum| facts.prove(&sum));
        let plain = Domain { best: None, ..step.domain.clone() };
        let least = match &step.pick {
            Pick::One => Some(Sum::number(1)),
            Pick::UpToOne | Pick::Order => return false,
            Pick::Some { least, .. } => self.here.sum(least),
        };
        let enough = |n: &Sum| least.as_ref().and_then(|least| n.and(least, -1));
        if least.as_ref().is_some_and(|least| least.terms.is_empty() && least.rest <= 0) {
            return false;
        }
        if plain.filter.is_none() && proved(self.there_are(&plain).and_then(|n| enough(&n))) {
            return false;
        }
        !proved(self.count(&plain).and_then(|n| enough(&n)))
    }

    /// So many members there are at least.
    fn there_are(self, of: &Domain) -> Option<Sum> {
        let book = self.here.terms.book;
        match &of.base {
            Base::Enum(id) => Some(Sum::number(book[*id].members.len() as i64)),
            Base::Bools => Some(Sum::number(2)),
            Base::Players { opponents, .. } => {
                Some(Sum::number(i64::from(book.players.0) - i64::from(*opponents)))
            }
            Base::Range(from, to) => self.here.sum(to)?.and(&self.here.sum(from)?, -1)?.plus(1),
            Base::Items(items) => {
                let there = items.iter().filter(|item| !item.ty.may_be_none());
                Some(Sum::number(there.count() as i64))
            }
            Base::Onwards(_) => Some(Sum::number(i64::MAX)),
            Base::Union(parts) => parts.iter().find_map(|part| self.there_are(part)),
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
            | Base::Cut { .. }
            | Base::Minus(..) => None,
        }
    }

    /// Whether a statement itself reads what may have no value: it divides by what may be 0,
    /// multiplies numbers without ends, adds up what may be none, or goes through too many numbers.
    pub(super) fn divides(self, stmt: &Stmt, facts: &Facts) -> bool {
        let mut found = false;
        stmt_parts(stmt, &mut |part| found |= self.divides_in(part, facts));
        found
    }

    fn divides_in(self, part: Part<'_>, facts: &Facts) -> bool {
        let mut found = false;
        match part {
            Part::Expr(e) => return self.divided(e, facts),
            Part::Domain(of) => {
                domain_parts(of, &mut |part| found |= self.divides_in(part, facts));
            }
            Part::Step(step) => {
                step_parts(step, &mut |part| found |= self.divides_in(part, facts));
            }
            Part::Block(_) | Part::Binds(_) => {}
        }
        found
    }

    fn divided(self, e: &Expr, facts: &Facts) -> bool {
        let behind = |test: &Expr, truth: bool, e: &Expr| {
            let mut facts = facts.clone();
            facts.assume(self.here, test, truth);
            self.divided(e, &facts)
        };
        if let ExprKind::Arith(ArithOp::Div | ArithOp::Mod, _, by) = &e.kind
            && self.may_be_zero(by, facts)
        {
            return true;
        }
        if self.too_large(e) || self.lacks(e) {
            return true;
        }
        if let ExprKind::If(test, a, b) = &e.kind {
            return self.divided(test, facts) || behind(test, true, a) || behind(test, false, b);
        }
        if let ExprKind::And(a, b) = &e.kind {
            return self.divided(a, facts) || behind(a, true, b);
        }
        if let ExprKind::Or(a, b) = &e.kind {
            return self.divided(a, facts) || behind(a, false, b);
        }
        let mut found = false;
        if let ExprKind::Word(id, _) = &e.kind {
            let here = Here { at: BodyRef::Word(*id), ..self.here };
            let word = Stopping { here, ..self };
            let value = &self.here.terms.book[*id].value;
            found = self.here.terms.divides(*id, || word.divided(value, &Facts::default()));
        }
        expr_parts(e, &mut |part| found |= self.divides_in(part, facts));
        found
    }

    /// Numbers that grow by what is added to them never leave 64 bits in a game that ends; what is
    /// multiplied by itself does soon.
    fn too_large(self, e: &Expr) -> bool {
        let ExprKind::Arith(ArithOp::Mul, a, b) = &e.kind else { return false };
        let open = |e: &Expr| {
            let Range { low, high } = self.here.range(e);
            low == i64::MIN || high == i64::MAX
        };
        open(a) && open(b)
    }

    /// A sum of what may be none, or of too many numbers; a word that calls itself too often.
    fn lacks(self, e: &Expr) -> bool {
        if let ExprKind::Fold(fold) = &e.kind {
            let none = fold.op.law().needs_all && fold.of.ty.may_be_none();
            return none || self.too_many(&fold.over);
        }
        if let ExprKind::Quantified(_, _, of, _) | ExprKind::Count(of) = &e.kind {
            return of.filter.is_some() && self.too_many(of);
        }
        matches!(e.kind, ExprKind::TooDeep(_))
    }

    fn may_be_zero(self, by: &Expr, facts: &Facts) -> bool {
        let Some(all) = cases(self.here, by) else { return true };
        all.iter().any(|case| {
            let facts = facts.with(&case.facts);
            match case.sum.terms.is_empty() {
                true => case.sum.rest == 0,
                false => !facts.not_zero(&case.sum),
            }
        })
    }
}

/// Whether a loop comes to its end in any case: each turn changes a counter with ends the same way,
/// and nothing else in it does; or it takes cards from where it goes on until none are left.
fn ends(at: Stopping<'_>, test: &Expr, inner: &[Stmt]) -> bool {
    inner.iter().any(|stmt| {
        if let StmtKind::Set(place, SetOp::Plus | SetOp::Minus, by) = &stmt.kind {
            let counter = &at.here.terms.book[place.counter];
            let goes_on = at.here.range(by).low > 0;
            return goes_on && counter.range.is_some() && !counter.capped && alone(stmt, inner);
        }
        let StmtKind::Move { cards, to, .. } = &stmt.kind else { return false };
        let ExprKind::IsEmpty(of) = &test.kind else { return false };
        let (Some(left), Some(from)) = (whole(of), taken_from(at, cards)) else { return false };
        let key = at.here.terms.key(left);
        let same = key.is_some() && key == at.here.terms.key(from);
        same && zone_of(to) != zone_of(left) && alone(stmt, inner)
    })
}

/// Whether nothing else in a loop does what a statement does, or calls what may.
fn alone(stmt: &Stmt, inner: &[Stmt]) -> bool {
    let mut alone = true;
    each_stmt(inner, &mut |other| {
        let alike = match (&stmt.kind, &other.kind) {
            (StmtKind::Set(a, ..), StmtKind::Set(b, ..)) => a.counter == b.counter,
            (a, b) => matches!((a, b), (StmtKind::Move { .. }, StmtKind::Move { .. })),
        };
        let calls =
            matches!(other.kind, StmtKind::Call { .. } | StmtKind::Choose(_) | StmtKind::Stage(_));
        alone &= !calls && (!alike || other.id == stmt.id);
    });
    alone
}

/// The zone of which at least one card goes, if it has any.
fn taken_from<'e>(at: Stopping<'_>, cards: &'e Domain) -> Option<&'e Expr> {
    if let Base::Top(zone, n) | Base::Bottom(zone, n) = &cards.base {
        let some = at.here.range(n).low > 0;
        return (some && cards.filter.is_none()).then_some(zone);
    }
    whole(cards)
}
