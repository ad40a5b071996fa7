//! What is written while something is only imagined: the bytes as they were, so that no more is
//! copied than is written.

use super::Position;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// Bytes as they were, the latest last. Between two questions there are none, so positions are
/// compared, copied and saved without them.
#[derive(Debug, Default)]
pub(super) struct Remembered {
    /// How many want it.
    open: u32,
    /// Where and how many.
    parts: Vec<(u32, u32)>,
    /// One after the other.
    bytes: Vec<u8>,
}

/// How much was remembered before.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mark(usize);

impl Position {
    /// From now on what is written can be taken back.
    pub(crate) fn remember(&mut self) -> Mark {
        self.remembered.open += 1;
        Mark(self.remembered.parts.len())
    }

    /// Takes back what was written since.
    pub(crate) fn take_back(&mut self, mark: Mark) {
        let Remembered { open, parts, bytes } = &mut self.remembered;
        while parts.len() > mark.0 {
            let Some((at, len)) = parts.pop() else { break };
            let from = bytes.len().saturating_sub(len as usize);
            if let (Some(to), Some(old)) =
                (self.bytes.get_mut(at as usize..(at + len) as usize), bytes.get(from..))
            {
                to.copy_from_slice(old);
            }
            bytes.truncate(from);
        }
        *open = open.saturating_sub(1);
    }

    /// Keeps bytes that are about to be written, if they are to come back.
    #[inline]
    pub(super) fn about_to_write(&mut self, at: u32, len: u32) {
        if self.remembered.open > 0 {
            self.keep(at, len);
        }
    }

    #[cold]
    fn keep(&mut self, at: u32, len: u32) {
        let Some(old) = self.bytes.get(at as usize..(at + len) as usize) else { return };
        self.remembered.parts.push((at, len));
        self.remembered.bytes.extend_from_slice(old);
    }
}

impl Clone for Remembered {
    fn clone(&self) -> Self {
        Self::default()
    }

    fn clone_from(&mut self, _: &Self) {}
}

impl PartialEq for Remembered {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Remembered {}

impl Hash for Remembered {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl PartialOrd for Remembered {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Remembered {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}
