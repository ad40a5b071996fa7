//! A game at this terminal: [`board`] draws the table from a seat's view, [`fill`] and [`lines`] read what people type.

pub mod board;
pub mod cards;
pub mod fill;
pub mod lines;
