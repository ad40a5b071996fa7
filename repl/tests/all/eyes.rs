//! The workbench behind the eyes of a seat: two games that the seat cannot tell apart look the
//! same.

#![expect(clippy::unwrap_used, reason = "a test may stop where it stands")]

use houserules::run;
use houserules::show::console::{Console, Look};
use std::ffi::OsString;

/// What is shown from `as Ana` on, or behind another line that sets eyes.
fn seen(rules: &str, lines: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.rules");
    std::fs::write(&file, rules).unwrap();
    let mut reader = lines.as_bytes();
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console::new(Look::plain(), &mut reader, &mut out, &mut err);
    let file = file.display().to_string();
    run(["houserules", "repl", &file, "--seed", "7"].map(OsString::from), &mut console);
    let all = String::from_utf8(out).unwrap() + &String::from_utf8(err).unwrap();
    all.split_once("From now on").unwrap().1.replace(&file, "game.rules")
}

const RACE: &str = r#"game "Race"
players 3
card Chit { value: 1..4 }
deck pack of Chit { 4 each of (1..4) }
each Player has { hand: set of Chit, seen by owner  points: Number }
the table has { heap: pile of Chit  rounds: Number }
setup { for each p in players { move top 3 of pack to p.hand } }
play {
  ends when rounds is 3 { end game won by players with most points }
  round { rounds += 1  choose { grab or pass } by race of players until all pass }
}
attempt grab(c in me.hand) works when c.value > 2 { me.points += 1  move c to heap } wrong { me.points -= 1 }
"#;

#[test]
fn who_has_answered_in_a_race_is_not_seen_behind_a_seats_eyes() {
    let looks =
        "look\nmoves\nwhere\npoints\nbranches\nbookmark here_too\nbookmark\nundo\nredo\nwhy pass\n";
    for eyes in ["Ana", "spectator"] {
        let world = |answers: &str| seen(RACE, &format!("{answers}\nas {eyes}\n{looks}"));
        let nobody = world("");
        assert_eq!(world("Ben does pass"), nobody);
        assert_eq!(world("Cleo does pass"), nobody);
    }
    let answered =
        |others: &str| seen(RACE, &format!("{others}as Ana\nAna does pass\npass\nwhere\nmoves\n"));
    assert_eq!(answered("Ben does pass\n"), answered("Cleo does pass\n"));
    assert!(answered("Ben does pass\n").contains("Ana has answered"));
}

const PHASES: &str = r#"game "Phases"
players 2
card Chit { value: 1..4 }
deck pack of Chit { 4 each of (1..4) }
each Player has { gold: Number = 3, seen by owner  fate: Number, seen by nobody }
the table has { heap: pile of Chit }
play { ends when count(heap) > 3 { end game won by players } turn me in players onwards { choose { act } } }
action act { move top 1 of pack to heap  if me.gold > 4 { phase "rich" { me.fate += 1 } } }
"#;

#[test]
fn a_stage_that_a_seat_is_not_told_of_stops_nothing() {
    let world = |gold: &str| {
        seen(
            PHASES,
            &format!("given Ana.gold is {gold}\nas Ben\nstep phase\nwhere\nback phase\nwhere\n"),
        )
    };
    assert_eq!(world("3"), world("5"));
}
