//! Searches on maps: `places on …`, `way on …`, `distance on …`.

use super::body_checker::BodyChecker;
use super::expr::Operand;
use super::judge::Judge;
use super::types::{expr, plain, shown};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Base, EnumId, Expr, ExprKind, LocalId, MapId, Order, Travel, Type};
use crate::resolve::names::Def;
use crate::source::Span;
use crate::syntax::ast::{self, Sought};

impl BodyChecker<'_> {
    /// A search on a map.
    pub fn search(&mut self, search: &ast::Search, span: Span) -> Option<Operand> {
        let map = map_named(&mut self.judge(), &search.map);
        let nodes = map.map(|map| self.env.book()[map].nodes);
        let node = nodes.map(Type::Enum);
        let from = match &node {
            Some(node) => self.expect(&search.from, node),
            None => None,
        };
        let to = match (search.what, &node) {
            (Sought::Places, _) => self.expect(&search.to, &Type::Number),
            (_, Some(node)) => self.expect(&search.to, node),
            _ => None,
        };
        let fare = match (&search.costing, nodes) {
            (Some(word), Some(nodes)) => Some(self.fare(word, nodes)?),
            _ => None,
        };
        let travel = Box::new(Travel { map: map?, from: from?, to: to?, fare });
        let node = node?;
        Some(match search.what {
            Sought::Places => {
                Operand::Dom(Box::new(plain(Base::Places(travel), node, Order::Unordered, span)))
            }
            Sought::Way => {
                Operand::Dom(Box::new(plain(Base::Way(travel), node, Order::Ordered, span)))
            }
            Sought::Distance => {
                Operand::Val(expr(ExprKind::Distance(travel), Type::Number.optional(), span))
            }
        })
    }

    /// The word that prices a step: what it gives for both ends.
    fn fare(&mut self, callee: &ast::Expr, nodes: EnumId) -> Option<(LocalId, LocalId, Expr)> {
        let word =
            match &callee.kind {
                ast::ExprKind::Name(word) | ast::ExprKind::Dot(_, word) => word,
                _ => {
                    let said = "this word cannot price a step";
                    return self.wrong(Diagnostic::new(Code::E0429, callee.span, said).help(
                        "name one: `costing fare`, or `costing p.fare` for a word of a player",
                    ));
                }
            };
        let ends = ["#from", "#to"].map(|text| ast::Name { text: text.into(), span: word.span });
        let [a, b] =
            ends.each_ref().map(|end| self.scope.local(&end.text, Type::Enum(nodes), word.span));
        let args = ends
            .each_ref()
            .map(|end| ast::Expr { kind: ast::ExprKind::Name(end.clone()), span: word.span });
        let [from, to] = &ends;
        let cost = self
            .with_name(from, a, |cx| cx.with_name(to, b, |cx| cx.call(callee, &args, callee.span)));
        let cost = self.facts.as_value(cost?);
        if *cost.ty.bare() != Type::Number {
            let have = shown(self.env, &cost.ty);
            let said = format!("what a step costs is a number, but `{}` is `{have}`", word.text);
            return self.wrong(Diagnostic::new(Code::E0429, word.span, said).help(format!(
                "write `define {}(here: …, ahead: …) -> Number or none = …`; none where there is \
                 no way",
                word.text
            )));
        }
        Some((a, b, cost))
    }
}

fn map_named(judge: &mut Judge<'_>, name: &ast::Name) -> Option<MapId> {
    match judge.sight.scope.named(name) {
        Some(Def::Map(id)) => Some(id),
        Some(Def::Broken) => None,
        Some(other) => judge.reports.wrong(
            Diagnostic::new(
                Code::E0428,
                name.span,
                format!("`{}` is {}, not a map", name.text, other.noun()),
            )
            .help("name a map: `map highways of Stop joins City by Road(start, finish, spaces)`"),
        ),
        None => judge.unknown(name),
    }
}
