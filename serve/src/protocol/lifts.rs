//! The pile that a move takes cards from without asking which: so that it can be pressed.

use houserules_lang::ir::walk::blocks;
use houserules_lang::ir::{
    Base, BodyRef, Expr, ExprKind, MoveId, Owner, Rulebook, Stmt, StmtKind, ZoneId, ZoneShape,
};

/// Deeds are followed through so many others.
const DEEPEST: u8 = 4;

/// What the first cards come from that a move of a seat's sends anywhere, whatever else is so: a
/// pile of the table, or of the seat's own.
pub fn from(book: &Rulebook, id: MoveId, seat: u8) -> Option<(ZoneId, u16)> {
    let own = |zone: &Expr| {
        let ExprKind::Zone(id, key) = &zone.kind else { return None };
        let mine = || book[*id].owner == Owner::Player;
        match key {
            None => Some((*id, 0)),
            Some(key) if matches!(key.kind, ExprKind::Me) && mine() => Some((*id, u16::from(seat))),
            Some(_) => None,
        }
    };
    let pile = |zone: &(ZoneId, u16)| book[zone.0].shape == ZoneShape::Pile;
    blocks(book, BodyRef::Move(id))
        .into_iter()
        .find_map(|block| first(book, block, DEEPEST))
        .and_then(own)
        .filter(pile)
}

fn first<'a>(book: &'a Rulebook, block: &'a [Stmt], deep: u8) -> Option<&'a Expr> {
    let deep = deep.checked_sub(1)?;
    for stmt in block {
        let found = match &stmt.kind {
            StmtKind::Move { cards, .. } => {
                let (Base::Top(zone, _) | Base::Bottom(zone, _)) = &cards.base else { return None };
                return Some(zone);
            }
            StmtKind::Call { deed, .. } => blocks(book, BodyRef::Deed(*deed))
                .into_iter()
                .find_map(|block| first(book, block, deep)),
            StmtKind::Repeat(_, block) => first(book, block, deep),
            StmtKind::Set(..) | StmtKind::Let(..) | StmtKind::Say(_) => None,
            StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Stage(_)
            | StmtKind::Choose(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => return None,
        };
        if found.is_some() {
            return found;
        }
    }
    None
}
