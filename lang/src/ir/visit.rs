//! What expressions, domains, steps and statements are made of: the only matches that must know
//! every kind. Whoever goes through rules stands on these, see [`super::walk`].

use super::{
    At, Base, Choose, Chooser, CounterPlace, Domain, End, EntryKind, Expr, ExprKind, Fold, LocalId,
    Noted, Offer, Pick, Stage, StageName, Step, Stmt, StmtKind, Travel,
};

/// A part of an expression, a domain, a step or a statement.
#[derive(Debug, Clone, Copy)]
pub enum Part<'b> {
    /// An expression; its own parts are not come by.
    Expr(&'b Expr),
    /// Some things to pick from; its own parts are not come by.
    Domain(&'b Domain),
    /// A parameter that is filled, or a value that is chosen.
    Step(&'b Step),
    /// Statements in a row.
    Block(&'b [Stmt]),
    /// A name that gets its value here.
    Binds(LocalId),
}

use Part::{Binds, Block};

type See<'s, 'b> = &'s mut dyn FnMut(Part<'b>);

fn exprs<'b>(all: impl IntoIterator<Item = &'b Expr>, see: See<'_, 'b>) {
    all.into_iter().for_each(|e| see(Part::Expr(e)));
}

fn noted<'b>(all: &'b [Noted], see: See<'_, 'b>) {
    for one in all {
        match one {
            Noted::Value(e) => see(Part::Expr(e)),
            Noted::Things(_) => {}
        }
    }
}

fn domains<'b>(all: impl IntoIterator<Item = &'b Domain>, see: See<'_, 'b>) {
    all.into_iter().for_each(|d| see(Part::Domain(d)));
}

/// The parts of an expression, in the order of the text.
pub fn expr_parts<'b>(e: &'b Expr, see: See<'_, 'b>) {
    match &e.kind {
        ExprKind::Const(_)
        | ExprKind::Text(_)
        | ExprKind::Option(_)
        | ExprKind::Seats
        | ExprKind::Local(_)
        | ExprKind::RunLocal(..)
        | ExprKind::TooDeep(_)
        | ExprKind::Me
        | ExprKind::Path => {}
        ExprKind::Committed(_, a)
        | ExprKind::Neighbour(a, _)
        | ExprKind::Field(a, _)
        | ExprKind::SlotCard(a)
        | ExprKind::Position(a)
        | ExprKind::Not(a)
        | ExprKind::IsRow(a, _)
        | ExprKind::IsKind(a, _)
        | ExprKind::IsNone(a)
        | ExprKind::Minus(a) => see(Part::Expr(a)),
        ExprKind::Counter(_, key) | ExprKind::Zone(_, key) => exprs(key.as_deref(), see),
        ExprKind::Word(_, args) | ExprKind::Board(_, args) => exprs(args, see),
        ExprKind::Place(a, b)
        | ExprKind::Square(_, a, b)
        | ExprKind::Pair(_, a, b)
        | ExprKind::And(a, b)
        | ExprKind::Or(a, b)
        | ExprKind::Same(a, b)
        | ExprKind::Less(a, b)
        | ExprKind::LessEq(a, b)
        | ExprKind::Arith(_, a, b)
        | ExprKind::Otherwise(a, b)
        | ExprKind::Sees(a, b) => exprs([&**a, b], see),
        ExprKind::If(a, b, c) => exprs([&**a, b, c], see),
        ExprKind::SameList(a, b, _) => domains([&**a, b], see),
        ExprKind::RowsAre(d, ..)
        | ExprKind::Count(d)
        | ExprKind::IsEmpty(d)
        | ExprKind::First(d)
        | ExprKind::List(d) => see(Part::Domain(d)),
        ExprKind::In(a, d) => {
            see(Part::Expr(a));
            see(Part::Domain(d));
        }
        ExprKind::Remembered(all) => noted(all, see),
        ExprKind::After(of, _, args) => {
            exprs(args, see);
            see(Part::Expr(of));
        }
        ExprKind::Let(local, value, then) => {
            see(Part::Expr(value));
            see(Binds(*local));
            see(Part::Expr(then));
        }
        ExprKind::Distance(search) => travel_parts(search, see),
        ExprKind::Quantified(_, local, d, a)
        | ExprKind::Fold(Fold { local, over: d, of: a, .. }) => {
            see(Part::Domain(d));
            see(Binds(*local));
            see(Part::Expr(a));
        }
    }
}

fn travel_parts<'b>(search: &'b Travel, see: See<'_, 'b>) {
    if let Some((a, b, _)) = &search.fare {
        see(Binds(*a));
        see(Binds(*b));
    }
    exprs(search.exprs(), see);
}

/// The parts of a domain: what it lists, its condition, what makes some of it the best.
pub fn domain_parts<'b>(d: &'b Domain, see: See<'_, 'b>) {
    match &d.base {
        Base::Enum(_) | Base::Bools | Base::Lines(..) => {}
        Base::Places(search) | Base::Way(search) => travel_parts(search, see),
        Base::Zone(e)
        | Base::Onwards(e)
        | Base::Value(e)
        | Base::Squares(e)
        | Base::SpotSquares(e) => see(Part::Expr(e)),
        Base::Range(a, b)
        | Base::Top(a, b)
        | Base::Bottom(a, b)
        | Base::Spots { card: a, place: b, .. } => exprs([&**a, b], see),
        Base::Reach { from, member, next } => {
            see(Part::Expr(from));
            see(Binds(*member));
            see(Part::Expr(next));
        }
        Base::Players { from, .. } => exprs(from.as_deref(), see),
        Base::Items(items) => exprs(items, see),
        Base::Union(parts) => domains(parts, see),
        Base::Cut { of, n, .. } => {
            see(Part::Domain(of));
            see(Part::Expr(n));
        }
        Base::Minus(a, b) => domains([&**a, b], see),
    }
    let filter = d.filter.iter().map(|(local, e)| (local, e));
    for (local, e) in filter.chain(d.best.iter().map(|(_, local, e)| (local, e))) {
        see(Binds(*local));
        see(Part::Expr(e));
    }
}

/// The parts of a parameter that is filled, or of a value that is chosen.
pub fn step_parts<'b>(step: &'b Step, see: See<'_, 'b>) {
    see(Binds(step.local));
    see(Part::Domain(&step.domain));
    if let Pick::Some { least, most } = &step.pick {
        see(Part::Expr(least));
        exprs(most.as_deref(), see);
    }
    exprs(step.whole.as_deref(), see);
}

/// The parts of a statement, in the order of the text; of a stage its endings first.
pub fn stmt_parts<'b>(stmt: &'b Stmt, see: See<'_, 'b>) {
    let set = |place: &'b CounterPlace, see: See<'_, 'b>| exprs(place.key.as_deref(), see);
    match &stmt.kind {
        StmtKind::Let(local, e) => {
            see(Part::Expr(e));
            see(Binds(*local));
        }
        StmtKind::Shuffle(e) => see(Part::Expr(e)),
        StmtKind::Call { args, into, .. } => {
            exprs(args, see);
            into.iter().for_each(|local| see(Binds(*local)));
        }
        StmtKind::Set(place, _, e) => {
            set(place, see);
            see(Part::Expr(e));
        }
        StmtKind::Move { cards, to, at } => {
            see(Part::Domain(cards));
            see(Part::Expr(to));
            match at {
                At::Place(e) | At::Spot(e) => see(Part::Expr(e)),
                At::Usual | At::Top | At::Bottom => {}
            }
        }
        StmtKind::Swap(a, b) => exprs([a, b], see),
        StmtKind::Show(a, b) | StmtKind::Hide(a, b) => domains([a, b], see),
        StmtKind::ShowCounter(place, to) => {
            set(place, see);
            see(Part::Domain(to));
        }
        StmtKind::If(e, then, otherwise) => {
            see(Part::Expr(e));
            see(Block(then));
            see(Block(otherwise));
        }
        StmtKind::IfThere(local, d, then, otherwise) => {
            see(Part::Domain(d));
            see(Binds(*local));
            see(Block(then));
            see(Block(otherwise));
        }
        StmtKind::ForEach(local, d, inner) => {
            see(Part::Domain(d));
            see(Binds(*local));
            see(Block(inner));
        }
        StmtKind::Repeat(e, inner) => {
            see(Part::Expr(e));
            see(Block(inner));
        }
        StmtKind::Stage(stage) => stage_parts(stage, see),
        StmtKind::End(End::Won(d)) => see(Part::Domain(d)),
        StmtKind::Give(given) => exprs(given, see),
        StmtKind::Choose(choose) => choice_parts(choose, see),
        StmtKind::End(End::Lost | End::Drawn | End::Stage(_))
        | StmtKind::Say(_)
        | StmtKind::Aside(_)
        | StmtKind::Again => {}
        StmtKind::Remember(all) => noted(all, see),
    }
}

fn stage_parts<'b>(stage: &'b Stage, see: See<'_, 'b>) {
    if let Some((name, d)) = &stage.over {
        see(Part::Domain(d));
        match name {
            StageName::Local(local) => see(Binds(*local)),
            StageName::Me => {}
        }
    }
    for ends in &stage.ends {
        see(Part::Expr(&ends.condition));
        see(Block(&ends.body));
    }
    see(Block(&stage.body));
}

fn choice_parts<'b>(choose: &'b Choose, see: See<'_, 'b>) {
    match &choose.by {
        Chooser::Seat(e) => see(Part::Expr(e)),
        Chooser::Each(d) | Chooser::Race(d) => see(Part::Domain(d)),
        Chooser::Me | Chooser::Chance => {}
    }
    match &choose.what {
        Offer::Values { steps, .. } => steps.iter().for_each(|s| see(Part::Step(s))),
        Offer::Menu(tiers) => tiers.iter().flatten().for_each(|entry| match &entry.what {
            EntryKind::Move(_, args) => exprs(args, see),
            EntryKind::Pass => {}
        }),
    }
}

/// The blocks in a statement, to be changed; of a stage its body first.
pub fn blocks_mut(stmt: &mut Stmt) -> Vec<&mut Vec<Stmt>> {
    match &mut stmt.kind {
        StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => vec![a, b],
        StmtKind::ForEach(_, _, a) | StmtKind::Repeat(_, a) => vec![a],
        StmtKind::Stage(stage) => {
            let ends = stage.ends.iter_mut().map(|e| &mut e.body);
            std::iter::once(&mut stage.body).chain(ends).collect()
        }
        StmtKind::Let(..)
        | StmtKind::Call { .. }
        | StmtKind::Set(..)
        | StmtKind::Move { .. }
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show(..)
        | StmtKind::Hide(..)
        | StmtKind::ShowCounter(..)
        | StmtKind::End(_)
        | StmtKind::Give(_)
        | StmtKind::Say(_)
        | StmtKind::Remember(_)
        | StmtKind::Aside(_)
        | StmtKind::Again
        | StmtKind::Choose(_) => Vec::new(),
    }
}
