//! Players that see what their seat sees: the interface of bots, `greedy`, `search`, and dealing
//! anew what a seat cannot see.

pub mod aim;
pub mod bot;
pub mod determinize;
pub mod greedy;
pub mod in_vain;
pub mod level;
pub mod model;
pub mod numbering;
pub mod prospect;
pub mod search;
