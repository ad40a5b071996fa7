//! Counters that were shown, as long as nothing can have changed them since.

use super::effects::to_all;
use super::flow::{Body, Flow};
use super::read::Names;
use super::readers::{Readers, Seat};
use crate::ir::{
    Base, CounterId, CounterPlace, Domain, ExprKind, LocalId, Offer, Rulebook, Stmt, StmtKind,
};
use std::collections::BTreeSet;

/// A counter that was shown: this player's (none: everybody's, or the table's), and to whom; none:
/// to all.
pub(super) type Shown = (CounterId, Option<Seat>, Option<Seat>);

impl Flow<'_> {
    /// A counter is shown: if nothing secret decides whether, whoever certainly sees it knows it
    /// from now on.
    pub(super) fn know(&mut self, place: &CounterPlace, to: &Domain, body: &mut Body) {
        if body.guard() != Readers::Everyone {
            return;
        }
        let followed = |seat: Seat| !matches!(seat, Seat::Somebody | Seat::Shown(_));
        let whose = match &place.key {
            None => None,
            Some(key) => Some(self.reader.expr(key, &mut body.names).seat),
        };
        if !whose.is_none_or(followed) {
            return;
        }
        if to_all(to) {
            body.names.shown.insert((place.counter, whose, None));
        } else if let Readers::Only(seats) = self.seats(to, body) {
            let seats = seats.into_iter().filter(|seat| followed(*seat));
            body.names.shown.extend(seats.map(|seat| (place.counter, whose, Some(seat))));
        }
    }

    /// What was shown of each player by a `for each` over all of them is known of everybody.
    pub(super) fn know_all(
        &self,
        local: LocalId,
        (domain, inner): (&Domain, &[Stmt]),
        body: &mut Body,
    ) {
        let every = matches!(domain.base, Base::Players { opponents: false, .. })
            && domain.filter.is_none()
            && domain.best.is_none();
        let changed = every.then(|| changes(self.book, inner)).flatten();
        let Some(changed) = changed.filter(|_| body.guard() == Readers::Everyone) else { return };
        for stmt in inner {
            if let StmtKind::ShowCounter(place, to) = &stmt.kind
                && to_all(to)
                && place
                    .key
                    .as_ref()
                    .is_some_and(|key| matches!(key.kind, ExprKind::Local(l) if l == local))
                && !changed.contains(&place.counter)
            {
                body.names.shown.insert((place.counter, None, None));
            }
        }
    }
}

impl Names {
    /// Forgets what a statement may change.
    pub(super) fn changed_by(&mut self, book: &Rulebook, stmts: &[Stmt]) {
        match changes(book, stmts) {
            Some(changed) => self.shown.retain(|(counter, ..)| !changed.contains(counter)),
            None => self.shown.clear(),
        }
    }

    /// Those who certainly know that counter, of this player, because it was shown to them.
    pub(super) fn who_know(&self, counter: CounterId, seat: Option<Seat>) -> Readers {
        let of = |whose: Option<Seat>| whose.is_none() || whose == seat;
        let mut all = Readers::NOBODY;
        for (.., to) in self.shown.iter().filter(|(id, whose, _)| *id == counter && of(*whose)) {
            all = all.or(&to.map_or(Readers::Everyone, Readers::one));
        }
        all
    }
}

/// The counters that statements may change; none: any. What moves do, and what follows from a move
/// of cards where rules wait for a zone to run out, is not looked at.
fn changes(book: &Rulebook, stmts: &[Stmt]) -> Option<BTreeSet<CounterId>> {
    let mut found = BTreeSet::new();
    for stmt in stmts {
        match &stmt.kind {
            StmtKind::Set(place, ..) => {
                found.insert(place.counter);
            }
            StmtKind::Call { .. } => return None,
            StmtKind::Choose(choose) => match &choose.what {
                Offer::Menu(_) => return None,
                Offer::Values { .. } => {}
            },
            StmtKind::Move { .. } | StmtKind::Swap(..) => {
                if !book.runs_out.is_empty() {
                    return None;
                }
            }
            StmtKind::If(_, a, b) | StmtKind::IfThere(_, _, a, b) => {
                found.extend(changes(book, a)?);
                found.extend(changes(book, b)?);
            }
            StmtKind::ForEach(_, _, a) => found.extend(changes(book, a)?),
            StmtKind::Stage(stage) => {
                found.extend(changes(book, &stage.body)?);
                for ends in &stage.ends {
                    found.extend(changes(book, &ends.body)?);
                }
            }
            StmtKind::Let(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Show(..)
            | StmtKind::Hide(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => {}
        }
    }
    Some(found)
}
