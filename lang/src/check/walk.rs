//! Walks over bodies: every expression, every statement, the names that are set.

use crate::ir::{Base, Domain, End, Expr, ExprKind, Stmt, StmtKind};
use crate::syntax::ast;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Looks at an expression and everything in it.
pub(crate) fn exprs(e: &Expr, look: &mut dyn FnMut(&Expr)) {
    look(e);
    match &e.kind {
        ExprKind::Committed(_, a)
        | ExprKind::Neighbour(a, _)
        | ExprKind::Field(a, _)
        | ExprKind::Counter(_, Some(a))
        | ExprKind::Zone(_, Some(a))
        | ExprKind::SlotCard(a)
        | ExprKind::Position(a)
        | ExprKind::Not(a)
        | ExprKind::IsRow(a, _)
        | ExprKind::IsKind(a, _)
        | ExprKind::IsNone(a)
        | ExprKind::Minus(a) => exprs(a, look),
        ExprKind::Place(a, b)
        | ExprKind::Square(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Same(a, b)
        | ExprKind::Less(a, b)
        | ExprKind::LessEq(a, b)
        | ExprKind::Arith(_, a, b)
        | ExprKind::Otherwise(a, b)
        | ExprKind::Sees(a, b) => {
            exprs(a, look);
            exprs(b, look);
        }
        ExprKind::If(a, b, c) => {
            exprs(a, look);
            exprs(b, look);
            exprs(c, look);
        }
        ExprKind::Word(_, all) | ExprKind::Board(_, all) => all.iter().for_each(|e| exprs(e, look)),
        ExprKind::SameList(a, b, _) => {
            domain(a, look);
            domain(b, look);
        }
        ExprKind::RowsAre(d, ..)
        | ExprKind::Count(d)
        | ExprKind::IsEmpty(d)
        | ExprKind::First(d)
        | ExprKind::List(d) => {
            domain(d, look);
        }
        ExprKind::In(a, d) => {
            exprs(a, look);
            domain(d, look);
        }
        ExprKind::Distance(search) => search.exprs().for_each(|e| exprs(e, look)),
        ExprKind::Quantified(_, _, d, a) | ExprKind::Sum(_, d, a) | ExprKind::Best(_, _, d, a) => {
            domain(d, look);
            exprs(a, look);
        }
        _ => {}
    }
}

/// Looks at everything in a domain.
pub(crate) fn domain(d: &Domain, look: &mut dyn FnMut(&Expr)) {
    match &d.base {
        Base::Zone(a)
        | Base::Onwards(a)
        | Base::Value(a)
        | Base::Players { from: Some(a), .. }
        | Base::Squares(a)
        | Base::SpotSquares(a) => exprs(a, look),
        Base::Range(a, b)
        | Base::Top(a, b)
        | Base::Bottom(a, b)
        | Base::Spots { card: a, place: b, .. }
        | Base::Reach { from: a, next: b, .. } => {
            exprs(a, look);
            exprs(b, look);
        }
        Base::Items(all) => all.iter().for_each(|e| exprs(e, look)),
        Base::Places(search) | Base::Way(search) => search.exprs().for_each(|e| exprs(e, look)),
        Base::Union(all) => all.iter().for_each(|d| domain(d, look)),
        Base::Minus(a, b) => {
            domain(a, look);
            domain(b, look);
        }
        Base::Cut { of, n, .. } => {
            domain(of, look);
            exprs(n, look);
        }
        _ => {}
    }
    if let Some((_, filter)) = &d.filter {
        exprs(filter, look);
    }
    if let Some((_, _, key)) = &d.best {
        exprs(key, look);
    }
}

/// Changes every `end` of a stage in a block.
pub(super) fn ends(block: &mut [Stmt], change: &mut dyn FnMut(&mut End)) {
    for stmt in block {
        match &mut stmt.kind {
            StmtKind::End(end) => change(end),
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
                ends(a, change);
                ends(b, change);
            }
            StmtKind::ForEach(_, _, a) => ends(a, change),
            StmtKind::Stage(stage) => {
                ends(&mut stage.body, change);
                for end in &mut stage.ends {
                    ends(&mut end.body, change);
                }
            }
            _ => {}
        }
    }
}

/// Names that statements of a block set.
pub(super) fn set_names(block: &ast::Block) -> BTreeSet<Arc<str>> {
    let mut names = BTreeSet::new();
    let mut blocks = vec![block];
    while let Some(block) = blocks.pop() {
        for stmt in &block.stmts {
            match &stmt.kind {
                ast::StmtKind::Set(place, ..) => {
                    if let ast::ExprKind::Name(name) = &place.kind {
                        names.insert(name.text.clone());
                    }
                }
                ast::StmtKind::If { then, otherwise, .. } => {
                    blocks.push(then);
                    blocks.extend(otherwise);
                }
                ast::StmtKind::ForEach(_, block) => blocks.push(block),
                ast::StmtKind::Stage(stage) => blocks.push(&stage.body),
                ast::StmtKind::Ends(ends) => blocks.extend(&ends.body),
                _ => {}
            }
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
    if let Some((_, word)) = &domain.best {
        look(&word.text);
    }
}
