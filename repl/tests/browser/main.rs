//! Evenings in a real browser: headless Chromium, driven by WebDriver, at tables of the program
//! itself. Without `chromedriver` the tests say that they were skipped, and pass; with
//! `TOOLS_MUST_BE_THERE` set, as `.ci/run` does, that is a failure.

#![cfg(unix)]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it stands")]
#![expect(clippy::expect_used, reason = "a test may stop where it stands")]

mod asking;
mod boards;
mod cards;
mod counting;
mod driver;
mod evening;
mod games;
mod line;
mod living;
mod looking;
mod phone;
mod pictures;
mod player;
mod presses;
mod reach;
mod seeing;
mod slips;
mod telling;
