//! What any host needs, and none should write twice: a running game as its seats see it, choices,
//! log, session, journal, tests in the language and the debugger. It holds no rules and does no
//! input or output.

pub mod choices;
pub mod debugger;
pub mod fault;
pub mod game;
pub mod journal;
pub mod log;
pub mod packed;
pub mod refusal;
pub mod reload;
pub mod rendering;
pub mod runner;
pub mod session;
pub mod view;
pub mod visibility;
