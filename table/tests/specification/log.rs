//! What the log tells whom.

use super::{ANA, BEN, played};
use houserules_table::visibility::Viewer;

const PEEKING: &str = "game \"Peeking\"\nplayers 2\ncard Chit { value: 1..4 }\n\
deck pack of Chit { each of (1..4) }\n\
play { turn me in players onwards {\n\
  if pack is empty { end game lost }\n\
  choose { peek or cover or pass }\n\
} }\n\
action peek { show top 1 of pack to me }\n\
action cover { hide pack }\n";

#[test]
fn that_a_card_is_hidden_is_told_to_those_who_knew_it() {
    let session = played(PEEKING, &["peek", "pass", "cover"]);
    let reads = |seat| {
        let lines = session.game().log(Viewer::Seat(seat), 0);
        lines.iter().any(|line| line.text.contains("hidden from Ana"))
    };
    assert!(reads(ANA));
    assert!(!reads(BEN));
}

const TWINS: &str = "game \"Twins\"\nplayers 2\ncard Chit { value: 1..1 }\n\
deck pack of Chit { 3 each of (1..1) }\n\
each Player has { hand: set of Chit, seen by owner }\n\
setup { for each p in players where p is dealt { move pack to p.hand } }\n\
define dealt = first p in players\n\
play { turn me in players onwards { choose { show_one or show_two or wait } } }\n\
action show_two(cs in 2 of me.hand) { show cs to me.left }\n\
action wait { }\n\
action show_one(c in me.hand) { show c to me.left }\n";

#[test]
fn whoever_is_shown_a_copy_reads_whether_they_know_it_already() {
    let another = "show_one [Chit 1 (known to nobody else)]";
    let session =
        played(TWINS, &["show_one", "wait", "show_one [Chit 1 (known to Ben)]", "wait", another]);
    let reads = |seat| {
        let lines = session.game().log(Viewer::Seat(seat), 0);
        let shown = lines.iter().filter(|line| line.text.contains("shown to Ben"));
        shown.map(|line| line.text.ends_with("again")).collect::<Vec<_>>()
    };
    assert_eq!(reads(BEN), [false, true, false]);
    assert_eq!(reads(ANA), [false, false, false]);
}

#[test]
fn of_several_cards_that_are_shown_they_read_which_they_know() {
    let both = "show_two ([Chit 1 (known to Ben)], [Chit 1 (known to nobody else)])";
    let session = played(TWINS, &["show_one", "wait", both]);
    let reads = |seat, words: &str| {
        session.game().log(Viewer::Seat(seat), 0).iter().any(|line| line.text.ends_with(words))
    };
    assert!(reads(BEN, "are shown to Ben (Chit 1 to Ben again)"));
    assert!(reads(ANA, "are shown to Ben"));
}

const RAIDS: &str = "game \"Raids\"\nplayers 2\ncard Chit { value: 1..6 }\n\
deck pack of Chit { each of (1..6) }\n\
each Player has { tools: row of Chit, crew: row of Chit }\n\
setup { for each p in players { move top 1 of pack to p.tools  move top 2 of pack to p.crew } }\n\
play { turn me in players onwards { choose { raid or meet } } }\n\
action raid(with_card in me.tools, gang in 2 of me.crew) as \"raids the bank\" {\n\
  move gang to pack\n}\n\
action meet(first_one in me.tools, gang in 2 of me.crew) as \"meets them\" {\n\
  move gang to pack\n}\n";

#[test]
fn what_a_card_is_chosen_for_reads_on_where_its_name_does() {
    let told = |choice: &str| {
        let session = played(RAIDS, &[choice]);
        let lines = session.game().log(Viewer::Seat(ANA), 0);
        lines.into_iter().find(|line| !line.by.is_empty()).map(|line| line.text)
    };
    let (tool, gang) = ("[Chit 1]", "([Chit 2], [Chit 3])");
    let raid = told(&format!("raid {tool}, {gang}"));
    assert_eq!(raid.as_deref(), Some("Ana raids the bank with Chit 1: Chit 2 and Chit 3"));
    let meet = told(&format!("meet {tool}, {gang}"));
    let named = "Ana meets them: Chit 1 (first one), Chit 2 and Chit 3 (gang)";
    assert_eq!(meet.as_deref(), Some(named));
}

const TALKS: &str = "game \"Talks\"\nplayers 2\nthe table has { n: Number }\n\
play {\n  phase \"talks\" {\n    ends when n is 1 { SAYS }\n\
    turn me in players onwards { choose { talk } }\n  }\n  end game lost\n}\n\
action talk { n += 1 }\n";

#[test]
fn a_part_of_the_game_is_over_in_the_words_of_the_rules_where_they_have_some() {
    let told = |says: &str| {
        let session = played(&TALKS.replace("SAYS", says), &["talk"]);
        let lines = session.game().log(Viewer::Seat(ANA), 0);
        lines.into_iter().map(|line| line.text).collect::<Vec<_>>()
    };
    let said = told("say \"enough was said\"");
    assert!(said.iter().any(|line| line == "enough was said"), "{said:?}");
    assert!(!said.iter().any(|line| line.contains("is over")), "{said:?}");
    let silent = told("");
    assert!(silent.iter().any(|line| line == "\"talks\" is over: n is 1"), "{silent:?}");
}
