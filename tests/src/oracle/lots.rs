//! Lots: the order of cards that lie in none.

use super::state::{Eval, World};
use houserules_interpreter::chance::{Event, Purpose, count_apart};
use houserules_lang::ir::{
    Base, CardId, CounterId, Domain, ExprKind, Order, Owner, RowId, Seen, TemplatePart, TextId,
    Type, Value, ZoneId, ZoneShape,
};

/// Where a card lies, in the order in which cards are told apart by it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Lies {
    zone: ZoneId,
    whose: Whose,
    place: Option<usize>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    Other(u16),
    Card(Box<Holder>),
}

/// A card in whose zone others lie.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Holder {
    lies: Option<Lies>,
    row: RowId,
    counters: Vec<Option<Value>>,
    held: Vec<usize>,
    contents: Vec<Vec<RowId>>,
    last: (u32, CardId),
}

impl World<'_> {
    /// The members of a domain as they are gone through, one after the other, or go to a zone;
    /// whether a lot fell on them.
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
        let number = self.lot_number();
        let stream = self.chance.event(number, Purpose::Order);
        let there = to.map_or(0, |(zone, key)| self.open_to(zone, key));
        let all = |seats: u32| (0..self.seats).all(|seat| seats >> seat & 1 == 1);
        let open =
            members.iter().all(|member| match member {
                Value::Card(card) => all(there
                    | self.where_is(*card).map_or(0, |(zone, key, _)| self.open_to(zone, key))),
                _ => false,
            });
        let fell = members.len() > 1 && (!open || self.cards_hide());
        if fell {
            self.before_lots(&mut members);
            let mut stream = stream;
            stream.shuffle(&mut members);
        } else {
            let row = |member: &Value| match member {
                Value::Card(card) => Some(self.row(*card)),
                _ => None,
            };
            for copies in members.chunk_by_mut(|a, b| row(a).is_some() && row(a) == row(b)) {
                copies.sort_by_cached_key(|member| {
                    let Value::Card(card) = member else { return None };
                    Some((self.lies(*card), self.load(*card)))
                });
            }
        }
        (members, fell)
    }

    /// The number of the next lot; those that only some are told of are counted with the chance
    /// events of that sort.
    pub(super) fn lot_number(&mut self) -> Event {
        if let Some(event) = self.event_apart() {
            return event;
        }
        self.lots += 1;
        (self.lots - 1).into()
    }

    /// The next event of chance if only some are told of it.
    pub(super) fn event_apart(&mut self) -> Option<Event> {
        let told = *self.asides.last()?;
        let count = self.apart.entry(count_apart(told, self.seats)).or_default();
        let number = *count;
        *count = count.wrapping_add(1);
        Some(Event::apart(number, self.lots, told))
    }

    /// Who is told what stands behind a text without words, a bit for each seat.
    pub(super) fn told_of(&mut self, text: TextId) -> Eval<u32> {
        let readers = self.book.texts[text.index()].parts.iter().find_map(|part| {
            let TemplatePart::Readers(readers) = part else { return None };
            if let ExprKind::List(who) = &readers.kind { Some(&**who) } else { None }
        });
        let Some(who) = readers else { return Ok(0) };
        let seats = self.members(who)?;
        Ok(seats.iter().fold(0, |told, seat| match seat {
            Value::Seat(seat) => told | 1 << seat,
            _ => told,
        }))
    }

    /// Puts cards as they stand before lots fall on them, or chance picks one; none comes last.
    pub(super) fn before_lots(&self, members: &mut [Value]) {
        members.sort_by_cached_key(|member| {
            let Value::Card(card) = member else { return (true, None) };
            let lies = (self.known[card.index()], self.lies(*card));
            (false, Some((lies, self.row(*card), self.load(*card))))
        });
    }

    fn row(&self, card: CardId) -> RowId {
        self.book.cards[card.index()].row
    }

    /// The zone, whose it is, and the place if it has one. A card's zone goes by that card.
    fn lies(&self, card: CardId) -> Option<Lies> {
        let (zone, key, _) = self.where_is(card)?;
        let place = self.cards_in(zone, key).iter().position(|c| *c == card);
        let place = place.filter(|_| self.shape(zone) != ZoneShape::Set);
        let of_card = matches!(self.book.zones[zone.index()].owner, Owner::Card(_));
        let whose = if of_card { Whose::Card(self.holder(CardId(key))) } else { Whose::Other(key) };
        Some(Lies { zone, whose, place })
    }

    fn holder(&self, card: CardId) -> Box<Holder> {
        let (counters, held) = self.seen_on(card);
        let zones = self.book.zones.iter().zip(0..);
        let own = zones.filter(|(z, _)| matches!(z.owner, Owner::Card(_)));
        let own = own.filter(|(_, id)| self.zones.contains_key(&(ZoneId(*id), card.0)));
        let contents = own.map(|(z, id)| {
            let cards = self.cards_in(ZoneId(id), card.0);
            let mut rows: Vec<RowId> = cards.into_iter().map(|c| self.row(c)).collect();
            if z.shape == ZoneShape::Set {
                rows.sort();
            }
            rows
        });
        Box::new(Holder {
            lies: self.lies(card),
            row: self.row(card),
            counters,
            held,
            contents: contents.collect(),
            last: (self.known[card.index()], card),
        })
    }

    /// What tells copies apart at one place.
    fn load(&self, card: CardId) -> (Vec<Option<Value>>, Vec<usize>, u32, CardId) {
        let (counters, held) = self.seen_on(card);
        (counters, held, self.known[card.index()], card)
    }

    /// The first member. Of copies it is the one in the first zone, of those in one set the one
    /// with the least on it, then the one that the fewest know; any, where that may be a secret.
    pub(super) fn first_of(&self, domain: &Domain, members: &[Value]) -> Option<Value> {
        let first = members.first()?;
        let (Value::Card(card), Order::Unordered) = (first, domain.order) else {
            return Some(first.clone());
        };
        let cards = members.iter().filter_map(|member| match member {
            Value::Card(other) if self.row(*other) == self.row(*card) => Some(*other),
            _ => None,
        });
        let mut copies: Vec<CardId> = cards.collect();
        copies.sort_by_cached_key(|c| (self.lies(*c), self.load(*c)));
        let first = copies.first().copied()?;
        let (zone, key, _) = self.where_is(first)?;
        let in_set = self.shape(zone) == ZoneShape::Set;
        let there = |c: &CardId| self.where_is(*c).is_some_and(|(z, k, _)| (z, k) == (zone, key));
        copies.retain(|c| *c == first || in_set && there(c));
        let mut lot = self.chance.event(self.lots, Purpose::First);
        let drawn = self.book.secret_knowers && copies.len() > 1;
        let at = if drawn { lot.below(copies.len() as u64) } else { 0 };
        copies.get(at as usize).map(|c| Value::Card(*c))
    }

    /// What those see on a card who know it: its counters, and how much lies in its zones.
    fn seen_on(&self, card: CardId) -> (Vec<Option<Value>>, Vec<usize>) {
        let counters = self.book.counters.iter().zip(0..);
        let shown =
            counters.filter(|(c, _)| matches!(c.owner, Owner::Card(_)) && c.seen != Seen::Nobody);
        let values =
            shown.map(|(_, id)| self.counters.get(&(CounterId(id), card.0)).cloned().flatten());
        let zones =
            self.book.zones.iter().zip(0..).filter(|(z, _)| matches!(z.owner, Owner::Card(_)));
        let held = zones.filter_map(|(_, id)| self.zones.get(&(ZoneId(id), card.0)));
        (values.collect(), held.map(|cards| cards.iter().flatten().count()).collect())
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
        let hides =
            |owner: Owner, seen: Seen| matches!(owner, Owner::Card(_)) && seen != Seen::Everyone;
        self.book.counters.iter().any(|c| hides(c.owner, c.seen))
            || self.book.zones.iter().any(|z| hides(z.owner, z.seen))
    }
}
