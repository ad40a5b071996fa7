//! New rules for running games: edits drawn from a seed, as a designer makes them, and what must hold after each.

mod edits;
mod saves;
mod trial;

pub use edits::{Desk, edited};
pub use saves::{STYLES, Saves, Style, save_often};
pub use trial::{Outcome, Tally, try_edit};
