//! A position: one run of bytes that holds everything a game needs to go on. Its layout is the
//! program's [`Schema`](crate::program::Schema); what is not in use is zero, so equal positions are
//! equal bytes.

mod grid;
mod lots;
mod memos;
mod remembered;
mod stored;
mod zones;

pub(crate) use grid::{Laid, grid_size};
pub(crate) use zones::Spot;

use crate::program::{Bytes, Field, header};
use serde::{Deserialize, Serialize};

/// A position of a game; meaningful together with its program only.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Default)]
#[serde(try_from = "Saved", into = "Saved")]
pub struct Position {
    bytes: Vec<u8>,
    /// What was written, as long as it is to be taken back.
    remembered: remembered::Remembered,
}

/// A position as it is saved, with its hash: bytes that were changed on the way are refused.
#[derive(Serialize, Deserialize)]
struct Saved {
    bytes: Vec<u8>,
    hash: u64,
}

impl From<Position> for Saved {
    fn from(position: Position) -> Self {
        Self { hash: position.hash(), bytes: position.bytes }
    }
}

impl TryFrom<Saved> for Position {
    type Error = &'static str;

    fn try_from(saved: Saved) -> Result<Self, Self::Error> {
        let position = Self { bytes: saved.bytes, ..Self::default() };
        if position.hash() == saved.hash {
            Ok(position)
        } else {
            Err("a saved position was changed")
        }
    }
}

impl Position {
    /// A position of zeros.
    #[must_use]
    pub fn new(size: u32) -> Self {
        Self { bytes: vec![0; size as usize], ..Self::default() }
    }

    /// How many bytes it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no bytes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Takes over another position of the same program without allocating.
    pub fn copy_from(&mut self, other: &Self) {
        self.bytes.clone_from(&other.bytes);
    }

    /// How many bytes it can take over without having to lie elsewhere.
    pub(crate) fn room(&self) -> usize {
        self.bytes.capacity()
    }

    /// Zeros again, and nothing is remembered.
    pub(crate) fn clear(&mut self, size: u32) {
        self.bytes.truncate(size as usize);
        self.bytes.fill(0);
    }

    /// A hash of the bytes, the same on every machine.
    #[must_use]
    pub fn hash(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(&self.bytes)
    }

    /// The value of a field.
    #[inline]
    pub(crate) fn get<T: Bytes>(&self, field: Field<T>) -> T {
        let at = field.at as usize;
        T::read(&self.bytes[at..at + T::SIZE as usize])
    }
    /// Puts a value.
    #[inline]
    pub(crate) fn set<T: Bytes>(&mut self, field: Field<T>, value: T) {
        self.about_to_write(field.at, T::SIZE);
        let at = field.at as usize;
        value.write(&mut self.bytes[at..at + T::SIZE as usize]);
    }
    /// All of its bytes.
    #[inline]
    pub(crate) fn all(&self) -> &[u8] {
        &self.bytes
    }
    /// All bytes, to be written.
    #[inline]
    pub(crate) fn all_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }
    /// Bytes as they lie.
    #[inline]
    pub(crate) fn bytes(&self, at: u32, len: u32) -> &[u8] {
        &self.bytes[at as usize..(at + len) as usize]
    }
    /// Sets bytes to zero.
    #[inline]
    pub(crate) fn zero(&mut self, at: u32, len: u32) {
        self.about_to_write(at, len);
        self.bytes[at as usize..(at + len) as usize].fill(0);
    }
    /// Copies bytes of another position of the same program.
    pub(crate) fn copy_part(&mut self, other: &Self, at: u32, len: u32) {
        self.about_to_write(at, len);
        let part = at as usize..(at + len) as usize;
        self.bytes[part.clone()].copy_from_slice(&other.bytes[part]);
    }
    /// Copies a value of another position of the same program.
    pub(crate) fn copy_field<T: Bytes>(&mut self, other: &Self, field: Field<T>) {
        self.set(field, other.get(field));
    }
    /// Copies bytes within.
    pub(crate) fn copy_within(&mut self, from: u32, to: u32, len: u32) {
        self.about_to_write(to, len);
        self.bytes.copy_within(from as usize..(from + len) as usize, to as usize);
    }

    #[inline]
    pub(crate) fn pc(&self) -> u32 {
        self.get(header::PC)
    }
    #[inline]
    pub(crate) fn depth(&self) -> u16 {
        self.get(header::DEPTH)
    }
    /// The acting seat, or 255.
    #[inline]
    pub(crate) fn me(&self) -> u8 {
        self.get(header::ME)
    }
}

#[cfg(test)]
mod tests {
    use super::Position;

    #[test]
    fn changed_bytes_are_refused() {
        let text = serde_json::to_string(&Position::new(40)).unwrap();
        assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), Position::new(40));
        for (at, byte) in text.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()) {
            let other = if byte == b'9' { '8' } else { char::from(byte + 1) };
            let mut changed = text.clone();
            changed.replace_range(at..=at, &other.to_string());
            assert!(serde_json::from_str::<Position>(&changed).is_err(), "{changed}");
        }
    }
}
