//! Questions and numbers about domains: `any … has`, `count`, `sum`, `most`, `first`, `those`.

use super::body_checker::BodyChecker;
use super::calls::calculable;
use super::expr::Operand;
use super::judge::Judge;
use super::types::{expr, is_amount, shown};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Help};
use crate::ir::{Base, Domain, Expr, ExprKind, LocalId, Order, Type};
use crate::resolve::names::Def;
use crate::source::Span;
use crate::syntax::ast::{self, FoldLaw, FoldOp};

impl BodyChecker<'_> {
    /// `any x in D has c`, `every`, `no`
    pub fn quantifier(
        &mut self,
        q: ast::Quantifier,
        binder: &ast::Binder,
        c: &ast::Expr,
        span: Span,
    ) -> Option<Expr> {
        let (domain, local, condition) = self.of_each(binder, |cx| cx.condition(c))?;
        let kind = ExprKind::Quantified(q, local, Box::new(domain), Box::new(condition));
        Some(expr(kind, Type::Bool, span))
    }

    /// What a binder goes through, its name, and what is said of each.
    fn of_each(
        &mut self,
        binder: &ast::Binder,
        said: impl FnOnce(&mut Self) -> Option<Expr>,
    ) -> Option<(Domain, LocalId, Expr)> {
        let members = self.members_by(binder)?;
        no_single_player(&mut self.judge(), &members.domain, &binder.domain)?;
        let (local, said) = self.aside(|cx| (cx.bind_member(&binder.name, &members), said(cx)));
        Some((members.domain, local, said?))
    }

    /// `count(D)`, `count(x in D where c)`
    pub fn count(&mut self, of: &ast::CountOf, span: Span) -> Option<Expr> {
        let domain = match of {
            ast::CountOf::Binder(b) => {
                if let Some(said) = self.member_as_name(b).or_else(|| self.type_as_name(b)) {
                    return self.wrong(said);
                }
                self.members_by(b)?.domain
            }
            ast::CountOf::Domain(d) => {
                let cards = Type::Zone(self.env.r.all_kinds());
                let before = self.wanted.replace(cards);
                let counted = self.domain(d, None);
                self.wanted = before;
                counted?
            }
        };
        let all_seats = matches!(domain.base, Base::Players { opponents: false, .. });
        if all_seats && domain.filter.is_none() && domain.best.is_none() {
            return Some(expr(ExprKind::Seats, Type::Number, span));
        }
        if let Base::Items(items) = &domain.base
            && let [one] = items.as_slice()
            && !matches!(one.ty.bare(), Type::Card(_))
            && !one.ty.may_be_none()
        {
            let have = shown(self.env, &one.ty);
            let help = self
                .sight()
                .perhaps(one, |ty| matches!(ty.bare(), Type::List(..)))
                .unwrap_or_else(|| {
                    Help::open(
                        "name what is counted: `count(me.hand)`, or `count(x in D where …)`; a \
                         number needs no `count`",
                    )
                });
            let said = format!("`count` needs a list or a zone, but this is `{have}`");
            return self.wrong(Diagnostic::new(Code::E0407, one.span, said).help(help));
        }
        Some(expr(ExprKind::Count(Box::new(domain)), Type::Number, span))
    }

    /// `count(Suit in me.hand)`: what cards have, or what they are, is no name for each of them.
    fn type_as_name(&mut self, binder: &ast::Binder) -> Option<Diagnostic> {
        let (name, d) = (&binder.name, &binder.domain);
        if d.filter.is_some() || self.scope.find(&name.text).is_some() {
            return None;
        }
        let ast::DomainBase::List(list) = &d.base else { return None };
        let list = super::fill::written(list).unwrap_or_else(|| "…".to_owned());
        let elem = self.silently(|cx| cx.base(d, None))?.elem;
        let text = &*name.text;
        let def = self.scope.def(text);
        let fields = self.sight().members_of(elem.bare());
        let field = fields.into_iter().find(|(field, ty)| {
            *field == text
                || matches!((&def, ty.bare()), (Some(Def::Enum(a)), Type::Enum(b)) if a == b)
        });
        let (what, help) = match (def, field) {
            (Some(Def::Kind(_)), _) => (
                "a kind of card",
                format!("write `count({list})`, or `count(c: {text} in {list})`"),
            ),
            (_, Some((field, ty))) => {
                let value = match ty.bare() {
                    Type::Enum(id) => self.env.book()[*id].members.first().cloned(),
                    _ => None,
                };
                let value = value.unwrap_or_else(|| "…".to_owned());
                let some = format!("`count(c in {list} where c.{field} is {value})`");
                (
                    "what is printed on each",
                    format!("write {some}; all of them are `count({list})`"),
                )
            }
            (Some(Def::Enum(_)), None) => ("an enum", format!("write `count({list})`")),
            _ => return None,
        };
        let said = format!("`{text}` is {what}, so it cannot be the name of each that is counted");
        Some(Diagnostic::new(Code::E0417, name.span, said).help(help))
    }

    /// `count(raincoat in gear)`, where `raincoat` is a member of an enum that the cards have.
    fn member_as_name(&mut self, binder: &ast::Binder) -> Option<Diagnostic> {
        let (name, d) = (&binder.name, &binder.domain);
        let of = self.env.r.enums_with(&name.text).to_vec();
        if of.is_empty() || d.filter.is_some() || self.scope.find(&name.text).is_some() {
            return None;
        }
        let elem = self.silently(|cx| cx.base(d, None))?.elem;
        let (field, ty) = self.sight().members_of(elem.bare()).into_iter().find(|(_, ty)| {
            matches!(ty.bare(), Type::Enum(id) if of.iter().any(|(known, _)| known == id))
        })?;
        let list = match &d.base {
            ast::DomainBase::List(list) => super::fill::written(list),
            _ => None,
        };
        let (list, text) = (list.unwrap_or_else(|| "…".to_owned()), &name.text);
        let of = shown(self.env, ty.bare());
        let said = format!("`{text}` is a member of `{of}`, so it cannot be the name of each card");
        Some(Diagnostic::new(Code::E0417, name.span, said).help(format!(
            "to count those that have it write `count(c in {list} where c.{field} is {text})`"
        )))
    }

    /// `sum(e for x in D)`, and other folds.
    pub fn fold(
        &mut self,
        op: FoldOp,
        value: &ast::Expr,
        binder: &ast::Binder,
        span: Span,
    ) -> Option<Expr> {
        let (domain, local, typed) = self.of_each(binder, |cx| cx.value(value, None))?;
        let FoldLaw { needs_all, of_nothing, .. } = op.law();
        let typed = if needs_all || !is_amount(typed.ty.bare()) {
            calculable(&mut self.judge(), typed)?
        } else {
            typed
        };
        let ty = typed.ty.bare().clone();
        let some = never_empty(&domain) && !typed.ty.may_be_none();
        let always = of_nothing.is_some() || some;
        let ty = if always { ty } else { ty.optional() };
        Some(expr(ExprKind::fold(op, local, domain, typed), ty, span))
    }

    /// `those x in D where c`
    pub fn those(&mut self, binder: &ast::Binder, span: Span) -> Option<Operand> {
        let mut domain = self.members_by(binder)?.domain;
        domain.span = span;
        Some(Operand::Dom(Box::new(domain)))
    }

    /// `first x in D where c`
    pub fn first(&mut self, binder: &ast::Binder, span: Span) -> Option<Expr> {
        if let ast::DomainBase::List(list) = &binder.domain.base
            && let ast::ExprKind::Binary(ast::BinaryOp::Otherwise, at, ..) = &list.kind
        {
            return self.wrong(
                Diagnostic::new(Code::E0419, *at, "`otherwise` belongs to the list here")
                    .help("use brackets: `(first x in …) otherwise y`"),
            );
        }
        let domain = self.members_by(binder)?.domain;
        let ty = domain.elem.clone();
        let ty = if never_empty(&domain) { ty } else { ty.optional() };
        Some(expr(ExprKind::First(Box::new(domain)), ty, span))
    }
}

/// `every c in Ana has …`: a player is no list, but may have some.
pub(super) fn no_single_player(
    judge: &mut Judge<'_>,
    domain: &Domain,
    written: &ast::Domain,
) -> Option<()> {
    let (Base::Items(items), ast::DomainBase::List(list)) = (&domain.base, &written.base) else {
        return Some(());
    };
    let ([one], false) = (items.as_slice(), matches!(list.kind, ast::ExprKind::Group(_))) else {
        return Some(());
    };
    let several = |ty: &Type| matches!(ty.bare(), Type::List(..));
    match judge.sight.perhaps(one, several).filter(|_| one.ty == Type::Player) {
        None => Some(()),
        Some(help) => {
            let said = Diagnostic::new(Code::E0407, one.span, "this is one player, and no list");
            let since = judge.reports.now();
            judge.reports.report(said.help(help));
            judge.maybe_instead(since, one, &Type::List(Box::new(Type::None), Order::Ordered));
            None
        }
    }
}

/// Whether a domain has a member in every position of every game.
fn never_empty(domain: &Domain) -> bool {
    domain.filter.is_none()
        && matches!(domain.base, Base::Players { opponents: false, .. } | Base::Enum(_))
}
