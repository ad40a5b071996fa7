//! What a seat sees, as a row of whole numbers of which the rules alone say what stands where.
//!
//! The row is made of fields, in order: who is asked and who reads; the stages that run; the
//! question; the counters; the zones; what belongs to cards; what has been picked of the choice in
//! the making. What the seat does not see is 0, wherever it would stand. It is read from what views
//! are made from, by the same sight.

mod layout;
mod reading;

pub use layout::{Field, Senses, Sort};
