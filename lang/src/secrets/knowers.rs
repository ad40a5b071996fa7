//! Whether something may happen that only some are told of, such as that a card is shown. Who knows
//! a card is a secret then: nobody tells copies in a set apart by that, and that a card is hidden
//! is told only to those who lose sight of it.

use crate::ir::sites::moves;
use crate::ir::walk::{blocks, blocks_of, whole_blocks};
use crate::ir::{
    Base, BodyRef, Chooser, DeedId, Domain, ExprKind, MoveId, Order, Rulebook, Stmt, StmtKind,
    Type, ZoneShape,
};
use std::collections::BTreeSet;

/// What is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aside {
    /// Anything that not everybody is told of.
    Anything,
    /// Cards are shown or hidden.
    Cards,
    /// Cards that may lie in a set are: elsewhere their places tell them apart.
    CardsOfSets,
    /// Chance decides something: by a throw, by shuffling, or in which order cards go that lie in
    /// none.
    Draws,
}

/// Whether that may happen where only some are told.
pub(super) fn may_happen(book: &Rulebook, what: Aside) -> bool {
    let mut search = Search { book, what, deeds: BTreeSet::new(), moves: BTreeSet::new() };
    whole_blocks(book).any(|block| search.aside(block))
}

struct Search<'a> {
    book: &'a Rulebook,
    what: Aside,
    /// What was looked through.
    deeds: BTreeSet<DeedId>,
    moves: BTreeSet<MoveId>,
}

impl<'a> Search<'a> {
    /// Whether it is in what only some are told of.
    fn aside(&mut self, block: &'a [Stmt]) -> bool {
        let mut told_to_some = false;
        block.iter().any(|stmt| {
            if let StmtKind::Aside(who) = &stmt.kind {
                told_to_some = who.is_some();
            }
            if told_to_some {
                return self.what == Aside::Anything || self.shows(stmt);
            }
            blocks_of(stmt).into_iter().any(|block| self.aside(block))
        })
    }

    /// Whether a statement shows or hides such cards, itself or through what it calls.
    fn shows(&mut self, stmt: &'a Stmt) -> bool {
        let book = self.book;
        if self.what == Aside::Draws && draws(book, stmt) {
            return true;
        }
        let called = match &stmt.kind {
            StmtKind::Show(cards, _) | StmtKind::Hide(cards, _) => {
                return match self.what {
                    Aside::Anything | Aside::Cards => true,
                    Aside::CardsOfSets => of_a_set(book, cards),
                    Aside::Draws => false,
                };
            }
            StmtKind::Call { deed, .. } if self.deeds.insert(*deed) => {
                blocks(book, BodyRef::Deed(*deed))
            }
            StmtKind::Choose(choose) => {
                let new = moves(choose).filter(|id| self.moves.insert(*id));
                new.flat_map(|id| blocks(book, BodyRef::Move(id))).collect()
            }
            StmtKind::Call { .. }
            | StmtKind::Let(..)
            | StmtKind::Set(..)
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => Vec::new(),
        };
        blocks_of(stmt).into_iter().chain(called).any(|block| block.iter().any(|s| self.shows(s)))
    }
}

/// Whether chance decides something by what a statement does itself.
fn draws(book: &Rulebook, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Shuffle(_) => true,
        // A rule for a zone that runs out may shuffle.
        StmtKind::Move { cards, .. } => {
            let drawn = matches!(cards.base, Base::Top(..) | Base::Bottom(..));
            go_by_lot(cards) || drawn && !book.runs_out.is_empty()
        }
        StmtKind::ForEach(_, of, _) => go_by_lot(of),
        StmtKind::Stage(stage) => stage.over.as_ref().is_some_and(|(_, of)| go_by_lot(of)),
        StmtKind::Choose(choose) => matches!(choose.by, Chooser::Chance | Chooser::Race(_)),
        StmtKind::Let(..)
        | StmtKind::Call { .. }
        | StmtKind::Set(..)
        | StmtKind::Swap(..)
        | StmtKind::Show(..)
        | StmtKind::Hide(..)
        | StmtKind::ShowCounter(..)
        | StmtKind::If(..)
        | StmtKind::IfThere(..)
        | StmtKind::Repeat(..)
        | StmtKind::End(_)
        | StmtKind::Give(_)
        | StmtKind::Say(_)
        | StmtKind::Remember(_)
        | StmtKind::Aside(_)
        | StmtKind::Again => false,
    }
}

/// Whether it is several cards that are gone through, in no order.
fn go_by_lot(of: &Domain) -> bool {
    let several = match &of.base {
        Base::Items(items) => items.len() > 1,
        Base::Value(e) => matches!(e.ty.bare(), Type::List(..)),
        _ => true,
    };
    several && of.order == Order::Unordered && matches!(of.elem.bare(), Type::Card(_))
}

/// Whether cards may lie in a set: elsewhere their places tell them apart.
fn of_a_set(book: &Rulebook, cards: &Domain) -> bool {
    let (Base::Zone(zone) | Base::Value(zone) | Base::Top(zone, _) | Base::Bottom(zone, _)) =
        &cards.base
    else {
        return true;
    };
    let ExprKind::Zone(id, _) = &zone.kind else { return true };
    book[*id].shape == ZoneShape::Set
}
