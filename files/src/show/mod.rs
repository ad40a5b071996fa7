//! What people get to see: [`clean`] text, [`diagnostics`] of rules, lines by their [`look`],
//! aligned in a [`grid`].

pub mod clean;
pub mod diagnostics;
pub mod grid;
pub mod look;
