//! Rules that never come to a question again.

use super::{ANA, game};
use houserules_interpreter::ask::Stop;
use houserules_lang::code::Code;
use houserules_table::visibility::Viewer;

/// Each round something happens and is said, and the end never comes.
const FOREVER: &str = r#"
game "Forever"
players 2
the table has { pot: 0..9 = 1 }
action go {
  round n in 1 onwards {
    ends when pot is 7
    pot = 3 - pot
    say "once more"
  }
}
play { round n in 1 onwards { turn me in players { choose { go } } } }
"#;

#[test]
fn rules_that_run_away_are_stopped_before_their_log_fills_the_memory() {
    let mut game = game(FOREVER);
    let stop = game.say(ANA, "go").expect("it is on offer");
    let Stop::Fault(fault) = stop else { panic!("{stop:?}") };
    assert_eq!(fault.code, Code::R0320);
    let said = game.log(Viewer::Seat(ANA), 0).len();
    assert!((100_000..1_000_000).contains(&said), "{said} lines");
}
