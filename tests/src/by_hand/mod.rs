//! Games written by hand in Rust, as tightly as is reasonable: the limit that playouts of the same
//! rules are measured against. They play by the rules of the example of the same name, drawing
//! moves evenly like the policy `random`, and draw from the same sources: the generator of those
//! who decide, and a stream for each event of chance.

use houserules_interpreter::chance::{BotDraw, BotSource, ChanceSource, Purpose};

pub mod breakthrough;
pub mod connect_four;
pub mod crazy_eights;
pub mod oh_hell;
pub mod tic_tac_toe;

/// What games draw from.
#[derive(Debug, Clone)]
pub struct Draws {
    deciding: BotSource,
    chance: ChanceSource,
    /// The number of the next event of chance.
    event: u32,
}

impl Draws {
    /// Streams of draws; 0 is as good a seed as any.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        let chance = ChanceSource { seed: seed.into() };
        Self { deciding: BotSource::new(seed), chance, event: 0 }
    }

    /// A number below `n`, as those draw who decide; `n` is at least 1.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.deciding.below(u64::from(n)) as u32
    }

    /// A number below `n` by chance.
    pub fn chosen(&mut self, n: u32) -> u32 {
        self.event += 1;
        self.chance.event(self.event, Purpose::Choice).below(u64::from(n)) as u32
    }

    /// Cards in a random order.
    pub fn shuffle(&mut self, cards: &mut [u8]) {
        self.event += 1;
        self.chance.event(self.event, Purpose::Shuffle).shuffle(cards);
    }
}

/// The place of the `n`-th bit of a mask that has more than `n`.
#[inline]
fn nth_bit(mut mask: u64, n: u32) -> u8 {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask.trailing_zeros() as u8
}
