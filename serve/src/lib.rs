//! Tables in the browser: everyone at their own screen, while the rules change.
//!
//! [`http`] listens and passes messages on, [`hall`] opens the [`tables`], each a [`table`] on a
//! thread of its own, and the [`lobby`], where new ones are opened; `breaking` opens again what
//! breaks. [`links`] say who may sit where, [`keeping`] keeps that beside the journals, and
//! [`course`] what happened when. [`protocol`] is what page and server say to each other,
//! [`making`] makes screens, and [`out`] holds what waits to be sent.

#![expect(
    clippy::multiple_crate_versions,
    reason = "our dependencies do not agree on a few of theirs"
)]

mod breaking;
pub mod clock;
pub mod course;
pub mod hall;
pub mod http;
pub mod keeping;
pub mod links;
pub mod lobby;
pub mod making;
pub mod out;
pub mod protocol;
pub mod qr;
pub mod rulebook;
pub mod table;
pub mod tables;

/// With a capital letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
