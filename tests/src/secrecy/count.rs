//! What a campaign has done.

use super::{Kind, Surface};
use std::collections::BTreeMap;

/// Why the rules let two worlds part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parted {
    /// A card, a counter or the end was shown, and it was another one.
    Shown,
    /// What had been chosen in secret was opened, and it was something else.
    Opened,
    /// The rules say `openly`.
    Openly,
    /// An attempt worked in one world: that it may look at anything is its rule.
    Attempt,
    /// A rule could not be carried out in one world.
    Fault,
    /// Another player had no choice that looks the same to the seat.
    Chosen,
}

impl Parted {
    /// The reason as the figures of a campaign name it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Shown => "the rules showed what differs",
            Self::Opened => "secret choices were opened",
            Self::Openly => "the rules say `openly`",
            Self::Attempt => "an attempt came out otherwise",
            Self::Fault => "a rule could not be carried out",
            Self::Chosen => "another player could not choose alike",
        }
    }
}

/// What was compared.
#[derive(Debug, Clone, Default)]
pub struct Count {
    /// Pairs: one seat at one stop in two worlds.
    pub pairs: u64,
    /// Pairs by how the worlds differ.
    pub kinds: BTreeMap<Kind, u64>,
    /// How often a surface was compared.
    pub surfaces: BTreeMap<Surface, u64>,
    /// How often worlds parted, and why.
    pub parted: BTreeMap<Parted, u64>,
}

impl Count {
    /// Adds what another campaign has compared.
    pub fn add(&mut self, other: &Self) {
        self.pairs += other.pairs;
        for (kind, n) in &other.kinds {
            *self.kinds.entry(*kind).or_default() += n;
        }
        for (surface, n) in &other.surfaces {
            *self.surfaces.entry(*surface).or_default() += n;
        }
        for (why, n) in &other.parted {
            *self.parted.entry(*why).or_default() += n;
        }
    }
}
