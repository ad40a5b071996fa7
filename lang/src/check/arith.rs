//! Operators: `and`, `or`, `not`, arithmetic, lists that are joined, `otherwise`, ranges.

use super::body_checker::BodyChecker;
use super::calls::calculable;
use super::env::Env;
use super::expr::{Operand, alike, as_list};
use super::fill::{sign, written};
use super::judge::Judge;
use super::parts::Sides;
use super::reports::Reports;
use super::sight::Sight;
use super::types::{expr, is_amount, join, mixed, plain, shown};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Help};
use crate::ir::{ArithOp, Base, Domain, Expr, ExprKind, Order, Type, Value};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, UnaryOp};

impl BodyChecker<'_> {
    /// `a op b`
    pub fn binary(
        &mut self,
        op: BinaryOp,
        sides: Sides<'_>,
        span: Span,
        want: Option<&Type>,
    ) -> Option<Operand> {
        let since = self.out.reports.now();
        let wanted = self.wanted.take();
        let found = self.binary_of(op, sides, span, want);
        if found.is_none() {
            self.maybe_sides(since, sides, span);
            self.maybe_beside(since, sides);
        }
        self.wanted = wanted;
        found
    }

    fn binary_of(
        &mut self,
        op: BinaryOp,
        sides: Sides<'_>,
        span: Span,
        want: Option<&Type>,
    ) -> Option<Operand> {
        let Sides { left: a, right: b } = sides;
        match op {
            BinaryOp::And | BinaryOp::Or => {
                let since = self.out.reports.now();
                let found = self.logic(op == BinaryOp::And, a, b, span);
                let amount = want.is_some_and(|ty| is_amount(ty.bare()));
                if found.is_none() && op == BinaryOp::And && amount {
                    let sum = written(a).zip(written(b)).map(|(a, b)| format!("{a} + {b}"));
                    self.out.reports.for_sum(since, a.span, b.span, sum);
                }
                found.map(Operand::Val)
            }
            BinaryOp::Is => self.is(a, b, span).map(Operand::Val),
            BinaryOp::IsNot => self.is(a, b, span).map(|e| Operand::Val(negated(e))),
            BinaryOp::In => self.is_in(a, b, span).map(Operand::Val),
            BinaryOp::Less | BinaryOp::LessEq | BinaryOp::More | BinaryOp::MoreEq => {
                self.order(op, a, b, span).map(Operand::Val)
            }
            BinaryOp::Otherwise => self.otherwise(a, b, span, want).map(Operand::Val),
            BinaryOp::Range => self.range(a, b, span, want),
            BinaryOp::Plus | BinaryOp::Minus if takes_in_more(b) => {
                self.report(
                    Diagnostic::new(
                        Code::W0408,
                        b.span,
                        "what stands behind this `else` all belongs to it, the rest of the sum too",
                    )
                    .help("put brackets around the `if`: `a + (if b then 1 else 0) + c`"),
                );
                self.plus(op == BinaryOp::Plus, sides, span, want)
            }
            BinaryOp::Plus | BinaryOp::Minus => self.plus(op == BinaryOp::Plus, sides, span, want),
            BinaryOp::Times | BinaryOp::Divide | BinaryOp::Mod => {
                self.times(op, a, b, span).map(Operand::Val)
            }
        }
    }

    /// `not g.lair`, which holds something or none.
    fn not_there(&mut self, of: &ast::Expr, span: Span) -> Option<Diagnostic> {
        if !matches!(of.kind, ast::ExprKind::Dot(..)) {
            return None;
        }
        let typed = self.silently(|cx| cx.value(of, None))?;
        let there = matches!(typed.ty, Type::Optional(_)) && *typed.ty.bare() != Type::Bool;
        let of = written(of).filter(|_| there)?;
        let said = Diagnostic::new(Code::E0414, span, "`not` asks the opposite of a condition");
        Some(said.help(format!("whether nothing is there: write `{of} is none`")))
    }

    /// `not a`, `-a`
    pub fn unary(&mut self, op: UnaryOp, of: &ast::Expr, span: Span) -> Option<Expr> {
        match op {
            UnaryOp::Not => match self.not_there(of, span) {
                Some(said) => self.wrong(said),
                None => Some(negated(Expr { span, ..self.condition(of)? })),
            },
            UnaryOp::Minus => {
                let of = self.value(of, None)?;
                let of = calculable(&mut self.judge(), of)?;
                let ty = of.ty.clone();
                if let ExprKind::Const(Value::Number(n)) = of.kind {
                    return Some(expr(
                        ExprKind::Const(Value::Number(n.saturating_neg())),
                        ty,
                        span,
                    ));
                }
                Some(expr(ExprKind::Minus(Box::new(of)), ty, span))
            }
        }
    }

    /// `and`, `or`: what the left side tells is known on the right.
    fn logic(&mut self, and: bool, a: &ast::Expr, b: &ast::Expr, span: Span) -> Option<Expr> {
        let those = matches!(a.kind, ast::ExprKind::Those(_));
        if let ast::ExprKind::Those(binder) | ast::ExprKind::First(binder) = &a.kind
            && (those || mentioned(&binder.name.text, b))
            && let Some(filter) = &binder.domain.filter
        {
            let joined = Span { start: a.span.end, end: b.span.start, ..span };
            return loose_where(&mut self.out.reports, filter, b, joined, and);
        }
        // It means nothing unless it belongs to each member.
        let loose = is_value(b) || speaks_of_each(a, b) && self.is_lost(b);
        if let Some(said) = loose_has(a, b, and).filter(|_| loose) {
            return self.wrong(said);
        }
        let since = self.out.reports.now();
        let left = self.condition(a);
        if left.is_none() && !and && self.out.reports.for_otherwise(since) {
            return None;
        }
        let learned = left.as_ref().map(|l| self.facts.learned(l, and)).unwrap_or_default();
        let mark = self.facts.learn(learned);
        let since = self.out.reports.now();
        let right = self.condition(b);
        self.facts.unlearn(mark);
        if right.is_none() && !and && is_comparison(a) {
            let asked = one_of_two(a, b).unwrap_or_else(|| "c.color in (pink, black)".to_owned());
            self.out.reports.for_list(since, &asked);
        }
        let (left, right) = (Box::new(left?), Box::new(right?));
        let kind = if and { ExprKind::And(left, right) } else { ExprKind::Or(left, right) };
        Some(expr(kind, Type::Bool, span))
    }

    /// Whether a condition has names that mean nothing.
    fn is_lost(&mut self, e: &ast::Expr) -> bool {
        self.silently(|cx| {
            let since = cx.out.reports.now();
            let wrong = cx.condition(e).is_none();
            let unknown = |d: &Diagnostic| matches!(d.code, Code::E0401 | Code::E0402);
            wrong && cx.out.reports.since(since).iter().any(unknown)
        })
    }

    /// `a otherwise b`
    fn otherwise(
        &mut self,
        a: &ast::Expr,
        b: &ast::Expr,
        span: Span,
        want: Option<&Type>,
    ) -> Option<Expr> {
        if is_open_list(a) {
            return self.wrong(
                Diagnostic::new(Code::E0419, span, "`otherwise` would belong to the list here")
                    .help("use brackets: `(first x in …) otherwise y`"),
            );
        }
        let left = self.operand(a, want)?;
        if !matches!(left, Operand::Val(_))
            && !matches!(&left, Operand::Zone(z) if self.env.zone_shape(z) == Some(crate::ir::ZoneShape::Slot))
        {
            return self.wrong(
                Diagnostic::new(
                    Code::E0419,
                    left.span(),
                    "a list is never none, so `otherwise` has nothing to do here",
                )
                .help("put brackets around what may be none: `(first x in …) otherwise y`"),
            );
        }
        let left = self.facts.as_value(left);
        let hint = left.ty.bare().clone();
        let right = self.value(b, Some(&hint))?;
        if !left.ty.may_be_none() {
            self.report(
                Diagnostic::new(
                    Code::W0401,
                    left.span,
                    "this is never none, so what follows `otherwise` never counts",
                )
                .help("leave `otherwise` and what follows out"),
            );
        }
        let (left, right) = alike(&mut self.judge(), left, right)?;
        let ty = join(left.ty.bare(), &right.ty)?;
        Some(expr(ExprKind::Otherwise(Box::new(left), Box::new(right)), ty, span))
    }

    /// `a..b`: two numbers or amounts, both ends included.
    fn range(
        &mut self,
        a: &ast::Expr,
        b: &ast::Expr,
        span: Span,
        want: Option<&Type>,
    ) -> Option<Operand> {
        let (low, high) = (self.value(a, want), self.value(b, want));
        let (low, high) =
            (calculable(&mut self.judge(), low?)?, calculable(&mut self.judge(), high?)?);
        let (low, high) = alike(&mut self.judge(), low, high)?;
        let elem = low.ty.clone();
        let base = Base::Range(Box::new(low), Box::new(high));
        Some(Operand::Dom(Box::new(plain(base, elem, Order::Ordered, span))))
    }

    /// `+` and `-` on amounts and on lists.
    fn plus(
        &mut self,
        plus: bool,
        sides: Sides<'_>,
        span: Span,
        want: Option<&Type>,
    ) -> Option<Operand> {
        if let Some(text) = plus.then(|| one_text(sides)).flatten() {
            let said = Diagnostic::new(Code::E0404, span, "texts are not added");
            return self.wrong(said.help(format!("write them as one, values in braces: {text}")));
        }
        let left = self.operand(sides.left, want);
        let right = self.operand(sides.right, want);
        let (left, right) = (left?, right?);
        if let Some(said) = next_player(&self.sight(), plus, &left, &right, span) {
            return self.wrong(said);
        }
        if is_listed(&left) || is_listed(&right) {
            return joined(&mut self.judge(), plus, left, right, span);
        }
        let (a, b) = (self.facts.as_value(left), self.facts.as_value(right));
        let (a, b) = (calculable(&mut self.judge(), a)?, calculable(&mut self.judge(), b)?);
        let (a, b) = alike(&mut self.judge(), a, b)?;
        let ty = a.ty.clone();
        let op = if plus { ArithOp::Add } else { ArithOp::Sub };
        Some(Operand::Val(expr(ExprKind::Arith(op, Box::new(a), Box::new(b)), ty, span)))
    }

    /// `*`, `/`, `mod`
    fn times(&mut self, op: BinaryOp, a: &ast::Expr, b: &ast::Expr, span: Span) -> Option<Expr> {
        let (a, b) = (self.value(a, None), self.value(b, None));
        let (a, b) = (calculable(&mut self.judge(), a?)?, calculable(&mut self.judge(), b?)?);
        let ty = match (op, &a.ty, &b.ty) {
            (_, Type::Number, Type::Number) => Type::Number,
            (BinaryOp::Times, Type::Unit(u), Type::Number)
            | (BinaryOp::Times, Type::Number, Type::Unit(u)) => Type::Unit(*u),
            (BinaryOp::Divide | BinaryOp::Mod, Type::Unit(u), Type::Number) => Type::Unit(*u),
            (BinaryOp::Divide, Type::Unit(x), Type::Unit(y)) if x == y => Type::Number,
            (BinaryOp::Mod, Type::Unit(x), Type::Unit(y)) if x == y => Type::Unit(*x),
            _ => {
                let said = mixed(self.env, span, None, &a.ty, &b.ty);
                return self.wrong(said);
            }
        };
        let op = match op {
            BinaryOp::Times => ArithOp::Mul,
            BinaryOp::Divide => ArithOp::Div,
            _ => ArithOp::Mod,
        };
        debug_assert!(is_amount(&ty));
        Some(expr(ExprKind::Arith(op, Box::new(a), Box::new(b)), ty, span))
    }

    /// `(a)` is `a`; `(a, b)` is a list.
    pub fn group(
        &mut self,
        items: &[ast::Expr],
        span: Span,
        want: Option<&Type>,
    ) -> Option<Operand> {
        if let [one] = items {
            return self.operand(one, want);
        }
        let hint = match want.map(Type::bare) {
            Some(Type::List(of, _)) => Some((**of).clone()),
            _ => want.cloned(),
        };
        let mut elem = Type::None;
        let mut typed = Vec::new();
        let mut fine = true;
        for item in items {
            let known = if elem == Type::None { hint.clone() } else { Some(elem.clone()) };
            let Some(value) = self.value(item, known.as_ref()) else {
                fine = false;
                continue;
            };
            match if elem == Type::None { Some(value.ty.clone()) } else { join(&elem, &value.ty) } {
                Some(ty) => elem = ty,
                None => {
                    let (one, other) = (shown(self.env, &elem), shown(self.env, &value.ty));
                    let said = format!(
                        "a list has members of one type, but this is `{other}` among `{one}`"
                    );
                    self.report(
                        Diagnostic::new(Code::E0404, value.span, said)
                            .help("leave it out, or make two lists"),
                    );
                    fine = false;
                }
            }
            typed.push(value);
        }
        if !fine {
            return None;
        }
        Some(Operand::Dom(Box::new(plain(
            Base::Items(typed),
            elem.bare().clone(),
            Order::Ordered,
            span,
        ))))
    }
}

/// Lists joined, or one without the members of another.
fn joined(
    judge: &mut Judge<'_>,
    plus: bool,
    left: Operand,
    right: Operand,
    span: Span,
) -> Option<Operand> {
    let (a, b) = (as_list(judge.sight.env, left)?, as_list(judge.sight.env, right)?);
    let elem = common_member(judge.sight.env, judge.reports, &a, &b)?;
    let both = a.order == Order::Ordered && b.order == Order::Ordered;
    if plus {
        let order = if both { Order::Ordered } else { Order::Unordered };
        let mut parts = Vec::new();
        for part in [a, b] {
            match part {
                Domain { base: Base::Union(inner), filter: None, best: None, .. } => {
                    parts.extend(inner)
                }
                other => parts.push(other),
            }
        }
        return Some(Operand::Dom(Box::new(plain(Base::Union(parts), elem, order, span))));
    }
    let (order, elem) = (a.order, a.elem.clone());
    let base = Base::Minus(Box::new(a), Box::new(b));
    Some(Operand::Dom(Box::new(plain(base, elem, order, span))))
}

/// `those p in players where a and b`
fn loose_where(
    reports: &mut Reports,
    first: &ast::Expr,
    second: &ast::Expr,
    joined: Span,
    and: bool,
) -> Option<Expr> {
    let word = if and { "and" } else { "or" };
    let whole = written(first).zip(written(second));
    let whole = whole.map(|(a, b)| format!("{a} {word} {b}"));
    let whole = whole.unwrap_or_else(|| format!("… {word} …"));
    let message = format!("after `where`, `{word}` needs brackets");
    reports.wrong(
        Diagnostic::new(Code::E0114, joined, message)
            .beside(first.span, "one comparison belongs to `where`")
            .help(format!("write `where ({whole})`")),
    )
}

/// `starter + 1`
fn next_player(
    sight: &Sight<'_>,
    plus: bool,
    left: &Operand,
    right: &Operand,
    span: Span,
) -> Option<Diagnostic> {
    let (Operand::Val(who), Operand::Val(step)) = (left, right) else { return None };
    if *who.ty.bare() != Type::Player || step.ty != Type::Number {
        return None;
    }
    let called = match sight.called(who) {
        empty if empty.is_empty() => "p".to_owned(),
        called => called,
    };
    let side = |plus: bool| if plus { "left" } else { "right" };
    Some(
        Diagnostic::new(Code::E0404, span, "a player is no number, and nothing is added to one")
            .help(format!(
                "the next player is `{called}.{}`, the one before `{called}.{}`",
                side(plus),
                side(!plus)
            )),
    )
}

/// Whether an operand is joined, as against added.
fn is_listed(operand: &Operand) -> bool {
    match operand {
        Operand::Zone(_) | Operand::Dom(_) => true,
        Operand::Val(e) => {
            matches!(e.ty.bare(), Type::List(..) | Type::Card(_) | Type::Player | Type::Enum(_))
        }
    }
}

/// The type of members of two lists that meet.
fn common_member(env: &Env, reports: &mut Reports, a: &Domain, b: &Domain) -> Option<Type> {
    let found = match (&a.elem, &b.elem) {
        (Type::None, other) | (other, Type::None) => Some(other.clone()),
        (a, b) => join(a, b),
    };
    if found.is_none() {
        let (one, other) = (shown(env, &a.elem), shown(env, &b.elem));
        reports.report(
            Diagnostic::new(
                Code::E0404,
                b.span,
                format!("the members are `{other}` here, but `{one}` there"),
            )
            .help(Help::open("join two lists whose members are of one type"))
            .beside(a.span, "there"),
        );
    }
    found
}

/// `"Sell " + c + "?"` as one text.
fn one_text(sides: Sides<'_>) -> Option<String> {
    let mut parts = Vec::new();
    flat(sides.left, &mut parts);
    flat(sides.right, &mut parts);
    if !parts.iter().any(|part| matches!(part.kind, ast::ExprKind::Text(_))) {
        return None;
    }
    let words = parts.iter().map(|part| match &part.kind {
        ast::ExprKind::Text(text) => Some(text.raw.clone()),
        _ => written(part).map(|value| format!("{{{value}}}")),
    });
    Some(
        words.collect::<Option<String>>().map_or_else(
            || "`\"Sell {c} for {price}?\"`".to_owned(),
            |words| format!("`\"{words}\"`"),
        ),
    )
}

/// The parts of a sum.
fn flat<'e>(e: &'e ast::Expr, to: &mut Vec<&'e ast::Expr>) {
    match &e.kind {
        ast::ExprKind::Binary(BinaryOp::Plus, _, a, b) => {
            flat(a, to);
            flat(b, to);
        }
        _ => to.push(e),
    }
}

/// The opposite; two of them are none.
pub(super) fn negated(e: Expr) -> Expr {
    let span = e.span;
    match e.kind {
        ExprKind::Not(of) if of.ty == Type::Bool => *of,
        _ => expr(ExprKind::Not(Box::new(e)), Type::Bool, span),
    }
}

/// Whether `otherwise` behind it may have been meant for the whole.
fn is_open_list(e: &ast::Expr) -> bool {
    matches!(e.kind, ast::ExprKind::Players | ast::ExprKind::Opponents | ast::ExprKind::Those(_))
}

/// `c.feature is raincoat`
fn is_comparison(e: &ast::Expr) -> bool {
    matches!(&e.kind, ast::ExprKind::Binary(BinaryOp::Is, ..))
}

/// `if … then 60 else 0 - 60 * n` as a part of a sum, without brackets of its own.
fn takes_in_more(part: &ast::Expr) -> bool {
    let ast::ExprKind::If(_, _, otherwise) = &part.kind else { return false };
    matches!(otherwise.kind, ast::ExprKind::Binary(BinaryOp::Plus | BinaryOp::Minus, ..))
}

/// `every p in players has p.x is 3 or 4`: what follows belongs to each member, too.
fn loose_has(a: &ast::Expr, b: &ast::Expr, and: bool) -> Option<Diagnostic> {
    let ast::ExprKind::Quantifier(_, _, first) = &a.kind else { return None };
    let word = if and { "and" } else { "or" };
    let mut second = written(b);
    // `3 or 4`: the same is compared twice.
    if let ast::ExprKind::Binary(op, _, left, _) = &first.kind
        && is_value(b)
    {
        second = written(left).zip(second).map(|(left, b)| format!("{left} {} {b}", sign(*op)));
    }
    let whole = written(first)
        .zip(second)
        .map_or_else(|| format!("… {word} …"), |(a, b)| format!("{a} {word} {b}"));
    let joined = Span { start: a.span.end, end: b.span.start, ..a.span };
    Some(
        Diagnostic::new(Code::E0114, joined, format!("after `has`, `{word}` needs brackets"))
            .beside(first.span, "one comparison belongs to `has`")
            .help(format!("write `has ({whole})`")),
    )
}

fn is_value(e: &ast::Expr) -> bool {
    matches!(e.kind, ast::ExprKind::Number(_) | ast::ExprKind::Money(..))
}

/// Whether an expression has the name that a question gives to each member.
fn speaks_of_each(of: &ast::Expr, e: &ast::Expr) -> bool {
    let ast::ExprKind::Quantifier(_, binder, _) = &of.kind else { return false };
    mentioned(&binder.name.text, e)
}

/// Whether a name stands in an expression.
fn mentioned(name: &str, e: &ast::Expr) -> bool {
    let mut found = false;
    super::walk::mentions(e, &mut |other| found |= *name == *other);
    found
}

/// `c.rank is 1 or 2`, as it is asked: `c.rank in (1, 2)`.
fn one_of_two(a: &ast::Expr, b: &ast::Expr) -> Option<String> {
    let ast::ExprKind::Binary(BinaryOp::Is, _, of, first) = &a.kind else { return None };
    Some(format!("{} in ({}, {})", written(of)?, written(first)?, written(b)?))
}
