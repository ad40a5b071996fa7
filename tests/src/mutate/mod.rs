//! Damaged rules: whatever the bytes, a file is accepted or refused, with places that exist and
//! words that can be shown; and what `fmt` makes of it means the same.
//!
//! [`damage`] does the damage; [`try_text`] runs a text through the whole compile, shows what is
//! said of it, and plays whatever is still a game.

mod damage;
mod styled;
mod trial;

pub use crate::shelf::Shelf;
pub use damage::{Chance, damaged};
pub use styled::try_style;
pub use trial::{try_layers, try_text};
