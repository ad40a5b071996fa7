//! A slice of the runs of `even`: random play is as even as `docs/reference.md` says, in every
//! small rulebook, example and game. Seeds are fixed, so that what passes once passes always.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::{Policy, Setup};
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::game_seed;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::ir::Rulebook;
use houserules_table::runner::{Status, run_test};
use houserules_tests::agree::drive::Driver;
use houserules_tests::agree::games::{compiled, drawn_setup, in_folder};
use houserules_tests::even::{Plan, looked_at, same_game};
use houserules_tests::mutate::Shelf;
use std::path::Path;
use std::sync::Arc;

/// So many seeds for each rulebook of a folder: few where there are many; the campaign takes more.
fn seeds(rulebooks: usize) -> u64 {
    if rulebooks < 10 { 3 } else { 1 }
}

fn each_game(folder: &str, mut look: impl FnMut(&Plan, &Arc<Rulebook>) -> Result<u64, String>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let games = in_folder(&folder);
    assert!(!games.is_empty(), "no games in {}", folder.display());
    let (mut wrong, mut all) = (Vec::new(), 0);
    let seeds = seeds(games.len());
    for path in games {
        let book = match compiled(&path) {
            Ok(book) => book,
            Err(why) => {
                wrong.push(format!("{}: {why}", path.display()));
                continue;
            }
        };
        let mut driver = Driver::new(11, false);
        for seed in 1..=seeds {
            let setup = drawn_setup(&book, &mut driver);
            let (options, draws, most) = (120, 40, 4000);
            let plan = Plan { setup, seed, decisions: 60, counted: 4, options, draws, most };
            match look(&plan, &book) {
                Ok(looked) => all += looked,
                Err(why) => wrong.push(format!("{}: {why}", path.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(all > 20, "only {all} looked at");
}

fn even_in(folder: &str) {
    each_game(folder, |plan, book| looked_at(book, plan).map(|looked| looked.counted));
}

#[test]
fn small_rulebooks_are_even() {
    even_in("tests/rules");
}

#[test]
fn examples_are_even() {
    even_in("examples");
}

#[test]
fn games_are_even() {
    even_in("games");
}

#[test]
fn playing_on_is_drawing_one_by_one() {
    for folder in ["tests/rules", "examples", "games"] {
        each_game(folder, |plan, book| {
            let steps = same_game(book, plan, Policy::Random)?;
            Ok(steps + same_game(book, plan, Policy::RandomOptions)?)
        });
    }
}

/// What a test says whose games go wrong.
fn simulated(play: &str) -> Option<String> {
    let text = format!(
        "game \"Wrong\"\nplayers 2\nthe table has {{ n: 0..3 }}\nplay {{ turn me in players \
         onwards {{ {play} }} }}\n\
         action go {{ n = 0 }}\ntest \"t\" with Ana, Ben {{ simulate 3 games expecting yes }}\n"
    );
    let mut shelf = Shelf::of(Path::new("/nowhere"));
    let compiled = compile("wrong.rules", &text, &mut shelf);
    let book = Arc::new(compiled.rulebook.unwrap());
    let start = |setup: &Setup, seed: Seed| {
        let program = Program::new(Arc::clone(&book), setup)?;
        Ok(Machine::start(Arc::new(program), seed, false))
    };
    let result = run_test(&book, &compiled.sources, 0, &start);
    assert_eq!(result.status, Status::Failed);
    result.message
}

#[test]
fn a_simulated_game_that_goes_wrong_fails_the_test_and_has_a_seed() {
    let seed = game_seed(1, 0);
    let endless = simulated("choose { go or pass }").unwrap();
    assert_eq!(
        endless,
        format!("in game 1 of 3 (seed {seed}), the game came to no end within 100000 decisions")
    );
    let stopped = simulated("choose { go or pass } n = 7").unwrap();
    assert!(
        stopped.starts_with(&format!("in game 1 of 3 (seed {seed}), the game stopped: ")),
        "{stopped}"
    );
}
