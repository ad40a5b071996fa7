//! Which bodies may mix the cards of a zone, themselves or through what they call or offer: of a
//! card that was taken notice of before, only those who see its face can tell where it lies now.

use super::by_body::ByBody;
use super::ids::Ids;
use crate::ir::walk::{each_expr, each_stmt};
use crate::ir::{
    Base, Domain, EntryKind, Expr, ExprKind, LocalId, Offer, Rulebook, Stmt, StmtKind, ZoneId,
};

/// Zones whose cards are mixed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Mixed {
    shuffled: Ids,
    /// Cards go out of them that nobody has named.
    drawn: Ids,
}

impl Mixed {
    /// Whether a zone is shuffled.
    pub(super) fn shuffled(&self, zone: ZoneId) -> bool {
        self.shuffled.has(zone.index())
    }

    /// Whether cards go out of a zone that nobody has named.
    pub(super) fn drawn(&self, zone: ZoneId) -> bool {
        self.drawn.has(zone.index())
    }

    fn add(&mut self, other: &Self) {
        self.shuffled.add(&other.shuffled);
        self.drawn.add(&other.drawn);
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
            StmtKind::Move { cards, .. } => {
                found.add(&self.draws);
                unnamed(cards, found);
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
            | StmtKind::Swap(..)
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
fn unnamed(cards: &Domain, found: &mut Mixed) {
    match &cards.base {
        Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _) => {
            if let ExprKind::Zone(id, _) = zone.kind {
                found.drawn.insert(id.index());
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
