//! The commands, one module each.

pub mod check;
pub mod play;
pub mod replay;
pub mod sim;
pub mod test;
