//! What says nothing, though it looks as if it did: conditions that do not ask about the name they
//! bind, values that are the same in both cases, sums that are always 0, winners that nobody is.

use super::agree::agree;
use super::key::{domain_key, key};
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_domain, each_expr, locals_of};
use crate::ir::{
    ArithOp, Base, BodyRef, Domain, Expr, ExprKind, LocalId, Quantifier, Rulebook, Type, Value,
};
use crate::source::Span;
use std::collections::BTreeMap;

/// Tells of them. A rule that is typed once for each kind is told of if it is so for all.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut pass = Pass { book, found: BTreeMap::new() };
    visit::all(book, &mut |body, seen| match seen {
        Seen::Expr(e) => {
            each_expr(e, &mut |e| pass.expr(body, e));
            visit::domains(e, &mut |d| pass.domain(d));
        }
        Seen::Domain(d) => each_domain(d, &mut |d| {
            pass.domain(d);
            crate::ir::visit::domain_parts(d, &mut |part| {
                if let crate::ir::visit::Part::Expr(e) = part {
                    each_expr(e, &mut |e| pass.expr(body, e));
                    visit::domains(e, &mut |d| pass.domain(d));
                }
            });
        }),
        Seen::Stmt(_) | Seen::Step(_) | Seen::Block(_) => {}
    });
    pass.found.into_values().flatten().collect()
}

struct Pass<'a> {
    book: &'a Rulebook,
    found: BTreeMap<(Span, Code), Option<Diagnostic>>,
}

impl Pass<'_> {
    /// What is, or is not, said of a place; it is kept if all kinds agree.
    fn note(&mut self, code: Code, span: Span, said: Option<Diagnostic>) {
        if span != Span::default() {
            agree(&mut self.found, (span, code), said);
        }
    }

    fn expr(&mut self, body: BodyRef, e: &Expr) {
        match &e.kind {
            ExprKind::Quantified(_, local, domain, asked) => {
                let unread = !reads(asked, *local) && !constant(asked);
                let said = unread.then(|| self.unasked(body, *local, asked.span, &domain.elem));
                self.note(Code::W0509, asked.span, said);
                self.note(Code::W0404, asked.span, itself(e));
            }
            ExprKind::Count(d) => {
                if let Some((local, asked)) = &d.filter {
                    let unread = !reads(asked, *local) && !constant(asked);
                    let said = unread.then(|| self.unasked(body, *local, asked.span, &d.elem));
                    self.note(Code::W0509, asked.span, said);
                }
            }
            ExprKind::If(_, one, other) => {
                let same =
                    key(one).is_some_and(|k| key(other) == Some(k)) && one.span != other.span;
                let said = same.then(|| {
                    Diagnostic::new(
                        Code::W0404,
                        other.span,
                        "both values of this `if` are the same",
                    )
                    .beside(one.span, "here")
                    .help("write another value in one of the two cases, or leave the `if` out")
                });
                self.note(Code::W0404, other.span, said);
            }
            ExprKind::Arith(op, of, by) => self.nought(e, *op, of, by),
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                let all = matches!(e.kind, ExprKind::And(..));
                for part in [a, b] {
                    let said = settled(part, all);
                    self.note(Code::W0405, part.span, said);
                }
            }
            ExprKind::Less(a, b) | ExprKind::LessEq(a, b) => {
                let said = self.beyond_all(a, b, matches!(e.kind, ExprKind::Less(..)), e.span);
                self.note(Code::W0403, e.span, said);
            }
            ExprKind::Same(a, b) => {
                for (field, value) in [(a, b), (b, a)] {
                    if let ExprKind::Field(of, name) = &field.kind
                        && let ExprKind::Const(value) = &value.kind
                    {
                        let said = self.unprinted(of, name, value, e.span);
                        self.note(Code::W0403, e.span, said);
                    }
                }
            }
            _ => {}
        }
    }

    fn domain(&mut self, d: &Domain) {
        if let Some((most, _, by)) = &d.best {
            let said = self.all_equal(*most, by, d.span);
            self.note(Code::W0404, d.span, said);
        }
        if let Base::Minus(a, b) = &d.base {
            let same = domain_key(a).is_some_and(|k| domain_key(b) == Some(k));
            let said = same.then(|| {
                Diagnostic::new(
                    Code::W0404,
                    d.span,
                    "nothing is left here: both sides are the same",
                )
                .help("take away some of them only, such as `players - me`")
            });
            self.note(Code::W0404, d.span, said);
        }
    }

    /// `any t in top 1 of heap has c.fits`
    fn unasked(&self, body: BodyRef, local: LocalId, span: Span, elem: &Type) -> Diagnostic {
        let name = locals_of(self.book, body).map_or("", |locals| &locals[local].name);
        let bound = if name.is_empty() || name.starts_with('#') {
            "the name in front of it".to_owned()
        } else {
            format!("`{name}`")
        };
        let of = match elem {
            Type::Player => "player",
            Type::Card(_) => "card",
            _ => "of them",
        };
        let said =
            format!("this condition does not ask about {bound}: it is the same for each {of}");
        Diagnostic::new(Code::W0509, span, said).help(format!(
            "write {bound} where one of these is meant, or ask the question by itself"
        ))
    }

    /// `n * 0`, `n mod 1`
    fn nought(&mut self, e: &Expr, op: ArithOp, of: &Expr, by: &Expr) {
        let is = |e: &Expr, n: i64| matches!(e.kind, ExprKind::Const(Value::Number(m)) if m == n);
        let always = match op {
            ArithOp::Mul => (is(by, 0) && !constant(of)) || (is(of, 0) && !constant(by)),
            ArithOp::Mod => is(by, 1),
            ArithOp::Add | ArithOp::Sub | ArithOp::Div | ArithOp::Min | ArithOp::Max => false,
        };
        let said = always.then(|| {
            Diagnostic::new(Code::W0515, e.span, "this is always 0")
                .help("write another number, or leave it out")
        });
        self.note(Code::W0515, e.span, said);
    }

    /// A field of a card that is compared with what no card has.
    fn unprinted(&self, of: &Expr, name: &str, value: &Value, span: Span) -> Option<Diagnostic> {
        let Type::Card(kinds) = of.ty.bare() else { return None };
        if !matches!(value, Value::Member(..) | Value::Bool(_)) {
            return None;
        }
        let mut rows = 0;
        for kind in kinds.iter().map(|kind| &self.book[kind]) {
            let at = kind.fields.iter().position(|field| field.name == name)?;
            let printed = self.book.rows_of(kind);
            rows += printed.len();
            if printed.iter().any(|row| row.values.get(at) == Some(value)) {
                return None;
            }
        }
        (rows > 0).then(|| {
            let said = format!("this is never so: no card has this as its `{name}`");
            Diagnostic::new(Code::W0403, span, said)
                .help("ask for something that is printed on a card of the decks, or add such cards")
        })
    }

    /// `c.worth > 5`, where no card is worth more.
    fn beyond_all(&self, a: &Expr, b: &Expr, strict: bool, span: Span) -> Option<Diagnostic> {
        let printed = |e: &Expr| {
            let ExprKind::Field(of, name) = &e.kind else { return None };
            let (low, high) = self.printed(of, name)?;
            Some((name.clone(), low, high))
        };
        let number = |e: &Expr| {
            let ExprKind::Const(Value::Number(n)) = e.kind else { return None };
            Some(n)
        };
        let short = |one: i64, other: i64| if strict { one >= other } else { one > other };
        let (never, name, best, most) = match (printed(a), printed(b), number(a), number(b)) {
            // `5 < c.worth`
            (None, Some((name, _, high)), Some(n), _) => (short(n, high), name, high, "most"),
            (Some((name, low, _)), None, _, Some(n)) => (short(low, n), name, low, "least"),
            _ => return None,
        };
        never.then(|| {
            let said =
                format!("this is never so: the {most} that a card has as its `{name}` is {best}");
            Diagnostic::new(Code::W0403, span, said)
                .help("write a number that some of the cards have, or add such cards")
        })
    }

    /// The least and the most number that cards have printed as something.
    fn printed(&self, of: &Expr, name: &str) -> Option<(i64, i64)> {
        let Type::Card(kinds) = of.ty.bare() else { return None };
        let mut all: Option<(i64, i64)> = None;
        for kind in kinds.iter().map(|kind| &self.book[kind]) {
            let at = kind.fields.iter().position(|field| field.name == name)?;
            for row in self.book.rows_of(kind) {
                let Some(Value::Number(n)) = row.values.get(at) else { return None };
                let (low, high) = all.unwrap_or((*n, *n));
                all = Some((low.min(*n), high.max(*n)));
            }
        }
        all
    }

    /// `players with most score`, where `define score for p: Player = 1`
    fn all_equal(&self, most: bool, by: &Expr, span: Span) -> Option<Diagnostic> {
        let ExprKind::Word(id, _) = &by.kind else { return None };
        let word = &self.book[*id];
        if !matches!(word.value.kind, ExprKind::Const(_)) {
            return None;
        }
        let best = if most { "most" } else { "least" };
        let said = format!("`{}` is the same for all, so none has {best} of it", word.name);
        Some(
            Diagnostic::new(Code::W0404, span, said).beside(word.span, "declared here").help(
                "let it depend on what it is asked of: `define score for p: Player = p.points`",
            ),
        )
    }
}

/// `any a in top 1 of heap has (any b in top 2 of heap has b.rank is a.rank)`: the first is among
/// the second, and is like itself.
fn itself(e: &Expr) -> Option<Diagnostic> {
    let ExprKind::Quantified(_, outer, from, asked) = &e.kind else { return None };
    let ExprKind::Quantified(inner @ (Quantifier::Any | Quantifier::No), other, among, same) =
        &asked.kind
    else {
        return None;
    };
    let ExprKind::Same(a, b) = &same.kind else { return None };
    let (a, b) = (key(a)?, key(b)?);
    let (one, two) = (format!("L{};", outer.0), format!("L{};", other.0));
    let alike = a != b && a.replace(&two, &one) == b.replace(&two, &one);
    if !alike || !lies_in(from, among) {
        return None;
    }
    let answer = if *inner == Quantifier::Any { "always" } else { "never" };
    let said = format!("this is {answer} so: each is among the others, and is like itself");
    Some(
        Diagnostic::new(Code::W0404, asked.span, said)
            .help("leave it out of the second group: `any b in … has (b is not a and …)`"),
    )
}

/// Whether the members of one domain are surely among those of the other.
fn lies_in(one: &Domain, other: &Domain) -> bool {
    let whole = other.filter.is_none() && other.best.is_none();
    let zone = |d: &Domain| {
        if let Base::Zone(zone) | Base::Top(zone, _) = &d.base { key(zone) } else { domain_key(d) }
    };
    let count = |n: &Expr| {
        let ExprKind::Const(Value::Number(n)) = n.kind else { return None };
        Some(n)
    };
    let enough = match (&one.base, &other.base) {
        (Base::Top(_, n), Base::Top(_, m)) => count(n).zip(count(m)).is_some_and(|(n, m)| n <= m),
        (_, Base::Top(..)) => false,
        _ => true,
    };
    whole && enough && zone(one).is_some_and(|k| zone(other) == Some(k))
}

/// `x or yes`
fn settled(part: &Expr, all: bool) -> Option<Diagnostic> {
    let ExprKind::Const(Value::Bool(yes)) = part.kind else { return None };
    let (word, answer) = if all { ("and", "never") } else { ("or", "always") };
    let said = if yes == all {
        format!("`{word}` with this changes nothing")
    } else {
        format!("with this behind `{word}`, the whole is {answer} so")
    };
    Some(
        Diagnostic::new(Code::W0405, part.span, said)
            .help("write a condition here, or leave it out with its `and` or `or`"),
    )
}

fn constant(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(_))
}

/// Whether an expression reads a name.
pub(super) fn reads(e: &Expr, local: LocalId) -> bool {
    let mut found = false;
    each_expr(e, &mut |e| {
        found |=
            matches!(&e.kind, ExprKind::Local(id) | ExprKind::Committed(id, _) if *id == local);
    });
    found
}
