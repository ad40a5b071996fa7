//! The moves of a question that are not possible now, each with its reason.

use super::game::Game;
use super::refusal::Refusal;
use super::sites;
use crate::ask::{Engine, Offered};
use houserules_lang::ir::{EntryKind, MoveId};
use std::sync::Arc;

/// A move that stands in the menu but is not on offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Closed {
    /// What is typed for it; `pass` for passing.
    pub name: String,
    /// Why not, for whoever is asked.
    pub refusal: Refusal,
}

impl<E: Engine> Game<E> {
    /// The moves of the question put to a seat that are not on offer to it, in the order of the menu; nothing if it is
    /// not asked.
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
            let open = offers.iter().any(|offer| match (offer, id) {
                (Offered::Move(other, ..), Some(id)) => *other == id,
                (Offered::Pass(_), None) => true,
                _ => false,
            });
            if open || seen.contains(&id) {
                continue;
            }
            seen.push(id);
            if let Err(why) = self.engine.may(seat, &what, &[]) {
                let name = id.and_then(|id| book.moves.get(id.index())).map_or("pass", |m| m.name.as_str());
                closed.push(Closed { name: name.into(), refusal: self.refuse(seat, &what, &[], why) });
            }
        }
        closed
    }
}
