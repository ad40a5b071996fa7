//! Typed views of a position's bytes: which value lies where. A program knows them; a
//! [`Position`](crate::position::Position) reads and writes them.

use super::{Family, Inst, Loc, Schema};
use std::marker::PhantomData;

/// What a few bytes of a position can hold, little end first.
pub trait Bytes: Copy {
    /// How many bytes it takes.
    const SIZE: u32;
    /// Reads it; there must be as many bytes.
    fn read(bytes: &[u8]) -> Self;
    /// Writes it; there must be as many bytes.
    fn write(self, bytes: &mut [u8]);
}

macro_rules! numbers {
    ($($number:ty),*) => {$(
        impl Bytes for $number {
            const SIZE: u32 = size_of::<Self>() as u32;
            #[inline]
            fn read(bytes: &[u8]) -> Self {
                let own = bytes.first_chunk::<{ size_of::<Self>() }>();
                own.map_or(0, |own| Self::from_le_bytes(*own))
            }
            #[inline]
            fn write(self, bytes: &mut [u8]) {
                // As one store, whatever becomes of the length.
                if let Some(own) = bytes.first_chunk_mut::<{ size_of::<Self>() }>() {
                    *own = self.to_le_bytes();
                }
            }
        }
    )*};
}

numbers!(u8, u16, u32, i64);

impl Bytes for bool {
    const SIZE: u32 = 1;
    #[inline]
    fn read(bytes: &[u8]) -> Self {
        bytes.first().is_some_and(|byte| *byte != 0)
    }
    #[inline]
    fn write(self, bytes: &mut [u8]) {
        bytes.fill(u8::from(self));
    }
}

/// A value of a position, by its first byte.
#[derive(Debug, PartialEq, Eq)]
pub struct Field<T> {
    /// Where it begins.
    pub at: u32,
    kind: PhantomData<T>,
}

impl<T> Clone for Field<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Field<T> {}

impl<T> Default for Field<T> {
    fn default() -> Self {
        Self::at(0)
    }
}

impl<T> Field<T> {
    /// The value that begins at a byte.
    #[must_use]
    #[inline]
    pub const fn at(at: u32) -> Self {
        Self { at, kind: PhantomData }
    }
}

impl<T: Bytes> Field<T> {
    /// The k-th of a run of values that begins here.
    #[must_use]
    #[inline]
    pub const fn nth(self, k: u32) -> Self {
        Self::at(self.at + T::SIZE * k)
    }
}

/// Views of frames: which value lies how many bytes from their beginning.
macro_rules! frame {
    ($(#[$about:meta])* $view:ident($size:expr) {
        $($(#[$doc:meta])* $field:ident: $ty:ty = $from:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct $view(
            /// Where it begins.
            pub u32,
        );

        impl $view {
            /// How many bytes it takes.
            pub const SIZE: u32 = $size;
            $($(#[$doc])*
            #[must_use]
            #[inline]
            pub const fn $field(self) -> $crate::program::Field<$ty> {
                $crate::program::Field::at(self.0 + $from)
            })*
        }
    };
}

pub(crate) use frame;

frame! {
    /// The beginning of a stage's frame; a list, then saved run state follow.
    StageFrame(32) {
        /// Who acted outside, 255: nobody.
        aside: u8 = 0,
        /// The seat whose turn the element is, 255: none.
        turn: u8 = 1,
        /// Whether an element is running.
        inside: bool = 2,
        /// How many moves were running when it began.
        moves: u8 = 3,
        /// The element's value.
        value: i64 = 8,
        /// The next element; of a list the index.
        next: i64 = 16,
        /// The last, or how many are left.
        last: i64 = 24,
    }
}

frame! {
    /// The beginning of a choice's frame; given arguments, the order of arrival and records follow.
    SiteFrame(16) {
        /// The asker, 255: nobody.
        asker: u8 = 0,
        /// Bit 0: `again`; bit 1: something took effect; bit 2: an attempt has worked.
        flags: u8 = 1,
        /// How many have arrived.
        arrived: u8 = 2,
        /// Which of them is next.
        next: u8 = 3,
        /// Who is asked: a mask.
        asked: u32 = 4,
        /// Who has answered.
        answered: u32 = 8,
        /// Whose attempts work.
        works: u32 = 12,
    }
}

frame! {
    /// An entry of the frame stack.
    StackEntry(8) {
        /// The frame, by its number in the program.
        frame: u16 = 0,
        /// Where its body returns to.
        back: u32 = 4,
    }
}

impl StageFrame {
    /// Bytes of who acts and what is running, at its beginning.
    pub const MARKS: u32 = 4;
}

/// The members of a set in a position, as words of bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredMask {
    /// Its first word.
    pub first: Field<i64>,
    /// How many words it has.
    pub w: u8,
}

impl StoredMask {
    /// The mask of so many words that begins at a byte.
    #[must_use]
    pub const fn at(at: u32, w: u8) -> Self {
        Self { first: Field::at(at), w }
    }

    /// The word that has the bit of a member, and the bit.
    #[must_use]
    #[inline]
    pub const fn bit(self, member: u32) -> (Field<i64>, i64) {
        (self.first.nth(member / 64), 1 << (member % 64))
    }
}

/// A list in a position: how many members (2 bytes, 2 unused), then the members.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredList {
    /// How many members there are.
    pub len: Field<u16>,
    /// Members take 8 bytes, else 2.
    pub wide: bool,
}

impl StoredList {
    /// The list that begins at a byte.
    #[must_use]
    pub const fn at(at: u32, wide: bool) -> Self {
        Self { len: Field::at(at), wide }
    }

    /// Bytes of a list that holds up to so many members.
    #[must_use]
    pub const fn bytes(cap: u16, wide: bool) -> u32 {
        4 + cap as u32 * if wide { 8 } else { 2 }
    }

    /// Where its members begin.
    #[must_use]
    #[inline]
    pub const fn items(self) -> u32 {
        self.len.at + 4
    }
}

/// What a loop that may be stopped keeps of its members, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoopFrame {
    /// The members that are left.
    Mask(StoredMask),
    /// The next number and the last.
    Range(Field<i64>, Field<i64>),
    /// The index of the next, and all.
    List(Field<u16>, StoredList),
}

impl LoopFrame {
    /// A list after the index of its next member.
    #[must_use]
    pub const fn list_at(at: u32, wide: bool) -> (Field<u16>, StoredList) {
        let next = Field::at(at);
        (next, StoredList::at(next.nth(1).at, wide))
    }
}

impl Loc {
    /// How many bytes it takes in a frame.
    #[must_use]
    pub fn bytes(self) -> u32 {
        match self {
            Self::Mem(_) => i64::SIZE,
            Self::MemMask(_, w) => i64::SIZE * u32::from(w),
            Self::MemList(_, cap, wide) => StoredList::bytes(cap, wide),
            Self::No | Self::Reg(_) | Self::Mask(..) | Self::List(_) => 0,
        }
    }

    /// The same place, `by` bytes further.
    #[must_use]
    pub fn plus(self, by: u32) -> Self {
        match self {
            Self::Mem(at) => Self::Mem(at + by),
            Self::MemMask(at, w) => Self::MemMask(at + by, w),
            Self::MemList(at, cap, wide) => Self::MemList(at + by, cap, wide),
            Self::No | Self::Reg(_) | Self::Mask(..) | Self::List(_) => self,
        }
    }
}

impl Inst {
    /// How many places are in use; of a grid, how many tiles lie there. A set has none.
    #[must_use]
    #[inline]
    pub const fn len(&self) -> Field<u16> {
        Field::at(self.base)
    }

    /// The card of a place of a pile, row, slot or slots, from 0 in the order of the bytes.
    #[must_use]
    #[inline]
    pub const fn slot(&self, k: u32) -> Field<u16> {
        self.len().nth(k + 1)
    }

    /// The cards of a set.
    #[must_use]
    #[inline]
    pub const fn mask(&self, words: u8) -> StoredMask {
        StoredMask::at(self.base, words)
    }
}

impl Family {
    /// `until|through next turn`: the state of a key.
    #[must_use]
    pub fn state(&self, at: u32) -> Option<Field<u8>> {
        self.lasts.map(|(_, states)| Field::at(states).nth(at))
    }

    /// The seats that were shown the counter of a key, where rules show it.
    #[must_use]
    pub fn shown_to(&self, at: u32) -> Option<Field<u32>> {
        self.shown.map(|shown| Field::at(shown).nth(at))
    }
}

impl Schema {
    /// The zone in which a card lies.
    #[must_use]
    #[inline]
    pub fn zone_of(&self, card: u16) -> Field<u16> {
        Field::at(self.loc).nth(u32::from(card))
    }

    /// The seats that know a card.
    #[must_use]
    #[inline]
    pub fn knowers(&self, card: u16) -> Field<u32> {
        Field::at(self.known).nth(u32::from(card))
    }

    /// The entry of the frame stack of a level, from the outermost.
    #[must_use]
    #[inline]
    pub fn level(&self, level: u16) -> StackEntry {
        StackEntry(self.stack + StackEntry::SIZE * u32::from(level))
    }
}
