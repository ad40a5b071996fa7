//! Simulations come to the same on machine code.

use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::native::Pending;
use houserules_interpreter::program::Program;
use houserules_native::Code;
use houserules_study::report::report;
use houserules_study::sim::{Playouts, SimSpec};
use houserules_tests::agree::games::{compiled, in_folder};
use std::path::Path;
use std::sync::Arc;

/// The result of some games.
fn result(program: &Arc<Program>, code: Option<Pending>) -> String {
    let seats = program.schema.seats;
    let setup = Setup { seats, options: Vec::new() };
    let spec = SimSpec { setup, games: 12, seed: 7, max_decisions: 500, players: Vec::new() };
    let mut playouts = Playouts::new(Arc::clone(program));
    if let Some(code) = code {
        playouts = playouts.natively(code);
    }
    report(seats, (0..spec.games).map(|at| playouts.play(&spec, at)).collect()).result_hash
}

#[test]
fn simulations_come_to_the_same_on_machine_code() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    // One example in seven: what is compiled here is unoptimised, and so is the compiler.
    let examples = in_folder(&root.join("examples")).into_iter().step_by(7);
    for path in in_folder(&root.join("games")).into_iter().chain(examples) {
        let Ok(book) = compiled(&path) else { continue };
        let setup = Setup { seats: book.players.0, options: Vec::new() };
        let Ok(program) = Program::new(book, &setup).map(Arc::new) else { continue };
        let Some(code) = Code::of(&program) else { return };
        let ready = Pending::default();
        let _ = ready.set(Arc::new(code));
        if result(&program, Some(ready)) != result(&program, None) {
            wrong.push(format!("{}: other results", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
