//! A game at this terminal.
//!
//! [`course`] leads from decision to decision over a [`session`]; [`turn`] lets one person decide,
//! [`step`] reads what is no answer, [`commands`] finds what carries it out, and [`carry_out`] and
//! [`history`] do it, over the list [`offer`] makes and what [`fill`] and [`lines`] read; [`board`]
//! draws the table from a seat's view; [`journal_file`] keeps the journal; [`consent`] asks all at
//! the table; [`look`] says what is printed, [`things`] what somebody has and what stands
//! somewhere; [`reasons`] says what is not possible, [`help`] what may be typed.

pub mod auto;
pub mod board;
pub mod carry_out;
pub mod commands;
pub mod consent;
pub mod course;
pub mod details;
pub mod fill;
pub mod handing;
pub mod help;
pub mod history;
pub mod lines;
pub mod look;
pub mod offer;
pub mod pace;
pub mod place;
pub mod reasons;
pub mod session;
pub mod step;
pub mod things;
pub mod turn;

pub use houserules_files::journal_file;
