//! What changes the table: setting counters, moving, swapping and showing cards, calling deeds.

use super::body_checker::BodyChecker;
use super::compare::strip;
use super::domain::seats_of;
use super::env::Env;
use super::expr::Operand;
use super::fill::{heading, worked_out_of, written};
use super::graph::Node;
use super::notes::Thing;
use super::parts::Assignment;
use super::place::DeedCall;
use super::reports::{Called, Reports};
use super::scope::{Bound, Scope};
use super::types::{is_amount, plain, shown};
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic, Edit};
use crate::ir::{
    At, Base, CounterPlace, DeedId, Expr, ExprKind, KindSet, Order, SetOp, Stmt, StmtKind, Type,
    ZoneShape,
};
use crate::resolve::names::Def;
use crate::source::Span;
use crate::syntax::ast;
use std::collections::BTreeMap;

impl BodyChecker<'_> {
    /// `place = e`, `+=`, `-=`
    pub fn set(
        &mut self,
        place: &ast::Expr,
        assignment: Assignment<'_>,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let Assignment { op, value } = assignment;
        let span = place.span.to(value.span);
        if let ast::ExprKind::Name(name) = &place.kind
            && let Some(sight) = self.scope.find(&name.text)
        {
            let bound = sight.bound.clone();
            return self.set_local(name, bound, assignment, to);
        }
        if let Some(said) = self.option_is_set(place, assignment) {
            return self.wrong(said);
        }
        if self.new_name(place, assignment, to).is_some() {
            return None;
        }
        if let Some(set) = self.set_place(place) {
            return self.change_set(set, assignment, span, to);
        }
        let Some(place) = self.counter_place(place) else {
            // The value may hold a mistake of its own.
            let _ = self.value(value, None);
            return None;
        };
        let ty = &self.env.book()[place.counter].ty;
        if let Some(said) = end_of_range(&self.scope, place.counter, value) {
            return self.wrong(said);
        }
        let value = self.set_value(ty, assignment, to)?;
        self.change();
        self.out.notes.sets(place.counter.0, self.place.node);
        to.push(Stmt::open(StmtKind::Set(place, op, value), span));
        Some(())
    }

    /// `helpers = p.ready`, where `helpers` is an option.
    fn option_is_set(
        &mut self,
        place: &ast::Expr,
        Assignment { op, value }: Assignment<'_>,
    ) -> Option<Diagnostic> {
        let ast::ExprKind::Name(name) = &place.kind else { return None };
        let text = &*name.text;
        let Some(Def::Option(_)) = self.scope.def(text) else { return None };
        let counter = self.silently(|cx| cx.value(value, None));
        let counter = counter.is_some_and(|e| matches!(e.kind, ExprKind::Counter(..)));
        let said =
            format!("`{text}` is an option: it is agreed on before the game and never changes");
        let help = match written(value).filter(|_| counter && op == SetOp::To) {
            Some(counter) => {
                format!("perhaps it is meant the other way round: `{counter} = {text}`")
            }
            None => format!(
                "declare a counter that starts with it: `the table has {{ {text}_left: Number = \
                 {text} }}`"
            ),
        };
        Some(Diagnostic::new(Code::E0504, place.span, said).help(help))
    }

    /// What is set, added or taken.
    fn set_value(
        &mut self,
        ty: &Type,
        Assignment { op, value }: Assignment<'_>,
        to: &mut Vec<Stmt>,
    ) -> Option<Expr> {
        if op == SetOp::To {
            return self.value_or_deed(value, ty, to);
        }
        if !is_amount(ty) {
            let have = shown(self.env, ty);
            return self.wrong(
                Diagnostic::new(
                    Code::E0413,
                    value.span,
                    format!("only numbers and amounts grow and shrink, but this is `{have}`"),
                )
                .help("set it with `=`"),
            );
        }
        self.value_or_deed(value, ty, to)
    }

    /// A `let` that is set again.
    fn set_local(
        &mut self,
        name: &ast::Name,
        bound: Bound,
        assignment: Assignment<'_>,
        to: &mut Vec<Stmt>,
    ) -> Option<()> {
        let Assignment { op, value } = assignment;
        let local = match bound {
            Bound::Local(local) if self.scope.may_be_set(local) => local,
            Bound::Broken => return None,
            other => {
                let ty = match other {
                    Bound::Local(local) => Some(self.scope[local].ty.clone()),
                    Bound::Alias(e) => Some(e.ty),
                    Bound::PerSeat(_) | Bound::Broken => None,
                };
                let of_it = ty.and_then(|ty| self.settable_of(&name.text, &ty, Some(assignment)));
                let help = of_it.unwrap_or_else(|| {
                    "only counters, and names from `let`, can be set".to_owned()
                });
                return self.wrong(
                    Diagnostic::new(
                        Code::E0504,
                        name.span,
                        format!("`{}` cannot be set", name.text),
                    )
                    .help(help),
                );
            }
        };
        let ty = self.scope[local].ty.clone();
        let span = name.span.to(value.span);
        let value = self.set_value(&ty, assignment, to)?;
        let value = match op {
            SetOp::To => value,
            SetOp::Plus | SetOp::Minus => {
                let before = self.scope.read(local, name.span);
                let op = if op == SetOp::Plus {
                    crate::ir::ArithOp::Add
                } else {
                    crate::ir::ArithOp::Sub
                };
                super::types::expr(ExprKind::Arith(op, Box::new(before), Box::new(value)), ty, span)
            }
        };
        self.change();
        self.facts.local_changed(local);
        to.push(Stmt::open(StmtKind::Let(local, value), span));
        Some(())
    }

    /// A counter as a place to write to.
    pub fn counter_place(&mut self, place: &ast::Expr) -> Option<CounterPlace> {
        let operand = self.operand(place, None)?;
        match operand {
            Operand::Val(Expr { kind: ExprKind::Counter(counter, key), .. }) => {
                self.out.notes.only_writes(Thing::Counter(counter.0));
                if let Some(key) = &key
                    && key.ty.may_be_none()
                {
                    let written = if let ast::ExprKind::Dot(of, _) = &place.kind {
                        written(of)
                    } else {
                        None
                    };
                    let help = written.map_or_else(
                        || "ask `is not none` first, or take it with `if there is`".to_owned(),
                        |owner| format!("ask first: `if {owner} is not none {{ … }}`"),
                    );
                    let said = "this may be none, and then there is nothing to set";
                    return self.wrong(Diagnostic::new(Code::E0406, key.span, said).help(help));
                }
                Some(CounterPlace { counter, key })
            }
            Operand::Zone(zone) => {
                let help = match written(place) {
                    Some(zone) => format!("cards get there with `move … to {zone}`"),
                    None => "cards get there with `move … to …`".to_owned(),
                };
                self.wrong(
                    Diagnostic::new(Code::E0504, zone.span, "a zone cannot be set").help(help),
                )
            }
            Operand::Val(Expr { kind: ExprKind::Field(..), span, .. }) => self.wrong(
                Diagnostic::new(Code::E0504, span, "what is printed on a card never changes")
                    .about(About::Printed)
                    .help("declare a counter for it: `each … has { … }`"),
            ),
            other => {
                let help = match &other {
                    Operand::Val(e) => worked_out_of(&self.sight(), e)
                        .or_else(|| self.settable_of(&self.sight().called(e), &e.ty, None)),
                    Operand::Zone(_) | Operand::Dom(_) => None,
                };
                let help = help.unwrap_or_else(|| {
                    "only counters, and names from `let`, can be set".to_owned()
                });
                let said = Diagnostic::new(Code::E0504, other.span(), "this cannot be set");
                self.wrong(said.about(About::Fixed).help(help))
            }
        }
    }

    /// `move D to zone at …`
    pub fn move_stmt(
        &mut self,
        cards: &ast::Domain,
        zone: &ast::Expr,
        at: Option<&ast::At>,
        span: Span,
    ) -> Option<StmtKind> {
        let domain = self.domain(cards, None);
        if let Some(domain) = domain.as_ref().filter(|domain| domain.elem == Type::Player) {
            return self.no_card(domain.span, cards, zone);
        }
        if let Some(domain) = domain.as_ref()
            && let Some(said) = self.moved_value(domain, cards, zone)
        {
            return self.wrong(said);
        }
        let goal = self.zone(zone);
        if domain.is_none() && goal.as_ref().is_some_and(|goal| is_in_order(self.env, goal)) {
            the_other_way_round(&mut self.out.reports, cards, zone);
        }
        let zone = goal;
        let at = match at {
            None => Some(At::Usual),
            Some(ast::At::Top) => Some(At::Top),
            Some(ast::At::Bottom) => Some(At::Bottom),
            Some(ast::At::Place(n)) => self.at_place(n),
        };
        let (domain, zone, at) = (domain?, zone?, at?);
        let kinds = match &domain.elem {
            Type::Card(kinds) => *kinds,
            Type::None => KindSet(0),
            other => {
                let have = shown(self.env, other);
                return self.wrong(
                    Diagnostic::new(
                        Code::E0505,
                        domain.span,
                        format!("only cards are moved, but this is `{have}`"),
                    )
                    .help("a counter is set with `=`, `+=` or `-=`"),
                );
            }
        };
        must_hold(self.env, &mut self.out.reports, &zone, kinds, domain.span)?;
        at_fits(self.env, &mut self.out.reports, &zone, &at, span)?;
        if !matches!(at, At::Usual)
            && matches!(self.env.zone_shape(&zone), Some(ZoneShape::Set | ZoneShape::Slot))
        {
            return self.wrong(
                Diagnostic::new(
                    Code::E0422,
                    zone.span,
                    "this zone has no places, so nothing can be put at one",
                )
                .help("leave `at …` out, or make the zone a pile, row or slots"),
            );
        }
        if let Base::Top(from, _) | Base::Bottom(from, _) = &domain.base {
            self.draws(from, span);
        }
        self.change();
        Some(StmtKind::Move { cards: domain, to: zone, at })
    }

    /// A numbered place, or a spot of a grid.
    fn at_place(&mut self, e: &ast::Expr) -> Option<At> {
        let value = self.value(e, Some(&Type::Number))?;
        match value.ty.bare() {
            Type::Spot => self.judge().fit(value, &Type::Spot).map(At::Spot),
            _ => self.judge().fit(value, &Type::Number).map(At::Place),
        }
    }

    /// A zone may run out here.
    fn draws(&mut self, from: &Expr, span: Span) {
        if let ExprKind::Zone(zone, _) = &from.kind {
            for (at, rule) in self.env.r.runs_out.iter().enumerate() {
                if rule.item.0 == *zone {
                    self.uses(Node::RunsOut(at as u16), span);
                }
            }
        }
    }

    /// `swap a with b`
    pub fn swap(&mut self, a: &ast::Expr, b: &ast::Expr) -> Option<StmtKind> {
        let (a, b) = (self.value(a, None), self.value(b, None));
        let (a, b) = (a?, b?);
        for side in [&a, &b] {
            if !matches!(side.ty, Type::Card(_)) {
                let have = shown(self.env, &side.ty);
                let help = match side.ty.bare() {
                    Type::Card(_) => {
                        "this may be none: take it with `if there is c in … { … }`, then swap `c`"
                    }
                    _ => {
                        "`swap` takes two single cards, such as `swap c with market.slot(1)`; \
                         whole zones change places by way of a third: `move a.hand to between  \
                         move b.hand to a.hand  move between to b.hand`"
                    }
                };
                let said = format!("`swap` takes two cards, but this is `{have}`");
                return self.wrong(Diagnostic::new(Code::E0517, side.span, said).help(help));
            }
        }
        self.change();
        Some(StmtKind::Swap(a, b))
    }

    /// `show D to players`, `show p.cash to players`
    pub fn show(&mut self, what: &ast::Domain, players: &ast::Expr) -> Option<StmtKind> {
        let to = self.list(players, Some(&Type::Player));
        if let ast::DomainBase::List(list) = &what.base
            && what.selector.is_none()
            && matches!(
                strip(list).kind,
                ast::ExprKind::Dot(..) | ast::ExprKind::Name(_) | ast::ExprKind::Call(..)
            )
        {
            let operand = self.operand(list, None)?;
            if let Operand::Val(Expr { kind: ExprKind::Counter(counter, key), ty, .. }) = &operand
                && !matches!(ty.bare(), Type::Card(_))
            {
                let place = CounterPlace { counter: *counter, key: key.clone() };
                return Some(StmtKind::ShowCounter(
                    place,
                    seats_of(self.env, &mut self.out.reports, to?)?,
                ));
            }
        }
        let cards = self.domain(what, None);
        let (cards, to) = (cards?, to?);
        if !matches!(cards.elem, Type::Card(_) | Type::None) {
            let have = shown(self.env, &cards.elem);
            let message = format!("only cards and counters can be shown, but this is `{have}`");
            return self.wrong(Diagnostic::new(Code::E0517, cards.span, message).help(
                "name a card, a zone or a counter; to tell something else, use `say \"…\"`",
            ));
        }
        Some(StmtKind::Show(cards, seats_of(self.env, &mut self.out.reports, to)?))
    }

    /// `hide D`, `hide D from players`
    pub fn hide(&mut self, what: &ast::Domain, players: Option<&ast::Expr>) -> Option<StmtKind> {
        let from = match players {
            Some(players) => self.list(players, Some(&Type::Player)),
            None => {
                let all = Base::Players { from: None, forever: false, opponents: false };
                Some(plain(all, Type::Player, Order::Ordered, what.span))
            }
        };
        let cards = self.domain(what, None);
        let (cards, from) = (cards?, from?);
        if !matches!(cards.elem, Type::Card(_) | Type::None) {
            let have = shown(self.env, &cards.elem);
            let message = format!("only cards can be hidden, but this is `{have}`");
            return self.wrong(Diagnostic::new(Code::E0517, cards.span, message).help(
                "name a card or a zone: `hide c from p`; what a counter shows is shown once, and \
                 not kept",
            ));
        }
        Some(StmtKind::Hide(cards, seats_of(self.env, &mut self.out.reports, from)?))
    }

    /// A deed with its arguments; `zone of any` finds its kinds from them.
    pub fn deed_call(&mut self, deed: DeedId, call: &ast::Expr) -> Option<DeedCall> {
        let env = self.env;
        let (pending, signature) = &env[deed];
        let name = &*pending.item.name.text;
        let of = Called { name, span: call.span };
        let args: &[ast::Expr] = match &strip(call).kind {
            ast::ExprKind::Call(_, args) => args,
            _ => &[],
        };
        if signature.params.len() != args.len() {
            return self.wrong_call(of, &signature.params, args);
        }
        let mut kinds: BTreeMap<String, KindSet> = BTreeMap::new();
        let since = self.out.reports.now();
        let mut typed = Vec::new();
        for (param, arg) in signature.params.iter().zip(args) {
            let Some(any) = &param.any else {
                typed.push(self.expect(arg, &param.ty));
                continue;
            };
            let zone = self.zone(arg);
            let fitting = zone.and_then(|zone| match (kinds.get(any).copied(), &zone.ty) {
                (None, Type::Zone(have)) => {
                    kinds.insert(any.clone(), *have);
                    Some(zone)
                }
                (Some(holds), _) => self.judge().fit(zone, &Type::Zone(holds)),
                _ => None,
            });
            typed.push(fitting);
        }
        let Some(args) = typed.into_iter().collect::<Option<Vec<_>>>() else {
            let member = thrown_member(&self.scope, name, args);
            match self.in_order(name, &signature.params, args) {
                _ if let Some(member) = member => self.out.reports.replace(since, member),
                Some(written) => self.out.reports.other_order(since, of, &written),
                None => {
                    let reads = heading(self.env, name, &signature.params);
                    self.out.reports.explain_values(since, of, &reads);
                }
            }
            return None;
        };
        let deed = if kinds.is_empty() { deed } else { self.instance(deed, kinds) };
        Some(DeedCall { deed, args, result: signature.result.clone() })
    }

    /// The deed for these kinds.
    fn instance(&mut self, of: DeedId, kinds: BTreeMap<String, KindSet>) -> DeedId {
        // A test may be the first to ask for a deed that was typed for all kinds.
        self.out.instance(of, kinds, self.place.in_test())
    }
}

/// `v.tank = full`: an end of a counter's range by a name that nothing has.
fn end_of_range(
    scope: &Scope<'_>,
    counter: crate::ir::CounterId,
    value: &ast::Expr,
) -> Option<Diagnostic> {
    let ast::ExprKind::Name(name) = &value.kind else { return None };
    let text = &*name.text;
    let known = scope.knows(text) || !scope.env.r.enums_with(text).is_empty();
    let counter = &scope.env.book()[counter];
    let (low, high) = counter.range.filter(|_| !known)?;
    let (end, which) = match text.to_lowercase().as_str() {
        "full" | "max" | "maximum" | "highest" | "voll" | "plein" | "lleno" => (high, "most"),
        "zero" | "min" | "minimum" | "lowest" | "nothing" | "leer" | "null" => (low, "least"),
        _ => return None,
    };
    let end = match counter.ty.bare() {
        Type::Unit(unit) => scope.env.r.amount(*unit, end),
        _ => end.to_string(),
    };
    let mut said =
        Diagnostic::unknown(Code::E0401, name.span, format!("there is no `{text}` here"));
    said.fix = vec![Edit { span: name.span, new: end.clone() }];
    let help = format!("the {which} that `{}` can be is {end}: write `{end}`", counter.name);
    Some(said.help(help))
}

/// Whether the cards of a zone have an order.
fn is_in_order(env: &Env, zone: &Expr) -> bool {
    matches!(env.zone_shape(zone), Some(ZoneShape::Pile | ZoneShape::Row))
}

/// `move top 1 of me.hand to pack`: of a zone without an order, to one that has a top.
fn the_other_way_round(reports: &mut Reports, cards: &ast::Domain, goal: &ast::Expr) {
    let Some(ast::Selector::Top(n)) = &cards.selector else { return };
    let ast::DomainBase::List(list) = &cards.base else { return };
    let written = written(n).zip(written(list)).zip(written(goal));
    let Some(last) = reports.last_mut() else { return };
    if let Some(((n, from), goal)) = written.filter(|_| last.code == Code::E0422) {
        last.say(format!(
            "make the zone a pile or row, or let a player choose; or perhaps it is meant the \
             other way round: `move top {n} of {goal} to {from}`"
        ));
    }
}

/// Tiles come to a grid at a spot, and only there.
fn at_fits(env: &Env, reports: &mut Reports, zone: &Expr, at: &At, span: Span) -> Option<()> {
    let (said, help) = match (env.zone_shape(zone), at) {
        (Some(ZoneShape::Grid), At::Spot(_)) | (None, _) => return Some(()),
        (Some(ZoneShape::Grid), _) => (
            "this does not say where on the grid",
            "name a spot: `at spot`, `at grid.middle`, `at grid.spot(2, 0, 1)`",
        ),
        (_, At::Spot(_)) => {
            ("only a grid has spots", "leave `at …` out, or move it to a `grid of …`")
        }
        _ => return Some(()),
    };
    reports.wrong(Diagnostic::new(Code::E0422, zone.span.to(span), said).help(help))
}

/// Cards of these kinds may lie in the zone.
pub(super) fn must_hold(
    env: &Env,
    reports: &mut Reports,
    zone: &Expr,
    kinds: KindSet,
    span: Span,
) -> Option<()> {
    let Type::Zone(holds) = zone.ty else { return None };
    if kinds.within(holds) {
        return Some(());
    }
    let (what, holds_name) = (env.r.kinds_name(kinds), env.r.kinds_name(holds));
    let help = if kinds.and(holds).0 != 0 {
        format!(
            "move only those that fit: `those c: {holds_name} in …`, or ask `is {holds_name}` \
             first"
        )
    } else {
        let fitting = env.book().zones.iter().filter(|z| kinds.within(z.of));
        let names: Vec<String> = fitting.map(|z| format!("`{}`", z.name)).take(4).collect();
        match names.is_empty() {
            true => format!("no zone holds `{what}`: declare one, such as `pile of {what}`"),
            false => format!("such cards belong in {}", names.join(", ")),
        }
    };
    reports.wrong(
        Diagnostic::new(
            Code::E0505,
            span,
            format!("this is `{what}`, but the zone holds `{holds_name}`"),
        )
        .beside(zone.span, format!("this zone holds `{holds_name}`"))
        .help(help),
    )
}

/// `roll(Weather)`: of an enum chance chooses a member.
fn thrown_member(scope: &Scope<'_>, deed: &str, args: &[ast::Expr]) -> Option<Diagnostic> {
    let [ast::Expr { kind: ast::ExprKind::Name(of), span }] = args else { return None };
    let named = scope.def(&of.text);
    let Some(Def::Enum(_)) = named.filter(|_| deed == "roll") else { return None };
    let said = format!("a die has a number of sides, and `{}` is no number", of.text);
    Some(Diagnostic::new(Code::E0404, *span, said).help(format!(
        "chance chooses a member and gives it a name, on a line of its own: `choose x in {} by \
         chance`; then write `x` here",
        of.text
    )))
}
