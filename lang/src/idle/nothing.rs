//! What is carried out and changes nothing: a value set to itself, cards moved to where they lie,
//! two branches alike.

use super::agree::agree;
use super::key::{domain_key, key, stmts_key};
use super::range::Ranges;
use super::visit::{self, Seen};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{each_expr, each_in_domain};
use crate::ir::{
    ArithOp, At, Base, BodyRef, CounterPlace, Domain, Expr, ExprKind, LocalId, Move, Pick,
    Rulebook, SetOp, Stmt, StmtKind, Type, Value, ZoneId, ZoneShape,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Tells of statements that do nothing.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let ranges = Ranges::kept(book);
    let from = Origins { loose: super::order::of_no_matter(book), ..Origins::of(book) };
    // A rule that is typed once for each kind is told of if it does nothing for any.
    let mut found: BTreeMap<Span, Option<Diagnostic>> = BTreeMap::new();
    let mut nought = BTreeMap::new();
    visit::all(book, &mut |body, seen| match seen {
        Seen::Stmt(stmt) if crowded(book, &ranges, body, stmt).is_some() => {
            nought.extend(crowded(book, &ranges, body, stmt).map(|said| (said.span(), said)));
        }
        Seen::Stmt(stmt) if stmt.span != Span::default() => {
            let said = Pass { book, ranges: &ranges }.stmt(body, stmt);
            let said = said.or_else(|| from.moved_back(book, body, stmt));
            agree(&mut found, stmt.span, said);
        }
        Seen::Block(stmts) => stmts.windows(2).for_each(|pair| {
            if let Some(said) = seen_by_all(book, pair) {
                nought.insert(said.span(), said);
            }
        }),
        Seen::Expr(e) => each_expr(e, &mut |e| adds_nothing(e, &mut nought)),
        Seen::Domain(d) => each_in_domain(d, &mut |e| adds_nothing(e, &mut nought)),
        Seen::Stmt(_) | Seen::Step(_) => {}
    });
    nought.extend(book.moves.iter().filter_map(by_nothing).map(|said| (said.span(), said)));
    found.into_values().flatten().chain(nought.into_values()).collect()
}

/// `move top 2 of pack to me.drawn`, where `drawn` is a slot.
fn crowded(book: &Rulebook, ranges: &Ranges<'_>, body: BodyRef, stmt: &Stmt) -> Option<Diagnostic> {
    let StmtKind::Move { cards, to, .. } = &stmt.kind else { return None };
    let (Base::Top(_, n) | Base::Bottom(_, n)) = &cards.base else { return None };
    let ExprKind::Zone(goal, _) = to.kind else { return None };
    let zone = &book[goal];
    (zone.shape == ZoneShape::Slot && ranges.read(body, n).low > 1).then(|| {
        Diagnostic::new(Code::W0519, cards.span, format!("`{}` holds one card", zone.name))
            .beside(zone.span, "declared here")
            .help("move one card to it, or declare it as a `row`, `set` or `pile`")
    })
}

/// `move c to market  hide c`, where everybody sees the market.
fn seen_by_all(book: &Rulebook, pair: &[Stmt]) -> Option<Diagnostic> {
    let [Stmt { kind: StmtKind::Move { cards, to, .. }, .. }, behind] = pair else { return None };
    let StmtKind::Hide(hidden, _) = &behind.kind else { return None };
    let ExprKind::Zone(id, _) = to.kind else { return None };
    let zone = &book[id];
    let same = domain_key(cards).is_some_and(|k| domain_key(hidden) == Some(k));
    (same && zone.seen == crate::ir::Seen::Everyone).then(|| {
        let said = format!("this hides nothing: everybody sees what lies in `{}`", zone.name);
        Diagnostic::new(Code::W0515, behind.span, said)
            .help("leave it out, or lay the cards where not everybody sees them")
    })
}

/// `n + 0`, `change price for c by $0`
fn adds_nothing(e: &Expr, to: &mut BTreeMap<Span, Diagnostic>) {
    if let ExprKind::Arith(ArithOp::Add | ArithOp::Sub, _, by) = &e.kind
        && matches!(by.kind, ExprKind::Const(Value::Number(0)))
        && by.span != Span::default()
    {
        to.entry(by.span).or_insert_with(|| {
            Diagnostic::new(Code::W0515, by.span, "nothing is added here, so nothing changes")
                .help("write by how much it changes, or leave it out")
        });
    }
}

/// `action take(n in 0..9) { heap -= n }`: with 0 it is done and nothing has changed.
fn by_nothing(of: &Move) -> Option<Diagnostic> {
    let step = of.steps.iter().find(|step| {
        let Base::Range(from, _) = &step.domain.base else { return false };
        let changes = of.body.block.iter().filter(|s| !matches!(s.kind, StmtKind::Say(_)));
        let by_it = |stmt: &Stmt| {
            let StmtKind::Set(_, SetOp::Plus | SetOp::Minus, value) = &stmt.kind else {
                return false;
            };
            matches!(value.kind, ExprKind::Local(id) if id == step.local)
        };
        // Who pays nothing may mean it.
        step.domain.elem == Type::Number
            && matches!(from.kind, ExprKind::Const(Value::Number(0)))
            && matches!(step.pick, Pick::One)
            && changes.clone().next().is_some()
            && changes.into_iter().all(by_it)
            && of.limit.is_none()
    })?;
    let said = format!("`{}` may be done with 0, and then it changes nothing", of.name);
    Some(
        Diagnostic::new(Code::W0515, step.domain.span, said)
            .help("begin with 1; who may do nothing is offered `pass`"),
    )
}

/// The zones that names of cards were taken from, and where they may have gone.
#[derive(Default)]
struct Origins {
    from: BTreeMap<(BodyRef, LocalId), Option<String>>,
    /// How often a body moves what goes by a name, or hands it to a deed.
    moved: BTreeMap<(BodyRef, LocalId), usize>,
    /// Zones that a body moves cards out of, whatever these are called.
    left: BTreeSet<(BodyRef, String)>,
    /// Rows whose cards may lie in any order.
    loose: BTreeSet<ZoneId>,
}

impl Origins {
    fn of(book: &Rulebook) -> Self {
        let mut all = Self::default();
        visit::all(book, &mut |body, seen| match seen {
            Seen::Step(step) => all.bind(body, step.local, Some(&step.domain)),
            Seen::Stmt(stmt) => {
                all.goes(body, stmt);
                if let StmtKind::Let(id, value) = &stmt.kind {
                    all.bind(body, *id, taken(value));
                } else if let StmtKind::IfThere(id, d, ..) | StmtKind::ForEach(id, d, _) =
                    &stmt.kind
                {
                    all.bind(body, *id, Some(d));
                } else if let StmtKind::Call { into: Some(id), .. } = &stmt.kind {
                    all.bind(body, *id, None);
                }
            }
            Seen::Expr(_) | Seen::Domain(_) | Seen::Block(_) => {}
        });
        all
    }

    /// Takes note of what a statement moves or hands on.
    fn goes(&mut self, body: BodyRef, stmt: &Stmt) {
        let mut named = BTreeSet::new();
        let mut look = |e: &Expr| {
            if let ExprKind::Local(id) = e.kind {
                named.insert(id);
            }
        };
        if let StmtKind::Move { cards, .. } = &stmt.kind {
            each_in_domain(cards, &mut look);
            if let Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _) = &cards.base {
                self.left.extend(key(zone).map(|zone| (body, zone)));
            }
        } else if let StmtKind::Call { args, .. } = &stmt.kind {
            args.iter().for_each(|arg| each_expr(arg, &mut look));
        } else if let StmtKind::Swap(a, b) = &stmt.kind {
            [a, b].iter().for_each(|card| each_expr(card, &mut look));
        }
        named.into_iter().for_each(|id| *self.moved.entry((body, id)).or_default() += 1);
    }

    /// A name that is bound twice is known only if both come from one zone.
    fn bind(&mut self, body: BodyRef, id: LocalId, domain: Option<&Domain>) {
        let zone = domain.and_then(|d| d.base.zone()).and_then(|(zone, _)| key(zone));
        agree(&mut self.from, (body, id), zone);
    }

    /// `let found = those c in p.hand where …  move found to p.hand`
    fn moved_back(&self, book: &Rulebook, body: BodyRef, stmt: &Stmt) -> Option<Diagnostic> {
        let StmtKind::Move { cards, to, at: At::Usual | At::Top } = &stmt.kind else { return None };
        let name = match &cards.base {
            Base::Value(e) => e,
            Base::Items(all) => all.first().filter(|_| all.len() == 1)?,
            _ => return None,
        };
        let (ExprKind::Local(id), ExprKind::Zone(zone, _)) = (&name.kind, &to.kind) else {
            return None;
        };
        let from = self.from.get(&(body, *id))?.as_ref()?;
        // What was elsewhere in between has come back.
        let stayed =
            self.moved.get(&(body, *id)) == Some(&1) && !self.left.contains(&(body, from.clone()));
        let anywhere = book[*zone].shape == ZoneShape::Set || self.loose.contains(zone);
        let stays = stayed && anywhere && key(to)? == *from;
        stays.then(|| {
            Diagnostic::new(
                Code::W0515,
                stmt.span,
                "these cards are moved to where they were chosen",
            )
            .help("name another zone after `to`; perhaps another player is meant")
        })
    }
}

/// The cards that a value is taken from.
fn taken(value: &Expr) -> Option<&Domain> {
    let (ExprKind::List(d) | ExprKind::First(d)) = &value.kind else { return None };
    Some(d)
}

struct Pass<'p, 'a> {
    book: &'p Rulebook,
    ranges: &'p Ranges<'a>,
}

impl Pass<'_, '_> {
    fn stmt(&self, body: BodyRef, stmt: &Stmt) -> Option<Diagnostic> {
        let (said, help) = match &stmt.kind {
            StmtKind::Set(place, op, value) => self.set(place, *op, value)?,
            StmtKind::Move { cards, to, at } => self.moved(body, cards, to, at)?,
            StmtKind::If(_, then, otherwise)
                if stmts_key(then).is_some_and(|k| stmts_key(otherwise) == Some(k)) =>
            {
                (
                    "this does the same whether the condition holds or not".to_owned(),
                    "let one of the two do something else, or leave the condition out",
                )
            }
            StmtKind::Swap(a, b) if key(a).is_some_and(|k| key(b) == Some(k)) => (
                "a card changes places with itself here, so nothing moves".to_owned(),
                "name the two cards that change places",
            ),
            StmtKind::Let(..)
            | StmtKind::Call { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => return None,
        };
        Some(Diagnostic::new(Code::W0515, stmt.span, said).help(help))
    }

    /// `starter = starter`, `n += 0`
    fn set(&self, place: &CounterPlace, op: SetOp, value: &Expr) -> Option<(String, &'static str)> {
        let name = &self.book[place.counter].name;
        match (op, &value.kind) {
            (SetOp::To, ExprKind::Counter(id, of)) if *id == place.counter => {
                let same = match (&place.key, of) {
                    (None, None) => true,
                    (Some(a), Some(b)) => key(a).is_some_and(|a| key(b) == Some(a)),
                    (None, Some(_)) | (Some(_), None) => false,
                };
                let said = format!("this sets `{name}` to what it is");
                same.then_some((
                    said,
                    "write its new value; perhaps another player is meant, such as `….left`",
                ))
            }
            (SetOp::Plus | SetOp::Minus, ExprKind::Const(Value::Number(0))) => Some((
                format!("this leaves `{name}` as it is"),
                "write by how much it changes, or leave it out",
            )),
            _ => None,
        }
    }

    /// `move top 1 of pond to pond`, `move top 0 of pond to hand`
    fn moved(
        &self,
        body: BodyRef,
        cards: &Domain,
        to: &Expr,
        at: &At,
    ) -> Option<(String, &'static str)> {
        let (from, n) = cards.base.zone()?;
        if n.is_some_and(|n| self.ranges.read(body, n).high < 1) {
            return Some((
                "this moves no card: none are taken".to_owned(),
                "say how many: 1 or more",
            ));
        }
        let (ExprKind::Zone(zone, _), Some(lies)) = (&from.kind, key(from)) else { return None };
        let shape = self.book[*zone].shape;
        let one = matches!(n.map(|n| &n.kind), Some(ExprKind::Const(Value::Number(1))));
        let stays = match (&cards.base, at, shape) {
            (Base::Zone(_), At::Usual, _) => cards.filter.is_none() && cards.best.is_none(),
            (_, At::Usual | At::Top, ZoneShape::Set) => true,
            (Base::Top(..), At::Usual | At::Top, ZoneShape::Pile) => one,
            _ => false,
        };
        let same = stays && key(to) == Some(lies);
        let said = "these cards are moved to where they lie".to_owned();
        same.then_some((said, "name another zone after `to`, or leave it out"))
    }
}
