//! What is said of what was expected.

use houserules_grammar::is_keyword;
use houserules_lang::inside::other_name;

#[test]
fn names_that_are_offered_can_be_names() {
    let words = ["and", "choose", "each", "end", "give", "me", "pass", "the", "with", "yes"];
    for word in words {
        assert!(is_keyword(word) && !is_keyword(&other_name(word)), "{word}");
    }
}
