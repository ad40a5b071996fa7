//! What the hosts at a terminal share: the list of commands ([`command`] says what one is, [`list`]
//! holds them, [`commands`] finds them), the line that is typed ([`editor`]), the log
//! ([`telling`]), and what keeps a game ([`keeping`]).

pub mod command;
pub mod commands;
pub mod editor;
mod going;
pub mod keeping;
mod list;
mod looking;
mod rule_by_rule;
pub mod telling;
