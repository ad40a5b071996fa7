//! One style for rules: how far lines are indented, and how many blanks stand between two words.
//!
//! Line breaks are the writer's. [`lines`] indents what stands on each line and sets its words
//! apart; [`columns`] keeps words below each other that the writer has put below each other. Words,
//! texts and remarks stay as they are, so the meaning does; that is looked at once more at the end.
//!
//! The style: two blanks for each open bracket, brackets that one line opens together count once;
//! two more for a line that goes on with a sentence, and for each clause of a head. One blank
//! between words, two between sentences on one line and before a remark; at most one empty line,
//! none at the ends of a block.

mod columns;
mod lines;

use crate::diagnostic::Diagnostic;
use crate::syntax::layout::{Lexeme, lexemes, words};

/// The text in the one style. Formatting it again changes nothing.
///
/// # Errors
/// What is wrong with it: only what parses is formatted.
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let before = lexemes(text)?;
    let mut lines = lines::lines(&before);
    columns::align(&mut lines);
    let mut made = String::with_capacity(text.len());
    for line in &lines {
        line.write(&mut made);
    }
    // A mistake in here must not cost anybody a word.
    let kept = words(&made).is_ok_and(|after| same(&before, &after));
    Ok(if kept { made } else { text.to_owned() })
}

/// Whether nothing but blanks and line breaks differs.
fn same(a: &[Lexeme<'_>], b: &[Lexeme<'_>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a.text, a.sort) == (b.text, b.sort))
}
