//! What the hosts at a terminal share: the table of commands.

pub mod commands;
