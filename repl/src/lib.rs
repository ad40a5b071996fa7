//! The `houserules` program: plays, checks, tests and simulates games written as rulebooks.
//!
//! It holds no rules: [`loader`] finds the texts, the language and the interpreter do the rest, and this crate shows it.

pub mod loader;
pub mod show;
pub mod trouble;
