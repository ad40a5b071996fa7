//! The language server as an editor meets it. One program: the tests run side by side.

mod client;
mod copies;
mod editor;
mod gaps;
mod renames;
mod tour;
mod writer;
