//! What names are made of: letters of any script, digits and `_`, beginning with a letter
//! (Unicode's `XID`), composed (`NFC`), so that a name is the same however an editor or a table
//! writes its accents.

use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// A word that no rulebook uses. An editor puts it where something is being typed; what could stand
/// there is noted then.
pub const PLACEHOLDER: &str = "houserules_cursor";

/// Whether a name may hold this character. The middle dot is left to those who mean a product, and
/// what cannot be seen tells no names apart.
#[must_use]
pub fn in_name(c: char) -> bool {
    let other =
        |c: char| !c.is_ascii() && c != '·' && !is_unseen(c) && unicode_ident::is_xid_continue(c);
    c.is_ascii_alphanumeric() || c == '_' || other(c)
}

/// Whether a name may begin with this character.
#[must_use]
pub fn begins_name(c: char) -> bool {
    c.is_ascii_alphabetic() || (!c.is_ascii() && !is_unseen(c) && unicode_ident::is_xid_start(c))
}

/// Whether a character is one that is not shown (Unicode's `Default_Ignorable_Code_Point`):
/// joiners, selectors, fillers.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text whose accents are composed with their letters.
#[must_use]
pub fn composed(text: &str) -> Cow<'_, str> {
    if is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// The name that a text gives a row: what cannot be seen is left out, runs of what no name holds
/// become `_`, none at the ends.
#[must_use]
pub fn name_of(text: &str) -> String {
    let seen: String = text.chars().filter(|c| !is_unseen(*c)).collect();
    let text = composed(&seen);
    let words = text.split(|c: char| !in_name(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").trim_matches('_').to_owned()
}
