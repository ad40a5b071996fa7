//! Expressions: the dispatch by form, and the three ways in which a written expression is used.
//!
//! An [`Operand`] is what was written, before it is known whether a value, a zone or some members
//! are wanted: [`BodyChecker::value`], [`BodyChecker::zone`] and [`BodyChecker::list`] decide.
//! Nothing means that something was wrong and has been said.

use super::body_checker::BodyChecker;
use super::env::Env;
use super::judge::Judge;
use super::literal::literal_card;
use super::narrowing::Narrowing;
use super::parts::Sides;
use super::reports::{ASK_NOT_NONE, Reports};
use super::scope::Scope;
use super::sight::Sight;
use super::types::{amount, constant, expr, is_amount, mixed, option_of_numbers, plain, shown};
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic, Edit, Help, Likeness, Try};
use crate::ir::{Base, Domain, Expr, ExprKind, Order, Owner, Type, Value, ZoneShape};
use crate::source::Span;
use crate::syntax::ast;

/// For numbers that are moved as if they were cards.
pub(super) const COUNTED: &str = "numbers and money are not moved, they are set: `… -= …` where they are \
                       taken from, and `… += …` where they go";

/// A written expression before its use is known.
#[derive(Debug, Clone)]
pub(super) enum Operand {
    /// A single value.
    Val(Expr),
    /// A zone as such, whose shape is still to be looked at.
    Zone(Expr),
    /// Several members, which have no value yet.
    Dom(Box<Domain>),
}

impl Operand {
    /// Where it stands.
    pub fn span(&self) -> Span {
        match self {
            Self::Val(e) | Self::Zone(e) => e.span,
            Self::Dom(d) => d.span,
        }
    }
}

impl BodyChecker<'_> {
    /// Types an expression. `want` helps with members of enums; it is not enforced.
    pub fn operand(&mut self, e: &ast::Expr, want: Option<&Type>) -> Option<Operand> {
        if !self.out.deeper(e.span) {
            return None;
        }
        let typed = self.operand_of(e, want);
        self.out.higher();
        typed
    }

    fn operand_of(&mut self, e: &ast::Expr, want: Option<&Type>) -> Option<Operand> {
        use ast::ExprKind as Ast;
        let span = e.span;
        match &e.kind {
            Ast::Those(binder) => self.those(binder, span),
            Ast::Group(items) => self.group(items, span, want),
            Ast::Name(name) => self.name(name, want),
            Ast::Dot(of, name) => self.dot(of, name, None, span),
            Ast::Call(callee, args) => self.call(callee, args, span),
            Ast::Binary(op, _, left, right) => self.binary(*op, Sides { left, right }, span, want),
            Ast::Domain(domain) => Some(Operand::Dom(Box::new(self.domain(domain, want)?))),
            Ast::Players | Ast::Opponents => self.seats(&e.kind, span),
            Ast::Empty => Some(Operand::Dom(Box::new(plain(
                Base::Items(vec![]),
                Type::None,
                Order::Unordered,
                span,
            )))),
            Ast::Search(search) => self.search(search, span),
            Ast::If(c, a, b) => self.either(c, Sides { left: a, right: b }, span, want),
            Ast::After(of, deed) => Some(Operand::Val(self.after(of, deed, span, want)?)),
            Ast::Let(name, value, then) => {
                let typed = self.reckoned(name, value, then, want)?;
                Some(Operand::Val(Expr { span, ..typed }))
            }
            _ => Some(Operand::Val(self.single(e, want)?)),
        }
    }

    /// `let x = e give value`, as if it began where the value does.
    fn reckoned(
        &mut self,
        name: &ast::Name,
        value: &ast::Expr,
        then: &ast::Expr,
        want: Option<&Type>,
    ) -> Option<Expr> {
        let value = match self.value(value, None) {
            Some(typed) => typed,
            None => self.assumed(|cx| cx.value(value, None))?,
        };
        if *value.ty.bare() == Type::None {
            return self.wrong(
                Diagnostic::new(Code::E0412, value.span, "nothing shows what type this has")
                    .help("begin with a value whose type can be seen"),
            );
        }
        let (local, then) =
            self.aside(|cx| (cx.bind_local(name, value.ty.clone()), cx.value(then, want)));
        let then = then?;
        let (ty, span) = (then.ty.clone(), then.span);
        Some(expr(ExprKind::Let(local, Box::new(value), Box::new(then)), ty, span))
    }

    /// Forms that are always a single value.
    fn single(&mut self, e: &ast::Expr, want: Option<&Type>) -> Option<Expr> {
        use ast::ExprKind as Ast;
        let span = e.span;
        match &e.kind {
            Ast::Number(n) => Some(constant(Value::Number(*n), Type::Number, span)),
            Ast::Money(symbol, n) => money(self.env, &mut self.out.reports, *symbol, *n, span),
            Ast::Text(text) => {
                let id = self.text(text)?;
                Some(expr(ExprKind::Text(id), Type::Text, span))
            }
            Ast::Bool(b) => Some(constant(Value::Bool(*b), Type::Bool, span)),
            Ast::None => Some(constant(Value::None, Type::None, span)),
            Ast::Me => self.me(span),
            Ast::This => this(&mut self.scope, &mut self.out.reports, span),
            Ast::Stage(word) => {
                let word = super::things::word(*word);
                let help = match (self.place.in_test(), word) {
                    (true, "turn") => "whose turn it is, is written `it is Ana's turn`".to_owned(),
                    _ => format!("name something that each {word} has: `{word}.something`"),
                };
                self.wrong(
                    Diagnostic::new(
                        Code::E0403,
                        span,
                        format!("`{word}` by itself is not a value"),
                    )
                    .help(help),
                )
            }
            Ast::Literal(words) => {
                literal_card(&self.scope, &mut self.out.reports, words, want, span)
            }
            Ast::Unary(op, of) => self.unary(*op, of, span),
            Ast::Quantifier(q, binder, c) => self.quantifier(*q, binder, c, span),
            Ast::Count(of) => self.count(of, span),
            Ast::Fold(op, value, binder) => self.fold(*op, value, binder, span),
            Ast::First(binder) => self.first(binder, span),
            _ => None,
        }
    }

    /// A value; slots are read as their card, other zones and domains as lists.
    pub fn value(&mut self, e: &ast::Expr, want: Option<&Type>) -> Option<Expr> {
        let operand = self.operand(e, want)?;
        Some(self.facts.as_value(operand))
    }

    /// An operand as a zone.
    pub fn as_zone(&mut self, operand: Operand) -> Option<Expr> {
        match operand {
            Operand::Zone(e) => Some(e),
            other => {
                let said = no_zone(self.env, &other);
                let since = self.out.reports.now();
                self.report(said);
                let wanted = Type::Zone(self.env.r.all_kinds());
                let value = self.facts.as_value(other);
                self.judge().maybe_instead(since, &value, &wanted);
                None
            }
        }
    }

    /// An expression as a zone.
    pub fn zone(&mut self, e: &ast::Expr) -> Option<Expr> {
        let operand = self.operand(e, None)?;
        self.as_zone(operand)
    }

    /// An expression as members.
    pub fn list(&mut self, e: &ast::Expr, want: Option<&Type>) -> Option<Domain> {
        let operand = self.operand(e, want)?;
        as_list(self.env, operand)
    }

    /// A value of exactly the wanted type.
    pub fn expect(&mut self, e: &ast::Expr, want: &Type) -> Option<Expr> {
        let before = self.wanted.replace(want.clone());
        let operand = self.operand(e, Some(want));
        self.wanted = before;
        self.operand_fits(operand?, want)
    }

    /// An operand as a value of the wanted type.
    pub fn operand_fits(&mut self, operand: Operand, want: &Type) -> Option<Expr> {
        if let Type::Zone(_) = want {
            let zone = self.as_zone(operand)?;
            return self.judge().fit(zone, want);
        }
        if let (Type::List(..), Operand::Zone(_)) = (want, &operand) {
            let domain = as_list(self.env, operand)?;
            return self.judge().fit(list_value(domain), want);
        }
        let value = self.facts.as_value(operand);
        self.judge().fit(value, want)
    }

    /// A condition; one that may be none counts as no.
    pub fn condition(&mut self, e: &ast::Expr) -> Option<Expr> {
        let member = matches!(e.kind, ast::ExprKind::Dot(..));
        let before = self.wanted.take();
        self.wanted = member.then_some(Type::Bool);
        let typed = self.value(e, Some(&Type::Bool));
        self.wanted = before;
        let typed = typed?;
        if *typed.ty.bare() == Type::Bool {
            return Some(typed);
        }
        let have = shown(self.env, &typed.ty);
        let mut said = Diagnostic::new(
            Code::E0414,
            typed.span,
            format!("a condition is needed here, but this is `{have}`"),
        );
        if matches!(typed.ty, Type::Optional(_)) {
            said = said.help(Help::open(ASK_NOT_NONE));
        } else if matches!(typed.ty, Type::List(..)) {
            said = said.help(Help::open("ask whether it `is not empty`"));
        } else {
            let way = self.sight().perhaps(&typed, |ty| *ty.bare() == Type::Bool);
            let member = matches!(typed.kind, ExprKind::Const(Value::Member(..)));
            let member = member.then(|| {
                format!(
                    "compare something with it: `x is {0}`, `any x in … has x is {0}`; where one \
                     value is wanted, write it alone, without `or` and `and`",
                    super::fill::written(e).unwrap_or_default()
                )
            });
            let compared = || Help::open("compare it with something: `is`, `<`, `>=` …");
            let much = has_so_much(&self.sight(), &typed, e).map(Help::from);
            let way = much.or(way).or(member.map(Help::from));
            said = said.help(way.unwrap_or_else(compared));
        }
        let since = self.out.reports.now();
        self.report(said);
        self.judge().maybe_instead(since, &typed, &Type::Bool);
        None
    }

    /// `if c then a else b`, where `a` and `b` stand on the sides of `else`.
    fn either(
        &mut self,
        test: &ast::Expr,
        of: Sides<'_>,
        span: Span,
        want: Option<&Type>,
    ) -> Option<Operand> {
        let test = self.condition(test);
        let (yes, no) = match &test {
            Some(test) => (self.facts.learned(test, true), self.facts.learned(test, false)),
            None => (Vec::new(), Vec::new()),
        };
        let mark = self.facts.learn(yes);
        let one = self.value(of.left, want);
        self.facts.unlearn(mark);
        self.facts.learn(no);
        let hint = one.as_ref().map(|e| e.ty.clone());
        let other = self.value(of.right, want.or(hint.as_ref()));
        self.facts.unlearn(mark);
        let (test, one, other) = (test?, one?, other?);
        let (one, other) = alike(&mut self.judge(), one, other)?;
        let ty = one.ty.clone();
        let ty = super::types::join(&ty, &other.ty).unwrap_or(ty);
        Some(Operand::Val(expr(
            ExprKind::If(Box::new(test), Box::new(one), Box::new(other)),
            ty,
            span,
        )))
    }
}

impl Narrowing<'_> {
    /// An operand as a value.
    pub fn as_value(&self, operand: Operand) -> Expr {
        match operand {
            Operand::Val(e) => e,
            Operand::Zone(zone) => self.zone_value(zone),
            Operand::Dom(domain) => list_value(*domain),
        }
    }

    /// The type that an operand has as a value.
    pub fn type_as_value(&self, operand: &Operand) -> Type {
        match operand {
            Operand::Val(e) => e.ty.clone(),
            Operand::Zone(_) | Operand::Dom(_) => self.as_value(operand.clone()).ty,
        }
    }

    /// A zone as a value: the slot's card, or the list.
    pub fn zone_value(&self, zone: Expr) -> Expr {
        let span = zone.span;
        let Type::Zone(kinds) = zone.ty else { return zone };
        if self.env.zone_shape(&zone) == Some(ZoneShape::Slot) {
            let ty = Type::Card(kinds).optional();
            return self.known(expr(ExprKind::SlotCard(Box::new(zone)), ty, span));
        }
        list_value(self.env.zone_domain(zone))
    }
}

/// Two values that stand for one another: a bare nought takes the other's unit.
pub(super) fn alike(judge: &mut Judge<'_>, mut a: Expr, mut b: Expr) -> Option<(Expr, Expr)> {
    use super::types::{is_zero, join};
    if is_zero(&a) && is_amount(b.ty.bare()) {
        a.ty = b.ty.bare().clone();
    } else if is_zero(&b) && is_amount(a.ty.bare()) {
        b.ty = a.ty.bare().clone();
    }
    if join(&a.ty, &b.ty).is_some() {
        return Some((a, b));
    }
    let said = if is_amount(a.ty.bare()) && is_amount(b.ty.bare()) {
        if option_of_numbers(judge, &a, &b.ty)
            .or_else(|| option_of_numbers(judge, &b, &a.ty))
            .is_some()
        {
            return None;
        }
        match (amount(&a), amount(&b)) {
            (Some(n), None) => mixed(judge.sight.env, a.span, Some(n), &a.ty, &b.ty),
            (_, n) => mixed(judge.sight.env, b.span, n, &b.ty, &a.ty),
        }
    } else {
        let (one, other) = (shown(judge.sight.env, &a.ty), shown(judge.sight.env, &b.ty));
        Diagnostic::new(
            Code::E0404,
            b.span,
            format!("this is `{other}`, but the other one is `{one}`"),
        )
        .help("both sides must have the same type: read a field or a counter of one of them")
        .beside(a.span, "the other one")
        .trying(counted(&a, &b))
    };
    judge.reports.wrong(said)
}

impl Env {
    /// The members of a zone.
    pub fn zone_domain(&self, zone: Expr) -> Domain {
        let span = zone.span;
        let kinds = match zone.ty {
            Type::Zone(kinds) => kinds,
            _ => crate::ir::KindSet::default(),
        };
        let ordered = matches!(
            self.zone_shape(&zone),
            Some(ZoneShape::Pile | ZoneShape::Row | ZoneShape::Slots)
        );
        let order = if ordered { Order::Ordered } else { Order::Unordered };
        plain(Base::Zone(Box::new(zone)), Type::Card(kinds), order, span)
    }

    /// The shape of a zone, if it is not a parameter.
    pub fn zone_shape(&self, zone: &Expr) -> Option<ZoneShape> {
        match zone.kind {
            ExprKind::Zone(id, _) => Some(self.book()[id].shape),
            _ => None,
        }
    }
}

/// An operand as members; a single value is a list of one.
pub(super) fn as_list(env: &Env, operand: Operand) -> Option<Domain> {
    match operand {
        Operand::Dom(domain) => Some(*domain),
        Operand::Zone(zone) => Some(env.zone_domain(zone)),
        Operand::Val(e) => Some(value_list(e)),
    }
}

/// `needs $2`: whoever acts has so much, in the only purse for it.
fn has_so_much(sight: &Sight<'_>, typed: &Expr, e: &ast::Expr) -> Option<String> {
    let amount = matches!(typed.kind, ExprKind::Const(_));
    let much = super::fill::written(e).filter(|_| amount)?;
    let own = is_amount(typed.ty.bare());
    let purses = sight.members_that(&Type::Player, |ty| own && ty.bare() == typed.ty.bare());
    let [purse] = purses.as_slice() else { return None };
    Some(format!("say of what there must be so much: write `me.{purse} >= {much}`"))
}

/// `$5`: an amount of the unit that has the sign.
fn money(env: &Env, reports: &mut Reports, symbol: char, amount: i64, span: Span) -> Option<Expr> {
    match env.r.unit_of(symbol) {
        Some(unit) => Some(constant(Value::Number(amount), Type::Unit(unit), span)),
        None => {
            let said = format!("no unit has the sign `{symbol}`");
            let help = crate::resolve::types::sign_of_units(&env.book().units, symbol);
            let said = Diagnostic::new(Code::E0401, span, said);
            reports.wrong(said.about(About::NoSign(symbol)).help(help))
        }
    }
}

fn this(scope: &mut Scope<'_>, reports: &mut Reports, span: Span) -> Option<Expr> {
    match scope.this(span) {
        Some(this) => Some(this),
        None => {
            reports.wrong(Diagnostic::new(Code::E0403, span, "`this` has no meaning here").help(
                "it is the card that `rules for` is about, and means something only inside one",
            ))
        }
    }
}

/// A domain as a list value.
pub(super) fn list_value(domain: Domain) -> Expr {
    let span = domain.span;
    let ty = Type::List(Box::new(domain.elem.clone()), domain.order);
    if let (Base::Value(inner), None, None) = (&domain.base, &domain.filter, &domain.best)
        && matches!(inner.ty, Type::List(..))
    {
        return (**inner).clone();
    }
    expr(ExprKind::List(Box::new(domain)), ty, span)
}

/// A value as members: a list's own, or the value itself.
pub(super) fn value_list(e: Expr) -> Domain {
    let span = e.span;
    match (e.kind, e.ty) {
        (ExprKind::List(domain), _) => *domain,
        (kind, Type::List(elem, order)) => {
            let ty = Type::List(elem.clone(), order);
            plain(Base::Value(Box::new(expr(kind, ty, span))), *elem, order, span)
        }
        (kind, Type::Optional(of)) if matches!(*of, Type::List(..)) => {
            let (elem, order) = match &*of {
                Type::List(elem, order) => ((**elem).clone(), *order),
                _ => (Type::None, Order::Unordered),
            };
            plain(Base::Value(Box::new(expr(kind, Type::Optional(of), span))), elem, order, span)
        }
        (ExprKind::SlotCard(zone), ty) => {
            // A slot that was narrowed to its card is still only that card.
            let elem = ty.bare().clone();
            plain(
                Base::Items(vec![expr(ExprKind::SlotCard(zone), ty, span)]),
                elem,
                Order::Ordered,
                span,
            )
        }
        (kind, ty) => {
            let elem = ty.bare().clone();
            plain(Base::Items(vec![expr(kind, ty, span)]), elem, Order::Ordered, span)
        }
    }
}

/// Cards where a number is wanted: how many there are.
fn counted(a: &Expr, b: &Expr) -> Option<Try> {
    let listed = |e: &Expr| matches!(e.ty, Type::List(..) | Type::Zone(_));
    let number = |e: &Expr| *e.ty.bare() == Type::Number;
    let of = match (listed(a) && number(b), listed(b) && number(a)) {
        (true, _) => a,
        (_, true) => b,
        _ => return None,
    };
    let change = Edit { span: of.span, new: "count(@)".to_owned() };
    Some(Try { change, likeness: Likeness::Spelt })
}

/// Where cards are to go, if it is no zone.
pub(super) fn no_zone(env: &Env, operand: &Operand) -> Diagnostic {
    if let Operand::Val(e) = operand
        && let (ExprKind::Counter(id, _), Type::Card(kinds)) = (&e.kind, e.ty.bare())
    {
        let counter = &env.book()[*id];
        let (name, kind) = (&counter.name, env.r.kinds_name(*kinds));
        let said = format!("`{name}` remembers one card, and holds none");
        return Diagnostic::new(Code::E0505, e.span, said)
            .about(About::Remembers(name.clone()))
            .beside(counter.span, "declared here")
            .help(format!("where cards lie is a zone: declare it as `{name}: set of {kind}`"));
    }
    Diagnostic::new(Code::E0505, operand.span(), "this is not a zone")
        .help(goes_nowhere(env, operand))
}

fn goes_nowhere(env: &Env, operand: &Operand) -> String {
    let ty = match operand {
        Operand::Val(e) => e.ty.bare().clone(),
        Operand::Zone(_) | Operand::Dom(_) => Type::None,
    };
    let zones = || env.book().zones.iter();
    match ty {
        Type::Spot | Type::Square => {
            let grid = zones().find(|zone| zone.shape == ZoneShape::Grid);
            let grid = grid.map_or("board", |zone| zone.name.as_str());
            format!("this is a place on a grid: write `to {grid} at …`")
        }
        Type::Player => {
            let own = zones().filter(|zone| zone.owner == Owner::Player).take(3);
            let own: Vec<String> = own.map(|zone| format!("`….{}`", zone.name)).collect();
            match own.as_slice() {
                [] => "a player holds nothing by themselves: declare a zone, `each Player has \
                       { hand: set of … }`"
                    .to_owned(),
                _ => format!("say to which of their zones: {}", own.join(", ")),
            }
        }
        Type::Number | Type::Unit(_) => COUNTED.to_owned(),
        _ => "name a zone: a pile, row, set, slot, slots or grid".to_owned(),
    }
}
