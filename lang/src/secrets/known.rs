//! What was shown: counters, as long as nothing can have changed them since, and zones, as long as
//! no card can have come there.
//!
//! What holds where a body is called is what all its callers have shown; what it leaves shown holds
//! behind the call.

use super::body::Body;
use super::changes::Thing;
use super::flow::Flow;
use super::names::Names;
use super::opens::Whose;
use super::parts::Loop;
use super::readers::{Passed, Readers, Seat};
use super::shape::{Chosen, chosen_by, named, to_all, to_opponents, whole_zone};
use super::shown::AllShown;
use crate::ir::walk::each_stmt;
use crate::ir::{Base, CounterPlace, DeedId, Domain, Expr, MoveId, Seen, Stmt, StmtKind};

/// Whether no cards are moved, mixed or hidden here but this one, in any of several rounds.
fn moves_only(block: &[Stmt], card: Chosen) -> bool {
    let (mut only, mut names) = (true, Vec::new());
    each_stmt(block, &mut |stmt| {
        if let StmtKind::IfThere(local, of, ..) = &stmt.kind
            && chosen_by(of) == Some(card)
        {
            names.push(*local);
        }
        only &= match &stmt.kind {
            StmtKind::Move { cards, .. } => {
                chosen_by(cards) == Some(card)
                    || matches!(named(cards)[..], [one] if names.contains(&one))
            }
            StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Hide(..)
            | StmtKind::Stage(_)
            | StmtKind::Choose(_)
            | StmtKind::Call { .. } => false,
            StmtKind::Show(..)
            | StmtKind::ShowCounter(..)
            | StmtKind::Set(..)
            | StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Let(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => true,
        };
    });
    only
}

fn is_followed(seat: Seat) -> bool {
    !matches!(seat, Seat::Somebody | Seat::Shown(_) | Seat::Chooser)
}

/// A counter, or all that lies in a zone, whose it is, and who sees it without being shown it.
struct Shown<'e> {
    thing: Thing,
    seen: Seen,
    key: Option<&'e Expr>,
}

impl<'a> Flow<'a> {
    /// What is shown behind a statement, by what it does itself.
    pub(super) fn shown_since(&mut self, stmt: &Stmt, body: &mut Body) {
        match &stmt.kind {
            StmtKind::ShowCounter(place, to) => self.know_counter(place, to, body),
            StmtKind::Show(cards, to) => self.know_cards(cards, to, body),
            StmtKind::Set(..)
            | StmtKind::Move { .. }
            | StmtKind::Swap(..)
            | StmtKind::Shuffle(_)
            | StmtKind::Hide(..) => body.names.changed_by(&self.changes.stmt(stmt)),
            // What is done in it comes by itself, or has come before.
            StmtKind::If(..)
            | StmtKind::IfThere(..)
            | StmtKind::ForEach(..)
            | StmtKind::Repeat(..)
            | StmtKind::Stage(_)
            | StmtKind::Choose(_)
            | StmtKind::Call { .. }
            | StmtKind::Let(..)
            | StmtKind::End(_)
            | StmtKind::Give(_)
            | StmtKind::Say(_)
            | StmtKind::Remember(_)
            | StmtKind::Aside(_)
            | StmtKind::Again => {}
        }
    }

    /// A counter is shown.
    fn know_counter(&mut self, place: &CounterPlace, to: &Domain, body: &mut Body) {
        let seen = self.book[place.counter].seen;
        let thing = Thing::Counter(place.counter);
        self.know(Shown { thing, seen, key: place.key.as_deref() }, to, body);
    }

    /// Cards are shown, perhaps all that lie in a zone.
    fn know_cards(&mut self, cards: &Domain, to: &Domain, body: &mut Body) {
        if let Some((id, key)) = whole_zone(cards) {
            let seen = self.book[id].seen;
            self.know(Shown { thing: Thing::Zone(id), seen, key }, to, body);
        }
    }

    /// If nothing secret decides whether something is shown, whoever certainly sees it knows it
    /// from now on.
    fn know(&mut self, Shown { thing, seen, key }: Shown<'_>, to: &Domain, body: &mut Body) {
        if body.guard() != Readers::Everyone {
            return;
        }
        let whose = key.map(|key| self.reader.expr(key, &mut body.names).seat);
        if !whose.is_none_or(is_followed) {
            return;
        }
        // Its owner sees it without being shown it.
        let own = whose == Some(Seat::Me) && seen == Seen::Owner;
        if to_all(to) || own && to_opponents(to) {
            body.names.shown.insert((thing, whose, None));
        } else if let Readers::Only(seats) = self.seats(to, body) {
            let seats = seats.into_iter().filter(|seat| is_followed(*seat));
            seats.for_each(|seat| body.names.shown.insert((thing, whose, Some(seat))));
        }
    }

    /// Zones of which all cards lie open before anybody could use what they decide: they count as
    /// shown already.
    pub(super) fn shown_soon(&mut self, block: &'a [Stmt], body: &mut Body) {
        if body.guard() != Readers::Everyone {
            return;
        }
        for (id, whose) in self.opens.zones_from(body.at, block, &self.changes) {
            let whose = match whose {
                Whose::All | Whose::Of(None) => None,
                Whose::Of(Some(key)) => Some(self.reader.expr(key, &mut body.names).seat),
            };
            if whose.is_none_or(is_followed) {
                body.names.shown.insert((Thing::Zone(id), whose, None));
            }
        }
    }

    /// What each time of a `for each` has left shown: of all players, or of all cards of a zone.
    pub(super) fn know_all(
        &mut self,
        Loop { local, of: domain, inner }: Loop<'_>,
        left: &Names,
        body: &mut Body,
    ) {
        if body.guard() != Readers::Everyone || domain.filter.is_some() || domain.best.is_some() {
            return;
        }
        let changed = self.changes.block(inner);
        if matches!(domain.base, Base::Players { opponents: false, .. }) {
            let each = |seat: Option<Seat>| seat.is_some_and(|seat| seat.is_named(local));
            let open = |seat| if each(seat) { None } else { seat };
            let of_each = left
                .shown
                .others()
                .filter(|(thing, whose, to)| each(*whose) != each(*to) && !changed.has(*thing));
            let of_all = of_each.map(|(thing, whose, to)| (thing, open(whose), open(to)));
            of_all.for_each(|one| body.names.shown.insert(one));
            let open = left.laid_open.iter().filter(|card| card.whose == local);
            for card in open.filter(|card| moves_only(inner, **card)) {
                body.names.open(card.choice);
            }
        }
        if let [list] = named(domain)[..]
            && left.get(local).face == Readers::Everyone
        {
            body.names.open(list);
        }
        if let Some((id, key)) = whole_zone(domain)
            && left.get(local).face == Readers::Everyone
            && !changed.has(Thing::Zone(id))
        {
            let whose = key.map(|key| self.reader.expr(key, &mut body.names).seat);
            if whose.is_none_or(is_followed) {
                body.names.shown.insert((Thing::Zone(id), whose, None));
            }
        }
    }

    /// What is shown where a deed is called is shown in it.
    pub(super) fn shown_in_deed(&mut self, id: DeedId, passed: &Passed, body: &Body) {
        let shown = body.names.shown.each_named(|seat| passed.names_of(seat));
        self.changed |= self.passing.enter_deed(id, shown);
    }

    /// The same of a move that is offered.
    pub(super) fn shown_in_move(&mut self, id: MoveId, passed: &Passed, body: &Body) {
        let shown = body.names.shown.each_named(|seat| passed.names_of(seat));
        self.changed |= self.passing.enter_move(id, shown);
    }

    /// What a deed has left shown, by its caller's names.
    pub(super) fn shown_behind(&self, id: DeedId, seats: &[Seat], body: &Body) -> AllShown {
        if body.guard() != Readers::Everyone {
            return AllShown::default();
        }
        let here = |seat: Seat| match seat {
            Seat::Name { local, .. } => seats[local.index()],
            Seat::Me | Seat::Beside(_) | Seat::Somebody | Seat::Shown(_) | Seat::Chooser => seat,
        };
        let behind = &self.passing.behind[id.index()];
        behind.renamed(|seat| Some(here(seat)).filter(|seat| is_followed(*seat)))
    }

    /// A deed ends.
    pub(super) fn deed_ends(&mut self, id: DeedId, body: &mut Body) {
        body.leave_shown();
        let (params, left) = (self.book[id].params, body.shown_left.take());
        let outside = |seat: Option<Seat>| match seat {
            None | Some(Seat::Me | Seat::Beside(_)) => true,
            Some(Seat::Name { depth, local, .. }) => depth == 0 && local.0 < params,
            Some(Seat::Somebody | Seat::Shown(_) | Seat::Chooser) => false,
        };
        let mut left = left.unwrap_or_default();
        left.retain_others(|(_, whose, to)| outside(*whose) && outside(*to));
        let behind = &mut self.passing.behind[id.index()];
        let lowered = behind.both(&left);
        self.changed |= *behind != lowered;
        *behind = lowered;
    }
}
