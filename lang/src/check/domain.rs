//! Domains: some things to pick from, with kind filters, `where` and `with most`.

use super::body_checker::{BodyChecker, WHOSE_TURN};
use super::env::Env;
use super::expr::{Operand, as_list, list_value};
use super::facts::Learned;
use super::graph::Acting;
use super::habits::only_set;
use super::judge::Judge;
use super::narrowing::{Narrowing, renamed};
use super::reports::Reports;
use super::scope::{Bound, Scope};
use super::types::{expr, is_amount, plain, shown};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Base, Domain, Expr, ExprKind, KindSet, LocalId, Order, Type, ZoneShape};
use crate::resolve::names::{Def, Member};
use crate::source::Span;
use crate::syntax::ast;

/// The members of a binder's domain.
#[derive(Debug, Clone)]
pub(super) struct Members {
    /// The domain, filters included.
    pub domain: Domain,
    /// What `where` tells of each member, said of [`Members::of`].
    pub facts: Learned,
    /// The local that `where` tests.
    pub of: Option<LocalId>,
}

impl BodyChecker<'_> {
    /// A domain where no name is bound.
    pub fn domain(&mut self, d: &ast::Domain, want: Option<&Type>) -> Option<Domain> {
        let mut domain = self.base(d, want)?;
        if let Some(filter) = &d.filter {
            return self.wrong(
                Diagnostic::new(Code::E0424, filter.span, "`where` needs a name for each member")
                    .help("write `those x in … where …`"),
            );
        }
        if let Some(best) = &d.best {
            domain = narrowed_so_far(domain);
            domain.best = Some(self.best(&domain, best, None)?);
        }
        Some(domain)
    }

    /// A binder's domain: kind filter, `where`, `with most`.
    pub fn members(
        &mut self,
        name: &ast::Name,
        kind: Option<&ast::Name>,
        d: &ast::Domain,
        want: Option<&Type>,
    ) -> Option<Members> {
        let domain = match self.base(d, want) {
            Some(domain) => domain,
            None => self.assumed(|cx| cx.base(d, want))?,
        };
        self.filtered(domain, name, kind, d)
    }

    /// What a binder goes through.
    pub fn members_by(&mut self, binder: &ast::Binder) -> Option<Members> {
        self.members(&binder.name, binder.kind.as_ref(), &binder.domain, None)
    }

    /// Filters of a binder on its base.
    pub fn filtered(
        &mut self,
        mut domain: Domain,
        name: &ast::Name,
        kind: Option<&ast::Name>,
        d: &ast::Domain,
    ) -> Option<Members> {
        no_single_number(&mut self.out.reports, &domain, d)?;
        if kind.is_none()
            && matches!(self.scope.def(&name.text), Some(Def::Kind(_)))
            && matches!(domain.elem.bare(), Type::Card(_))
        {
            let text = &name.text;
            let said = format!("`{text}` is a kind of card, so it cannot be the name of each");
            let help = format!("give each a name, and say the kind behind it: `c: {text} in …`");
            return self.wrong(Diagnostic::new(Code::E0417, name.span, said).help(help));
        }
        if kind.is_some() || d.filter.is_some() || d.best.is_some() {
            domain = narrowed_so_far(domain);
        }
        let mut elem = domain.elem.clone();
        if let Some(kind) = kind {
            let kinds = kinds(&self.scope, &mut self.out.reports, kind)?;
            let Type::Card(have) = elem else {
                let have = shown(self.env, &elem);
                let said = format!("a kind of card follows `:`, but the members are `{have}`");
                return self.wrong(
                    Diagnostic::new(Code::E0404, kind.span, said)
                        .help("leave out the `:` and what follows it"),
                );
            };
            if have.and(kinds).0 == 0 {
                let (have, kind_name) = (shown(self.env, &elem), &kind.text);
                let said = format!("the members are `{have}`, and never `{kind_name}`");
                return self.wrong(Diagnostic::new(Code::E0408, kind.span, said).help(
                    "name a kind that may be among them, or leave out the `:` and what follows it",
                ));
            }
            elem = Type::Card(have.and(kinds));
            if !have.within(kinds) {
                let local = match &domain.filter {
                    Some((local, _)) => *local,
                    None => self.scope.local(&name.text, domain.elem.clone(), name.span),
                };
                let read = self.scope.read(local, kind.span);
                let test = expr(ExprKind::IsKind(Box::new(read), kinds), Type::Bool, kind.span);
                narrow(&mut domain, local, test);
                domain.elem = elem.clone();
            }
        }
        let mut facts = Learned::new();
        let mut of = None;
        if let Some(filter) = &d.filter {
            let local = match &domain.filter {
                Some((local, _)) => *local,
                None => self.scope.local(&name.text, elem.clone(), name.span),
            };
            self.scope.set_type(local, elem.clone());
            let mine = &*name.text == "me";
            let me = if mine { Acting::Refused(WHOSE_TURN) } else { self.place.around.me };
            let ask = |cx: &mut Self| cx.with_name(name, local, |cx| cx.condition(filter));
            let condition = self.acting(me, ask)?;
            facts = self.facts.learned(&condition, true);
            of = Some(local);
            elem = known_type(&mut self.facts, &self.scope, local, &facts);
            narrow(&mut domain, local, condition);
            domain.elem = elem;
        }
        if let Some(best) = &d.best {
            domain.best = Some(self.best(&domain, best, Some(name))?);
        }
        Some(Members { domain, facts, of })
    }

    /// Does something while a name stands for a local.
    pub fn with_name<T>(
        &mut self,
        name: &ast::Name,
        local: LocalId,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let mark = self.scope.open();
        self.bind(name, Bound::Local(local));
        let done = run(self);
        self.scope.close(mark);
        done
    }

    /// Binds a name to each member in turn: a new local, with what `where` told.
    pub fn bind_member(&mut self, name: &ast::Name, members: &Members) -> LocalId {
        let local = self.bind_local(name, members.domain.elem.clone());
        if let Some(of) = members.of {
            let facts = renamed(&members.facts, of, local);
            self.facts.learn(facts);
        }
        local
    }

    /// What a domain lists, without `where`; endless ones are refused.
    pub fn base(&mut self, d: &ast::Domain, want: Option<&Type>) -> Option<Domain> {
        let domain = self.base_with_onwards(d, want)?;
        if d.onwards {
            return self.wrong(
                Diagnostic::new(
                    Code::E0425,
                    d.span,
                    "this has no end, so only a round, turn or phase can go through it",
                )
                .help("leave `onwards` out, or write `round n in 1 onwards { … }`"),
            );
        }
        Some(domain)
    }

    /// What a domain lists, `onwards` included.
    pub fn base_with_onwards(&mut self, d: &ast::Domain, want: Option<&Type>) -> Option<Domain> {
        match &d.selector {
            Some(ast::Selector::Top(_) | ast::Selector::Bottom(_)) if d.from.is_some() => {}
            Some(ast::Selector::Top(n)) => return self.end_of_zone(d, n, true),
            Some(ast::Selector::Bottom(n)) => return self.end_of_zone(d, n, false),
            Some(_) => {
                let one = is_an_end(d.selector.as_ref());
                if one {
                    let said = "this does not say how many are taken from that end";
                    let help = "write the number: `top 1 of …` or `bottom 1 of …`";
                    return self.wrong(Diagnostic::new(Code::E0415, d.span, said).help(help));
                }
                if let Some(help) = half_of(d) {
                    let said = "`half of` is no number of cards";
                    return self.wrong(Diagnostic::new(Code::E0415, d.span, said).help(help));
                }
                let said = "only a choice says how many to take";
                if let Some(help) = all_of(d) {
                    return self.wrong(Diagnostic::new(Code::E0415, d.span, said).help(help));
                }
                if let Some(help) = top_of(d) {
                    return self.wrong(Diagnostic::new(Code::E0415, d.span, said).help(help));
                }
                return self.wrong(Diagnostic::new(Code::E0415, d.span, said).help(
                    "use it in `choose … in` or for a move's parameter; elsewhere take cards \
                         from an end: `top n of stock`, or `top n of those c in stock where c.suit \
                         is red`",
                ));
            }
            None => {}
        }
        self.unselected(d, want)
    }

    /// What a domain lists, whatever its selector says.
    pub fn unselected(&mut self, d: &ast::Domain, want: Option<&Type>) -> Option<Domain> {
        let list = match &d.base {
            ast::DomainBase::List(list) => list,
            ast::DomainBase::Lines { length, on } => {
                return lines(&mut self.judge(), *length, on, d.span);
            }
            ast::DomainBase::Spots { card, over, place } => {
                return self.spots(card, *over, place, d.span);
            }
            ast::DomainBase::Reach { from, word } => return self.reach(from, word, d.span),
        };
        if d.from.is_some() || d.onwards {
            return self.started(d, list);
        }
        let operand = self.operand(list, want)?;
        let single = match &operand {
            Operand::Val(e) => !matches!(e.ty.bare(), Type::List(..)),
            _ => false,
        };
        if let (true, Operand::Val(e)) = (single, &operand)
            && *e.ty.bare() == Type::Bool
            && matches!(e.kind, ExprKind::Quantified(..))
        {
            return self.wrong(
                Diagnostic::new(Code::E0407, e.span, "this is a question, not a list")
                    .help("to have the members for which it holds, write `those x in D where …`"),
            );
        }
        let mut domain = as_list(self.env, operand)?;
        domain.span = d.span;
        Some(domain)
    }

    /// `players from p`, `players from p onwards`, `1 onwards`
    fn started(&mut self, d: &ast::Domain, list: &ast::Expr) -> Option<Domain> {
        let opponents = matches!(list.kind, ast::ExprKind::Opponents);
        if opponents || matches!(list.kind, ast::ExprKind::Players) {
            if opponents {
                self.need_me(list.span, "`opponents`")?;
            }
            let from = match &d.from {
                Some(from) => Some(Box::new(self.expect(from, &Type::Player)?)),
                None => None,
            };
            let base = Base::Players { from, forever: d.onwards, opponents };
            return Some(plain(base, Type::Player, Order::Ordered, d.span));
        }
        if let Some(from) = &d.from {
            let cards = match self.operand(list, None)? {
                Operand::Zone(_) => true,
                Operand::Val(e) if matches!(e.ty.bare(), Type::Unit(_)) => {
                    return only_set(&mut self.out.reports, list.span);
                }
                Operand::Val(e) => matches!(e.ty.bare(), Type::Card(_)),
                Operand::Dom(_) => false,
            };
            let (message, help) = if cards {
                (
                    "where a card lies is not said: `from` belongs to `players`",
                    "leave `from …` out, and say only where the card goes: `move c to …`; of cards \
                     that are hidden from some players: `hide c from those p in players where …`",
                )
            } else {
                (
                    "`from` belongs to `players`",
                    "write `players from …`; or, to hide cards, `hide c from those p in players \
                     where …`",
                )
            };
            return self.wrong(Diagnostic::new(Code::E0426, from.span, message).help(help));
        }
        let value = self.value(list, None)?;
        if !is_amount(&value.ty) {
            let have = shown(self.env, &value.ty);
            return self.wrong(
                Diagnostic::new(
                    Code::E0426,
                    list.span,
                    format!("`onwards` follows a number or `players`, but this is `{have}`"),
                )
                .help("write `3 onwards`, or `players from p onwards`"),
            );
        }
        let elem = value.ty.clone();
        Some(plain(Base::Onwards(Box::new(value)), elem, Order::Ordered, d.span))
    }

    /// `top n of zone`, `bottom n of zone`
    fn end_of_zone(&mut self, d: &ast::Domain, n: &ast::Expr, top: bool) -> Option<Domain> {
        let count = self.expect(n, &Type::Number);
        let ast::DomainBase::List(list) = &d.base else { return None };
        let operand = self.operand(list, None);
        let (count, operand) = (count?, operand?);
        let zone = match operand {
            Operand::Zone(zone) => zone,
            operand => return end_of_list(&mut self.judge(), d, operand, count, top),
        };
        if matches!(self.env.zone_shape(&zone), Some(ZoneShape::Set | ZoneShape::Grid)) {
            return self.wrong(
                Diagnostic::new(
                    Code::E0422,
                    list.span,
                    "this zone has no order, so it has no top and no bottom",
                )
                .help("make the zone a pile or row, or let a player choose"),
            );
        }
        let mut domain = self.env.zone_domain(zone.clone());
        let (zone, count) = (Box::new(zone), Box::new(count));
        domain.base = if top { Base::Top(zone, count) } else { Base::Bottom(zone, count) };
        domain.order = Order::Ordered;
        domain.span = d.span;
        Some(domain)
    }

    /// `with most w`; in `with most w(x)` w may be a word of the table, x the name of each member.
    fn best(
        &mut self,
        domain: &Domain,
        best: &ast::Best,
        member: Option<&ast::Name>,
    ) -> Option<(bool, LocalId, Box<Expr>)> {
        let ast::Best { extreme, word, args } = best;
        let local = self.scope.local("#each", domain.elem.clone(), word.span);
        let named = |text: &ast::Name| ast::Expr {
            kind: ast::ExprKind::Name(text.clone()),
            span: word.span,
        };
        let of_table = matches!(self.scope.def(&word.text), Some(Def::Word(_)));
        let hidden = ast::Name { text: "#each".into(), span: word.span };
        let key = match args {
            Some(args) if of_table => {
                let called = named(word);
                self.with_name(member.unwrap_or(&hidden), local, |cx| {
                    cx.call(&called, args, word.span)
                })
            }
            Some(_) if &*word.text == "count" => {
                return self.wrong(
                    Diagnostic::new(
                        Code::E0413,
                        word.span,
                        "`with most` goes by a name, not a sum",
                    )
                    .help(by_count(&shown(self.env, &domain.elem), args.as_deref())),
                );
            }
            _ => {
                let of = named(&hidden);
                self.with_name(&hidden, local, |cx| cx.dot(&of, word, args.as_deref(), word.span))
            }
        };
        let key = key?;
        let key = self.facts.as_value(key);
        if !is_amount(key.ty.bare()) {
            let have = shown(self.env, &key.ty);
            let said = format!(
                "`with most` and `with least` need a number, but `{}` is `{have}`",
                word.text
            );
            let help = if matches!(key.ty.bare(), Type::Zone(_) | Type::List(..)) {
                let of = shown(self.env, &domain.elem);
                let named = self.env.r.members_named(&word.text);
                let defined =
                    of_table || named.into_iter().any(|(_, m, _)| matches!(m, Member::Word(_)));
                let how_many = counted(&of, &word.text);
                match defined {
                    true => format!(
                        "for how many there are, write `define {} … = count(…)`, or {how_many}",
                        word.text
                    ),
                    false => format!("for how many there are, {how_many}"),
                }
            } else {
                "name a counter, a field or a word that is a number or an amount".into()
            };
            return self.wrong(Diagnostic::new(Code::E0413, word.span, said).help(help));
        }
        let most = match extreme {
            ast::Extreme::Most => true,
            ast::Extreme::Least => false,
        };
        Some((most, local, Box::new(key)))
    }

    /// `players`, or `opponents`: all but whoever acts, who must be known.
    pub fn seats(&mut self, kind: &ast::ExprKind, span: Span) -> Option<Operand> {
        let opponents = matches!(kind, ast::ExprKind::Opponents);
        if opponents {
            self.need_me(span, "`opponents`")?;
        }
        let base = Base::Players { from: None, forever: false, opponents };
        Some(Operand::Dom(Box::new(plain(base, Type::Player, Order::Ordered, span))))
    }
}

/// A local's type with what was learned of it.
fn known_type(
    facts: &mut Narrowing<'_>,
    scope: &Scope<'_>,
    local: LocalId,
    learned: &Learned,
) -> Type {
    let read = scope.read(local, Span::default());
    let mark = facts.learn(learned.clone());
    let known = facts.known(read);
    facts.unlearn(mark);
    known.ty
}

/// `top n of list`: of members that have an order.
fn end_of_list(
    judge: &mut Judge<'_>,
    d: &ast::Domain,
    operand: Operand,
    n: Expr,
    top: bool,
) -> Option<Domain> {
    let at = operand.span();
    let single = matches!(&operand, Operand::Val(e) if !matches!(e.ty.bare(), Type::List(..)));
    let of = if single { None } else { Some(as_list(judge.sight.env, operand)?) };
    let Some(of) = of.filter(|of| of.order == Order::Ordered) else {
        return judge.reports.wrong(
            Diagnostic::new(Code::E0422, at, "only what lies in an order has a top and a bottom")
                .help("name a pile, a row, slots, or a list whose members were put in an order"),
        );
    };
    let (elem, of) = (of.elem.clone(), Box::new(of));
    Some(plain(Base::Cut { of, n: Box::new(n), last: !top }, elem, Order::Ordered, d.span))
}

/// `lines of n on E`
fn lines(judge: &mut Judge<'_>, length: i64, on: &ast::Name, span: Span) -> Option<Domain> {
    let of = match judge.sight.scope.named(on) {
        Some(Def::Enum(e)) => e,
        Some(Def::Broken) => return None,
        _ => return judge.unknown(on),
    };
    if judge.sight.env.book()[of].rectangle.is_none() {
        return judge.reports.wrong(
            Diagnostic::new(
                Code::E0427,
                on.span,
                format!("`{}` is not a rectangle, so it has no lines", on.text),
            )
            .help("declare it as `enum Cell 3 by 3`"),
        );
    }
    let Some(length) = u16::try_from(length).ok().filter(|n| (1..=64).contains(n)) else {
        return judge.reports.wrong(
            Diagnostic::new(Code::E0427, span, "a line has from 1 to 64 squares")
                .help("write `lines of 3 on Cell`"),
        );
    };
    let elem = Type::List(Box::new(Type::Enum(of)), Order::Ordered);
    Some(plain(Base::Lines(of, length), elem, Order::Ordered, span))
}

/// `round n in 1-5`: nothing can be picked from one number.
fn no_single_number(reports: &mut Reports, domain: &Domain, d: &ast::Domain) -> Option<()> {
    let Base::Items(items) = &domain.base else { return Some(()) };
    let ast::DomainBase::List(list) = &d.base else { return Some(()) };
    let [one] = items.as_slice() else { return Some(()) };
    if !is_amount(&one.ty) || matches!(list.kind, ast::ExprKind::Group(_)) {
        return Some(());
    }
    reports.wrong(
        Diagnostic::new(
            Code::E0407,
            one.span,
            "this is one number, but several are needed to go through or to pick from",
        )
        .help("the numbers from one to another have two dots between them: `1..5`"),
    )
}

/// A kind or sum by name.
fn kinds(scope: &Scope<'_>, reports: &mut Reports, kind: &ast::Name) -> Option<KindSet> {
    let mut report = Vec::new();
    let kinds = scope.env.r.kind_named(scope.declared(), kind, &mut report);
    report.into_iter().for_each(|d| reports.report(d));
    kinds
}

/// What is written for `with most count(p.hand)`.
fn by_count(of: &str, args: Option<&[ast::Expr]>) -> String {
    let zone = args.and_then(|args| args.first()).and_then(|e| match &e.kind {
        ast::ExprKind::Name(name) => Some(name.text.to_string()),
        ast::ExprKind::Dot(_, name) => Some(name.text.to_string()),
        _ => None,
    });
    zone.map_or_else(
        || "name a counter, a field or a word that is a number".into(),
        |zone| counted(of, &zone),
    )
}

/// A word for how many cards there are.
fn counted(of: &str, zone: &str) -> String {
    format!(
        "give that a name, `define in_{zone} for p: {of} = count(p.{zone})`, and write `with most \
         in_{zone}`"
    )
}

/// `half of pack`
fn half_of(d: &ast::Domain) -> Option<String> {
    let Some(ast::Selector::Exactly(n)) = &d.selector else { return None };
    let half = matches!(&n.kind, ast::ExprKind::Name(name) if &*name.text == "half");
    let ast::DomainBase::List(list) = &d.base else { return None };
    let zone = super::fill::written(list).filter(|_| half)?;
    Some(format!("write `top count({zone}) / 2 of {zone}`"))
}

/// `all of stock`: a zone is all that lies in it.
fn all_of(d: &ast::Domain) -> Option<String> {
    let Some(ast::Selector::Exactly(n)) = &d.selector else { return None };
    let all = matches!(&n.kind, ast::ExprKind::Name(name) if &*name.text == "all");
    let ast::DomainBase::List(list) = &d.base else { return None };
    let zone = super::fill::written(list).filter(|_| all)?;
    Some(format!("leave `all of` out: `{zone}` is all that lies there"))
}

/// `4 of stock`, where nobody chooses: the cards on top are meant.
fn top_of(d: &ast::Domain) -> Option<String> {
    let Some(ast::Selector::Exactly(n)) = &d.selector else { return None };
    let bare = d.from.is_none() && d.filter.is_none() && d.best.is_none();
    let ast::DomainBase::List(list) = &d.base else { return None };
    let number = matches!(n.kind, ast::ExprKind::Number(_)).then(|| super::fill::written(n))??;
    let zone = super::fill::written(list).filter(|_| bare)?;
    Some(format!(
        "write `top {number} of {zone}`; to let somebody choose them, `choose c in {number} of \
         {zone}`"
    ))
}

/// A list of its own where members were compared already: what narrows it from here on is asked
/// of the best alone.
fn narrowed_so_far(domain: Domain) -> Domain {
    if domain.best.is_none() {
        return domain;
    }
    let (elem, order, span) = (domain.elem.clone(), domain.order, domain.span);
    plain(Base::Value(Box::new(list_value(domain))), elem, order, span)
}

/// Leaves in a domain only those for which this holds, too; it reads them by this local.
fn narrow(domain: &mut Domain, local: LocalId, test: Expr) {
    let whole = match domain.filter.take() {
        Some((_, before)) => {
            let span = test.span;
            expr(ExprKind::And(before, Box::new(test)), Type::Bool, span)
        }
        None => test,
    };
    domain.filter = Some((local, Box::new(whole)));
}

/// `top of stock`, without a number.
fn is_an_end(selector: Option<&ast::Selector>) -> bool {
    let Some(ast::Selector::Exactly(n)) = selector else { return false };
    let ast::ExprKind::Name(name) = &n.kind else { return false };
    matches!(&*name.text, "top" | "bottom")
}

/// Members that must be players.
pub(super) fn seats_of(env: &Env, reports: &mut Reports, domain: Domain) -> Option<Domain> {
    if domain.elem == Type::Player {
        return Some(domain);
    }
    let have = shown(env, &domain.elem);
    let said = format!("players are needed here, but this is `{have}`");
    reports.wrong(
        Diagnostic::new(Code::E0404, domain.span, said).help(
            "name players: `players`, `opponents`, `p.left`, or `those p in players where …`",
        ),
    )
}
