//! What the hosts at a terminal share: the table of commands. [`command`] says what a command is,
//! [`list`] holds them, [`commands`] finds them.

pub mod command;
pub mod commands;
mod going;
mod list;
mod looking;
mod rule_by_rule;
