//! Masks, lists, bits and counters of a position.

use super::Position;
use crate::program::{Family, Field, Loc, NONE, StoredList, StoredMask, UNSET};

impl Position {
    // ---- masks ----

    /// Adds a member, or drops it.
    #[inline]
    pub(crate) fn put_member(&mut self, mask: StoredMask, member: u32, there: bool) {
        let (word, bit) = mask.bit(member);
        let bits = self.get(word);
        self.set(word, if there { bits | bit } else { bits & !bit });
    }

    /// The members of a mask, in order.
    #[inline]
    pub(crate) fn members(&self, mask: StoredMask) -> impl Iterator<Item = u32> {
        (0..u32::from(mask.w)).flat_map(move |k| {
            let mut word = self.get(mask.first.nth(k)) as u64;
            std::iter::from_fn(move || {
                let member = (word != 0).then(|| 64 * k + word.trailing_zeros());
                word &= word.wrapping_sub(1);
                member
            })
        })
    }

    /// Takes the first member out.
    pub(crate) fn next_member(&mut self, mask: StoredMask) -> Option<u32> {
        let first = self.members(mask).next();
        first.inspect(|member| self.put_member(mask, *member, false))
    }

    // ---- lists ----

    /// A member of a list, by its place from 0.
    #[inline]
    pub(crate) fn item(&self, list: StoredList, k: u32) -> i64 {
        if list.wide {
            self.get(Field::at(list.items()).nth(k))
        } else {
            i64::from(self.get(Field::<u16>::at(list.items()).nth(k)))
        }
    }

    /// Puts a member; no if it does not fit into its bytes.
    pub(crate) fn put_item(&mut self, list: StoredList, k: u32, value: i64) -> bool {
        if list.wide {
            self.set(Field::at(list.items()).nth(k), value);
            return true;
        }
        let Ok(value) = u16::try_from(value) else { return false };
        self.set(Field::at(list.items()).nth(k), value);
        true
    }

    /// The members of a list.
    pub(crate) fn items(&self, list: StoredList) -> impl Iterator<Item = i64> {
        (0..u32::from(self.get(list.len))).map(move |k| self.item(list, k))
    }

    /// Puts the members of a list that held nothing; no if one does not fit into its bytes.
    pub(crate) fn put_items(&mut self, list: StoredList, items: &[i64]) -> bool {
        self.set(list.len, items.len() as u16);
        (0..).zip(items).all(|(k, value)| self.put_item(list, k, *value))
    }

    // ---- any of these ----

    /// What lies in a place: one value, or the members of a list; nothing if it is no place of a
    /// position.
    pub(crate) fn values(&self, loc: Loc) -> Option<Vec<i64>> {
        Some(match loc {
            Loc::Mem(at) => vec![self.get(Field::at(at))],
            Loc::MemMask(at, w) => self.members(StoredMask::at(at, w)).map(i64::from).collect(),
            Loc::MemList(at, _, wide) => self.items(StoredList::at(at, wide)).collect(),
            Loc::No | Loc::Reg(_) | Loc::Mask(..) | Loc::List(_) => return None,
        })
    }

    /// Puts a value, or members, into a place that held nothing; no if there is no room.
    pub(crate) fn put_values(&mut self, loc: Loc, values: &[i64]) -> bool {
        match (loc, values) {
            (Loc::Mem(at), [one]) => {
                self.set(Field::at(at), *one);
                true
            }
            (Loc::MemMask(at, w), items) => self.put_members(StoredMask::at(at, w), items),
            (Loc::MemList(at, cap, wide), items) if items.len() <= usize::from(cap) => {
                self.put_items(StoredList::at(at, wide), items)
            }
            _ => false,
        }
    }

    /// Adds members to a mask; no if one is beyond its words.
    pub(crate) fn put_members(&mut self, mask: StoredMask, items: &[i64]) -> bool {
        let fits = |item: &i64| (0..64 * i64::from(mask.w)).contains(item);
        items.iter().all(|item| {
            let fits = fits(item);
            if fits {
                self.put_member(mask, *item as u32, true);
            }
            fits
        })
    }

    // ---- bits ----

    /// A bit of a table of bits that begins at a byte.
    #[inline]
    pub(crate) fn bit(&self, table: u32, bit: u32) -> bool {
        self.get(Field::<u8>::at(table).nth(bit / 8)) >> (bit % 8) & 1 == 1
    }

    /// Sets a bit, or clears it.
    pub(crate) fn put_bit(&mut self, table: u32, bit: u32, on: bool) {
        let byte = Field::<u8>::at(table).nth(bit / 8);
        let (bits, bit) = (self.get(byte), 1 << (bit % 8));
        self.set(byte, if on { bits | bit } else { bits & !bit });
    }

    // ---- counters ----

    /// A counter's value as it lies, by the place of its key.
    #[inline]
    pub(crate) fn counter(&self, family: &Family, at: u32) -> i64 {
        if !family.narrow {
            return self.get(Field::at(family.base).nth(at));
        }
        match self.get(Field::<u8>::at(family.base).nth(at)) {
            255 => NONE,
            254 => UNSET,
            byte => i64::from(byte) + family.least,
        }
    }

    /// Lays a counter's value down, without looking at ranges.
    #[inline]
    pub(crate) fn put_counter(&mut self, family: &Family, at: u32, value: i64) {
        if !family.narrow {
            return self.set(Field::at(family.base).nth(at), value);
        }
        let byte = match value {
            NONE => 255,
            UNSET => 254,
            value => (value - family.least).clamp(0, 253) as u8,
        };
        self.set(Field::<u8>::at(family.base).nth(at), byte);
    }
}
