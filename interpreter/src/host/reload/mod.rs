//! New rules for a running game: what has changed, in the designer's words, and the game as it
//! stands under them.
//!
//! [`spelling`] names the things of a rulebook, [`node`] and [`outline`] make its parts comparable;
//! [`difference`] and [`things`] tell what changed, [`renames`] what was only renamed, [`names`]
//! which thing is which; [`migrate`] takes a position over, [`hidden`] tells what they lay open,
//! and [`apply`] brings the rules into a game.

pub mod apply;
pub mod difference;
pub mod hidden;
pub mod migrate;
pub mod names;
pub mod node;
pub mod outline;
pub mod renames;
pub mod spelling;
mod things;
