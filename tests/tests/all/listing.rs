//! What a game becomes, as a person reads it: `check --emit program`.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::Setup;
use houserules_interpreter::program::Program;
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Span;
use houserules_tests::agree::games::{compiled, in_folder};
use std::path::Path;
use std::sync::Arc;

fn program(book: Arc<Rulebook>) -> Program {
    let setup = Setup { seats: book.players.0, options: Vec::new() };
    Program::new(book, &setup).expect("it can be played")
}

fn root() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

#[test]
fn a_small_game_can_be_read() {
    let book = compiled(&root().join("examples/tic_tac_toe.rules")).expect("it compiles");
    let place = |span: Span| format!("byte {}", span.start);
    insta::assert_snapshot!(program(book).listing(&place));
}

#[test]
fn every_instruction_of_every_game_stands_in_it_once() {
    for path in ["games", "examples"].iter().flat_map(|f| in_folder(&root().join(f))) {
        let Ok(book) = compiled(&path) else { continue };
        let program = program(book);
        let listing = program.listing(&|_| String::new());
        let numbers = listing.split("\nposition\n").nth(1).expect("its layout").lines();
        let first = |line: &str| line.split_whitespace().next().and_then(|n| n.parse().ok());
        let numbers: Vec<usize> = numbers.filter_map(first).collect();
        let all: Vec<usize> = (0..program.code.len()).collect();
        assert_eq!(numbers, all, "{}", path.display());
    }
}
