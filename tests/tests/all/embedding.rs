//! The program that docs/embedding.md goes through compiles, plays, and is what the page quotes.

use std::fs;
use std::path::{Path, PathBuf};

#[path = "../../../repl/examples/own_bot.rs"]
mod own_bot;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn a_bot_of_ones_own_plays_games_to_their_end() {
    for game in ["games/bandit.rules", "examples/nim.rules", "games/bandido_alcatraz.rules"] {
        let path = root().join(game);
        // Each game must have ended; the same seeds give the same games.
        assert_eq!(
            own_bot::series(&path, 4).unwrap(),
            own_bot::series(&path, 4).unwrap(),
            "{game}"
        );
    }
    // Against one bot it wins some games and loses some.
    let won = own_bot::series(&root().join("games/bandit.rules"), 20).unwrap();
    assert!((1..20).contains(&won), "won {won} of 20");
    assert!(own_bot::series(Path::new("no_such_game.rules"), 1).is_err());
}

#[test]
fn the_page_quotes_the_program() {
    let page = fs::read_to_string(root().join("docs/embedding.md")).unwrap();
    let program = fs::read_to_string(root().join("repl/examples/own_bot.rs")).unwrap();
    let quoted: Vec<&str> =
        page.split("```rust\n").skip(1).filter_map(|b| b.split("```").next()).collect();
    assert!(quoted.len() > 3, "the page quotes nothing");
    for block in quoted {
        assert!(
            program.contains(block),
            "docs/embedding.md has lines that the program has not:\n{block}"
        );
    }
}
