//! The moves of a question that are not possible now, and what may not be picked for one that is, each with its reason.

use super::differs::Scope;
use super::game::Game;
use super::menu::{Asking, is_hidden};
use super::naming::listed;
use super::piece::{Sentence, read};
use super::refusal::Refusal;
use super::sight::Viewer;
use super::sites;
use crate::ask::{Engine, Offered, Options};
use houserules_lang::ir::{Base, Domain, EntryKind, MoveId, Pick, Value};
use std::sync::Arc;

/// Of more things than these nothing is said one by one.
const MOST: usize = 60;

/// A move that stands in the menu but is not on offer, or not with everything that it picks from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// What is typed for it; `pass` for passing.
    pub name: String,
    /// What may not be picked for it (`coins 6 and lanterns 10`); none: it is not on offer at all.
    pub with: Option<String>,
    /// Why not, for whoever is asked.
    pub refusal: Refusal,
}

impl<E: Engine> Game<E> {
    /// What the question put to a seat does not allow, in the order of the menu; nothing if it is not asked.
    pub fn closed(&mut self, seat: u8) -> Vec<Closed> {
        if !self.is_asked(seat) {
            return Vec::new();
        }
        let book = Arc::clone(self.book());
        let Some(choose) = self.asked().and_then(|asked| sites::find(&book, asked.site)) else {
            return Vec::new();
        };
        let offers = self.engine.offers(Some(seat));
        let mut seen: Vec<Option<MoveId>> = Vec::new();
        let mut closed = Vec::new();
        for entry in sites::entries(choose) {
            let (what, id) = match entry.what {
                EntryKind::Pass => (Offered::Pass(None), None),
                EntryKind::Move(id, _) => (Offered::Move(id, Vec::new(), None), Some(id)),
            };
            if seen.contains(&id) {
                continue;
            }
            seen.push(id);
            let open = offers.iter().position(|offer| match (offer, id) {
                (Offered::Move(other, ..), Some(id)) => *other == id,
                (Offered::Pass(_), None) => true,
                _ => false,
            });
            let name = id.and_then(|id| book.moves.get(id.index())).map_or("pass", |m| m.name.as_str());
            if let Some(offer) = open {
                let found = self.left_out(seat, offer, &offers[offer]);
                closed.extend(found.into_iter().map(|(with, refusal)| Closed {
                    name: name.into(),
                    with: Some(with),
                    refusal,
                }));
            } else if let Err(why) = self.engine.may(seat, &what, &[]) {
                let refusal = self.refuse(seat, &what, &[], why);
                closed.push(Closed { name: name.into(), with: None, refusal });
            }
        }
        closed
    }

    /// What lies where a move that is on offer picks from, and may not be picked: together what is refused for the same
    /// reason.
    fn left_out(&mut self, seat: u8, offer: usize, what: &Offered) -> Vec<(String, Refusal)> {
        let all = self.asking(seat).picked_among(offer, what);
        let mut found: Vec<(Vec<Sentence>, Refusal)> = Vec::new();
        for (value, shown) in all {
            let Err(why) = self.engine.may(seat, what, std::slice::from_ref(&value)) else { continue };
            let refusal = self.refuse(seat, what, &[value], why);
            let same = |other: &&mut (Vec<Sentence>, Refusal)| {
                (&other.1.text, &other.1.differs) == (&refusal.text, &refusal.differs)
            };
            match found.iter_mut().find(same) {
                Some((names, _)) => names.push(shown),
                None => found.push((vec![shown], refusal)),
            }
        }
        let viewer = Viewer::Seat(seat);
        let words = |names: Vec<Sentence>| {
            let mut all: Vec<String> = Vec::new();
            for name in names.iter().map(|name| read(name, viewer)) {
                if !all.contains(&name) {
                    all.push(name);
                }
            }
            listed(&all, "and")
        };
        found.into_iter().map(|(names, refusal)| (words(names), refusal)).collect()
    }
}

impl<E: Engine> Asking<'_, E> {
    /// What lies open to whoever is asked where the first step of an offer picks one thing from, and is not on offer.
    fn picked_among(&mut self, offer: usize, what: &Offered) -> Vec<(Value, Sentence)> {
        let Some(step) = self.steps(what).first() else { return Vec::new() };
        if is_hidden(self.book(), what) || !matches!(step.pick, Pick::One | Pick::UpToOne) {
            return Vec::new();
        }
        let all = Domain { filter: None, best: None, ..step.domain.clone() };
        let zone = matches!(all.base, Base::Zone(_)) && self.picked_from(what, &[]).is_some();
        let open = zone || matches!(all.base, Base::Players { .. });
        let Some((names, values)) = self.around(what, &[]).filter(|_| open) else { return Vec::new() };
        let Some(there) = self.members(&all, &Scope { names, values }) else { return Vec::new() };
        let Some(Options::Members(may)) = self.engine.options(self.seat, offer, &[]) else {
            return Vec::new();
        };
        let refused = there.into_iter().filter(|value| !may.contains(value)).take(MOST);
        let shown = |value: Value| {
            let mut sentence = Sentence::new();
            self.faces().value(&mut sentence, &all.elem, &value);
            (value, sentence)
        };
        refused.map(shown).collect()
    }
}
