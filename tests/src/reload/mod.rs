//! New rules for running games: edits drawn from a seed, as a designer makes them, and what must hold after each.

mod edits;
mod trial;

pub use edits::{Desk, edited};
pub use trial::{Outcome, Tally, try_edit};
