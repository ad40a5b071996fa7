//! By which name a rule calls a card that it moves or shows. That a card which a rule comes by in
//! another way is the one somebody has just chosen may be a secret; where the rule calls it by the
//! name the choice gave it, everybody knows.

use houserules_interpreter::ask::Event;
use houserules_interpreter::ask::Running;
use houserules_lang::ir::walk::each_stmt;
use houserules_lang::ir::walk::{blocks, body_of};
use houserules_lang::ir::{
    Base, BodyRef, DeedId, Domain, Expr, ExprKind, LocalId, MoveId, Offer, Rulebook, RunBody,
    SiteId, StageName, Stmt, StmtKind,
};

/// Names are followed through so many others.
const DEEPEST: u8 = 32;

/// A name that a choice has given to cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Name {
    /// A parameter of a move.
    Of(MoveId, LocalId),
    /// A name that a choice of values fills.
    At(SiteId, LocalId),
}

/// The chosen names by which a rule calls the card of an event, or others with it; none: it comes
/// by the card in another way.
pub(crate) fn names(book: &Rulebook, event: &Event) -> Vec<Name> {
    let calls = Calls { book, within: &event.within };
    let level = event.within.len().wrapping_sub(1);
    let Some(running) = event.within.get(level) else { return Vec::new() };
    let mut found: Option<Vec<Name>> = None;
    for stmt in statements(book, running) {
        let (StmtKind::Move { cards, .. } | StmtKind::Show(cards, _)) = &stmt.kind else {
            continue;
        };
        let names = calls.domain(level, cards, DEEPEST).unwrap_or_default();
        // The same words may stand in a body more than once.
        if found.as_ref().is_some_and(|before| *before != names) {
            return Vec::new();
        }
        found = Some(names);
    }
    found.unwrap_or_default()
}

/// The statements at the place where a body stands.
fn statements<'a>(book: &'a Rulebook, running: &Running) -> Vec<&'a Stmt> {
    let mut found = Vec::new();
    for block in blocks(book, running.body) {
        each_stmt(block, &mut |stmt| {
            if stmt.span == running.at {
                found.push(stmt);
            }
        });
    }
    found
}

/// The bodies that run around an event, outermost first.
struct Calls<'a> {
    book: &'a Rulebook,
    within: &'a [Running],
}

/// What gives a name its value.
enum Binder<'a> {
    Chosen(Name),
    /// A deed's parameter.
    Handed(DeedId),
    Value(&'a Expr),
    Member(&'a Domain),
    Other,
}

impl<'a> Calls<'a> {
    /// The chosen names that all cards of a domain go by.
    fn domain(&self, level: usize, domain: &Domain, deep: u8) -> Option<Vec<Name>> {
        let deep = deep.checked_sub(1)?;
        let all = |names: Vec<Option<Vec<Name>>>| {
            let names: Option<Vec<Vec<Name>>> = names.into_iter().collect();
            names.map(|names| names.concat())
        };
        match &domain.base {
            Base::Items(items) => {
                all(items.iter().map(|item| self.value(level, item, deep)).collect())
            }
            Base::Union(parts) => {
                all(parts.iter().map(|part| self.domain(level, part, deep)).collect())
            }
            Base::Value(list) => self.value(level, list, deep),
            Base::Minus(of, _) | Base::Cut { of, .. } => self.domain(level, of, deep),
            Base::Enum(_)
            | Base::Bools
            | Base::Lines(..)
            | Base::Places(_)
            | Base::Way(_)
            | Base::Squares(_)
            | Base::SpotSquares(_)
            | Base::Spots { .. }
            | Base::Reach { .. }
            | Base::Players { .. }
            | Base::Range(..)
            | Base::Onwards(_)
            | Base::Zone(_)
            | Base::Top(..)
            | Base::Bottom(..) => None,
        }
    }

    fn value(&self, level: usize, value: &Expr, deep: u8) -> Option<Vec<Name>> {
        let deep = deep.checked_sub(1)?;
        if let ExprKind::Local(local) | ExprKind::Committed(local, _) = &value.kind {
            return self.local(level, *local, deep);
        }
        if let ExprKind::List(of) | ExprKind::First(of) = &value.kind {
            return self.domain(level, of, deep);
        }
        let ExprKind::RunLocal(of, local) = &value.kind else { return None };
        let body = match *of {
            RunBody::Deed(deed) => BodyRef::Deed(deed),
            RunBody::Move(id) => BodyRef::Move(id),
        };
        let level = self.within.get(..=level)?.iter().rposition(|running| running.body == body)?;
        self.local(level, *local, deep)
    }

    fn local(&self, level: usize, local: LocalId, deep: u8) -> Option<Vec<Name>> {
        match self.binder(self.within.get(level)?.body, local)? {
            Binder::Chosen(name) => Some(vec![name]),
            Binder::Handed(deed) => {
                let outer = level.checked_sub(1)?;
                self.value(outer, self.argument(self.within.get(outer)?, deed, local)?, deep)
            }
            Binder::Value(value) => self.value(level, value, deep),
            Binder::Member(domain) => self.domain(level, domain, deep),
            Binder::Other => None,
        }
    }

    /// What a running body hands to a deed where it stands.
    fn argument(&self, caller: &Running, deed: DeedId, local: LocalId) -> Option<&'a Expr> {
        let mut found = None;
        for stmt in statements(self.book, caller) {
            if let StmtKind::Call { deed: called, args, .. } = &stmt.kind
                && *called == deed
                && found.replace(&args[local.index()]).is_some()
            {
                return None;
            }
        }
        found
    }

    /// What gives a name its value; none: several statements do.
    fn binder(&self, body: BodyRef, local: LocalId) -> Option<Binder<'a>> {
        let mut found = Vec::new();
        match body {
            BodyRef::Deed(id) => {
                let handed = local.0 < self.book[id].params;
                found.extend(handed.then_some(Binder::Handed(id)));
            }
            BodyRef::Move(id) => {
                let m = &self.book[id];
                let chosen = local.0 < m.given || m.steps.iter().any(|step| step.local == local);
                found.extend(chosen.then_some(Binder::Chosen(Name::Of(id, local))));
            }
            BodyRef::Setup
            | BodyRef::Play
            | BodyRef::RunsOut(_)
            | BodyRef::Word(_)
            | BodyRef::Test(_)
            | BodyRef::Constant => {}
        }
        body_of(self.book, body)?;
        for block in blocks(self.book, body) {
            each_stmt(block, &mut |stmt| found.extend(binds(stmt, local)));
        }
        if found.len() == 1 { found.pop() } else { None }
    }
}

/// How a statement gives that name its value, if it does.
fn binds(stmt: &Stmt, local: LocalId) -> Option<Binder<'_>> {
    match &stmt.kind {
        StmtKind::Let(name, value) => (*name == local).then_some(Binder::Value(value)),
        StmtKind::ForEach(name, of, _) | StmtKind::IfThere(name, of, ..) => {
            (*name == local).then_some(Binder::Member(of))
        }
        StmtKind::Call { into, .. } => (*into == Some(local)).then_some(Binder::Other),
        StmtKind::Stage(stage) => {
            let over = stage.over.as_ref().map(|(name, _)| name);
            let own =
                over.is_some_and(|name| matches!(name, StageName::Local(name) if *name == local));
            own.then_some(Binder::Other)
        }
        StmtKind::Choose(choose) => match &choose.what {
            Offer::Values { steps, .. } => {
                let fills = steps.iter().any(|step| step.local == local);
                fills.then_some(Binder::Chosen(Name::At(choose.id, local)))
            }
            Offer::Menu(_) => None,
        },
        StmtKind::Set(..)
        | StmtKind::Move { .. }
        | StmtKind::Swap(..)
        | StmtKind::Shuffle(_)
        | StmtKind::Show(..)
        | StmtKind::Hide(..)
        | StmtKind::ShowCounter(..)
        | StmtKind::If(..)
        | StmtKind::Repeat(..)
        | StmtKind::End(_)
        | StmtKind::Give(_)
        | StmtKind::Say(_)
        | StmtKind::Remember(_)
        | StmtKind::Aside(_)
        | StmtKind::Again => None,
    }
}
