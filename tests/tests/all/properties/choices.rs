//! What is written for a choice is read as that choice.

use super::cases;
use super::tables::{GAMES, RULES, decide};
use houserules_table::session::Session;
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_choice_is_read_as_it_was_written(
        game in 0..GAMES,
        drawn in prop::collection::vec(any::<u64>(), 1..40),
    ) {
        let mut session = Session::begin(RULES[game].game());
        let mut typed = RULES[game].game();
        for number in drawn {
            if !decide(&mut session, number) {
                break;
            }
            let record = session.game().records().last().expect("a choice was made").clone();
            let said = typed.say(record.seat, &record.choice);
            prop_assert!(said.is_ok(), "{}: {:?}", record.choice, said);
            prop_assert_eq!(typed.hash(), record.hash, "{}", record.choice);
        }
    }

    #[test]
    fn any_line_is_read_or_refused(game in 0..GAMES, text in "\\PC{0,60}") {
        let mut game = RULES[game].game();
        let before = game.hash();
        let seat = game.asked().expect("the game begins with a question").seats[0];
        if game.say(seat, &text).is_err() {
            prop_assert_eq!(game.hash(), before);
        }
    }
}
