//! Playouts ask for no memory once they are warm: what a game's beginning and end take does not
//! grow with its length.

use houserules_tests::speed::{by_rules, usual_games};
use std::path::{Path, PathBuf};

/// Games to warm up, and games that are measured.
const GAMES: (u64, u64) = (60, 20);
/// Allocations that a whole game may take: its outcome, and lists that grow beyond what they have
/// been.
const A_GAME: u64 = 8;
/// And one in so many decisions: a list that is longer than ever before.
const ONE_IN: u64 = 50;

#[test]
fn a_warm_playout_asks_for_no_memory() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let rules = |path: &PathBuf| path.extension().is_some_and(|e| e == "rules");
    let listed = std::fs::read_dir(games).unwrap().map(|entry| entry.unwrap().path()).filter(rules);
    let mut all: Vec<PathBuf> = listed.chain(usual_games()).collect();
    all.sort();
    assert!(all.len() > 5, "games are missing");
    for path in all {
        let mut play = by_rules(&path).unwrap().interpreted;
        play(GAMES.0);
        let mut decisions = 0;
        let counted = allocation_counter::measure(|| decisions = play(GAMES.1));
        let most = A_GAME * GAMES.1 + decisions / ONE_IN;
        let (taken, name) = (counted.count_total, path.display());
        assert!(
            taken <= most,
            "{name}: {taken} allocations in {} games, {decisions} decisions",
            GAMES.1
        );
    }
}
