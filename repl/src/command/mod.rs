//! The commands, one module each.

pub mod check;
pub mod compare;
pub mod doc;
pub mod draw;
mod endings;
pub mod engine;
pub mod explain;
pub mod fmt;
pub mod lsp;
pub mod manual;
mod native;
pub mod new;
pub mod options;
pub mod play;
pub mod repl;
pub mod replay;
pub mod serve;
pub mod sim;
pub mod sim_games;
mod sim_programs;
pub mod sim_seats;
pub mod stalls;
pub mod study;
pub mod test;
pub mod track;
pub mod train;
pub mod watch;
