//! What the parser has read, as trees again; brackets around one value are no part of them.

use super::tree::{Bound, Deed, Members, Selector, Tree};
use houserules_lang::syntax::ast::{
    At, Binder, Block, ChooseWhat, Chooser, CountOf, Domain, DomainBase, End, Expr, ExprKind, Stmt,
    StmtKind, Test, UnaryOp, Value,
};
use std::collections::BTreeSet;
use std::sync::Mutex;

/// A name that lives as long as the program: trees hold names from a list.
fn name(text: &str) -> &'static str {
    static KNOWN: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().expect("nobody panics while they hold it");
    if let Some(found) = known.get(text) {
        return found;
    }
    let kept: &'static str = text.to_string().leak();
    known.insert(kept);
    kept
}

fn boxed(expr: &Expr) -> Box<Tree> {
    Box::new(tree(expr))
}

/// An expression as the tree it was written from.
pub fn tree(expr: &Expr) -> Tree {
    match &expr.kind {
        ExprKind::Number(n) => Tree::Number(*n),
        ExprKind::Bool(true) => Tree::Yes,
        ExprKind::None => Tree::None,
        ExprKind::Me => Tree::Me,
        ExprKind::Name(text) => Tree::Name(name(&text.text)),
        ExprKind::Dot(of, text) => Tree::Dot(boxed(of), name(&text.text)),
        ExprKind::Call(what, args) => {
            let ExprKind::Name(text) = &what.kind else { panic!("{what:?} is called") };
            Tree::Call(name(&text.text), args.iter().map(tree).collect())
        }
        ExprKind::Group(members) => match members.as_slice() {
            [one] => tree(one),
            several => Tree::List(several.iter().map(tree).collect()),
        },
        ExprKind::Unary(UnaryOp::Not, of) => Tree::Not(boxed(of)),
        ExprKind::Unary(UnaryOp::Minus, of) => Tree::Minus(boxed(of)),
        ExprKind::Binary(op, _, left, right) => Tree::Binary(*op, boxed(left), boxed(right)),
        ExprKind::Quantifier(word, binder, has) => {
            Tree::Has(*word, Box::new(bound(binder)), boxed(has))
        }
        ExprKind::Count(of) => match &**of {
            CountOf::Binder(binder) => Tree::Count(Box::new(bound(binder))),
            CountOf::Domain(domain) => panic!("{domain:?} is counted without a name"),
        },
        ExprKind::Fold(op, of, binder) => Tree::Fold(*op, boxed(of), Box::new(bound(binder))),
        ExprKind::Those(binder) => Tree::Those(Box::new(bound(binder))),
        ExprKind::First(binder) => Tree::First(Box::new(bound(binder))),
        ExprKind::If(test, then, otherwise) => {
            Tree::If(Box::new([tree(test), tree(then), tree(otherwise)]))
        }
        ExprKind::Money(..)
        | ExprKind::Text(_)
        | ExprKind::Bool(false)
        | ExprKind::Empty
        | ExprKind::This
        | ExprKind::Players
        | ExprKind::Opponents
        | ExprKind::Stage(_)
        | ExprKind::Literal(_)
        | ExprKind::Search(_)
        | ExprKind::Let(..)
        | ExprKind::After(..)
        | ExprKind::Domain(_) => panic!("{expr:?} was not written"),
    }
}

fn bound(binder: &Binder) -> Bound {
    Bound {
        name: name(&binder.name.text),
        kind: binder.kind.as_ref().map(|kind| name(&kind.text)),
        members: members(&binder.domain),
    }
}

fn members(domain: &Domain) -> Members {
    let DomainBase::List(of) = &domain.base else { panic!("{domain:?} was not written") };
    assert!(!domain.onwards, "{domain:?}");
    Members {
        selector: domain.selector.as_ref().map(selector),
        of: tree(of),
        from: domain.from.as_ref().map(tree),
        filter: domain.filter.as_deref().map(tree),
        best: domain.best.as_ref().map(|best| (best.extreme, name(&best.word.text))),
    }
}

fn selector(selector: &houserules_lang::syntax::ast::Selector) -> Selector {
    use houserules_lang::syntax::ast::Selector as Read;
    let amount = |expr: &Expr| {
        let ExprKind::Number(n) = expr.kind else { panic!("{expr:?} was not written") };
        n
    };
    match selector {
        Read::Any => Selector::Any,
        Read::Order => Selector::Order,
        Read::Top(n) => Selector::Top(amount(n)),
        Read::Bottom(n) => Selector::Bottom(amount(n)),
        Read::UpTo(n) => Selector::UpTo(amount(n)),
        Read::Exactly(n) => Selector::Exactly(amount(n)),
        Read::AtLeast(n) => Selector::AtLeast(amount(n)),
    }
}

/// The statements of a block.
pub fn deeds(block: &Block) -> Vec<Deed> {
    block.stmts.iter().map(deed).collect()
}

fn deed(stmt: &Stmt) -> Deed {
    match &stmt.kind {
        StmtKind::Let(what, Value::Expr(value)) => Deed::Let(name(&what.text), tree(value)),
        StmtKind::Set(place, op, value) => {
            let ExprKind::Name(place) = &place.kind else { panic!("{place:?} is set") };
            Deed::Set(name(&place.text), *op, tree(value))
        }
        StmtKind::Move { cards, to, at } => {
            let at = at.as_ref().map(|at| match at {
                At::Place(place) => tree(place),
                At::Top | At::Bottom => panic!("{at:?} was not written"),
            });
            Deed::Move(members(cards), tree(to), at)
        }
        StmtKind::Swap(one, other) => Deed::Swap(tree(one), tree(other)),
        StmtKind::Shuffle(zone) => Deed::Shuffle(tree(zone)),
        StmtKind::Show { cards, to, secretly } => Deed::Show(members(cards), tree(to), *secretly),
        StmtKind::Hide(cards, from) => Deed::Hide(members(cards), from.as_ref().map(tree)),
        StmtKind::If { test, then, otherwise } => {
            let otherwise = otherwise.as_ref().map(deeds).unwrap_or_default();
            match test {
                Test::If(test) => Deed::If(tree(test), deeds(then), otherwise),
                Test::ThereIs(binder) => Deed::There(bound(binder), deeds(then)),
            }
        }
        StmtKind::ForEach(binder, body) => Deed::ForEach(bound(binder), deeds(body)),
        StmtKind::Stage(stage) => {
            let binder = stage.binder.as_ref().expect("one was written");
            Deed::Stage(stage.word, bound(binder), deeds(&stage.body))
        }
        StmtKind::Choose(choose) => {
            let ChooseWhat::Binders(binders) = &choose.what else { panic!("{choose:?}") };
            let by = match &choose.by {
                Chooser::Me => None,
                Chooser::Seat(by) => Some(tree(by)),
                Chooser::Chance | Chooser::Each(_) | Chooser::Race(_) => panic!("{choose:?}"),
            };
            Deed::Choose(binders.iter().map(bound).collect(), by)
        }
        StmtKind::Say(text, to) => Deed::Say(text.raw.clone(), to.as_ref().map(tree)),
        StmtKind::Give(Some(Value::Expr(value))) => Deed::Give(tree(value)),
        StmtKind::Call(call) => match tree(call) {
            Tree::Call(name, args) => Deed::Call(name, args),
            other => panic!("{other:?} is carried out"),
        },
        StmtKind::Again => Deed::Again,
        StmtKind::End(End::Lost) => Deed::Lost,
        StmtKind::Let(_, Value::AsUsual(_))
        | StmtKind::Give(_)
        | StmtKind::Ends(_)
        | StmtKind::Repeat(..)
        | StmtKind::End(_)
        | StmtKind::AsUsual => panic!("{stmt:?} was not written"),
    }
}
