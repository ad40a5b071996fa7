//! What must stay when the code is rebuilt: the rules' hash, the layout of positions, the order of
//! draws, the bots' choices, in every game and example. A snapshot that changes here says that
//! saved games and published results change.

use houserules_interpreter::ask::{Engine, Setup};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::ir::Rulebook;
use houserules_study::report::report;
use houserules_study::sim::{Player, Playouts, SimSpec};
use houserules_table::journal::fingerprint::rules_hash;
use houserules_tests::agree::games::{compiled, in_folder};
use std::path::Path;
use std::sync::Arc;

const PLAYERS: [(Player, u64, u64); 3] =
    [(Player::Random, 20, 2_000), (Player::RandomOptions, 10, 500), (Player::Greedy, 2, 60)];

fn line(name: &str, book: Arc<Rulebook>) -> Result<String, String> {
    let setup = Setup { seats: book.players.0, options: Vec::new() };
    let rules = rules_hash(&book);
    let program = Program::new(book, &setup).map_err(|e| e.to_string())?;
    let (program, size) = (Arc::new(program.clone()), program.schema.size);
    let mut machine = Machine::start(Arc::clone(&program), 7, false);
    machine.playout(&[], &mut BotSource::new(7), 200);
    let mut line = format!("{name}: rules {rules}, {size} bytes, position {:016x}", machine.hash());
    for (player, games, max_decisions) in PLAYERS {
        let players = vec![player; usize::from(setup.seats)];
        let spec = SimSpec { setup: setup.clone(), games, seed: 7, max_decisions, players };
        let mut playouts = Playouts::new(Arc::clone(&program));
        let results = (0..games).map(|at| playouts.play(&spec, at)).collect();
        let result = report(setup.seats, results).result_hash;
        line.push_str(&format!(", {} {result}", player.name()));
    }
    Ok(line)
}

#[test]
fn rebuilding_changes_no_result() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut lines = Vec::new();
    for path in ["games", "examples"].iter().flat_map(|f| in_folder(&root.join(f))) {
        let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let line = compiled(&path).and_then(|book| line(&name, book));
        lines.push(line.unwrap_or_else(|e| format!("{name}: {e}")));
    }
    insta::assert_snapshot!(lines.join("\n"));
}
