//! The one host at a terminal: what `play` and the workbench have in common.
//!
//! [`host`] holds a game and all around it; [`input`] and [`editor`] read lines, [`typed`] parts
//! them; [`commands`] has the list of commands ([`command`] says what one is), [`rights`] who may
//! see and do what, and [`carry_out`] what carries them out. [`looking`] shows the table,
//! [`asking`] says what may be chosen and why not, [`choosing`] chooses, [`reading`] has the
//! rules, the log and the help, [`history`] goes over the points of the game, [`saving`] keeps it,
//! [`faults`] says what a rule could not do, [`telling`] what happened.

pub mod asking;
pub mod carry_out;
pub mod choosing;
pub mod command;
pub mod commands;
pub mod editor;
pub mod faults;
pub mod history;
pub mod host;
pub mod input;
mod list;
pub mod looking;
pub mod reading;
pub mod rights;
pub mod saving;
pub mod sentences;
pub mod telling;
pub mod typed;
