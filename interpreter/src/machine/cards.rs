//! Counters, zones and who knows a card.

use super::Fallible;
use super::effects::Change;
use super::{Executor, Memory, State};
use crate::ask::{EventKind, FaultKind};
use crate::position::Spot;
use crate::program::{Inst, NONE, NOWHERE, R, UNSET, Wrote, ZoneOp};
use houserules_lang::ir::{CardId, SetOp, ZoneShape};
use std::ops::Range;

impl<'a> State<'a> {
    // ---- counters ----

    /// The value of a counter of a key.
    #[inline]
    pub(super) fn counter(self, f: u16, key: i64) -> Fallible<i64> {
        let family = &self.program.schema.counters[usize::from(f)];
        let at = key - i64::from(family.lo);
        if at < 0 || at >= i64::from(family.n) {
            return Ok(NONE);
        }
        let value = self.pos.counter(family, at as u32);
        if value == UNSET { Err(FaultKind::Unset(family.id)) } else { Ok(value) }
    }

    // ---- zones ----

    #[inline]
    pub(super) fn inst(self, z: i64) -> Option<Inst> {
        usize::try_from(z).ok().and_then(|z| self.program.schema.insts.get(z)).copied()
    }

    #[inline]
    pub(super) fn loc(self, card: u16) -> u16 {
        self.pos.get(self.program.schema.zone_of(card))
    }

    /// Who sees the cards of a zone.
    pub(super) fn seers(self, z: u16) -> u32 {
        let Some(inst) = self.inst(i64::from(z)) else { return 0 };
        if inst.on_card { inst.seers & self.known(inst.key) } else { inst.seers }
    }

    pub(super) fn known(self, card: u16) -> u32 {
        self.pos.get(self.program.schema.knowers(card))
    }

    /// Who knows a card, with those who see it on a card that they know, though it came there
    /// before they did.
    fn sighted(self, card: u16) -> u32 {
        let (mut all, mut seers) = (self.known(card), u32::MAX);
        let mut z = self.loc(card);
        // A card lies in fewer cards than there are.
        for _ in 0..self.program.schema.cards {
            let Some(inst) = self.inst(i64::from(z)).filter(|i| i.on_card) else { break };
            seers &= inst.seers;
            all |= seers & self.known(inst.key);
            z = self.loc(inst.key);
        }
        all
    }

    /// Whether a zone is one of the card's own, or lies in one of them.
    fn within(self, card: u16, z: u16) -> bool {
        let mut z = z;
        for _ in 0..64 {
            let Some(inst) = self.inst(i64::from(z)).filter(|i| i.on_card) else { return false };
            if inst.key == card {
                return true;
            }
            z = self.loc(inst.key);
        }
        true
    }

    /// A card may not come to lie in itself.
    pub(super) fn may_lie(self, card: u16, inst: &Inst, z: u16) -> Fallible<()> {
        let inside = inst.on_card && self.within(card, z);
        if inside { Err(FaultKind::SlotTaken(inst.zone)) } else { Ok(()) }
    }

    /// Whether other cards lie there.
    fn others_in(self, inst: &Inst, card: u16) -> bool {
        (1..=i64::from(self.pos.places(inst)))
            .any(|n| self.pos.card_at(inst, n).is_some_and(|c| c != card))
    }

    fn place(self, card: i64) -> Fallible<i64> {
        if card == NONE {
            return Ok(NONE);
        }
        let inst = self.inst(i64::from(self.loc(card as u16))).ok_or(FaultKind::NoPosition)?;
        if inst.shape == ZoneShape::Grid {
            return Err(FaultKind::NoPosition);
        }
        self.pos.place_of(&inst, card as u16).ok_or(FaultKind::NoPosition)
    }

    /// The zone of a card and its key, for events.
    pub(super) fn zone_key(self, z: u16) -> (houserules_lang::ir::ZoneId, u16) {
        self.inst(i64::from(z))
            .map_or((houserules_lang::ir::ZoneId(u16::MAX), 0), |i| (i.zone, i.key))
    }
}

impl Memory {
    pub(super) fn zone(&mut self, state: State<'_>, op: ZoneOp) -> Fallible<()> {
        let (d, value) = match op {
            ZoneOp::Of { d, zone, key } => {
                let keys = state.program.schema.zones[usize::from(zone)];
                let at = self.reg(key).wrapping_sub(i64::from(keys.lo));
                let there = (0..i64::from(keys.n)).contains(&at);
                (d, if there { i64::from(keys.first) + at } else { NONE })
            }
            ZoneOp::Len { d, z } => (d, self.cards_in(state, z)),
            ZoneOp::Some { d, z } => (d, i64::from(self.cards_in(state, z) > 0)),
            ZoneOp::At { d, z, n } => {
                let card = state.inst(self.reg(z)).and_then(|i| state.pos.card_at(&i, self.reg(n)));
                (d, card.map_or(NONE, i64::from))
            }
            ZoneOp::Slot { d, z } => {
                let words = state.program.schema.words;
                let card = state.inst(self.reg(z)).and_then(|i| state.pos.first_card(&i, words));
                (d, card.map_or(NONE, i64::from))
            }
            ZoneOp::Place { d, c } => (d, state.place(self.reg(c))?),
            ZoneOp::Known { d, c, p } => {
                let (c, p) = (self.reg(c), self.reg(p));
                (d, i64::from(c >= 0 && p >= 0 && state.sighted(c as u16) >> p & 1 == 1))
            }
            ZoneOp::Holds { d, z, c } => {
                let (z, c) = (self.reg(z), self.reg(c));
                (d, i64::from(z != NONE && c != NONE && i64::from(state.loc(c as u16)) == z))
            }
            ZoneOp::Mask { m, z } => {
                self.zone_mask(state, m, self.reg(z));
                return Ok(());
            }
            ZoneOp::List { l, z } => {
                self.zone_list(state, l, self.reg(z), 1..i64::MAX);
                return Ok(());
            }
            ZoneOp::Top { l, z, n } => {
                self.zone_list(state, l, self.reg(z), places(1, self.reg(n)));
                return Ok(());
            }
            ZoneOp::Bottom { l, z, n } => {
                let (n, len) = (self.reg(n), self.cards_in(state, z));
                if n != NONE {
                    let first = len.saturating_sub(n).max(0) + 1;
                    self.zone_list(state, l, self.reg(z), places(first, n));
                }
                return Ok(());
            }
        };
        self.put(d, value);
        Ok(())
    }

    fn cards_in(&self, state: State<'_>, z: R) -> i64 {
        state
            .inst(self.reg(z))
            .map_or(0, |i| state.pos.zone_len(&i, state.program.schema.words) as i64)
    }

    fn zone_mask(&mut self, state: State<'_>, m: R, z: i64) {
        let words = state.program.schema.words;
        let Some(inst) = state.inst(z) else {
            (0..u16::from(words)).for_each(|k| self.put(m + k, 0));
            return;
        };
        if inst.shape == ZoneShape::Set {
            for k in 0..u16::from(words) {
                let word = state.pos.get(inst.mask(words).first.nth(u32::from(k)));
                self.put(m + k, word);
            }
            return;
        }
        (0..u16::from(words)).for_each(|k| self.put(m + k, 0));
        let regs = &mut self.regs;
        state.pos.each_card(&inst, words, |c| regs[usize::from(m + c / 64)] |= 1 << (c % 64));
    }

    /// Adds the cards of some places, counted from the top.
    fn zone_list(&mut self, state: State<'_>, l: u16, z: i64, places: Range<i64>) {
        let Some(inst) = state.inst(z) else { return };
        let words = state.program.schema.words;
        let list = &mut self.lists[usize::from(l)];
        if matches!(inst.shape, ZoneShape::Pile | ZoneShape::Row) {
            let last = (places.end - 1).min(i64::from(state.pos.places(&inst)));
            let places = places.start.max(1)..=last;
            list.extend(places.filter_map(|n| state.pos.card_at(&inst, n)).map(i64::from));
            return;
        }
        let mut at = 0;
        state.pos.each_card(&inst, words, |c| {
            at += 1;
            if places.contains(&at) {
                list.push(i64::from(c));
            }
        });
    }
}

impl Executor<'_> {
    /// A rule writes a counter: ranges, and how long it lasts.
    pub(super) fn write_counter(
        &mut self,
        f: u16,
        how: SetOp,
        key: i64,
        value: i64,
    ) -> Fallible<()> {
        let family = self.program.schema.counters[usize::from(f)];
        let at = key.wrapping_sub(i64::from(family.lo));
        if key == NONE || at < 0 || at >= i64::from(family.n) {
            return Err(FaultKind::NoneUsed);
        }
        if value == NONE && !family.optional {
            return Err(FaultKind::NoneUsed);
        }
        let mut value = value;
        if let Some((lo, hi)) = family.range.filter(|_| value != NONE) {
            if family.capped {
                value = value.clamp(lo, hi);
            } else if value < lo || value > hi {
                return Err(FaultKind::OutOfRange(family.id, value, lo, hi));
            }
        }
        let at = at as u32;
        if let Some(state) = family.state(at) {
            self.pos.set(state, 1);
        }
        if self.recorder.on {
            let before = self.pos.counter(&family, at);
            self.note_set(&family, key, Change { how, before, after: value });
        }
        if let Some(shown) = family.shown_to(at) {
            self.pos.set(shown, 0);
        }
        self.pos.put_counter(&family, at, value);
        self.mem.dirty |= family.bit;
        self.mem.wrote = Wrote::Counter(f);
        Ok(())
    }

    fn set_loc(&mut self, card: u16, z: u16) {
        self.pos.set(self.program.schema.zone_of(card), z);
    }

    pub(super) fn set_known(&mut self, card: u16, seats: u32) {
        self.pos.set(self.program.schema.knowers(card), seats);
    }

    /// Entering an ordered place adds those who see it; in a set only they know a card.
    pub(super) fn learn(&mut self, card: u16, z: u16) {
        let seers = self.state().seers(z);
        let set = self.state().inst(i64::from(z)).is_some_and(|i| i.shape == ZoneShape::Set);
        if set {
            return self.lose_sight(card, seers);
        }
        self.set_known(card, self.state().known(card) | seers);
    }

    /// Only these seats can tell any more which card it is.
    pub(super) fn lose_sight(&mut self, card: u16, seers: u32) {
        self.set_known(card, seers);
        if !self.program.card_limits.is_empty() {
            self.forget_limits(card, !seers);
        }
    }

    /// Takes a card from where it lies.
    pub(super) fn leave(&mut self, card: u16) {
        let at = self.state().loc(card);
        if let Some(inst) = self.state().inst(i64::from(at)).filter(|_| at != NOWHERE) {
            if inst.shape == ZoneShape::Grid {
                self.lift(&inst, card)
            } else {
                self.pos.take_out(&inst, card)
            }
            self.mem.dirty |= crate::lower::zone_bit(inst.zone.index());
            self.set_loc(card, NOWHERE);
        }
    }

    /// Puts a card that lies nowhere into a zone; no if there is no room.
    pub(super) fn enter(&mut self, card: u16, z: u16, spot: Spot) -> bool {
        let Some(inst) = self.state().inst(i64::from(z)) else { return false };
        self.mem.dirty |= crate::lower::zone_bit(inst.zone.index());
        let done = match (inst.shape, spot) {
            (ZoneShape::Grid, Spot::Tile(at)) => self.lay_tile(&inst, card, at),
            (ZoneShape::Grid, _) => false,
            _ => self.pos.put_in(&inst, card, spot),
        };
        if done {
            self.set_loc(card, z);
        }
        done
    }

    /// One atom: a card goes to a zone, with others by lot or not.
    pub(super) fn move_card(
        &mut self,
        card: i64,
        by_lot: bool,
        z: i64,
        spot: Spot,
    ) -> Fallible<()> {
        let (Ok(card), Ok(to)) = (u16::try_from(card), u16::try_from(z)) else {
            return Err(FaultKind::NoneUsed);
        };
        let Some(inst) = self.state().inst(z) else { return Err(FaultKind::NoneUsed) };
        let from = self.state().loc(card);
        if from == NOWHERE {
            return Err(FaultKind::SlotTaken(inst.zone));
        }
        self.state().may_lie(card, &inst, to)?;
        match (inst.shape, spot) {
            (ZoneShape::Grid, Spot::Tile(at)) if !self.state().inside(card, at) => {
                return Err(FaultKind::OffGrid);
            }
            (ZoneShape::Grid, Spot::Tile(_)) => {}
            (ZoneShape::Grid, _) | (_, Spot::Tile(_)) => return Err(FaultKind::NoneUsed),
            _ => {}
        }
        let before = self.state().known(card);
        if let (ZoneShape::Slots, Spot::Place(n)) = (inst.shape, spot) {
            if n < 1 {
                return Err(FaultKind::NoPosition);
            }
            if n > i64::from(inst.cap) {
                return Err(FaultKind::TooLong);
            }
        }
        // A full slot refuses before anything has moved.
        let taken = match (inst.shape, spot) {
            (ZoneShape::Slot, _) => from != to && self.pos.places(&inst) > 0,
            (ZoneShape::Slots, Spot::Place(n)) => {
                self.pos.card_at(&inst, n).is_some_and(|c| c != card)
            }
            _ => false,
        };
        if taken {
            return Err(FaultKind::SlotTaken(inst.zone));
        }
        let behind = inst.shape == ZoneShape::Slots && !matches!(spot, Spot::Place(_));
        if behind
            && self.pos.places(&inst) >= u32::from(inst.cap)
            && self.state().others_in(&inst, card)
        {
            return Err(FaultKind::TooLong);
        }
        if self.recorder.moments.is_some()
            && !self.recorder.goes_on_moving(self.state().span_at(self.mem.at))
        {
            self.keep_moment(false);
        }
        self.leave(card);
        if !self.enter(card, to, spot) {
            return Err(FaultKind::TooLong);
        }
        if by_lot {
            self.lose_sight(card, self.state().seers(to));
        } else {
            self.learn(card, to);
        }
        let source = self.state().inst(i64::from(from)).map_or(inst.zone, |i| i.zone);
        self.mem.wrote = Wrote::Zones(source.0, inst.zone.0);
        if self.recorder.on {
            let seen = before | self.state().known(card);
            let (from, to) = (self.state().zone_key(from), self.state().zone_key(to));
            self.note(|| EventKind::Moved { card: CardId(card), from, to, seen, by_lot });
        }
        Ok(())
    }
}

/// So many places from the first on.
fn places(first: i64, n: i64) -> Range<i64> {
    first..first.saturating_add(n.max(0))
}
