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
