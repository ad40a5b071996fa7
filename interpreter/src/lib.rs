//! The Houserules interpreter: a typed rulebook to a running game. Deterministic, without clocks,
//! floats or hash order.

pub mod ask;
pub mod chance;
pub mod lower;
pub mod machine;
pub mod migrate;
pub mod playout;
pub mod position;
pub mod program;
pub mod referee;
