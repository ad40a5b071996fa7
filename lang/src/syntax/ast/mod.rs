//! The syntax tree: what was written, with places, before any name is looked up.
//!
//! [`item`] holds what stands at the first column of a file, [`overlay`] what variants say,
//! [`stmt`] what happens, [`expr`] what is asked and picked from, [`fold`] how values of several are
//! made one, [`test`] playtest notes. Nothing here knows what a name means.

pub mod expr;
pub mod fold;
pub mod item;
pub mod overlay;
pub mod stmt;
pub mod test;

pub use expr::*;
pub use fold::*;
pub use item::*;
pub use overlay::*;
pub use stmt::*;
pub use test::*;

use crate::source::{FileId, Span};
use std::sync::Arc;

/// A written name.
#[derive(Debug, Clone)]
pub struct Name {
    /// As it is written in the file.
    pub text: Arc<str>,
    /// Where it stands in its file.
    pub span: Span,
}

/// One parsed file. Items that did not parse are [`ItemKind::Broken`]; their diagnostics were
/// reported.
#[derive(Debug, Clone)]
pub struct SyntaxTree {
    /// The file it was read from.
    pub file: FileId,
    /// Its items in order.
    pub items: Vec<Item>,
}
