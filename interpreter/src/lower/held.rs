//! How values and members are held while code is made.

use crate::program::R;

/// Where the members of a domain are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dv {
    /// A mask of so many words.
    Mask(R, u8),
    /// A list.
    List(u16),
    /// Both ends.
    Range(R, R),
}

/// How the members of a domain are held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rep {
    /// A mask of so many words.
    Mask(u8),
    /// A list.
    List,
    /// Two numbers.
    Range,
}

/// A value in hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Out {
    /// A scalar.
    One(R),
    /// A mask.
    Mask(R, u8),
    /// A list.
    List(u16),
}
