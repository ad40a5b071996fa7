//! The workbench: a game that its designer looks into, steps through, asks, changes and plays on.
//!
//! [`course`] reads line after line, [`carry_out`] knows which command or choice one means.
//! [`looking`] shows, [`playing`] plays, [`stepping`] goes rule by rule and stops where it is told,
//! [`asking`] says why, [`refereeing`] changes the table, [`going`] goes over the history,
//! [`keeping`] has to do with files; [`input`] edits lines. What they all work on is a
//! [`workbench::Workbench`]; what belongs to any host is in `houserules_table::debugger`.

pub mod asking;
pub mod carry_out;
pub mod course;
pub mod going;
pub mod input;
pub mod keeping;
pub mod looking;
pub mod playing;
pub mod racing;
pub mod refereeing;
pub mod stepping;
pub mod typed;
pub mod workbench;
