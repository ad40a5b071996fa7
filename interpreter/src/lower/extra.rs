//! What a referee adds to a program: expressions and statements of tests.

use super::Lowering;
use crate::program::{Flow, Frame, FrameKind, Loc, Locals, Op, Pc, Program, SetupError};
use houserules_lang::ir::walk::{each_stmt, find_stmt, walk_bodies};
use houserules_lang::ir::{BodyRef, Expr, LocalDecl, Rulebook, StageId, Stmt, StmtId, StmtKind};
use std::sync::Arc;

/// Code added to a program.
#[derive(Debug, Clone)]
pub struct Added {
    /// The program with it.
    pub program: Program,
    /// Where it begins.
    pub entry: Pc,
    /// Where an expression's value is.
    pub result: Loc,
    /// Where the test's locals are.
    pub locals: Locals,
}

fn extended<'b>(book: &'b Rulebook, program: &Program, decls: &[LocalDecl]) -> Lowering<'b> {
    let mut lower = Lowering::extend(book, program.clone());
    lower.body = BodyRef::Constant;
    lower.locals = Locals(decls.iter().map(|d| lower.own_loc(&d.ty)).collect());
    lower
}

/// Adds an expression as pure code.
///
/// # Errors
/// [`SetupError::Unsupported`]
pub fn add_expr(program: &Program, e: &Expr, decls: &[LocalDecl]) -> Result<Added, SetupError> {
    let book = Arc::clone(&program.book);
    let mut lower = extended(&book, program, decls);
    lower.keep = true;
    let result = lower.own_loc(&e.ty);
    let entry = lower.pc();
    lower.value_into(e, result)?;
    lower.emit(Op::Back);
    lower.finish()?;
    Ok(Added { entry, result, locals: lower.locals, program: lower.out })
}

/// Adds a statement, and a frame for it to run in: the last one.
///
/// # Errors
/// [`SetupError::Unsupported`]: stages and choices of its own.
pub fn add_stmt(program: &Program, stmt: &Stmt, decls: &[LocalDecl]) -> Result<Added, SetupError> {
    let mut wrong = false;
    each_stmt(std::slice::from_ref(stmt), &mut |s| {
        wrong |= matches!(s.kind, StmtKind::Stage(_) | StmtKind::Choose(_));
    });
    if wrong {
        return Err(SetupError::Unsupported("a stage or a choice in a test line", stmt.span));
    }
    let book = Arc::clone(&program.book);
    let mut lower = extended(&book, program, decls);
    lower.memory = false;
    let entry = lower.pc();
    lower.block(std::slice::from_ref(stmt))?;
    lower.emit(Op::F(Flow::RefereeEnd));
    lower.finish()?;
    let frame =
        Frame { kind: FrameKind::Referee, base: 0, size: 0, entry, title: None, result: Loc::No };
    lower.out.frames.push(frame);
    Ok(Added { entry, result: Loc::No, locals: lower.locals, program: lower.out })
}

/// The statement of a stage.
pub fn stage_stmt(book: &Rulebook, stage: StageId) -> Option<StmtId> {
    find_stmt(book, &mut |stmt| {
        matches!(&stmt.kind, StmtKind::Stage(s) if s.id == stage).then_some(stmt.id)
    })
}

/// The statements to enter, outermost first, to come from a stage's body to a phase: calls, also
/// those that a condition stands before (an `instead of`, say), then the phase.
#[must_use]
pub fn way_to_phase(book: &Rulebook, stage: StageId, title: &str) -> Option<Vec<StmtId>> {
    let mut body: Option<&[Stmt]> = None;
    walk_bodies(book, &mut |stmt| {
        if let StmtKind::Stage(s) = &stmt.kind
            && s.id == stage
        {
            body = Some(&s.body);
        }
    });
    let mut left = 10_000;
    way(book, body?, title, &mut left)
}

fn way(book: &Rulebook, block: &[Stmt], title: &str, left: &mut u32) -> Option<Vec<StmtId>> {
    for stmt in block {
        *left = left.checked_sub(1)?;
        match &stmt.kind {
            StmtKind::Stage(s) if book[s.id].raw_title.as_deref() == Some(title) => {
                return Some(vec![stmt.id]);
            }
            StmtKind::Call { deed, .. } => {
                let deed = &book[*deed];
                if let Some(mut rest) = way(book, &deed.body.block, title, left) {
                    rest.insert(0, stmt.id);
                    return Some(rest);
                }
            }
            StmtKind::If(_, then, otherwise) => {
                if let Some(found) =
                    way(book, then, title, left).or_else(|| way(book, otherwise, title, left))
                {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}
