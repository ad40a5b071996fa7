//! What a game remembers: behind everything else, as much as there is. An entry is a fingerprint (8
//! bytes) and how often it came (4 bytes); so a position costs what it remembers.

use super::Position;

/// Bytes of an entry.
const ENTRY: usize = 12;
/// Bytes of a fingerprint.
const KEY: usize = 8;

impl Position {
    /// How often a fingerprint was remembered; `from` is where the memory begins.
    pub(crate) fn times(&self, from: u32, key: u64) -> i64 {
        let entries = self.bytes.get(from as usize..).unwrap_or_default().chunks_exact(ENTRY);
        let key = key.to_le_bytes();
        let found = entries.rev().find(|entry| entry.starts_with(&key));
        found.map_or(0, |entry| i64::from(count_of(entry)))
    }

    /// Remembers a fingerprint once more; no if there are `most` others.
    pub(crate) fn remember_once(&mut self, from: u32, key: u64, most: usize) -> bool {
        let memory = self.bytes.get_mut(from as usize..).unwrap_or_default();
        let entries = memory.len() / ENTRY;
        let key = key.to_le_bytes();
        let found = memory.chunks_exact_mut(ENTRY).rev().find(|entry| entry.starts_with(&key));
        if let Some(entry) = found {
            let count = count_of(entry).saturating_add(1);
            entry[KEY..].copy_from_slice(&count.to_le_bytes());
            return true;
        }
        if entries >= most {
            return false;
        }
        self.bytes.extend_from_slice(&key);
        self.bytes.extend_from_slice(&1_u32.to_le_bytes());
        true
    }

    /// Makes room for all that may be remembered, so that the bytes stay where they are.
    pub(crate) fn make_room(&mut self, from: u32, most: usize) {
        let whole = from as usize + most * ENTRY;
        self.bytes.reserve_exact(whole.saturating_sub(self.bytes.len()));
    }

    /// Takes over what another position remembers, whose memory begins at `there`.
    pub(crate) fn recall(&mut self, from: u32, other: &Self, there: u32) {
        self.bytes.truncate(from as usize);
        self.bytes.extend_from_slice(other.bytes.get(there as usize..).unwrap_or_default());
    }
}

fn count_of(entry: &[u8]) -> u32 {
    entry.get(KEY..).and_then(|n| n.try_into().ok()).map_or(0, u32::from_le_bytes)
}
