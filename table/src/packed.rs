//! A list that is only added to, in little memory: what was added long ago lies packed, many
//! elements together. Whoever looks at it gets it as it was.

use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::decompress_to_vec;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::borrow::Cow;
use std::sync::{Arc, Mutex, PoisonError};

/// So many are packed together: more take less room each, and longer to look at one of them.
const BLOCK: usize = 128;
/// So many of the last are always at hand.
const NEAR: usize = 128;
/// How hard it is tried to make them small, of ten.
const EFFORT: u8 = 6;

/// The list. Copies of it share what is packed.
#[derive(Debug)]
pub struct Packed<T> {
    blocks: Vec<Arc<[u8]>>,
    /// Those behind the blocks.
    last: Vec<T>,
    /// The block that was looked at last, by number.
    opened: Mutex<Option<Opened<T>>>,
}

#[derive(Debug)]
struct Opened<T> {
    number: usize,
    elements: Arc<[T]>,
}

impl<T> Default for Packed<T> {
    fn default() -> Self {
        Self { blocks: Vec::new(), last: Vec::new(), opened: Mutex::new(None) }
    }
}

impl<T: Clone> Clone for Packed<T> {
    fn clone(&self) -> Self {
        let (blocks, last) = (self.blocks.clone(), self.last.clone());
        Self { blocks, last, opened: Mutex::new(None) }
    }
}

impl<T: Clone + Serialize + DeserializeOwned> Packed<T> {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.len() * BLOCK + self.last.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds one behind the others.
    pub fn push(&mut self, element: T) {
        self.last.push(element);
        if self.last.len() >= NEAR + BLOCK
            && let Some(block) = self.last.get(..BLOCK).and_then(packed)
        {
            self.blocks.push(block);
            self.last.drain(..BLOCK);
        }
    }

    /// The one at that place, from 0; none: there are not so many.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<Cow<'_, T>> {
        match at.checked_sub(self.blocks.len() * BLOCK) {
            Some(at) => self.last.get(at).map(Cow::Borrowed),
            None => self.opened(at / BLOCK).get(at % BLOCK).cloned().map(Cow::Owned),
        }
    }

    /// Those from one place to before another, as far as there are.
    #[must_use]
    pub fn part(&self, from: usize, to: usize) -> Cow<'_, [T]> {
        let begin = self.blocks.len() * BLOCK;
        let to = to.min(self.len()).max(from);
        if let Some(first) = from.checked_sub(begin) {
            return Cow::Borrowed(self.last.get(first..to - begin).unwrap_or(&[]));
        }
        let mut all = Vec::with_capacity(to - from);
        let mut at = from;
        while at < to.min(begin) {
            let elements = self.opened(at / BLOCK);
            let end = (at / BLOCK * BLOCK + BLOCK).min(to);
            let part = elements.get(at % BLOCK..at % BLOCK + (end - at)).unwrap_or(&[]);
            all.extend_from_slice(part);
            at = end;
        }
        all.extend_from_slice(self.last.get(..to.saturating_sub(begin)).unwrap_or(&[]));
        Cow::Owned(all)
    }

    /// Forgets all but the first so many.
    pub fn truncate(&mut self, length: usize) {
        if let Some(left) = length.checked_sub(self.blocks.len() * BLOCK) {
            self.last.truncate(left);
            return;
        }
        let whole = length / BLOCK;
        self.last = self.part(whole * BLOCK, length).into_owned();
        self.blocks.truncate(whole);
        *self.opened.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// How many bytes the packed ones take.
    #[cfg(test)]
    fn bytes(&self) -> usize {
        self.blocks.iter().map(|block| block.len()).sum()
    }

    /// A block as it was. Mostly several of its elements are looked at, one after the other.
    fn opened(&self, number: usize) -> Arc<[T]> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = opened.as_ref().filter(|known| known.number == number) {
            return Arc::clone(&known.elements);
        }
        let elements: Arc<[T]> =
            self.blocks.get(number).and_then(|block| unpacked(block)).unwrap_or_default().into();
        debug_assert_eq!(elements.len(), BLOCK);
        *opened = Some(Opened { number, elements: Arc::clone(&elements) });
        elements
    }
}

fn packed<T: Serialize>(elements: &[T]) -> Option<Arc<[u8]>> {
    let bytes = postcard::to_stdvec(elements).ok()?;
    Some(compress_to_vec(&bytes, EFFORT).into())
}

fn unpacked<T: DeserializeOwned>(block: &[u8]) -> Option<Vec<T>> {
    let bytes = decompress_to_vec(block).ok()?;
    postcard::from_bytes(&bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(length: usize) -> Packed<String> {
        let mut list = Packed::default();
        (0..length).for_each(|n| list.push(format!("line {n}")));
        list
    }

    fn expected(from: usize, to: usize) -> Vec<String> {
        (from..to).map(|n| format!("line {n}")).collect()
    }

    #[test]
    fn what_is_packed_is_read_as_it_was() {
        for length in [0, 1, 255, 256, 257, 1000, 1024] {
            let list = list(length);
            assert_eq!(list.len(), length);
            for (from, to) in [(0, length), (100, 400), (127, 129), (128, 256), (990, 5000)] {
                let there = expected(from.min(length), to.min(length));
                assert_eq!(list.part(from, to).as_ref(), there, "{length}: {from}, {to}");
            }
            let each: Vec<_> = (0..length + 9).filter_map(|at| list.get(at)).collect();
            let each: Vec<String> = each.into_iter().map(Cow::into_owned).collect();
            assert_eq!(each, expected(0, length));
        }
        assert!(list(1024).bytes() < 1024 * 4, "hardly packed");
    }

    #[test]
    fn what_is_cut_off_can_be_added_again() {
        for cut in [0, 5, 128, 700, 768, 900, 1500] {
            let mut list = list(1000);
            let copy = list.clone();
            let _ = list.get(700);
            list.truncate(cut);
            assert_eq!(list.part(0, 2000).as_ref(), expected(0, cut.min(1000)));
            (cut.min(1000)..1300).for_each(|n| list.push(format!("line {n}")));
            assert_eq!(list.part(0, 2000).as_ref(), expected(0, 1300));
            assert_eq!(copy.part(0, 2000).as_ref(), expected(0, 1000));
        }
    }
}
