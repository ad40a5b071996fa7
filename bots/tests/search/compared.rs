//! Games in which seats hide something from each other: complete choices are compared.

use super::{book, every_answer, of_text, program, thought, three_of};
use houserules_bots::greedy::Greedy;
use houserules_bots::search::{Effort, Search};
use houserules_interpreter::ask::{Engine, Stop};
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::Value;
use std::sync::Arc;

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
        let hint = search.hint(&machine, seat, three_of(40), &mut || true);
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

/// What is kept tells when the round is over, many questions later.
#[test]
fn it_sees_to_the_end_of_a_round() {
    let text = "game \"Kept\"\nplayers 2\ncard Chit { worth: 1..9, dots: 1..4 }\n\
        deck pack of Chit { each of (1..9, 1..4) }\n\
        each Player has { hand: set of Chit, seen by owner  points: Number  steps: Number }\n\
        play {\n  ends when any p in players has p.points > 99 {\n\
        \x20   end game won by players with most points\n  }\n  round n in 1 onwards {\n\
        \x20   move players.hand to pack\n    shuffle pack\n\
        \x20   for each p in players { move top 3 of pack to p.hand }\n\
        \x20   choose gone in me.hand by each players\n\
        \x20   for each p in players { move p.gone to pack }\n\
        \x20   for each step in 1..5 { turn me in players { choose { walk or stroll } } }\n\
        \x20   for each p in players { p.points += sum(c.worth for c in p.hand) }\n  }\n}\n\
        action walk { me.steps += 1 }\naction stroll { me.steps += 2 }\n";
    let program = program(&of_text(text), 2);
    for seed in 0..8 {
        let machine = Machine::start(Arc::clone(&program), seed, false);
        let answer = thought(&mut Search::new(seed), &machine, 0, 400);
        let worth = |value: &Value| match value {
            Value::Card(card) => 1 + card.index() / 4,
            other => unreachable!("{other:?}"),
        };
        let hand = every_answer(&mut machine.clone(), 0);
        let least = hand.iter().map(|answer| worth(&answer.args[0])).min();
        assert_eq!(Some(worth(&answer.args[0])), least, "{seed}");
    }
}

/// Who plays evenly topples the tower every third time; a partner does not.
#[test]
fn partners_are_taken_for_players_who_want_the_same() {
    let text = "game \"Tower\"\nplayers 2\ncard Chit { worth: 1..9 }\n\
        deck pack of Chit { each of (1..9) }\n\
        each Player has { hand: set of Chit, seen by owner }\n\
        the table has { height: Number }\n\
        setup { shuffle pack  for each p in players { move top 3 of pack to p.hand } }\n\
        play {\n  round n in 1..6 {\n\
        \x20   turn me in players { choose { build or rest or topple } }\n\
        \x20 }\n  if height > 90 { end game won by players } else { end game lost }\n}\n\
        action build { height += 10 }\naction rest { }\n\
        action topple needs height > 0 else \"it lies\" { height = -50 }\n\
        define promise for p: Player -> Number = height\n";
    let machine = Machine::start(program(&of_text(text), 2), 1, false);
    for seed in 0..8 {
        let answer = thought(&mut Search::new(seed), &machine, 0, 40);
        assert_eq!(answer.offer, 0, "search, {seed}");
        let answer = Greedy::new(seed).answer(&machine, 0).unwrap();
        assert_eq!(answer.offer, 0, "greedy, {seed}");
    }
}

/// On some tables that bots imagine a rule cannot be carried out: they try others. In Lanes they
/// used to stop at the first such try, as tiles in the bag seemed to have farmers on them.
#[test]
fn a_try_that_comes_to_nothing_is_not_the_last() {
    let program = program(&book("examples/lanes.rules"), 2);
    for seed in 0..6 {
        let machine = Machine::start(Arc::clone(&program), seed, false);
        let seat = machine.lot()[0];
        let hint = Search::new(seed).hint(&machine, seat, three_of(100), &mut || true);
        assert!(hint.thought.tries >= 80 && !hint.thought.is_doubtful(), "{:?}", hint.thought);
    }
}
