//! Choices: as values ([`value`]), as people type them and tests say them ([`read`], [`scan`],
//! [`write`]), as menus to pick from ([`menu`]) and to fill in step by step ([`draft`]), sets
//! looked at ahead ([`ahead`]), and those that are closed now ([`closed`]).

pub mod ahead;
pub mod closed;
mod copies;
pub mod draft;
pub(crate) mod exact;
pub mod menu;
pub mod picked;
pub mod read;
pub mod scan;
pub(crate) mod stranger;
mod term;
pub mod value;
pub mod write;
