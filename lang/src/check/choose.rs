//! `choose`: who, what from, and what the names mean afterwards. Steps are shared with the
//! parameters of moves.

use super::body_checker::BodyChecker;
use super::domain::{Members, seats_of};
use super::env::Env;
use super::facts::Learned;
use super::graph::Acting;
use super::quantify::no_single_player;
use super::reports::Reports;
use super::scope::{Bound, Scope};
use super::stmt::unheard;
use super::types::{constant, shown};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::foreign;
use crate::ir::{
    self, Chooser, Expr, ExprKind, LocalId, Offer, Order, Pick, Secretly, Step, Stmt, StmtKind,
    Type, Value,
};
use crate::source::Span;
use crate::syntax::ast;

/// A typed step, and what its `where` tells of a single pick.
pub(super) struct Filled {
    pub step: Step,
    /// What is known of the local.
    pub facts: Learned,
}

const NOT_ALL: &str = "one player is needed here, not all of them";

impl BodyChecker<'_> {
    pub fn choose(&mut self, choose: &ast::Choose, span: Span, to: &mut Vec<Stmt>) -> Option<()> {
        let corrected = self.by_each(choose);
        let choose = corrected.as_ref().unwrap_or(choose);
        let chance = matches!(choose.by, ast::Chooser::Chance);
        if let (Some(place), false) = (self.place.around.quiet, chance) {
            return self.wrong(
                Diagnostic::new(Code::E0515, span, format!("nobody can be asked {place}"))
                    .help("only chance chooses there: `choose … by chance`"),
            );
        }
        let secretly = match choose.secretly {
            Some(at) => secretly(&mut self.out.reports, choose, at),
            None => false,
        };
        let by = self.chooser(choose, span);
        let asking = self.maybe_text(choose.asking.as_ref());
        let me = self.place.around.me;
        self.place.around.me = match choose.by {
            ast::Chooser::Me => me,
            ast::Chooser::Seat(_) if matches!(choose.what, ast::ChooseWhat::Binders(_)) => {
                Acting::Refused("in what another player chooses from")
            }
            ast::Chooser::Chance => Acting::Refused("in what chance chooses from"),
            ast::Chooser::Each(_) | ast::Chooser::Race(_)
                if matches!(choose.what, ast::ChooseWhat::Binders(_)) =>
            {
                Acting::Known
            }
            _ => me,
        };
        let mut bound = Vec::new();
        let what = match &choose.what {
            ast::ChooseWhat::Binders(binders) => self.values(binders, choose, &mut bound),
            ast::ChooseWhat::Tiers(tiers, at) => self.menu_offer(tiers, choose, *at, to),
            ast::ChooseWhat::Menu(name, args) => self.named_menu(name, args, choose, to),
        };
        self.place.around.me = me;
        for (name, bind) in bound {
            self.bind(name, bind);
        }
        self.out.graph.pauses(self.place.node, chance);
        self.change();
        let id = self.out.tables.site(self.place.at, span);
        let (what, by) = (what?, by?);
        let secretly = secretly.then(|| self.kept_secret(&what, &by, span, to)).flatten();
        let until_all_pass = choose.until_all_pass;
        let choose = ir::Choose { id, what, by, secretly, asking, until_all_pass };
        let kind = StmtKind::Choose(Box::new(choose));
        if secretly.is_some() && chance {
            unheard(&mut self.out.tables, &self.place, kind, span, to);
        } else {
            to.push(Stmt::open(kind, span));
        }
        Some(())
    }

    /// What is chosen secretly is one value that is told by itself; who chose it is kept beside it.
    fn kept_secret(
        &mut self,
        what: &Offer,
        by: &Chooser,
        span: Span,
        to: &mut Vec<Stmt>,
    ) -> Option<Secretly> {
        let Offer::Values { steps, .. } = what else { return None };
        for step in steps {
            can_be_secret(self.env, &mut self.out.reports, step)?;
        }
        let who = match by {
            Chooser::Me => Expr { kind: ExprKind::Me, ty: Type::Player, span },
            Chooser::Seat(who) => who.clone(),
            Chooser::Chance | Chooser::Each(_) | Chooser::Race(_) => {
                return Some(Secretly { chooser: None });
            }
        };
        let local = self.scope.local("#chooser", Type::Player, span);
        to.push(Stmt::open(StmtKind::Let(local, who), span));
        Some(Secretly { chooser: Some(local) })
    }

    fn chooser(&mut self, choose: &ast::Choose, span: Span) -> Option<Chooser> {
        Some(match &choose.by {
            ast::Chooser::Me => {
                self.need_me(span, "`choose` without `by`")?;
                Chooser::Me
            }
            ast::Chooser::Seat(e) if all_seats(&self.scope, e) => {
                let help = "write `by race of players` if whoever is first acts, `by each \
                            players` if everybody chooses at once";
                return self.wrong(Diagnostic::new(Code::E0404, e.span, NOT_ALL).help(help));
            }
            ast::Chooser::Seat(e) => match self.several_seats(e) {
                Some(help) => {
                    let said = "one player is needed here, and these are several";
                    return self.wrong(Diagnostic::new(Code::E0404, e.span, said).help(help));
                }
                None => Chooser::Seat(self.expect(e, &Type::Player)?),
            },
            ast::Chooser::Chance => Chooser::Chance,
            ast::Chooser::Each(d) => Chooser::Each(self.choosers(d)?),
            ast::Chooser::Race(d) => Chooser::Race(self.choosers(d)?),
        })
    }

    /// A choice of values by all players, as it is written here; what was written is reported.
    fn by_each(&mut self, choose: &ast::Choose) -> Option<ast::Choose> {
        let ast::Chooser::Seat(e) = &choose.by else { return None };
        let values = matches!(choose.what, ast::ChooseWhat::Binders(_));
        if !values || choose.until_all_pass {
            return None;
        }
        let (kind, help) = match self.several_seats(e) {
            _ if all_seats(&self.scope, e) => {
                let help = "if everybody chooses, write `by each players`".to_owned();
                (ast::ExprKind::Players, help)
            }
            Some(help) => (e.kind.clone(), help),
            None => return None,
        };
        self.report(Diagnostic::new(Code::E0404, e.span, NOT_ALL).help(help));
        let all = ast::Expr { kind, span: e.span };
        let all = ast::Domain {
            selector: None,
            base: ast::DomainBase::List(Box::new(all)),
            from: None,
            onwards: false,
            filter: None,
            best: None,
            span: e.span,
        };
        Some(ast::Choose { by: ast::Chooser::Each(all), ..choose.clone() })
    }

    /// How it is written that each of several players chooses, if these are several.
    fn several_seats(&mut self, e: &ast::Expr) -> Option<String> {
        let ty = self.silently(|cx| cx.value(e, None))?.ty;
        let players = matches!(&ty, Type::List(of, _) if **of == Type::Player);
        let written = super::fill::written(e).filter(|_| players)?;
        Some(format!("if each of them chooses, write `by each {written}`"))
    }

    fn choosers(&mut self, d: &ast::Domain) -> Option<ir::Domain> {
        let domain = self.domain(d, Some(&Type::Player))?;
        seats_of(self.env, &mut self.out.reports, domain)
    }

    /// `choose x in D, y in E`
    fn values<'n>(
        &mut self,
        binders: &'n [ast::Binder],
        choose: &ast::Choose,
        bound: &mut Vec<(&'n ast::Name, Bound)>,
    ) -> Option<Offer> {
        if choose.until_all_pass {
            let said = "`until all pass` belongs to a menu that holds `pass`";
            let span = binders.first().map(|b| b.span).unwrap_or_default();
            self.report(
                Diagnostic::new(Code::E0604, span, said).help("leave `until all pass` out"),
            );
        }
        let everybody = match &choose.by {
            ast::Chooser::Each(d) | ast::Chooser::Race(d) => Some(
                matches!(&d.base, ast::DomainBase::List(l) if matches!(l.kind, ast::ExprKind::Players))
                    && d.filter.is_none()
                    && d.best.is_none(),
            ),
            _ => None,
        };
        let mark = self.scope.open();
        let known = self.facts.all();
        let mut steps = Vec::new();
        let mut learned = Learned::new();
        let mut fine = true;
        for binder in binders {
            let local = self.scope.local(&binder.name.text, Type::None, binder.name.span);
            match self.step(&binder.name, binder.kind.as_ref(), local, &binder.domain) {
                Some(filled) => {
                    self.bind(&binder.name, Bound::Local(local));
                    self.facts.learn(filled.facts.clone());
                    learned.extend(filled.facts);
                    steps.push(filled.step);
                    bound.push((&binder.name, Bound::Local(local)));
                }
                None => {
                    fine = false;
                    self.bind(&binder.name, Bound::Broken);
                    bound.push((&binder.name, Bound::Broken));
                }
            }
        }
        self.scope.close(mark);
        self.facts.restore(known);
        if !fine {
            return None;
        }
        if choose.may {
            declined(&mut self.scope, &mut steps);
        }
        if let Some(all) = everybody {
            per_player(&mut self.scope, bound, all);
        } else if !choose.may {
            self.facts.learn(learned);
        }
        Some(Offer::Values { steps, may: choose.may })
    }

    /// One step: a domain, how much of it, and the type of its local.
    pub fn step(
        &mut self,
        name: &ast::Name,
        kind: Option<&ast::Name>,
        local: LocalId,
        d: &ast::Domain,
    ) -> Option<Filled> {
        let span = d.span;
        let pick = self.pick(d)?;
        if matches!(pick, Pick::One) {
            let members = self.members(name, kind, d, None)?;
            no_single_player(&mut self.judge(), &members.domain, d)?;
            return self.one_of(name, local, members, pick);
        }
        let base = self.unselected(d, None)?;
        let mut all = d.clone();
        all.filter = None;
        let members = self.filtered(base, name, kind, &all)?;
        let elem = pickable(self.env, &mut self.out.reports, &members.domain, name)?;
        let ty = match pick {
            Pick::UpToOne => elem.optional(),
            Pick::Order => Type::List(Box::new(elem), Order::Ordered),
            _ => Type::List(Box::new(elem), Order::Unordered),
        };
        self.scope.set_type(local, ty);
        let whole = match &d.filter {
            Some(filter) => Some(Box::new(self.with_name(name, local, |cx| cx.condition(filter))?)),
            None => None,
        };
        let mut domain = members.domain;
        domain.span = span;
        Some(Filled { step: Step { local, domain, pick, whole }, facts: Learned::new() })
    }

    /// A single member.
    fn one_of(
        &mut self,
        name: &ast::Name,
        local: LocalId,
        members: Members,
        pick: Pick,
    ) -> Option<Filled> {
        let elem = pickable(self.env, &mut self.out.reports, &members.domain, name)?;
        self.scope.set_type(local, elem);
        let facts = match members.of {
            Some(of) => super::narrowing::renamed(&members.facts, of, local),
            None => Learned::new(),
        };
        Some(Filled { step: Step { local, domain: members.domain, pick, whole: None }, facts })
    }

    /// How much of a domain is picked.
    fn pick(&mut self, d: &ast::Domain) -> Option<Pick> {
        use ast::Selector;
        let nought = |span| Box::new(constant(Value::Number(0), Type::Number, span));
        Some(match &d.selector {
            None | Some(Selector::Top(_) | Selector::Bottom(_)) => Pick::One,
            Some(Selector::Any) => Pick::Some { least: nought(d.span), most: None },
            Some(Selector::Order) => Pick::Order,
            Some(Selector::UpTo(n)) => {
                let n = self.expect(n, &Type::Number)?;
                if is_one(&n) {
                    Pick::UpToOne
                } else {
                    Pick::Some { least: nought(n.span), most: Some(Box::new(n)) }
                }
            }
            Some(Selector::Exactly(n)) => {
                let n = Box::new(self.expect(n, &Type::Number)?);
                Pick::Some { least: n.clone(), most: Some(n) }
            }
            Some(Selector::AtLeast(n)) => {
                Pick::Some { least: Box::new(self.expect(n, &Type::Number)?), most: None }
            }
        })
    }
}

/// Whether `secretly` may be said of a choice.
fn secretly(reports: &mut Reports, choose: &ast::Choose, at: Span) -> bool {
    let values = matches!(choose.what, ast::ChooseWhat::Binders(_));
    if !values {
        let said = "a move cannot be chosen secretly: everybody sees what it does";
        reports.report(Diagnostic::new(Code::E0617, at, said).help(
            "leave `secretly` out, or choose a value, and let the rules go by it later: \
             `choose aim in players secretly`",
        ));
    }
    values
}

fn can_be_secret(env: &Env, reports: &mut Reports, step: &Step) -> Option<()> {
    let help = match (&step.pick, step.domain.elem.bare()) {
        (
            Pick::One | Pick::UpToOne,
            Type::Number | Type::Unit(_) | Type::Bool | Type::Enum(_) | Type::Player,
        ) => return Some(()),
        (Pick::One | Pick::UpToOne, Type::Card(_)) => {
            "cards of a zone that others do not see are chosen unseen in any case; of cards \
             that all see, choose the place: `choose n in 1..count(market) secretly`, and then \
             `market.slot(n)`"
        }
        _ => "choose one after the other: `choose a in …, b in … secretly`",
    };
    let have = shown(env, &step.domain.elem);
    let said = match step.pick {
        Pick::One | Pick::UpToOne => format!("`{have}` cannot be chosen secretly"),
        Pick::Some { .. } | Pick::Order => "several things cannot be chosen secretly".into(),
    };
    reports.wrong(Diagnostic::new(Code::E0617, step.domain.span, said).help(help))
}

/// Whether it is everybody who is named, also in words of everyday English.
fn all_seats(scope: &Scope<'_>, e: &ast::Expr) -> bool {
    match &e.kind {
        ast::ExprKind::Players => true,
        ast::ExprKind::Name(name) => {
            let known = scope.find(&name.text).is_some() || scope.def(&name.text).is_some();
            !known && foreign::value(&name.text) == Some("players")
        }
        _ => false,
    }
}

/// `may choose`: names may be none afterwards.
fn declined(scope: &mut Scope<'_>, steps: &mut [Step]) {
    for step in steps.iter() {
        scope.declare(step.local, |local| local.ty = local.ty.clone().optional());
    }
    if let [step] = steps
        && matches!(step.pick, Pick::One)
    {
        step.pick = Pick::UpToOne;
    }
}

/// `by each`: a name is a word of the player; those who were not asked have none.
fn per_player(scope: &mut Scope<'_>, bound: &mut [(&ast::Name, Bound)], all: bool) {
    for (_, bound) in bound.iter_mut() {
        if let Bound::Local(local) = *bound {
            scope.declare(local, |decl| {
                decl.per_seat = true;
                if !all {
                    decl.ty = decl.ty.clone().optional();
                }
            });
            *bound = Bound::PerSeat(local);
        }
    }
}

/// The type of members that can be picked.
fn pickable(
    env: &Env,
    reports: &mut Reports,
    domain: &ir::Domain,
    name: &ast::Name,
) -> Option<Type> {
    if domain.elem == Type::None {
        return reports.wrong(
            Diagnostic::new(
                Code::E0412,
                domain.span,
                format!("there is nothing that `{}` could be", name.text),
            )
            .help(
                "name something that holds members: a zone, an enum, `players`, or a range \
                 such as `1..6`",
            ),
        );
    }
    if *domain.elem.bare() == Type::Text {
        let have = shown(env, &domain.elem);
        return reports.wrong(
            Diagnostic::new(Code::E0404, domain.span, format!("`{have}` cannot be chosen")).help(
                "texts are not chosen: choose the member of an enum, or the card, that bears \
                 it",
            ),
        );
    }
    Some(domain.elem.clone())
}

/// The number one.
fn is_one(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Const(Value::Number(1)))
}
