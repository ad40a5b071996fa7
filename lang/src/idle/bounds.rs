//! Numbers that go the wrong way: a price that only those can pay who have too little, an amount
//! that is never more than nothing, an ending at exactly 0 that may be passed over.

use super::key::key;
use super::range::Ranges;
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain, each_with_words};
use crate::ir::{
    ArithOp, BodyRef, CounterId, CounterPlace, Domain, End, Ends, Expr, ExprKind, Owner, Rulebook,
    SetOp, Stmt, StmtKind, TemplatePart, Type, Value,
};
use crate::source::Span;
use std::collections::BTreeMap;

/// Tells of them.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut found: BTreeMap<Span, Diagnostic> = BTreeMap::new();
    let mut say = |said: Diagnostic| {
        found.entry(said.span()).or_insert(said);
    };
    let uses = Uses::of(book);
    for of in &book.moves {
        let mut parts = Vec::new();
        of.needs.iter().for_each(|need| split(&need.condition, &mut parts));
        uses.wrong_way(&parts, &of.body.block).into_iter().for_each(&mut say);
    }
    visit::all(book, &mut |_, seen| {
        let Seen::Stmt(stmt) = seen else { return };
        if let StmtKind::If(e, then, _) = &stmt.kind {
            let mut parts = Vec::new();
            split(e, &mut parts);
            uses.wrong_way(&parts, then).into_iter().for_each(&mut say);
        }
        never_taken(stmt).into_iter().for_each(&mut say);
        too_much(book, stmt).into_iter().for_each(&mut say);
        if let StmtKind::Stage(stage) = &stmt.kind {
            stage
                .ends
                .iter()
                .for_each(|ends| uses.passed_over(ends).into_iter().for_each(&mut say));
        }
    });
    book.ends.iter().for_each(|ends| uses.passed_over(ends).into_iter().for_each(&mut say));
    found.remove(&Span::default());
    found.into_values().collect()
}

/// The parts of an `and`.
fn split<'e>(e: &'e Expr, to: &mut Vec<&'e Expr>) {
    if let ExprKind::And(a, b) = &e.kind {
        split(a, to);
        split(b, to);
    } else {
        to.push(e);
    }
}

fn counter_of(e: &Expr) -> Option<CounterId> {
    if let ExprKind::Counter(id, _) = e.kind { Some(id) } else { None }
}

fn number(e: &Expr) -> Option<i64> {
    if let ExprKind::Const(Value::Number(n)) = e.kind { Some(n) } else { None }
}

/// `me.life -= smaller(e, 0)`
fn never_taken(stmt: &Stmt) -> Option<Diagnostic> {
    let StmtKind::Set(_, SetOp::Minus, value) = &stmt.kind else { return None };
    let ExprKind::Arith(ArithOp::Min, a, b) = &value.kind else { return None };
    let fixed = [a, b].into_iter().filter_map(|e| number(e)).collect::<Vec<_>>();
    let [..=0] = fixed.as_slice() else { return None };
    let said =
        "what is taken away here is never more than 0: `smaller` picks the smaller of the two";
    Some(
        Diagnostic::new(Code::W0403, value.span, said)
            .help("write `larger(…, 0)`: it is never less than 0"),
    )
}

/// `life -= 12` of what is from 0 to 10: wherever it stands, it leaves its range.
fn too_much(book: &Rulebook, stmt: &Stmt) -> Option<Diagnostic> {
    let StmtKind::Set(place, op @ (SetOp::Plus | SetOp::Minus), value) = &stmt.kind else {
        return None;
    };
    let counter = &book[place.counter];
    let ((low, high), n) = (counter.range.filter(|_| !counter.capped)?, number(value)?);
    let sign = if let Type::Unit(unit) = counter.ty { book[unit].symbol.as_str() } else { "" };
    let done = if *op == SetOp::Minus { "taken from" } else { "added to" };
    let said = format!(
        "`{}` is from {sign}{low} to {sign}{high}: if {sign}{n} is {done} it, the game stops",
        counter.name
    );
    (n > high.checked_sub(low)?).then(|| {
        Diagnostic::new(Code::W0517, value.span, said).beside(counter.span, "it is kept here").help(
            "write a smaller number, or say what it is then (`= …`); to let it stay at its ends, \
             add `, capped` where it is declared",
        )
    })
}

struct Change<'a> {
    body: BodyRef,
    op: SetOp,
    value: &'a Expr,
    span: Span,
}

/// What the rules do with each counter.
struct Uses<'a> {
    book: &'a Rulebook,
    ranges: Ranges<'a>,
    changes: BTreeMap<CounterId, Vec<Change<'a>>>,
    /// How often it is read, and how often only to compare it with 0 or 1.
    reads: BTreeMap<CounterId, (usize, usize)>,
    /// Counters of which it is asked somewhere whether there is so much.
    enough: Vec<(CounterId, Option<String>)>,
    /// Counters of which it is asked whether they are below nothing.
    owing: Vec<CounterId>,
}

impl<'a> Uses<'a> {
    fn of(book: &'a Rulebook) -> Self {
        let mut uses = Self {
            book,
            ranges: Ranges::kept(book).with_print(),
            changes: BTreeMap::new(),
            reads: BTreeMap::new(),
            enough: Vec::new(),
            owing: Vec::new(),
        };
        visit::all(book, &mut |body, seen| match seen {
            Seen::Stmt(stmt) => {
                if let StmtKind::Set(place, op, value) = &stmt.kind {
                    let change = Change { body, op: *op, value, span: stmt.span };
                    uses.changes.entry(place.counter).or_default().push(change);
                }
                // Who has most of it in the end decides nothing before.
                if let StmtKind::End(End::Won(Domain { best: Some((.., by)), .. })) = &stmt.kind
                    && let Some(id) = counter_of(by)
                {
                    uses.reads.entry(id).or_default().1 += 1;
                }
            }
            Seen::Expr(e) => each_expr(e, &mut |e| uses.see(e)),
            Seen::Domain(d) => each_in_domain(d, &mut |e| uses.see(e)),
            Seen::Step(_) | Seen::Block(_) => {}
        });
        // What a text tells decides nothing.
        for text in book.texts.iter().filter(|t| !matches!(t.body, BodyRef::Test(_))) {
            for e in text.parts.iter().filter_map(TemplatePart::read) {
                if let Some(id) = counter_of(e) {
                    uses.reads.entry(id).or_default().1 += 1;
                }
            }
        }
        uses
    }

    fn see(&mut self, e: &Expr) {
        if let Some(id) = counter_of(e) {
            self.reads.entry(id).or_default().0 += 1;
        }
        let (ExprKind::Less(a, b) | ExprKind::LessEq(a, b) | ExprKind::Same(a, b)) = &e.kind else {
            return;
        };
        for (one, other) in [(a, b), (b, a)] {
            if let (Some(id), Some(0 | 1)) = (counter_of(one), number(other)) {
                self.reads.entry(id).or_default().1 += 1;
            }
        }
        let strict = matches!(e.kind, ExprKind::Less(..));
        if !matches!(e.kind, ExprKind::Same(..)) {
            self.enough.extend(counter_of(b).map(|id| (id, key(a))));
            self.owing.extend(
                counter_of(a).filter(|_| number(b).is_some_and(|n| n <= i64::from(strict))),
            );
        }
    }

    /// `needs me.coins <= c.price`, and then `me.coins -= c.price`.
    fn wrong_way(&self, parts: &[&Expr], block: &[Stmt]) -> Option<Diagnostic> {
        for part in parts {
            let (ExprKind::Less(has, price) | ExprKind::LessEq(has, price)) = &part.kind else {
                continue;
            };
            let ExprKind::Counter(id, owner) = &has.kind else { continue };
            let counter = &self.book[*id];
            let floor =
                counter.range.map_or(matches!(counter.ty, Type::Unit(_)), |(low, _)| low >= 0);
            if !floor || self.owing.contains(id) || counter.capped {
                continue;
            }
            let Some(price) = key(price) else { continue };
            // Those who have enough pay elsewhere: this may be credit.
            if self.enough.contains(&(*id, Some(price.clone()))) {
                continue;
            }
            let owner = owner.as_ref().map(|of| key(of));
            let paid = block
                .iter()
                .take_while(|stmt| !matches!(stmt.kind, StmtKind::Give(_) | StmtKind::End(_)))
                .find(|stmt| sets(stmt, *id));
            let Some(Stmt { kind: StmtKind::Set(place, SetOp::Minus, value), span, .. }) = paid
            else {
                continue;
            };
            let CounterPlace { key: of, .. } = place;
            if of.as_ref().map(|of| key(of)) == owner && key(value) == Some(price) {
                let name = &counter.name;
                let said = format!(
                    "only those get past this who have too little `{name}`: it asks for at most \
                     what is then taken away"
                );
                return Some(
                    Diagnostic::new(Code::W0517, part.span, said)
                        .beside(*span, "taken away here")
                        .help("turn the comparison round: write `>=`"),
                );
            }
        }
        None
    }

    /// `ends when me.life is 0`, where more than 1 is taken from `life` at once.
    fn passed_over(&self, ends: &Ends) -> Option<Diagnostic> {
        let mut found = None;
        each_with_words(self.book, &ends.condition, &mut |e| {
            if let ExprKind::Same(a, b) = &e.kind
                && number(b) == Some(0)
                && let Some(id) = counter_of(a)
                && found.is_none()
            {
                found = self.jumps(id).map(|at| (e.span, id, at));
            }
        });
        let (at, id, change) = found?;
        let name = &self.book[id].name;
        let said = format!(
            "`{name}` may fall from above 0 to below it, as more than 1 may be taken at once: then \
             this does not hold"
        );
        Some(
            Diagnostic::new(Code::W0523, at, said)
                .beside(change, "taken here")
                .help("write `<= 0` instead of `is 0`"),
        )
    }

    /// Whether more than 1 may be meant: by its ends, or by what is printed and read there.
    fn is_large(&self, change: &Change<'_>) -> bool {
        let most = |e: &Expr| self.ranges.read(change.body, e).high;
        let high = most(change.value);
        let mut printed = false;
        each_expr(change.value, &mut |e| {
            if let ExprKind::Field(of, name) = &e.kind {
                printed |= (2..i64::MAX).contains(&most(e)) || self.in_table(of, name);
            }
        });
        high >= 2 && (high < i64::MAX || printed)
    }

    /// Whether a table has a number above 1 there.
    fn in_table(&self, of: &Expr, name: &str) -> bool {
        let Type::Enum(id) = of.ty.bare() else { return false };
        let table = &self.book[*id];
        let at = table.fields.iter().position(|field| field.name == name);
        let mut all = table.values.iter().filter_map(|row| row.get(at?));
        all.any(|value| matches!(value, Value::Number(2..)))
    }

    /// Where a counter that begins above 0 may be taken from so that it comes to lie below.
    fn jumps(&self, id: CounterId) -> Option<Span> {
        let counter = &self.book[id];
        let start = counter.start.as_ref().and_then(number).filter(|n| *n > 0)?;
        let (all, small) = self.reads.get(&id).copied().unwrap_or_default();
        let run = matches!(counter.owner, Owner::Run(_));
        if counter.range.is_some() || run || all > small || self.owing.contains(&id) {
            return None;
        }
        let changes = self.changes.get(&id)?;
        let set_up = |c: &Change<'_>| c.body == BodyRef::Setup;
        if changes.iter().any(|c| c.op == SetOp::To || set_up(c)) {
            return None;
        }
        let large = changes.iter().find(|c| c.op == SetOp::Minus && self.is_large(c))?;
        // In equal steps it comes down to just 0.
        if let Some(step) = number(large.value) {
            let even = |n: Option<i64>| n.is_some_and(|n| n % step == 0);
            let each = changes.iter().all(|c| match c.op {
                SetOp::Minus => number(c.value) == Some(step),
                SetOp::Plus => even(number(c.value)),
                SetOp::To => false,
            });
            if each && even(Some(start)) {
                return None;
            }
        }
        Some(large.span)
    }
}

/// Whether a statement, or what is in it, may set a counter; what it calls may do anything.
fn sets(stmt: &Stmt, id: CounterId) -> bool {
    let mut found = false;
    crate::ir::walk::each_stmt(std::slice::from_ref(stmt), &mut |stmt| {
        found |= match &stmt.kind {
            StmtKind::Set(place, ..) => place.counter == id,
            StmtKind::Call { .. } | StmtKind::Choose(_) | StmtKind::Stage(_) => true,
            StmtKind::Let(..)
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Aside(_)
            | StmtKind::Remember(_)
            | StmtKind::Again => false,
        };
    });
    found
}
