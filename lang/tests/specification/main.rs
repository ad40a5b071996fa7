//! The language, piece by piece: unit tests of the package. They are a program of their own, as
//! tests within the library would compile all of it a second time, a sixth of a cold build.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod cells;
mod check;
mod code;
mod fixes;
mod foreign;
mod format;
mod fragment;
mod idle;
mod ids;
mod known;
mod letters;
mod meant;
mod mend;
mod messages;
mod numbering;
mod overlay;
mod parse_cache;
mod place;
mod printer;
mod resolve;
mod retyped;
mod secrets;
mod shown;
mod spelling;
mod syntax;
mod trial;
mod wanted;

use houserules_lang::code::Code;

/// What is said of rules that are right.
const NONE: [Code; 0] = [];
