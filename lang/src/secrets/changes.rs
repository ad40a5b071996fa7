//! What bodies may change, themselves or through what they call or offer: counters that they set,
//! and zones to which cards may come that not everybody knows.

use super::by_body::ByBody;
use super::ids::Ids;
use crate::ir::sites::moves;
use crate::ir::{
    Base, CounterId, DeedId, Domain, Expr, ExprKind, Rulebook, Stmt, StmtKind, ZoneId,
};

/// What can be shown: a counter, or all cards of a zone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Thing {
    /// A counter, whatever it says.
    Counter(CounterId),
    /// A zone, whatever lies there.
    Zone(ZoneId),
}

/// Things of which something else may hold than before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Changed {
    counters: Ids,
    zones: Ids,
    /// Where cards come to, or which are hidden, cannot be told.
    any_zone: bool,
}

impl Changed {
    /// Whether this is among them.
    pub(super) fn has(&self, thing: Thing) -> bool {
        match thing {
            Thing::Counter(id) => self.counters.has(id.index()),
            Thing::Zone(id) => self.any_zone || self.zones.has(id.index()),
        }
    }

    /// Whether cards lie otherwise than before.
    pub(super) fn cards(&self) -> bool {
        self.any_zone || !self.zones.is_empty()
    }

    /// Whether anything is.
    pub(super) fn anything(&self) -> bool {
        self.cards() || !self.counters.is_empty()
    }

    /// Whether one of these counters is.
    pub(super) fn sets(&self, counters: &Ids) -> bool {
        self.counters.meets(counters)
    }

    /// Leaves out of these what is among them.
    pub(super) fn take_from(&self, counters: &mut Ids, zones: &mut Ids) {
        counters.take(&self.counters);
        match self.any_zone {
            true => *zones = Ids::default(),
            false => zones.take(&self.zones),
        }
    }

    fn add(&mut self, other: &Self) {
        self.counters.add(&other.counters);
        self.zones.add(&other.zones);
        self.any_zone |= other.any_zone;
    }

    fn zone(&mut self, zone: &Expr) {
        if let ExprKind::Zone(id, _) = &zone.kind {
            self.zones.insert(id.index())
        } else {
            self.any_zone = true
        }
    }
}

/// What is changed, by body.
pub(super) type Changes = ByBody<Changed>;

impl Changes {
    /// Of a whole rulebook: a body changes what those that it calls change.
    pub(super) fn of(book: &Rulebook) -> Self {
        Self::worked_out(book, |changes, made| changes.blocks(made.blocks))
    }

    /// What a deed changes.
    pub(super) fn deed(&self, id: DeedId) -> &Changed {
        &self.deeds[id.index()]
    }

    /// What statements change.
    pub(super) fn block(&self, block: &[Stmt]) -> Changed {
        self.blocks(&[block])
    }

    fn blocks(&self, blocks: &[&[Stmt]]) -> Changed {
        let mut found = Changed::default();
        blocks.iter().for_each(|block| self.by_block(block, &mut found));
        found
    }

    /// What a statement changes, with all in it and all that it calls or offers.
    pub(super) fn stmt(&self, stmt: &Stmt) -> Changed {
        let mut found = Changed::default();
        self.by_stmt(stmt, &mut found);
        found
    }

    fn by_block(&self, block: &[Stmt], found: &mut Changed) {
        block.iter().for_each(|stmt| self.by_stmt(stmt, found));
    }

    fn by_stmt(&self, stmt: &Stmt, found: &mut Changed) {
        match &stmt.kind {
            StmtKind::Set(place, ..) => found.counters.insert(place.counter.index()),
            StmtKind::Move { to, .. } => {
                found.add(&self.draws);
                found.zone(to);
            }
            StmtKind::Swap(..) => {
                found.add(&self.draws);
                found.any_zone = true;
            }
            StmtKind::Shuffle(zone) => found.zone(zone),
            StmtKind::Hide(cards, _) => hidden(cards, found),
            StmtKind::Call { deed, .. } => found.add(self.deed(*deed)),
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
                self.by_block(a, found);
                self.by_block(b, found);
            }
            StmtKind::ForEach(_, _, a) | StmtKind::Repeat(_, a) => self.by_block(a, found),
            StmtKind::Stage(stage) => {
                self.by_block(&stage.body, found);
                stage.ends.iter().for_each(|ends| self.by_block(&ends.body, found));
            }
            StmtKind::Choose(choose) => {
                moves(choose).for_each(|id| found.add(&self.moves[id.index()]));
            }
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
