//! What tests may do besides playing.

use super::Machine;

/// A condition that is read at the end of every element of stages of a word.
#[derive(Debug, Clone)]
pub(super) struct Watch {}

impl Machine {
    pub(super) fn seek_turn(&mut self, _stage: u16, _base: u32) {}
    pub(super) fn watch_element(&mut self, _stage: u16) {}
}
