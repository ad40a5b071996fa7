//! Memory that searches and effects use again and again, so that a warm machine asks for none. It
//! is no part of the game: what it holds means nothing once they are done.

use super::board::Found;
use super::looks::Parts;
use super::offers::Offering;
use super::playout::Race;
use super::travel::Search;
use super::vain::Vain;
use super::weight::Weight;

/// Steps that have buffers of their own.
const STEPS: usize = 20;

/// Memory for searches.
#[derive(Debug, Clone, Default)]
pub(super) struct Scratch {
    /// Members, one a step: of the domain, then of those that fit.
    buffers: Vec<Vec<i64>>,
    /// What a fingerprint is made of.
    pub bytes: Vec<u8>,
    /// Cards that are shuffled.
    pub cards: Vec<u16>,
    /// Bare squares beside a grid's tiles, while spots are looked for.
    pub cells: Vec<(i64, i64)>,
    /// Combinations that are gone through, one a step.
    chosen: Vec<Vec<usize>>,
    /// Sizes of groups of equal cards, one a step.
    pub groups: Vec<Vec<usize>>,
    /// How many sets such groups make, one a step.
    pub tables: Vec<Vec<Weight>>,
    /// What was drawn of what is gone through, one a step.
    pub kept: Vec<Vec<i64>>,
    /// Sets that were tried in vain, one memory a step.
    pub vain: Vec<Vain>,
    /// Entries of a menu that are left to draw from.
    pub entries: Vec<u16>,
    pub search: Search,
    pub race: Race,
    pub parts: Parts,
    /// What was on offer where it was last asked for.
    pub offering: Option<Box<Offering>>,
    /// Spots and squares of grids.
    pub found: Vec<Found>,
    /// Those that a tile brings.
    pub spots: Vec<i64>,
}

impl Scratch {
    /// With buffers for a few steps.
    pub fn new() -> Self {
        let (buffers, chosen) = (vec![Vec::new(); 2 * STEPS], vec![Vec::new(); STEPS]);
        Self { buffers, chosen, ..Self::default() }
    }

    /// An empty buffer of a step; [`Self::give_back`] takes it.
    pub fn members(&mut self, k: usize) -> Vec<i64> {
        let slot = k.min(self.buffers.len() - 1);
        let mut members = std::mem::take(&mut self.buffers[slot]);
        members.clear();
        members
    }

    pub fn give_back(&mut self, k: usize, members: Vec<i64>) {
        let slot = k.min(self.buffers.len() - 1);
        self.buffers[slot] = members;
    }

    /// The first places of a combination of a step; [`Self::give_back_chosen`] takes it.
    pub fn chosen(&mut self, k: usize) -> Vec<usize> {
        let slot = k.min(self.chosen.len() - 1);
        let mut chosen = std::mem::take(&mut self.chosen[slot]);
        chosen.clear();
        chosen
    }

    pub fn give_back_chosen(&mut self, k: usize, chosen: Vec<usize>) {
        let slot = k.min(self.chosen.len() - 1);
        self.chosen[slot] = chosen;
    }
}
