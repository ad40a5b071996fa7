//! What is written is what is read, whatever the brackets and wherever the lines break.

use super::cases;
use super::read_back;
use super::tree::{Deed, Tree, deeds, tree};
use super::written::{Brackets, Writer};
use houserules_lang::source::FileId;
use houserules_lang::syntax::ast::{Expr, ItemKind};
use houserules_lang::syntax::parse;
use proptest::prelude::*;

/// What may stand between two words.
const GAPS: [&str; 6] = [" ", "  ", "\t", "\n  ", " // said beside\n    ", "\n\n  "];

/// The words with gaps between them, which come round again and again.
pub fn laid_out(words: &[String], gaps: &[usize]) -> String {
    let mut text = String::new();
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            text.push_str(GAPS[gaps[at % gaps.len()] % GAPS.len()]);
        }
        text.push_str(word);
    }
    text + "\n"
}

/// How lines may be broken.
pub fn gaps() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![Just(vec![0]), prop::collection::vec(0..GAPS.len(), 1..40)]
}

fn item(text: &str) -> ItemKind {
    let (read, said) = parse(FileId(0), text);
    assert!(said.is_empty(), "{text}\n{said:#?}");
    read.items.into_iter().next().expect("an item").kind
}

fn value_of(text: &str) -> Expr {
    match item(text) {
        ItemKind::Define(define) => define.value,
        other => panic!("{text}\n{other:?}"),
    }
}

/// `define v = …`
pub fn as_word(tree: &Tree, brackets: Brackets) -> Vec<String> {
    let mut writer = Writer::new(brackets);
    writer.words = ["define", "v", "="].map(String::from).to_vec();
    writer.tree(tree);
    writer.words
}

/// `to act { … }`
pub fn as_deed(deeds: &[Deed]) -> Vec<String> {
    let mut writer = Writer::new(Brackets::Needed);
    writer.words = ["to", "act"].map(String::from).to_vec();
    writer.block(deeds);
    writer.words
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn an_expression_is_read_as_it_was_written(tree in tree(), gaps in gaps()) {
        let text = laid_out(&as_word(&tree, Brackets::Needed), &gaps);
        prop_assert_eq!(read_back::tree(&value_of(&text)), tree, "{}", text);
    }

    #[test]
    fn brackets_that_are_not_needed_change_nothing(tree in tree()) {
        let text = laid_out(&as_word(&tree, Brackets::Everywhere), &[0]);
        prop_assert_eq!(read_back::tree(&value_of(&text)), tree, "{}", text);
    }

    #[test]
    fn statements_are_read_as_they_were_written(deeds in deeds(), gaps in gaps()) {
        let text = laid_out(&as_deed(&deeds), &gaps);
        let ItemKind::Deed(deed) = item(&text) else { panic!("{text}") };
        prop_assert_eq!(read_back::deeds(&deed.body), deeds, "{}", text);
    }
}
