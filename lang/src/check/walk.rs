//! Walks over bodies: every `end`, the names that are set, the names that are mentioned.

use crate::ir::visit::blocks_mut;
use crate::ir::{End, Stmt, StmtKind};
use crate::syntax::ast;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Changes every `end` of a stage in a block.
pub(super) fn ends(block: &mut [Stmt], change: &mut dyn FnMut(&mut End)) {
    for stmt in block {
        if let StmtKind::End(end) = &mut stmt.kind {
            change(end);
        }
        blocks_mut(stmt).into_iter().for_each(|inner| ends(inner, change));
    }
}

/// Names that statements of a block set.
pub(super) fn set_names(block: &ast::Block) -> BTreeSet<Arc<str>> {
    let mut names = BTreeSet::new();
    let mut blocks = vec![block];
    while let Some(block) = blocks.pop() {
        for stmt in &block.stmts {
            if let ast::StmtKind::Set(place, ..) = &stmt.kind
                && let ast::ExprKind::Name(name) = &place.kind
            {
                names.insert(name.text.clone());
            }
            blocks.extend(stmt.blocks());
        }
    }
    names
}

/// Looks at every name in a written expression: plain ones and those after a dot.
pub(super) fn mentions(e: &ast::Expr, look: &mut dyn FnMut(&str)) {
    let mut left = vec![e];
    while let Some(e) = left.pop() {
        match &e.kind {
            ast::ExprKind::Name(name) => look(&name.text),
            ast::ExprKind::Dot(of, name) => {
                look(&name.text);
                left.push(of);
            }
            ast::ExprKind::Call(callee, args) => {
                left.push(callee);
                left.extend(args);
            }
            ast::ExprKind::Group(all) => left.extend(all),
            ast::ExprKind::Unary(_, a) => left.push(a),
            ast::ExprKind::Binary(_, _, a, b) => left.extend([&**a, &**b]),
            ast::ExprKind::Let(_, a, b) | ast::ExprKind::After(a, b) => left.extend([&**a, &**b]),
            ast::ExprKind::If(a, b, c) => left.extend([&**a, &**b, &**c]),
            ast::ExprKind::Quantifier(_, binder, c) => {
                in_domain(&binder.domain, look, &mut left);
                left.push(c);
            }
            ast::ExprKind::Fold(_, value, binder) => {
                in_domain(&binder.domain, look, &mut left);
                left.push(value);
            }
            ast::ExprKind::Those(binder) | ast::ExprKind::First(binder) => {
                in_domain(&binder.domain, look, &mut left)
            }
            ast::ExprKind::Count(of) => match &**of {
                ast::CountOf::Binder(binder) => in_domain(&binder.domain, look, &mut left),
                ast::CountOf::Domain(domain) => in_domain(domain, look, &mut left),
            },
            ast::ExprKind::Domain(domain) => in_domain(domain, look, &mut left),
            ast::ExprKind::Search(search) => {
                look(&search.map.text);
                left.extend([&search.from, &search.to]);
                left.extend(&search.costing);
            }
            _ => {}
        }
    }
}

/// The expressions of a written domain.
fn in_domain<'e>(
    domain: &'e ast::Domain,
    look: &mut dyn FnMut(&str),
    left: &mut Vec<&'e ast::Expr>,
) {
    use ast::Selector;
    match &domain.base {
        ast::DomainBase::List(list) => left.push(list),
        ast::DomainBase::Spots { card, place, .. } => left.extend([&**card, &**place]),
        ast::DomainBase::Reach { from, word } => {
            left.push(from);
            look(&word.text);
        }
        ast::DomainBase::Lines { .. } => {}
    }
    if let Some(
        Selector::Top(n)
        | Selector::Bottom(n)
        | Selector::UpTo(n)
        | Selector::Exactly(n)
        | Selector::AtLeast(n),
    ) = &domain.selector
    {
        left.push(n);
    }
    left.extend(&domain.from);
    left.extend(domain.filter.as_deref());
    if let Some(best) = &domain.best {
        look(&best.word.text);
        left.extend(best.args.iter().flatten());
    }
}
