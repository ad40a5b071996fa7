//! Atoms: the smallest things that change the table.

use super::ends::Written;
use super::eval::card_of;
use super::state::{Armed, Eval, Flow, Val, World, fault};
use houserules_interpreter::ask::FaultKind;
use houserules_interpreter::chance::{EventStream, Purpose};
use houserules_lang::ir::{
    At, Base, CardId, CounterId, CounterPlace, Domain, Expr, Owner, SetOp, Value, ZoneId, ZoneShape,
};
use houserules_lang::source::Span;

/// A zone and where in it.
#[derive(Debug, Clone, Copy)]
struct Target {
    zone: ZoneId,
    key: u16,
    at: Spot,
    /// Whether a lot fell on what goes there.
    fell: bool,
    span: Span,
}

/// A zone from which cards are drawn one by one, and at which end.
#[derive(Clone, Copy)]
struct Source {
    zone: ZoneId,
    key: u16,
    bottom: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spot {
    Usual,
    Top,
    Bottom,
    Place(i64),
    Tile(i64, i64, u8),
}

impl<'b> World<'b> {
    /// `move … to … at …`
    pub(super) fn move_cards(
        &mut self,
        cards: &'b Domain,
        to: &'b Expr,
        at: &'b At,
        span: Span,
    ) -> Flow {
        let plain = cards.filter.is_none() && cards.best.is_none();
        if let (true, Base::Top(from, n) | Base::Bottom(from, n)) = (plain, &cards.base) {
            let bottom = matches!(cards.base, Base::Bottom(..));
            let from = self.eval(from)?;
            let n = self.eval(n)?.number().unwrap_or(0);
            let target = self.target(to, at, span)?;
            return match from {
                Val::Zone(zone, key) => self.draws(n, Source { zone, key, bottom }, target),
                _ => Ok(()),
            };
        }
        let members = self.members(cards)?;
        let target = self.target(to, at, span)?;
        let (members, fell) = self.by_lot(cards, members, Some((target.zone, target.key)));
        for member in members {
            if let Value::Card(card) = member {
                self.move_card(card, Target { fell, ..target })?;
            }
        }
        Ok(())
    }

    fn target(&mut self, to: &'b Expr, at: &'b At, span: Span) -> Eval<Target> {
        let Val::Zone(zone, key) = self.eval(to)? else {
            return Err(fault(FaultKind::NoneUsed, span));
        };
        let at = match at {
            At::Usual => Spot::Usual,
            At::Spot(e) => match self.eval(e)? {
                Val::Plain(Value::Spot(s)) => Spot::Tile(i64::from(s.x), i64::from(s.y), s.turn),
                _ => return Err(fault(FaultKind::NoneUsed, span)),
            },
            At::Top => Spot::Top,
            At::Bottom => Spot::Bottom,
            At::Place(n) => {
                Spot::Place(self.eval(n)?.number().ok_or_else(|| fault(FaultKind::NoneUsed, span))?)
            }
        };
        Ok(Target { zone, key, at, fell: false, span })
    }

    fn draws(&mut self, n: i64, from: Source, target: Target) -> Flow {
        for _ in 0..n {
            self.step(target.span)?;
            if self.cards_in(from.zone, from.key).is_empty() {
                self.runs_out(from.zone, from.key)?;
            }
            let cards = self.cards_in(from.zone, from.key);
            let card = if from.bottom { cards.last() } else { cards.first() };
            match card {
                Some(card) => self.move_card(*card, target)?,
                None => return Ok(()),
            }
        }
        Ok(())
    }

    /// One card goes to a place.
    fn move_card(&mut self, card: CardId, target: Target) -> Flow {
        let Target { zone, key, span, .. } = target;
        let Some((from, from_key, from_at)) = self.where_is(card) else { return Ok(()) };
        self.may_lie(card, zone, key, span)?;
        let place = self.free_place(card, target)?;
        let tile = self.tile_lies(card, target)?;
        self.take_out(from, from_key, from_at);
        let shape = self.shape(zone);
        let places = self.zones.entry((zone, key)).or_default();
        match (shape, target.at) {
            (ZoneShape::Slots, _) => {
                let at = place.unwrap_or(places.len());
                places.resize(places.len().max(at + 1), None);
                places[at] = Some(card);
            }
            (ZoneShape::Pile, Spot::Usual | Spot::Top) | (ZoneShape::Row, Spot::Top) => {
                places.insert(0, Some(card));
            }
            (ZoneShape::Pile | ZoneShape::Row, Spot::Place(n)) => {
                let at = usize::try_from(n.saturating_sub(1)).unwrap_or(0).min(places.len());
                places.insert(at, Some(card));
            }
            _ => places.push(Some(card)),
        }
        match tile {
            Some(lies) => _ = self.lies.insert(card, lies),
            None => _ = self.lies.remove(&card),
        }
        if target.fell {
            self.lost(card, self.viewers(zone, key));
        } else {
            self.enters(card, zone, key);
        }
        self.atom(&[Written::Zone(from), Written::Zone(zone)])
    }

    /// Where on a grid a card comes to lie.
    fn tile_lies(&self, card: CardId, target: Target) -> Eval<Option<(i64, i64, u8)>> {
        match (self.shape(target.zone), target.at) {
            (ZoneShape::Grid, Spot::Tile(x, y, turn)) if self.fits_on_grid(card, x, y, turn) => {
                Ok(Some((x, y, turn)))
            }
            (ZoneShape::Grid, Spot::Tile(..)) => Err(fault(FaultKind::OffGrid, target.span)),
            (ZoneShape::Grid, _) | (_, Spot::Tile(..)) => {
                Err(fault(FaultKind::NoneUsed, target.span))
            }
            _ => Ok(None),
        }
    }

    /// The index of the place a card comes to in slots; faults where it cannot lie.
    fn free_place(&self, card: CardId, target: Target) -> Eval<Option<usize>> {
        let Target { zone, key, at, span, .. } = target;
        let places = self.zones.get(&(zone, key)).map_or(&[][..], Vec::as_slice);
        match (self.shape(zone), at) {
            (ZoneShape::Slot, _) if places.iter().flatten().any(|c| *c != card) => {
                Err(fault(FaultKind::SlotTaken(zone), span))
            }
            (ZoneShape::Slots, Spot::Place(n)) => {
                let at = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
                let at = at.ok_or_else(|| fault(FaultKind::NoPosition, span))?;
                if at >= self.capacity(zone) {
                    return Err(fault(FaultKind::TooLong, span));
                }
                match places.get(at) {
                    Some(Some(other)) if *other != card => {
                        Err(fault(FaultKind::SlotTaken(zone), span))
                    }
                    _ => Ok(Some(at)),
                }
            }
            (ZoneShape::Slots, _) => {
                let alone = places.iter().flatten().all(|c| *c == card);
                let at = if alone { 0 } else { places.len() };
                if at >= self.capacity(zone) {
                    Err(fault(FaultKind::TooLong, span))
                } else {
                    Ok(Some(at))
                }
            }
            _ => Ok(None),
        }
    }

    fn capacity(&self, zone: ZoneId) -> usize {
        let of = self.book.zones[zone.index()].of;
        self.book.cards.iter().filter(|c| of.has(self.book.rows[c.row.index()].kind)).count()
    }

    /// A card may not come to lie inside itself.
    fn may_lie(&self, card: CardId, zone: ZoneId, key: u16, span: Span) -> Eval<()> {
        let (mut zone_now, mut key_now) = (zone, key);
        while let Owner::Card(_) = self.book.zones[zone_now.index()].owner {
            if key_now == card.0 {
                return Err(fault(FaultKind::SlotTaken(zone), span));
            }
            match self.where_is(CardId(key_now)) {
                Some((z, k, _)) => (zone_now, key_now) = (z, k),
                None => break,
            }
        }
        Ok(())
    }

    fn take_out(&mut self, zone: ZoneId, key: u16, at: usize) {
        let slots = self.shape(zone) == ZoneShape::Slots;
        let places = self.zones.entry((zone, key)).or_default();
        if slots {
            places[at] = None;
            if places.iter().all(Option::is_none) {
                places.clear();
            }
        } else {
            places.remove(at);
        }
    }

    /// Who knows a card that has come to a zone.
    fn enters(&mut self, card: CardId, zone: ZoneId, key: u16) {
        let viewers = self.viewers(zone, key);
        if self.book.zones[zone.index()].shape == ZoneShape::Set {
            self.lost(card, viewers);
        } else {
            self.known[card.index()] |= viewers;
        }
    }

    /// Only the viewers know a card now; for all others it is as any, also to their limits.
    fn lost(&mut self, card: CardId, viewers: u32) {
        self.known[card.index()] = viewers;
        for run in &mut self.stages {
            run.used.retain(|(_, who, keys)| {
                who.is_some_and(|seat| viewers >> seat & 1 == 1)
                    || !keys.contains(&Value::Card(card))
            });
        }
    }

    /// `swap a with b`
    pub(super) fn swap(&mut self, a: &'b Expr, b: &'b Expr, span: Span) -> Flow {
        let (a, b) = (card_of(&self.eval(a)?), card_of(&self.eval(b)?));
        let (Some(a), Some(b)) = (a, b) else {
            return Err(fault(FaultKind::NoneUsed, span).into());
        };
        let (Some(at), Some(bt)) = (self.where_is(a), self.where_is(b)) else { return Ok(()) };
        self.may_lie(a, bt.0, bt.1, span)?;
        self.may_lie(b, at.0, at.1, span)?;
        for ((zone, key, place), card) in [(at, b), (bt, a)] {
            if let Some(slot) = self.zones.get_mut(&(zone, key)).and_then(|p| p.get_mut(place)) {
                *slot = Some(card);
            }
        }
        let (lies_a, lies_b) = (self.lies.remove(&a), self.lies.remove(&b));
        self.lies.extend(lies_a.map(|lies| (b, lies)));
        self.lies.extend(lies_b.map(|lies| (a, lies)));
        self.enters(b, at.0, at.1);
        self.enters(a, bt.0, bt.1);
        self.atom(&[Written::Zone(at.0), Written::Zone(bt.0)])
    }

    /// The stream of the next chance event.
    pub(super) fn event(&mut self, purpose: Purpose) -> EventStream {
        if let Some(event) = self.event_apart() {
            return self.chance.event(event, purpose);
        }
        let stream = self.chance.event(self.events, purpose);
        self.events += 1;
        stream
    }

    /// `shuffle zone`: only those who see the zone still know its cards.
    pub(super) fn shuffle(&mut self, zone: &'b Expr, span: Span) -> Flow {
        let Val::Zone(zone, key) = self.eval(zone)? else {
            return Err(fault(FaultKind::NoneUsed, span).into());
        };
        let mut cards = self.cards_in(zone, key);
        self.event(Purpose::Shuffle).shuffle(&mut cards);
        let viewers = self.viewers(zone, key);
        let spots: Vec<_> =
            self.cards_in(zone, key).iter().filter_map(|c| self.lies.remove(c)).collect();
        self.lies.extend(cards.iter().copied().zip(spots));
        for card in &cards {
            self.lost(*card, viewers);
        }
        let mut drawn = cards.into_iter();
        for place in self.zones.get_mut(&(zone, key)).into_iter().flatten().filter(|p| p.is_some())
        {
            *place = drawn.next();
        }
        self.atom(&[Written::Zone(zone)])
    }

    /// `show D to players`
    pub(super) fn show(&mut self, cards: &'b Domain, to: &'b Domain) -> Flow {
        let (members, seats) = (self.members(cards)?, self.members(to)?);
        for card in members {
            for seat in &seats {
                if let (Value::Card(card), Value::Seat(seat)) = (&card, seat) {
                    self.known[card.index()] |= 1 << seat;
                }
            }
        }
        Ok(())
    }

    /// `hide D from players`: whoever sees the zone goes on knowing the card.
    pub(super) fn hide(&mut self, cards: &'b Domain, from: &'b Domain) -> Flow {
        let (members, seats) = (self.members(cards)?, self.members(from)?);
        for card in members {
            let Value::Card(card) = card else { continue };
            for seat in &seats {
                if let Value::Seat(seat) = seat {
                    self.known[card.index()] &= !(1 << seat);
                }
            }
            if let Some((zone, key, _)) = self.where_is(card) {
                self.known[card.index()] |= self.viewers(zone, key);
            }
        }
        Ok(())
    }

    /// `place = e`, `+=`, `-=`
    pub(super) fn set(
        &mut self,
        place: &'b CounterPlace,
        op: SetOp,
        value: &'b Expr,
        span: Span,
    ) -> Flow {
        let id = place.counter;
        let Some(key) = self.key(place.key.as_deref())? else {
            return Err(fault(FaultKind::NoneUsed, span).into());
        };
        let value = self.eval(value)?.plain();
        let value = match op {
            SetOp::To => value,
            SetOp::Plus | SetOp::Minus => {
                let before = self.cell(id, key, span)?.clone();
                changed(before.ok_or_else(|| fault(FaultKind::Unset(id), span))?, op, value, span)?
            }
        };
        let value = self.in_range(id, value, span)?;
        *self.cell(id, key, span)? = Some(value);
        let info = &self.book.counters[id.index()];
        if info.lasts.is_some() && info.owner == Owner::Player {
            self.armed.insert((id, key as u8), Armed::Written);
        }
        self.atom(&[Written::Counter(id)])
    }

    fn in_range(&self, id: CounterId, value: Value, span: Span) -> Eval<Value> {
        let info = &self.book.counters[id.index()];
        match (&value, info.range) {
            (Value::None, _) if !info.ty.may_be_none() => Err(fault(FaultKind::NoneUsed, span)),
            (Value::Number(n), Some((lo, hi))) if !(lo..=hi).contains(n) => {
                if info.capped {
                    Ok(Value::Number((*n).clamp(lo, hi)))
                } else {
                    Err(fault(FaultKind::OutOfRange(id, *n, lo, hi), span))
                }
            }
            _ => Ok(value),
        }
    }
}

/// What a counter comes to by `+=` or `-=`.
fn changed(before: Value, op: SetOp, by: Value, span: Span) -> Eval<Value> {
    let (Value::Number(a), Value::Number(b)) = (before, by) else {
        return Err(fault(FaultKind::NoneUsed, span));
    };
    let sum = if op == SetOp::Plus { a.checked_add(b) } else { a.checked_sub(b) };
    sum.map(Value::Number).ok_or_else(|| fault(FaultKind::Overflow, span))
}
