//! What proves the project right: a naive evaluator that doubts the machine, and the tests over all
//! games.

pub mod agree;
pub mod by_hand;
pub mod circles;
pub mod even;
pub mod load;
pub mod mutate;
pub mod oracle;
pub mod peers;
pub mod perft;
pub mod planted;
pub mod reload;
pub mod secrecy;
pub mod shelf;
pub mod speed;
