//! Going through expressions and statements.

use super::visit::{Part, domain_parts, expr_parts, step_parts, stmt_parts};
use super::{
    Body, BodyRef, Domain, Expr, ExprKind, LocalDecl, LocalId, Move, Rulebook, Step, Stmt,
};
use std::collections::BTreeSet;

/// Calls `see` for an expression and everything in it, outer ones first.
pub fn each_expr(e: &Expr, see: &mut dyn FnMut(&Expr)) {
    see(e);
    expr_parts(e, &mut |part| each_in(part, see));
}

/// The same, and for everything in the words that stand in it, each word once: words that stand in
/// others twice would double at every level.
pub fn each_with_words(book: &Rulebook, e: &Expr, see: &mut dyn FnMut(&Expr)) {
    let (mut known, mut waiting) = (BTreeSet::new(), Vec::new());
    let mut next = Some(e);
    while let Some(e) = next {
        each_expr(e, &mut |e| {
            if let ExprKind::Word(id, _) = &e.kind
                && known.insert(*id)
            {
                waiting.push(*id);
            }
            see(e);
        });
        next = waiting.pop().map(|id| &book[id].value);
    }
}

/// Calls `see` for every expression of a domain.
pub fn each_in_domain(d: &Domain, see: &mut dyn FnMut(&Expr)) {
    domain_parts(d, &mut |part| each_in(part, see));
}

/// Calls `see` for every expression of a step.
pub fn each_in_step(step: &Step, see: &mut dyn FnMut(&Expr)) {
    step_parts(step, &mut |part| each_in(part, see));
}

/// Calls `see` for every expression of a statement, without those of statements in it.
pub fn each_in_stmt(stmt: &Stmt, see: &mut dyn FnMut(&Expr)) {
    stmt_parts(stmt, &mut |part| each_in(part, see));
}

fn each_in(part: Part<'_>, see: &mut dyn FnMut(&Expr)) {
    match part {
        Part::Expr(e) => each_expr(e, see),
        Part::Domain(d) => each_in_domain(d, see),
        Part::Step(step) => each_in_step(step, see),
        Part::Block(_) | Part::Binds(_) => {}
    }
}

/// Calls `see` for a domain and those that it is put together from.
pub fn each_domain(d: &Domain, see: &mut dyn FnMut(&Domain)) {
    see(d);
    domain_parts(d, &mut |part| {
        if let Part::Domain(part) = part {
            each_domain(part, see);
        }
    });
}

/// The names that an expression binds itself.
#[must_use]
pub fn bound_in(e: &Expr) -> Vec<LocalId> {
    fn within(part: Part<'_>, found: &mut Vec<LocalId>) {
        match part {
            Part::Expr(e) => expr_parts(e, &mut |part| within(part, found)),
            Part::Domain(d) => domain_parts(d, &mut |part| within(part, found)),
            Part::Binds(local) => found.push(local),
            Part::Step(_) | Part::Block(_) => {}
        }
    }
    let mut found = Vec::new();
    within(Part::Expr(e), &mut found);
    found
}

/// Calls `see` for statements and all in them, outer ones first, in source order.
pub fn each_stmt<'a>(block: &'a [Stmt], see: &mut dyn FnMut(&'a Stmt)) {
    for stmt in block {
        see(stmt);
        for inner in blocks_of(stmt) {
            each_stmt(inner, see);
        }
    }
}

/// The blocks in a statement.
pub fn blocks_of(stmt: &Stmt) -> Vec<&[Stmt]> {
    let mut blocks = Vec::new();
    stmt_parts(stmt, &mut |part| {
        if let Part::Block(block) = part {
            blocks.push(block);
        }
    });
    blocks
}

/// Calls `see` for every statement of the set-up, `play`, deeds, moves and handlers.
pub fn walk_bodies<'a>(book: &'a Rulebook, see: &mut dyn FnMut(&'a Stmt)) {
    whole_blocks(book).for_each(|block| each_stmt(block, see));
}

/// What `want` finds first in those statements.
pub fn find_stmt<'a, T>(
    book: &'a Rulebook,
    want: &mut dyn FnMut(&'a Stmt) -> Option<T>,
) -> Option<T> {
    fn within<'a, T>(block: &'a [Stmt], want: &mut dyn FnMut(&'a Stmt) -> Option<T>) -> Option<T> {
        block.iter().find_map(|stmt| {
            want(stmt).or_else(|| blocks_of(stmt).into_iter().find_map(|b| within(b, want)))
        })
    }
    whole_blocks(book).find_map(|block| within(block, want))
}

/// All of the set-up, `play`, deeds, moves and handlers, without blocks inside blocks.
pub fn whole_blocks(book: &Rulebook) -> impl Iterator<Item = &[Stmt]> {
    let begin = [book.setup.block.as_slice(), &book.play.block].into_iter();
    begin
        .chain(book.ends.iter().map(|e| e.body.as_slice()))
        .chain(book.deeds.iter().map(|d| d.body.block.as_slice()))
        .chain(book.moves.iter().flat_map(move_blocks))
        .chain(book.runs_out.iter().map(|r| r.body.block.as_slice()))
}

/// What happens by a move; of an attempt also if it goes wrong or comes late.
pub(super) fn move_blocks(m: &Move) -> impl Iterator<Item = &[Stmt]> {
    let wrong = m.attempt.iter().map(|a| a.wrong.as_slice());
    let late = m.attempt.iter().filter_map(|a| a.late.as_deref());
    std::iter::once(m.body.block.as_slice()).chain(wrong).chain(late)
}

/// The statements of a body, with all its blocks.
pub fn blocks(book: &Rulebook, body: BodyRef) -> Vec<&[Stmt]> {
    match body {
        BodyRef::Setup => vec![&book.setup.block],
        BodyRef::Play => {
            let mut blocks: Vec<&[Stmt]> = vec![&book.play.block];
            blocks.extend(book.ends.iter().map(|e| e.body.as_slice()));
            blocks
        }
        BodyRef::Move(id) => move_blocks(&book[id]).collect(),
        BodyRef::Deed(_)
        | BodyRef::RunsOut(_)
        | BodyRef::Word(_)
        | BodyRef::Test(_)
        | BodyRef::Constant => {
            body_of(book, body).map(|b| b.block.as_slice()).into_iter().collect()
        }
    }
}

/// The names of a body; none for constants, which have no place for the names of what they bind.
#[must_use]
pub fn locals_of(book: &Rulebook, body: BodyRef) -> Option<&[LocalDecl]> {
    match body {
        BodyRef::Word(id) => Some(&book[id].locals),
        BodyRef::Test(at) => Some(&book.tests[usize::from(at)].locals),
        BodyRef::Setup
        | BodyRef::Play
        | BodyRef::Deed(_)
        | BodyRef::Move(_)
        | BodyRef::RunsOut(_)
        | BodyRef::Constant => body_of(book, body).map(|body| body.locals.as_slice()),
    }
}

/// The body itself, if there is one.
pub fn body_of(book: &Rulebook, body: BodyRef) -> Option<&Body> {
    match body {
        BodyRef::Setup => Some(&book.setup),
        BodyRef::Play => Some(&book.play),
        BodyRef::Deed(id) => Some(&book[id].body),
        BodyRef::Move(id) => Some(&book[id].body),
        BodyRef::RunsOut(at) => Some(&book.runs_out[usize::from(at)].body),
        BodyRef::Word(_) | BodyRef::Test(_) | BodyRef::Constant => None,
    }
}
