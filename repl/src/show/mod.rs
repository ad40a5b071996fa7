//! What people and programs get to see: [`clean`] text, [`diagnostics`] of rules, [`console`] for
//! everything else.

pub mod console;
pub mod hint;
pub mod interval;
pub mod thinking;

pub use houserules_files::show::{clean, diagnostics, grid};
