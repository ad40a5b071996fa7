//! Between which ends a number lies, whatever happens.

use super::meant::reads;
use super::visit::{self, Seen};
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{
    ArithOp, Base, BodyRef, CounterId, DeedId, Domain, Expr, ExprKind, Fold, Kind, LocalId, MoveId,
    Offer, Rulebook, SetOp, StageName, Stmt, StmtKind, Type, Value, WordId,
};
use std::collections::{BTreeMap, BTreeSet};

/// Two ends, both included; `i64::MIN` and `i64::MAX` stand for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Range {
    pub(crate) const ANY: Self = Self { low: i64::MIN, high: i64::MAX };

    pub(super) fn with(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The other way round.
    pub(crate) fn minus(self) -> Self {
        let turned = |n: i64| match n {
            i64::MIN => i64::MAX,
            i64::MAX => i64::MIN,
            n => -n,
        };
        Self { low: turned(self.high), high: turned(self.low) }
    }

    pub(super) fn plus(self, other: Self) -> Self {
        let sum = |a: i64, b: i64, open: i64| {
            if a == open || b == open { open } else { a.saturating_add(b) }
        };
        Self { low: sum(self.low, other.low, i64::MIN), high: sum(self.high, other.high, i64::MAX) }
    }
}

impl Range {
    /// The product of two; open at both ends unless both are whole, or neither falls below 0.
    pub(super) fn times(self, other: Self) -> Self {
        let open = |r: Self| r.low == i64::MIN || r.high == i64::MAX;
        if !open(self) && !open(other) {
            let (a, b) = (self.low.saturating_mul(other.low), self.low.saturating_mul(other.high));
            let (c, d) =
                (self.high.saturating_mul(other.low), self.high.saturating_mul(other.high));
            return Self { low: a.min(b).min(c).min(d), high: a.max(b).max(c).max(d) };
        }
        if self.low < 0 || other.low < 0 {
            return Self::ANY;
        }
        // What is open may be anything, unless it is taken no times.
        let high = if self.high == 0 || other.high == 0 { 0 } else { i64::MAX };
        Self { low: self.low.saturating_mul(other.low), high }
    }

    /// What division by it leaves, rounded down; open at both ends unless nothing is below 0.
    fn divided(self, by: Self) -> Self {
        if self.low < 0 || by.low < 1 {
            return Self::ANY;
        }
        let high = if self.high == i64::MAX { i64::MAX } else { self.high / by.low };
        let low = if by.high == i64::MAX { 0 } else { self.low / by.high };
        Self { low, high }
    }

    /// The rest of a division by it; open at both ends unless nothing is below 0.
    fn rest(self, by: Self) -> Self {
        if self.low < 0 || by.low < 1 {
            return Self::ANY;
        }
        Self { low: 0, high: self.high.min(by.high.saturating_sub(1)) }
    }
}

/// Words that lead to words are followed so far.
const MOST_ROUNDS: usize = 8;

/// What names of bodies range over.
pub(crate) struct Ranges<'a> {
    book: &'a Rulebook,
    locals: BTreeMap<(BodyRef, LocalId), Range>,
    /// Counters without a range of their own, between what rules ever make of them.
    counters: BTreeMap<CounterId, Range>,
    /// Counters of which some changes stand in moves that nobody can ever choose.
    held: BTreeSet<CounterId>,
    /// What words give.
    words: BTreeMap<WordId, Range>,
    /// Names that stand for some things, and how many these are at most.
    lists: BTreeMap<(BodyRef, LocalId), i64>,
    /// What is printed on cards counts where nothing says between which ends it lies.
    printed: bool,
}

impl<'a> Ranges<'a> {
    /// Finds the names that go through numbers; those that are set besides may be anything.
    pub(crate) fn of(book: &'a Rulebook) -> Self {
        let mut ranges = Self {
            book,
            locals: BTreeMap::new(),
            counters: BTreeMap::new(),
            held: BTreeSet::new(),
            words: BTreeMap::new(),
            lists: BTreeMap::new(),
            printed: false,
        };
        let mut written: BTreeMap<(BodyRef, LocalId), u32> = BTreeMap::new();
        visit::all(book, &mut |body, seen| {
            if let Seen::Stmt(stmt) = seen
                && let StmtKind::Let(id, _) | StmtKind::Call { into: Some(id), .. } = &stmt.kind
            {
                *written.entry((body, *id)).or_default() += 1;
            }
        });
        let once = |body: BodyRef, id: LocalId| written.get(&(body, id)) == Some(&1);
        visit::all(book, &mut |body, seen| match seen {
            Seen::Stmt(stmt) => match &stmt.kind {
                StmtKind::Let(id, value) => {
                    let range = if once(body, *id) { ranges.read(body, value) } else { Range::ANY };
                    ranges.bind_to(body, *id, range);
                    if let (ExprKind::List(of), true) = (&value.kind, once(body, *id))
                        && let Some(most) = ranges.most(body, of)
                    {
                        ranges.lists.insert((body, *id), most);
                    }
                }
                StmtKind::Call { deed, args, into: Some(id) } => {
                    let range =
                        if once(body, *id) { ranges.given(body, *deed, args) } else { Range::ANY };
                    ranges.bind_to(body, *id, range);
                }
                StmtKind::IfThere(id, domain, ..) | StmtKind::ForEach(id, domain, _) => {
                    ranges.bind(body, *id, Some(domain));
                }
                StmtKind::Stage(stage) => {
                    if let Some((StageName::Local(id), domain)) = &stage.over {
                        ranges.bind(body, *id, Some(domain));
                    }
                }
                _ => {}
            },
            Seen::Block(_) => {}
            Seen::Step(step) => ranges.bind(body, step.local, Some(&step.domain)),
            Seen::Expr(e) => each_expr(e, &mut |e| ranges.bound_in(body, e)),
            Seen::Domain(domain) => each_in_domain(domain, &mut |e| ranges.bound_in(body, e)),
        });
        ranges
    }

    /// With what the rules make of counters that have no range of their own; a position that was
    /// set up by hand need not keep to that.
    pub(super) fn kept(book: &'a Rulebook) -> Self {
        let mut ranges = Self::of(book);
        ranges.printed = true;
        ranges.counters = ranges.followed();
        ranges.printed = false;
        ranges.words = ranges.worded();
        ranges
    }

    /// With what is printed on cards, and in tables, as it is now.
    pub(super) fn with_print(mut self) -> Self {
        self.printed = true;
        self
    }

    /// What words give. No word leads to itself, so each round settles more of them.
    fn worded(&mut self) -> BTreeMap<WordId, Range> {
        for _ in 0..self.book.words.len().min(MOST_ROUNDS) {
            let ids = (0..self.book.words.len()).map(|at| WordId(at as u16));
            let read = |id: WordId| self.read(BodyRef::Word(id), &self.book[id].value);
            let all: BTreeMap<WordId, Range> = ids.map(|id| (id, read(id))).collect();
            if all == self.words {
                break;
            }
            self.words = all;
        }
        std::mem::take(&mut self.words)
    }

    /// Between which ends the rules keep each counter: one that starts at 0 and is only added to
    /// never falls below.
    fn followed(&mut self) -> BTreeMap<CounterId, Range> {
        let mut all = BTreeMap::new();
        for (at, counter) in self.book.counters.iter().enumerate() {
            let number = matches!(counter.ty, Type::Number | Type::Unit(_));
            let start = match &counter.start {
                None => Some(Range { low: 0, high: 0 }),
                Some(e) => Some(self.read(BodyRef::Constant, e)).filter(|r| *r != Range::ANY),
            };
            if let Some(start) = start.filter(|_| number && counter.range.is_none()) {
                all.insert(CounterId(at as u16), start);
            }
        }
        // A move that nobody can choose changes nothing: with what the others do, more can be.
        let starts = all;
        let mut all = starts.clone();
        for _ in 0..MOST_ROUNDS {
            let closed = self.closed(&all);
            let (next, held) = self.changed(starts.clone(), &closed);
            if next == all {
                self.held = held;
                break;
            }
            all = next;
            if self.closed(&all).is_empty() {
                break;
            }
        }
        if self.held.is_empty() {
            (all, _) = self.changed(starts, &BTreeSet::new());
        }
        // What nothing changes is told of elsewhere.
        all.retain(|id, range| range.low != range.high || self.held.contains(id));
        all
    }

    /// What counters come to be by all that changes them, but for what stands in some bodies; and
    /// the counters of which something was left out.
    fn changed(
        &self,
        mut all: BTreeMap<CounterId, Range>,
        closed: &BTreeSet<BodyRef>,
    ) -> (BTreeMap<CounterId, Range>, BTreeSet<CounterId>) {
        let mut held = BTreeSet::new();
        visit::all(self.book, &mut |body, seen| {
            if let Seen::Stmt(Stmt { kind: StmtKind::Set(place, op, value), .. }) = seen
                && let Some(kept) = all.get_mut(&place.counter)
            {
                if closed.contains(&body) {
                    held.insert(place.counter);
                    return;
                }
                let by = self.read(body, value);
                *kept = match op {
                    SetOp::To => kept.with(by),
                    SetOp::Plus if by.low >= 0 => Range { high: i64::MAX, ..*kept },
                    SetOp::Minus if by.high <= 0 => Range { high: i64::MAX, ..*kept },
                    SetOp::Plus if by.high <= 0 => Range { low: i64::MIN, ..*kept },
                    SetOp::Minus if by.low >= 0 => Range { low: i64::MIN, ..*kept },
                    SetOp::Plus | SetOp::Minus => Range::ANY,
                };
            }
        });
        (all, held)
    }

    /// Moves that need of a counter what it cannot be.
    fn closed(&self, counters: &BTreeMap<CounterId, Range>) -> BTreeSet<BodyRef> {
        let read = |e: &Expr| {
            if let ExprKind::Counter(id, _) = &e.kind {
                return counters.get(id).copied();
            }
            let ExprKind::Const(Value::Number(n)) = e.kind else { return None };
            Some(Range { low: n, high: n })
        };
        let never = |e: &Expr| {
            let (ExprKind::Less(a, b) | ExprKind::LessEq(a, b) | ExprKind::Same(a, b)) = &e.kind
            else {
                return false;
            };
            let Some((one, other)) = read(a).zip(read(b)) else { return false };
            let above = one.low > other.high;
            let equal = one.low == other.high && one.low != i64::MIN && other.high != i64::MAX;
            above
                || matches!(e.kind, ExprKind::Less(..)) && equal
                || matches!(e.kind, ExprKind::Same(..)) && other.low > one.high
        };
        let moves = self.book.moves.iter().enumerate();
        let closed = moves.filter(|(_, of)| of.needs.iter().any(|need| never(&need.condition)));
        closed.map(|(at, _)| BodyRef::Move(MoveId(at as u16))).collect()
    }

    /// Whether some of what would change a counter can never be done.
    pub(super) fn is_held(&self, id: CounterId) -> bool {
        self.held.contains(&id)
    }

    fn bound_in(&mut self, body: BodyRef, e: &Expr) {
        if let ExprKind::Quantified(_, id, domain, _)
        | ExprKind::Fold(Fold { local: id, over: domain, .. }) = &e.kind
        {
            self.bind(body, *id, Some(domain));
        }
    }

    /// A name is each member of a domain; none: anything.
    fn bind(&mut self, body: BodyRef, id: LocalId, domain: Option<&Domain>) {
        let range = match domain.map(|d| &d.base) {
            Some(Base::Range(from, to)) => {
                Range { low: self.read(body, from).low, high: self.read(body, to).high }
            }
            Some(Base::Onwards(from)) => Range { low: self.read(body, from).low, high: i64::MAX },
            _ => Range::ANY,
        };
        self.bind_to(body, id, range);
    }

    fn bind_to(&mut self, body: BodyRef, id: LocalId, range: Range) {
        let before = self.locals.get(&(body, id)).copied();
        self.locals.insert((body, id), before.map_or(range, |b| b.with(range)));
    }

    /// What a deed gives that gives a number chosen in it, as a die does.
    fn given(&self, body: BodyRef, deed: DeedId, args: &[Expr]) -> Range {
        let of = &self.book[deed];
        let [.., Stmt { kind: StmtKind::Give(Some(gives)), .. }] = of.body.block.as_slice() else {
            return Range::ANY;
        };
        let ExprKind::Local(chosen) = gives.kind else { return Range::ANY };
        let steps = of.body.block.iter().filter_map(|stmt| {
            let StmtKind::Choose(choose) = &stmt.kind else { return None };
            match &choose.what {
                Offer::Values { steps, may: false } => Some(steps.as_slice()),
                Offer::Values { .. } | Offer::Menu(_) => None,
            }
        });
        let Some(step) = steps.flatten().find(|step| step.local == chosen) else {
            return Range::ANY;
        };
        let Base::Range(from, to) = &step.domain.base else { return Range::ANY };
        let end = |e: &Expr| match (&e.kind, of.body.block.len()) {
            // Chosen and given at once: a parameter is what it was called with.
            (ExprKind::Local(id), 2) if id.0 < of.params => self.read(body, &args[id.index()]),
            (ExprKind::Const(_), 2) => self.read(body, e),
            _ => Range::ANY,
        };
        Range { low: end(from).low, high: end(to).high }
    }

    /// Between which ends an expression lies, if it is not none.
    pub(crate) fn read(&self, body: BodyRef, e: &Expr) -> Range {
        let book = self.book;
        let told =
            |range: Option<(i64, i64)>| range.map_or(Range::ANY, |(low, high)| Range { low, high });
        match &e.kind {
            ExprKind::Const(Value::Number(n)) => Range { low: *n, high: *n },
            ExprKind::Option(id) => told(book[*id].range),
            ExprKind::Seats => Range { low: book.players.0.into(), high: book.players.1.into() },
            ExprKind::Local(id) | ExprKind::Committed(id, _) => {
                self.locals.get(&(body, *id)).copied().unwrap_or(Range::ANY)
            }
            ExprKind::Counter(id, _) => match book[*id].range {
                Some(range) => told(Some(range)),
                None => self.counters.get(id).copied().unwrap_or(Range::ANY),
            },
            ExprKind::Word(id, _) => self.word(*id),
            ExprKind::Field(of, name) => self.field(of.ty.bare(), name),
            ExprKind::Count(of) => Range { low: 0, high: self.most(body, of).unwrap_or(i64::MAX) },
            ExprKind::Fold(fold) if fold.op.law().adds_up => self.sum(body, fold),
            ExprKind::Position(_) => Range { low: 1, high: i64::MAX },
            ExprKind::Minus(a) => self.read(body, a).minus(),
            ExprKind::If(_, a, b) | ExprKind::Otherwise(a, b) => {
                self.read(body, a).with(self.read(body, b))
            }
            ExprKind::Arith(op, a, b) => {
                let (a, b) = (self.read(body, a), self.read(body, b));
                match op {
                    ArithOp::Add => a.plus(b),
                    ArithOp::Sub => a.plus(b.minus()),
                    ArithOp::Min => Range { low: a.low.min(b.low), high: a.high.min(b.high) },
                    ArithOp::Max => Range { low: a.low.max(b.low), high: a.high.max(b.high) },
                    ArithOp::Mul => a.times(b),
                    ArithOp::Div => a.divided(b),
                    ArithOp::Mod => a.rest(b),
                }
            }
            _ => Range::ANY,
        }
    }

    /// What a word gives.
    fn word(&self, id: WordId) -> Range {
        if let Some(range) = self.words.get(&id) {
            return *range;
        }
        match &self.book[id].value.kind {
            ExprKind::Count(_) => Range { low: 0, high: i64::MAX },
            ExprKind::Counter(..) => self.read(BodyRef::Word(id), &self.book[id].value),
            _ => Range::ANY,
        }
    }

    /// How many members a domain has at most, if that can be told.
    pub(crate) fn most(&self, body: BodyRef, d: &Domain) -> Option<i64> {
        let all = match &d.base {
            Base::Enum(id) => self.book[*id].members.len() as i64,
            Base::Players { forever: false, opponents, .. } => {
                i64::from(self.book.players.1) - i64::from(*opponents)
            }
            Base::Items(all) => all.len() as i64,
            Base::Top(_, n) | Base::Bottom(_, n) => {
                self.cards(d).unwrap_or(i64::MAX).min(self.read(body, n).high.max(0))
            }
            Base::Value(e) => {
                let ExprKind::Local(id) = e.kind else { return self.cards(d) };
                self.lists.get(&(body, id)).copied().or_else(|| self.cards(d))?
            }
            Base::Zone(_) | Base::Minus(..) | Base::Cut { .. } => self.cards(d)?,
            Base::Range(..)
            | Base::Onwards(_)
            | Base::Bools
            | Base::Players { .. }
            | Base::Union(_)
            | Base::Places(_)
            | Base::Way(_)
            | Base::Lines(..)
            | Base::Squares(_)
            | Base::SpotSquares(_)
            | Base::Spots { .. }
            | Base::Reach { .. } => return None,
        };
        let alike = d.filter.as_ref().and_then(|(local, asked)| self.alike(d, *local, asked));
        Some(alike.map_or(all, |alike| all.min(alike)))
    }

    /// How many cards of the kinds of a domain there are in the game.
    fn cards(&self, d: &Domain) -> Option<i64> {
        let Type::Card(kinds) = d.elem.bare() else { return None };
        let of = kinds.iter().map(|k| &self.book[k]);
        Some(of.map(|k| self.book.cards_of(k).len() as i64).sum())
    }

    /// How many cards at most agree in a field: `where c.rank is wanted`, and what is wanted is the
    /// same for all.
    fn alike(&self, d: &Domain, local: LocalId, asked: &Expr) -> Option<i64> {
        let ExprKind::Same(a, b) = &asked.kind else { return None };
        let other = |of: &Expr, field| (!reads(of, local)).then_some(field);
        let (left, right) = (field_of(a, local), field_of(b, local));
        let left = left.and_then(|field| other(b, field));
        let field = left.or_else(|| right.and_then(|field| other(a, field)))?;
        let Type::Card(kinds) = d.elem.bare() else { return None };
        let mut there: Vec<(&Value, i64)> = Vec::new();
        for kind in kinds.iter().map(|k| &self.book[k]) {
            let at = kind.fields.iter().position(|f| f.name == field)?;
            for card in self.book.cards_of(kind) {
                let value = self.book[card.row].values.get(at)?;
                match there.iter_mut().find(|(of, _)| *of == value) {
                    Some((_, n)) => *n += 1,
                    None => there.push((value, 1)),
                }
            }
        }
        there.into_iter().map(|(_, n)| n).max()
    }

    /// The sum of what each member counts.
    fn sum(&self, body: BodyRef, fold: &Fold) -> Range {
        let each = self.read(body, &fold.of);
        let Some(most) = self.most(body, &fold.over) else { return Range::ANY };
        let end = |n: i64, open: i64| if n == open { open } else { n.saturating_mul(most) };
        Range { low: end(each.low.min(0), i64::MIN), high: end(each.high.max(0), i64::MAX) }
    }

    /// Between which ends lies what is printed on all cards of a kind.
    fn on_cards(&self, kind: &Kind, name: &str) -> Range {
        let Some(at) = kind.fields.iter().position(|f| f.name == name) else { return Range::ANY };
        let values = self.book.cards_of(kind).iter().map(|card| {
            let Some(Value::Number(n)) = self.book[card.row].values.get(at) else {
                return Range::ANY;
            };
            Range { low: *n, high: *n }
        });
        values.reduce(Range::with).unwrap_or(Range::ANY)
    }

    /// What is printed on things of a type.
    fn field(&self, ty: &Type, name: &str) -> Range {
        let range = |fields: &[crate::ir::FieldInfo]| {
            let range = fields.iter().find(|f| f.name == name).and_then(|f| f.range);
            range.map_or(Range::ANY, |(low, high)| Range { low, high })
        };
        match ty {
            Type::Enum(id) => range(&self.book[*id].fields),
            Type::Card(kinds) => {
                let told = kinds.iter().map(|k| &self.book[k]).map(|k| match range(&k.fields) {
                    Range::ANY if self.printed => self.on_cards(k, name),
                    range => range,
                });
                told.reduce(Range::with).unwrap_or(Range::ANY)
            }
            _ => Range::ANY,
        }
    }
}

/// The field of a name: `c.rank`.
fn field_of(e: &Expr, local: LocalId) -> Option<&str> {
    let ExprKind::Field(of, name) = &e.kind else { return None };
    matches!(of.kind, ExprKind::Local(id) if id == local).then_some(name.as_str())
}
