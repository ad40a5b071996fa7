//! What page and server say to each other, as `docs/serve.md` has it: [`asked`] comes from the
//! page, [`book`] and [`screen`] go to it, [`picks`] are what may be chosen in them, [`reply`]
//! answers.
//!
//! What is made here is made from a reader's view, menu and log alone.

pub mod asked;
pub mod book;
pub mod holders;
mod lifts;
pub mod picks;
pub mod reply;
pub mod screen;
