//! A slice of the runs of `even`: random play is as even as `docs/reference.md` says, in every small rulebook, example
//! and game. Seeds are fixed, so that what passes once passes always.

use houserules_interpreter::ask::Policy;
use houserules_tests::agree::drive::Driver;
use houserules_tests::agree::games::{compiled, drawn_setup, in_folder};
use houserules_tests::even::{Plan, looked_at, same_game};
use std::path::Path;

fn each_game(
    folder: &str,
    mut look: impl FnMut(&Plan, &std::sync::Arc<houserules_lang::ir::Rulebook>) -> Result<u64, String>,
) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let games = in_folder(&folder);
    assert!(!games.is_empty(), "no games in {}", folder.display());
    let (mut wrong, mut all) = (Vec::new(), 0);
    for path in games {
        let book = match compiled(&path) {
            Ok(book) => book,
            Err(why) => {
                wrong.push(format!("{}: {why}", path.display()));
                continue;
            }
        };
        let mut driver = Driver::new(11, false);
        for seed in 1..4 {
            let setup = drawn_setup(&book, &mut driver);
            let plan = Plan { setup, seed, decisions: 60, counted: 4, options: 120, draws: 40 };
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
