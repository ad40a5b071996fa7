//! Zones of a position: masks, runs and slots.
//!
//! A *set* is a mask over all cards. The others are a length (2 bytes) and as many places (2 bytes
//! each): a *pile* has its top at the end, a *row* its left end first, *slots* have holes; a *slot*
//! is one place. Grids: `super::grid`.

use super::Position;
use super::grid::Tile;
use crate::program::board::SpotAt;
use crate::program::{Bytes, Field, Inst, NOWHERE, Schema};
use houserules_lang::ir::ZoneShape;

/// Where a card is put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// As the shape has it.
    Usual,
    /// On top of a pile, or at the left end of a row.
    Top,
    /// Under a pile, or at the right end of a row.
    Bottom,
    /// At a place from 1.
    Place(i64),
    /// At a spot of a grid.
    Tile(SpotAt),
}

impl Position {
    /// How many cards lie there.
    #[inline]
    pub(crate) fn zone_len(&self, z: &Inst, words: u8) -> usize {
        match z.shape {
            ZoneShape::Set => (0..u32::from(words))
                .map(|k| self.get(z.mask(words).first.nth(k)).count_ones() as usize)
                .sum(),
            ZoneShape::Slots => {
                (0..self.places(z)).filter(|k| self.get(z.slot(*k)) != NOWHERE).count()
            }
            ZoneShape::Pile | ZoneShape::Row | ZoneShape::Slot | ZoneShape::Grid => {
                self.places(z) as usize
            }
        }
    }

    /// Places in use: holes count, sets have none.
    #[inline]
    pub(crate) fn places(&self, z: &Inst) -> u32 {
        u32::from(self.get(z.len()))
    }

    /// The card of a place counted from 1, top or left first.
    #[inline]
    fn place_at(&self, z: &Inst, n: i64) -> Option<Field<u16>> {
        let len = i64::from(self.places(z));
        if z.shape == ZoneShape::Set || n < 1 || n > len {
            return None;
        }
        if z.shape == ZoneShape::Grid {
            return Some(Tile::nth(z, (n - 1) as u32).card());
        }
        let index = if z.shape == ZoneShape::Pile { len - n } else { n - 1 };
        Some(z.slot(index as u32))
    }

    /// The card at a place from 1, if one lies there.
    #[inline]
    pub(crate) fn card_at(&self, z: &Inst, n: i64) -> Option<u16> {
        self.place_at(z, n).map(|at| self.get(at)).filter(|c| *c != NOWHERE)
    }

    /// The first card of a zone; of a set the first in card order.
    #[inline]
    pub(crate) fn first_card(&self, z: &Inst, words: u8) -> Option<u16> {
        if z.shape != ZoneShape::Set {
            return (1..=i64::from(self.places(z))).find_map(|n| self.card_at(z, n));
        }
        self.members(z.mask(words)).next().map(|card| card as u16)
    }

    /// The place of a card, from 1, on a grid in the order of laying; none in a set.
    pub(crate) fn place_of(&self, z: &Inst, card: u16) -> Option<i64> {
        if z.shape == ZoneShape::Set {
            return None;
        }
        (1..=i64::from(self.places(z))).find(|n| self.card_at(z, *n) == Some(card))
    }

    /// Calls `each` for the cards in order.
    pub(crate) fn each_card(&self, z: &Inst, words: u8, mut each: impl FnMut(u16)) {
        if z.shape == ZoneShape::Set {
            self.members(z.mask(words)).for_each(|card| each(card as u16));
        } else if let Some(places) = self.run_of(z) {
            let cards = places.chunks_exact(2).map(u16::read).filter(|c| *c != NOWHERE);
            if z.shape == ZoneShape::Pile {
                cards.rev().for_each(each);
            } else {
                cards.for_each(each);
            }
        } else {
            (1..=i64::from(self.places(z))).filter_map(|n| self.card_at(z, n)).for_each(each);
        }
    }

    /// The places in use of a pile or row, as they lie.
    #[inline]
    fn run_of(&self, z: &Inst) -> Option<&[u8]> {
        if !matches!(z.shape, ZoneShape::Pile | ZoneShape::Row) {
            return None;
        }
        let from = z.slot(0).at as usize;
        self.bytes.get(from..from + 2 * self.places(z) as usize)
    }

    /// Takes a card out of the zone that holds it; a hole stays in slots.
    pub(crate) fn take_out(&mut self, z: &Inst, card: u16) {
        if z.shape == ZoneShape::Set {
            return self.put_member(z.mask(0), u32::from(card), false);
        }
        let len = self.places(z);
        let is_there = |k: &u32| self.get(z.slot(*k)) == card;
        // Most leave at one of the ends.
        let first = Some(0).filter(|first| len > 0 && is_there(first));
        let Some(index) = first.or_else(|| (0..len).rev().find(is_there)) else {
            return;
        };
        let at = z.slot(index);
        if z.shape == ZoneShape::Slots {
            // The highest place used stays known, so that the next card goes behind it, until all
            // are gone.
            self.set(at, NOWHERE);
            if (0..len).all(|k| self.get(z.slot(k)) == NOWHERE) {
                self.zero(z.base, 2 + 2 * len);
            }
            return;
        }
        if index + 1 < len {
            self.copy_within(at.nth(1).at, at.at, 2 * (len - 1 - index));
        }
        self.set(z.slot(len - 1), 0);
        self.set(z.len(), len as u16 - 1);
    }

    /// Puts a card in; no if the place is taken or there is no room.
    pub(crate) fn put_in(&mut self, z: &Inst, card: u16, spot: Spot) -> bool {
        let len = self.places(z);
        let index = match (z.shape, spot) {
            (ZoneShape::Set, _) => {
                self.put_member(z.mask(0), u32::from(card), true);
                return true;
            }
            (ZoneShape::Slots, Spot::Place(n)) => return self.put_in_place(z, card, n),
            (ZoneShape::Pile, Spot::Usual | Spot::Top)
            | (ZoneShape::Row, Spot::Usual | Spot::Bottom) => len,
            (ZoneShape::Pile, Spot::Place(n)) => {
                (i64::from(len) + 1 - n).clamp(0, i64::from(len)) as u32
            }
            (ZoneShape::Row, Spot::Place(n)) => (n - 1).clamp(0, i64::from(len)) as u32,
            (ZoneShape::Slots, _) => len,
            _ => 0,
        };
        if len >= u32::from(z.cap) {
            return false;
        }
        let at = z.slot(index);
        if index < len {
            self.copy_within(at.at, at.nth(1).at, 2 * (len - index));
        }
        self.set(at, card);
        self.set(z.len(), len as u16 + 1);
        true
    }

    fn put_in_place(&mut self, z: &Inst, card: u16, n: i64) -> bool {
        let len = i64::from(self.places(z));
        if n < 1 || n > i64::from(z.cap) {
            return false;
        }
        for hole in len..n {
            self.set(z.slot(hole as u32), NOWHERE);
        }
        let at = z.slot((n - 1) as u32);
        if self.get(at) != NOWHERE {
            return false;
        }
        self.set(z.len(), len.max(n) as u16);
        self.set(at, card);
        true
    }

    /// Puts another card into the place of one.
    pub(crate) fn exchange(&mut self, z: &Inst, old: u16, new: u16) {
        if z.shape == ZoneShape::Set {
            self.take_out(z, old);
            self.put_in(z, new, Spot::Usual);
        } else if let Some(at) = self.place_of(z, old).and_then(|n| self.place_at(z, n)) {
            self.set(at, new);
        }
    }

    /// Writes the cards of an ordered zone anew, in the order in which [`Self::each_card`] gives
    /// them.
    pub(crate) fn relay(&mut self, z: &Inst, cards: &[u16]) {
        if self.run_of(z).is_some_and(|places| places.len() == 2 * cards.len()) {
            self.about_to_write(z.slot(0).at, 2 * cards.len() as u32);
            let from = z.slot(0).at as usize;
            let places = self.bytes[from..from + 2 * cards.len()].chunks_exact_mut(2);
            if z.shape == ZoneShape::Pile {
                places.rev().zip(cards).for_each(|(place, card)| card.write(place));
            } else {
                places.zip(cards).for_each(|(place, card)| card.write(place));
            }
            return;
        }
        let mut cards = cards.iter();
        for n in 1..=i64::from(self.places(z)) {
            let Some(at) = self.place_at(z, n) else { return };
            if self.get(at) != NOWHERE
                && let Some(card) = cards.next()
            {
                self.set(at, *card);
            }
        }
    }

    /// These seats know these cards.
    pub(crate) fn set_known(&mut self, schema: &Schema, cards: &[u16], seats: u32) {
        if cards.len() == usize::from(schema.cards) {
            self.about_to_write(schema.known, 4 * u32::from(schema.cards));
            let from = schema.known as usize;
            let known = self.bytes[from..from + 4 * cards.len()].chunks_exact_mut(4);
            return known.for_each(|card| seats.write(card));
        }
        cards.iter().for_each(|card| self.set(schema.knowers(*card), seats));
    }
}
