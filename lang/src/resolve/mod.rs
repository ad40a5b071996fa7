//! Declarations: names bound, tables read.
pub mod names;
