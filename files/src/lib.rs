//! Files, for every host of games: rules are found and compiled, tables made up, journals kept,
//! saved rules watched and brought into running games, rulebooks written. Nothing here asks a
//! person or draws a screen.

#![expect(
    clippy::multiple_crate_versions,
    reason = "our dependencies do not agree on a few of theirs"
)]

pub mod bots;
pub mod broken;
pub mod cli_error;
pub mod engine;
pub mod fixing;
pub mod journal_file;
pub mod learnt;
pub mod loader;
pub mod near;
pub mod opening;
pub mod private;
pub mod programs;
pub mod reload;
pub mod rulebook;
pub mod rules;
pub mod saving;
pub mod setup;
pub mod show;
pub mod texts;
pub mod variants;
pub mod worlds;
pub mod writing;
