//! New rules for a running game: what has changed, in the designer's words, and the game as it stands under them.
//!
//! [`spelling`] names the things of a rulebook, [`node`] and [`outline`] make its parts comparable.

pub mod migrate;
pub mod names;
pub mod node;
pub mod outline;
pub mod spelling;
