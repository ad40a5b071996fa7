//! A slice of the agreement runs: every example, every game and every small rulebook, a few
//! decisions each. The long runs are the `agree` program's.

use houserules_interpreter::machine::Machine;
use houserules_tests::agree::drive::Driver;
use houserules_tests::agree::games::{compiled, drawn_setup, in_folder};
use houserules_tests::agree::{Match, one_game};
use std::path::Path;

/// Decisions a game.
const SLICE: u64 = 120;

fn agree_in(folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder);
    let games = in_folder(&folder);
    assert!(!games.is_empty(), "no games in {}", folder.display());
    let mut wrong = Vec::new();
    for path in games {
        let book = match compiled(&path) {
            Ok(book) => book,
            Err(why) => {
                wrong.push(format!("{}: {why}", path.display()));
                continue;
            }
        };
        let mut driver = Driver::new(7, false);
        let (mut made, mut games) = (0, 0);
        while made < SLICE {
            let setup = drawn_setup(&book, &mut driver);
            let plan = Match {
                setup,
                seed: games,
                decisions: SLICE - made,
                adversarial: games % 2 == 1,
                scripted: games % 4 == 3,
            };
            match one_game::<Machine>(&book, &plan, &mut driver) {
                Ok((decisions, _)) => made += decisions.max(1),
                Err(disagreement) => {
                    wrong.push(format!("{}: {disagreement}", path.display()));
                    break;
                }
            }
            games += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn small_rulebooks() {
    agree_in("tests/rules");
}

#[test]
fn examples() {
    agree_in("examples");
}

#[test]
fn games() {
    agree_in("games");
}
