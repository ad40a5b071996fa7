//! Which bodies may mix the cards of a zone, themselves or through what they call or offer: of a
//! card that was taken notice of before, only those who see its face can tell where it lies now.

use super::by_body::ByBody;
use super::ids::Ids;
use super::shape::{kinds_of, named_partly};
use crate::ir::walk::each_expr;
use crate::ir::{
    Base, Chooser, Domain, EntryKind, Expr, ExprKind, KindSet, LocalId, Offer, Rulebook, Step,
    Stmt, StmtKind, Type, ZoneId,
};
use std::collections::{BTreeMap, BTreeSet};

/// Zones whose cards are mixed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Mixed {
    shuffled: BTreeSet<Place>,
    /// Cards of such kinds go out of them that nobody has named.
    drawn: BTreeMap<Place, KindSet>,
    /// Where such cards go: from, to.
    ways: BTreeMap<(Place, Place), KindSet>,
    /// Cards that change places, at least one of them by a name that was given.
    swaps: BTreeSet<(End, End)>,
    /// Where cards go by a name that was given.
    given: BTreeSet<(LocalId, Place)>,
}

/// A zone, or the one that a body was given under a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    Zone(ZoneId),
    Given(LocalId),
}

impl Place {
    fn zone(self) -> Option<ZoneId> {
        if let Self::Zone(id) = self { Some(id) } else { None }
    }
}

/// One of two cards that change places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// One out of a zone, that the rules took.
    Out(Taken),
    /// One that somebody has chosen out of a zone.
    Chosen(Taken),
    /// The one that goes by this name, of those that a body was given.
    Given(LocalId),
}

/// A card out of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Taken {
    pub(super) from: Place,
    /// It is of one of these kinds.
    pub(super) kinds: KindSet,
}

/// From a zone to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    pub(super) from: ZoneId,
    pub(super) to: ZoneId,
}

impl Mixed {
    /// Zones that are shuffled.
    pub(super) fn shuffled(&self) -> Ids {
        let mut zones = Ids::default();
        let known = self.shuffled.iter().filter_map(|place| place.zone());
        known.for_each(|zone| zones.insert(zone.index()));
        zones
    }

    /// The same with the zones that names may stand for.
    pub(super) fn in_zones(self, zones: impl Fn(LocalId) -> Ids) -> Self {
        let zone = |id| Place::Zone(ZoneId(id as u16));
        self.moved(|place| match place {
            Place::Zone(_) => vec![place],
            Place::Given(local) => zones(local).each().map(zone).collect(),
        })
    }

    /// The same in other places.
    fn moved(self, to: impl Fn(Place) -> Vec<Place>) -> Self {
        let mut there = Self::default();
        there.shuffled.extend(self.shuffled.into_iter().flat_map(&to));
        for (place, kinds) in self.drawn {
            to(place).into_iter().for_each(|place| there.draws(place, kinds));
        }
        for ((from, onto), kinds) in self.ways {
            for from in to(from) {
                to(onto).into_iter().for_each(|onto| there.goes(from, onto, kinds));
            }
        }
        for (a, b) in self.swaps {
            let b = b.moved(&to);
            let pairs = a.moved(&to).into_iter().flat_map(|a| b.iter().map(move |b| (a, *b)));
            there.swaps.extend(pairs);
        }
        for (local, onto) in self.given {
            there.given.extend(to(onto).into_iter().map(|onto| (local, onto)));
        }
        there
    }

    /// Zones out of which cards of some of these kinds go that nobody has named.
    pub(super) fn drawn(&self, kinds: KindSet) -> Ids {
        let mut zones = Ids::default();
        let some = self.drawn.iter().filter(|(_, of)| of.and(kinds) != KindSet::default());
        let known = some.filter_map(|(place, _)| place.zone());
        known.for_each(|zone| zones.insert(zone.index()));
        zones
    }

    /// Where cards of some of these kinds go that nobody has named.
    pub(super) fn ways(&self, kinds: KindSet) -> Vec<Way> {
        let some = self.ways.iter().filter(|(_, of)| of.and(kinds) != KindSet::default());
        let known = |(from, to): &(Place, Place)| Some(Way { from: from.zone()?, to: to.zone()? });
        some.filter_map(|(way, _)| known(way)).collect()
    }

    /// Where cards go, by what a body was given.
    pub(super) fn given(&self) -> impl Iterator<Item = (LocalId, ZoneId)> {
        self.given.iter().filter_map(|(local, to)| Some((*local, to.zone()?)))
    }

    /// Cards that change places, by what a body was given.
    pub(super) fn swaps(&self) -> &BTreeSet<(End, End)> {
        &self.swaps
    }

    fn add(&mut self, other: &Self) {
        self.shuffled.extend(&other.shuffled);
        other.drawn.iter().for_each(|(zone, kinds)| self.draws(*zone, *kinds));
        other.ways.iter().for_each(|((from, to), kinds)| self.goes(*from, *to, *kinds));
        self.swaps.extend(&other.swaps);
        self.given.extend(&other.given);
    }

    /// What a body does that is called with these arguments.
    fn add_called(&mut self, other: &Self, args: &[Expr]) {
        // What else a body names was bound there.
        let handed = |local: LocalId| (local.index() < args.len()).then(|| &args[local.index()]);
        let mut other = other.clone().moved(|place| match place {
            Place::Zone(_) => vec![place],
            Place::Given(local) => handed(local).map(places_in).unwrap_or_default(),
        });
        let swaps = std::mem::take(&mut other.swaps);
        let theirs = std::mem::take(&mut other.given);
        self.add(&other);
        let given = |local: LocalId| handed(local).map(ends).unwrap_or_default();
        for (a, b) in &swaps {
            self.change_places(&a.named(&given), &b.named(&given));
        }
        for (local, to) in &theirs {
            self.leave(&given(*local), *to);
        }
    }

    /// Cards go to a zone.
    fn leave(&mut self, cards: &[End], to: Place) {
        for card in cards {
            match *card {
                End::Given(local) => {
                    self.given.insert((local, to));
                }
                End::Out(Taken { from, kinds }) | End::Chosen(Taken { from, kinds }) => {
                    self.draws(from, kinds);
                    self.goes(from, to, kinds);
                }
            }
        }
    }

    fn draws(&mut self, zone: Place, kinds: KindSet) {
        let of = self.drawn.entry(zone).or_default();
        *of = of.or(kinds);
    }

    fn goes(&mut self, from: Place, to: Place, kinds: KindSet) {
        let of = self.ways.entry((from, to)).or_default();
        *of = of.or(kinds);
    }

    /// A name that was bound within a body stands for cards of these zones.
    fn bound(&mut self, local: LocalId, there: &[End]) {
        let named = |other| if other == local { there.to_vec() } else { vec![End::Given(other)] };
        for (a, b) in std::mem::take(&mut self.swaps) {
            self.change_places(&a.named(&named), &b.named(&named));
        }
        for (card, to) in std::mem::take(&mut self.given) {
            self.leave(&named(card), to);
        }
    }

    /// Somebody chooses a card, or several.
    fn chosen(&mut self, step: &Step) {
        let mut there: Vec<_> = unnamed(&step.domain).into_iter().map(End::Chosen).collect();
        there.extend(given(&step.domain));
        self.bound(step.local, &there);
    }

    /// What somebody has chosen went where they saw it go; what it changed places with did not.
    fn change_places(&mut self, a: &[End], b: &[End]) {
        for (a, b) in a.iter().flat_map(|a| b.iter().map(move |b| (*a, *b))) {
            match (a, b) {
                (End::Given(_), _) | (_, End::Given(_)) => {
                    self.swaps.insert((a, b));
                }
                (End::Out(a), End::Out(b)) => {
                    self.goes(a.from, b.from, a.kinds);
                    self.goes(b.from, a.from, b.kinds);
                }
                (End::Out(a), End::Chosen(b)) | (End::Chosen(b), End::Out(a)) => {
                    self.goes(a.from, b.from, a.kinds);
                }
                (End::Chosen(_), End::Chosen(_)) => {}
            }
        }
    }

    /// Cards go out of zones, to one of these.
    fn go(&mut self, cards: &[End], to: &Expr) {
        places_in(to).into_iter().for_each(|place| self.leave(cards, place));
    }
}

impl End {
    /// What a card is where names stand for others.
    fn named(self, named: &impl Fn(LocalId) -> Vec<Self>) -> Vec<Self> {
        if let Self::Given(local) = self { named(local) } else { vec![self] }
    }

    /// The same card out of other places.
    fn moved(self, to: &impl Fn(Place) -> Vec<Place>) -> Vec<Self> {
        let taken =
            |Taken { from, kinds }| to(from).into_iter().map(move |from| Taken { from, kinds });
        match self {
            Self::Out(card) => taken(card).map(Self::Out).collect(),
            Self::Chosen(card) => taken(card).map(Self::Chosen).collect(),
            Self::Given(_) => vec![self],
        }
    }
}

/// What is mixed, by body.
pub(super) type Mixes = ByBody<Mixed>;

impl Mixes {
    /// Of a whole rulebook: a body mixes what those that it calls mix.
    pub(super) fn of(book: &Rulebook) -> Self {
        Self::worked_out(book, |mixes, made| {
            let mut found = Mixed::default();
            made.blocks.iter().for_each(|block| mixes.by_block(block, &mut found));
            made.steps.iter().rev().for_each(|step| found.chosen(step));
            found
        })
    }

    /// What a statement mixes, with all in it and all that it calls or offers.
    pub(super) fn stmt(&self, stmt: &Stmt) -> Mixed {
        let mut found = Mixed::default();
        self.by_stmt(stmt, &mut found);
        found
    }

    fn by_block(&self, block: &[Stmt], found: &mut Mixed) {
        let mut here = Mixed::default();
        block.iter().for_each(|stmt| self.by_stmt(stmt, &mut here));
        // A name is bound before it is used: the last one first.
        for stmt in block.iter().rev() {
            if let StmtKind::Let(local, value) = &stmt.kind {
                here.bound(*local, &ends(value));
            }
            if let StmtKind::Choose(choose) = &stmt.kind
                && let Offer::Values { steps, .. } = &choose.what
            {
                let by_chance = matches!(choose.by, Chooser::Chance);
                for step in steps.iter().rev() {
                    if by_chance {
                        here.bound(step.local, &sources(&step.domain));
                    } else {
                        here.chosen(step);
                    }
                }
            }
        }
        found.add(&here);
    }

    fn by_stmt(&self, stmt: &Stmt, found: &mut Mixed) {
        match &stmt.kind {
            StmtKind::Shuffle(zone) => found.shuffled.extend(places_in(zone)),
            StmtKind::Move { cards, to, .. } => {
                found.shuffled.extend(&self.draws.shuffled);
                for (zone, kinds) in &self.draws.drawn {
                    found.draws(*zone, *kinds);
                }
                if takes_from_an_end(cards) {
                    let ways = self.draws.ways.iter();
                    ways.for_each(|((from, to), kinds)| found.goes(*from, *to, *kinds));
                }
                found.go(&sources(cards), to);
            }
            StmtKind::Swap(a, b) => {
                found.change_places(&ends(a), &ends(b));
            }
            StmtKind::Call { deed, args, .. } => {
                found.add_called(&self.deeds[deed.index()], args);
            }
            StmtKind::If(_, a, b) => {
                self.by_block(a, found);
                self.by_block(b, found);
            }
            StmtKind::IfThere(local, cards, a, b) => {
                let mut here = Mixed::default();
                self.by_block(a, &mut here);
                here.bound(*local, &sources(cards));
                found.add(&here);
                self.by_block(b, found);
            }
            StmtKind::ForEach(local, cards, a) => {
                let mut here = Mixed::default();
                self.by_block(a, &mut here);
                here.bound(*local, &sources(cards));
                found.add(&here);
            }
            StmtKind::Repeat(_, a) => self.by_block(a, found),
            StmtKind::Stage(stage) => {
                self.by_block(&stage.body, found);
                stage.ends.iter().for_each(|ends| self.by_block(&ends.body, found));
            }
            StmtKind::Choose(choose) => match &choose.what {
                Offer::Menu(tiers) => {
                    for entry in tiers.iter().flatten() {
                        if let EntryKind::Move(id, args) = &entry.what {
                            found.add_called(&self.moves[id.index()], args);
                        }
                    }
                }
                Offer::Values { .. } => {}
            },
            StmtKind::Let(..)
            | StmtKind::Set(..)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => {}
        }
    }
}

/// The zone that this is, or the one that goes by this name.
fn place_of(zone: &Expr) -> Option<Place> {
    if let ExprKind::Zone(id, _) = zone.kind {
        return Some(Place::Zone(id));
    }
    let ExprKind::Local(local) = zone.kind else { return None };
    matches!(zone.ty.bare(), Type::Zone(_)).then_some(Place::Given(local))
}

/// The zones that are named in an expression, one way or the other.
fn places_in(zone: &Expr) -> Vec<Place> {
    let mut found = Vec::new();
    each_expr(zone, &mut |e| found.extend(place_of(e)));
    found
}

/// What these cards are, as far as they are taken out of zones without a name.
fn unnamed(cards: &Domain) -> Vec<Taken> {
    match &cards.base {
        Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _) => {
            let kinds = kinds_of(&cards.elem).unwrap_or_default();
            place_of(zone).map(|from| Taken { from, kinds }).into_iter().collect()
        }
        Base::Cut { of, .. } => unnamed(of),
        Base::Union(parts) => parts.iter().flat_map(unnamed).collect(),
        Base::Minus(all, _) => unnamed(all),
        Base::Items(items) => items.iter().flat_map(first_of).collect(),
        Base::Value(zone) => {
            let kinds = kinds_of(&cards.elem).unwrap_or_default();
            place_of(zone).map(|from| Taken { from, kinds }).into_iter().collect()
        }
        Base::Enum(_)
        | Base::Range(..)
        | Base::Onwards(_)
        | Base::Bools
        | Base::Players { .. }
        | Base::Places(_)
        | Base::Way(_)
        | Base::Lines(..)
        | Base::Squares(_)
        | Base::SpotSquares(_)
        | Base::Spots { .. }
        | Base::Reach { .. } => Vec::new(),
    }
}

/// What these cards are, by zones or by names.
fn sources(cards: &Domain) -> Vec<End> {
    outs(&unnamed(cards)).into_iter().chain(given(cards)).collect()
}

/// Names that some of these cards go by.
fn given(cards: &Domain) -> impl Iterator<Item = End> {
    named_partly(cards).into_iter().map(End::Given)
}

/// Whether these are drawn, so that a zone may run out.
fn takes_from_an_end(cards: &Domain) -> bool {
    match &cards.base {
        Base::Union(parts) => parts.iter().any(takes_from_an_end),
        Base::Cut { of, .. } | Base::Minus(of, _) => takes_from_an_end(of),
        base => matches!(base, Base::Top(..) | Base::Bottom(..)),
    }
}

/// A card that is the first of a zone.
fn first_of(card: &Expr) -> Vec<Taken> {
    if let ExprKind::First(of) = &card.kind { unnamed(of) } else { Vec::new() }
}

/// A card that is swapped.
fn ends(card: &Expr) -> Vec<End> {
    if let ExprKind::Local(local) | ExprKind::Committed(local, _) = card.kind {
        return vec![End::Given(local)];
    }
    if let ExprKind::List(cards) = &card.kind {
        return sources(cards);
    }
    let ExprKind::SlotCard(zone) = &card.kind else { return outs(&first_of(card)) };
    let kinds = kinds_of(&card.ty).unwrap_or_default();
    place_of(zone).map(|from| End::Out(Taken { from, kinds })).into_iter().collect()
}

fn outs(cards: &[Taken]) -> Vec<End> {
    cards.iter().copied().map(End::Out).collect()
}
