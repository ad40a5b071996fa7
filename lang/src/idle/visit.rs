//! Every place of the rules where something is asked: statements, conditions, words, texts. Tests
//! are left out.

use crate::ir::visit::{Part, expr_parts, step_parts, stmt_parts};
use crate::ir::walk::{each_domain, each_expr};
use crate::ir::{
    BodyRef, DeedId, Domain, Expr, MoveId, Rulebook, Step, Stmt, TemplatePart, WordId,
};

/// What is come by. Expressions and domains are whole; what is in them is for `ir::walk`.
pub(super) enum Seen<'a> {
    /// Statements in a row, before each of them.
    Block(&'a [Stmt]),
    /// A statement, before what is in it.
    Stmt(&'a Stmt),
    Expr(&'a Expr),
    Domain(&'a Domain),
    /// A parameter that is filled or a value that is chosen, before what is in it.
    Step(&'a Step),
}

type Look<'l, 'a> = dyn FnMut(BodyRef, Seen<'a>) + 'l;

/// Comes by everything in the rules.
pub(super) fn all<'a>(book: &'a Rulebook, look: &mut Look<'_, 'a>) {
    block(BodyRef::Setup, &book.setup.block, look);
    block(BodyRef::Play, &book.play.block, look);
    for ends in &book.ends {
        look(BodyRef::Play, Seen::Expr(&ends.condition));
        block(BodyRef::Play, &ends.body, look);
    }
    for (at, word) in book.words.iter().enumerate() {
        look(BodyRef::Word(WordId(at as u16)), Seen::Expr(&word.value));
    }
    for (at, deed) in book.deeds.iter().enumerate() {
        block(BodyRef::Deed(DeedId(at as u16)), &deed.body.block, look);
    }
    for (at, of) in book.moves.iter().enumerate() {
        let body = BodyRef::Move(MoveId(at as u16));
        of.steps.iter().for_each(|s| step(body, s, look));
        of.needs.iter().for_each(|n| look(body, Seen::Expr(&n.condition)));
        block(body, &of.body.block, look);
        if let Some(attempt) = &of.attempt {
            look(body, Seen::Expr(&attempt.works));
            block(body, &attempt.wrong, look);
            attempt.late.iter().for_each(|late| block(body, late, look));
        }
    }
    for (at, rule) in book.runs_out.iter().enumerate() {
        block(BodyRef::RunsOut(at as u16), &rule.body.block, look);
    }
    for counter in &book.counters {
        counter.start.iter().for_each(|e| look(BodyRef::Constant, Seen::Expr(e)));
    }
    for text in book.texts.iter().filter(|t| !matches!(t.body, BodyRef::Test(_))) {
        text.parts
            .iter()
            .filter_map(TemplatePart::read)
            .for_each(|e| look(text.body, Seen::Expr(e)));
    }
}

fn block<'a>(body: BodyRef, stmts: &'a [Stmt], look: &mut Look<'_, 'a>) {
    look(body, Seen::Block(stmts));
    for stmt in stmts {
        look(body, Seen::Stmt(stmt));
        stmt_parts(stmt, &mut |part| seen(body, part, look));
    }
}

fn step<'a>(body: BodyRef, of: &'a Step, look: &mut Look<'_, 'a>) {
    look(body, Seen::Step(of));
    step_parts(of, &mut |part| seen(body, part, look));
}

fn seen<'a>(body: BodyRef, part: Part<'a>, look: &mut Look<'_, 'a>) {
    match part {
        Part::Expr(e) => look(body, Seen::Expr(e)),
        Part::Domain(d) => look(body, Seen::Domain(d)),
        Part::Step(of) => step(body, of, look),
        Part::Block(stmts) => block(body, stmts, look),
        Part::Binds(_) => {}
    }
}

/// Every domain in an expression, parts of domains included.
pub(super) fn domains(e: &Expr, look: &mut dyn FnMut(&Domain)) {
    each_expr(e, &mut |e| {
        expr_parts(e, &mut |part| {
            if let Part::Domain(d) = part {
                each_domain(d, look);
            }
        });
    });
}
