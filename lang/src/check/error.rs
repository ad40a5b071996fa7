//! The codes of this pass, a line each.

/// Code and title of everything that checking may report.
pub const CODES: &[(&str, &str)] = &[];
