//! Lots: the order of cards that lie in none.

use super::state::World;
use houserules_interpreter::chance::Purpose;
use houserules_lang::ir::{Base, CardId, Domain, Order, Owner, Seen, Type, Value, ZoneId};

impl World<'_> {
    /// The members of a domain as they are gone through, one after the other, or go to a zone; whether a lot fell on them.
    pub(super) fn by_lot(
        &mut self,
        domain: &Domain,
        mut members: Vec<Value>,
        to: Option<(ZoneId, u16)>,
    ) -> (Vec<Value>, bool) {
        let list = match &domain.base {
            Base::Items(items) => items.len() > 1,
            Base::Value(e) => matches!(e.ty.bare(), Type::List(..)),
            _ => true,
        };
        if !list || domain.order == Order::Ordered || !matches!(domain.elem.bare(), Type::Card(_)) {
            return (members, false);
        }
        let stream = self.chance.event(self.lots, Purpose::Order);
        self.lots += 1;
        let there = to.map_or(0, |(zone, key)| self.open_to(zone, key));
        let all = |seats: u32| (0..self.seats).all(|seat| seats >> seat & 1 == 1);
        let open = members.iter().all(|member| match member {
            Value::Card(card) => {
                all(there | self.where_is(*card).map_or(0, |(zone, key, _)| self.open_to(zone, key)))
            }
            _ => false,
        });
        let fell = members.len() > 1 && (!open || self.cards_hide());
        if fell {
            members.sort_by_key(|member| match member {
                Value::Card(card) => (self.known[card.index()], *card),
                _ => (0, CardId(0)),
            });
            let mut stream = stream;
            stream.shuffle(&mut members);
        }
        (members, fell)
    }

    /// Who sees what lies there, whoever was shown what.
    fn open_to(&self, zone: ZoneId, key: u16) -> u32 {
        let info = &self.book.zones[zone.index()];
        match (info.seen, info.owner) {
            (Seen::Everyone, Owner::Card(_)) => {
                self.where_is(CardId(key)).map_or(0, |(zone, key, _)| self.open_to(zone, key))
            }
            _ => self.viewers(zone, key),
        }
    }

    /// Whether cards carry what somebody does not see who knows them.
    fn cards_hide(&self) -> bool {
        let hides = |owner: Owner, seen: Seen| matches!(owner, Owner::Card(_)) && seen != Seen::Everyone;
        self.book.counters.iter().any(|c| hides(c.owner, c.seen))
            || self.book.zones.iter().any(|z| hides(z.owner, z.seen))
    }
}
