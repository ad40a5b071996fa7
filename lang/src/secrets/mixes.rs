//! Which bodies may mix the cards of a zone, themselves or through what they call or offer: of a
//! card that was taken notice of before, only those who see its face can tell where it lies now.

use super::by_body::ByBody;
use super::ids::Ids;
use crate::ir::walk::{each_expr, each_stmt};
use crate::ir::{
    Base, Chooser, Domain, EntryKind, Expr, ExprKind, LocalId, Offer, Rulebook, Step, Stmt,
    StmtKind, ZoneId,
};
use std::collections::BTreeSet;

/// Zones whose cards are mixed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Mixed {
    shuffled: Ids,
    /// Cards go out of them that nobody has named.
    drawn: Ids,
    /// Where such cards go.
    ways: BTreeSet<Way>,
    /// Cards that change places, at least one of them by a name that was given.
    swaps: BTreeSet<(End, End)>,
}

/// One of two cards that change places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum End {
    /// One out of a zone, that the rules took.
    Out(ZoneId),
    /// One that somebody has chosen out of a zone.
    Chosen(ZoneId),
    /// The one that goes by this name, of those that a body was given.
    Given(LocalId),
}

/// From a zone to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Way {
    pub(super) from: ZoneId,
    pub(super) to: ZoneId,
}

impl Mixed {
    /// Zones that are shuffled.
    pub(super) fn shuffled(&self) -> &Ids {
        &self.shuffled
    }

    /// Zones out of which cards go that nobody has named.
    pub(super) fn drawn(&self) -> &Ids {
        &self.drawn
    }

    /// Where cards go that nobody has named.
    pub(super) fn ways(&self) -> &BTreeSet<Way> {
        &self.ways
    }

    /// Cards that change places, by what a body was given.
    pub(super) fn swaps(&self) -> &BTreeSet<(End, End)> {
        &self.swaps
    }

    fn add(&mut self, other: &Self) {
        self.shuffled.add(&other.shuffled);
        self.drawn.add(&other.drawn);
        self.ways.extend(&other.ways);
        self.swaps.extend(&other.swaps);
    }

    /// What a body does that is called with these arguments.
    fn add_called(&mut self, other: &Self, args: &[Expr]) {
        self.add(&Self { swaps: BTreeSet::new(), ..other.clone() });
        // What else a body names was bound there.
        let given = |local: LocalId| match local.index() < args.len() {
            true => ends(&args[local.index()]),
            false => Vec::new(),
        };
        for (a, b) in &other.swaps {
            self.change_places(&a.named(&given), &b.named(&given));
        }
    }

    /// A name that was bound within a body stands for cards of these zones.
    fn bound(&mut self, local: LocalId, there: &[End]) {
        let named = |other| if other == local { there.to_vec() } else { vec![End::Given(other)] };
        for (a, b) in std::mem::take(&mut self.swaps) {
            self.change_places(&a.named(&named), &b.named(&named));
        }
    }

    /// Somebody chooses a card, or several.
    fn chosen(&mut self, step: &Step) {
        let there: Vec<_> = unnamed(&step.domain).into_iter().map(End::Chosen).collect();
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
                    self.lead(&[a], &[b]);
                    self.lead(&[b], &[a]);
                }
                (End::Out(from), End::Chosen(to)) | (End::Chosen(to), End::Out(from)) => {
                    self.lead(&[from], &[to]);
                }
                (End::Chosen(_), End::Chosen(_)) => {}
            }
        }
    }

    /// Cards go out of zones, to one of these.
    fn go(&mut self, from: &[ZoneId], to: &Expr) {
        let mut there = Vec::new();
        each_expr(to, &mut |e| {
            if let ExprKind::Zone(id, _) = e.kind {
                there.push(id);
            }
        });
        from.iter().for_each(|from| self.drawn.insert(from.index()));
        self.lead(from, &there);
    }

    fn lead(&mut self, from: &[ZoneId], to: &[ZoneId]) {
        for from in from {
            self.ways.extend(to.iter().map(|to| Way { from: *from, to: *to }));
        }
    }
}

impl End {
    /// What a card is where names stand for others.
    fn named(self, named: &impl Fn(LocalId) -> Vec<Self>) -> Vec<Self> {
        if let Self::Given(local) = self { named(local) } else { vec![self] }
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
                        here.bound(step.local, &outs(&unnamed(&step.domain)));
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
            StmtKind::Shuffle(zone) => each_expr(zone, &mut |e| {
                if let ExprKind::Zone(id, _) = e.kind {
                    found.shuffled.insert(id.index());
                }
            }),
            StmtKind::Move { cards, to, .. } => {
                found.shuffled.add(&self.draws.shuffled);
                found.drawn.add(&self.draws.drawn);
                if takes_from_an_end(cards) {
                    found.ways.extend(&self.draws.ways);
                }
                found.go(&unnamed(cards), to);
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
                here.bound(*local, &outs(&unnamed(cards)));
                found.add(&here);
                self.by_block(b, found);
                by_name(*local, cards, a, found);
            }
            StmtKind::ForEach(local, cards, a) => {
                let mut here = Mixed::default();
                self.by_block(a, &mut here);
                here.bound(*local, &outs(&unnamed(cards)));
                found.add(&here);
                by_name(*local, cards, a, found);
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

/// Cards that the rules themselves pick out of a zone and move by a name of theirs.
fn by_name(local: LocalId, cards: &Domain, inner: &[Stmt], found: &mut Mixed) {
    let it = |e: &Expr| matches!(e.kind, ExprKind::Local(l) if l == local);
    each_stmt(inner, &mut |stmt| {
        if let StmtKind::Move { cards: moved, to, .. } = &stmt.kind
            && let Base::Items(items) = &moved.base
            && items.iter().any(it)
        {
            found.go(&unnamed(cards), to);
        }
    });
}

/// Zones from which these cards are taken without a name.
fn unnamed(cards: &Domain) -> Vec<ZoneId> {
    match &cards.base {
        Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _) => {
            if let ExprKind::Zone(id, _) = zone.kind { vec![id] } else { Vec::new() }
        }
        Base::Cut { of, .. } => unnamed(of),
        Base::Union(parts) => parts.iter().flat_map(unnamed).collect(),
        Base::Minus(all, _) => unnamed(all),
        Base::Items(items) => items.iter().flat_map(first_of).collect(),
        Base::Value(_)
        | Base::Enum(_)
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

/// Whether these are drawn, so that a zone may run out.
fn takes_from_an_end(cards: &Domain) -> bool {
    match &cards.base {
        Base::Union(parts) => parts.iter().any(takes_from_an_end),
        Base::Cut { of, .. } | Base::Minus(of, _) => takes_from_an_end(of),
        base => matches!(base, Base::Top(..) | Base::Bottom(..)),
    }
}

/// Zones of which a card is the first.
fn first_of(card: &Expr) -> Vec<ZoneId> {
    if let ExprKind::First(of) = &card.kind { unnamed(of) } else { Vec::new() }
}

/// A card that is swapped.
fn ends(card: &Expr) -> Vec<End> {
    if let ExprKind::Local(local) = card.kind {
        return vec![End::Given(local)];
    }
    let ExprKind::SlotCard(zone) = &card.kind else { return outs(&first_of(card)) };
    if let ExprKind::Zone(id, _) = zone.kind { vec![End::Out(id)] } else { Vec::new() }
}

fn outs(zones: &[ZoneId]) -> Vec<End> {
    zones.iter().map(|zone| End::Out(*zone)).collect()
}
