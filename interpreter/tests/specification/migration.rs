//! New rules in the middle of a game: what stays, what is told, what stands in the way.

use crate::{game, hand_in, keyed, program};
use houserules_interpreter::ask::{Engine, Stop};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::migrate::{Answers, Blocked, Migrated, Obstacle, migrate};
use houserules_lang::difference::names::Names;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::ir::{EnumId, Value};

const NIM: &str = include_str!("../../../examples/nim.rules");
const LARGE: u16 = 2;

/// A game of Nim in which Ana has taken four stones.
fn begun() -> Machine {
    let mut nim = game(NIM);
    let args = vec![Value::Member(EnumId(0), LARGE), Value::Number(4)];
    hand_in(&mut nim, 0, 0, args).expect("it may");
    nim
}

fn under(old: &Machine, rules: &str) -> Result<Migrated, Obstacle> {
    let new = program(rules, 2);
    let names = Names::new(old.rulebook(), &new.book, &Renames::new());
    migrate(old, &new, &names, &Answers::default(), &["Ana".into(), "Ben".into()])
}

/// The game under Nim with one text in place of another.
fn edited(from: &str, to: &str) -> Result<Migrated, Obstacle> {
    assert!(NIM.contains(from), "{from}");
    under(&begun(), &NIM.replace(from, to))
}

fn blocked(moved: Result<Migrated, Obstacle>) -> Option<Blocked> {
    moved.err().map(|obstacle| obstacle.what)
}

#[test]
fn the_same_rules_leave_every_byte() {
    let old = begun();
    let moved = under(&old, NIM).expect("nothing has changed");
    assert!(moved.machine.position() == old.position());
    assert_eq!(moved.notes, Vec::<String>::new());
}

#[test]
fn other_words_change_nothing() {
    let moved = edited("takes {n} from the {h} heap", "picks up {n}").expect("it fits");
    assert!(moved.machine.position() == begun().position());
}

#[test]
fn counters_keep_their_values() {
    let moved = edited("stones: 0..7", "stones: 0..20").expect("it fits").machine;
    assert_eq!(keyed(&moved, "stones", LARGE), Value::Number(3));
}

#[test]
fn who_is_asked_stays_asked() {
    let moved = edited("stones: 0..7", "stones: 0..20").expect("it fits").machine;
    assert_eq!(moved.asked().map(|asked| asked.seats), Some(vec![1]));
}

#[test]
fn the_seed_stays() {
    let moved = edited("stones: 0..7", "stones: 0..20").expect("it fits").machine;
    assert_eq!(moved.seed(), begun().seed());
}

#[test]
fn a_new_counter_begins_at_its_start() {
    let moved = edited("taker: Player or none", "taker: Player or none, extra: Number = 4");
    let moved = moved.expect("it has a start").machine;
    assert_eq!(keyed(&moved, "extra", 0), Value::Number(4));
}

#[test]
fn a_counter_moves_to_another_place_with_its_value() {
    let moved = edited("taker: Player or none", "extra: Number = 4, taker: Player or none");
    let moved = moved.expect("it has a start").machine;
    assert_eq!(keyed(&moved, "taker", 0), Value::Seat(0));
}

#[test]
fn a_new_member_leaves_the_others_as_they_are() {
    let moved =
        edited("enum Heap { small, middle, large }", "enum Heap { tiny, small, middle, large }");
    let moved = moved.expect("it fits").machine;
    assert_eq!(keyed(&moved, "stones", 3), Value::Number(3));
}

#[test]
fn a_value_outside_the_new_range_stands_in_the_way() {
    assert_eq!(blocked(edited("stones: 0..7", "stones: 0..4")), Some(Blocked::Table));
}

#[test]
fn a_place_that_is_gone_stands_in_the_way() {
    let moved =
        edited("turn me in players onwards { choose { take } }", "choose { take } by each players");
    assert_eq!(blocked(moved), Some(Blocked::Place));
}

#[test]
fn a_game_that_is_over_goes_nowhere() {
    let mut nim = game(NIM);
    for (seat, heap, n) in [(0, 0, 3), (1, 1, 5), (0, 2, 7)] {
        let args = vec![Value::Member(EnumId(0), heap), Value::Number(n)];
        hand_in(&mut nim, seat, 0, args).expect("it may");
    }
    assert!(matches!(nim.stop(), Stop::Over(_)));
    assert_eq!(blocked(under(&nim, NIM)), Some(Blocked::NoDecision));
}

#[test]
fn the_old_game_stays_as_it_was() {
    let old = begun();
    let before = old.hash();
    assert!(under(&old, &NIM.replace("stones: 0..7", "stones: 0..4")).is_err());
    assert_eq!(old.hash(), before);
}
