//! A slice of the campaign `cargo run --release -p houserules-tests --bin secrets`: nobody is shown a secret.

use houserules::loader::FolderLoader;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_tests::agree::games::in_folder;
use houserules_tests::secrecy::{Subject, search};
use std::path::Path;
use std::sync::Arc;

const POSITIONS: u64 = 60;

#[test]
fn nobody_is_shown_what_they_have_not_seen() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut told = Vec::new();
    for path in ["games", "examples", "tests/rules"].iter().flat_map(|f| in_folder(&root.join(f))) {
        let (mut loader, game) = FolderLoader::open(&path).unwrap();
        let compiled = compile(&game.name, &game.text, &mut loader);
        let Some(book) = compiled.rulebook else { continue };
        let seats = book.players.1.min(4);
        let subject = Subject { book: Arc::new(book), sources: Arc::new(compiled.sources), seats };
        let setup = Setup { seats, options: Vec::new() };
        let program = Arc::new(Program::new(Arc::clone(&subject.book), &setup).unwrap());
        for seed in 0..3 {
            let machine = Machine::start(Arc::clone(&program), seed, true);
            if let Err(leak) = search(&subject, machine, seed, POSITIONS / 3) {
                told.push(format!("{}: {leak}", path.display()));
            }
        }
    }
    assert!(told.is_empty(), "{}", told.join("\n\n"));
}
