//! `is`, `in`, `<` and their kin.

use super::body_checker::BodyChecker;
use super::env::Env;
use super::expr::{Operand, alike, as_list};
use super::fill::written;
use super::habits::{never_empty, one_number};
use super::judge::Judge;
use super::literal::row_of;
use super::names::stands_alone;
use super::reports::Reports;
use super::scope::Scope;
use super::tables::Tables;
use super::types::{comparable, expr, is_amount, shown};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Help};
use crate::ir::{Domain, Expr, ExprKind, KindSet, Order, RowId, Type, ZoneShape};
use crate::letters::in_name;
use crate::resolve::names::Def;
use crate::resolve::uses::Meaning;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp};

impl BodyChecker<'_> {
    /// `a is b`
    pub fn is(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span) -> Option<Expr> {
        use ast::ExprKind as Ast;
        match (&strip(a).kind, &strip(b).kind) {
            (_, Ast::Empty) => self.is_empty(a, span),
            (Ast::Empty, _) => self.is_empty(b, span),
            (_, Ast::None) => self.is_none(a, span),
            (Ast::None, _) => self.is_none(b, span),
            (_, Ast::Literal(words)) => self.is_literal(a, words, span),
            (Ast::Literal(words), _) => self.is_literal(b, words, span),
            (_, Ast::Group(items)) if all_literals(items) => self.are_literals(a, items, span),
            (Ast::Group(items), _) if all_literals(items) => self.are_literals(b, items, span),
            _ => self.is_other(a, b, span),
        }
    }

    /// Two values or two lists.
    fn is_other(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span) -> Option<Expr> {
        let (first, second, swapped) = if stands_alone(&self.scope, &self.place, a)
            || !stands_alone(&self.scope, &self.place, b)
        {
            (a, b, false)
        } else {
            (b, a, true)
        };
        let one = self.operand(first, None);
        let hint = one.as_ref().map(|o| self.facts.type_as_value(o));
        if !swapped
            && let Some(Type::Card(_)) = hint.as_ref().map(Type::bare)
            && let Some(kinds) = kind_named(&self.scope, second)
        {
            return self.is_kind(one?, kinds, second.span, span);
        }
        if one.is_none() && !stands_alone(&self.scope, &self.place, second) {
            return None;
        }
        if let Some(said) =
            hint.as_ref().and_then(|ty| asked_with_is(&self.scope, first, ty, second))
        {
            return self.wrong(said);
        }
        let other = self.operand(second, hint.as_ref());
        let (one, other) = (one?, other?);
        let (left, right) = if swapped { (other, one) } else { (one, other) };
        if several(self.env, &left) || several(self.env, &right) {
            let one = Side { written: a, typed: &left };
            let other = Side { written: b, typed: &right };
            let said = one_of_several(self.env, one, other, span);
            if let Some(said) = said.or_else(|| number_of(one, other, span)) {
                return self.wrong(said);
            }
            return same_list(self.env, &mut self.out.reports, left, right, span);
        }
        let (left, right) = (self.facts.as_value(left), self.facts.as_value(right));
        same(&mut self.judge(), left, right, span)
    }

    /// `c is Vehicle`
    fn is_kind(&mut self, of: Operand, kinds: KindSet, at: Span, span: Span) -> Option<Expr> {
        let of = self.facts.as_value(of);
        if let Type::Card(have) = of.ty.bare()
            && have.and(kinds).0 == 0
        {
            let (have, kind) = (shown(self.env, of.ty.bare()), shown(self.env, &Type::Card(kinds)));
            return self.wrong(
                Diagnostic::new(Code::E0408, at, format!("this is `{have}`, and never `{kind}`"))
                    .help("leave the question out, or ask about a kind that it may be"),
            );
        }
        Some(expr(ExprKind::IsKind(Box::new(of), kinds), Type::Bool, span))
    }

    /// `a is empty`
    fn is_empty(&mut self, a: &ast::Expr, span: Span) -> Option<Expr> {
        let operand = self.operand(a, None)?;
        let listed = match &operand {
            Operand::Val(e) => {
                matches!(e.ty.bare(), Type::List(..))
                    || matches!(e.ty, Type::Optional(_))
                    || matches!(e.kind, ExprKind::SlotCard(_))
            }
            _ => true,
        };
        if !listed {
            let Operand::Val(e) = operand else { return None };
            let have = shown(self.env, &e.ty);
            let of = self.sight().called(&e);
            let none =
                self.sight().members_of(e.ty.bare()).into_iter().filter(|(_, ty)| ty.may_be_none());
            let none: Vec<String> =
                none.map(|(name, _)| format!("`{of}.{name} is none`")).collect();
            let free = (!none.is_empty() && !of.is_empty() && none.len() < 3)
                .then(|| Help::from(format!("write {}", super::fill::listed(&none))));
            let way = free.or_else(|| never_empty(&self.sight(), &e).map(Help::from));
            let way = way.or_else(|| self.sight().perhaps(&e, |ty| matches!(ty, Type::List(..))));
            let help = way.unwrap_or_else(|| {
                Help::open("only zones and lists can be empty; of what may be none ask `is none`")
            });
            return self.wrong(
                Diagnostic::new(Code::E0407, e.span, format!("this is `{have}`, not a list"))
                    .help(help),
            );
        }
        let domain = as_list(self.env, operand)?;
        Some(expr(ExprKind::IsEmpty(Box::new(domain)), Type::Bool, span))
    }

    /// `a is none`
    fn is_none(&mut self, a: &ast::Expr, span: Span) -> Option<Expr> {
        let operand = self.operand(a, None)?;
        if several(self.env, &operand) && !matches!(&operand, Operand::Val(e) if e.ty.may_be_none())
        {
            return self.wrong(
                Diagnostic::new(Code::E0407, operand.span(), "a list is never none")
                    .help("ask whether it `is empty`"),
            );
        }
        let value = self.facts.as_value(operand);
        if !value.ty.may_be_none() && !matches!(value.kind, ExprKind::SlotCard(_)) {
            self.report(Diagnostic::new(Code::W0401, value.span, "this is never none").help(
                match is_amount(&value.ty) {
                    true => "leave the question out, or compare it with `0`",
                    false => "leave the question out",
                },
            ));
        }
        Some(expr(ExprKind::IsNone(Box::new(value)), Type::Bool, span))
    }

    /// `a is [literal]`
    fn is_literal(
        &mut self,
        a: &ast::Expr,
        words: &[ast::LiteralWord],
        span: Span,
    ) -> Option<Expr> {
        let operand = self.operand(a, None)?;
        if several(self.env, &operand) {
            let domain = as_list(self.env, operand)?;
            let row = row_of(&self.scope, &mut self.out.reports, words, Some(&domain.elem), span)?;
            return rows_are(domain, vec![row], span);
        }
        let value = self.facts.as_value(operand);
        holds_cards(&mut self.judge(), &value)?;
        let row = row_of(&self.scope, &mut self.out.reports, words, Some(&value.ty), span)?;
        Some(expr(ExprKind::IsRow(Box::new(value), row), Type::Bool, span))
    }

    /// `a is ([x], [y])`
    fn are_literals(&mut self, a: &ast::Expr, items: &[ast::Expr], span: Span) -> Option<Expr> {
        let operand = self.operand(a, None)?;
        if let Operand::Val(value) = &operand
            && !matches!(value.ty.bare(), Type::List(..))
        {
            holds_cards(&mut self.judge(), value)?;
        }
        let domain = as_list(self.env, operand)?;
        let mut rows = Vec::new();
        for item in items {
            if let ast::ExprKind::Literal(words) = &item.kind {
                rows.push(row_of(
                    &self.scope,
                    &mut self.out.reports,
                    words,
                    Some(&domain.elem),
                    item.span,
                ));
            }
        }
        let rows: Option<Vec<RowId>> = rows.into_iter().collect();
        rows_are(domain, rows?, span)
    }

    /// `a in D`
    pub fn is_in(&mut self, a: &ast::Expr, b: &ast::Expr, span: Span) -> Option<Expr> {
        if let ast::ExprKind::Literal(words) = &strip(a).kind {
            return self.copy_in(words, a.span, b, span);
        }
        let (faces, others) = listed(strip(b));
        if !faces.is_empty() {
            return self.among_faces(a, &faces, others, span);
        }
        let (value, domain) = if stands_alone(&self.scope, &self.place, a)
            || !stands_alone(&self.scope, &self.place, b)
        {
            let value = self.value(a, None);
            let hint = value.as_ref().map(|v| v.ty.clone());
            (value, self.list(b, hint.as_ref()))
        } else {
            let domain = self.list(b, None);
            let hint = domain.as_ref().map(|d| d.elem.clone());
            (self.value(a, hint.as_ref()), domain)
        };
        let (value, mut domain) = (value?, domain?);
        if super::types::is_zero(&value) && is_amount(&domain.elem) {
            let value = self.judge().fit(value, &domain.elem)?;
            return Some(expr(ExprKind::In(Box::new(value), Box::new(domain)), Type::Bool, span));
        }
        if domain.elem == Type::None {
            domain.elem = value.ty.bare().clone();
        }
        one_number(&mut self.out.reports, a, b, &domain, span);
        if !comparable(&value.ty, &domain.elem) {
            let (one, other) = (shown(self.env, value.ty.bare()), shown(self.env, &domain.elem));
            let way = self.sight().perhaps(&value, |ty| comparable(ty, &domain.elem));
            let help = way.unwrap_or_else(|| {
                "name a list or zone of the same type, or read a field of what you look for".into()
            });
            return self.wrong(
                Diagnostic::new(
                    Code::E0408,
                    span,
                    format!("`{one}` is never among members that are `{other}`"),
                )
                .help(help),
            );
        }
        Some(expr(ExprKind::In(Box::new(value), Box::new(domain)), Type::Bool, span))
    }

    /// `[literal] in D`: any copy.
    fn copy_in(
        &mut self,
        words: &[ast::LiteralWord],
        at: Span,
        b: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let domain = self.list(b, None)?;
        let want = Some(&domain.elem).filter(|ty| **ty != Type::None);
        let row = row_of(&self.scope, &mut self.out.reports, words, want, at)?;
        let local = self.scope.local("#card", domain.elem.clone(), at);
        let read = self.scope.read(local, at);
        let test = expr(ExprKind::IsRow(Box::new(read), row), Type::Bool, at);
        let any =
            ExprKind::Quantified(ast::Quantifier::Any, local, Box::new(domain), Box::new(test));
        Some(expr(any, Type::Bool, span))
    }

    /// `a in ([literal], [literal], b)`: of one of the faces, or one of the others.
    fn among_faces(
        &mut self,
        a: &ast::Expr,
        faces: &[&ast::Expr],
        others: Vec<ast::Expr>,
        span: Span,
    ) -> Option<Expr> {
        let mut any: Option<Expr> = None;
        let mut add = |e: Expr| {
            any = Some(match any.take() {
                Some(before) => expr(ExprKind::Or(Box::new(before), Box::new(e)), Type::Bool, span),
                None => e,
            });
        };
        let value = self.value(a, None)?;
        for face in faces {
            let ast::ExprKind::Literal(words) = &face.kind else { continue };
            let row =
                row_of(&self.scope, &mut self.out.reports, words, Some(&value.ty), face.span)?;
            add(expr(ExprKind::IsRow(Box::new(value.clone()), row), Type::Bool, span));
        }
        if !others.is_empty() {
            let group = ast::Expr { kind: ast::ExprKind::Group(others), span };
            add(self.is_in(a, &group, span)?);
        }
        any
    }

    /// `<`, `<=`, `>`, `>=`
    pub fn order(
        &mut self,
        op: BinaryOp,
        a: &ast::Expr,
        b: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (first, second) = (written(a), written(b));
        // A member that several enums have is of the other side's.
        let (a, b) = if stands_alone(&self.scope, &self.place, a)
            || !stands_alone(&self.scope, &self.place, b)
        {
            let a = self.value(a, None);
            let of = a.as_ref().map(|a| a.ty.bare().clone()).filter(is_enum);
            (a, self.value(b, of.as_ref()))
        } else {
            let b = self.value(b, None);
            let of = b.as_ref().map(|b| b.ty.bare().clone()).filter(is_enum);
            (self.value(a, of.as_ref()), b)
        };
        let (a, b) = (a?, b?);
        if let (Type::Enum(one), Type::Enum(other)) = (a.ty.bare(), b.ty.bare()) {
            if one == other && !self.env.book().is_a_board(*one) {
                return Some(ordered(op, a, b, span));
            }
            return without_order(self.env, &mut self.out.reports, &a, &b, span);
        }
        for side in [&a, &b] {
            if !is_amount(side.ty.bare()) {
                let cards = if side.span == a.span { first } else { second };
                let have = shown(self.env, &side.ty);
                let said = format!(
                    "only numbers and amounts can be smaller or larger, but this is `{have}`"
                );
                let help =
                    self.sight().way_to_amount(side).unwrap_or_else(|| match side.ty.bare() {
                        Type::Enum(_) => "compare two members of one enum: the one that is listed \
                                      later is larger; or a number of theirs, which is written \
                                      beside them"
                            .into(),
                        Type::List(..) => {
                            let cards = cards.unwrap_or_else(|| "c in me.hand".to_owned());
                            format!("say how many they are: `count({cards})`").into()
                        }
                        _ => "compare a number of it, or ask with `is`".into(),
                    });
                return self.wrong(Diagnostic::new(Code::E0413, side.span, said).help(help));
            }
        }
        let (a, b) = alike(&mut self.judge(), a, b)?;
        Some(ordered(op, a, b, span))
    }
}

/// Two single values.
fn same(judge: &mut Judge<'_>, a: Expr, b: Expr, span: Span) -> Option<Expr> {
    let (mut a, mut b) = (a, b);
    if is_amount(a.ty.bare()) && is_amount(b.ty.bare()) {
        (a, b) = alike(judge, a, b)?;
    } else if !comparable(&a.ty, &b.ty) {
        let (one, other) = (shown(judge.sight.env, &a.ty), shown(judge.sight.env, &b.ty));
        let way = judge.sight.perhaps(&a, |ty| comparable(ty, &b.ty));
        let way = way.or_else(|| judge.sight.perhaps(&b, |ty| comparable(ty, &a.ty)));
        let slot = match (&a.kind, &b.kind) {
            (ExprKind::SlotCard(zone), _) if is_amount(b.ty.bare()) => {
                Some(judge.sight.called(zone))
            }
            (_, ExprKind::SlotCard(zone)) if is_amount(a.ty.bare()) => {
                Some(judge.sight.called(zone))
            }
            _ => None,
        };
        let slot = slot
            .filter(|called| !called.is_empty())
            .map(|called| format!("how many cards lie there is `count({called})`"));
        let way = match (slot, way) {
            (Some(slot), Some(way)) => Some(Help::from(format!("{slot}; {}", way.words))),
            (slot, way) => slot.map(Help::from).or(way),
        };
        let bare = unquoted(judge.tables, &a, &b).or_else(|| unquoted(judge.tables, &b, &a));
        let help = bare.map(Help::from).or(way).unwrap_or_else(|| {
            Help::open(
                "compare two things of one kind: perhaps a field of one of them is meant, \
                 after a dot",
            )
        });
        return judge.reports.wrong(
            Diagnostic::new(Code::E0408, span, format!("`{one}` and `{other}` are never the same"))
                .help(help)
                .beside(a.span, format!("this is `{one}`"))
                .beside(b.span, format!("this is `{other}`")),
        );
    }
    if *a.ty.bare() == Type::Text && !judge.sight.place.in_test() {
        let help = card_of_text(judge.sight.env, judge.tables, &a, &b)
            .unwrap_or_else(|| "give the thing an enum field and compare that".to_owned());
        return judge
            .reports
            .wrong(Diagnostic::new(Code::E0408, span, "texts cannot be compared").help(help));
    }
    if a.ty.may_be_none() && b.ty.may_be_none() && !judge.sight.place.in_test() {
        judge.reports.report(
            Diagnostic::new(
                Code::W0402,
                span,
                "both sides may be none, and then they are the same",
            )
            .help("ask first whether one of them `is not none`, if that is not what you want"),
        );
    }
    Some(expr(ExprKind::Same(Box::new(a), Box::new(b)), Type::Bool, span))
}

/// Something that is compared with cards is a card, or the member that is meant has some.
fn holds_cards(judge: &mut Judge<'_>, value: &Expr) -> Option<()> {
    if matches!(value.ty.bare(), Type::Card(_) | Type::None) {
        return Some(());
    }
    let cards = |ty: &Type| match ty.bare() {
        Type::Card(_) => true,
        Type::List(of, _) => matches!(**of, Type::Card(_)),
        _ => false,
    };
    let have = shown(judge.sight.env, &value.ty);
    let help = judge
        .sight
        .perhaps(value, cards)
        .unwrap_or_else(|| "compare a card, or the cards of a zone".into());
    judge.reports.wrong(
        Diagnostic::new(Code::E0408, value.span, format!("this is `{have}`, and never a card"))
            .help(help),
    )
}

/// One side of a comparison.
#[derive(Clone, Copy)]
struct Side<'e> {
    written: &'e ast::Expr,
    typed: &'e Operand,
}

/// `(pink, black) is c.color`: several things against a single one.
fn one_of_several(env: &Env, a: Side<'_>, b: Side<'_>, span: Span) -> Option<Diagnostic> {
    let (list, one) = match (&strip(a.written).kind, &strip(b.written).kind) {
        (ast::ExprKind::Group(items), _) if !several(env, b.typed) => (items, b.written),
        (_, ast::ExprKind::Group(items)) if !several(env, a.typed) => (items, a.written),
        _ => return None,
    };
    let list: Option<Vec<String>> = (list.len() > 1).then(|| list.iter().map(written).collect())?;
    let list = list.map_or_else(|| "(…)".to_owned(), |all| format!("({})", all.join(", ")));
    let one = written(one).unwrap_or_else(|| "…".to_owned());
    Some(
        Diagnostic::new(Code::E0408, span, "several things are never a single one")
            .help(format!("to ask whether it is among them write `{one} in {list}`")),
    )
}

/// `leaders is 1`: several things against a number.
fn number_of(a: Side<'_>, b: Side<'_>, span: Span) -> Option<Diagnostic> {
    let number =
        |side: Side<'_>| matches!(side.typed, Operand::Val(e) if *e.ty.bare() == Type::Number);
    let (list, n) = match (number(a), number(b)) {
        (false, true) => (a, b),
        (true, false) => (b, a),
        _ => return None,
    };
    let numbers = match list.typed {
        Operand::Dom(domain) => domain.elem == Type::Number || domain.elem == Type::None,
        Operand::Zone(_) => false,
        Operand::Val(e) => matches!(e.ty.bare(), Type::List(of, _) if **of == Type::Number),
    };
    if numbers {
        return None;
    }
    let list = written(list.written).unwrap_or_else(|| "…".to_owned());
    let n = written(n.written).unwrap_or_else(|| "…".to_owned());
    Some(
        Diagnostic::new(Code::E0408, span, "several things are never a number")
            .help(format!("how many there are is `count({list})`: write `count({list}) is {n}`")),
    )
}

/// A kind that is named after `is`.
fn kind_named(scope: &Scope<'_>, e: &ast::Expr) -> Option<KindSet> {
    let ast::ExprKind::Name(name) = &strip(e).kind else { return None };
    if scope.find(&name.text).is_some() {
        return None;
    }
    match scope.def(&name.text) {
        Some(Def::Kind(kinds)) => {
            scope.env.r.uses.note(name.span, Meaning::Kind(kinds));
            Some(kinds)
        }
        _ => None,
    }
}

/// Whether an operand is a list, as against one value.
fn several(env: &Env, operand: &Operand) -> bool {
    match operand {
        Operand::Dom(_) => true,
        Operand::Zone(zone) => env.zone_shape(zone) != Some(ZoneShape::Slot),
        Operand::Val(e) => matches!(e.ty.bare(), Type::List(..)),
    }
}

/// `q is dead_end`, where `q.is_dead_end` or `q.dead_end` says it.
fn asked_with_is(
    scope: &Scope<'_>,
    of: &ast::Expr,
    ty: &Type,
    e: &ast::Expr,
) -> Option<Diagnostic> {
    let ast::ExprKind::Name(name) = &strip(e).kind else { return None };
    let text = &*name.text;
    let known = scope.knows(text) || !scope.env.r.enums_with(text).is_empty();
    let plain = text.strip_prefix("is_").unwrap_or(text);
    let both = [format!("is_{plain}"), plain.to_owned()];
    let member =
        both.iter().find(|member| scope.env.has_member(ty.bare(), member)).filter(|_| !known)?;
    let said = Diagnostic::unknown(Code::E0401, name.span, format!("there is no `{text}` here"));
    Some(said.help(format!("perhaps you mean `{}.{member}`", written(of)?)))
}

/// `c.miles is "4"`
fn unquoted(tables: &Tables, text: &Expr, other: &Expr) -> Option<String> {
    let ExprKind::Text(id) = text.kind else { return None };
    let words = &tables[id].raw;
    let plain = !words.is_empty() && words.chars().all(|c| in_name(c) || c == '$');
    let fits = is_amount(other.ty.bare()) || matches!(other.ty.bare(), Type::Enum(_) | Type::Bool);
    (plain && fits).then(|| format!("leave the quotation marks out: write `{words}`"))
}

/// `c.name is "Assam"`, where a card of that name is.
fn card_of_text(env: &Env, tables: &Tables, a: &Expr, b: &Expr) -> Option<String> {
    let written = [a, b].into_iter().find_map(|e| tables.words_of(e))?;
    let named = written.replace(' ', "_");
    let known = env.book().rows.iter().any(|row| row.name == named);
    known.then(|| format!("a card of that name stands in square brackets: `c is [{named}]`"))
}

fn same_list(env: &Env, reports: &mut Reports, a: Operand, b: Operand, span: Span) -> Option<Expr> {
    let (a, b) = (as_list(env, a)?, as_list(env, b)?);
    if a.elem != Type::None && b.elem != Type::None && !comparable(&a.elem, &b.elem) {
        let (one, other) = (shown(env, &a.elem), shown(env, &b.elem));
        return reports.wrong(
            Diagnostic::new(
                Code::E0408,
                span,
                format!("a list of `{one}` is never a list of `{other}`"),
            )
            .help("name two lists whose members are of one type"),
        );
    }
    let order = if a.order == Order::Ordered && b.order == Order::Ordered {
        Order::Ordered
    } else {
        Order::Unordered
    };
    Some(expr(ExprKind::SameList(Box::new(a), Box::new(b), order), Type::Bool, span))
}

fn rows_are(domain: Domain, rows: Vec<RowId>, span: Span) -> Option<Expr> {
    let order = domain.order;
    Some(expr(ExprKind::RowsAre(Box::new(domain), rows, order), Type::Bool, span))
}

/// Two members that are not in one order.
fn without_order(env: &Env, reports: &mut Reports, a: &Expr, b: &Expr, span: Span) -> Option<Expr> {
    let (one, other) = (shown(env, &a.ty), shown(env, &b.ty));
    let (said, help) = if one == other {
        (
            format!("the places of `{one}` are in no order"),
            "compare their `column` or `row`, or another number of theirs",
        )
    } else {
        (
            format!("`{one}` and `{other}` are not in one order"),
            "compare two members of one enum, or numbers that both have",
        )
    };
    let found = Diagnostic::new(Code::E0413, span, said).help(help);
    reports.wrong(found.beside(a.span, format!("this is `{one}`")))
}

fn is_enum(ty: &Type) -> bool {
    matches!(ty, Type::Enum(_))
}

/// A comparison of two values that have an order.
fn ordered(op: BinaryOp, a: Expr, b: Expr, span: Span) -> Expr {
    let (a, b) = (Box::new(a), Box::new(b));
    let kind = match op {
        BinaryOp::Less => ExprKind::Less(a, b),
        BinaryOp::LessEq => ExprKind::LessEq(a, b),
        BinaryOp::More => ExprKind::Less(b, a),
        _ => ExprKind::LessEq(b, a),
    };
    expr(kind, Type::Bool, span)
}

/// An expression without brackets around it.
pub(super) fn strip(e: &ast::Expr) -> &ast::Expr {
    let mut e = e;
    while let ast::ExprKind::Group(items) = &e.kind {
        match items.as_slice() {
            [one] => e = one,
            _ => break,
        }
    }
    e
}

/// The card literals of a written list, and what else stands in it.
fn listed(e: &ast::Expr) -> (Vec<&ast::Expr>, Vec<ast::Expr>) {
    let items = match &e.kind {
        ast::ExprKind::Group(items) => items.as_slice(),
        ast::ExprKind::Literal(_) => std::slice::from_ref(e),
        _ => &[],
    };
    let face = |e: &&ast::Expr| matches!(strip(e).kind, ast::ExprKind::Literal(_));
    let faces = items.iter().map(strip).filter(face).collect();
    let others = items.iter().filter(|e| !face(e)).cloned().collect();
    (faces, others)
}

/// Whether a list is written of card literals alone.
fn all_literals(items: &[ast::Expr]) -> bool {
    items.len() > 1 && items.iter().all(|e| matches!(e.kind, ast::ExprKind::Literal(_)))
}
