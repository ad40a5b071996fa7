//! What proves the project right: a naive evaluator that doubts the machine, and the tests over all games.

pub mod agree;
pub mod oracle;
