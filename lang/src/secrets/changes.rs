//! What bodies may change, themselves or through what they call or offer: counters that they set,
//! and zones to which cards may come that not everybody knows.

use super::by_body::ByBody;
use crate::ir::{
    Base, CounterId, DeedId, Domain, EntryKind, Expr, ExprKind, MoveId, Offer, Rulebook, Stmt,
    StmtKind, ZoneId,
};
use std::collections::BTreeSet;

/// What can be shown: a counter, or all cards of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    /// A counter, whatever it says.
    Counter(CounterId),
    /// A zone, whatever lies there.
    Zone(ZoneId),
}

/// Things of which something else may hold than before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Changed {
    counters: BTreeSet<CounterId>,
    zones: BTreeSet<ZoneId>,
    /// Where cards come to, or which are hidden, cannot be told.
    any_zone: bool,
}

impl Changed {
    /// Whether this is among them.
    pub(super) fn has(&self, thing: Thing) -> bool {
        match thing {
            Thing::Counter(id) => self.counters.contains(&id),
            Thing::Zone(id) => self.any_zone || self.zones.contains(&id),
        }
    }

    /// Whether cards lie otherwise than before.
    pub(super) fn cards(&self) -> bool {
        self.any_zone || !self.zones.is_empty()
    }

    fn add(&mut self, other: &Self) {
        self.counters.extend(&other.counters);
        self.zones.extend(&other.zones);
        self.any_zone |= other.any_zone;
    }

    fn zone(&mut self, zone: &Expr) {
        match &zone.kind {
            ExprKind::Zone(id, _) => {
                self.zones.insert(*id);
            }
            _ => self.any_zone = true,
        }
    }
}

/// What is changed, by body.
pub(super) type Changes = ByBody<Changed>;

impl Changes {
    /// Of a whole rulebook: a body changes what those that it calls change.
    pub(super) fn of(book: &Rulebook) -> Self {
        Self::worked_out(book, Self::blocks)
    }

    /// What a deed changes.
    pub(super) fn deed(&self, id: DeedId) -> Changed {
        self.deeds[id.index()].clone()
    }

    fn one_move(&self, id: MoveId) -> Changed {
        self.moves[id.index()].clone()
    }

    /// What statements change.
    pub(super) fn block(&self, block: &[Stmt]) -> Changed {
        let mut found = Changed::default();
        block.iter().for_each(|stmt| found.add(&self.stmt(stmt)));
        found
    }

    fn blocks(&self, blocks: &[&[Stmt]]) -> Changed {
        let mut found = Changed::default();
        blocks.iter().for_each(|block| found.add(&self.block(block)));
        found
    }

    /// What a statement changes, with all in it and all that it calls or offers.
    pub(super) fn stmt(&self, stmt: &Stmt) -> Changed {
        let mut found = Changed::default();
        match &stmt.kind {
            StmtKind::Set(place, ..) => {
                found.counters.insert(place.counter);
            }
            StmtKind::Move { to, .. } => {
                found.add(&self.draws);
                found.zone(to);
            }
            StmtKind::Swap(..) => {
                found.add(&self.draws);
                found.any_zone = true;
            }
            StmtKind::Shuffle(zone) => found.zone(zone),
            StmtKind::Hide(cards, _) => hidden(cards, &mut found),
            StmtKind::Call { deed, .. } => found.add(&self.deed(*deed)),
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
                found.add(&self.blocks(&[a, b]));
            }
            StmtKind::ForEach(_, _, a) | StmtKind::Repeat(_, a) => found.add(&self.block(a)),
            StmtKind::Stage(stage) => {
                found.add(&self.block(&stage.body));
                stage.ends.iter().for_each(|ends| found.add(&self.block(&ends.body)));
            }
            StmtKind::Choose(choose) => match &choose.what {
                Offer::Menu(tiers) => {
                    for entry in tiers.iter().flatten() {
                        if let EntryKind::Move(id, _) = &entry.what {
                            found.add(&self.one_move(*id));
                        }
                    }
                }
                Offer::Values { .. } => {}
            },
            StmtKind::Let(..)
            | StmtKind::Show(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => {}
        }
        found
    }
}

/// Zones in which cards lie that are hidden.
fn hidden(cards: &Domain, found: &mut Changed) {
    match &cards.base {
        Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _) => found.zone(zone),
        Base::Value(_)
        | Base::Items(_)
        | Base::Union(_)
        | Base::Cut { .. }
        | Base::Minus(..)
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
        | Base::Reach { .. } => found.any_zone = true,
    }
}
