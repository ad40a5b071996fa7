//! What conditions speak of, as sums: numbers that the rules write in several places have one key,
//! by which they are found again wherever they are written.

use super::ids::Ids;
use crate::idle::{Range, Ranges};
use crate::ir::visit::{Part, domain_parts, expr_parts};
use crate::ir::walk::{bound_in, each_domain, each_expr};
use crate::ir::{
    ArithOp, Base, BodyRef, Counter, Domain, Expr, ExprKind, LocalId, Owner, Rulebook, RunBody,
    Type, Value, WordId, ZoneId,
};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::rc::Rc;

/// Longer keys are not kept.
const LONGEST: usize = 400;

/// What a number depends on.
#[derive(Debug, Clone, Default)]
pub(super) struct Reads {
    pub counters: Ids,
    pub zones: Ids,
    /// How cards lie, in zones that cannot be told.
    pub any: bool,
    /// Counters of a stage or a deed, which begin anew with it.
    pub run: bool,
}

impl Reads {
    fn add(&mut self, other: &Self) {
        self.counters.add(&other.counters);
        self.zones.add(&other.zones);
        self.any |= other.any;
        self.run |= other.run;
    }
}

/// A number, or a condition that counts as 1 if it holds and as 0 if not.
#[derive(Debug)]
pub(super) struct Atom {
    /// What is written, with `L3;` for names, `b0;` for names that it binds itself.
    pub key: String,
    pub range: Range,
    /// It lies between these ends wherever it is written, whatever names stand in it.
    everywhere: bool,
    pub reads: Reads,
    /// It is how many cards lie in this zone, whoever's.
    pub heap: Option<ZoneId>,
}

impl PartialEq for Atom {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Atom {}

impl PartialOrd for Atom {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Atom {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

/// How a name stands in keys.
fn token(local: LocalId) -> String {
    format!("L{};", local.0)
}

/// The key of a name.
pub(super) fn name_key(local: LocalId) -> String {
    format!("{}()", token(local))
}

/// Whether a name stands in a key that it does not bind itself.
fn has_names(key: &str) -> bool {
    key.match_indices('L').any(|(at, _)| {
        let number = key[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
        number.starts_with(';') && number.len() + at + 1 < key.len()
    })
}

impl Atom {
    /// Whether it goes by a name.
    pub(super) fn names(&self, local: LocalId) -> bool {
        self.key.contains(&token(local))
    }

    /// Whether it goes by whoever acts.
    pub(super) fn goes_by_me(&self) -> bool {
        self.key.contains("me;")
    }

    /// The same with other things in the place of some.
    fn with(&self, others: &[(String, String)]) -> Option<Self> {
        let mut key = self.key.clone();
        let apart = |at: usize| format!("\u{1}{at};");
        for (at, (from, _)) in others.iter().enumerate() {
            key = key.replace(from.as_str(), &apart(at));
        }
        if has_names(&key) {
            return None;
        }
        for (at, (_, to)) in others.iter().enumerate() {
            key = key.replace(&apart(at), to);
        }
        let Self { range, everywhere, ref reads, heap, .. } = *self;
        // Names stand for other numbers elsewhere.
        let range = if everywhere { range } else { Range::ANY };
        let reads = reads.clone();
        (key.len() <= LONGEST).then_some(Self { key, range, everywhere, reads, heap })
    }
}

/// Whether values of a type are numbers.
pub(super) fn is_number(ty: &Type) -> bool {
    matches!(ty.bare(), Type::Number | Type::Unit(_))
}

/// What stands for other things elsewhere.
#[derive(Debug, Default)]
pub(super) struct Others {
    /// Keys, and what is written in their place.
    pub keys: Vec<(String, String)>,
    /// The keys of numbers, and what they are there.
    pub numbers: Vec<(String, Sum)>,
}

/// Numbers added up, each so many times, and one that is written.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Sum {
    pub terms: BTreeMap<Rc<Atom>, i64>,
    pub rest: i64,
}

impl Sum {
    /// A written number.
    pub(super) fn number(rest: i64) -> Self {
        Self { terms: BTreeMap::new(), rest }
    }

    /// The sum of a single number.
    pub(super) fn one(atom: Rc<Atom>) -> Self {
        Self { terms: BTreeMap::from([(atom, 1)]), rest: 0 }
    }

    /// With another so many times; none: too large.
    pub(super) fn and(&self, other: &Self, times: i64) -> Option<Self> {
        let mut sum = self.clone();
        sum.rest = sum.rest.checked_add(other.rest.checked_mul(times)?)?;
        for (atom, n) in &other.terms {
            let there = sum.terms.entry(Rc::clone(atom)).or_default();
            *there = there.checked_add(n.checked_mul(times)?)?;
        }
        sum.terms.retain(|_, n| *n != 0);
        Some(sum)
    }

    /// With a number added.
    pub(super) fn plus(&self, n: i64) -> Option<Self> {
        self.and(&Self::number(n), 1)
    }

    /// The other way round.
    pub(super) fn minus(&self) -> Option<Self> {
        Self::default().and(self, -1)
    }

    /// The least that it can be, whatever its numbers are.
    pub(super) fn least(&self) -> Option<i64> {
        self.terms.iter().try_fold(self.rest, |sum, (atom, n)| {
            let end = if *n > 0 { atom.range.low } else { atom.range.high };
            let open = end == i64::MIN || end == i64::MAX;
            (!open).then_some(())?;
            sum.checked_add(end.checked_mul(*n)?)
        })
    }

    /// The same with other things in the place of some, where no other names stand in it.
    pub(super) fn with(&self, others: &Others) -> Option<Self> {
        let mut sum = Self::number(self.rest);
        for (atom, n) in &self.terms {
            let number = others.numbers.iter().find(|(key, _)| *key == atom.key);
            let other = match number {
                Some((_, number)) => number.clone(),
                None => Self::one(Rc::new(atom.with(&others.keys)?)),
            };
            sum = sum.and(&other, *n)?;
        }
        Some(sum)
    }
}

impl Sum {
    /// With another name in the place of one.
    pub(super) fn renamed(&self, from: &str, to: &str) -> Option<Self> {
        let mut sum = Self::number(self.rest);
        for (atom, n) in &self.terms {
            let Atom { key, range, everywhere, reads, heap } = &**atom;
            let (key, reads) = (key.replace(from, to), reads.clone());
            let atom = Atom { key, range: *range, everywhere: *everywhere, reads, heap: *heap };
            sum = sum.and(&Self::one(Rc::new(atom)), *n)?;
        }
        Some(sum)
    }
}

/// Makes sums of what rules write.
pub(super) struct Terms<'a> {
    pub book: &'a Rulebook,
    pub ranges: Ranges<'a>,
    words: RefCell<BTreeMap<WordId, Reads>>,
    /// Words that divide by what may be 0.
    divide: RefCell<BTreeMap<WordId, bool>>,
}

/// A body whose expressions become sums.
#[derive(Clone, Copy)]
pub(super) struct Here<'t> {
    pub terms: &'t Terms<'t>,
    pub at: BodyRef,
}

impl<'a> Terms<'a> {
    pub(super) fn of(book: &'a Rulebook) -> Self {
        Self {
            book,
            ranges: Ranges::of(book),
            words: RefCell::default(),
            divide: RefCell::default(),
        }
    }
}

impl Here<'_> {
    /// A number as a sum; none of what is none.
    pub(super) fn sum(self, e: &Expr) -> Option<Sum> {
        if let ExprKind::Const(Value::Number(n)) = &e.kind {
            return Some(Sum::number(*n));
        }
        if let ExprKind::Minus(a) = &e.kind {
            return self.sum(a)?.minus();
        }
        let ExprKind::Arith(op, a, b) = &e.kind else { return self.one(e) };
        match op {
            ArithOp::Add => self.sum(a)?.and(&self.sum(b)?, 1),
            ArithOp::Sub => self.sum(a)?.and(&self.sum(b)?, -1),
            ArithOp::Mul => {
                let (one, other) = (self.sum(a)?, self.sum(b)?);
                match (one.terms.is_empty(), other.terms.is_empty()) {
                    (true, _) => Sum::default().and(&other, one.rest),
                    (_, true) => Sum::default().and(&one, other.rest),
                    (false, false) => self.one(e),
                }
            }
            ArithOp::Div | ArithOp::Mod | ArithOp::Min | ArithOp::Max => self.one(e),
        }
    }

    /// What is no sum of others.
    pub(super) fn one(self, e: &Expr) -> Option<Sum> {
        Some(Sum::one(Rc::new(self.atom(e)?)))
    }

    fn atom(self, e: &Expr) -> Option<Atom> {
        let key = self.terms.key(e)?;
        let range =
            if *e.ty.bare() == Type::Bool { Range { low: 0, high: 1 } } else { self.range(e) };
        let counts = if let ExprKind::Count(of) = &e.kind { Some(of) } else { None };
        let heap = counts.and_then(|of| whole(of)).and_then(zone_of);
        let written = matches!(
            e.kind,
            ExprKind::Counter(..)
                | ExprKind::Word(..)
                | ExprKind::Field(..)
                | ExprKind::Option(_)
                | ExprKind::Seats
        );
        // There are never fewer than none, wherever that is written.
        let counted = counts.is_some() && (heap.is_some() || range.high == i64::MAX);
        let everywhere = written || counted || *e.ty.bare() == Type::Bool;
        Some(Atom { key, range, everywhere, reads: self.terms.reads(e), heap })
    }

    /// How many members there are.
    pub(super) fn count(self, of: &Domain) -> Option<Sum> {
        self.one(&expr(ExprKind::Count(Box::new(of.clone())), Type::Number, of))
    }

    /// How many cards lie in a zone.
    pub(super) fn heap(self, zone: &Expr) -> Option<Sum> {
        self.count(&all_of(zone))
    }

    /// Between which numbers it lies.
    pub(super) fn range(self, e: &Expr) -> Range {
        self.terms.ranges.read(self.at, e)
    }
}

impl Terms<'_> {
    /// How an expression stands in keys.
    pub(super) fn key(&self, e: &Expr) -> Option<String> {
        let mut keys = Keys { book: self.book, to: String::new(), bound: Vec::new() };
        keys.expr(e)?;
        Some(keys.to)
    }

    fn reads(&self, e: &Expr) -> Reads {
        let mut found = Reads::default();
        each_expr(e, &mut |e| self.read_by(e, &mut found));
        found
    }

    fn read_by(&self, e: &Expr, found: &mut Reads) {
        if let ExprKind::Counter(id, _) = &e.kind {
            found.counters.insert(id.index());
            found.run |= matches!(self.book[*id].owner, Owner::Run(_));
        } else if let ExprKind::Zone(id, _) = &e.kind {
            found.zones.insert(id.index());
        } else if let ExprKind::Word(id, _) = &e.kind {
            found.add(&self.word(*id));
        } else if let ExprKind::Local(_) = &e.kind {
            found.any |= matches!(e.ty.bare(), Type::Zone(_));
        }
        found.any |=
            matches!(e.kind, ExprKind::Position(_) | ExprKind::Board(..) | ExprKind::RunLocal(..));
        expr_parts(e, &mut |part| {
            if let Part::Domain(of) = part {
                each_domain(of, &mut |of| found.any |= is_way(of));
            }
        });
    }

    /// Whether a word divides by what may be 0; found out once.
    pub(super) fn divides(&self, id: WordId, find: impl FnOnce() -> bool) -> bool {
        if let Some(known) = self.divide.borrow().get(&id) {
            return *known;
        }
        let found = find();
        self.divide.borrow_mut().insert(id, found);
        found
    }

    fn word(&self, id: WordId) -> Reads {
        if let Some(reads) = self.words.borrow().get(&id) {
            return reads.clone();
        }
        // No word leads to itself.
        let reads = self.reads(&self.book[id].value);
        self.words.borrow_mut().insert(id, reads.clone());
        reads
    }
}

/// Whether it goes by how tiles or places lie to each other.
fn is_way(of: &Domain) -> bool {
    matches!(
        of.base,
        Base::Places(_)
            | Base::Way(_)
            | Base::Lines(..)
            | Base::Squares(_)
            | Base::SpotSquares(_)
            | Base::Spots { .. }
            | Base::Reach { .. }
    )
}

/// An expression that the rules do not write like this.
pub(super) fn expr(kind: ExprKind, ty: Type, of: &Domain) -> Expr {
    Expr { kind, ty, span: of.span }
}

/// All cards of a zone.
pub(super) fn all_of(zone: &Expr) -> Domain {
    let elem = match &zone.ty {
        Type::Zone(kinds) => Type::Card(*kinds),
        other => other.clone(),
    };
    let (base, order) = (Base::Zone(Box::new(zone.clone())), crate::ir::Order::Ordered);
    Domain { base, filter: None, best: None, elem, order, span: zone.span }
}

/// The zone of which these are all cards.
pub(super) fn whole(of: &Domain) -> Option<&Expr> {
    let Base::Zone(zone) = &of.base else { return None };
    (of.filter.is_none() && of.best.is_none()).then_some(zone)
}

/// Which zone it is, whoever's.
pub(super) fn zone_of(zone: &Expr) -> Option<ZoneId> {
    if let ExprKind::Zone(id, _) = &zone.kind { Some(*id) } else { None }
}

/// Writes the keys of expressions.
struct Keys<'a> {
    book: &'a Rulebook,
    to: String,
    /// Names that are bound around what is written.
    bound: Vec<LocalId>,
}

impl Keys<'_> {
    fn expr(&mut self, e: &Expr) -> Option<()> {
        self.head(e)?;
        let mut whole = self.to.len() <= LONGEST;
        let depth = self.bound.len();
        self.to.push('(');
        expr_parts(e, &mut |part| whole = whole && self.part(part).is_some());
        self.to.push(')');
        self.bound.truncate(depth);
        whole.then_some(())
    }

    fn part(&mut self, part: Part<'_>) -> Option<()> {
        match part {
            Part::Expr(e) => self.expr(e),
            Part::Domain(of) => self.domain(of),
            Part::Binds(local) => {
                self.bound.push(local);
                Some(())
            }
            Part::Step(_) | Part::Block(_) => None,
        }
    }

    fn domain(&mut self, of: &Domain) -> Option<()> {
        self.base(&of.base)?;
        let best = of.best.as_ref().map(|(most, ..)| *most);
        write!(self.to, "{}{best:?}", of.filter.is_some()).ok()?;
        let (mut whole, depth) = (true, self.bound.len());
        self.to.push('[');
        domain_parts(of, &mut |part| whole = whole && self.part(part).is_some());
        self.to.push(']');
        self.bound.truncate(depth);
        whole.then_some(())
    }

    fn base(&mut self, base: &Base) -> Option<()> {
        let name = match base {
            Base::Zone(_) => "zone",
            Base::Range(..) => "range",
            Base::Onwards(_) => "onwards",
            Base::Bools => "yes or no",
            Base::Top(..) => "top",
            Base::Bottom(..) => "bottom",
            Base::Items(_) => "items",
            Base::Value(_) => "value",
            Base::Union(_) => "union",
            Base::Minus(..) => "without",
            Base::Squares(_) => "squares",
            Base::SpotSquares(_) => "covered",
            Base::Reach { .. } => "reach",
            Base::Enum(id) => return write!(self.to, "enum{}", id.0).ok(),
            Base::Cut { last, .. } => return write!(self.to, "cut{last}").ok(),
            Base::Spots { over, .. } => return write!(self.to, "spots{over}").ok(),
            Base::Lines(id, n) => return write!(self.to, "row{}.{n}", id.0).ok(),
            Base::Players { from, forever, opponents } => {
                let whose = if *opponents { "me;" } else { "" };
                return write!(self.to, "players{forever}{}{whose}", from.is_some()).ok();
            }
            Base::Places(_) | Base::Way(_) => return None,
        };
        self.to.push_str(name);
        Some(())
    }

    /// What an expression is, without its parts.
    fn head(&mut self, e: &Expr) -> Option<()> {
        let name = match &e.kind {
            ExprKind::Local(id) => return self.local(*id),
            ExprKind::Counter(id, _) => {
                if !lasts(&self.book[*id]) {
                    return None;
                }
                return write!(self.to, "c{}", id.0).ok();
            }
            ExprKind::Me => "me;",
            ExprKind::Seats => "seats",
            ExprKind::SlotCard(_) => "slot",
            ExprKind::Place(..) => "place",
            ExprKind::Position(_) => "position",
            ExprKind::Not(_) => "not",
            ExprKind::And(..) => "and",
            ExprKind::Or(..) => "or",
            ExprKind::Same(..) => "is",
            ExprKind::IsNone(_) => "is none",
            ExprKind::Less(..) => "less",
            ExprKind::LessEq(..) => "at most",
            ExprKind::Minus(_) => "minus",
            ExprKind::If(..) => "if",
            ExprKind::Let(..) => "let",
            ExprKind::Otherwise(..) => "otherwise",
            ExprKind::In(..) => "in",
            ExprKind::Count(_) => "count",
            ExprKind::IsEmpty(_) => "is empty",
            ExprKind::First(_) => "first",
            ExprKind::List(_) => "list",
            ExprKind::Const(value) => return write!(self.to, "={value:?}").ok(),
            ExprKind::Option(id) => return write!(self.to, "o{}", id.0).ok(),
            ExprKind::Committed(id, _) => return write!(self.to, "@L{};", id.0).ok(),
            ExprKind::RunLocal(of, id) => return self.running(*of, *id),
            ExprKind::Neighbour(_, n) => return write!(self.to, "<{n}").ok(),
            ExprKind::Field(_, name) => return write!(self.to, ".{name:?}").ok(),
            ExprKind::Word(id, _) => return write!(self.to, "w{}", id.0).ok(),
            ExprKind::Zone(id, _) => return write!(self.to, "z{}", id.0).ok(),
            ExprKind::Board(word, _) => return write!(self.to, "{word:?}").ok(),
            ExprKind::Square(id, ..) => return write!(self.to, "q{}", id.0).ok(),
            ExprKind::Pair(id, ..) => return write!(self.to, "p{}", id.0).ok(),
            ExprKind::SameList(.., order) => return write!(self.to, "same{order:?}").ok(),
            ExprKind::RowsAre(_, rows, order) => {
                return write!(self.to, "rows{rows:?}{order:?}").ok();
            }
            ExprKind::IsRow(_, row) => return write!(self.to, "row{}", row.0).ok(),
            ExprKind::IsKind(_, kinds) => return write!(self.to, "kind{kinds:?}").ok(),
            ExprKind::Arith(op, ..) => return write!(self.to, "{op:?}").ok(),
            ExprKind::Quantified(which, ..) => return write!(self.to, "{which:?}").ok(),
            ExprKind::Fold(fold) => return write!(self.to, "{:?}", fold.op).ok(),
            ExprKind::Text(_)
            | ExprKind::TooDeep(_)
            | ExprKind::After(..)
            | ExprKind::Remembered(_)
            | ExprKind::Path
            | ExprKind::Sees(..)
            | ExprKind::Distance(_) => return None,
        };
        self.to.push_str(name);
        Some(())
    }

    fn local(&mut self, id: LocalId) -> Option<()> {
        match self.bound.iter().rposition(|bound| *bound == id) {
            Some(at) => write!(self.to, "b{at};").ok(),
            None => write!(self.to, "L{};", id.0).ok(),
        }
    }

    fn running(&mut self, of: RunBody, id: LocalId) -> Option<()> {
        match of {
            RunBody::Deed(deed) => write!(self.to, "d{}.{};", deed.0, id.0).ok(),
            RunBody::Move(this) => write!(self.to, "m{}.{};", this.0, id.0).ok(),
        }
    }
}

/// Whether a counter keeps its value until a rule changes it.
fn lasts(counter: &Counter) -> bool {
    counter.lasts.is_none()
}

/// How parameters stand in keys, and what is handed over for each; what binds names itself is left
/// out.
pub(super) fn handed(here: Here<'_>, args: &[Expr]) -> Others {
    let mut others = Others::default();
    let args = (0..).map(LocalId).zip(args);
    for (param, arg) in args.filter(|(_, arg)| bound_in(arg).is_empty()) {
        let key = name_key(param);
        others.keys.extend(here.terms.key(arg).map(|arg| (key.clone(), arg)));
        if is_number(&arg.ty) {
            others.numbers.extend(here.sum(arg).map(|arg| (key, arg)));
        }
    }
    others
}

/// The same the other way: what was handed over, by the parameter. Of several that are handed the
/// same the first counts; what only a constant stands for is none.
pub(super) fn taken<'e>(
    terms: &Terms<'_>,
    args: impl Iterator<Item = (LocalId, &'e Expr)>,
) -> Vec<(String, String)> {
    let mut seen = BTreeSet::new();
    let mut found: Vec<_> = args
        .filter(|(_, arg)| !matches!(arg.kind, ExprKind::Const(_)) && bound_in(arg).is_empty())
        .filter_map(|(param, arg)| Some((terms.key(arg)?, name_key(param))))
        .filter(|(key, _)| seen.insert(key.clone()))
        .collect();
    // What is put together from other things is looked for first.
    found.sort_by_key(|(key, _)| std::cmp::Reverse(key.len()));
    found
}
