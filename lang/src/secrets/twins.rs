//! Cards that were chosen one after the other, and may be the same one: if one of them is moved by
//! its name, whoever cannot tell them apart does not know where the other lies.

use super::body::Body;
use super::flow::Flow;
use super::names::{Names, Twins};
use super::readers::Known;
use super::shape::{kinds_of, named, named_partly};
use crate::ir::walk::body_of;
use crate::ir::{Base, BodyRef, Domain, Expr, ExprKind, KindSet, LocalId, Step, Type};
use crate::syntax::ast::Quantifier;
use std::collections::BTreeSet;

fn pair(a: LocalId, b: LocalId) -> (LocalId, LocalId) {
    (a.min(b), a.max(b))
}

/// The names that stand beside this one in pairs.
fn beside_in(pairs: &Twins, local: LocalId) -> BTreeSet<LocalId> {
    pairs.iter().filter_map(|two| beside(*two, local)).collect()
}

impl Names {
    /// Names that may stand for the same card as this one.
    fn twins_of(&self, local: LocalId) -> BTreeSet<LocalId> {
        beside_in(&self.twins, local)
    }

    /// A name stands for something else from now on.
    pub(super) fn no_twins(&mut self, local: LocalId) {
        self.twins.retain(|(a, b)| *a != local && *b != local);
        self.same.retain(|(a, b)| *a != local && *b != local);
    }

    /// Where two ways come together: what is another name on one of them only, may be one.
    pub(super) fn same_on_both_ways(&mut self, other: &Self) {
        self.twins.extend(self.same.symmetric_difference(&other.same));
        self.same.retain(|pair| other.same.contains(pair));
    }

    /// A name is another one for what a value stands for, if that has a name.
    pub(super) fn called_again(&mut self, local: LocalId, value: &Expr) {
        let of = if let ExprKind::Local(of) = value.kind {
            Some(of)
        } else if let ExprKind::List(cards) = &value.kind
            && let [one] = named(cards)[..]
        {
            Some(one)
        } else {
            None
        };
        let Some(of) = of.filter(|of| *of != local) else { return };
        let others = self.also_called(of);
        self.same.extend(others.into_iter().chain([of]).map(|other| pair(local, other)));
    }

    /// Other names of the same cards.
    pub(super) fn also_called(&self, local: LocalId) -> BTreeSet<LocalId> {
        beside_in(&self.same, local)
    }

    /// The names all of whose cards are in a domain, with those that are called otherwise, too.
    pub(super) fn all_named(&self, cards: &Domain) -> Vec<LocalId> {
        let mut all: BTreeSet<LocalId> = named(cards).into_iter().collect();
        let others: Vec<_> = all.iter().flat_map(|local| self.also_called(*local)).collect();
        all.extend(others);
        all.into_iter().collect()
    }

    /// A condition holds, or does not: what it says are two cards are not the same one.
    pub(super) fn told_apart(&mut self, test: &Expr, truth: bool) {
        if self.twins.is_empty() {
            return;
        }
        let mut differ = Vec::new();
        say_differ(test, truth, &mut differ);
        differ.into_iter().for_each(|(a, b)| {
            self.twins.remove(&pair(a, b));
        });
    }
}

impl Flow<'_> {
    /// A card was chosen: it may be one of those that were chosen before.
    pub(super) fn chosen_again(&self, step: &Step, body: &mut Body) {
        body.names.no_twins(step.local);
        let Type::Card(kinds) = *step.domain.elem.bare() else { return };
        let decls = body_of(self.book, body.at).map_or(&[][..], |code| &code.locals);
        let this = body.names.get(step.local);
        let apart = left_out(step);
        for (at, decl) in decls.iter().enumerate() {
            let other = LocalId(u16::try_from(at).unwrap_or(u16::MAX));
            let Some(of) = kinds_of(&decl.ty) else { continue };
            let known = body.names.get(other);
            let may_be = body.names.is_bound(other)
                && other != step.local
                && of.and(kinds) != KindSet::default();
            let together = known.may_lie_with(&this) && !known.lies_elsewhere(&this);
            if may_be && together && !apart.contains(&other) {
                body.names.twins.insert(pair(step.local, other));
            }
        }
    }

    /// Cards are moved by these names to such a zone: others that may be the same ones go with
    /// them, and only those can tell who see both, or know where each lay.
    pub(super) fn goes_with(&self, moved: &[LocalId], to: &Known, body: &mut Body) {
        for local in moved {
            let this = body.names.get(*local);
            let seen = Known { face: this.face.or(&to.lies), ..this };
            for other in body.names.twins_of(*local).into_iter().filter(|o| !moved.contains(o)) {
                let mut known = body.names.get(other);
                known.place = known.place.and(&seen.told_from(&known));
                known.go_along_to(to);
                body.names.bind(other, known);
            }
        }
    }

    /// Parameters of a body that may be the same card.
    pub(super) fn twins_in(&self, at: BodyRef) -> Twins {
        self.twins.get(&at).cloned().unwrap_or_default()
    }

    /// What is handed over to a body may be the same card twice.
    pub(super) fn pass_twins(&mut self, to: BodyRef, args: &[Expr], body: &Body) {
        let named = |e: &Expr| {
            let ExprKind::Local(local) = e.kind else { return None };
            matches!(e.ty.bare(), Type::Card(_)).then_some(local)
        };
        let args: Vec<_> = (0..).map(LocalId).zip(args).collect();
        let mut found = self.twins_in(to);
        let before = found.len();
        for (at, (param, arg)) in args.iter().enumerate() {
            let Some(this) = named(arg) else { continue };
            let others =
                args[at + 1..].iter().filter_map(|(other, arg)| Some((other, named(arg)?)));
            for (other, that) in others {
                let two = pair(this, that);
                let same = this == that || body.names.same.contains(&two);
                if same || body.names.twins.contains(&two) {
                    found.insert(pair(*param, *other));
                }
            }
        }
        if found.len() != before {
            self.twins.insert(to, found);
            self.changed = true;
        }
    }
}

/// Names of cards that a step leaves out of what may be chosen.
fn left_out(step: &Step) -> BTreeSet<LocalId> {
    let mut differ = Vec::new();
    let mut found = BTreeSet::new();
    if let Some((local, test)) = &step.domain.filter {
        say_differ(test, true, &mut differ);
        found.extend(differ.iter().filter_map(|two| beside(*two, *local)));
        differ.clear();
    }
    if let Some(test) = &step.whole {
        say_differ(test, true, &mut differ);
        found.extend(differ.iter().filter_map(|two| beside(*two, step.local)));
    }
    if let Base::Minus(_, others) = &step.domain.base {
        found.extend(named(others));
    }
    found
}

fn beside((a, b): (LocalId, LocalId), local: LocalId) -> Option<LocalId> {
    match (a == local, b == local) {
        (true, _) => Some(b),
        (false, true) => Some(a),
        (false, false) => None,
    }
}

/// Names of which a condition says that they stand for different cards, if it holds, or if it does
/// not.
fn say_differ(test: &Expr, truth: bool, found: &mut Vec<(LocalId, LocalId)>) {
    if let ExprKind::Not(a) = &test.kind {
        say_differ(a, !truth, found);
    } else if let (ExprKind::Quantified(Quantifier::No, member, of, that), true)
    | (ExprKind::Quantified(Quantifier::Any, member, of, that), false) =
        (&test.kind, truth)
    {
        let mut each = Vec::new();
        say_differ(that, false, &mut each);
        let others = each.into_iter().filter_map(|two| beside(two, *member));
        let of = named_partly(of);
        found.extend(others.flat_map(|other| of.iter().map(move |one| (*one, other))));
    } else if let (ExprKind::And(a, b), true) | (ExprKind::Or(a, b), false) = (&test.kind, truth) {
        say_differ(a, truth, found);
        say_differ(b, truth, found);
    } else if let (ExprKind::Same(a, b), false) = (&test.kind, truth)
        && let (ExprKind::Local(a), ExprKind::Local(b)) = (&a.kind, &b.kind)
    {
        found.push((*a, *b));
    }
}
