//! Several choose at once: an action is tested again before it is carried out, as another may have
//! taken away what it needs. Everybody sees whether it is carried out, so that must not depend on a
//! secret. An attempt is not tested again: what it was chosen with may lie elsewhere by then.

use super::body::Body;
use super::flow::Flow;
use super::meanwhile::{ChosenWith, Things, offered};
use super::mixes::Mixed;
use super::readers::{Known, Readers};
use super::shape::kinds_of;
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::ir::{Entry, KindSet, MoveId, Seen, Type, ZoneId, ZoneShape};
use crate::source::Span;

impl Flow<'_> {
    /// What a menu hands on to its actions, when others have done theirs.
    pub(super) fn handed_on_at_once(&self, span: Span, body: &mut Body) {
        let Some(done) = self.meanwhile.choices.get(&span) else { return };
        self.perhaps_change_places(&done.mixed, body);
        self.perhaps_go(&done.mixed, body);
        if done.hides {
            body.names.blur();
        }
        body.names.mix(&done.mixed, self.book, body.at);
    }

    /// What an action was chosen with, when it is carried out behind those of others: but for an
    /// attempt's, its cards lie where they were chosen. `worked`: an attempt works, the first one.
    pub(super) fn when_others_have_acted(&self, id: MoveId, worked: bool, body: &mut Body) {
        let this = &self.book[id];
        let places = self.meanwhile.moves.get(&id).map_or(&[][..], |places| places);
        for done in places.iter().filter_map(|span| self.meanwhile.choices.get(span)) {
            if done.hides {
                body.names.blur();
            }
            let taken = if worked { &done.before } else { &done.taken };
            for step in &this.steps {
                let Some(kinds) = kinds_of(&step.domain.elem) else { continue };
                let mut known = body.names.get(step.local);
                if this.attempt.is_some() && ChosenWith::of(self.book, step).is_taken(taken) {
                    self.perhaps_put(&mut known, kinds, &done.mixed);
                }
                self.perhaps_shuffled(&mut known, &done.mixed);
                body.names.bind(step.local, known);
            }
        }
    }

    /// A card went among those of a zone without order, where others perhaps put it. Out of a row,
    /// or into one, all see which one goes, and where everybody sees it they know it.
    fn perhaps_put(&self, known: &mut Known, kinds: KindSet, mixed: &Mixed) {
        let (draws, drawn) = (self.mixes.draws.ways(kinds), mixed.drawn(kinds));
        let set = |zone: ZoneId| self.book[zone].shape == ZoneShape::Set;
        let hides = |zone: ZoneId| set(zone) && self.book[zone].seen != Seen::Everyone;
        let mut ways = mixed.ways(kinds);
        ways.retain(|way| !draws.contains(way) && hides(way.to));
        known.follow(&ways, self.book);
        let mut sets = self.zones().filter(|zone| drawn.has(zone.index()) && set(*zone));
        if sets.any(|zone| known.may_lie_in(zone)) {
            known.place = known.place.and(&known.face).and(&known.lies);
        }
    }

    /// Others perhaps shuffled the zone in which a card lies.
    fn perhaps_shuffled(&self, known: &mut Known, mixed: &Mixed) {
        let draws = self.mixes.draws.shuffled();
        let shuffled = |zone: usize| mixed.shuffled().has(zone) && !draws.has(zone);
        if self.zones().any(|zone| shuffled(zone.index()) && known.may_lie_in(zone)) {
            known.place = known.place.and(&known.lies);
        }
    }

    fn zones(&self) -> impl Iterator<Item = ZoneId> {
        (0..self.book.zones.len()).map(|at| ZoneId(at as u16))
    }
}

impl Flow<'_> {
    /// What an action needs, or is chosen with, and who can read it.
    pub(super) fn needs_read(&mut self, id: MoveId, span: Span, info: &Readers) {
        let known = self.needed.entry((id, span)).or_insert(Readers::Everyone);
        *known = known.and(info);
    }

    /// A menu from which several choose at once.
    pub(super) fn still_fits(&mut self, tiers: &[Vec<Entry>], span: Span, body: &Body) {
        let moves = offered(tiers);
        let taken = Things::by_any(self.book, &moves, false);
        for id in moves {
            self.still_there(id, &taken, span, body);
            for need in &self.book.moves[id.index()].needs {
                let info = self.needed.get(&(id, need.span)).unwrap_or(&Readers::Everyone);
                let mut read = Things::default();
                read.by_value(self.book, &need.condition);
                let open = info.and(&body.guard()) == Readers::Everyone;
                if open
                    || !read.meets(&taken)
                    || self.acknowledged(need.span)
                    || self.acknowledged(span)
                {
                    continue;
                }
                let name = &self.book.moves[id.index()].name;
                let message = format!(
                    "all see whether `{name}` is carried out after another's action, but this \
                     reads a secret"
                );
                self.report(Diagnostic::new(Code::W0803, need.span, message).help(
                    "where several choose at once, let no action take from others what this one \
                     needs in secret, or let them choose one after the other; if telling it is the \
                     rule, write `openly` before `needs`",
                ));
            }
        }
    }
}

impl Flow<'_> {
    /// What an action was chosen with may have been taken away, or no longer fit.
    fn still_there(&mut self, id: MoveId, taken: &Things, span: Span, body: &Body) {
        for step in &self.book[id].steps {
            let at = step.domain.span;
            let info = self.needed.get(&(id, at)).unwrap_or(&Readers::Everyone);
            let goes = ChosenWith::of(self.book, step).meets(taken);
            if info.and(&body.guard()) == Readers::Everyone || !goes || self.acknowledged(span) {
                continue;
            }
            let name = &self.book[id].name;
            let of_cards = matches!(step.domain.elem.bare(), Type::Card(_));
            let (which, take) = match of_cards {
                true => ("which card", "take cards from where others choose theirs in secret"),
                false => ("what", "change what others choose by in secret"),
            };
            let message = format!(
                "all see whether `{name}` is carried out after another's action, and that may tell \
                 {which} it was chosen with"
            );
            self.report(Diagnostic::new(Code::W0803, at, message).help(format!(
                "where several choose at once, let no action {take}, or let them choose one after \
                 the other; if telling it is the rule, write `openly` before `choose`",
            )));
        }
    }
}
