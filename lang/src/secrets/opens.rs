//! Which cards lie open for all when a body has gone on to where it next asks, ends or leaves: what
//! they decide before that tells nothing that is not seen at once.

use super::at_once::AtOnce;
use super::effects::{asks, named, to_all};
use crate::ir::walk::each_expr;
use crate::ir::{
    ArithOp, At, Base, Domain, End, Expr, ExprKind, LocalId, Owner, Rulebook, Seen, Stmt, StmtKind,
};

/// What deeds lay open.
#[derive(Debug)]
pub(super) struct Opens<'a> {
    book: &'a Rulebook,
    /// Of each deed, the parameters whose cards lie open behind it.
    deeds: Vec<Vec<LocalId>>,
    /// Deeds that may end a stage or the game, by what they say or at once after what they do.
    end: Vec<bool>,
    at_once: AtOnce,
}

impl<'a> Opens<'a> {
    /// Of a whole rulebook: a deed lays open what one that it calls lays open.
    pub(super) fn of(book: &'a Rulebook) -> Self {
        let (deeds, end) = (vec![Vec::new(); book.deeds.len()], vec![false; book.deeds.len()]);
        let mut opens = Self { book, deeds, end, at_once: AtOnce::of(book) };
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
                let mut found = opens.soon(&deed.body.block);
                found.retain(|local| local.0 < deed.params);
                changed |= found != opens.deeds[at];
                opens.deeds[at] = found;
            }
        }
        opens
    }

    /// Names whose cards lie open behind these statements, or behind those of them up to the first
    /// that may ask or leave.
    pub(super) fn soon(&self, block: &[Stmt]) -> Vec<LocalId> {
        let (mut found, mut anew) = (Vec::new(), Vec::new());
        for stmt in block {
            if let StmtKind::Let(local, _) | StmtKind::Call { into: Some(local), .. } = &stmt.kind {
                anew.push(*local);
            }
            let here = self.opened(stmt).into_iter().filter(|local| !anew.contains(local));
            found.extend(here);
            if asks(self.book, stmt) || self.leaves(stmt, Left::Block) {
                break;
            }
        }
        found.sort();
        found.dedup();
        found
    }

    fn opened(&self, stmt: &Stmt) -> Vec<LocalId> {
        match &stmt.kind {
            StmtKind::Move { cards, to, at }
                if self.is_open(to) && cards.filter.is_none() && cards.best.is_none() =>
            {
                let mut found = self.moved(cards);
                if let At::Spot(Expr { kind: ExprKind::Local(spot), .. }) = at {
                    found.push(*spot);
                }
                found
            }
            StmtKind::Show(cards, to)
                if to_all(to) && cards.filter.is_none() && cards.best.is_none() =>
            {
                named(cards)
            }
            StmtKind::Call { deed, args, .. } => {
                let opened = self.deeds.get(deed.index()).map_or(&[][..], |d| d);
                let arg = |local: &LocalId| match args.get(local.index()).map(|arg| &arg.kind) {
                    Some(ExprKind::Local(local)) => Some(*local),
                    _ => None,
                };
                opened.iter().filter_map(arg).collect()
            }
            StmtKind::If(_, then, otherwise) => {
                let other = self.soon(otherwise);
                self.soon(then).into_iter().filter(|local| other.contains(local)).collect()
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
            | StmtKind::Stage(_)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
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
            let one =
                matches!(&cards.base, Base::Items(items) if items.first().is_some_and(is_name));
            found.truncate(usize::from(one));
        }
        found
    }

    /// A zone whose cards all see.
    fn is_open(&self, zone: &Expr) -> bool {
        let ExprKind::Zone(id, _) = &zone.kind else { return false };
        let zone = self.book.zones.get(id.index());
        zone.is_some_and(|z| z.seen == Seen::Everyone && !matches!(z.owner, Owner::Card(_)))
    }

    /// Whether nothing but the end of the game comes behind these statements.
    pub(super) fn end_the_game(&self, block: &[Stmt]) -> bool {
        for stmt in block {
            if matches!(&stmt.kind, StmtKind::End(End::Won(_) | End::Lost)) {
                return true;
            }
            if asks(self.book, stmt) || self.leaves(stmt, Left::Block) {
                return false;
            }
        }
        false
    }

    /// Whether a statement may leave what it stands in.
    fn leaves(&self, stmt: &Stmt, left: Left) -> bool {
        let any = |block: &[Stmt]| block.iter().any(|stmt| self.leaves(stmt, left));
        match &stmt.kind {
            StmtKind::End(_) => true,
            StmtKind::Give(_) => left == Left::Block,
            StmtKind::Call { deed, .. } => self.end.get(deed.index()).copied().unwrap_or(false),
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => any(a) || any(b),
            StmtKind::ForEach(_, _, a) => any(a),
            // Endings around it are looked at after each of its elements.
            StmtKind::Stage(_) => true,
            StmtKind::Set(_, _, value) => self.at_once.may_end(stmt) || divides(value),
            StmtKind::Let(_, value) => divides(value),
            StmtKind::Move { .. } | StmtKind::Swap(..) | StmtKind::Shuffle(_) => {
                self.at_once.may_end(stmt)
            }
            StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::Say(_)
            | StmtKind::Aside(_)
            | StmtKind::Again
            | StmtKind::Choose(_) => false,
        }
    }
}

/// Whether a value may not be had, as something is divided by what may be 0.
fn divides(value: &Expr) -> bool {
    let mut found = false;
    each_expr(value, &mut |e| {
        if let ExprKind::Arith(ArithOp::Div | ArithOp::Mod, _, by) = &e.kind {
            found |= !matches!(by.kind, ExprKind::Const(_));
        }
    });
    found
}

fn is_name(of: &Expr) -> bool {
    matches!(of.kind, ExprKind::Local(_))
}

/// What is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    /// The block, by an `end` or by a `give`.
    Block,
    /// What is running: more than the deed.
    Running,
}
