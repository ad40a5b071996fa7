//! What holds where a statement is carried out, as sums that are not negative: what conditions say
//! on the way there, until what they read is changed.

use super::atoms::{Atom, Here, Others, Sum, expr, handed, is_number};
use crate::ir::{ArithOp, Base, BodyRef, Domain, Expr, ExprKind, LocalId, Quantifier, Type};
use std::collections::{BTreeMap, BTreeSet};

/// More facts are not kept.
const MOST: usize = 120;

/// More ways in which a number comes about are not told apart.
const MOST_CASES: usize = 16;

/// What holds at a place, as far as conditions before it tell.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Facts {
    /// None of these is below 0.
    sums: BTreeSet<Sum>,
    /// None of these is 0.
    differ: BTreeSet<Sum>,
    /// What holds besides if a name is yes, or if it is no.
    named: BTreeMap<(LocalId, bool), BTreeSet<Sum>>,
}

/// One way in which a number comes about.
#[derive(Debug, Clone)]
pub(super) struct Case {
    /// What holds then.
    pub facts: Facts,
    pub sum: Sum,
}

impl Facts {
    /// This sum is not below 0.
    pub(super) fn add(&mut self, sum: Option<Sum>) {
        let Some(sum) = sum.filter(|sum| !sum.terms.is_empty()) else { return };
        if self.sums.len() < MOST {
            self.sums.insert(sum);
        }
    }

    /// Two numbers are the same.
    pub(super) fn same(&mut self, a: &Sum, b: &Sum) {
        self.add(a.and(b, -1));
        self.add(b.and(a, -1));
    }

    fn differ(&mut self, a: &Sum, b: &Sum) {
        let (Some(one), Some(other)) = (a.and(b, -1), b.and(a, -1)) else { return };
        for sum in [one, other] {
            if self.prove(&sum) {
                self.add(sum.plus(-1));
            }
            self.differ.insert(sum);
        }
    }

    /// With all that holds elsewhere.
    pub(super) fn with(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.sums.extend(other.sums.iter().cloned());
        both.differ.extend(other.differ.iter().cloned());
        both
    }

    /// Leaves what holds here and there.
    pub(super) fn meet(&mut self, other: &Self) {
        let mut sums: BTreeSet<Sum> =
            self.sums.iter().filter(|sum| other.prove(sum)).cloned().collect();
        sums.extend(other.sums.iter().filter(|sum| self.prove(sum)).cloned());
        self.sums = sums;
        self.differ.retain(|sum| other.differ.contains(sum));
        self.named.retain(|name, facts| other.named.get(name) == Some(facts));
    }

    /// The same, of what is written alike alone: repeated, this comes to an end.
    pub(super) fn keep(&mut self, other: &Self) {
        self.sums.retain(|sum| other.sums.contains(sum));
        self.differ.retain(|sum| other.differ.contains(sum));
        self.named.clear();
    }

    /// Whether a sum is not below 0.
    pub(super) fn prove(&self, goal: &Sum) -> bool {
        let holds = |goal: &Sum| goal.least().is_some_and(|least| least >= 0);
        let near = |goal: &Sum| {
            let shares = |fact: &&Sum| fact.terms.keys().any(|atom| goal.terms.contains_key(atom));
            self.sums.iter().filter(shares).filter_map(|fact| goal.and(fact, -1)).collect()
        };
        let first: Vec<Sum> = near(goal);
        holds(goal)
            || first.iter().any(holds)
            || first.iter().any(|goal| near(goal).iter().any(holds))
    }

    /// Whether a sum is not 0.
    pub(super) fn not_zero(&self, sum: &Sum) -> bool {
        let beyond = |sum: Option<Sum>| sum.is_some_and(|sum| self.prove(&sum));
        self.differ.contains(sum)
            || beyond(sum.plus(-1))
            || beyond(sum.minus().and_then(|sum| sum.plus(-1)))
    }

    /// Leaves out what goes by something that has changed: `dead` says of a number, and whether it
    /// is added or taken away.
    pub(super) fn drop(&mut self, dead: &dyn Fn(&Atom, i64) -> bool) {
        let lives = |sum: &Sum| !sum.terms.iter().any(|(atom, n)| dead(atom, *n));
        let same = |sum: &Sum| !sum.terms.keys().any(|atom| dead(atom, 1) || dead(atom, -1));
        self.sums.retain(lives);
        self.differ.retain(same);
        self.named.values_mut().for_each(|sums| sums.retain(lives));
    }

    /// A name stands for something else from now on.
    pub(super) fn forget(&mut self, local: LocalId) {
        self.drop(&|atom, _| atom.names(local));
        self.named.retain(|(name, _), _| *name != local);
    }

    /// A number becomes larger by so much: what was known of it goes on to hold of what it was.
    pub(super) fn shift(&mut self, atom: &Atom, by: &Sum) {
        let shifted = |sum: &Sum| match sum.terms.get(atom) {
            Some(n) => n.checked_neg().and_then(|n| sum.and(by, n)),
            None => Some(sum.clone()),
        };
        self.sums = self.sums.iter().filter_map(shifted).collect();
        self.differ = self.differ.iter().filter_map(shifted).collect();
        self.named.clear();
    }

    /// What holds if a name is yes, or if it is no.
    pub(super) fn name(&mut self, here: Here<'_>, local: LocalId, value: &Expr) {
        for truth in [true, false] {
            let mut facts = Self::default();
            facts.assume(here, value, truth);
            facts.forget(local);
            self.named.insert((local, truth), facts.sums);
        }
    }

    /// The facts that can be told elsewhere, with other things in the place of some.
    pub(super) fn passed(&self, others: &Others) -> Self {
        let passed =
            |sums: &BTreeSet<Sum>| sums.iter().filter_map(|sum| sum.with(others)).collect();
        let (sums, differ) = (passed(&self.sums), passed(&self.differ));
        Self { sums, differ, named: BTreeMap::new() }
    }

    /// What a sum that is handed on says of what it is there: whatever is written with its parts
    /// can be written with its name.
    pub(super) fn written_with(&mut self, name: &Sum, value: &Sum) {
        let Some((first, times)) = value.terms.iter().next() else {
            self.same(name, value);
            return;
        };
        let anew = |sum: &Sum| {
            let n = sum.terms.get(first)?.checked_div(*times)?;
            sum.and(value, n.checked_neg()?)?.and(name, n)
        };
        let more: Vec<Sum> = self.sums.iter().filter_map(anew).collect();
        more.into_iter().for_each(|sum| self.add(Some(sum)));
        let differ: Vec<Sum> = self.differ.iter().filter_map(anew).collect();
        self.differ.extend(differ);
    }

    /// A condition holds, or does not.
    pub(super) fn assume(&mut self, here: Here<'_>, e: &Expr, truth: bool) {
        if self.parts(here, e, truth) {
            return;
        }
        if let ExprKind::IsNone(of) = &e.kind {
            self.none(here, of, truth);
        } else if let ExprKind::In(a, of) = &e.kind {
            self.within(here, a, of, truth);
        } else if let ExprKind::Word(id, args) = &e.kind {
            let mut facts = Self::default();
            let word = Here { at: BodyRef::Word(*id), ..here };
            facts.assume(word, &here.terms.book[*id].value, truth);
            *self = self.with(&facts.passed(&handed(here, args)));
        } else if let ExprKind::Local(local) = &e.kind {
            let known = self.named.get(&(*local, truth)).cloned();
            known.into_iter().flatten().for_each(|sum| self.add(Some(sum)));
        }
        self.plainly(here, e, truth);
    }

    /// The same of a condition that says nothing but what it is put together from; gives whether it
    /// is one.
    fn parts(&mut self, here: Here<'_>, e: &Expr, truth: bool) -> bool {
        if let ExprKind::Not(a) = &e.kind {
            self.assume(here, a, !truth);
            return true;
        }
        if let (ExprKind::And(a, b), true) | (ExprKind::Or(a, b), false) = (&e.kind, truth) {
            self.assume(here, a, truth);
            self.assume(here, b, truth);
            return true;
        }
        if let ExprKind::Less(a, b) | ExprKind::LessEq(a, b) = &e.kind {
            let less = i64::from(matches!(e.kind, ExprKind::Less(..)));
            if truth {
                self.at_most(here, a, b, -less);
            } else if there(a) && there(b) {
                // No comparison with none holds.
                self.at_most(here, b, a, less - 1);
            }
            return true;
        }
        if let ExprKind::IsEmpty(of) = &e.kind {
            self.empty(here, of, truth);
            return true;
        }
        if let ExprKind::Quantified(which, local, of, c) = &e.kind {
            // `no` says that there are none, and `every` that there are none of which it does not
            // hold.
            let some = truth == (*which == Quantifier::Any);
            match those(*which, *local, of, c) {
                Some(those) => self.empty(here, &those, !some),
                None if some => self.empty(here, of, false),
                None => {}
            }
            return true;
        }
        let ExprKind::Same(a, b) = &e.kind else {
            return matches!(e.kind, ExprKind::Const(_));
        };
        if !is_number(&a.ty) || !is_number(&b.ty) {
            return false;
        }
        if truth {
            self.at_most(here, a, b, 0);
            self.at_most(here, b, a, 0);
        } else if let (Some(a), Some(b)) = (here.sum(a), here.sum(b)) {
            self.differ(&a, &b);
        }
        true
    }

    /// A condition that is not looked into.
    fn plainly(&mut self, here: Here<'_>, e: &Expr, truth: bool) {
        let sum = here.one(e);
        self.add(if truth { sum.and_then(|s| s.plus(-1)) } else { sum.and_then(|s| s.minus()) });
    }

    /// One number is at most another, or so much less.
    fn at_most(&mut self, here: Here<'_>, a: &Expr, b: &Expr, less: i64) {
        if !is_number(&a.ty) || !is_number(&b.ty) {
            return;
        }
        if let (Some(a), Some(b)) = (here.sum(a), here.sum(b)) {
            self.add(b.and(&a, -1).and_then(|sum| sum.plus(less)));
        }
        if let ExprKind::Arith(ArithOp::Max, x, y) = &a.kind {
            [x, y].into_iter().for_each(|x| self.at_most(here, x, b, less));
        }
        if let ExprKind::Arith(ArithOp::Min, x, y) = &b.kind {
            [x, y].into_iter().for_each(|x| self.at_most(here, a, x, less));
        }
    }

    /// There are no members, or some.
    pub(super) fn empty(&mut self, here: Here<'_>, of: &Domain, empty: bool) {
        let plain = Domain { best: None, ..of.clone() };
        let count = here.count(&plain);
        if empty {
            self.add(count.and_then(|count| count.minus()));
            return;
        }
        self.add(count.and_then(|count| count.plus(-1)));
        // Those that fit are among all.
        if plain.filter.is_some() {
            let all = Domain { filter: None, ..plain };
            self.add(here.count(&all).and_then(|count| count.plus(-1)));
        }
    }

    /// Something is none, or is there.
    fn none(&mut self, here: Here<'_>, of: &Expr, none: bool) {
        if let ExprKind::SlotCard(zone) = &of.kind {
            self.empty(here, &super::atoms::all_of(zone), none);
        } else if let ExprKind::First(all) = &of.kind {
            self.empty(here, all, none);
        }
    }

    /// Something is among others, or not.
    fn within(&mut self, here: Here<'_>, one: &Expr, of: &Domain, truth: bool) {
        if truth {
            self.empty(here, of, false);
            if let Base::Range(from, to) = &of.base {
                self.at_most(here, from, one, 0);
                self.at_most(here, one, to, 0);
            }
        }
    }

    /// What holds of a member of a domain.
    pub(super) fn member(&mut self, here: Here<'_>, name: LocalId, of: &Domain) {
        self.empty(here, of, false);
        if let Base::Range(from, to) = &of.base {
            let one = expr(ExprKind::Local(name), Type::Number, of);
            self.at_most(here, from, &one, 0);
            self.at_most(here, &one, to, 0);
        }
        if let Some((local, test)) = &of.filter {
            let mut facts = Self::default();
            facts.assume(here, test, true);
            let (from, to) = (super::atoms::name_key(*local), super::atoms::name_key(name));
            *self = self.with(&facts.renamed(&from, &to));
        }
    }

    /// A name stands for something that is written otherwise, too.
    pub(super) fn also(&mut self, key: &str, name: LocalId) {
        let to = super::atoms::name_key(name);
        if key.contains(&to) {
            return;
        }
        let more = self.renamed(key, &to);
        *self = self.with(&more);
    }

    /// With another name in the place of one.
    fn renamed(&self, from: &str, to: &str) -> Self {
        let renamed =
            |sums: &BTreeSet<Sum>| sums.iter().filter_map(|sum| sum.renamed(from, to)).collect();
        let (sums, differ) = (renamed(&self.sums), renamed(&self.differ));
        Self { sums, differ, named: BTreeMap::new() }
    }
}

/// The members that `any x in D has c`, `every` and `no` are about: those of which the condition
/// holds, or does not. None: they are not told apart from others that the domain leaves out.
fn those(which: Quantifier, local: LocalId, of: &Domain, c: &Expr) -> Option<Domain> {
    if of.filter.is_some() {
        return None;
    }
    let test = match which {
        Quantifier::Any | Quantifier::No => c.clone(),
        Quantifier::Every => expr(ExprKind::Not(Box::new(c.clone())), Type::Bool, of),
    };
    Some(Domain { filter: Some((local, Box::new(test))), best: None, ..of.clone() })
}

/// Whether a value cannot be none.
fn there(e: &Expr) -> bool {
    !e.ty.may_be_none()
}

/// The ways in which a number comes about; none: too many, or it is not looked into.
pub(super) fn cases(here: Here<'_>, e: &Expr) -> Option<Vec<Case>> {
    let all = if let ExprKind::Arith(op, a, b) = &e.kind {
        of_two(here, *op, a, b, e)?
    } else if let ExprKind::Minus(a) = &e.kind {
        let turned = |x: Case| Some(Case { sum: x.sum.minus()?, ..x });
        cases(here, a)?.into_iter().map(turned).collect::<Option<Vec<_>>>()?
    } else if let ExprKind::If(test, a, b) = &e.kind {
        let mut all = Vec::new();
        for (truth, e) in [(true, a), (false, b)] {
            let mut facts = Facts::default();
            facts.assume(here, test, truth);
            all.extend(supposing(&facts, cases(here, e)?));
        }
        all
    } else if let ExprKind::Otherwise(a, b) = &e.kind {
        cases(here, a)?.into_iter().chain(cases(here, b)?).collect()
    } else {
        vec![Case { facts: Facts::default(), sum: here.sum(e)? }]
    };
    (all.len() <= MOST_CASES).then_some(all)
}

/// The same of what two numbers make.
fn of_two(here: Here<'_>, op: ArithOp, a: &Expr, b: &Expr, e: &Expr) -> Option<Vec<Case>> {
    let times = if op == ArithOp::Sub { -1 } else { 1 };
    match op {
        ArithOp::Add | ArithOp::Sub => {
            let (a, b) = (cases(here, a)?, cases(here, b)?);
            let both = |x: &Case, y: &Case| {
                Some(Case { facts: x.facts.with(&y.facts), sum: x.sum.and(&y.sum, times)? })
            };
            a.iter().flat_map(|x| b.iter().map(move |y| both(x, y))).collect()
        }
        ArithOp::Min | ArithOp::Max => {
            let (x, y) = (here.sum(a)?, here.sum(b)?);
            let mut all = Vec::new();
            for (one, other, e) in [(&x, &y, a), (&y, &x, b)] {
                let mut facts = Facts::default();
                facts.add(if op == ArithOp::Min { other.and(one, -1) } else { one.and(other, -1) });
                all.extend(supposing(&facts, cases(here, e)?));
            }
            Some(all)
        }
        ArithOp::Mul | ArithOp::Div | ArithOp::Mod => {
            Some(vec![Case { facts: Facts::default(), sum: here.sum(e)? }])
        }
    }
}

/// Ways in which a number comes about where more holds.
fn supposing(facts: &Facts, all: Vec<Case>) -> impl Iterator<Item = Case> {
    all.into_iter().map(|case| Case { facts: case.facts.with(facts), ..case })
}

/// Whether a slot, or a place of several, holds no card.
pub(super) fn is_free(here: Here<'_>, facts: &Facts, zone: &Expr, place: Option<&Expr>) -> bool {
    let free = |sum: Option<Sum>| sum.is_some_and(|sum| facts.prove(&sum));
    if free(here.heap(zone).and_then(|count| count.minus())) {
        return true;
    }
    let Some(place) = place else { return false };
    let of = super::atoms::all_of(zone);
    let card = expr(
        ExprKind::Place(Box::new(zone.clone()), Box::new(place.clone())),
        of.elem.clone().optional(),
        &of,
    );
    let none = expr(ExprKind::IsNone(Box::new(card)), Type::Bool, &of);
    free(here.one(&none).and_then(|none| none.plus(-1)))
}
