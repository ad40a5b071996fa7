//! Which bodies may mix the cards of a zone, themselves or through what they call or offer: of a
//! card that was taken notice of before, only those who see its face can tell where it lies now.

use super::by_body::ByBody;
use crate::ir::walk::{each_expr, each_stmt};
use crate::ir::{
    Base, DeedId, Domain, EntryKind, Expr, ExprKind, LocalId, Offer, Rulebook, Stmt, StmtKind,
    ZoneId,
};
use std::collections::BTreeSet;

/// A zone, and whether it is shuffled; or else cards go out of it that nobody has named.
pub(super) type Mixed = (ZoneId, bool);

/// What is mixed, by body.
pub(super) type Mixes = ByBody<BTreeSet<Mixed>>;

impl Mixes {
    /// Of a whole rulebook: a body mixes what those that it calls mix.
    pub(super) fn of(book: &Rulebook) -> Self {
        Self::worked_out(book, Self::blocks)
    }

    fn deed(&self, id: DeedId) -> BTreeSet<Mixed> {
        self.deeds[id.index()].clone()
    }

    fn block(&self, block: &[Stmt]) -> BTreeSet<Mixed> {
        block.iter().flat_map(|stmt| self.stmt(stmt)).collect()
    }

    fn blocks(&self, blocks: &[&[Stmt]]) -> BTreeSet<Mixed> {
        blocks.iter().flat_map(|block| self.block(block)).collect()
    }

    /// What a statement mixes, with all in it and all that it calls or offers.
    pub(super) fn stmt(&self, stmt: &Stmt) -> BTreeSet<Mixed> {
        match &stmt.kind {
            StmtKind::Shuffle(zone) => {
                let mut found = BTreeSet::new();
                each_expr(zone, &mut |e| {
                    if let ExprKind::Zone(id, _) = e.kind {
                        found.insert((id, true));
                    }
                });
                found
            }
            StmtKind::Move { cards, .. } => {
                let mut found = self.draws.clone();
                unnamed(cards, &mut found);
                found
            }
            StmtKind::Call { deed, .. } => self.deed(*deed),
            StmtKind::If(_, a, b) => self.blocks(&[a, b]),
            StmtKind::IfThere(local, cards, a, b) => {
                let mut found = self.blocks(&[a, b]);
                by_name(*local, cards, a, &mut found);
                found
            }
            StmtKind::ForEach(local, cards, a) => {
                let mut found = self.block(a);
                by_name(*local, cards, a, &mut found);
                found
            }
            StmtKind::Repeat(_, a) => self.block(a),
            StmtKind::Stage(stage) => {
                let mut found = self.block(&stage.body);
                found.extend(stage.ends.iter().flat_map(|e| self.block(&e.body)));
                found
            }
            StmtKind::Choose(choose) => match &choose.what {
                Offer::Menu(tiers) => {
                    let offered = tiers.iter().flatten().filter_map(|e| match &e.what {
                        EntryKind::Move(id, _) => Some(&self.moves[id.index()]),
                        EntryKind::Pass => None,
                    });
                    offered.flatten().copied().collect()
                }
                Offer::Values { .. } => BTreeSet::new(),
            },
            StmtKind::Let(..)
            | StmtKind::Set(..)
            | StmtKind::Swap(..)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => BTreeSet::new(),
        }
    }
}

/// Cards that the rules themselves pick out of a zone and move by a name of theirs.
fn by_name(local: LocalId, cards: &Domain, inner: &[Stmt], found: &mut BTreeSet<Mixed>) {
    let it = |e: &Expr| matches!(e.kind, ExprKind::Local(l) if l == local);
    let mut moves = false;
    each_stmt(inner, &mut |stmt| {
        if let StmtKind::Move { cards, .. } = &stmt.kind
            && let Base::Items(items) = &cards.base
        {
            moves |= items.iter().any(it);
        }
    });
    if moves {
        unnamed(cards, found);
    }
}

/// Zones from which these cards are taken without a name.
fn unnamed(cards: &Domain, found: &mut BTreeSet<Mixed>) {
    match &cards.base {
        Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _) => {
            if let ExprKind::Zone(id, _) = zone.kind {
                found.insert((id, false));
            }
        }
        Base::Cut { of, .. } => unnamed(of, found),
        Base::Union(parts) => parts.iter().for_each(|part| unnamed(part, found)),
        Base::Minus(all, _) => unnamed(all, found),
        Base::Items(items) => {
            for item in items {
                if let ExprKind::First(of) = &item.kind {
                    unnamed(of, found);
                }
            }
        }
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
        | Base::Reach { .. } => {}
    }
}
