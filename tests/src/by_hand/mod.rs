//! Games written by hand in Rust, as tightly as is reasonable: the limit that playouts of the same
//! rules are measured against. They play by the rules of the example of the same name, drawing
//! moves evenly like the policy `random`.

pub mod connect_four;
pub mod crazy_eights;
pub mod tic_tac_toe;

/// A small fast generator for bots' draws: xorshift64*, seeded.
#[derive(Debug, Clone)]
pub struct Draws(u64);

impl Draws {
    /// A stream of draws; 0 is as good a seed as any.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `n`; `n` is at least 1.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        ((high * u64::from(n)) >> 32) as u32
    }
}
