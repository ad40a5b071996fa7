//! Words, deeds, moves and menus.

use super::build::{Build, Pair, Parts, says};
use super::{Built, Rule};
use crate::syntax::ast::{
    Attempt, Deed, Deep, Define, Entry, EntryKind, Expr, ExprKind, Limit, Menu, Move, MoveParam,
    Name, Needs, Param, Text, TypeExpr,
};

impl Build {
    pub(super) fn define(&mut self, pair: Pair<'_>) -> Built<Define> {
        let mut parts = self.parts(pair);
        let name = self.want_name(&mut parts)?;
        let params = self.params(&mut parts)?;
        let receiver = match parts.maybe(Rule::receiver) {
            Some(receiver) => Some(self.param(self.parts(receiver).want(Rule::param)?)?),
            None => None,
        };
        let result = self.result(&mut parts)?;
        let deep = match parts.maybe(Rule::deep) {
            Some(deep) => {
                let span = self.span(&deep);
                Some(Deep { levels: self.want_int(&mut self.parts(deep))?, span })
            }
            None => None,
        };
        let part = parts.one()?;
        let value =
            if part.as_rule() == Rule::reckoned { self.reckoned(part)? } else { self.expr(part)? };
        Ok(Define { name, params, receiver, result, deep, value })
    }

    /// `let x = e let y = f give value`
    fn reckoned(&mut self, pair: Pair<'_>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let named = parts.every(Rule::named);
        self.deeper(named.len(), span, |b| {
            let mut all = Vec::new();
            for pair in named {
                let mut parts = b.parts(pair);
                all.push((b.want_name(&mut parts)?, b.want_expr(&mut parts)?));
            }
            let mut value = b.want_expr(&mut parts)?;
            for (name, of) in all.into_iter().rev() {
                let span = name.span.to(value.span);
                let kind = ExprKind::Let(name, Box::new(of), Box::new(value));
                value = Expr { kind, span };
            }
            Ok(value)
        })
    }

    pub(super) fn deed(&mut self, pair: Pair<'_>) -> Built<Deed> {
        let mut parts = self.parts(pair);
        let name = self.want_name(&mut parts)?;
        let params = self.params(&mut parts)?;
        let result = self.result(&mut parts)?;
        let title = self.title(&mut parts)?;
        Ok(Deed { name, params, result, title, body: self.want_block(&mut parts)? })
    }

    fn result(&self, parts: &mut Parts<'_>) -> Built<Option<TypeExpr>> {
        parts.maybe(Rule::result).map(|p| self.ty(self.parts(p).want(Rule::ty)?)).transpose()
    }

    fn params(&self, parts: &mut Parts<'_>) -> Built<Vec<Param>> {
        let Some(params) = parts.maybe(Rule::params) else { return Ok(Vec::new()) };
        self.parts(params).map(|p| self.param(p)).collect()
    }

    fn param(&self, pair: Pair<'_>) -> Built<Param> {
        let mut parts = self.parts(pair);
        let name = self.want_name(&mut parts)?;
        Ok(Param { name, ty: self.ty(parts.want(Rule::ty)?)? })
    }

    /// `as "…"`, if it comes next.
    fn title(&mut self, parts: &mut Parts<'_>) -> Built<Option<Text>> {
        let Some(title) = parts.maybe(Rule::title) else { return Ok(None) };
        let mut parts = self.parts(title);
        let openly = parts.maybe(Rule::openly).is_some();
        let text = self.text(&parts.want(Rule::text)?)?;
        Ok(Some(Text { openly, ..text }))
    }

    pub(super) fn a_move(&mut self, pair: Pair<'_>) -> Built<Move> {
        let attempt = pair.as_rule() == Rule::attempt;
        let mut parts = self.parts(pair);
        let mut head = self.parts(parts.want(Rule::move_head)?);
        let name = self.want_name(&mut head)?;
        let params = match head.maybe(Rule::move_params) {
            Some(params) => self.parts(params).map(|p| self.move_param(p)).collect::<Built<_>>()?,
            None => Vec::new(),
        };
        let title = self.title(&mut head)?;
        let joins = head.maybe(Rule::joins).map(|p| self.joins(p)).transpose()?;
        let limit = head.maybe(Rule::limit).map(|p| self.limit(p)).transpose()?;
        let needs = head.map(|p| self.needs(p)).collect::<Built<_>>()?;
        if !attempt {
            let body = self.want_block(&mut parts)?;
            return Ok(Move { name, params, title, joins, limit, needs, body, attempt: None });
        }
        let works = self.want_expr(&mut parts)?;
        let body = self.want_block(&mut parts)?;
        let wrong = self.want_block(&mut parts)?;
        let late = parts.maybe(Rule::block).map(|p| self.block(p)).transpose()?;
        let attempt = Some(Attempt { works, wrong, late });
        Ok(Move { name, params, title, joins, limit, needs, body, attempt })
    }

    fn move_param(&mut self, pair: Pair<'_>) -> Built<MoveParam> {
        let mut parts = self.parts(pair);
        let name = self.want_name(&mut parts)?;
        let ty = parts.maybe(Rule::ty).map(|p| self.ty(p)).transpose()?;
        let domain = parts.maybe(Rule::domain).map(|p| self.domain(p)).transpose()?;
        Ok(MoveParam { name, ty, domain })
    }

    fn joins(&self, pair: Pair<'_>) -> Built<(Name, Vec<Name>)> {
        let mut parts = self.parts(pair);
        Ok((self.want_name(&mut parts)?, self.bracketed_names(&mut parts)))
    }

    fn limit(&mut self, pair: Pair<'_>) -> Built<Limit> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let openly = parts.maybe(Rule::openly).is_some();
        let per = self.stage_word(&parts.want(Rule::stage_word)?)?;
        let keys = self.names(&mut parts);
        let reason = parts.maybe(Rule::text).map(|p| self.text(&p)).transpose()?;
        Ok(Limit { per, keys, reason, span, openly })
    }

    fn needs(&mut self, pair: Pair<'_>) -> Built<Needs> {
        let span = self.span(&pair);
        let mut parts = self.parts(pair);
        let openly = parts.maybe(Rule::openly).is_some();
        let condition = self.want_expr(&mut parts)?;
        Ok(Needs { condition, reason: self.text(&parts.want(Rule::text)?)?, span, openly })
    }

    pub(super) fn menu(&mut self, pair: Pair<'_>) -> Built<Menu> {
        let mut parts = self.parts(pair);
        let name = self.want_name(&mut parts)?;
        let params = self.params(&mut parts)?;
        let limit = parts.maybe(Rule::limit).map(|p| self.limit(p)).transpose()?;
        let tiers =
            parts.maybe(Rule::tiers).map(|p| self.tiers(p)).transpose()?.unwrap_or_default();
        Ok(Menu { name, params, limit, tiers })
    }

    /// Entries with `or` between them, tiers with `otherwise`.
    pub(super) fn tiers(&mut self, pair: Pair<'_>) -> Built<Vec<Vec<Entry>>> {
        let mut tiers = Vec::new();
        for tier in self.parts(pair) {
            tiers.push(self.parts(tier).map(|p| self.entry(p)).collect::<Built<_>>()?);
        }
        Ok(tiers)
    }

    fn entry(&mut self, pair: Pair<'_>) -> Built<Entry> {
        let span = self.span(&pair);
        let may = says(&pair, Rule::k_may);
        let mut parts = self.parts(pair);
        let what = match parts.maybe(Rule::pass) {
            Some(_) => EntryKind::Pass,
            None => {
                let (name, args) = self.named_call(&mut parts)?;
                EntryKind::Named(name, args)
            }
        };
        Ok(Entry { may, what, title: self.title(&mut parts)?, span })
    }

    /// `name(a, b)` or `name`.
    pub(super) fn named_call(&mut self, parts: &mut Parts<'_>) -> Built<(Name, Vec<Expr>)> {
        let name = self.want_name(parts)?;
        let args = parts.maybe(Rule::args).map(|p| self.args(p)).transpose()?.unwrap_or_default();
        Ok((name, args))
    }
}
