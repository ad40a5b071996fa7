//! Playouts ask for no memory once they are warm: what a game's beginning and end take does not
//! grow with its length.
#![expect(clippy::unwrap_used, reason = "a test that cannot play has failed")]

use houserules::loader::FolderLoader;
use houserules_interpreter::ask::{Engine, Policy, Setup};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_table::game::Game;
use houserules_table::session::Session;
use houserules_tests::speed::{by_rules, usual_games};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

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
    // What is asked for is counted by thread.
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(|| {
                while let Some(path) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                    asks_for_nothing(path);
                }
            });
        }
    });
}

fn asks_for_nothing(path: &Path) {
    let mut play = by_rules(path).unwrap().interpreted;
    play(GAMES.0);
    let mut decisions = 0;
    let counted = allocation_counter::measure(|| decisions = play(GAMES.1).decisions);
    let most = A_GAME * GAMES.1 + decisions / ONE_IN;
    let (taken, name) = (counted.count_total, path.display());
    assert!(
        taken <= most,
        "{name}: {taken} allocations in {} games, {decisions} decisions",
        GAMES.1
    );
}

/// A game that does not end soon, set up for four.
fn long_session() -> Session<Machine> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games");
    let (mut loader, game) = FolderLoader::open(&folder.join("bandit.rules")).unwrap();
    let (usual, long) = ("10..500 = 100", "10..1000000 = 1000000");
    assert!(game.text.contains(usual));
    let compiled = compile(&game.name, &game.text.replace(usual, long), &mut loader);
    let book = Arc::new(compiled.rulebook.unwrap());
    let set_up = Setup { seats: 4, options: Vec::new() };
    let program = Arc::new(Program::new(Arc::clone(&book), &set_up).unwrap());
    let seats = ["Ana", "Ben", "Cleo", "Dan"].map(String::from).to_vec();
    let engine = Machine::start(program, 7, true);
    Session::begin(Game::start(engine, book, Arc::new(compiled.sources), seats))
}

/// Lets whoever is asked decide at random, so many times.
fn play(session: &mut Session<Machine>, draws: &mut BotSource, moves: usize) {
    for _ in 0..moves {
        let seat = session.game().asked().unwrap().seats[0];
        let game = session.game_mut();
        game.answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, draws)).unwrap();
        session.noted();
        session.written();
    }
}

#[test]
fn a_move_of_long_ago_takes_little_memory() {
    let (mut session, mut draws) = (long_session(), BotSource::new(3));
    // What lies near is kept as it is.
    play(&mut session, &mut draws, 1000);
    let moves = 4000;
    let counted = allocation_counter::measure(|| play(&mut session, &mut draws, moves));
    let kept = counted.bytes_current / moves as i64;
    assert!(kept <= 150, "{kept} bytes a move");
}
