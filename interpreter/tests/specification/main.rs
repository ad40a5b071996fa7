//! What lowering makes of rules, what the engine asks and refuses, what new rules leave where it
//! lies, and how games play by themselves: a sentence a test.
#![expect(clippy::expect_used, clippy::panic, reason = "a test that cannot go on has failed")]

mod engine;
mod lowering;
mod migration;
mod playout;

use houserules_interpreter::ask::{Answer, Engine, Illegality, Offered, Setup, Stop};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::ir::{CounterId, Rulebook, Value};
use houserules_lang::loader::{LoadError, Loaded, Loader};
use std::sync::Arc;

struct NoFiles;

impl Loader for NoFiles {
    fn module(&mut self, _: &str) -> Result<Loaded, LoadError> {
        Err(LoadError::NoModules)
    }
    fn table(&mut self, _: &str, _: &str) -> Result<Loaded, LoadError> {
        Err(LoadError::NoTables)
    }
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }
}

fn book(rules: &str) -> Arc<Rulebook> {
    let compiled = compile("test.rules", rules, &mut NoFiles);
    match compiled.rulebook {
        Some(book) => Arc::new(book),
        None => panic!("{:#?}", compiled.diagnostics),
    }
}

fn program(rules: &str, seats: u8) -> Arc<Program> {
    let setup = Setup { seats, options: Vec::new() };
    Arc::new(Program::new(book(rules), &setup).expect("they can play"))
}

/// A game of two that has begun.
fn game(rules: &str) -> Machine {
    Machine::start(program(rules, 2), 7, true)
}

/// A counter of the table, by its name in the rules.
fn counter(machine: &Machine, name: &str) -> Value {
    keyed(machine, name, 0)
}

/// A counter of a player or member, by its name in the rules.
fn keyed(machine: &Machine, name: &str, key: u16) -> Value {
    let named = machine.rulebook().counters.iter().position(|c| c.name == name);
    let id = CounterId(named.expect("the rules declare it") as u16);
    let dump = machine.dump();
    let found = dump.counters.iter().find(|(of, at, _)| (*of, *at) == (id, key));
    found.and_then(|(.., value)| value.clone()).unwrap_or(Value::None)
}

/// The names of the moves on offer to a seat.
fn offered(machine: &mut Machine, seat: u8) -> Vec<String> {
    let offers = machine.offers(Some(seat));
    let book = Arc::clone(&machine.program().book);
    let name = |offer: &Offered| match offer {
        Offered::Move(id, ..) => book[*id].name.clone(),
        Offered::Pass(_) => "pass".into(),
        Offered::Decline => "decline".into(),
        Offered::Values => "values".into(),
    };
    offers.iter().map(name).collect()
}

/// A seat hands in the offer of that number.
fn hand_in(
    machine: &mut Machine,
    seat: u8,
    offer: usize,
    args: Vec<Value>,
) -> Result<Stop, Illegality> {
    machine.answer(Some(seat), &Answer { offer, args })
}
