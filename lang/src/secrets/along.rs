//! Cards that go along: whole zones, or some cards of them, are moved without naming each, and one
//! that goes by a name may be among them.

use super::body::Body;
use super::flow::Flow;
use super::ids::Ids;
use super::mixes::{End, Mixed, Place, Taken, Way};
use super::readers::{Known, KnownExpr, Readers};
use super::shape::named_partly;
use super::twins::not_among;
use crate::ir::{
    Base, Domain, Expr, ExprKind, LocalId, Rulebook, Seen, Stmt, StmtKind, Zone, ZoneId, ZoneShape,
};

impl Flow<'_> {
    /// Cards move to a zone: any that goes by a name may be among them. Of cards that somebody has
    /// chosen, twins tell (`twins.rs`).
    pub(super) fn go_along(&mut self, cards: &Domain, to: &Known, body: &mut Body) {
        if let Base::Union(parts) = &cards.base {
            return parts.iter().for_each(|part| self.go_along(part, to, body));
        }
        let member = self.reader.domain(cards, &mut body.names).member;
        if member.chosen {
            return;
        }
        let mut apart = not_among(cards);
        apart.extend(named_partly(cards));
        for at in 0..body.names.known.len() {
            let local = LocalId(at as u16);
            let apart = apart.contains(&local) || !body.names.may_be_among(local, cards);
            let Some(known) = &mut body.names[local] else { continue };
            let apart = apart || known.lies_elsewhere(&member);
            if !apart && known.may_lie_with(&member) {
                known.go_along_to(to);
            }
        }
    }

    /// Two cards change places: so do those that may be one of them.
    pub(super) fn change_places(&self, pair: [KnownExpr<'_>; 2], body: &mut Body) {
        let [KnownExpr { expr: a, known: here }, KnownExpr { expr: b, known: there }] = pair;
        for (at, known) in body.names.known.iter_mut().enumerate() {
            let Some(known) = known else { continue };
            let is = |e: &Expr| matches!(e.kind, ExprKind::Local(l) if l.index() == at);
            if is(a) {
                known.take_place(there);
            } else if is(b) {
                known.take_place(here);
            } else {
                known.perhaps_take_place(here, there);
                known.perhaps_take_place(there, here);
            }
        }
    }

    /// What was called perhaps let cards change places that it was given.
    pub(super) fn perhaps_change_places(&self, mixed: &Mixed, body: &mut Body) {
        for (a, b) in mixed.swaps() {
            let [here, there] = [a, b].map(|end| self.at(*end, body));
            for known in body.names.known.iter_mut().flatten() {
                for ((is, one), other) in [((a, &here), &there), ((b, &there), &here)] {
                    if !matches!(is, End::Chosen(_)) {
                        known.perhaps_take_place(one, other);
                    }
                }
            }
        }
    }

    /// What was called perhaps moved cards that it was given: those that may be the same ones went
    /// with them.
    pub(super) fn perhaps_go(&self, mixed: &Mixed, body: &mut Body) {
        for (local, zone) in mixed.given() {
            if !body.names.is_bound(local) {
                continue;
            }
            let to = self.lying_in(zone);
            self.goes_with(&[local], &to, body);
            for name in body.names.also_called(local).into_iter().chain([local]) {
                let mut known = body.names.get(name);
                known.go_along_to(&to);
                body.names.bind(name, known);
            }
        }
    }

    /// What a deed has moved in any case lies there, whatever it had mixed before.
    pub(super) fn settle(&self, stmt: &Stmt, body: &mut Body) {
        let StmtKind::Call { deed, args, .. } = &stmt.kind else { return };
        for (param, arg) in (0..).map(LocalId).zip(args) {
            let ExprKind::Local(local) = arg.kind else { continue };
            let Some(zone) = self.settled.by(*deed, param) else { continue };
            let there = self.lying_in(zone);
            for name in body.names.also_called(local).into_iter().chain([local]) {
                let mut known = body.names.get(name);
                known.take_place(&there);
                known.place = Readers::Everyone;
                body.names.bind(name, known);
            }
        }
    }

    fn at(&self, end: End, body: &Body) -> Known {
        match end {
            End::Given(local) => body.names.get(local),
            End::Out(Taken { from: Place::Zone(from), .. })
            | End::Chosen(Taken { from: Place::Zone(from), .. }) => self.lying_in(from),
            // Where names stand for zones that are not known.
            End::Out(_) | End::Chosen(_) => Known::public(),
        }
    }

    /// What is known of any card that lies in a zone.
    fn lying_in(&self, zone: ZoneId) -> Known {
        let declared = &self.book.zones[zone.index()];
        let by_face = declared.shape == ZoneShape::Set;
        Known { zone: Some(zone), lies: lies_in(declared), by_face, ..Known::public() }
    }

    /// A draw may find a zone empty, and what happens then may mix others.
    pub(super) fn runs_out(&self, stmt: &Stmt, body: &mut Body) {
        let StmtKind::Move { cards, .. } = &stmt.kind else { return };
        let (Base::Top(zone, _) | Base::Bottom(zone, _)) = &cards.base else { return };
        let ExprKind::Zone(id, _) = zone.kind else { return };
        if self.book.runs_out.iter().any(|rule| rule.zone == id) {
            body.names.mix(&self.mixes.draws, self.book, body.at);
        }
    }
}

impl Known {
    /// Whether a card may lie in a zone by now.
    pub(super) fn may_lie_in(&self, zone: ZoneId) -> bool {
        self.zone == Some(zone) || self.gone.has(zone.index())
    }

    /// Where it may lie; of a zone that goes by a name, which one it may be.
    pub(super) fn zones(&self) -> Ids {
        let mut zones = self.gone.clone();
        self.zone.iter().for_each(|zone| zones.insert(zone.index()));
        zones
    }

    /// Whether it may lie where another card does.
    pub(super) fn may_lie_with(&self, other: &Self) -> bool {
        other.zone.is_some_and(|zone| self.may_lie_in(zone))
            || self.zone.is_some_and(|zone| other.may_lie_in(zone))
            || self.gone.meets(&other.gone)
    }

    /// Whether it may lie in one of these zones.
    pub(super) fn may_lie_among(&self, zones: &Ids) -> bool {
        self.zone.is_some_and(|zone| zones.has(zone.index())) || self.gone.meets(zones)
    }

    /// It may have gone by any of these ways, one after the other.
    pub(super) fn follow(&mut self, ways: &[Way], book: &Rulebook) {
        loop {
            let before = self.gone.clone();
            for way in ways {
                if self.may_lie_in(way.from) && !self.may_lie_in(way.to) {
                    let zone = &book.zones[way.to.index()];
                    self.go_along(way.to, &lies_in(zone), zone.shape == ZoneShape::Set);
                }
            }
            if self.gone == before {
                return;
            }
        }
    }

    /// Perhaps it went with others to a zone, or to one of several, that is known like this.
    pub(super) fn go_along_to(&mut self, to: &Self) {
        if let Some(there) = to.zone {
            self.go_along(there, &to.lies, to.by_face);
        } else {
            self.gone.add(&to.gone);
            self.lies = self.lies.and(&to.lies);
            self.by_face |= to.by_face;
        }
    }

    /// Perhaps it went to a zone with others, where these see it by the zone alone.
    pub(super) fn go_along(&mut self, to: ZoneId, lies: &Readers, by_face: bool) {
        if self.zone != Some(to) {
            self.gone.insert(to.index());
        }
        self.lies = self.lies.and(lies);
        self.by_face |= by_face;
    }

    /// If it is one of two that change places, it went where the other lay.
    fn perhaps_take_place(&mut self, one: &Self, other: &Self) {
        let may_be = one.zone.is_some_and(|zone| self.may_lie_in(zone));
        if may_be
            && !self.lies_elsewhere(one)
            && let Some(zone) = other.zone
        {
            self.go_along(zone, &other.lies, other.by_face);
        }
    }

    /// It lies where another did.
    fn take_place(&mut self, other: &Self) {
        (self.zone, self.gone) = (other.zone, other.gone.clone());
        (self.lies, self.by_face) = (other.lies.clone(), other.by_face);
    }
}

/// Who sees of any owner's zone what lies in it.
fn lies_in(zone: &Zone) -> Readers {
    if zone.seen == Seen::Everyone { Readers::Everyone } else { Readers::NOBODY }
}
