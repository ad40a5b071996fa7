//! Typed choices: what a line means where the game stands.

use super::{ANA, BEN, GO_FISH, NIM, ROCK, TIC_TAC_TOE, game};
use houserules_interpreter::ask::{Illegality, Offered};
use houserules_lang::ir::Value;
use houserules_table::choices::menu::EntryKind;
use houserules_table::choices::value::{Arg, Choice};
use houserules_table::game::Rejected;

/// The values that a line of Ana's means.
fn values(rules: &str, text: &str) -> Vec<Value> {
    game(rules).meant(ANA, text).expect("it can be read").answer.args
}

/// What is wrong with a line of Ana's, and what to write instead.
fn unclear(rules: &str, text: &str) -> (String, String) {
    match game(rules).why_not(ANA, text) {
        Some(Rejected::Unclear { message, help }) => (message, help.unwrap_or_default()),
        other => panic!("`{text}` is {other:?}"),
    }
}

/// Why the rules refuse a line of a seat's.
fn refused(rules: &str, seat: u8, text: &str) -> Illegality {
    match game(rules).why_not(seat, text) {
        Some(Rejected::Refused(refusal)) => refusal.why,
        other => panic!("`{text}` is {other:?}"),
    }
}

#[test]
fn a_move_is_named_with_its_values() {
    assert!(matches!(values(NIM, "take middle 4")[..], [Value::Member(_, 1), Value::Number(4)]));
}

#[test]
fn spaces_do_not_count() {
    assert_eq!(values(NIM, "  take   middle  4 "), values(NIM, "take middle 4"));
}

#[test]
fn a_square_is_named_by_column_and_row() {
    assert_eq!(values(TIC_TAC_TOE, "take Cell(3, 1)"), values(TIC_TAC_TOE, "take Cell(3,1)"));
}

#[test]
fn a_player_is_named() {
    let rank = (1..=13).find(|n| game(GO_FISH).why_not(ANA, &format!("ask Ben {n}")).is_none());
    let text = format!("ask Ben {}", rank.expect("Ana holds a card"));
    assert_eq!(values(GO_FISH, &text)[0], Value::Seat(BEN));
}

#[test]
fn values_alone_answer_where_values_are_asked_for() {
    assert!(matches!(values(ROCK, "paper")[..], [Value::Member(_, 1)]));
}

#[test]
fn a_number_outside_is_unclear_or_refused_and_never_taken() {
    for text in ["take small 0", "take small 4", "take small -1", "take small 99999999999999999999"]
    {
        assert!(game(NIM).say(ANA, text).is_err(), "{text}");
    }
}

#[test]
fn too_little_says_what_may_follow() {
    let (message, help) = unclear(NIM, "take");
    assert!(!message.is_empty());
    for heap in ["small", "middle", "large"] {
        assert!(help.contains(heap), "{help}");
    }
}

#[test]
fn a_number_left_out_says_how_far_it_goes() {
    let (message, help) = unclear(NIM, "take middle");
    assert!(format!("{message} {help}").contains('5'), "{message}; {help}");
}

#[test]
fn too_much_is_unclear() {
    let (message, _) = unclear(NIM, "take middle 4 4");
    assert!(!message.is_empty());
}

#[test]
fn a_name_that_is_almost_right_finds_the_right_one() {
    let (message, help) = unclear(NIM, "tak middle 4");
    assert!(format!("{message} {help}").contains("`take"), "{message}; {help}");
}

#[test]
fn no_line_is_too_odd_to_be_answered() {
    let long = "(".repeat(5000);
    let odd = ["", " ", "(", ")", "[", "[]", "([)]", "take (", "\0", "é́", "take \u{202e}", &long];
    for rules in [NIM, TIC_TAC_TOE, GO_FISH, ROCK] {
        for text in odd {
            assert!(game(rules).say(ANA, text).is_err(), "{text:?}");
        }
    }
}

#[test]
fn whoever_is_not_asked_is_told_so() {
    assert_eq!(refused(NIM, BEN, "take small 1"), Illegality::NotAsked);
    assert_eq!(refused(NIM, 9, "take small 1"), Illegality::NotAsked);
}

#[test]
fn a_condition_that_fails_is_the_rules_own_reason() {
    let mut game = game(TIC_TAC_TOE);
    game.say(ANA, "take Cell(2, 2)").expect("it is free");
    let rejected = game.say(BEN, "take Cell(2, 2)").expect_err("it is taken");
    assert!(rejected.to_string().contains("is taken"), "{rejected}");
}

#[test]
fn a_choice_that_is_not_offered_now_is_refused() {
    assert!(game(GO_FISH).say(ANA, "sit_out").is_err());
}

#[test]
fn a_choice_is_recorded_as_it_would_be_typed() {
    let mut game = game(TIC_TAC_TOE);
    game.say(ANA, " take  Cell(2,2)").expect("it is free");
    assert_eq!(game.records()[0].choice, "take Cell(2, 2)");
}

#[test]
fn a_choice_from_a_menu_is_the_one_that_is_typed() {
    let (mut menu, mut typed) = (game(NIM), game(NIM));
    let entry = menu.menu(ANA).expect("she is asked").entries[0].kind;
    let EntryKind::Move(id) = entry else { panic!("{entry:?}") };
    let heap = menu.meant(ANA, "take large 2").expect("it can be read").answer.args;
    let Value::Member(of, at) = heap[0] else { panic!("{heap:?}") };
    let args = vec![Arg::Member(of, at), Arg::Number(2)];
    menu.submit(ANA, &Choice::Move { id, entry: Some(0), args }).expect("it fits");
    typed.say(ANA, "take large 2").expect("it fits");
    assert_eq!(menu.records(), typed.records());
}

#[test]
fn what_is_picked_from_a_menu_out_of_range_is_refused() {
    let mut game = game(NIM);
    let picked = game.meant(ANA, "take large 2").expect("it can be read");
    let Offered::Move(id, ..) = picked.what else { panic!("{picked:?}") };
    let Value::Member(of, at) = picked.answer.args[0] else { panic!("{picked:?}") };
    for n in [0, 8, i64::MIN, i64::MAX] {
        let args = vec![Arg::Member(of, at), Arg::Number(n)];
        let refusal = game.submit(ANA, &Choice::Move { id, entry: None, args });
        assert_eq!(refusal.expect_err("it is outside").why, Illegality::NotInDomain(1), "{n}");
    }
}

#[test]
fn saying_why_not_changes_nothing() {
    let mut game = game(NIM);
    let hash = game.hash();
    assert!(game.why_not(ANA, "take small 1").is_none());
    assert!(game.why_not(ANA, "take small 9").is_some());
    assert_eq!((game.hash(), game.records().len()), (hash, 0));
}

/// Cards that are told apart by one number, and some that are not.
const NUMBERED: &str = r#"
game "Numbered"
players 2
enum Colour { red, blue }
card Chit { value: 1..4 }
card Jewel { colour: Colour, size: 5..6 }
deck pack of Chit { 1 each of (1..4) }
deck mine of Jewel { 1 each of (Colour, 5..6) }
each Player has { hand: set of Chit, seen by owner  chest: set of Jewel, seen by owner }
setup { for each p in players { move top 2 of pack to p.hand  move top 2 of mine to p.chest } }
play { round n in 1 onwards { turn me in players { choose { lay or show_off } } } }
action lay(c in me.hand) { move c to pack }
action show_off(c in me.chest) { move c to mine }
"#;

#[test]
fn the_number_of_a_card_names_it_where_no_other_has_it() {
    let game = game(NUMBERED);
    let mut held = 0;
    for n in 1..=4 {
        let face = game.copy().say(ANA, &format!("lay [{n}]"));
        let number = game.copy().say(ANA, &format!("lay {n}"));
        assert_eq!(number.is_ok(), face.is_ok(), "lay {n}: {number:?}");
        held += u8::from(number.is_ok());
    }
    assert_eq!(held, 2);
    for n in 5..=6 {
        assert!(game.copy().say(ANA, &format!("show_off {n}")).is_err(), "two jewels have {n}");
    }
}
