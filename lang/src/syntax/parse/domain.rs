//! Binders and domains: what is picked from.

use super::build::{Build, Pair, Parts, says};
use super::climb::{Suffix, otherwise_in_domain};
use super::{Built, Rule};
use crate::syntax::ast::{
    Best, BinaryOp, Binder, Domain, DomainBase, Expr, ExprKind, Extreme, Selector,
};

impl Build {
    /// `name: Kind in D`
    pub(super) fn binder(&mut self, pair: Pair<'_>) -> Built<Binder> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let name = self.name(&parts.one()?);
        let kind = parts.maybe(Rule::name).map(|p| self.name(&p));
        let domain = self.domain(parts.want(Rule::domain)?)?;
        Ok(Binder { name, kind, domain, span })
    }

    /// A domain of any form.
    pub(super) fn domain(&mut self, pair: Pair<'_>) -> Built<Domain> {
        let span = self.span(&pair);
        self.deeper(1, span, |b| {
            let mut parts = b.parts(pair);
            let selector = parts.maybe(Rule::selector).map(|p| b.selector(p)).transpose()?;
            let first = parts.one()?;
            let (selector, base) = match parts.maybe(Rule::counted) {
                Some(counted) => b.counted(first, counted)?,
                None => {
                    let list = b.list(first)?;
                    // What begins with a word of its own is no list in a list.
                    let own = matches!(&list.kind, ExprKind::Domain(inner) if inner.is_bare());
                    if own
                        && selector.is_none()
                        && let ExprKind::Domain(inner) = list.kind
                    {
                        (inner.selector, inner.base)
                    } else {
                        (selector, DomainBase::List(Box::new(list)))
                    }
                }
            };
            let from = parts.maybe(Rule::from).map(|p| b.list_inside(p)).transpose()?;
            let onwards = parts.maybe(Rule::onwards).is_some();
            let filter =
                parts.maybe(Rule::filter).map(|p| b.only_expr(p).map(Box::new)).transpose()?;
            let best = parts.maybe(Rule::best).map(|p| b.best(p)).transpose()?;
            Ok(Domain { selector, base, from, onwards, filter, best, span })
        })
    }

    /// `with most word`, `with least word(a, b)`
    fn best(&mut self, pair: Pair<'_>) -> Built<Best> {
        let extreme = if says(&pair, Rule::k_most) { Extreme::Most } else { Extreme::Least };
        let mut parts = self.parts(pair);
        let word = self.name(&parts.one()?);
        let args = parts.maybe(Rule::args).map(|p| self.args(p)).transpose()?;
        Ok(Best { extreme, word, args })
    }

    /// `from x`, `with most word` behind a value.
    pub(super) fn suffix(&mut self, pair: Pair<'_>) -> Built<Suffix> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let from = parts.maybe(Rule::from).map(|p| self.list_inside(p)).transpose()?;
        let best = parts.maybe(Rule::best).map(|p| self.best(p)).transpose()?;
        Ok(Suffix { from, best, span })
    }

    /// A domain that begins with a word of its own, where a value stands.
    pub(super) fn some(&mut self, part: Pair<'_>) -> Built<Domain> {
        let span = self.span(&part);
        self.deeper(1, span, |b| {
            let (selector, base) = if part.as_rule() == Rule::end_of {
                let top = says(&part, Rule::k_top);
                let mut parts = b.parts(part);
                let n = b.amount(&mut parts)?;
                let list = DomainBase::List(Box::new(b.list(parts.one()?)?));
                (Some(if top { Selector::Top(n) } else { Selector::Bottom(n) }), list)
            } else {
                (None, b.base(part)?)
            };
            Ok(Domain {
                selector,
                base,
                from: None,
                onwards: false,
                filter: None,
                best: None,
                span,
            })
        })
    }

    /// `amount of D`, `amount or more of D`
    fn counted(
        &mut self,
        amount: Pair<'_>,
        rest: Pair<'_>,
    ) -> Built<(Option<Selector>, DomainBase)> {
        let amount = self.expr(amount)?;
        let mut parts = self.parts(rest);
        let or_more = parts.maybe(Rule::or_more).is_some();
        let list = DomainBase::List(Box::new(self.list(parts.one()?)?));
        if or_more {
            return Ok((Some(Selector::AtLeast(amount)), list));
        }
        Ok((Some(Selector::Exactly(amount)), list))
    }

    fn base(&mut self, part: Pair<'_>) -> Built<DomainBase> {
        let over = says(&part, Rule::k_over);
        match part.as_rule() {
            Rule::spots => {
                let mut parts = self.parts(part);
                let card = Box::new(self.want_expr(&mut parts)?);
                Ok(DomainBase::Spots { card, over, place: Box::new(self.want_expr(&mut parts)?) })
            }
            Rule::reach => {
                let mut parts = self.parts(part);
                let from = Box::new(self.want_expr(&mut parts)?);
                Ok(DomainBase::Reach { from, word: self.name(&parts.want(Rule::word)?) })
            }
            Rule::lines => {
                let mut parts = self.parts(part);
                Ok(DomainBase::Lines {
                    length: self.want_int(&mut parts)?,
                    on: self.want_name(&mut parts)?,
                })
            }
            _ => Ok(DomainBase::List(Box::new(self.list(part)?))),
        }
    }

    /// A list in a domain. `otherwise` there needs brackets, for it reads as if it belonged to the
    /// whole sentence.
    fn list(&mut self, pair: Pair<'_>) -> Built<Expr> {
        let expr = self.expr(pair)?;
        let ExprKind::Binary(BinaryOp::Otherwise, at, ..) = expr.kind else { return Ok(expr) };
        Err(otherwise_in_domain(at))
    }

    fn list_inside(&mut self, pair: Pair<'_>) -> Built<Expr> {
        let part = self.parts(pair).one()?;
        self.list(part)
    }

    /// The one expression in a pair.
    pub(super) fn only_expr(&mut self, pair: Pair<'_>) -> Built<Expr> {
        let mut parts = self.parts(pair);
        self.want_expr(&mut parts)
    }

    /// The one domain in a pair.
    pub(super) fn only_domain(&mut self, pair: Pair<'_>) -> Built<Domain> {
        let part = self.parts(pair).want(Rule::domain)?;
        self.domain(part)
    }

    fn selector(&mut self, pair: Pair<'_>) -> Built<Selector> {
        let part = self.parts(pair).one()?;
        let rule = part.as_rule();
        let mut parts = self.parts(part.clone());
        Ok(match rule {
            Rule::sel_any => Selector::Any,
            Rule::sel_order => Selector::Order,
            Rule::sel_up => Selector::UpTo(self.amount(&mut parts)?),
            _ => return Err(self.unread(&part)),
        })
    }

    fn amount(&mut self, parts: &mut Parts<'_>) -> Built<Expr> {
        let pair = parts.one()?;
        let span = self.span(&pair);
        if pair.as_rule() == Rule::group {
            return Ok(Expr { kind: ExprKind::Group(self.args(pair)?), span });
        }
        let levels = pair.clone().into_inner().count();
        self.deeper(levels, span, |b| {
            let mut parts = b.parts(pair);
            let first = parts.one()?;
            match first.as_rule() {
                Rule::int => return Ok(Expr { kind: ExprKind::Number(b.int(&first)?), span }),
                Rule::count => return Ok(Expr { kind: b.count(first)?, span }),
                _ => {}
            }
            let mut value = b.path_start(&first)?;
            for dot in parts {
                value = b.postfix(value, dot)?;
            }
            Ok(value)
        })
    }
}
