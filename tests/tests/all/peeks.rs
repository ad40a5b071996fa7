//! Cards that are shown to some and hidden again: what the others read of it.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

use super::told::{ANA, BEN, CLEO, log, started};
use houserules_table::visibility::Viewer;

/// A game in which each player has chosen a number secretly: `does` are its actions.
fn after_numbers(does: &str) -> String {
    format!(
        "game \"Lanes\"\nplayers 3\ncard Chit {{ n: 1..3 }}\n\
         deck bag of Chit {{ 9 each of (1..3) }}\n\
         each Player has {{ lane: slots of Chit, seen by nobody  hand: set of Chit, seen by owner  \
         pick: 0..3 = 0, seen by owner  rival: Player or none, seen by owner }}\n\
         the table has {{ stock: pile of Chit, seen by nobody }}\n\
         setup {{ shuffle bag  for each p in players {{ move top 2 of bag to p.lane  \
         move top 2 of bag to p.hand }}  move top 6 of bag to stock }}\n\
         play {{ choose much in 0..3, whom in opponents by each players secretly\n\
         for each p in players {{ p.pick = p.much  p.rival = p.whom }}\n\
         turn me in players onwards {{ choose {{ peek or cover or pass }} }} }}\n{does}"
    )
}

/// What everybody reads after Ana has done this, when she has chosen that.
fn read(does: &str, chosen: &str, did: &[&str]) -> [String; 4] {
    let mut game = started(&after_numbers(does), 5);
    for (seat, choice) in [(0u8, chosen), (1, "1, Cleo"), (2, "1, Ana")] {
        game.say(seat, choice).expect("a choice");
    }
    for choice in did {
        game.say(0, choice).expect("a move");
        game.say(1, "pass").expect("a move");
        game.say(2, "pass").expect("a move");
    }
    [ANA, BEN, CLEO, Viewer::Spectator].map(|viewer| log(&game, viewer))
}

/// Which place, how many, and whose: the line goes to those who know what was chosen.
#[test]
fn the_line_of_a_show_is_for_those_who_can_read_what_decides_it() {
    for (does, chosen) in [
        (
            "action peek { show me.lane.slot(if me.pick is 1 then 1 else 2) to me }",
            ["1, Ben", "2, Ben"],
        ),
        ("action peek { show top me.pick of stock to me }", ["0, Ben", "3, Ben"]),
        ("action peek { if there is p in me.rival { show p.lane to me } }", ["1, Ben", "1, Cleo"]),
    ] {
        let does = format!("{does}\naction cover {{ hide stock }}\n");
        let [here, there] = chosen.map(|chosen| read(&does, chosen, &["peek"]));
        assert_ne!(here[0], there[0], "Ana knows what she was shown: {does}");
        assert_eq!(here[1..], there[1..], "{does}");
    }
}

/// Whoever was shown a card in secret loses sight of it; the others do not read that.
#[test]
fn the_line_of_a_hide_is_for_those_who_lose_sight_of_cards() {
    let does = "action peek { show top me.pick of stock to me secretly }\n\
                action cover { hide stock }\n";
    let [here, there] = ["0, Ben", "3, Ben"].map(|n| read(does, n, &["peek", "cover"]));
    assert!(there[0].contains("hidden from Ana"), "{}", there[0]);
    assert_eq!(here[1..], there[1..]);
}
