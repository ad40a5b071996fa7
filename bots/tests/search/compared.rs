//! Games in which seats hide something from each other: complete choices are compared.

use super::{book, of_text, program, thought};
use houserules_bots::search::{Effort, Search};
use houserules_interpreter::ask::{Engine, Stop};
use houserules_interpreter::machine::Machine;

#[test]
fn hints_say_what_was_compared_and_a_clock_may_end_it() {
    let program = program(&book("examples/crazy_eights.rules"), 2);
    let mut machine = Machine::start(program, 3, false);
    let mut choices = 0;
    for _ in 0..12 {
        if machine.stop() != Stop::Asking {
            break;
        }
        let seat = machine.lot()[0];
        let mut search = Search::new(4);
        let hint = search.hint(&machine, seat, (Effort::of(40), 3), &mut || true);
        assert!(hint.thought.tries <= 42, "{hint:?}");
        assert_eq!(hint.best[0].answer, search.best(&machine, seat).unwrap());
        if hint.best.len() > 1 {
            choices += 1;
            assert!(hint.best.iter().all(|advice| advice.tries > 0), "{hint:?}");
            let again = thought(&mut Search::new(4), &machine, seat, 40);
            assert_eq!(again, thought(&mut Search::new(4), &machine, seat, 40));
        }
        let (mut left, mut search) = (5, Search::new(4));
        let mut clock = || {
            left -= 1;
            left > 0
        };
        let found = search.answer(&machine, seat, Effort::of(u32::MAX), &mut clock).unwrap();
        machine.answer(Some(seat), &found).unwrap();
    }
    assert!(choices > 4, "{choices}");
}

/// What is sown tells at the question after the next.
#[test]
fn it_sees_beyond_its_next_question() {
    let text = "game \"Later\"\nplayers 2\ncard Chit { worth: 1..9 }\n\
        deck pack of Chit { 4 each of (1..9) }\n\
        each Player has { hand: set of Chit, seen by owner  points: Number  sown: Number }\n\
        setup { shuffle pack  for each p in players { move top 3 of pack to p.hand } }\n\
        play {\n  round n in 1..40 {\n    turn me in players { choose { pick or sow } }\n  }\n\
        \x20 end game won by players with most points\n}\n\
        action pick { me.points += 2 + me.sown * 3 }\naction sow { me.sown += 1 }\n";
    let machine = Machine::start(program(&of_text(text), 2), 1, false);
    for seed in 0..8 {
        let answer = thought(&mut Search::new(seed), &machine, 0, 200);
        assert_eq!((answer.offer, answer.args.len()), (1, 0), "{seed}");
    }
}
