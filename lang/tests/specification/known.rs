//! The names of a text with mistakes.

use houserules_lang::inside::Known;

#[test]
fn a_word_stands_where_nothing_of_a_name_is_beside_it() {
    let text = "red_cards + cards, Würfel_zwei (cards)\nWürfel_zweit";
    let known = Known::of(text);
    assert!(known.has("red_cards") && known.has("Würfel_zwei") && known.has("Würfel_zweit"));
    assert!(!known.has("ed_cards") && !known.has("Würfel_zw") && !known.has("ürfel_zwei"));
    assert!(!known.has("cards") && known.stands("cards") && !known.stands(""));
    assert!(known.uses("cards") && !known.uses("red_cards"));
}
