//! Games looked at closely: what each seat could choose and chose, who was ahead, how the numbers
//! of the game went, which lines of the rules it reached. A game gives a [`record::Record`] that
//! hangs on the seed, its number and its [`arm::Arm`] alone; everything a report says follows from
//! the records ([`crate::tally`]).

pub mod arm;
pub mod lead;
pub mod play;
pub mod reached;
pub mod record;
pub mod ways;
