//! Zones that were emptied a line before, or found empty: what is then done with their cards is
//! done with none.

use super::agree::agree;
use super::key::key;
use super::writes::Writes;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::{blocks, each_expr, each_stmt};
use crate::ir::{
    ArithOp, Base, BodyRef, Choose, Chooser, DeedId, Domain, Expr, ExprKind, LocalId, MoveId,
    Offer, Rulebook, SetOp, Stmt, StmtKind, ZoneId,
};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Tells of what is done with the cards of empty zones.
pub(super) fn find(book: &Rulebook) -> Vec<Diagnostic> {
    let mut pass = Pass { book, found: BTreeMap::new() };
    let deeds = (0..book.deeds.len()).map(|at| BodyRef::Deed(DeedId(at as u16)));
    let refills = (0..book.runs_out.len()).map(|at| BodyRef::RunsOut(at as u16));
    for body in [BodyRef::Setup, BodyRef::Play].into_iter().chain(deeds).chain(refills) {
        for block in blocks(book, body) {
            pass.block(block, &mut Bare::new());
        }
    }
    let one_by_one = pass.one_by_one();
    for (at, of) in book.moves.iter().enumerate() {
        for block in blocks(book, BodyRef::Move(MoveId(at as u16))) {
            let mut bare = Bare::new();
            if one_by_one && std::ptr::eq(block, of.body.block.as_slice()) {
                of.needs.iter().for_each(|need| pass.asked(&need.condition, true, &mut bare));
            }
            pass.block(block, &mut bare);
        }
    }
    pass.found.remove(&Span::default());
    asked_wrongly(book, pass.found.into_values().flatten().collect())
}

/// Where a `needs` asks that a zone is empty, and all that is done with its cards is done with
/// none, the question is the wrong way round: if several things are, or it is a deck.
fn asked_wrongly(book: &Rulebook, all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let mut asked: BTreeMap<Span, bool> = BTreeMap::new();
    for need in book.moves.iter().flat_map(|of| &of.needs) {
        each_expr(&need.condition, &mut |e| {
            if let ExprKind::IsEmpty(d) = &e.kind
                && let Base::Zone(zone) = &d.base
            {
                let deck = matches!(zone.kind, ExprKind::Zone(id, _) if book[id].deck);
                asked.insert(e.span, deck);
            }
        });
    }
    let why = |d: &Diagnostic| d.labels.iter().find(|l| l.text == HOLDS).map(|l| l.span);
    let mut often: BTreeMap<Span, usize> = BTreeMap::new();
    for at in all.iter().filter_map(why) {
        *often.entry(at).or_insert(0) += 1;
    }
    let mut told = BTreeSet::new();
    let turned = |said: Diagnostic| {
        let Some(at) = why(&said) else { return Some(said) };
        let wrong = asked.get(&at).is_some_and(|deck| *deck || often.get(&at) > Some(&1));
        let Some((_, empty)) = said.message.split_once(": ").filter(|_| wrong) else {
            return Some(said);
        };
        let message = format!(
            "only when {empty} may this be done, and then nothing of it can be moved or counted"
        );
        told.insert(at).then(|| {
            Diagnostic::new(Code::W0515, at, message)
                .beside(said.span(), "here")
                .help("ask for the contrary: write `is not empty`")
        })
    };
    all.into_iter().filter_map(turned).collect()
}

/// What is said where a zone was found empty.
const HOLDS: &str = "this holds here";

/// Why a zone is known to be empty.
#[derive(Debug, Clone)]
struct Why {
    at: Span,
    /// Where its cards went, if it was emptied; none if it was asked.
    gone: Option<Expr>,
}

/// Zones that are known to be empty, each by what it is and whose.
type Bare = BTreeMap<(ZoneId, String), Why>;

/// Statements that may be gone through, and what is known of zones before them.
struct Way<'s> {
    stmts: &'s [Stmt],
    bare: Bare,
}

struct Pass<'a> {
    book: &'a Rulebook,
    /// By its place: a rule that is typed once for each kind is told of if all kinds say the same.
    found: BTreeMap<Span, Option<Diagnostic>>,
}

impl Pass<'_> {
    /// Whether nobody's move is carried out after somebody else's that was chosen at once: what was
    /// asked when it was offered still holds.
    fn one_by_one(&self) -> bool {
        let mut all = true;
        let mut look = |choose: &Choose| {
            let together = matches!(choose.by, Chooser::Each(_) | Chooser::Race(_));
            all &= !(together && matches!(choose.what, Offer::Menu(_)));
        };
        crate::ir::walk::walk_bodies(self.book, &mut |stmt| {
            if let StmtKind::Choose(choose) = &stmt.kind {
                look(choose);
            }
        });
        all
    }

    /// A zone that stays the same as long as nobody sets a name: the table's, mine, or that of a
    /// player or member who goes by a name.
    fn zone(&self, e: &Expr) -> Option<(ZoneId, String)> {
        let ExprKind::Zone(id, owner) = &e.kind else { return None };
        let fixed = owner.as_ref().is_none_or(|of| {
            matches!(of.kind, ExprKind::Me | ExprKind::Local(_) | ExprKind::Const(_))
        });
        let refilled = self.book.runs_out.iter().any(|rule| rule.zone == *id);
        (fixed && !refilled).then(|| Some((*id, key(e)?)))?
    }

    /// All the cards of a zone.
    fn whole<'e>(&self, d: &'e Domain) -> Option<&'e Expr> {
        let Base::Zone(zone) = &d.base else { return None };
        (d.filter.is_none() && d.best.is_none()).then_some(zone)
    }

    /// What a condition tells of zones where it holds, or does not.
    fn asked(&self, e: &Expr, holds: bool, bare: &mut Bare) {
        if let ExprKind::Not(inner) = &e.kind {
            self.asked(inner, !holds, bare);
        } else if let (ExprKind::And(a, b), true) | (ExprKind::Or(a, b), false) = (&e.kind, holds) {
            self.asked(a, holds, bare);
            self.asked(b, holds, bare);
        } else if let (ExprKind::IsEmpty(d), true) = (&e.kind, holds) {
            let zone = self.whole(d).and_then(|zone| self.zone(zone));
            bare.extend(zone.map(|zone| (zone, Why { at: e.span, gone: None })));
        }
    }

    /// Goes through statements; whether what follows them may be come to.
    fn block(&mut self, stmts: &[Stmt], bare: &mut Bare) -> bool {
        for stmt in stmts {
            let said = self.judged(stmt, bare);
            let at = said.as_ref().map_or(stmt.span, Diagnostic::span);
            agree(&mut self.found, at, said);
            if !self.stmt(stmt, bare) {
                return false;
            }
        }
        true
    }

    fn stmt(&mut self, stmt: &Stmt, bare: &mut Bare) -> bool {
        match &stmt.kind {
            StmtKind::If(e, then, otherwise) => {
                let (mut one, mut other) = (bare.clone(), bare.clone());
                self.asked(e, true, &mut one);
                self.asked(e, false, &mut other);
                return self.branches(
                    Way { stmts: then, bare: one },
                    Way { stmts: otherwise, bare: other },
                    bare,
                );
            }
            StmtKind::IfThere(id, d, then, otherwise) => {
                forget(*id, bare);
                let (one, mut other) = (bare.clone(), bare.clone());
                let zone = self.whole(d).and_then(|zone| self.zone(zone));
                other.extend(zone.map(|zone| (zone, Why { at: d.span, gone: None })));
                return self.branches(
                    Way { stmts: then, bare: one },
                    Way { stmts: otherwise, bare: other },
                    bare,
                );
            }
            StmtKind::ForEach(_, _, inner) | StmtKind::Repeat(_, inner) => {
                self.block(inner, &mut Bare::new());
                self.lose(stmt, bare);
            }
            StmtKind::Stage(stage) => {
                self.block(&stage.body, &mut Bare::new());
                bare.clear();
            }
            StmtKind::Move { cards, to, .. } => {
                self.lose(stmt, bare);
                let from = self.whole(cards).and_then(|zone| self.zone(zone));
                let goes = from.filter(|(id, _)| {
                    !matches!(&to.kind, ExprKind::Zone(goal, _) if goal == id)
                        && matches!(to.kind, ExprKind::Zone(..))
                });
                let why = || Why { at: stmt.span, gone: Some(to.clone()) };
                bare.extend(goes.map(|zone| (zone, why())));
            }
            StmtKind::Let(id, _) | StmtKind::Call { into: Some(id), .. } => {
                self.lose(stmt, bare);
                forget(*id, bare);
            }
            StmtKind::End(_) | StmtKind::Give(_) | StmtKind::Again => return false,
            StmtKind::Call { .. }
            | StmtKind::Choose(_)
            | StmtKind::Set(..)
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::Say(_)
            | StmtKind::Aside(_)
            | StmtKind::Remember(_) => self.lose(stmt, bare),
        }
        true
    }

    /// One of two ways; what is so after both is so.
    fn branches(&mut self, mut one: Way<'_>, mut other: Way<'_>, bare: &mut Bare) -> bool {
        let first = self.block(one.stmts, &mut one.bare);
        let second = self.block(other.stmts, &mut other.bare);
        *bare = match [first, second] {
            [true, true] => {
                one.bare.retain(|zone, _| other.bare.contains_key(zone));
                one.bare
            }
            [true, false] => one.bare,
            [false, true] => other.bare,
            [false, false] => return false,
        };
        true
    }

    /// Zones that cards may come into are no longer known.
    fn lose(&self, stmt: &Stmt, bare: &mut Bare) {
        let writes = Writes::of(self.book, std::slice::from_ref(stmt));
        if writes.touched.all {
            bare.clear();
        }
        bare.retain(|(id, _), _| !writes.touched.zones.contains(id));
        // Names that it gives, or sets, mean something else.
        each_stmt(std::slice::from_ref(stmt), &mut |stmt| match &stmt.kind {
            StmtKind::Let(id, _)
            | StmtKind::Call { into: Some(id), .. }
            | StmtKind::IfThere(id, ..)
            | StmtKind::ForEach(id, ..) => forget(*id, bare),
            StmtKind::Choose(choose) => {
                if let Offer::Values { steps, .. } = &choose.what {
                    steps.iter().for_each(|step| forget(step.local, bare));
                }
            }
            StmtKind::Call { .. }
            | StmtKind::Set(..)
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::If(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Aside(_)
            | StmtKind::Remember(_)
            | StmtKind::Again => {}
        });
    }

    /// What a statement does with the cards of a zone that has none.
    fn judged(&self, stmt: &Stmt, bare: &Bare) -> Option<Diagnostic> {
        if bare.is_empty() {
            return None;
        }
        match &stmt.kind {
            StmtKind::Shuffle(zone) => {
                let why = bare.get(&self.zone(zone)?)?;
                let help = match why.gone.as_ref().and_then(|to| self.of_table(to)) {
                    Some(to) => format!("shuffle the zone where its cards are: `shuffle {to}`"),
                    None => "shuffle it when cards lie there, or name another zone".to_owned(),
                };
                Some(self.said(zone, why, stmt.span, "nothing is shuffled here").help(help))
            }
            StmtKind::Move { cards, to, .. } => {
                let (Base::Zone(zone) | Base::Top(zone, _) | Base::Bottom(zone, _)) = &cards.base
                else {
                    return None;
                };
                let why = bare.get(&self.zone(zone)?)?;
                let turned = self.of_table(zone).zip(self.of_table(to));
                let turned = turned.filter(|_| why.gone.is_none() && self.whole(cards).is_some());
                let help = match turned {
                    Some((from, to)) => {
                        format!("perhaps it is meant the other way round: `move {to} to {from}`")
                    }
                    None => "move cards from another zone, or do this before".to_owned(),
                };
                Some(self.said(zone, why, stmt.span, "no card is moved here").help(help))
            }
            StmtKind::Set(_, SetOp::Plus | SetOp::Minus, value) => {
                let (zone, why) = self.nothing(value, bare)?;
                let help = match why.gone {
                    Some(_) => {
                        "count the cards before they are moved: put this line above that one"
                    }
                    None => "ask for the contrary (`is not empty`), or count in another zone",
                };
                Some(self.said(zone, why, value.span, "this is always 0").help(help))
            }
            StmtKind::Set(_, SetOp::To, _)
            | StmtKind::Let(..)
            | StmtKind::Call { .. }
            | StmtKind::Swap(..)
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
            | StmtKind::Aside(_)
            | StmtKind::Remember(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => None,
        }
    }

    fn said(&self, zone: &Expr, why: &Why, at: Span, what: &str) -> Diagnostic {
        let ExprKind::Zone(id, _) = zone.kind else {
            return Diagnostic::new(Code::W0515, at, what);
        };
        let name = &self.book[id].name;
        let (now, before) = match why.gone {
            Some(_) => (format!("`{name}` was emptied before"), "emptied here"),
            None => (format!("`{name}` is empty"), HOLDS),
        };
        Diagnostic::new(Code::W0515, at, format!("{what}: {now}")).beside(why.at, before)
    }

    /// The name of a zone of the table.
    fn of_table(&self, zone: &Expr) -> Option<&str> {
        let ExprKind::Zone(id, None) = zone.kind else { return None };
        Some(self.book[id].name.as_str())
    }

    /// The zone because of which a value is nothing.
    fn nothing<'e, 'b>(&self, e: &'e Expr, bare: &'b Bare) -> Option<(&'e Expr, &'b Why)> {
        if let ExprKind::Arith(ArithOp::Mul, a, b) = &e.kind {
            return self.nothing(a, bare).or_else(|| self.nothing(b, bare));
        }
        if let ExprKind::Arith(ArithOp::Div, a, _) = &e.kind {
            return self.nothing(a, bare);
        }
        if let ExprKind::Count(of) = &e.kind {
            return self.of_none(of, bare);
        }
        let ExprKind::Fold(fold) = &e.kind else { return None };
        let zero = fold.op.law().of_nothing == Some(0);
        zero.then(|| self.of_none(&fold.over, bare))?
    }

    fn of_none<'e, 'b>(&self, d: &'e Domain, bare: &'b Bare) -> Option<(&'e Expr, &'b Why)> {
        let Base::Zone(zone) = &d.base else { return None };
        Some((zone, bare.get(&self.zone(zone)?)?))
    }
}

/// Zones of whom a name stands for are no longer known.
fn forget(name: LocalId, bare: &mut Bare) {
    let of = format!("L{};", name.0);
    bare.retain(|(_, zone), _| !zone.contains(&of));
}
