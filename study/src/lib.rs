//! Many games: playouts, what is counted and followed in them, combinations of options, and what is
//! learnt from them.

pub mod close;
pub mod combinations;
pub mod report;
pub mod sim;
pub mod strength;
pub mod tally;
pub mod track;
pub mod train;
