//! Lots: the order of cards that lie in none.

use super::state::World;
use houserules_interpreter::chance::Purpose;
use houserules_lang::ir::{Base, Domain, Order, Owner, Seen, Type, Value, ZoneId, ZoneShape};

/// What becomes of the cards.
#[derive(Debug, Clone, Copy)]
pub(super) enum Fate {
    /// Anything.
    Looped,
    /// They come to lie there.
    Laid(ZoneId, u16),
    /// They stay.
    Told,
}

impl World<'_> {
    /// The members of a domain as they are gone through, one after the other.
    pub(super) fn by_lot(&mut self, domain: &Domain, mut members: Vec<Value>, fate: Fate) -> Vec<Value> {
        let list = match &domain.base {
            Base::Items(items) => items.len() > 1,
            Base::Value(e) => matches!(e.ty.bare(), Type::List(..)),
            _ => true,
        };
        let cards = list && domain.order == Order::Unordered && matches!(domain.elem.bare(), Type::Card(_));
        if !cards || members.len() < 2 {
            return members;
        }
        let learn = match fate {
            Fate::Laid(zone, key) => self.viewers(zone, key),
            Fate::Looped | Fate::Told => 0,
        };
        let knowers = |v: &Value| match v {
            Value::Card(c) => self.known[c.index()],
            _ => 0,
        };
        let after: Vec<u32> = members.iter().map(|m| knowers(m) | learn).collect();
        let secret = after.iter().any(|seats| (0..self.seats).any(|s| seats >> s & 1 == 0));
        let telling = match fate {
            Fate::Told => secret && after.iter().any(|seats| *seats != after[0]),
            Fate::Laid(zone, _) if self.shape(zone) == ZoneShape::Set => {
                secret && after.iter().any(|seats| *seats != after[0])
            }
            Fate::Looped | Fate::Laid(..) => secret || self.cards_hide(),
        };
        if telling {
            members.sort_by_key(|m| (knowers(m), m.clone()));
            self.event(Purpose::Shuffle).shuffle(&mut members);
        }
        members
    }

    /// Whether cards carry what somebody does not see who knows them.
    fn cards_hide(&self) -> bool {
        let hides = |owner: Owner, seen: Seen| matches!(owner, Owner::Card(_)) && seen != Seen::Everyone;
        self.book.counters.iter().any(|c| hides(c.owner, c.seen))
            || self.book.zones.iter().any(|z| hides(z.owner, z.seen))
    }
}
