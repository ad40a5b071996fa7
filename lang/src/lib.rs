//! The Houserules language: text in, a typed rulebook out. No I/O, no randomness, no clock.
//!
//! [`syntax`] turns text into trees, [`overlay`] lays variants over a game's, [`resolve`] binds
//! declared names and reads tables, `check` types every body into [`ir`], and [`compile`] runs them
//! in that order.

pub mod accepted;
mod astray;
mod broken;
mod causes;
pub mod check;
pub mod code;
pub mod compile;
mod declared;
pub mod diagnostic;
pub mod difference;
mod examples;
pub mod fixes;
mod foreign;
pub mod format;
pub mod idle;
pub mod ir;
mod languages;
pub mod letters;
pub mod loader;
mod lost;
mod meant;
mod messages;
pub mod naming;
pub mod overlay;
pub mod place;
pub mod printer;
mod refused;
pub mod resolve;
pub mod secrets;
pub mod source;
pub mod spelling;
pub mod syntax;
mod type_words;

/// What only the tests of this package look into.
#[doc(hidden)]
pub mod inside {
    pub use crate::foreign::{phrases, value};
    pub use crate::messages::{at_most, in_order};
    pub use crate::resolve::records::cell_spans;
    pub use crate::secrets::changes::Thing;
    pub use crate::secrets::ids::Ids;
    pub use crate::secrets::readers::{Readers, Seat};
    pub use crate::secrets::shown::AllShown;
    pub use crate::syntax::mend::both_ways::{BothWays, both_ways};
    pub use crate::syntax::mend::guess::WORDS;
    pub use crate::syntax::mend::known::Known;
    pub use crate::syntax::parse::wanted::other_name;
}
