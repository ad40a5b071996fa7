//! Games at a table that are played at random.

use houserules::loader::FolderLoader;
use houserules_interpreter::ask::{Engine, Policy, Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_table::game::Game;
use houserules_table::session::Session;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// Examples that hold between them a board, secret hands, chance, races and choices made at once.
const EXAMPLES: [&str; 6] =
    ["nim", "tic_tac_toe", "crazy_eights", "go_fish", "rock_paper_scissors", "oh_hell"];

/// A game to begin over and over again.
#[derive(Debug)]
pub struct Rules {
    start: Game<Machine>,
}

/// The examples, set up.
pub static RULES: LazyLock<Vec<Rules>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    EXAMPLES
        .iter()
        .map(|name| {
            let path = folder.join(format!("{name}.rules"));
            let (mut loader, game) = FolderLoader::open(&path).expect("an example");
            let compiled = compile(&game.name, &game.text, &mut loader);
            let book = Arc::new(compiled.rulebook.expect("examples compile"));
            let seats = book.players.0.max(3).min(book.players.1);
            let setup = Setup { seats, options: Vec::new() };
            let program = Program::new(Arc::clone(&book), &setup).expect("so many can play");
            let engine = Machine::start(Arc::new(program), 7, true);
            let names = (1..=seats).map(|n| format!("Player{n}")).collect();
            Rules { start: Game::start(engine, book, Arc::new(compiled.sources), names) }
        })
        .collect()
});

/// How many games there are to choose from.
pub const GAMES: usize = EXAMPLES.len();

impl Rules {
    /// The game at its start.
    pub fn game(&self) -> Game<Machine> {
        self.start.clone()
    }
}

/// Lets one of those who are asked answer, both drawn from a number. Whether anybody was asked.
pub fn decide(session: &mut Session<Machine>, drawn: u64) -> bool {
    if session.game().stop() != Stop::Asking {
        return false;
    }
    let asked = session.game().asked().expect("a game that asks asks somebody").seats;
    let seat = asked[drawn as usize % asked.len()];
    let mut draws = BotSource::new(drawn);
    let game = session.game_mut();
    game.answer_with(seat, |engine| engine.drawn(Some(seat), Policy::Random, &mut draws))
        .expect("what a bot draws is on offer");
    session.noted();
    true
}
