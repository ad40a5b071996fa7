//! The shape of rulebooks in Houserules, for editors and tools that use Tree-sitter.

use tree_sitter_language::LanguageFn;

unsafe extern "C" {
    fn tree_sitter_houserules() -> *const ();
}

/// The language.
// SAFETY: the generated parser gives a pointer to a language that lives as long as the program.
pub const LANGUAGE: LanguageFn = unsafe { LanguageFn::from_raw(tree_sitter_houserules) };
/// What is coloured how.
pub const HIGHLIGHTS_QUERY: &str = include_str!("../../queries/highlights.scm");
/// What can be folded.
pub const FOLDS_QUERY: &str = include_str!("../../queries/folds.scm");
/// What is indented.
pub const INDENTS_QUERY: &str = include_str!("../../queries/indents.scm");
/// What is declared.
pub const TAGS_QUERY: &str = include_str!("../../queries/tags.scm");
