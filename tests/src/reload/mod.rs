//! New rules for running games: edits drawn from a seed, as a designer makes them, and what must
//! hold after each.

mod edits;
mod evening;
mod saves;
mod trial;

pub use edits::{Desk, edited};
pub use evening::{Evening, try_evening};
pub use saves::{Designer, STYLES, Saves, Style, save_often};
pub use trial::{Outcome, Tally, try_edit};
