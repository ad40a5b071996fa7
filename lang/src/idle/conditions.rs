//! Conditions whose answer is always the same: beyond what a number can be, alike on both sides,
//! against each other.

use super::agree::agree;
use super::key::key;
use super::range::{Range, Ranges};
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{
    ArithOp, Base, BodyRef, CounterId, Domain, Expr, ExprKind, Move, Rulebook, SetOp, StmtKind,
    TestLineKind, Type, Value,
};
use crate::source::Span;
use std::collections::BTreeMap;

/// What is found at a place, of a whole row (yes) or of a comparison. Rules that are typed once for
/// each kind are told of if all kinds say the same.
type Found = BTreeMap<(Span, bool), Option<Diagnostic>>;

/// Tells of conditions that have but one answer.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut pass = Pass {
        book,
        ranges: Ranges::kept(book),
        set_once: set_once(book),
        found: Found::new(),
        within: Vec::new(),
        alike_only: false,
    };
    visit::all(book, &mut |body, seen| {
        pass.within.clear();
        match seen {
            Seen::Expr(e) => each_expr(e, &mut |e| pass.look(body, e)),
            Seen::Domain(domain) => each_in_domain(domain, &mut |e| pass.look(body, e)),
            Seen::Stmt(_) | Seen::Step(_) | Seen::Block(_) => {}
        }
    });
    for (at, test) in book.tests.iter().enumerate() {
        for line in &test.lines {
            if let TestLineKind::Expect(e) = &line.kind {
                pass.within.clear();
                pass.alike_only = true;
                each_expr(e, &mut |e| pass.look(BodyRef::Test(at as u16), e));
            }
        }
    }
    let mut found: Vec<Diagnostic> =
        std::mem::take(&mut pass.found).into_values().flatten().collect();
    found.extend(book.moves.iter().filter_map(|of| pass.needs(of)));
    found
}

struct Pass<'a> {
    book: &'a Rulebook,
    ranges: Ranges<'a>,
    /// Counters that one statement sets to a number, and nothing else changes.
    set_once: BTreeMap<CounterId, (Span, i64)>,
    found: Found,
    /// Parts of what was looked at as a whole.
    within: Vec<Span>,
    /// Of tests only what is the same on both sides is told: they may look at what can never be.
    alike_only: bool,
}

/// A side of a comparison, and what it can be.
#[derive(Clone, Copy)]
struct Side<'e> {
    e: &'e Expr,
    range: Range,
}

impl Side<'_> {
    /// Whether it is never in a range.
    fn is_apart(self, other: Range) -> bool {
        self.range.high < other.low || other.high < self.range.low
    }
}

impl Pass<'_> {
    fn look(&mut self, body: BodyRef, e: &Expr) {
        if e.span == Span::default() {
            // Nobody wrote it.
            return;
        }
        let (inner, turned) =
            if let ExprKind::Not(inner) = &e.kind { (&**inner, true) } else { (e, false) };
        match &inner.kind {
            ExprKind::Less(..) | ExprKind::LessEq(..) | ExprKind::Same(..) | ExprKind::In(..) => {
                if turned {
                    self.within.push(inner.span);
                } else if let Some(at) = self.within.iter().position(|s| *s == inner.span) {
                    self.within.swap_remove(at);
                    return;
                }
                let said = self.answer(body, inner, turned);
                let said = said.filter(|told| !self.alike_only || told.code == Code::W0404);
                let said = said.map(|told| {
                    let found = told.to_diagnostic(e.span);
                    self.where_set(inner, &found).unwrap_or(found)
                });
                self.note(e.span, false, said);
            }
            ExprKind::And(..) | ExprKind::Or(..) if !turned && !self.alike_only => {
                if let Some(at) = self.within.iter().position(|s| *s == e.span) {
                    self.within.swap_remove(at);
                    return;
                }
                let all = matches!(e.kind, ExprKind::And(..));
                let mut parts = Vec::new();
                self.chain(e, all, &mut parts);
                let said = self.against(body, &parts, all);
                self.note(e.span, true, said);
            }
            ExprKind::Arith(ArithOp::Min | ArithOp::Max | ArithOp::Sub, a, b) if alike(a, b) => {
                let said = Diagnostic::new(Code::W0404, e.span, "both sides of this are the same");
                let help = "write something else on one side: perhaps another player, card or \
                            counter is meant";
                self.note(e.span, false, Some(said.help(help)));
            }
            _ => {}
        }
    }

    /// `casts = 1` where it is counted: that is why a comparison with it has but one answer.
    fn where_set(&self, e: &Expr, said: &Diagnostic) -> Option<Diagnostic> {
        let (ExprKind::Less(a, b) | ExprKind::LessEq(a, b)) = &e.kind else { return None };
        let (id, (at, n)) = [a, b].into_iter().find_map(|side| {
            let ExprKind::Counter(id, _) = side.kind else { return None };
            Some((id, self.set_once.get(&id)?))
        })?;
        let name = &self.book[id].name;
        let answer = said.message.split(':').next().unwrap_or("");
        let answer = answer.replace("this is", "what is asked of it is");
        let message = format!("`{name}` is only ever set to {n} here, so {answer}");
        let counts = said.code == Code::W0403 && *n > 0;
        counts.then(|| {
            Diagnostic::new(Code::W0403, *at, message)
                .beside(said.span(), "asked here")
                .help(format!("to count up, write `+= {n}`; or ask for something else"))
        })
    }

    fn note(&mut self, at: Span, parts: bool, said: Option<Diagnostic>) {
        agree(&mut self.found, (at, parts), said);
    }

    /// The answer that a comparison always has, and why.
    fn answer(&self, body: BodyRef, e: &Expr, turned: bool) -> Option<Told> {
        match &e.kind {
            // Two written numbers are somebody's setting, not a slip.
            ExprKind::Less(a, b) | ExprKind::LessEq(a, b) | ExprKind::Same(a, b)
                if written(a) && written(b) =>
            {
                None
            }
            ExprKind::Less(a, b) => self.order([a, b].map(|e| self.side(body, e)), true, turned),
            ExprKind::LessEq(a, b) => self.order([a, b].map(|e| self.side(body, e)), false, turned),
            ExprKind::Same(a, b) => {
                if alike(a, b) {
                    return Some(Told::alike(!turned));
                }
                let (one, other) = (self.side(body, a), self.side(body, b));
                let both_none = a.ty.may_be_none() && b.ty.may_be_none();
                (one.is_apart(other.range) && !both_none)
                    .then(|| self.beyond(&[one, other], turned))
            }
            ExprKind::In(a, domain) => self.member(body, a, domain, turned),
            _ => None,
        }
    }

    /// A side of a comparison.
    fn side<'e>(&self, body: BodyRef, e: &'e Expr) -> Side<'e> {
        Side { e, range: self.ranges.read(body, e) }
    }

    fn order(&self, sides: [Side<'_>; 2], strict: bool, turned: bool) -> Option<Told> {
        let [Side { e: a, range: one }, Side { e: b, range: other }] = sides;
        let certain = !a.ty.may_be_none() && !b.ty.may_be_none();
        if strict && some_of(b, a) || !strict && some_of(a, b) {
            return Some(Told::some_of_all(strict == turned));
        }
        if alike(a, b) && (strict || certain) {
            return Some(Told::alike(strict == turned));
        }
        let always = if strict { one.high < other.low } else { one.high <= other.low };
        let never = if strict { one.low >= other.high } else { one.low > other.high };
        // That enough play is asked for safety, in case more or fewer may some day.
        let guard = [a, b].iter().any(|e| matches!(e.kind, ExprKind::Seats));
        // An end that is none is no end.
        let always = always && one.high != i64::MAX && other.low != i64::MIN;
        // What follows from a move that can never be chosen is said there.
        let always = always && !self.is_held(a) && !self.is_held(b);
        let never = never && one.low != i64::MIN && other.high != i64::MAX;
        if never {
            Some(self.beyond(&sides, turned))
        } else if let Some(why) = self.as_it_stands(a, b, other, strict) {
            Some(Told { code: Code::W0403, yes: turned, why, help: WIDER })
        } else if always && certain && !guard {
            let told = self.beyond(&sides, !turned);
            let at_end = !strict && one.high == other.low;
            Some(if at_end { Told { help: TIGHT, ..told } } else { told })
        } else {
            None
        }
    }

    /// A counter with ends of its own against an option: with what the option is from the start it
    /// is never so. Only that the counter is too small is told, for some options begin at nothing.
    fn as_it_stands(&self, a: &Expr, b: &Expr, other: Range, strict: bool) -> Option<String> {
        let (ExprKind::Option(id), ExprKind::Counter(counter, _)) = (&a.kind, &b.kind) else {
            return None;
        };
        self.book[*counter].range?;
        let option = &self.book[*id];
        let Value::Number(n) = option.default else { return None };
        let never = if strict { n >= other.high } else { n > other.high };
        let (name, n) = (&option.name, self.amount(&a.ty, n));
        never.then(|| format!("as it stands `{name}` is {n}, and {}", self.said(b, other)))
    }

    fn member(&self, body: BodyRef, a: &Expr, domain: &Domain, turned: bool) -> Option<Told> {
        let Base::Range(from, to) = &domain.base else { return None };
        let one = self.side(body, a);
        let span =
            Range { low: self.ranges.read(body, from).low, high: self.ranges.read(body, to).high };
        (one.is_apart(span) && domain.best.is_none()).then(|| self.beyond(&[one], turned))
    }

    /// A comparison beyond what its sides can be.
    fn beyond(&self, sides: &[Side<'_>], yes: bool) -> Told {
        let mut why: Vec<String> = Vec::new();
        for Side { e, range } in sides {
            if !matches!(e.kind, ExprKind::Const(_)) {
                let said = self.said(e, *range);
                if !why.contains(&said) {
                    why.push(said);
                }
            }
        }
        Told {
            code: Code::W0403,
            yes,
            why: why.join(", "),
            help: "compare it with something that it can be; or perhaps another counter, field or \
                   sum was to be compared",
        }
    }

    /// Whether it is a counter of which some changes can never be done.
    fn is_held(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Counter(id, _) if self.ranges.is_held(*id))
    }

    /// `rank` is from 1 to 4
    fn said(&self, e: &Expr, range: Range) -> String {
        let name = match &e.kind {
            ExprKind::Field(_, name) => format!("`{name}`"),
            ExprKind::Counter(id, _) => format!("`{}`", self.book[*id].name),
            ExprKind::Option(id) => format!("`{}`", self.book[*id].name),
            ExprKind::Word(id, _) => format!("`{}`", self.book[*id].name),
            ExprKind::Seats => "the number of players".to_owned(),
            ExprKind::Count(_) => "a count".to_owned(),
            _ => "one side".to_owned(),
        };
        let (low, high) = (self.amount(&e.ty, range.low), self.amount(&e.ty, range.high));
        let kept = matches!(&e.kind, ExprKind::Counter(id, _) if self.book[*id].range.is_none());
        let held = self.is_held(e);
        match range {
            Range { low: i64::MIN, .. } if kept && held => {
                format!("{name} is at most {high}, for what adds to it can never be done")
            }
            Range { high: i64::MAX, .. } if kept && held => {
                format!("{name} is at least {low}, for what takes from it can never be done")
            }
            Range { low: a, high: b } if a == b && kept && held => {
                format!("{name} is always {low}, for what changes it can never be done")
            }
            Range { low: i64::MIN, .. } if kept => {
                format!("{name} is at most {high}, for nothing ever adds to it")
            }
            Range { high: i64::MAX, .. } if kept => {
                format!("{name} is at least {low}, for nothing ever takes from it")
            }
            Range { low: i64::MIN, .. } => format!("{name} is at most {high}"),
            Range { high: i64::MAX, .. } => format!("{name} is at least {low}"),
            Range { low: a, high: b } if a == b => format!("{name} is always {low}"),
            _ => format!("{name} is from {low} to {high}"),
        }
    }

    fn amount(&self, ty: &Type, n: i64) -> String {
        let Type::Unit(id) = ty.bare() else { return n.to_string() };
        let unit = &self.book[*id];
        if unit.symbol.is_empty() {
            format!("{}({n})", unit.name)
        } else {
            format!("{}{n}", unit.symbol)
        }
    }

    /// The parts of a row of `and` (or of `or`); rows within are parts of it.
    fn chain<'e>(&mut self, e: &'e Expr, all: bool, to: &mut Vec<&'e Expr>) {
        match &e.kind {
            ExprKind::And(a, b) if all => self.parts(a, b, all, to),
            ExprKind::Or(a, b) if !all => self.parts(a, b, all, to),
            _ => to.push(e),
        }
    }

    fn parts<'e>(&mut self, a: &'e Expr, b: &'e Expr, all: bool, to: &mut Vec<&'e Expr>) {
        for part in [a, b] {
            let same =
                matches!((&part.kind, all), (ExprKind::And(..), true) | (ExprKind::Or(..), false));
            if same {
                self.within.push(part.span);
            }
            self.chain(part, all, to);
        }
    }

    /// Parts of which one is never so when another is (of `or`: of which one is always so).
    fn against(&self, body: BodyRef, parts: &[&Expr], all: bool) -> Option<Diagnostic> {
        if parts.iter().any(|p| self.answer_of(body, p).is_some()) {
            // That is said there.
            return None;
        }
        if let Some(said) = part_twice(parts, all) {
            return Some(said);
        }
        if let Some(said) = part_within(parts, all) {
            return Some(said);
        }
        let mut known: BTreeMap<String, Vec<(Limit, Span)>> = BTreeMap::new();
        for part in parts {
            let Some((of, limit)) = self.limit(part, all) else { continue };
            let before = known.entry(of).or_default();
            if let Some((_, other)) = before.iter().find(|(l, _)| l.excludes(&limit)) {
                let (message, help) = if all {
                    (
                        "this is never so: these two exclude each other",
                        "ask for one of them, or write `or`",
                    )
                } else {
                    (
                        "this is always so: where one of these is not, the other is",
                        "ask for one of them, or write `and`",
                    )
                };
                // A thing and its contrary joined the other way are always so.
                let contrary = matches!(limit, Limit::Holds(_));
                let help =
                    if contrary { "ask for one of them, and leave the other out" } else { help };
                let said = Diagnostic::new(Code::W0405, part.span, message)
                    .beside(*other, "the other one");
                return Some(said.help(help));
            }
            before.push((limit, part.span));
        }
        None
    }

    /// Two `needs` (or `forbid`s) of one move that exclude each other.
    fn needs(&mut self, of: &Move) -> Option<Diagnostic> {
        let mut known: BTreeMap<String, Vec<(Limit, Span)>> = BTreeMap::new();
        for need in &of.needs {
            let mut parts = Vec::new();
            self.chain(&need.condition, true, &mut parts);
            let limits: Vec<(String, Limit, Span)> = parts
                .iter()
                .filter_map(|p| self.limit(p, true).map(|(of, limit)| (of, limit, p.span)))
                .collect();
            for (thing, limit, span) in &limits {
                let before = known.get(thing).into_iter().flatten();
                if let Some((_, other)) = before.into_iter().find(|(l, _)| l.excludes(limit)) {
                    let said = format!(
                        "nobody can ever do `{}`: this and the other one exclude each other",
                        of.name
                    );
                    return Some(
                        Diagnostic::new(Code::W0405, *span, said)
                            .beside(*other, "the other one")
                            .help("ask for one of them, and leave the other out"),
                    );
                }
            }
            for (thing, limit, span) in limits {
                known.entry(thing).or_default().push((limit, span));
            }
        }
        None
    }

    fn answer_of(&self, body: BodyRef, e: &Expr) -> Option<Told> {
        let ExprKind::Not(inner) = &e.kind else { return self.answer(body, e, false) };
        self.answer(body, inner, true)
    }

    /// What a condition says of something, if it holds (or, with `holds` no, if it does not).
    fn limit(&self, e: &Expr, holds: bool) -> Option<(String, Limit)> {
        let certain = |a: &Expr, b: &Expr| holds || (!a.ty.may_be_none() && !b.ty.may_be_none());
        match &e.kind {
            ExprKind::Not(inner) => self.limit(inner, !holds),
            ExprKind::Same(a, b) => {
                let (of, value) = match (&a.kind, &b.kind) {
                    (_, ExprKind::Const(value)) => (a, value),
                    (ExprKind::Const(value), _) => (b, value),
                    _ => return Some((key(e)?, Limit::Holds(holds))),
                };
                Some((key(of)?, Limit::Is(value.clone(), holds)))
            }
            ExprKind::IsRow(a, row) => Some((format!("row {}", key(a)?), Limit::Row(row.0, holds))),
            ExprKind::Less(a, b) if certain(a, b) => self.bound(a, b, 1, holds),
            ExprKind::LessEq(a, b) if certain(a, b) => self.bound(a, b, 0, holds),
            ExprKind::Less(..) | ExprKind::LessEq(..) => None,
            _ => Some((key(e)?, Limit::Holds(holds))),
        }
    }

    /// A number on one side bounds the other.
    fn bound(&self, a: &Expr, b: &Expr, step: i64, holds: bool) -> Option<(String, Limit)> {
        let (of, range) = match (&a.kind, &b.kind) {
            (_, ExprKind::Const(Value::Number(n))) if holds => {
                (a, Range { low: i64::MIN, high: n.saturating_sub(step) })
            }
            (_, ExprKind::Const(Value::Number(n))) => {
                (a, Range { low: n.saturating_add(1 - step), high: i64::MAX })
            }
            (ExprKind::Const(Value::Number(n)), _) if holds => {
                (b, Range { low: n.saturating_add(step), high: i64::MAX })
            }
            (ExprKind::Const(Value::Number(n)), _) => {
                (b, Range { low: i64::MIN, high: n.saturating_sub(1 - step) })
            }
            _ => return self.bound_by_option(a, b, step, holds),
        };
        Some((key(of)?, Limit::Within(range)))
    }

    /// The same of an option on one side, or the number of players: wherever in its range it is.
    fn bound_by_option(
        &self,
        a: &Expr,
        b: &Expr,
        step: i64,
        holds: bool,
    ) -> Option<(String, Limit)> {
        let ends = |e: &Expr| {
            let fixed = matches!(e.kind, ExprKind::Option(_) | ExprKind::Seats);
            fixed.then(|| self.ranges.read(BodyRef::Constant, e)).filter(|r| *r != Range::ANY)
        };
        let most = |n: i64, by: i64| Range { low: i64::MIN, high: n.saturating_sub(by) };
        let least = |n: i64, by: i64| Range { low: n.saturating_add(by), high: i64::MAX };
        let (of, range) = match (ends(a), ends(b)) {
            (None, Some(by)) if holds => (a, most(by.high, step)),
            (None, Some(by)) => (a, least(by.low, 1 - step)),
            (Some(by), None) if holds => (b, least(by.low, step)),
            (Some(by), None) => (b, most(by.high, 1 - step)),
            (None, None) | (Some(_), Some(_)) => return None,
        };
        Some((key(of)?, Limit::Within(range)))
    }
}

/// Numbers without a range that begin at 0, and that one statement sets to another.
fn set_once(book: &Rulebook) -> BTreeMap<CounterId, (Span, i64)> {
    let mut all: BTreeMap<CounterId, Option<(Span, i64)>> = BTreeMap::new();
    visit::all(book, &mut |_, seen| {
        let Seen::Stmt(stmt) = seen else { return };
        let StmtKind::Set(place, op, value) = &stmt.kind else { return };
        let counter = &book[place.counter];
        let written = match (&value.kind, op) {
            (ExprKind::Const(Value::Number(n)), SetOp::To) => Some((stmt.span, *n)),
            (_, SetOp::To | SetOp::Plus | SetOp::Minus) => None,
        };
        let plain = counter.range.is_none() && counter.ty == Type::Number;
        let written = written.filter(|(at, _)| plain && *at != Span::default());
        all.entry(place.counter).and_modify(|known| *known = None).or_insert(written);
    });
    all.into_iter().filter_map(|(id, written)| Some((id, written?))).collect()
}

/// `p.hand is empty and p.hand is empty`
fn part_twice(parts: &[&Expr], all: bool) -> Option<Diagnostic> {
    let mut before: BTreeMap<String, Span> = BTreeMap::new();
    for part in parts {
        let Some(key) = key(part) else { continue };
        if let Some(first) = before.get(&key).filter(|first| **first != part.span) {
            let word = if all { "and" } else { "or" };
            let said = format!("this was asked already: both sides of `{word}` say the same");
            let said = Diagnostic::new(Code::W0404, part.span, said).beside(*first, "here");
            return Some(
                said.help(
                    "ask for something else: perhaps another zone, counter or player is meant",
                ),
            );
        }
        before.insert(key, part.span);
    }
    None
}

/// `a >= b or (a is b and …)`: where they are equal the first is so already.
fn part_within(parts: &[&Expr], all: bool) -> Option<Diagnostic> {
    let equal = |e: &Expr| {
        let ExprKind::Same(a, b) = &e.kind else { return None };
        Some((key(a)?, key(b)?))
    };
    let bounds = parts.iter().filter_map(|part| {
        let ExprKind::LessEq(a, b) = &part.kind else { return None };
        Some(((key(a)?, key(b)?), part.span))
    });
    for ((a, b), wide) in bounds.filter(|_| !all) {
        for part in parts {
            let ExprKind::And(one, other) = &part.kind else { continue };
            let mut sides = [one, other].into_iter().filter_map(|side| equal(side));
            if sides.any(|(x, y)| (x == a && y == b) || (x == b && y == a)) {
                let said = "this adds nothing: the other condition holds already where these are \
                            equal";
                return Some(
                    Diagnostic::new(Code::W0405, part.span, said)
                        .beside(wide, "this is so for equal ones, too")
                        .help("ask for more (`>`) or less (`<`) in the other one"),
                );
            }
        }
    }
    None
}

fn written(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(_))
}

/// Whether two sides are written alike.
fn alike(a: &Expr, b: &Expr) -> bool {
    !written(a) && a.span != b.span && key(a).is_some_and(|a| key(b) == Some(a))
}

/// What is known of one thing.
enum Limit {
    /// It is (or is not) that value.
    Is(Value, bool),
    /// It is (or is not) a card of that row.
    Row(u16, bool),
    /// It lies there.
    Within(Range),
    /// It is so, or not.
    Holds(bool),
}

impl Limit {
    fn excludes(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Is(a, x), Self::Is(b, y)) => (*x && *y && a != b) || (x != y && a == b),
            (Self::Row(a, x), Self::Row(b, y)) => (*x && *y && a != b) || (x != y && a == b),
            (Self::Within(a), Self::Within(b)) => a.high < b.low || b.high < a.low,
            (Self::Is(Value::Number(n), true), Self::Within(r))
            | (Self::Within(r), Self::Is(Value::Number(n), true)) => *n < r.low || r.high < *n,
            (Self::Holds(a), Self::Holds(b)) => a != b,
            _ => false,
        }
    }
}

/// An answer that is always the same.
struct Told {
    code: Code,
    yes: bool,
    why: String,
    help: &'static str,
}

/// What to do about a counter whose ends are too near.
const WIDER: &str =
    "let the counter go further where it is declared, or let the option begin lower";

/// What to do about a comparison that lets the very end of a range through.
const TIGHT: &str = "without its `=` the comparison leaves out the end of the range (`< 3` of what \
                     is from 0 to 3); or perhaps another counter, field or sum was to be compared";

/// Whether one counts some of the players, and the other all of them.
fn some_of(some: &Expr, all: &Expr) -> bool {
    let ExprKind::Count(of) = &some.kind else { return false };
    let players = matches!(of.base, Base::Players { forever: false, .. });
    players && of.filter.is_some() && matches!(all.kind, ExprKind::Seats)
}

impl Told {
    fn some_of_all(yes: bool) -> Self {
        let why = "some of the players are never more than all of them".to_owned();
        Self {
            code: Code::W0403,
            yes,
            why,
            help: "compare it with fewer: half of them are `count(players) / 2`, all but one \
                   `count(players) - 1`",
        }
    }

    fn alike(yes: bool) -> Self {
        let why = "both sides are the same".to_owned();
        Self {
            code: Code::W0404,
            yes,
            why,
            help: "compare it with something else: perhaps another player or card is meant",
        }
    }

    fn to_diagnostic(&self, span: Span) -> Diagnostic {
        let answer = if self.yes { "always" } else { "never" };
        Diagnostic::new(self.code, span, format!("this is {answer} so: {}", self.why))
            .help(self.help)
    }
}
