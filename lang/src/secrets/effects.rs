//! What is seen of a statement on the table, by whom, and what it tells them.
//!
//! Whoever sees that something happens learns how the conditions around it came out, and what
//! decided which cards, which player, how many. So these must be readable by all who see it.

use super::body::Body;
use super::flow::Flow;
use super::parts::Moving;
use super::readers::{Known, KnownExpr, Readers, Seat};
use super::shape::{handed_to_words, named, named_partly, single, to_all, whole_deck, whole_zone};
use super::told::Seen;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::walk::each_in_domain;
use crate::ir::{At, Base, CounterPlace, DeedId, Domain, Expr, ExprKind, LocalId};
use crate::source::Span;

/// Players that something is shown to or hidden from.
pub(super) struct Party {
    /// Each of them.
    pub(super) by: Readers,
    /// Who can read whether a player is one of them.
    pub(super) members: Readers,
    /// Who can read who they all are.
    all: Readers,
}

impl<'a> Flow<'a> {
    /// Something is seen: it may tell nothing but what all who see it can know.
    pub(super) fn happens(&mut self, seen: &Seen, body: &mut Body) {
        let span = seen.span;
        self.watch(&seen.by, body);
        let (guard, decided) = (body.guard().reach(&seen.by), seen.decided.reach(&seen.by));
        if guard && decided || self.acknowledged(span) {
            return;
        }
        let all = seen.by == Readers::Everyone;
        if !guard {
            if std::mem::replace(&mut body.said, true) {
                return;
            }
            let whom = if all { "tells everyone" } else { "may tell those who see it" };
            let message = format!("{} {whom} how a secret condition came out", seen.done);
            self.report(stopping(Diagnostic::new(Code::W0803, span, message), body.stop).help(
                "do it in any case, or `show` what the condition reads to all first (if it asks \
                 whether two cards are the same, both, where they lie now); if telling it is the \
                 rule, write `openly` before it, or before the `if` around it: `openly if …`",
            ));
            return;
        }
        let whom = if all { "everyone sees it" } else { "those who see it may not know it" };
        let message = format!("{} depends on a secret, but {whom}", seen.which);
        self.report(stopping(Diagnostic::new(Code::W0808, span, message), body.stop).help(
            "go by what those who see it know, let the owner of the secret choose, or `show` it \
             first; if telling it is the rule, write `openly` before it",
        ));
    }

    /// Whoever calls this deed tells these that it was carried out.
    fn watch(&mut self, by: &Readers, body: &Body) {
        let Some(id) = body.deed else { return };
        let params = self.book.deeds[id.index()].params;
        let outside = by.renamed(&|seat| match seat {
            Seat::Me | Seat::Beside(_) if !body.another => seat,
            Seat::Name { depth: 0, local, .. } if local.0 < params => seat,
            Seat::Me
            | Seat::Beside(_)
            | Seat::Name { .. }
            | Seat::Somebody
            | Seat::Shown(_)
            | Seat::Chooser => Seat::Somebody,
        });
        let known = &mut self.watched[id.index()];
        let more = known.or(&outside);
        self.changed |= more != *known;
        *known = more;
    }

    /// What is seen of a deed is seen where it is called.
    pub(super) fn carried_out(
        &mut self,
        deed: DeedId,
        seats: &[Seat],
        span: Span,
        body: &mut Body,
    ) {
        let by = self.watched[deed.index()].renamed(&|seat| match seat {
            Seat::Name { local, .. } => seats[local.index()],
            Seat::Me | Seat::Beside(_) | Seat::Somebody | Seat::Shown(_) | Seat::Chooser => seat,
        });
        self.happens(&Seen { by, ..Seen::by_all(span, "what is done here") }, body);
    }

    /// A counter changes.
    pub(super) fn counter_set(
        &mut self,
        place: &CounterPlace,
        written: &Expr,
        span: Span,
        body: &mut Body,
    ) {
        body.names.asked.remove(&place.counter);
        let key = place.key.as_deref();
        let by = self.reader.watchers(place.counter, key, &mut body.names);
        let whose = key.map_or(Readers::Everyone, |key| {
            let info = self.reader.told_by(key, &mut body.names);
            let key = self.reader.expr(key, &mut body.names);
            // What a card carries is seen by those who know the card: only one that was lost from
            // sight is in doubt, and the first of several, which hangs on all of them.
            let info = info.and(&key.stands_first());
            if key.zone.is_some() { info.and(&key.place) } else { info }
        });
        let told = self.reader.told_by(written, &mut body.names);
        let value = self.reader.expr(written, &mut body.names);
        self.changed |= self.reader.keep(place, &value, &mut body.names);
        // A card is shown by where it lies to those who do not know it.
        let value = told.and(&value.place);
        // Of a counter that was shown, no more is seen than that it changes.
        let read = self.reader.readers_of(place.counter, key, &mut body.names);
        let decided = if value.reach(&read) { whose } else { whose.and(&value) };
        body.names.told_to([Some(written), key], &read);
        let which = "what this counter becomes, or whose it is,";
        self.happens(&Seen { by, decided, span, done: "this change", which }, body);
    }

    /// A counter is shown.
    pub(super) fn counter_shown(
        &mut self,
        place: &CounterPlace,
        to: &Domain,
        span: Span,
        body: &mut Body,
    ) {
        // What is shown just before the end stays as it is.
        if !body.ending {
            self.reader.lore.shown_counters.insert(place.counter);
        }
        let key = place.key.as_deref();
        let whose =
            key.map_or(Readers::Everyone, |key| self.reader.expr(key, &mut body.names).info);
        let party = self.party(to, body);
        let decided = whose.and(&party.members);
        let which = "whose counter is shown, or to whom,";
        self.happens(&Seen { by: party.by, decided, span, done: "showing it here", which }, body);
        self.narrow(span, whose.and(&party.all), body);
    }

    /// Cards that came to a zone are known to those who see it; in a zone without order to nobody
    /// else. Where cards lie and how many is seen by all.
    pub(super) fn moved(
        &mut self,
        Moving { cards, to, at }: Moving<'_>,
        span: Span,
        body: &mut Body,
    ) {
        let mut zone = self.reader.expr(to, &mut body.names);
        let member = self.reader.domain(cards, &mut body.names).member;
        self.changed |= self.reader.hand_on(&member, &zone);
        self.mixed(cards, &zone, body);
        let all = body.names.all_named(cards);
        let mut some = all.clone();
        some.extend(named_partly(cards).into_iter().filter(|local| !all.contains(local)));
        some.extend(handed_to_words(cards));
        some.extend(body.names.among_chosen(&some));
        self.goes_with(&some, &zone, body);
        self.go_along(cards, &zone, body);
        let single = single(cards);
        for local in all.iter().copied() {
            let mut known = body.names.get(local);
            (known.zone, known.gone) = (zone.zone, zone.gone.clone());
            // What was shown there before was not this card.
            let there =
                zone.zone.map_or(Readers::NOBODY, |id| self.reader.coming_to(id, &zone.lies));
            known.face = if zone.by_face { there } else { known.face.or(&there) };
            known.lies = zone.lies.clone();
            known.by_face |= zone.by_face;
            // A card that goes alone to where all have their places is known by its own.
            if single && !zone.by_face {
                (known.by_face, known.of_a_set) = (false, false);
            }
            body.names.bind(local, known);
        }
        // Of a list of which some cards go, any may lie here or there.
        for local in some.into_iter().filter(|local| !all.contains(local)) {
            let mut known = body.names.get(local);
            known.go_along_to(&zone);
            body.names.bind(local, known);
        }
        body.names.laid_open.clear();
        if zone.lies == Readers::Everyone {
            let open = body.names.one_that_was_chosen(cards);
            body.names.laid_open.extend(open);
        }
        self.changed |= self.reader.load(to, &mut body.names);
        // Whoever sees the card lie there sees what decided where.
        zone.info = self.reader.which_zone(to, &mut body.names);
        let mut decided = self.which_and_where(cards, body).and(&zone.info);
        decided = decided.and(&member.tells_to(&zone.face));
        for local in all {
            let known = body.names.get(local);
            body.names.bind(local, Known { place: Readers::Everyone, ..known });
        }
        match at {
            At::Usual | At::Top | At::Bottom => {}
            At::Place(at) | At::Spot(at) => {
                decided = decided.and(&self.reader.expr(at, &mut body.names).info)
            }
        }
        let sorted_out =
            whole_deck(cards).filter(|_| cards.filter.is_some() && cards.best.is_none());
        body.names.whole.retain(|deck| Some(*deck) == sorted_out);
        let which = "which cards move, how many or where to";
        self.happens(&Seen { decided, which, ..Seen::by_all(span, "moving cards here") }, body);
    }

    /// Cards go out of a zone without order, and nobody has chosen which. A card of it that goes by
    /// another name may be among them: only those who see its face can tell.
    fn mixed(&mut self, cards: &Domain, to: &Known, body: &mut Body) {
        let member = self.reader.domain(cards, &mut body.names).member;
        if member.chosen {
            return;
        }
        let here = named_partly(cards);
        let seen = match (single(cards), whole_zone(cards).is_some(), to.by_face) {
            // In a row they lie in random order.
            (false, _, false) => to.face.clone(),
            (false, true, true) => Readers::Everyone,
            (true, ..) | (false, false, true) => member.face.or(&to.face),
        };
        for at in 0..body.names.known.len() {
            let local = LocalId(at as u16);
            let mut told_apart = here.contains(&local);
            each_in_domain(cards, &mut |e| {
                told_apart |= matches!(e.kind, ExprKind::Local(l) if l == local)
            });
            told_apart |= !body.names.may_be_among(local, cards);
            let Some(known) = &mut body.names[local] else { continue };
            let same = known.may_lie_with(&member) && !known.lies_elsewhere(&member);
            if !told_apart && known.by_face && same {
                known.place = known.place.and(&known.face).and(&seen);
            }
        }
    }

    /// Whoever knows one of two cards sees it go.
    pub(super) fn swapped(&mut self, pair: [&Expr; 2], span: Span, body: &mut Body) {
        let [a, b] = pair.map(|e| self.reader.expr(e, &mut body.names));
        self.changed |= self.reader.hand_on(&a, &b);
        self.changed |= self.reader.hand_on(&b, &a);
        let decided = a.info.and(&b.info).and(&a.place).and(&b.place);
        let decided = decided.and(&a.tells_to(&b.lies)).and(&b.tells_to(&a.lies));
        // A card that changes places with itself stays where it is, and nothing is said.
        let one = KnownExpr { expr: pair[0], known: &a };
        let other = KnownExpr { expr: pair[1], known: &b };
        let decided = decided.and(&body.names.tell_apart(one, other));
        self.change_places([one, other], body);
        let which = "which cards change places";
        self.happens(&Seen { decided, which, ..Seen::by_all(span, "swapping cards here") }, body);
    }

    /// Whoever knew a card of the zone knows it no longer, or sees where it lies now.
    pub(super) fn shuffled(&mut self, zone: &Expr, span: Span, body: &mut Body) {
        let decided = self.reader.which_zone(zone, &mut body.names);
        let lies = self.reader.expr(zone, &mut body.names);
        let zones = lies.zones();
        for known in body.names.known.iter_mut().flatten().filter(|k| k.may_lie_among(&zones)) {
            known.place = known.place.and(&lies.lies);
        }
        let which = "what is shuffled";
        self.happens(&Seen { decided, which, ..Seen::by_all(span, "shuffling here") }, body);
    }

    /// Who can know which cards these are, and where they lie.
    fn which_and_where(&mut self, cards: &Domain, body: &mut Body) -> Readers {
        let members = self.reader.domain(cards, &mut body.names);
        members.info.and(&members.member.place)
    }

    /// Cards are shown.
    pub(super) fn shown(&mut self, cards: &Domain, to: &Domain, span: Span, body: &mut Body) {
        let party = self.party(to, body);
        let which_cards = self.which_and_where(cards, body);
        let member = self.reader.domain(cards, &mut body.names).member;
        let first = member.tells_to(&party.by);
        let (by, decided) = (party.by, which_cards.and(&party.members).and(&first));
        let (which, done) = ("which cards are shown, or to whom,", "showing cards here");
        self.happens(&Seen { by, decided, span, done, which }, body);
        // Whoever knows the card reads that it was this one, whoever it is shown to.
        let (by, decided) = (Readers::Everyone, member.stands_first());
        if decided != by && body.guard() == by {
            self.happens(&Seen { by, decided, span, done, which }, body);
        }
        self.narrow(span, told_of(to, &which_cards).and(&party.all), body);
        let seats = self.seats(to, body);
        self.reader.show_zone(cards, seats == Readers::Everyone);
        for local in body.names.all_named(cards) {
            let mut known = body.names.get(local);
            known.face = known.face.or(&seats);
            body.names.bind(local, known);
        }
        if seats == Readers::Everyone {
            let open = body.names.one_that_was_chosen(cards);
            body.names.laid_open.extend(open);
        }
    }

    /// Cards are hidden. Those that go by another name, or by none, may be the same ones.
    pub(super) fn hidden(&mut self, cards: &Domain, from: &Domain, span: Span, body: &mut Body) {
        let party = self.party(from, body);
        let which_cards = self.which_and_where(cards, body);
        let first = self.reader.domain(cards, &mut body.names).member.stands_first();
        let (by, decided) = (party.by, which_cards.and(&party.members).and(&first));
        let which = "which cards are hidden, or from whom,";
        self.happens(&Seen { by, decided, span, done: "hiding cards here", which }, body);
        self.narrow(span, told_of(from, &which_cards).and(&party.all), body);
        let seats = match self.seats(from, body) {
            Readers::Only(seats) if seats.is_empty() => Readers::one(Seat::Somebody),
            seats => seats,
        };
        let exact: Vec<_> = named(cards)
            .into_iter()
            .map(|local| (local, body.names.get(local).hidden(&seats)))
            .collect();
        body.names.blur();
        for (local, known) in exact {
            body.names.bind(local, known);
        }
    }

    /// Those who are certainly among these players.
    pub(super) fn seats(&mut self, to: &Domain, body: &mut Body) -> Readers {
        // A condition, or the best of them, may leave out any.
        let fewer = to.filter.is_some() || to.best.is_some();
        if fewer { Readers::NOBODY } else { self.listed(to, body) }
    }

    /// Those who are named before a condition leaves some out.
    fn listed(&mut self, to: &Domain, body: &mut Body) -> Readers {
        match &to.base {
            Base::Players { opponents: false, .. } => Readers::Everyone,
            Base::Items(items) => {
                let seats =
                    items.iter().map(|e| self.reader.expr(e, &mut body.names).seat).collect();
                Readers::Only(seats)
            }
            Base::Value(one) => Readers::one(self.reader.expr(one, &mut body.names).seat),
            _ => Readers::NOBODY,
        }
    }

    /// Those who may be among these players.
    pub(super) fn party(&mut self, to: &Domain, body: &mut Body) -> Party {
        let all = self.reader.domain(to, &mut body.names).info;
        let named = matches!(&to.base, Base::Items(_) | Base::Value(_));
        let by = match &to.filter {
            _ if to.best.is_some() => Readers::Everyone,
            _ if named => self.listed(to, body),
            Some((local, _)) => {
                let opponent = matches!(to.base, Base::Players { opponents: true, .. });
                Readers::one(Seat::Name { depth: body.names.depth, local: *local, opponent })
            }
            None => Readers::Everyone,
        };
        let each = match &by {
            Readers::Only(seats) if !named => seats.first().copied().unwrap_or(Seat::Somebody),
            Readers::Only(_) | Readers::Everyone => Seat::Somebody,
        };
        let members = self.reader.domain_as(to, each, &mut body.names).info;
        Party { by, members, all }
    }
}

/// Says what may keep a card hidden that decides something.
fn stopping(found: Diagnostic, stop: Option<Span>) -> Diagnostic {
    match stop {
        Some(stop) => found.beside(
            stop,
            "if the game stops here, a card that decides this stays hidden: ask first whether \
             this can be done, or lay the card open before it",
        ),
        None => found,
    }
}

/// Who may be told that cards are shown to these or hidden from these: whoever can read which. All
/// see what is done for all; where that tells a secret, it was reported.
fn told_of(whom: &Domain, which_cards: &Readers) -> Readers {
    if to_all(whom) { Readers::Everyone } else { which_cards.clone() }
}
