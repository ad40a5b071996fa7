//! `fmt`: one style, the same meaning, no word and no comment lost.

use super::cases;
use super::printing::{as_deed, as_word, gaps, laid_out};
use super::tree::{deeds, tree};
use super::written::Brackets;
use houserules_lang::format::format;
use proptest::prelude::*;

/// Everything but blanks and line breaks.
fn said(text: &str) -> String {
    text.split_whitespace().collect()
}

fn formatted(text: &str) -> String {
    format(text).unwrap_or_else(|why| panic!("{text}\n{why:?}"))
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn formatting_takes_away_nothing_but_blanks(
        tree in tree(),
        deeds in deeds(),
        gaps in gaps(),
    ) {
        let word = laid_out(&as_word(&tree, Brackets::Needed), &gaps);
        let text = word + &laid_out(&as_deed(&deeds), &gaps);
        let made = formatted(&text);
        prop_assert_eq!(said(&made), said(&text), "{}\n{}", text, made);
    }

    #[test]
    fn what_is_formatted_stays_as_it_is(deeds in deeds(), gaps in gaps()) {
        let made = formatted(&laid_out(&as_deed(&deeds), &gaps));
        prop_assert_eq!(formatted(&made), made);
    }
}

proptest! {
    // Texts that are refused take long: all that may be meant is looked at.
    #![proptest_config(cases(30))]

    #[test]
    fn any_text_is_formatted_or_refused(text in "\\PC{0,200}") {
        if let Ok(made) = format(&text) {
            prop_assert_eq!(format(&made).ok(), Some(made));
        }
    }
}
