//! New rules while a game runs: [`watch`] sees that files were saved (an `eye` tells it what it
//! `cares` for) and compiles them beside the game, [`inbox`] keeps them, [`said`] says what
//! changed, [`desk`] brings them in as the people at the table want, [`again`] does that again when
//! a journal is read.

pub mod again;
pub mod bring;
mod cares;
pub mod desk;
mod eye;
pub mod inbox;
pub mod said;
pub mod watch;
