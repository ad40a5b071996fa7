//! Lines of the log say whom they name and who chose, also where a player is called like a card.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

use crate::told::started;
use houserules_table::log::LogLine;
use houserules_table::visibility::Viewer;

const RULES: &str = "game \"Flowers\"
players 3
enum Sort { Ben, Cleo, Rose }
card Flower { sort: Sort }
deck pack of Flower { each of (Sort) }
the table has { bed: row of Flower  vase: row of Flower }
setup { move pack to bed }
each Player has { points: Number = 0 }
play {
  turn me in players { choose { plant or praise } }
  choose { pass as \"has looked\" } by each players
  end game won by players
}
action plant(c in bed) as \"plants {c}\" { move c to vase }
action praise(whom in opponents) as \"praises {whom}\" { whom.points += 1 }
";

fn lines(said: &[(u8, &str)]) -> Vec<LogLine> {
    let mut game = started(RULES, 1);
    let before = game.log_length();
    for (seat, line) in said {
        game.say(*seat, line).expect("it can be chosen");
    }
    game.log(Viewer::Spectator, before)
}

#[test]
fn a_card_is_not_taken_for_the_player_of_that_name() {
    let told = lines(&[(0, "plant [Ben]")]);
    assert_eq!((told[0].text.as_str(), told[0].by.as_slice()), ("Ana plants Ben", &[0][..]));
    assert_eq!(told[0].names, [0]);
    let told = lines(&[(0, "praise Ben")]);
    assert_eq!((told[0].text.as_str(), told[0].by.as_slice()), ("Ana praises Ben", &[0][..]));
    assert_eq!(told[0].names, [0, 1]);
    assert_eq!(told[1].text, "Ben's points: +1, now 1");
    assert_eq!((told[1].by.as_slice(), told[1].names.as_slice()), (&[][..], &[1][..]));
}

#[test]
fn passes_in_words_of_their_own_are_one_line() {
    let planted = [(0, "plant [Ben]"), (1, "plant [Cleo]"), (2, "plant [Rose]")];
    let passed = [(0, "pass"), (1, "pass"), (2, "pass")];
    let told = lines(&[planted, passed].concat());
    let passes = told.iter().find(|line| line.by.len() == 3).expect("a line of all");
    assert_eq!(passes.text, "has looked: Ana, Ben and Cleo");
    assert_eq!(passes.names, [0, 1, 2]);
}
