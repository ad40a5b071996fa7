//! Zones of a position: masks, runs and slots.
//!
//! A *set* is a mask over all cards. The others are a length (2 bytes) and as many places (2 bytes
//! each): a *pile* has its top at the end, a *row* its left end first, *slots* have holes; a *slot*
//! is one place. Grids: `super::grid`.

use super::Position;
use crate::program::board::SpotAt;
use crate::program::{Inst, NOWHERE};
use houserules_lang::ir::ZoneShape;

/// Where a card is put in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// As the shape has it.
    Usual,
    /// Top, left.
    Top,
    /// Bottom, right.
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
                .map(|w| self.get64(z.base + 8 * w).count_ones() as usize)
                .sum(),
            ZoneShape::Slots => {
                (0..self.places(z)).filter(|at| self.get16(z.base + 2 + 2 * at) != NOWHERE).count()
            }
            _ => self.places(z) as usize,
        }
    }

    /// Places in use: holes count, sets have none.
    #[inline]
    pub(crate) fn places(&self, z: &Inst) -> u32 {
        u32::from(self.get16(z.base))
    }

    /// The byte of a place counted from 1, top or left first.
    #[inline]
    fn place_at(&self, z: &Inst, n: i64) -> Option<u32> {
        let len = i64::from(self.places(z));
        if z.shape == ZoneShape::Set || n < 1 || n > len {
            return None;
        }
        if z.shape == ZoneShape::Grid {
            return Some(Self::tile_bytes(z, (n - 1) as u32));
        }
        let index = if z.shape == ZoneShape::Pile { len - n } else { n - 1 };
        Some(z.base + 2 + 2 * index as u32)
    }

    /// The card at a place from 1, if one lies there.
    #[inline]
    pub(crate) fn card_at(&self, z: &Inst, n: i64) -> Option<u16> {
        self.place_at(z, n).map(|at| self.get16(at)).filter(|c| *c != NOWHERE)
    }

    /// The first card of a zone; of a set the first in card order.
    #[inline]
    pub(crate) fn first_card(&self, z: &Inst, words: u8) -> Option<u16> {
        if z.shape != ZoneShape::Set {
            return (1..=i64::from(self.places(z))).find_map(|n| self.card_at(z, n));
        }
        (0..u32::from(words)).find_map(|w| {
            let word = self.get64(z.base + 8 * w);
            (word != 0).then(|| (64 * w + word.trailing_zeros()) as u16)
        })
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
            for w in 0..u32::from(words) {
                let mut word = self.get64(z.base + 8 * w) as u64;
                while word != 0 {
                    each((64 * w + word.trailing_zeros()) as u16);
                    word &= word - 1;
                }
            }
        } else {
            (1..=i64::from(self.places(z))).filter_map(|n| self.card_at(z, n)).for_each(each);
        }
    }

    /// Takes a card out of the zone that holds it; a hole stays in slots.
    pub(crate) fn take_out(&mut self, z: &Inst, card: u16) {
        if z.shape == ZoneShape::Set {
            let at = z.base + u32::from(card / 64) * 8;
            let word = self.get64(at) & !(1 << (card % 64));
            return self.set64(at, word);
        }
        let len = self.places(z);
        let Some(index) = (0..len).rev().find(|at| self.get16(z.base + 2 + 2 * at) == card) else {
            return;
        };
        let at = z.base + 2 + 2 * index;
        if z.shape == ZoneShape::Slots {
            // The highest place used stays known, so that the next card goes behind it, until all
            // are gone.
            self.set16(at, NOWHERE);
            if (0..len).all(|at| self.get16(z.base + 2 + 2 * at) == NOWHERE) {
                self.zero(z.base, 2 + 2 * len);
            }
            return;
        }
        self.copy_within(at + 2, at, 2 * (len - 1 - index));
        self.set16(z.base + 2 * len, 0);
        self.set16(z.base, len as u16 - 1);
    }

    /// Puts a card in; no if the place is taken or there is no room.
    pub(crate) fn put_in(&mut self, z: &Inst, card: u16, spot: Spot) -> bool {
        let len = self.places(z);
        let index = match (z.shape, spot) {
            (ZoneShape::Set, _) => {
                let at = z.base + u32::from(card / 64) * 8;
                let word = self.get64(at) | 1 << (card % 64);
                self.set64(at, word);
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
        let at = z.base + 2 + 2 * index;
        self.copy_within(at, at + 2, 2 * (len - index));
        self.set16(at, card);
        self.set16(z.base, len as u16 + 1);
        true
    }

    fn put_in_place(&mut self, z: &Inst, card: u16, n: i64) -> bool {
        let len = i64::from(self.places(z));
        if n < 1 || n > i64::from(z.cap) {
            return false;
        }
        for hole in len..n {
            self.set16(z.base + 2 + 2 * hole as u32, NOWHERE);
        }
        let at = z.base + 2 + 2 * (n - 1) as u32;
        if self.get16(at) != NOWHERE {
            return false;
        }
        self.set16(z.base, len.max(n) as u16);
        self.set16(at, card);
        true
    }

    /// Puts another card into the place of one.
    pub(crate) fn exchange(&mut self, z: &Inst, old: u16, new: u16) {
        if z.shape == ZoneShape::Set {
            self.take_out(z, old);
            self.put_in(z, new, Spot::Usual);
        } else if let Some(at) = self.place_of(z, old).and_then(|n| self.place_at(z, n)) {
            self.set16(at, new);
        }
    }

    /// Writes the cards of an ordered zone anew, in the order in which [`Self::each_card`] gives
    /// them.
    pub(crate) fn relay(&mut self, z: &Inst, cards: &[u16]) {
        let mut cards = cards.iter();
        for n in 1..=i64::from(self.places(z)) {
            let Some(at) = self.place_at(z, n) else { return };
            if self.get16(at) != NOWHERE
                && let Some(card) = cards.next()
            {
                self.set16(at, *card);
            }
        }
    }
}
