//! Which bodies may mix the cards of a zone, themselves or through what they call or offer: of a
//! card that was taken notice of before, only those who see its face can tell where it lies now.

use super::by_body::ByBody;
use super::ids::Ids;
use crate::ir::walk::{each_expr, each_stmt};
use crate::ir::{
    Base, Domain, EntryKind, Expr, ExprKind, LocalId, Offer, Rulebook, Stmt, StmtKind, ZoneId,
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

    fn add(&mut self, other: &Self) {
        self.shuffled.add(&other.shuffled);
        self.drawn.add(&other.drawn);
        self.ways.extend(&other.ways);
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

/// What is mixed, by body.
pub(super) type Mixes = ByBody<Mixed>;

impl Mixes {
    /// Of a whole rulebook: a body mixes what those that it calls mix.
    pub(super) fn of(book: &Rulebook) -> Self {
        Self::worked_out(book, |mixes, blocks| {
            let mut found = Mixed::default();
            blocks.iter().for_each(|block| mixes.by_block(block, &mut found));
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
        block.iter().for_each(|stmt| self.by_stmt(stmt, found));
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
                let (a, b) = (taken_from(a), taken_from(b));
                found.lead(&a, &b);
                found.lead(&b, &a);
            }
            StmtKind::Call { deed, .. } => found.add(&self.deeds[deed.index()]),
            StmtKind::If(_, a, b) => {
                self.by_block(a, found);
                self.by_block(b, found);
            }
            StmtKind::IfThere(local, cards, a, b) => {
                self.by_block(a, found);
                self.by_block(b, found);
                by_name(*local, cards, a, found);
            }
            StmtKind::ForEach(local, cards, a) => {
                self.by_block(a, found);
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
                        if let EntryKind::Move(id, _) = &entry.what {
                            found.add(&self.moves[id.index()]);
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

/// Zones from which a card that is swapped is taken without a name.
fn taken_from(card: &Expr) -> Vec<ZoneId> {
    let ExprKind::SlotCard(zone) = &card.kind else { return first_of(card) };
    if let ExprKind::Zone(id, _) = zone.kind { vec![id] } else { Vec::new() }
}
