//! A game at this terminal, for those who sit at it.
//!
//! [`course`] leads from decision to decision for the [host](crate::terminal); [`told`] says what
//! has happened; [`turn`] lets one person decide, [`step`] reads what is no answer, over the list
//! [`offer`] makes and what [`fill`] reads; [`people`] are those who sit there, [`handing`] gives
//! the screen from one to the next, [`consent`] asks all of them; [`auto`] passes for a seat that
//! wants it, [`pace`] shows what several bots do; [`place`] is for tiles; [`journal_file`] keeps
//! the journal.

pub mod auto;
pub mod consent;
pub mod course;
pub mod fill;
pub mod handing;
pub mod numbers;
pub mod offer;
pub mod pace;
pub mod people;
pub mod place;
pub mod step;
pub mod told;
pub mod turn;

pub use houserules_files::journal_file;
