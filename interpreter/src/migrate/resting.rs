//! Where a game stands in its rules: the running bodies, and the statement in which each of them
//! rests.

use crate::position::Position;
use crate::program::{Flow, Frame, FrameKind, Op, Pc, Program, header};
use houserules_lang::ir::walk::blocks;
use houserules_lang::ir::walk::each_stmt;
use houserules_lang::ir::{BodyRef, DeedId, SiteId, StageId, Stmt, StmtKind};

/// A running body with the stages and the choice in it that are running.
#[derive(Debug)]
pub struct Running {
    pub body: BodyRef,
    /// Where it returns to.
    pub back: Pc,
    /// Stages and the choice in it, outermost first.
    pub inside: Vec<FrameKind>,
}

/// The frame of a level, from the outermost, and where it returns to.
fn level(program: &Program, pos: &Position, at: u16) -> Option<(Frame, Pc)> {
    let entry = program.schema.level(at);
    let frame = program.frames.get(usize::from(pos.get(entry.frame())))?;
    Some((*frame, pos.get(entry.back())))
}

/// What is running, outermost first; nothing if a referee's statement is.
pub fn running(program: &Program, pos: &Position) -> Option<Vec<Running>> {
    let mut found: Vec<Running> = Vec::new();
    for at in 0..pos.get(header::DEPTH) {
        let (frame, back) = level(program, pos, at)?;
        match frame.kind {
            FrameKind::Body(body) => found.push(Running { body, back, inside: Vec::new() }),
            FrameKind::Referee => return None,
            kind => found.last_mut()?.inside.push(kind),
        }
    }
    Some(found)
}

/// The first statement of a body for which something holds.
fn first<'a>(
    program: &'a Program,
    body: BodyRef,
    holds: &dyn Fn(&Stmt) -> bool,
) -> Option<&'a Stmt> {
    let mut found = None;
    for block in blocks(&program.book, body) {
        each_stmt(block, &mut |stmt| {
            if found.is_none() && holds(stmt) {
                found = Some(stmt);
            }
        });
    }
    found
}

/// The choice of that number.
pub fn choice(program: &Program, body: BodyRef, site: SiteId) -> Option<&Stmt> {
    first(program, body, &|stmt| matches!(&stmt.kind, StmtKind::Choose(c) if c.id == site))
}

/// The stage of that number.
pub fn stage(program: &Program, body: BodyRef, id: StageId) -> Option<&Stmt> {
    first(program, body, &|stmt| matches!(&stmt.kind, StmtKind::Stage(s) if s.id == id))
}

/// The call of a deed that returns to there.
pub fn call(program: &Program, body: BodyRef, deed: DeedId, back: Pc) -> Option<&Stmt> {
    first(program, body, &|stmt| {
        matches!(&stmt.kind, StmtKind::Call { deed: d, .. } if *d == deed)
            && behind_call(program, stmt) == Some(back)
    })
}

/// Where a call returns to.
pub fn behind_call(program: &Program, stmt: &Stmt) -> Option<Pc> {
    let StmtKind::Call { deed, .. } = &stmt.kind else { return None };
    let frame = program.bodies.get(&BodyRef::Deed(*deed))?;
    let mark = program.marks.get(&stmt.id)?;
    behind(program, *mark, *frame)
}

/// Behind the first call of a body from an instruction on.
fn behind(program: &Program, from: Pc, frame: u16) -> Option<Pc> {
    let code = program.code.get(from as usize..)?;
    let at =
        code.iter().position(|op| matches!(op, Op::F(Flow::Call { body }) if *body == frame))?;
    Some(from + at as Pc + 1)
}

/// Where the set-up, or `play`, returns to.
pub fn behind_start(program: &Program, body: BodyRef) -> Option<Pc> {
    behind(program, program.entry, *program.bodies.get(&body)?)
}

/// The choice at which an instruction asks.
pub fn asked(program: &Program, pc: Pc) -> Option<SiteId> {
    let Some(Op::F(Flow::Ask { site })) = program.code.get(pc as usize) else { return None };
    Some(SiteId(*site))
}
