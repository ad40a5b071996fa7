//! What the engine asks, offers, accepts and refuses.

use crate::{counter, game, hand_in, keyed, offered, program};
use houserules_interpreter::ask::{Engine, FaultKind, Illegality, Offered, Options, Outcome, Stop};
use houserules_interpreter::machine::Machine;
use houserules_lang::code::Code;
use houserules_lang::ir::{EnumId, MoveId, Value};

const NIM: &str = include_str!("../../../examples/nim.rules");
const TIC_TAC_TOE: &str = include_str!("../../../examples/tic_tac_toe.rules");
const ROCK: &str = include_str!("../../../examples/rock_paper_scissors.rules");
const GO_FISH: &str = include_str!("../../../examples/go_fish.rules");

const ANA: u8 = 0;
const BEN: u8 = 1;
const SMALL: u16 = 0;
const LARGE: u16 = 2;

/// A member of the first enum of the rules: a heap, a square, a shape.
fn member(at: u16) -> Value {
    Value::Member(EnumId(0), at)
}

fn take(machine: &mut Machine, seat: u8, heap: u16, n: i64) -> Result<Stop, Illegality> {
    hand_in(machine, seat, 0, vec![member(heap), Value::Number(n)])
}

fn mark(machine: &mut Machine, seat: u8, square: u16) -> Result<Stop, Illegality> {
    hand_in(machine, seat, 0, vec![member(square)])
}

fn asked(machine: &Machine) -> Vec<u8> {
    machine.asked().map(|asked| asked.seats).unwrap_or_default()
}

#[test]
fn whose_turn_it_is_is_asked() {
    assert_eq!(asked(&game(NIM)), [ANA]);
}

#[test]
fn what_can_be_completed_is_on_offer() {
    assert_eq!(offered(&mut game(NIM), ANA), ["take"]);
}

#[test]
fn who_is_not_asked_is_offered_nothing() {
    assert_eq!(offered(&mut game(NIM), BEN), Vec::<String>::new());
}

#[test]
fn a_step_has_the_members_that_complete_the_move() {
    let heaps = Options::Members((0..3).map(member).collect());
    assert_eq!(game(NIM).options(Some(ANA), 0, &[]), Some(heaps));
}

#[test]
fn a_later_step_hangs_on_what_was_filled_in() {
    let options = game(NIM).options(Some(ANA), 0, &[member(LARGE)]);
    assert_eq!(options, Some(Options::Range(1, 7)));
}

#[test]
fn a_full_form_has_no_options_left() {
    let filled = [member(LARGE), Value::Number(2)];
    assert_eq!(game(NIM).options(Some(ANA), 0, &filled), None);
}

#[test]
fn an_answer_is_carried_out() {
    let mut nim = game(NIM);
    assert_eq!(take(&mut nim, ANA, LARGE, 4), Ok(Stop::Asking));
    assert_eq!(keyed(&nim, "stones", LARGE), Value::Number(3));
    assert_eq!(counter(&nim, "taker"), Value::Seat(ANA));
}

#[test]
fn after_an_answer_the_next_seat_is_asked() {
    let mut nim = game(NIM);
    take(&mut nim, ANA, LARGE, 4).expect("it may");
    assert_eq!(asked(&nim), [BEN]);
}

#[test]
fn nobody_answers_out_of_turn() {
    assert_eq!(take(&mut game(NIM), BEN, LARGE, 1), Err(Illegality::NotAsked));
}

#[test]
fn an_offer_that_is_not_there_is_refused() {
    let answered = hand_in(&mut game(NIM), ANA, 1, Vec::new());
    assert_eq!(answered, Err(Illegality::NotInMenu));
}

#[test]
fn too_few_arguments_are_refused() {
    let answered = hand_in(&mut game(NIM), ANA, 0, vec![member(LARGE)]);
    assert_eq!(answered, Err(Illegality::BadArgument(1)));
}

#[test]
fn an_argument_of_another_kind_is_refused() {
    let answered = hand_in(&mut game(NIM), ANA, 0, vec![Value::Bool(true), Value::Number(1)]);
    assert_eq!(answered, Err(Illegality::BadArgument(0)));
}

#[test]
fn a_value_that_is_not_among_those_is_refused() {
    assert_eq!(take(&mut game(NIM), ANA, SMALL, 4), Err(Illegality::NotInDomain(1)));
}

#[test]
fn a_refused_answer_changes_nothing() {
    let mut nim = game(NIM);
    let before = nim.hash();
    assert!(take(&mut nim, ANA, SMALL, 4).is_err());
    assert_eq!((nim.hash(), asked(&nim)), (before, vec![ANA]));
}

#[test]
fn a_need_that_fails_is_the_reason() {
    let mut board = game(TIC_TAC_TOE);
    mark(&mut board, ANA, 4).expect("it is free");
    let what = Offered::Move(MoveId(0), Vec::new(), None);
    assert_eq!(board.may(BEN, &what, &[member(4)]), Err(Illegality::Needs(0)));
    assert_eq!(board.may(BEN, &what, &[member(5)]), Ok(()));
}

#[test]
fn what_a_need_refuses_is_not_among_the_options() {
    let mut board = game(TIC_TAC_TOE);
    mark(&mut board, ANA, 4).expect("it is free");
    let free = (0..9).filter(|at| *at != 4).map(member).collect();
    assert_eq!(board.options(Some(BEN), 0, &[]), Some(Options::Members(free)));
}

#[test]
fn an_ending_that_holds_ends_the_game() {
    let mut board = game(TIC_TAC_TOE);
    for (seat, square) in [(ANA, 0), (BEN, 3), (ANA, 1), (BEN, 4)] {
        assert_eq!(mark(&mut board, seat, square), Ok(Stop::Asking));
    }
    assert_eq!(mark(&mut board, ANA, 2), Ok(Stop::Over(Outcome::Won(vec![ANA]))));
    assert_eq!(board.asked(), None);
}

#[test]
fn nobody_answers_after_the_end() {
    let mut board = game(TIC_TAC_TOE);
    for (seat, square) in [(ANA, 0), (BEN, 3), (ANA, 1), (BEN, 4), (ANA, 2)] {
        mark(&mut board, seat, square).expect("it is free");
    }
    assert_eq!(mark(&mut board, BEN, 5), Err(Illegality::NotAsked));
}

#[test]
fn by_each_asks_all_at_once() {
    assert_eq!(asked(&game(ROCK)), [ANA, BEN]);
}

#[test]
fn nothing_happens_before_all_have_answered() {
    let mut rock = game(ROCK);
    mark(&mut rock, BEN, 0).expect("it may");
    assert_eq!(asked(&rock), [ANA]);
    assert_eq!(keyed(&rock, "wins", 1), Value::Number(0));
}

#[test]
fn nobody_answers_twice() {
    let mut rock = game(ROCK);
    mark(&mut rock, BEN, 0).expect("it may");
    assert_eq!(mark(&mut rock, BEN, 1), Err(Illegality::NotAsked));
}

#[test]
fn what_all_have_chosen_is_carried_out_together() {
    let mut rock = game(ROCK);
    mark(&mut rock, BEN, 0).expect("it may");
    mark(&mut rock, ANA, 1).expect("it may");
    assert_eq!(keyed(&rock, "wins", 0), Value::Number(1));
    assert_eq!(asked(&rock), [ANA, BEN]);
}

#[test]
fn the_same_seed_deals_the_same_cards() {
    let program = program(GO_FISH, 2);
    let dealt = |seed: u64| Machine::start(program.clone(), seed, false).hash();
    assert_eq!(dealt(1), dealt(1));
    assert_ne!(dealt(1), dealt(2));
}

#[test]
fn a_position_is_all_that_is_needed_to_go_on() {
    let mut nim = game(NIM);
    take(&mut nim, ANA, LARGE, 4).expect("it may");
    let program = nim.program().clone();
    let mut other = Machine::resume(program, nim.position().clone(), nim.seed(), false);
    assert_eq!(take(&mut other, BEN, LARGE, 3), take(&mut nim, BEN, LARGE, 3));
    assert_eq!(other.hash(), nim.hash());
}

#[test]
fn a_position_survives_being_saved() {
    let nim = game(NIM);
    let text = serde_json::to_string(nim.position()).expect("it can be written");
    let read: houserules_interpreter::position::Position =
        serde_json::from_str(&text).expect("it can be read");
    assert_eq!(&read, nim.position());
}

#[test]
fn an_earlier_position_can_be_taken_up_again() {
    let mut nim = game(NIM);
    let begin = nim.position().clone();
    take(&mut nim, ANA, LARGE, 4).expect("it may");
    nim.set_position(&begin);
    assert_eq!(asked(&nim), [ANA]);
    assert_eq!(keyed(&nim, "stones", LARGE), Value::Number(7));
}

#[test]
fn another_game_begins_as_the_first_one_did() {
    let mut nim = game(NIM);
    let begin = nim.hash();
    take(&mut nim, ANA, LARGE, 4).expect("it may");
    nim.restart(7);
    assert_eq!(nim.hash(), begin);
}

#[test]
fn events_are_recorded_only_if_wanted() {
    let mut recorded = game(NIM);
    assert!(!recorded.take_events().is_empty());
    assert!(recorded.take_events().is_empty(), "they were taken");
    assert!(Machine::start(program(NIM, 2), 7, false).take_events().is_empty());
}

#[test]
fn turns_are_counted() {
    let mut nim = game(NIM);
    take(&mut nim, ANA, LARGE, 4).expect("it may");
    assert_eq!(nim.tally().turns, 2);
}

#[test]
fn what_is_running_is_a_path() {
    assert_eq!(game(NIM).path().len(), 1);
}

#[test]
fn who_knows_a_card_stands_in_the_dump() {
    let fish = game(GO_FISH);
    let (known, cards) = (fish.dump().known, fish.rulebook().cards.len());
    assert_eq!(known.len(), cards);
    assert_eq!(known.iter().filter(|seats| **seats != 0).count(), 14);
}

#[test]
fn a_counter_that_leaves_its_range_stops_the_game() {
    let rules = "game \"Range\"\nplayers 2\nthe table has { n: 0..1 = 0 }\nplay {\n  \
                 ends when n is 9 { end game won by players }\n  \
                 turn me in players onwards { choose { more } }\n}\naction more { n += 1 }\n";
    let mut range = game(rules);
    hand_in(&mut range, ANA, 0, Vec::new()).expect("it may");
    let Ok(Stop::Fault(fault)) = hand_in(&mut range, BEN, 0, Vec::new()) else {
        panic!("the counter is out of its range")
    };
    assert_eq!(fault.code, Code::R0303);
    assert!(matches!(fault.about, FaultKind::OutOfRange(_, 2, 0, 1)));
}

#[test]
fn who_must_choose_and_cannot_stops_the_game() {
    let rules = "game \"Stuck\"\nplayers 2\nthe table has { n: 0..1 = 0 }\nplay {\n  \
                 ends when n is 1 { end game won by players }\n  \
                 turn me in players onwards { choose { more } }\n}\n\
                 action more\n  needs n is 1 else \"no\"\n{ n = 1 }\n";
    let stuck = game(rules);
    let Stop::Fault(fault) = stuck.stop() else { panic!("nobody can choose") };
    assert_eq!(fault.code, Code::R0310);
    assert_eq!(stuck.stuck(), [ANA]);
}

/// Boxes in boxes: whoever swaps one with what lies in it would put it into itself.
const BOXES: &str = "game \"Boxes\"\nplayers 2\ncard Box { size: 1..3 }\n\
    deck boxes of Box { 1 each of (1..3) }\neach Box has { inside: row of Box }\n\
    the table has { floor: row of Box }\nsetup { move boxes to floor }\n\
    play { turn me in players onwards { choose { pack or turn_over } } }\n\
    action pack(a in floor, b in floor) needs a is not b else \"no\" { move a to b.inside }\n\
    action turn_over(a in floor, b in a.inside) { swap a with b }\n";

#[test]
fn no_card_comes_to_lie_in_itself() {
    let mut boxes = game(BOXES);
    let first_two = |boxes: &mut Machine, seat, offer| {
        let mut args = Vec::new();
        while let Some(Options::Members(members)) = boxes.options(Some(seat), offer, &args) {
            args.push(members[0].clone());
        }
        hand_in(boxes, seat, offer, args)
    };
    assert_eq!(first_two(&mut boxes, ANA, 0), Ok(Stop::Asking));
    // The box on the floor in which the other lies.
    let tops = boxes.options(Some(BEN), 1, &[]);
    assert!(matches!(tops, Some(Options::Members(tops)) if tops.len() == 1));
    let Ok(Stop::Fault(fault)) = first_two(&mut boxes, BEN, 1) else {
        panic!("it would lie in itself")
    };
    assert_eq!(fault.code, Code::R0305);
}
