//! What a condition or a value is for certain, from what is known of counters and zones.

use super::range::Range;
use crate::ir::{
    ArithOp, Base, Counter, CounterId, Domain, Expr, ExprKind, Fold, LocalId, Owner, Quantifier,
    Rulebook, Value, ZoneId,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Words that lead to words are followed so far.
const DEEPEST: usize = 6;

/// What is known of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sure {
    /// Nothing is known of it.
    Any,
    /// It has none yet: whoever reads it stops the game.
    Unset,
    /// A number between these ends.
    Number(Range),
    /// It is just this value.
    Is(Value),
}

impl Sure {
    /// What a written value is.
    pub(super) fn of(value: &Value) -> Self {
        match value {
            Value::Number(n) => Self::number(*n),
            other => Self::Is(other.clone()),
        }
    }

    fn number(n: i64) -> Self {
        Self::Number(Range { low: n, high: n })
    }

    fn yes(holds: Option<bool>) -> Self {
        holds.map_or(Self::Any, |yes| Self::Is(Value::Bool(yes)))
    }

    fn range(&self) -> Range {
        if let Self::Number(range) = self { *range } else { Range::ANY }
    }

    /// One or the other.
    pub(super) fn or(&self, other: &Self) -> Self {
        match (self, other) {
            (a, b) if a == b => a.clone(),
            (Self::Number(a), Self::Number(b)) => Self::Number(a.with(*b)),
            _ => Self::Any,
        }
    }

    /// The sum of two, between the ends of a counter.
    pub(super) fn plus(&self, by: Range, counter: &Counter) -> Self {
        let Self::Number(range) = self else { return Self::Any };
        let sum = range.plus(by);
        let (least, most) = counter.range.unwrap_or((i64::MIN, i64::MAX));
        Self::Number(Range { low: sum.low.clamp(least, most), high: sum.high.clamp(least, most) })
    }
}

/// What names stand for.
pub(super) type Names = BTreeMap<LocalId, Sure>;

/// What is known of the table: the same of everybody's counters and zones.
#[derive(Debug, Clone)]
pub(super) struct Table<'a> {
    pub(super) book: &'a Rulebook,
    pub(super) seats: i64,
    pub(super) counters: BTreeMap<CounterId, Sure>,
    /// Zones in which nothing lies.
    pub(super) empty: BTreeSet<ZoneId>,
}

impl<'a> Table<'a> {
    /// As it is before anything is set up.
    pub(super) fn new(book: &'a Rulebook, seats: i64) -> Self {
        let start = |counter: &Counter| match &counter.start {
            _ if matches!(counter.owner, Owner::Run(_)) => Sure::Any,
            None => Sure::Unset,
            Some(Expr { kind: ExprKind::Const(value), .. }) => Sure::of(value),
            Some(_) => Sure::Any,
        };
        let homes: BTreeSet<ZoneId> = book.cards.iter().map(|card| card.home).collect();
        let zones = (0..book.zones.len()).map(|at| ZoneId(at as u16));
        Self {
            book,
            seats,
            counters: (0..).map(CounterId).zip(book.counters.iter().map(start)).collect(),
            empty: zones.filter(|zone| !homes.contains(zone)).collect(),
        }
    }

    pub(super) fn counter(&self, id: CounterId) -> &Sure {
        self.counters.get(&id).unwrap_or(&Sure::Any)
    }

    pub(super) fn set(&mut self, id: CounterId, to: Sure) {
        self.counters.insert(id, to);
    }

    /// The table is as this one or as the other.
    pub(super) fn or(&mut self, other: &Self) {
        for (id, one) in &mut self.counters {
            *one = one.or(other.counter(*id));
        }
        self.empty.retain(|zone| other.empty.contains(zone));
    }

    pub(super) fn value(&self, e: &Expr, names: &Names) -> Sure {
        self.read(e, names, 0)
    }

    /// Whether a condition holds; none if that is not certain.
    pub(super) fn holds(&self, e: &Expr, names: &Names) -> Option<bool> {
        self.asked(e, names, 0)
    }

    fn read(&self, e: &Expr, names: &Names, deep: usize) -> Sure {
        match &e.kind {
            ExprKind::Const(value) => Sure::of(value),
            ExprKind::Seats => Sure::number(self.seats),
            ExprKind::Option(id) => match self.book[*id].range {
                Some((low, high)) => Sure::Number(Range { low, high }),
                None => Sure::Any,
            },
            ExprKind::Local(id) => names.get(id).cloned().unwrap_or(Sure::Any),
            ExprKind::Counter(_, Some(key)) if key.ty.may_be_none() => Sure::Any,
            ExprKind::Counter(id, _) => self.counter(*id).clone(),
            ExprKind::Word(id, args) if deep < DEEPEST => {
                let given = args.iter().map(|arg| self.read(arg, names, deep + 1));
                let given = given.enumerate().map(|(at, known)| (LocalId(at as u16), known));
                self.read(&self.book[*id].value, &given.collect(), deep + 1)
            }
            ExprKind::If(c, a, b) => match self.asked(c, names, deep) {
                Some(true) => self.read(a, names, deep),
                Some(false) => self.read(b, names, deep),
                None => self.read(a, names, deep).or(&self.read(b, names, deep)),
            },
            ExprKind::Otherwise(a, b) => match self.read(a, names, deep) {
                Sure::Is(Value::None) => self.read(b, names, deep),
                Sure::Any => Sure::Any,
                known => known,
            },
            ExprKind::Arith(op, a, b) => {
                let (a, b) = (self.read(a, names, deep), self.read(b, names, deep));
                let (Sure::Number(a), Sure::Number(b)) = (a, b) else { return Sure::Any };
                match op {
                    ArithOp::Add => Sure::Number(a.plus(b)),
                    ArithOp::Sub => Sure::Number(a.plus(b.minus())),
                    ArithOp::Min => {
                        Sure::Number(Range { low: a.low.min(b.low), high: a.high.min(b.high) })
                    }
                    ArithOp::Max => {
                        Sure::Number(Range { low: a.low.max(b.low), high: a.high.max(b.high) })
                    }
                    ArithOp::Mul => match a.times(b) {
                        Range::ANY => Sure::Any,
                        range => Sure::Number(range),
                    },
                    ArithOp::Div | ArithOp::Mod => Sure::Any,
                }
            }
            ExprKind::Minus(a) => match self.read(a, names, deep) {
                Sure::Number(range) => Sure::Number(range.minus()),
                Sure::Any | Sure::Unset | Sure::Is(..) => Sure::Any,
            },
            ExprKind::Count(of) => {
                let (low, high) = self.members(of, names, deep);
                Sure::Number(Range { low, high })
            }
            ExprKind::Fold(fold) => self.fold(fold, names, deep),
            ExprKind::First(of) if self.members(of, names, deep).1 == 0 => Sure::Is(Value::None),
            ExprKind::SlotCard(zone) | ExprKind::Place(zone, _) if self.bare(zone) => {
                Sure::Is(Value::None)
            }
            ExprKind::Not(..)
            | ExprKind::And(..)
            | ExprKind::Or(..)
            | ExprKind::Same(..)
            | ExprKind::IsNone(..)
            | ExprKind::Less(..)
            | ExprKind::LessEq(..)
            | ExprKind::In(..)
            | ExprKind::IsEmpty(..)
            | ExprKind::Quantified(..) => Sure::yes(self.asked(e, names, deep)),
            ExprKind::Word(..)
            | ExprKind::First(_)
            | ExprKind::SlotCard(_)
            | ExprKind::Place(..)
            | ExprKind::Text(_)
            | ExprKind::RunLocal(..)
            | ExprKind::Me
            | ExprKind::Committed(..)
            | ExprKind::Neighbour(..)
            | ExprKind::Field(..)
            | ExprKind::Zone(..)
            | ExprKind::Position(_)
            | ExprKind::Board(..)
            | ExprKind::Square(..)
            | ExprKind::Pair(..)
            | ExprKind::SameList(..)
            | ExprKind::RowsAre(..)
            | ExprKind::IsRow(..)
            | ExprKind::IsKind(..)
            | ExprKind::Let(..)
            | ExprKind::TooDeep(_)
            | ExprKind::After(..)
            | ExprKind::Remembered(_)
            | ExprKind::List(_)
            | ExprKind::Distance(_)
            | ExprKind::Path
            | ExprKind::Sees(..) => Sure::Any,
        }
    }

    fn fold(&self, fold: &Fold, names: &Names, deep: usize) -> Sure {
        let (least, most) = self.members(&fold.over, names, deep);
        let each = self.read(&fold.of, &self.with(fold.local, names), deep);
        let law = fold.op.law();
        if most == 0 {
            return law.of_nothing.map_or(Sure::Is(Value::None), Sure::number);
        }
        let Sure::Number(each) = each else { return Sure::Any };
        if law.adds_up && each == (Range { low: 0, high: 0 }) {
            Sure::number(0)
        } else if law.adds_up && least == most && each.low == each.high {
            each.low.checked_mul(least).map_or(Sure::Any, Sure::number)
        } else if law.picks && least > 0 {
            Sure::Number(each)
        } else {
            Sure::Any
        }
    }

    /// A name that is each of several is none of them in particular.
    fn with(&self, local: LocalId, names: &Names) -> Names {
        let mut names = names.clone();
        names.insert(local, Sure::Any);
        names
    }

    /// Whether a zone is known to be empty.
    fn bare(&self, zone: &Expr) -> bool {
        matches!(&zone.kind, ExprKind::Zone(id, _) if self.empty.contains(id))
    }

    fn asked(&self, e: &Expr, names: &Names, deep: usize) -> Option<bool> {
        let both = |a: &Expr, b: &Expr| (self.read(a, names, deep), self.read(b, names, deep));
        match &e.kind {
            ExprKind::Not(a) => self.asked(a, names, deep).map(|yes| !yes),
            ExprKind::And(a, b) => {
                let (a, b) = (self.asked(a, names, deep), self.asked(b, names, deep));
                (a.is_some() && b.is_some() || a == Some(false) || b == Some(false))
                    .then_some(a == Some(true) && b == Some(true))
            }
            ExprKind::Or(a, b) => {
                let (a, b) = (self.asked(a, names, deep), self.asked(b, names, deep));
                (a.is_some() && b.is_some() || a == Some(true) || b == Some(true))
                    .then_some(a == Some(true) || b == Some(true))
            }
            ExprKind::Same(a, b) => {
                let (one, other) = both(a, b);
                same(a, b, &one, &other)
            }
            ExprKind::IsNone(a) => match self.read(a, names, deep) {
                Sure::Is(value) => Some(value == Value::None),
                Sure::Number(_) => Some(false),
                Sure::Any | Sure::Unset => None,
            },
            ExprKind::Less(a, b) | ExprKind::LessEq(a, b) => {
                let strict = matches!(e.kind, ExprKind::Less(..));
                let (one, other) = both(a, b);
                if let (Sure::Is(Value::None), _) | (_, Sure::Is(Value::None)) = (&one, &other) {
                    return Some(false);
                }
                let (a, b) = (one.range(), other.range());
                let yes = if strict { a.high < b.low } else { a.high <= b.low };
                let no = if strict { a.low >= b.high } else { a.low > b.high };
                let known = a != Range::ANY && b != Range::ANY;
                (known && (yes || no)).then_some(yes)
            }
            ExprKind::In(_, of) | ExprKind::IsEmpty(of) => {
                let (least, most) = self.members(of, names, deep);
                let asks_empty = matches!(e.kind, ExprKind::IsEmpty(_));
                match (least, most) {
                    (_, 0) => Some(asks_empty),
                    (1.., _) if asks_empty => Some(false),
                    _ => None,
                }
            }
            ExprKind::Quantified(how, local, of, asked) => {
                let each = self.asked(asked, &self.with(*local, names), deep);
                let (least, most) = self.members(of, names, deep);
                quantified(*how, least, most, each)
            }
            ExprKind::Const(_)
            | ExprKind::Local(_)
            | ExprKind::Counter(..)
            | ExprKind::Word(..)
            | ExprKind::If(..)
            | ExprKind::Otherwise(..) => match self.read(e, names, deep) {
                Sure::Is(Value::Bool(yes)) => Some(yes),
                Sure::Is(Value::None) => Some(false),
                Sure::Is(_) | Sure::Any | Sure::Unset | Sure::Number(_) => None,
            },
            ExprKind::Seats
            | ExprKind::SlotCard(_)
            | ExprKind::Place(..)
            | ExprKind::Arith(..)
            | ExprKind::Minus(_)
            | ExprKind::Count(_)
            | ExprKind::First(_)
            | ExprKind::Fold(_)
            | ExprKind::Text(_)
            | ExprKind::Option(_)
            | ExprKind::RunLocal(..)
            | ExprKind::Me
            | ExprKind::Committed(..)
            | ExprKind::Neighbour(..)
            | ExprKind::Field(..)
            | ExprKind::Zone(..)
            | ExprKind::Position(_)
            | ExprKind::Board(..)
            | ExprKind::Square(..)
            | ExprKind::Pair(..)
            | ExprKind::SameList(..)
            | ExprKind::RowsAre(..)
            | ExprKind::IsRow(..)
            | ExprKind::IsKind(..)
            | ExprKind::Let(..)
            | ExprKind::TooDeep(_)
            | ExprKind::After(..)
            | ExprKind::Remembered(_)
            | ExprKind::List(_)
            | ExprKind::Distance(_)
            | ExprKind::Path
            | ExprKind::Sees(..) => None,
        }
    }

    /// How many members a domain has, at least and at most.
    pub(super) fn size(&self, d: &Domain, names: &Names) -> (i64, i64) {
        self.members(d, names, 0)
    }

    fn members(&self, d: &Domain, names: &Names, deep: usize) -> (i64, i64) {
        let (least, most) = self.listed(&d.base, names, deep);
        let asked = d.filter.as_ref().map(|(local, asked)| {
            let each = self.with(*local, names);
            self.asked(asked, &each, deep)
        });
        let (least, most) = match asked {
            None | Some(Some(true)) => (least, most),
            Some(Some(false)) => (0, 0),
            Some(None) => (0, most),
        };
        if d.best.is_some() { (least.min(1), most) } else { (least, most) }
    }

    /// Before any of them are left out.
    fn listed(&self, base: &Base, names: &Names, deep: usize) -> (i64, i64) {
        let all = |n: i64| (n, n);
        match base {
            Base::Players { forever: false, opponents, .. } => {
                all(self.seats - i64::from(*opponents))
            }
            Base::Enum(id) => all(self.book[*id].members.len() as i64),
            Base::Bools => all(2),
            Base::Onwards(_) => (1, i64::MAX),
            Base::Players { forever: true, .. } => (self.seats.min(1), i64::MAX),
            Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _) if self.bare(zone) => {
                all(0)
            }
            Base::Range(from, to) => {
                let (from, to) = (self.read(from, names, deep), self.read(to, names, deep));
                let (from, to) = (from.range(), to.range());
                let between = |a: i64, b: i64| b.saturating_sub(a).saturating_add(1).max(0);
                if from == Range::ANY || to == Range::ANY {
                    return (0, i64::MAX);
                }
                (between(from.high, to.low), between(from.low, to.high))
            }
            Base::Items(items) if items.iter().all(|e| !e.ty.may_be_none()) => {
                (items.len().min(1) as i64, items.len() as i64)
            }
            _ => (0, i64::MAX),
        }
    }

    /// Where a value is certainly read that is not there yet, when this is asked.
    pub(super) fn unset(&self, e: &Expr, names: &Names) -> Option<(Span, CounterId)> {
        match &e.kind {
            ExprKind::Counter(id, key) => {
                let known = key.as_ref().is_none_or(|key| !key.ty.may_be_none());
                let here = known && *self.counter(*id) == Sure::Unset;
                let owner = key.as_ref().and_then(|key| self.unset(key, names));
                owner.or_else(|| here.then_some((e.span, *id)))
            }
            ExprKind::And(a, b) => self.unset(a, names).or_else(|| {
                (self.holds(a, names) == Some(true)).then(|| self.unset(b, names)).flatten()
            }),
            ExprKind::Or(a, b) => self.unset(a, names).or_else(|| {
                (self.holds(a, names) == Some(false)).then(|| self.unset(b, names)).flatten()
            }),
            ExprKind::Not(a) | ExprKind::Minus(a) | ExprKind::IsNone(a) => self.unset(a, names),
            ExprKind::If(a, ..) | ExprKind::Otherwise(a, _) => self.unset(a, names),
            ExprKind::Same(a, b)
            | ExprKind::Less(a, b)
            | ExprKind::LessEq(a, b)
            | ExprKind::Arith(_, a, b) => self.unset(a, names).or_else(|| self.unset(b, names)),
            ExprKind::Quantified(_, local, of, asked) => self.unset_in(of, names).or_else(|| {
                let some = self.size(of, names).0 > 0;
                some.then(|| self.unset(asked, &self.with(*local, names))).flatten()
            }),
            ExprKind::Fold(Fold { local, over, of, .. }) => {
                self.unset_in(over, names).or_else(|| {
                    let some = self.size(over, names).0 > 0;
                    some.then(|| self.unset(of, &self.with(*local, names))).flatten()
                })
            }
            ExprKind::Count(of) | ExprKind::IsEmpty(of) | ExprKind::First(of) => {
                self.unset_in(of, names)
            }
            ExprKind::Const(_)
            | ExprKind::Seats
            | ExprKind::Local(_)
            | ExprKind::Word(..)
            | ExprKind::SlotCard(_)
            | ExprKind::Place(..)
            | ExprKind::In(..)
            | ExprKind::Text(_)
            | ExprKind::Option(_)
            | ExprKind::RunLocal(..)
            | ExprKind::Me
            | ExprKind::Committed(..)
            | ExprKind::Neighbour(..)
            | ExprKind::Field(..)
            | ExprKind::Zone(..)
            | ExprKind::Position(_)
            | ExprKind::Board(..)
            | ExprKind::Square(..)
            | ExprKind::Pair(..)
            | ExprKind::SameList(..)
            | ExprKind::RowsAre(..)
            | ExprKind::IsRow(..)
            | ExprKind::IsKind(..)
            | ExprKind::Let(..)
            | ExprKind::TooDeep(_)
            | ExprKind::After(..)
            | ExprKind::Remembered(_)
            | ExprKind::List(_)
            | ExprKind::Distance(_)
            | ExprKind::Path
            | ExprKind::Sees(..) => None,
        }
    }

    /// The same where something is picked from.
    pub(super) fn unset_in(&self, d: &Domain, names: &Names) -> Option<(Span, CounterId)> {
        let (least, _) = self.listed(&d.base, names, 0);
        let (local, asked) = d.filter.as_ref().filter(|_| least > 0)?;
        self.unset(asked, &self.with(*local, names))
    }
}

/// Whether two are the same.
fn same(a: &Expr, b: &Expr, one: &Sure, other: &Sure) -> Option<bool> {
    match (one, other) {
        (Sure::Number(a), Sure::Number(b)) => {
            let apart = a.high < b.low || b.high < a.low;
            let alike = a == b && a.low == a.high;
            (apart || alike).then_some(alike)
        }
        (Sure::Is(a), Sure::Is(b)) => Some(a == b),
        (Sure::Is(Value::None), Sure::Number(_)) | (Sure::Number(_), Sure::Is(Value::None)) => {
            Some(false)
        }
        (Sure::Is(Value::None), Sure::Any) if !b.ty.may_be_none() => Some(false),
        (Sure::Any, Sure::Is(Value::None)) if !a.ty.may_be_none() => Some(false),
        _ => None,
    }
}

/// Whether something is so of some, or of all, of so many, if it is so of each of them.
fn quantified(how: Quantifier, least: i64, most: i64, each: Option<bool>) -> Option<bool> {
    let some = match each {
        _ if most == 0 => Some(false),
        Some(true) if least == 0 => None,
        known => known,
    };
    match how {
        Quantifier::Any => some,
        Quantifier::No => some.map(|yes| !yes),
        Quantifier::Every if most == 0 => Some(true),
        Quantifier::Every if each == Some(false) && least == 0 => None,
        Quantifier::Every => each,
    }
}
