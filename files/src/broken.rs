//! Rules that do not compile, and what is said of them.

use crate::show::clean;
use crate::show::diagnostics::{self, Count};
use crate::show::look::Look;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::source::Sources;
use std::io::{self, Write};

/// Rules that do not compile.
#[derive(Debug)]
pub struct BrokenRules {
    /// Every text of theirs.
    pub sources: Sources,
    /// What is wrong with them.
    pub diagnostics: Vec<Diagnostic>,
    /// How they are called.
    pub shown: String,
}

impl BrokenRules {
    /// What is wrong with them, for people.
    ///
    /// # Errors
    /// If the writer cannot take it.
    pub fn tell(&self, out: &mut dyn Write, look: Look) -> io::Result<()> {
        diagnostics::human(&self.sources, &self.diagnostics, out, look)?;
        writeln!(out, "{}: {}", clean::line(&self.shown), Count::of(&self.diagnostics).words())
    }
}
