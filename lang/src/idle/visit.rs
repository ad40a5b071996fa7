//! Every place of the rules where something is asked: statements, conditions, words, texts. Tests
//! are left out.

use crate::ir::{
    At, BodyRef, Choose, Chooser, CounterPlace, DeedId, Domain, End, EntryKind, Expr, MoveId,
    Offer, Pick, Rulebook, Step, Stmt, StmtKind, TemplatePart, WordId,
};

/// What is come by. Expressions and domains are whole; what is in them is for `check::walk`.
pub(super) enum Seen<'a> {
    /// Statements in a row, before each of them.
    Block(&'a [Stmt]),
    /// A statement, before what is in it.
    Stmt(&'a Stmt),
    /// An expression.
    Expr(&'a Expr),
    /// Some things.
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
    stmts.iter().for_each(|s| stmt(body, s, look));
}

fn stmt<'a>(body: BodyRef, of: &'a Stmt, look: &mut Look<'_, 'a>) {
    look(body, Seen::Stmt(of));
    match &of.kind {
        StmtKind::Let(_, e) | StmtKind::Shuffle(e) => look(body, Seen::Expr(e)),
        StmtKind::Call { args, .. } => args.iter().for_each(|e| look(body, Seen::Expr(e))),
        StmtKind::Set(place, _, e) => {
            key(body, place, look);
            look(body, Seen::Expr(e));
        }
        StmtKind::Move { cards, to, at } => {
            look(body, Seen::Domain(cards));
            look(body, Seen::Expr(to));
            match at {
                At::Place(e) | At::Spot(e) => look(body, Seen::Expr(e)),
                At::Usual | At::Top | At::Bottom => {}
            }
        }
        StmtKind::Swap(a, b) => {
            look(body, Seen::Expr(a));
            look(body, Seen::Expr(b));
        }
        StmtKind::Show(a, b) | StmtKind::Hide(a, b) => {
            look(body, Seen::Domain(a));
            look(body, Seen::Domain(b));
        }
        StmtKind::ShowCounter(place, to) => {
            key(body, place, look);
            look(body, Seen::Domain(to));
        }
        StmtKind::If(e, then, otherwise) => {
            look(body, Seen::Expr(e));
            block(body, then, look);
            block(body, otherwise, look);
        }
        StmtKind::IfThere(_, domain, then, otherwise) => {
            look(body, Seen::Domain(domain));
            block(body, then, look);
            block(body, otherwise, look);
        }
        StmtKind::ForEach(_, domain, inner) => {
            look(body, Seen::Domain(domain));
            block(body, inner, look);
        }
        StmtKind::Stage(stage) => {
            stage.over.iter().for_each(|(_, d)| look(body, Seen::Domain(d)));
            for ends in &stage.ends {
                look(body, Seen::Expr(&ends.condition));
                block(body, &ends.body, look);
            }
            block(body, &stage.body, look);
        }
        StmtKind::End(End::Won(domain)) => look(body, Seen::Domain(domain)),
        StmtKind::Give(Some(e)) => look(body, Seen::Expr(e)),
        StmtKind::Choose(choose) => choice(body, choose, look),
        StmtKind::End(End::Lost | End::Stage(_))
        | StmtKind::Give(None)
        | StmtKind::Say(_)
        | StmtKind::Aside(_)
        | StmtKind::Again => {}
    }
}

fn key<'a>(body: BodyRef, place: &'a CounterPlace, look: &mut Look<'_, 'a>) {
    place.key.iter().for_each(|e| look(body, Seen::Expr(e)));
}

fn step<'a>(body: BodyRef, of: &'a Step, look: &mut Look<'_, 'a>) {
    look(body, Seen::Step(of));
    look(body, Seen::Domain(&of.domain));
    if let Pick::Some { least, most } = &of.pick {
        look(body, Seen::Expr(least));
        most.iter().for_each(|e| look(body, Seen::Expr(e)));
    }
    of.whole.iter().for_each(|e| look(body, Seen::Expr(e)));
}

fn choice<'a>(body: BodyRef, of: &'a Choose, look: &mut Look<'_, 'a>) {
    match &of.by {
        Chooser::Seat(e) => look(body, Seen::Expr(e)),
        Chooser::Each(d) | Chooser::Race(d) => look(body, Seen::Domain(d)),
        Chooser::Me | Chooser::Chance => {}
    }
    match &of.what {
        Offer::Values { steps, .. } => steps.iter().for_each(|s| step(body, s, look)),
        Offer::Menu(tiers) => {
            for entry in tiers.iter().flatten() {
                if let EntryKind::Move(_, args) = &entry.what {
                    args.iter().for_each(|e| look(body, Seen::Expr(e)));
                }
            }
        }
    }
}

/// Every domain in an expression, parts of domains included.
pub(super) fn domains(e: &Expr, look: &mut dyn FnMut(&Domain)) {
    use crate::ir::ExprKind;
    crate::check::walk::exprs(e, &mut |e| match &e.kind {
        ExprKind::SameList(a, b, _) => {
            parts(a, look);
            parts(b, look);
        }
        ExprKind::RowsAre(d, ..)
        | ExprKind::Count(d)
        | ExprKind::IsEmpty(d)
        | ExprKind::First(d)
        | ExprKind::List(d)
        | ExprKind::In(_, d)
        | ExprKind::Quantified(_, _, d, _)
        | ExprKind::Sum(_, d, _)
        | ExprKind::Best(_, _, d, _) => parts(d, look),
        _ => {}
    });
}

/// A domain and those that it is put together from.
pub(super) fn parts(d: &Domain, look: &mut dyn FnMut(&Domain)) {
    use crate::ir::Base;
    look(d);
    match &d.base {
        Base::Union(all) => all.iter().for_each(|d| parts(d, look)),
        Base::Minus(a, b) => {
            parts(a, look);
            parts(b, look);
        }
        Base::Cut { of, .. } => parts(of, look),
        _ => {}
    }
}
