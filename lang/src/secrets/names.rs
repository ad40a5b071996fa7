//! What is known of the names of one body, while its statements are followed.

use super::changes::{Changed, Thing};
use super::mixes::Mixed;
use super::readers::{Known, Readers, Seat};
use super::shape::{Chosen, kinds_of};
use super::shown::AllShown;
use crate::ir::walk::body_of;
use crate::ir::{BodyRef, CounterId, Expr, ExprKind, LocalId, Rulebook, ZoneId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::{Index, IndexMut};

/// Pairs of names that may stand for the same card, the smaller first.
pub(super) type Twins = BTreeSet<(LocalId, LocalId)>;

/// What is known of the names of one body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Names {
    /// By local; none: not bound yet.
    pub(super) known: Vec<Option<Known>>,
    /// How deep in words.
    pub(super) depth: u16,
    /// Decks of which all know what is in them, though not where: in the set-up, while nothing else
    /// was done with them.
    pub(super) whole: BTreeSet<ZoneId>,
    /// Counters and zones that were shown, and that nothing has changed since.
    pub(super) shown: AllShown,
    /// What chance has given and nobody knows yet, with who knows what it was drawn from: to them
    /// it tells nothing but itself.
    pub(super) thrown: BTreeMap<LocalId, Readers>,
    /// Counters of the table that name whoever was asked to choose secretly, and what these are
    /// called.
    pub(super) asked: BTreeMap<CounterId, Seat>,
    /// Cards that were chosen one after the other, and may be the same one.
    pub(super) twins: Twins,
    /// Names of the same card, or the same cards.
    pub(super) same: Twins,
    /// Names of what one of several has chosen, with the name of the choice.
    pub(super) chosen_of: Twins,
    /// Names of the single card that one of several has chosen.
    pub(super) choice_of: BTreeMap<LocalId, Chosen>,
    /// Of what each of several has chosen, the cards that lie open for all.
    pub(super) laid_open: BTreeSet<Chosen>,
}

impl Index<LocalId> for Names {
    type Output = Option<Known>;
    fn index(&self, local: LocalId) -> &Option<Known> {
        &self.known[local.index()]
    }
}

impl IndexMut<LocalId> for Names {
    fn index_mut(&mut self, local: LocalId) -> &mut Option<Known> {
        &mut self.known[local.index()]
    }
}

impl Names {
    pub(super) fn new(count: usize) -> Self {
        Self {
            known: vec![None; count],
            depth: 0,
            whole: BTreeSet::new(),
            shown: AllShown::default(),
            thrown: BTreeMap::new(),
            asked: BTreeMap::new(),
            twins: Twins::new(),
            same: Twins::new(),
            chosen_of: Twins::new(),
            choice_of: BTreeMap::new(),
            laid_open: BTreeSet::new(),
        }
    }

    pub(super) fn bind(&mut self, local: LocalId, known: Known) {
        self.thrown.remove(&local);
        self.covered(local);
        self[local] = Some(known);
    }

    /// A name stands for something else, or may: what was open by it need not be.
    fn covered(&mut self, local: LocalId) {
        self.laid_open.retain(|card| card.choice != local && card.whose != local);
    }

    /// A name is out of sight.
    pub(super) fn unbind(&mut self, local: LocalId) {
        self.thrown.remove(&local);
        self.covered(local);
        self[local] = None;
    }

    /// These values are seen by some: what chance has given, and nobody knew, is their secret now.
    pub(super) fn told_to(&mut self, seen: [Option<&Expr>; 2], by: &Readers) {
        let mut seen: Vec<&Expr> = seen.into_iter().flatten().collect();
        while let Some(expr) = seen.pop() {
            if let ExprKind::Local(local) = expr.kind
                && self.thrown.contains_key(&local)
            {
                self.bind(local, Known { info: by.clone(), ..self.get(local) });
            }
            seen.extend(reckoned_with(expr).into_iter().flatten());
        }
    }

    /// The same with other names of seats.
    pub(super) fn rename(&mut self, name: &impl Fn(Seat) -> Seat) {
        for known in self.known.iter_mut().flatten() {
            *known = known.renamed(name);
        }
        for drawn_from in self.thrown.values_mut() {
            *drawn_from = drawn_from.renamed(name);
        }
        for seat in self.asked.values_mut() {
            *seat = name(*seat);
        }
        let followed = |seat: &Seat| *seat != Seat::Somebody;
        self.shown = self.shown.renamed(|seat| Some(name(seat)).filter(followed));
    }

    /// What a seat is called where somebody else acts: `me` and those beside it by a name, if they
    /// have one.
    pub(super) fn elsewhere(&self, seat: Seat) -> Seat {
        if !seat.is_relative() {
            return seat;
        }
        let named = self.known.iter().position(|k| k.as_ref().is_some_and(|k| k.seat == seat));
        let name =
            |at| Seat::Name { depth: self.depth, local: LocalId(at as u16), opponent: false };
        named.map_or(Seat::Somebody, name)
    }

    /// Something was hidden, perhaps under another of these names.
    pub(super) fn blur(&mut self) {
        self.laid_open.clear();
        for known in self.known.iter_mut().flatten() {
            *known = known.blurred();
        }
    }

    /// Cards were mixed out of sight: one that goes by a name may be among them, and which it was
    /// only those can tell who see its face, or the zone.
    pub(super) fn mix(&mut self, mixed: &Mixed, book: &Rulebook, at: BodyRef) {
        let decls = body_of(book, at).map_or(&[][..], |code| &code.locals);
        for (known, decl) in self.known.iter_mut().zip(decls) {
            let (Some(known), Some(kinds)) = (known, kinds_of(&decl.ty)) else { continue };
            known.follow(&mixed.ways(kinds), book);
            if known.may_lie_among(&mixed.shuffled()) {
                known.place = known.place.and(&known.lies);
            } else if known.by_face && known.may_lie_among(&mixed.drawn(kinds)) {
                known.place = known.place.and(&known.face).and(&known.lies);
            }
        }
    }

    /// What is known where two ways come together: a card that only one of them has hidden or shown
    /// is in doubt.
    pub(super) fn meet(&mut self, other: &Self) {
        self.whole.retain(|zone| other.whole.contains(zone));
        self.thrown.retain(|local, drawn_from| {
            let others = other.thrown.get(local);
            others.inspect(|others| *drawn_from = drawn_from.and(others)).is_some()
        });
        self.asked.retain(|id, seat| other.asked.get(id) == Some(seat));
        self.shown = self.shown.both(&other.shown);
        self.twins.extend(&other.twins);
        self.chosen_of.extend(&other.chosen_of);
        self.choice_of.retain(|local, of| other.choice_of.get(local) == Some(of));
        self.laid_open.retain(|one| other.laid_open.contains(one));
        self.same_on_both_ways(other);
        for (known, other) in self.known.iter_mut().zip(&other.known) {
            if let (Some(known), Some(other)) = (known, other)
                && known != other
            {
                let doubtful = known.face != other.face;
                *known = known.and(other);
                if doubtful {
                    known.face = known.lies.or(&Readers::one(Seat::Somebody));
                }
            }
        }
    }

    /// The cards of a name lie open for all, or will before anybody is asked.
    pub(super) fn open(&mut self, local: LocalId) {
        if let Some(known) = &mut self[local] {
            known.face = Readers::Everyone;
        }
    }

    /// Names that were not bound before are out of sight.
    pub(super) fn leave(&mut self, before: &Self) {
        for (known, before) in self.known.iter_mut().zip(&before.known) {
            if before.is_none() {
                *known = None;
            }
        }
    }

    /// Back to where these were the names: what has changed since `began` keeps what was found,
    /// without its `me`.
    pub(super) fn back(&mut self, began: &Self, outer: &Self) {
        let stranger = |s: Seat| if s.is_relative() { Seat::Somebody } else { s };
        for (at, known) in self.known.iter_mut().enumerate() {
            *known = if *known == began.known[at] {
                outer.known[at].clone()
            } else {
                known.as_ref().map(|k| k.renamed(&stranger))
            };
        }
    }

    pub(super) fn is_bound(&self, local: LocalId) -> bool {
        self[local].is_some()
    }

    pub(super) fn get(&self, local: LocalId) -> Known {
        self[local].clone().unwrap_or_else(Known::public)
    }

    /// Forgets what may have changed.
    pub(super) fn changed_by(&mut self, changed: &Changed) {
        self.shown.changed_by(changed);
        self.asked.retain(|id, _| !changed.has(Thing::Counter(*id)));
        if changed.cards() {
            // Who sees all that lies in a zone by now need not have seen what a name was read from.
            self.rename(&|seat| match seat {
                Seat::Shown(_) => Seat::Somebody,
                Seat::Me | Seat::Beside(_) | Seat::Name { .. } | Seat::Somebody | Seat::Chooser => {
                    seat
                }
            });
        }
    }

    /// Those who certainly know that, of this player, because it was shown to them.
    pub(super) fn who_know(&self, thing: Thing, seat: Option<Seat>) -> Readers {
        self.shown.who_know(thing, seat)
    }
}

/// The values that another is reckoned from, if it is: whoever sees it learns no more than they
/// say.
pub(super) fn reckoned_with(expr: &Expr) -> Option<Vec<&Expr>> {
    if let ExprKind::Pair(_, a, b) | ExprKind::Arith(_, a, b) = &expr.kind {
        return Some(vec![a, b]);
    }
    if let ExprKind::Minus(a) = &expr.kind { Some(vec![a]) } else { None }
}
