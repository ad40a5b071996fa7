//! Cards that were chosen one after the other, and may be the same one: if one of them is moved by
//! its name, whoever cannot tell them apart does not know where the other lies.

use super::body::Body;
use super::flow::Flow;
use super::names::{Names, Twins};
use super::readers::{Known, KnownExpr, Readers};
use super::shape::{Chosen, chosen_by, kinds_of, named, named_partly, of_several, single};
use crate::ir::walk::body_of;
use crate::ir::{Base, BodyRef, Domain, Expr, ExprKind, KindSet, LocalId, Step, Type};
use crate::syntax::ast::Quantifier;
use std::collections::BTreeSet;

fn pair(a: LocalId, b: LocalId) -> (LocalId, LocalId) {
    (a.min(b), a.max(b))
}

/// The names that stand beside this one in pairs.
fn beside_in(pairs: &Twins, local: LocalId) -> BTreeSet<LocalId> {
    pairs.iter().filter_map(|(a, b)| beside(*a, *b, local)).collect()
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
        self.chosen_of.retain(|(a, b)| *a != local && *b != local);
        let gone = |of: Chosen| of.choice == local || of.whose == local;
        self.choice_of.retain(|name, of| *name != local && !gone(*of));
    }

    /// Where two ways come together: what is another name on one of them only, may be one.
    pub(super) fn same_on_both_ways(&mut self, other: &Self) {
        self.twins.extend(self.same.symmetric_difference(&other.same));
        self.same.retain(|pair| other.same.contains(pair));
    }

    /// A name is another one for what a value stands for, if that has a name; gives whether it has.
    fn called_again(&mut self, local: LocalId, value: &Expr) -> bool {
        let of = if let ExprKind::Committed(choice, whose) = &value.kind {
            self.is_chosen_of(local, *choice);
            if let (ExprKind::Local(whose), Type::Card(_)) = (&whose.kind, value.ty.bare()) {
                self.choice_of.insert(local, Chosen { choice: *choice, whose: *whose });
            }
            return true;
        } else if let ExprKind::Local(of) = value.kind {
            Some(of)
        } else if let ExprKind::List(cards) = &value.kind
            && let [one] = named(cards)[..]
        {
            Some(one)
        } else {
            None
        };
        let Some(of) = of.filter(|of| *of != local) else { return false };
        self.is_also(local, of);
        true
    }

    /// A name is another one for what one stands for.
    fn is_also(&mut self, local: LocalId, of: LocalId) {
        let twins = self.twins_of(of).into_iter().filter(|other| *other != local);
        self.twins.extend(twins.map(|other| pair(local, other)));
        let others = self.also_called(of).into_iter().filter(|other| *other != local);
        self.same.extend(others.chain([of]).map(|other| pair(local, other)));
    }

    /// A name is another one for what one of several has chosen.
    fn is_chosen_of(&mut self, local: LocalId, choice: LocalId) {
        let twins = self.twins_of(choice).into_iter().filter(|other| *other != local);
        self.twins.extend(twins.map(|other| pair(local, other)));
        self.chosen_of.insert((local, choice));
    }

    /// The card that one of several has chosen, by its own name or another.
    pub(super) fn one_that_was_chosen(&self, cards: &Domain) -> Option<Chosen> {
        chosen_by(cards).or_else(|| {
            if let [one] = named(cards)[..] { self.choice_of.get(&one).copied() } else { None }
        })
    }

    /// What goes by several names of those who have chosen, or is one of what they have: it may go
    /// along with these.
    pub(super) fn among_chosen(&self, moved: &[LocalId]) -> Vec<LocalId> {
        let beside = moved.iter().flat_map(|local| beside_in(&self.chosen_of, *local));
        beside.filter(|other| !moved.contains(other)).collect()
    }

    /// A name stands for a card of some that have names: it may be whatever each of those may be.
    pub(super) fn one_of(&mut self, local: LocalId, cards: &Domain) {
        for of in named_partly(cards).into_iter().filter(|of| *of != local) {
            let others = self.twins_of(of).into_iter().filter(|other| *other != local);
            self.twins.extend(others.map(|other| pair(local, other)));
        }
        if let Some(choice) = of_several(cards) {
            self.is_chosen_of(local, choice);
        }
        self.choice_of.extend(chosen_by(cards).map(|of| (local, of)));
        if !single(cards) {
            let of = named_partly(cards).into_iter().filter(|of| *of != local);
            self.chosen_of.extend(of.map(|of| (local, of)));
        }
        if let (true, [of]) = (single(cards), &named(cards)[..]) {
            self.is_also(local, *of);
        }
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

    /// Whether two cards may be the same one: of those that have no name, it is not known.
    fn may_be_one(&self, a: &Expr, b: &Expr) -> bool {
        let (ExprKind::Local(a), ExprKind::Local(b)) = (&a.kind, &b.kind) else { return true };
        let two = pair(*a, *b);
        a == b || self.same.contains(&two) || self.twins.contains(&two)
    }

    /// Whether a name may stand for one of these cards: of a single one that has a name, that is
    /// known.
    pub(super) fn may_be_among(&self, local: LocalId, cards: &Domain) -> bool {
        let (true, [one]) = (single(cards), &named(cards)[..]) else { return true };
        self.twins.contains(&pair(*one, local))
    }

    /// Who can tell whether two cards are the same one.
    pub(super) fn tell_apart(&self, this: KnownExpr<'_>, that: KnownExpr<'_>) -> Readers {
        let (KnownExpr { expr: a, known: this }, KnownExpr { expr: b, known: that }) = (this, that);
        let (Type::Card(one), Type::Card(other)) = (a.ty.bare(), b.ty.bare()) else {
            return Readers::Everyone;
        };
        let known = if let (ExprKind::Local(a), ExprKind::Local(b)) = (&a.kind, &b.kind) {
            let two = pair(*a, *b);
            let told = this.chosen && that.chosen && !self.twins.contains(&two);
            a == b || told || self.same.contains(&two)
        } else {
            false
        };
        match known || one.and(*other) == KindSet::default() {
            true => Readers::Everyone,
            false => this.told_from(that),
        }
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
    /// A card was chosen: it may be one of those that have names.
    pub(super) fn chosen_again(&self, step: &Step, body: &mut Body) {
        body.names.no_twins(step.local);
        if let Type::Card(_) = step.domain.elem.bare() {
            self.may_be_others(step.local, &left_out(step), body);
        }
    }

    /// A name stands for what a value gives: that may be any card that has a name.
    pub(super) fn is_value(&self, local: LocalId, value: &Expr, body: &mut Body) {
        if !body.names.called_again(local, value) {
            self.may_be_others(local, &BTreeSet::new(), body);
        }
    }

    /// A name may stand for the same card as any other, but for these.
    pub(super) fn may_be_others(&self, local: LocalId, apart: &BTreeSet<LocalId>, body: &mut Body) {
        let decls = body_of(self.book, body.at).map_or(&[][..], |code| &code.locals);
        let kinds = || (0..).map(LocalId).zip(decls.iter().map(|decl| kinds_of(&decl.ty)));
        let Some((_, Some(own))) = kinds().find(|(of, _)| *of == local) else { return };
        let this = body.names.get(local);
        for (other, of) in kinds() {
            let known = body.names.get(other);
            let may_be = body.names.is_bound(other)
                && other != local
                && !apart.contains(&other)
                && of.is_some_and(|of| of.and(own) != KindSet::default());
            if may_be && known.may_lie_with(&this) && !known.lies_elsewhere(&this) {
                body.names.twins.insert(pair(local, other));
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
        let cards = |e: &Expr| matches!(e.ty.bare(), Type::Card(_));
        let args: Vec<_> = (0..).map(LocalId).zip(args).filter(|(_, arg)| cards(arg)).collect();
        let mut found = self.twins_in(to);
        let before = found.len();
        for (at, (param, this)) in args.iter().enumerate() {
            for (other, that) in &args[at + 1..] {
                if body.names.may_be_one(this, that) {
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
    let mut found = not_among(&step.domain);
    if let Some(test) = &step.whole {
        let mut differ = Vec::new();
        say_differ(test, true, &mut differ);
        found.extend(differ.iter().filter_map(|(a, b)| beside(*a, *b, step.local)));
    }
    found
}

/// Names of cards of which a domain says that they are none of its members.
pub(super) fn not_among(cards: &Domain) -> BTreeSet<LocalId> {
    let mut found = BTreeSet::new();
    if let Some((local, test)) = &cards.filter {
        let mut differ = Vec::new();
        say_differ(test, true, &mut differ);
        found.extend(differ.iter().filter_map(|(a, b)| beside(*a, *b, *local)));
    }
    if let Base::Minus(_, others) = &cards.base {
        found.extend(named(others));
    }
    found
}

/// The other one of two names.
fn beside(a: LocalId, b: LocalId, local: LocalId) -> Option<LocalId> {
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
        let others = each.into_iter().filter_map(|(a, b)| beside(a, b, *member));
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
