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
