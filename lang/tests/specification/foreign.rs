//! Words of other languages.

use houserules_lang::inside::{phrases, value};

#[test]
fn words_of_other_languages_are_known() {
    assert_eq!(value("True"), Some("yes"));
    assert_eq!(value("hand"), None);
    assert_eq!(phrases("is").first().map(|(words, _)| words.len()), Some(6));
    assert!(phrases("move").iter().any(|(_, meant)| meant.contains(&"action")));
}
