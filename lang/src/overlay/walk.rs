//! Blocks and statements of items, for looking and for changing.

use crate::source::Span;
use crate::syntax::ast::{Block, Item, ItemKind, Stmt, StmtKind};

/// The outermost blocks of an item.
pub(super) fn blocks(item: &Item) -> Vec<&Block> {
    match &item.kind {
        ItemKind::Setup(body) | ItemKind::Play(body) | ItemKind::RunsOut { body, .. } => vec![body],
        ItemKind::Deed(deed) => vec![&deed.body],
        ItemKind::Interrupt(of) => vec![&of.body],
        ItemKind::Move(of) => {
            let attempt = of.attempt.iter().flat_map(|a| std::iter::once(&a.wrong).chain(&a.late));
            std::iter::once(&of.body).chain(attempt).collect()
        }
        ItemKind::RulesFor { items, .. } => items.iter().flat_map(blocks).collect(),
        _ => Vec::new(),
    }
}

/// The same, to be changed.
pub(super) fn blocks_mut(item: &mut Item) -> Vec<&mut Block> {
    match &mut item.kind {
        ItemKind::Setup(body) | ItemKind::Play(body) | ItemKind::RunsOut { body, .. } => vec![body],
        ItemKind::Deed(deed) => vec![&mut deed.body],
        ItemKind::Interrupt(of) => vec![&mut of.body],
        ItemKind::Move(of) => {
            let attempt = of
                .attempt
                .iter_mut()
                .flat_map(|a| std::iter::once(&mut a.wrong).chain(&mut a.late));
            std::iter::once(&mut of.body).chain(attempt).collect()
        }
        ItemKind::RulesFor { items, .. } => items.iter_mut().flat_map(blocks_mut).collect(),
        _ => Vec::new(),
    }
}

/// The blocks right inside a statement, to be changed.
fn inside_mut(stmt: &mut Stmt) -> Vec<&mut Block> {
    match &mut stmt.kind {
        StmtKind::If { then, otherwise, .. } => std::iter::once(then).chain(otherwise).collect(),
        StmtKind::ForEach(_, body) | StmtKind::Repeat(_, body) => vec![body],
        StmtKind::Stage(stage) => vec![&mut stage.body],
        StmtKind::Ends(ends) => ends.body.iter_mut().collect(),
        _ => Vec::new(),
    }
}

/// Every statement of a block, those inside others too.
pub(super) fn each_stmt<'b>(block: &'b Block, look: &mut dyn FnMut(&'b Stmt)) {
    for stmt in &block.stmts {
        look(stmt);
        for inner in stmt.blocks() {
            each_stmt(inner, look);
        }
    }
}

/// Changes every list of statements of a block, inner ones first.
pub(super) fn edit(block: &mut Block, change: &mut dyn FnMut(&mut Vec<Stmt>)) {
    for stmt in &mut block.stmts {
        for inner in inside_mut(stmt) {
            edit(inner, change);
        }
    }
    change(&mut block.stmts);
}

/// The body of the stage that stands at a place.
pub(super) fn stage_body(block: &mut Block, at: Span) -> Option<&mut Block> {
    for stmt in &mut block.stmts {
        let here = stmt.span == at;
        for inner in inside_mut(stmt) {
            if here {
                return Some(inner);
            }
            if let Some(found) = stage_body(inner, at) {
                return Some(found);
            }
        }
    }
    None
}
