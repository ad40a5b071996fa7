//! Sets that are picked as a whole: what conditions on all of them say about each member, and about
//! their number.
//!
//! `cards in any of me.hand` with `needs count(cards) is 3` and `needs every c in cards has c.fits`
//! is searched as `3 of those c in me.hand where c.fits`. Only the search is narrowed: what is
//! handed in is tested as it is written.

use super::masks::mentions;
use houserules_lang::ir::walk::each_in_domain;
use houserules_lang::ir::{
    ArithOp, Base, Domain, Expr, ExprKind, LocalId, Pick, Quantifier, Step, Type, Value,
};

/// The step as it is searched, if conditions on its whole value narrow it.
pub fn narrowed(step: &Step, conditions: &[&Expr]) -> Option<Step> {
    let Pick::Some { least, most } = &step.pick else { return None };
    let mut narrow = Narrow {
        whole: step.local,
        domain: step.domain.clone(),
        least: (**least).clone(),
        most: most.as_deref().cloned(),
        found: false,
    };
    conditions.iter().for_each(|condition| narrow.by(condition));
    narrow.found.then(|| Step {
        local: step.local,
        domain: narrow.domain,
        pick: Pick::Some { least: Box::new(narrow.least), most: narrow.most.map(Box::new) },
        whole: step.whole.clone(),
    })
}

struct Narrow {
    whole: LocalId,
    domain: Domain,
    least: Expr,
    most: Option<Expr>,
    found: bool,
}

impl Narrow {
    fn by(&mut self, condition: &Expr) {
        match &condition.kind {
            ExprKind::And(a, b) => {
                self.by(a);
                self.by(b);
            }
            ExprKind::Quantified(Quantifier::Every, member, all, c) if self.is_whole(all) => {
                self.each(*member, (**c).clone());
            }
            ExprKind::Quantified(Quantifier::No, member, all, c) if self.is_whole(all) => {
                self.each(*member, is_not(c));
            }
            ExprKind::Not(empty) => {
                if let ExprKind::IsEmpty(all) = &empty.kind
                    && self.is_whole(all)
                {
                    self.at_least(number(1, condition));
                }
            }
            ExprKind::Same(a, b) => {
                if let Some(n) = self.against(a, b).or_else(|| self.against(b, a)).cloned() {
                    self.at_least(n.clone());
                    self.at_most(n);
                }
            }
            ExprKind::LessEq(a, b) => self.ordered(a, b, 0),
            ExprKind::Less(a, b) => self.ordered(a, b, 1),
            _ => {}
        }
    }

    /// `a` and so many more are no more than `b`.
    fn ordered(&mut self, a: &Expr, b: &Expr, apart: i64) {
        if let Some(n) = self.against(a, b) {
            self.at_most(arith(ArithOp::Sub, n.clone(), number(apart, n)));
        } else if let Some(n) = self.against(b, a) {
            self.at_least(arith(ArithOp::Add, n.clone(), number(apart, n)));
        }
    }

    /// The other side, where one side is the size of the whole.
    fn against<'e>(&self, size: &Expr, other: &'e Expr) -> Option<&'e Expr> {
        let counted = matches!(&size.kind, ExprKind::Count(all) if self.is_whole(all));
        (counted && other.ty == Type::Number && !mentions(other, self.whole)).then_some(other)
    }

    fn is_whole(&self, all: &Domain) -> bool {
        let plain = all.filter.is_none() && all.best.is_none();
        plain
            && matches!(&all.base, Base::Value(e) if matches!(e.kind, ExprKind::Local(l) if l == self.whole))
    }

    fn each(&mut self, member: LocalId, condition: Expr) {
        if mentions(&condition, self.whole) {
            return;
        }
        let mut reads_itself = false;
        each_in_domain(&self.domain, &mut |e| {
            reads_itself |= matches!(e.kind, ExprKind::Local(l) if l == self.whole);
        });
        if reads_itself {
            return;
        }
        let inner = self.domain.clone();
        if inner.filter.is_some() || inner.best.is_some() {
            self.domain.base = Base::Union(vec![inner]);
            self.domain.best = None;
        }
        self.domain.filter = Some((member, Box::new(condition)));
        self.found = true;
    }

    fn at_least(&mut self, n: Expr) {
        self.least = arith(ArithOp::Max, self.least.clone(), n);
        self.found = true;
    }

    fn at_most(&mut self, n: Expr) {
        self.most = Some(match self.most.take() {
            Some(most) => arith(ArithOp::Min, most, n),
            None => n,
        });
        self.found = true;
    }
}

fn number(n: i64, at: &Expr) -> Expr {
    Expr { kind: ExprKind::Const(Value::Number(n)), ty: Type::Number, span: at.span }
}

fn arith(op: ArithOp, a: Expr, b: Expr) -> Expr {
    let span = b.span;
    Expr { kind: ExprKind::Arith(op, Box::new(a), Box::new(b)), ty: Type::Number, span }
}

fn is_not(c: &Expr) -> Expr {
    Expr { kind: ExprKind::Not(Box::new(c.clone())), ty: Type::Bool, span: c.span }
}
