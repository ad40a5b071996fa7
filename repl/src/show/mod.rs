//! What people and programs get to see: [`clean`] text, [`diagnostics`] of rules, [`console`] for
//! everything else.

pub mod clean;
pub mod console;
pub mod diagnostics;
pub mod grid;
pub mod interval;
