//! What names are made of: letters of any script, digits and `_`, beginning with a letter (Unicode's `XID`), composed
//! (`NFC`), so that a name is the same however an editor or a table writes its accents.

use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Whether a name may hold this character. The middle dot is left to those who mean a product.
#[must_use]
pub fn in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || (!c.is_ascii() && c != '·' && unicode_ident::is_xid_continue(c))
}

/// Whether a name may begin with this character.
#[must_use]
pub fn begins_name(c: char) -> bool {
    c.is_ascii_alphabetic() || (!c.is_ascii() && unicode_ident::is_xid_start(c))
}

/// A text whose accents are composed with their letters.
#[must_use]
pub fn composed(text: &str) -> Cow<'_, str> {
    if is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) }
}

/// The name that a text gives a row: runs of what no name holds become `_`, none at the ends.
#[must_use]
pub fn name_of(text: &str) -> String {
    let text = composed(text);
    let words = text.split(|c: char| !in_name(c)).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("_").trim_matches('_').to_owned()
}

#[cfg(test)]
mod tests {
    use super::{composed, in_name, name_of};

    #[test]
    fn names_of_rows_are_words() {
        assert_eq!(name_of("Yum Yum"), "Yum_Yum");
        assert_eq!(name_of("Madame M."), "Madame_M");
        assert_eq!(name_of("'67 Blue van, long"), "67_Blue_van_long");
        assert_eq!(name_of("Sawed-off  shotgun"), "Sawed_off_shotgun");
        assert_eq!(name_of("…"), "");
        assert_eq!(name_of("Köln Hbf."), "Köln_Hbf");
        assert_eq!(name_of("Ko\u{308}ln"), "Köln");
        assert_eq!(name_of("東京 駅"), "東京_駅");
        assert_eq!(name_of("हिन्दी"), "हिन्दी");
        assert_eq!(name_of("a\u{202e}b"), "a_b");
    }

    #[test]
    fn nothing_that_a_terminal_obeys_is_in_a_name() {
        let obeyed =
            ['\u{200b}', '\u{200d}', '\u{202e}', '\u{2066}', '\u{feff}', '\u{1b}', '\u{61c}', '·', ' '];
        assert!(obeyed.iter().all(|c| !in_name(*c)));
        assert_eq!(composed("plain"), "plain");
    }
}
