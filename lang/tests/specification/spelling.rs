//! Names that are nearly right.

use houserules_lang::spelling::{begun, nearest};

#[test]
fn names_that_begin_alike_are_found() {
    let names = ["must_be_sold_for", "hand", "hand_size"];
    assert_eq!(begun("must_be_sold", names), Some("must_be_sold_for"));
    assert_eq!(begun("hand_size_now", names), None);
    assert_eq!(begun("mus", names), None);
}

#[test]
fn near_names_are_found_and_far_ones_are_not() {
    let names = ["Color", "Mile", "Dollars", "hand"];
    assert_eq!(nearest("Colour", names), Some("Color"));
    assert_eq!(nearest("Miel", names), Some("Mile"));
    assert_eq!(nearest("hnad", names), Some("hand"));
    assert_eq!(nearest("dollars", names), Some("Dollars"));
    assert_eq!(nearest("Wagon", names), None);
    assert_eq!(nearest("x", names), None);
    assert_eq!(nearest("x", ["y", "X"]), Some("X"));
    assert_eq!(nearest("Card_3", ["Card_1", "Crad_3"]), Some("Crad_3"));
    assert_eq!(nearest(&"x".repeat(10_000), names), None);
}
