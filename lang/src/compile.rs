//! The whole compile: `Source → Syntax → Resolved → Rulebook`.

use crate::diagnostic::Diagnostic;
use crate::ir::Rulebook;
pub use crate::loader::{Loaded, Loader};
use crate::source::Sources;

/// What came of a compilation.
#[derive(Debug, Clone)]
pub struct Compiled {
    /// Every text that took part; the first is the game.
    pub sources: Sources,
    /// The rulebook, if nothing is wrong.
    pub rulebook: Option<Rulebook>,
    /// Errors and warnings, in source order.
    pub diagnostics: Vec<Diagnostic>,
}
