//! Going through expressions and statements.

use super::{Base, Body, BodyRef, Domain, Expr, ExprKind, Pick, Rulebook, Step, Stmt, StmtKind};

/// Calls `see` for an expression and everything in it.
pub fn each_expr(e: &Expr, see: &mut dyn FnMut(&Expr)) {
    see(e);
    match &e.kind {
        ExprKind::Const(_)
        | ExprKind::Text(_)
        | ExprKind::Option(_)
        | ExprKind::Seats
        | ExprKind::Local(_)
        | ExprKind::RunLocal(..)
        | ExprKind::Me
        | ExprKind::Counter(_, None)
        | ExprKind::Zone(_, None)
        | ExprKind::Path => {}
        ExprKind::Committed(_, a)
        | ExprKind::Neighbour(a, _)
        | ExprKind::Field(a, _)
        | ExprKind::Counter(_, Some(a))
        | ExprKind::Zone(_, Some(a))
        | ExprKind::SlotCard(a)
        | ExprKind::Position(a)
        | ExprKind::Not(a)
        | ExprKind::IsRow(a, _)
        | ExprKind::IsKind(a, _)
        | ExprKind::IsNone(a)
        | ExprKind::Minus(a) => each_expr(a, see),
        ExprKind::Word(_, args) | ExprKind::Board(_, args) => {
            args.iter().for_each(|a| each_expr(a, see))
        }
        ExprKind::Place(a, b)
        | ExprKind::Square(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Same(a, b)
        | ExprKind::Less(a, b)
        | ExprKind::LessEq(a, b)
        | ExprKind::Arith(_, a, b)
        | ExprKind::Otherwise(a, b)
        | ExprKind::Sees(a, b) => {
            each_expr(a, see);
            each_expr(b, see);
        }
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|x| each_expr(x, see)),
        ExprKind::SameList(a, b, _) => {
            each_in_domain(a, see);
            each_in_domain(b, see);
        }
        ExprKind::RowsAre(d, ..)
        | ExprKind::Count(d)
        | ExprKind::IsEmpty(d)
        | ExprKind::First(d)
        | ExprKind::List(d) => each_in_domain(d, see),
        ExprKind::In(a, d) => {
            each_expr(a, see);
            each_in_domain(d, see);
        }
        ExprKind::Distance(search) => search.exprs().for_each(|a| each_expr(a, see)),
        ExprKind::Quantified(_, _, d, a) | ExprKind::Sum(_, d, a) | ExprKind::Best(_, _, d, a) => {
            each_in_domain(d, see);
            each_expr(a, see);
        }
    }
}

/// Calls `see` for every expression of a domain.
pub fn each_in_domain(d: &Domain, see: &mut dyn FnMut(&Expr)) {
    match &d.base {
        Base::Enum(_) | Base::Bools | Base::Lines(..) => {}
        Base::Places(search) | Base::Way(search) => search.exprs().for_each(|e| each_expr(e, see)),
        Base::Zone(e)
        | Base::Onwards(e)
        | Base::Value(e)
        | Base::Squares(e)
        | Base::SpotSquares(e) => {
            each_expr(e, see);
        }
        Base::Range(a, b)
        | Base::Top(a, b)
        | Base::Bottom(a, b)
        | Base::Spots { card: a, place: b, .. }
        | Base::Reach { from: a, next: b, .. } => {
            each_expr(a, see);
            each_expr(b, see);
        }
        Base::Players { from, .. } => from.iter().for_each(|e| each_expr(e, see)),
        Base::Items(items) => items.iter().for_each(|e| each_expr(e, see)),
        Base::Union(parts) => parts.iter().for_each(|p| each_in_domain(p, see)),
        Base::Cut { of, n, .. } => {
            each_in_domain(of, see);
            each_expr(n, see);
        }
        Base::Minus(a, b) => {
            each_in_domain(a, see);
            each_in_domain(b, see);
        }
    }
    d.filter.iter().for_each(|(_, e)| each_expr(e, see));
    d.best.iter().for_each(|(_, _, e)| each_expr(e, see));
}

/// Calls `see` for every expression of a step.
pub fn each_in_step(step: &Step, see: &mut dyn FnMut(&Expr)) {
    each_in_domain(&step.domain, see);
    if let Pick::Some { least, most } = &step.pick {
        each_expr(least, see);
        most.iter().for_each(|e| each_expr(e, see));
    }
    step.whole.iter().for_each(|e| each_expr(e, see));
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
    match &stmt.kind {
        StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => vec![a, b],
        StmtKind::ForEach(_, _, a) => vec![a],
        StmtKind::Stage(stage) => {
            let mut blocks: Vec<&[Stmt]> = stage.ends.iter().map(|e| e.body.as_slice()).collect();
            blocks.push(&stage.body);
            blocks
        }
        _ => Vec::new(),
    }
}

/// Calls `see` for every statement of the set-up, `play`, deeds, moves and handlers.
pub fn walk_bodies<'a>(book: &'a Rulebook, see: &mut dyn FnMut(&'a Stmt)) {
    each_stmt(&book.setup.block, see);
    each_stmt(&book.play.block, see);
    book.ends.iter().for_each(|e| each_stmt(&e.body, see));
    book.deeds.iter().for_each(|d| each_stmt(&d.body.block, see));
    for m in &book.moves {
        each_stmt(&m.body.block, see);
        if let Some(attempt) = &m.attempt {
            each_stmt(&attempt.wrong, see);
            attempt.late.iter().for_each(|b| each_stmt(b, see));
        }
    }
    book.runs_out.iter().for_each(|r| each_stmt(&r.body.block, see));
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
        BodyRef::Deed(id) => {
            book.deeds.get(id.index()).map(|d| vec![d.body.block.as_slice()]).unwrap_or_default()
        }
        BodyRef::Move(id) => book.moves.get(id.index()).map_or_else(Vec::new, |m| {
            let mut blocks: Vec<&[Stmt]> = vec![&m.body.block];
            if let Some(attempt) = &m.attempt {
                blocks.push(&attempt.wrong);
                blocks.extend(attempt.late.as_deref());
            }
            blocks
        }),
        BodyRef::RunsOut(at) => book
            .runs_out
            .get(usize::from(at))
            .map(|r| vec![r.body.block.as_slice()])
            .unwrap_or_default(),
        BodyRef::Word(_) | BodyRef::Test(_) | BodyRef::Constant => Vec::new(),
    }
}

/// The body itself, if there is one.
pub fn body_of(book: &Rulebook, body: BodyRef) -> Option<&Body> {
    match body {
        BodyRef::Setup => Some(&book.setup),
        BodyRef::Play => Some(&book.play),
        BodyRef::Deed(id) => book.deeds.get(id.index()).map(|d| &d.body),
        BodyRef::Move(id) => book.moves.get(id.index()).map(|m| &m.body),
        BodyRef::RunsOut(at) => book.runs_out.get(usize::from(at)).map(|r| &r.body),
        BodyRef::Word(_) | BodyRef::Test(_) | BodyRef::Constant => None,
    }
}
