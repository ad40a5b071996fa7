//! Machine code does what the interpreter does: the same draws in the same order, the same bytes,
//! the same faults of the same rules, wherever one takes over from the other.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod both;

use both::{Both, book, files};
use houserules_interpreter::ask::Stop;
use std::path::Path;

/// Plays games of each file of a folder; how many stopped with a fault.
fn agree_in(folder: &str, games: u64, most: u64) -> u64 {
    let (mut wrong, mut all, mut faults) = (Vec::new(), 0, 0);
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder)) {
        let Some(book) = book(&path, &std::fs::read_to_string(&path).unwrap()) else { continue };
        for (n, seats) in
            [book.players.0, book.players.1.min(4).max(book.players.0)].into_iter().enumerate()
        {
            let Some(both) = Both::of(&book, seats) else { continue };
            for seed in 0..games {
                match both.agree(seed + 100 * n as u64, most) {
                    Ok((made, stop)) => {
                        all += made;
                        faults += u64::from(matches!(stop, Stop::Fault(_)));
                    }
                    Err(why) => wrong.push(format!("{} ({seats}): {why}", path.display())),
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all > 100, "only {all} decisions");
    faults
}

#[test]
fn small_rulebooks_agree() {
    let faults = agree_in("tests/rules", 3, 300);
    assert!(faults > 5, "only {faults} games stopped with a fault");
}

#[test]
fn examples_agree() {
    agree_in("examples", 3, 400);
}

#[test]
fn games_agree() {
    agree_in("games", 1, 150);
}

/// The stop of every game of some rules, the same both ways.
fn faults_of(rules: &str) -> Vec<&'static str> {
    let book = book(Path::new("game.rules"), rules).unwrap();
    let both = Both::of(&book, 2).unwrap();
    let code = |seed| match both.agree(seed, 200).unwrap().1 {
        Stop::Fault(fault) => fault.code,
        Stop::Asking | Stop::Over(_) => "",
    };
    (0..3).map(code).collect()
}

const HEAD: &str = "game \"Faults\"
players 2
the table has { pot: 0..9 = 3  spare: Number = 0 }
play { turn me in players onwards { choose { take or lend } } }
action lend(n in 1..3) { spare += n }
";

#[test]
fn faults_of_conditions_flow_and_choices_are_those_of_the_interpreter() {
    let conditions = "action take needs 12 / pot > 1 else \"no\" { pot -= 1 }\n";
    let flow = "action take(n in 1..2) { pot -= n }\n";
    let choices = "action take(n in 1..12 / pot) { pot -= 1  spare += n }\n";
    for rules in [conditions, flow, choices] {
        let found = faults_of(&format!("{HEAD}{rules}"));
        assert!(found.iter().any(|code| code.starts_with('R')), "{found:?} in {rules}");
    }
}

#[test]
fn rules_that_run_away_stop_at_the_same_step() {
    let rules = "action take { for each n in 1..4000 { for each k in 1..4000 { spare += 1 } } }\n";
    let found = faults_of(&format!("{HEAD}{rules}"));
    assert!(found.iter().any(|code| code.starts_with('R')), "{found:?}");
}

/// Rules for two, played both ways; decisions made.
fn decisions_of(rules: &str) -> u64 {
    let book = book(Path::new("game.rules"), rules).unwrap();
    let both = Both::of(&book, 2).unwrap();
    (0..20).map(|seed| both.agree(seed, 300).unwrap().0).sum()
}

#[test]
fn cards_that_move_and_steps_that_are_drawn_again_agree() {
    let rules = "game \"Cards\"
players 2
card Coin { worth: 1..9 }
deck bag of Coin { 2 each of (1..9) }
card Stone { hue: 1..3 }
deck quarry of Stone { each of (1..3) }
each Player has { hand: set of Coin, seen by owner  line: row of Coin }
the table has { heap: pile of Coin  pebble: slot of Stone  idle: 0..20 = 0 }
setup { shuffle bag  for each p in players { move top 3 of bag to p.hand } }
play {
  ends when idle > 12 { end game won by players }
  turn me in players onwards { choose { lay or take or swap or may draw_one otherwise rest } }
}
action lay(c in me.hand) { move c to me.line  idle += 1 }
action take(p in players, c in p.line where c.worth > idle)
  once per turn for p
{ move c to heap  idle = 0 }
action swap(s in quarry) { move pebble to quarry  move s to pebble  idle += 1 }
action draw_one needs bag is not empty else \"none\" { move top 1 of bag to me.hand  again }
action rest { idle += 1 }
when bag runs out { move heap to bag  shuffle bag }
";
    let made = decisions_of(rules);
    assert!(made > 100, "only {made} decisions");
}

#[test]
fn lists_that_do_not_fit_on_the_stack_agree() {
    let rules = "game \"Lists\"
players 2
the table has { pot: 0..99999 = 0 }
play {
  ends when pot > 900 { end game won by players }
  turn me in players onwards { choose { take } }
}
action take(n in some_of(3)) { pot += n + count(some_of(pot)) }
define some_of(least: Number) = those n in 1..400 where (n > least and n < 2 * least + 20)
";
    let made = decisions_of(rules);
    assert!(made > 20, "only {made} decisions");
}
