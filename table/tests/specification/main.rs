//! What sessions, journals, typed choices and the debugger promise, a sentence a test.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod choices;
mod debugger;
mod journal;
mod log;
mod runaway;
mod session;
mod view;

use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::loader::NoFiles;
use houserules_lang::resolve::names::Resolved;
use houserules_table::game::Game;
use houserules_table::session::Session;
use std::sync::Arc;

/// Three heaps of 3, 5 and 7 stones.
const NIM: &str = include_str!("../../../examples/nim.rules");
/// A board of squares.
const TIC_TAC_TOE: &str = include_str!("../../../examples/tic_tac_toe.rules");
/// Hands that only their owners see.
const GO_FISH: &str = include_str!("../../../examples/go_fish.rules");
/// Both choose at once, in secret.
const ROCK: &str = include_str!("../../../examples/rock_paper_scissors.rules");

const ANA: u8 = 0;
const BEN: u8 = 1;

/// A game of Ana and Ben, and what its rules declare.
fn declared(rules: &str) -> (Game<Machine>, Arc<Resolved>) {
    let compiled = compile("test.rules", rules, &mut NoFiles);
    let book = Arc::new(compiled.rulebook.expect("the rules compile"));
    let setup = Setup { seats: 2, options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).expect("two can play");
    let engine = Machine::start(Arc::new(program), 7, true);
    let seats = vec!["Ana".into(), "Ben".into()];
    (Game::start(engine, book, Arc::new(compiled.sources), seats), compiled.declared)
}

fn game(rules: &str) -> Game<Machine> {
    declared(rules).0
}

/// A session in which Ana and Ben have made these choices in turn.
fn played(rules: &str, choices: &[&str]) -> Session<Machine> {
    let mut session = Session::begin(game(rules));
    for (at, choice) in choices.iter().enumerate() {
        let seat = if at % 2 == 0 { ANA } else { BEN };
        session.say(seat, choice).expect("it is on offer");
    }
    session
}
