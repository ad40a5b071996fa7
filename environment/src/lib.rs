//! Games as environments, for whatever plays them from outside: learners, bots in other languages,
//! tables of other people's.
//!
//! A choice is made in steps. Each step is an action of a fixed [`space`], known from the rules
//! alone; [`draft`] says which are open now and puts the choice together. What a seat sees is also
//! told as numbers ([`senses`]), with a layout known from the rules. [`world`] is one game with
//! both, [`batch`] very many of them. Everything here is read through a seat's eyes: what a seat
//! cannot see changes neither its actions nor its numbers.

pub mod batch;
pub mod draft;
pub mod scheme;
pub mod senses;
pub mod sight;
pub mod space;
mod translation;
pub mod trouble;
pub mod world;
