//! The workbench: a game that its designer looks into, steps through, asks, changes and plays on.
//!
//! [`course`] reads line after line for the [host](crate::terminal). [`playing`] lets bots play,
//! [`stepping`] goes rule by rule and stops where it is told, [`evaluating`] shows values,
//! [`refereeing`] changes the table, [`keeping`] reads journals, [`renewing`] goes on under other
//! rules. What all that needs is in a [`workbench::Workbench`]; what belongs to any host is in
//! `houserules_table::debugger`.

pub mod course;
pub mod evaluating;
pub mod keeping;
pub mod playing;
pub mod refereeing;
pub mod renewing;
pub mod stepping;
pub mod workbench;
