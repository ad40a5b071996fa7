//! Which cards lie open for all when a body has gone on to where it next asks, ends or leaves: what
//! they decide before that tells nothing that is not seen at once.

use super::asking::asks;
use super::at_once::AtOnce;
use super::faults::Faults;
use super::shape::{local, named, to_all};
use crate::ir::walk::each_expr;
use crate::ir::{
    At, Base, BodyRef, DeedId, Domain, End, Expr, ExprKind, LocalId, Owner, Rulebook, Seen, Stmt,
    StmtKind, ZoneId,
};
use crate::source::Span;

/// Whose zone a deed shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shows {
    Tables,
    All,
    /// That of whoever this parameter stands for.
    Of(LocalId),
}

/// Whose zone is laid open.
#[derive(Debug, Clone, Copy)]
pub(super) enum Whose<'b> {
    /// The table's, or that of whoever the expression names.
    Of(Option<&'b Expr>),
    All,
}

/// What deeds lay open.
pub(super) struct Opens<'a> {
    pub(super) book: &'a Rulebook,
    /// Of each deed, the parameters whose cards lie open behind it.
    deeds: Vec<Vec<LocalId>>,
    /// Of each deed, the zones of which it shows all cards to all, whatever happens in it.
    pub(super) shows: Vec<Vec<(ZoneId, Shows)>>,
    /// Deeds that may end a stage or the game, by what they say or at once after what they do.
    end: Vec<bool>,
    at_once: AtOnce,
    pub(super) faults: Faults,
}

impl<'a> Opens<'a> {
    /// Of a whole rulebook: a deed lays open what one that it calls lays open.
    pub(super) fn of(book: &'a Rulebook) -> Self {
        let (deeds, end) = (vec![Vec::new(); book.deeds.len()], vec![false; book.deeds.len()]);
        let (at_once, faults) = (AtOnce::of(book), Faults::of(book));
        let shows = vec![Vec::new(); book.deeds.len()];
        let mut opens = Self { book, deeds, shows, end, at_once, faults };
        let mut changed = true;
        while changed {
            changed = false;
            for (at, deed) in book.deeds.iter().enumerate() {
                if !opens.end[at]
                    && deed.body.block.iter().any(|stmt| opens.leaves(stmt, Left::Running))
                {
                    (opens.end[at], changed) = (true, true);
                }
            }
        }
        changed = true;
        while changed {
            changed = false;
            for (at, deed) in book.deeds.iter().enumerate() {
                let body = BodyRef::Deed(DeedId(at as u16));
                let mut found = opens.soon(body, &deed.body.block);
                found.retain(|local| local.0 < deed.params);
                changed |= found != opens.deeds[at];
                opens.deeds[at] = found;
                let shows = opens.shown_by_deed(deed);
                changed |= shows != opens.shows[at];
                opens.shows[at] = shows;
            }
        }
        opens
    }

    /// Names whose cards lie open behind these statements, or behind those of them up to the first
    /// that may ask, leave or stop the game.
    fn soon(&self, at: BodyRef, block: &[Stmt]) -> Vec<LocalId> {
        self.opened_by(at, block, &|stmt| self.faults.stmt(at, stmt))
    }

    /// The same where the first of them is carried out just now, so that what it would stop is
    /// nothing but itself. Gives which could stop the game before more is laid open, too.
    pub(super) fn open_from(&self, at: BodyRef, block: &[Stmt]) -> (Vec<LocalId>, Option<Span>) {
        // What stops the game is found out at length, and mostly nothing is laid open.
        let most = self.opened_by(at, block, &|_| false).len();
        if most == 0 {
            return (Vec::new(), None);
        }
        let first = block.first().map(|stmt| stmt.span);
        let stops = |stmt: &Stmt| {
            if Some(stmt.span) == first {
                self.faults.later(at, stmt)
            } else {
                self.faults.stmt(at, stmt)
            }
        };
        let found = self.opened_by(at, block, &stops);
        let stop = block.iter().find(|stmt| stops(stmt)).map(|stmt| stmt.span);
        let stop = stop.filter(|_| most > found.len());
        (found, stop)
    }

    fn opened_by(
        &self,
        at: BodyRef,
        block: &[Stmt],
        stops: &dyn Fn(&Stmt) -> bool,
    ) -> Vec<LocalId> {
        let (mut found, mut anew) = (Vec::new(), Vec::new());
        for stmt in block {
            if let StmtKind::Let(local, _) | StmtKind::Call { into: Some(local), .. } = &stmt.kind {
                anew.push(*local);
            }
            let here = self.opened(at, stmt).into_iter().filter(|local| !anew.contains(local));
            found.extend(here);
            if asks(self.book, stmt) || self.leaves(stmt, Left::Block) || stops(stmt) {
                break;
            }
        }
        found.sort();
        found.dedup();
        found
    }

    fn opened(&self, here: BodyRef, stmt: &Stmt) -> Vec<LocalId> {
        match &stmt.kind {
            StmtKind::Move { cards, to, at }
                if self.is_open(to)
                    && cards.filter.is_none()
                    && cards.best.is_none()
                    && !self.faults.own(here, stmt) =>
            {
                let mut found = self.moved(cards);
                if let At::Spot(Expr { kind: ExprKind::Local(spot), .. }) = at {
                    found.push(*spot);
                }
                found
            }
            StmtKind::Show(cards, to) if to_all(to) => named(cards),
            StmtKind::Call { deed, args, .. } => {
                let args = self.deeds[deed.index()].iter().map(|param| &args[param.index()]);
                args.filter_map(local).collect()
            }
            StmtKind::If(_, then, otherwise) => {
                let other = self.soon(here, otherwise);
                self.soon(here, then).into_iter().filter(|local| other.contains(local)).collect()
            }
            StmtKind::Move { .. }
            | StmtKind::Show(..)
            | StmtKind::Let(..)
            | StmtKind::Set(..)
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
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
            | StmtKind::Choose(_) => Vec::new(),
        }
    }

    /// Names of cards that come where they go: an ending at once may leave those behind the first
    /// where they lie.
    fn moved(&self, cards: &Domain) -> Vec<LocalId> {
        let mut found = named(cards);
        if self.at_once.after_moves() {
            let Base::Items(items) = &cards.base else { return Vec::new() };
            found.truncate(usize::from(items.first().and_then(local).is_some()));
        }
        found
    }

    /// A zone whose cards all see.
    fn is_open(&self, zone: &Expr) -> bool {
        let ExprKind::Zone(id, _) = &zone.kind else { return false };
        let zone = &self.book[*id];
        zone.seen == Seen::Everyone && !matches!(zone.owner, Owner::Card(_))
    }

    /// Whether nothing but the end of the game comes behind these statements.
    pub(super) fn end_the_game(&self, block: &[Stmt]) -> bool {
        for stmt in block {
            if matches!(&stmt.kind, StmtKind::End(End::Won(_) | End::Lost | End::Drawn)) {
                return true;
            }
            if asks(self.book, stmt) || self.leaves(stmt, Left::Block) {
                return false;
            }
        }
        false
    }

    /// Whether a statement may leave what it stands in.
    pub(super) fn leaves(&self, stmt: &Stmt, left: Left) -> bool {
        let any = |block: &[Stmt]| block.iter().any(|stmt| self.leaves(stmt, left));
        match &stmt.kind {
            StmtKind::End(_) => true,
            StmtKind::Give(_) => left == Left::Block,
            StmtKind::Call { deed, .. } => self.end[deed.index()],
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => any(a) || any(b),
            StmtKind::ForEach(_, _, a) | StmtKind::Repeat(_, a) => any(a),
            // Endings around it are looked at after each of its elements.
            StmtKind::Stage(_) => true,
            StmtKind::Set(..)
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_) => self.at_once.may_end(stmt),
            StmtKind::Let(..)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => false,
        }
    }
}

/// Whether an expression goes by one of these names.
pub(super) fn goes_by(of: &Expr, names: &[LocalId]) -> bool {
    let mut found = false;
    each_expr(of, &mut |e| found |= matches!(e.kind, ExprKind::Local(l) if names.contains(&l)));
    found
}

/// What is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// The block, by an `end` or by a `give`.
    Block,
    /// What is running: more than the deed.
    Running,
}
