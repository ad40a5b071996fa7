//! Tables in the browser: everyone at their own screen, while the rules change.
//!
//! [`protocol`] is what page and server say to each other, [`making`] makes screens.

#![expect(
    clippy::multiple_crate_versions,
    reason = "our dependencies do not agree on a few of theirs"
)]

pub mod making;
pub mod protocol;
