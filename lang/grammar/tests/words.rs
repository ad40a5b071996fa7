//! What others ask of the grammar: its words, and a text by one of its rules.

use houserules_grammar::{Rule, choices, is_keyword, is_reserved, keywords, read};

#[test]
fn words_are_the_grammar_s() {
    assert!(is_reserved("otherwise") && is_reserved("me") && !is_reserved("shuffle"));
    assert!(is_keyword("shuffle") && !is_keyword("wheelbarrow"));
    assert!(keywords().any(|word| word == "shuffle") && keywords().all(is_keyword));
    assert!(choices().any(|(rule, words)| rule == "quant" && words == ["any", "every", "no"]));
}

#[test]
fn a_text_is_read_by_a_rule() {
    assert!(read(Rule::hole, "me.cash + 1").is_ok());
    assert!(read(Rule::hole, "me.cash +").is_err());
}
