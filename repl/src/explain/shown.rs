//! What is answered to an example: its diagnostics, the fault it stops with, what the workbench
//! says to a script.

use super::{EmbeddedLoader, Example};
use crate::show::console::Look;
use crate::show::diagnostics;
use houserules_interpreter::ask::{Setup, Stop};
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::{Compiled, Loaded, compile_layers};
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::source::FileId;
use houserules_lang::syntax::parse;
use houserules_table::debugger::fault_said;
use houserules_table::game::Game;
use std::sync::Arc;

/// So many decisions are made until a game that should stop by itself is left alone.
const DECISIONS: u64 = 1_000;

/// What the program answers to an example, as it would be printed. Nothing for a script of the
/// workbench, and nothing if there is nothing wrong.
#[must_use]
pub fn answer(example: Example, look: Look) -> String {
    if !example.path.ends_with(".rules") {
        return String::new();
    }
    let mut compiled = compiled(example);
    // Of rules that stop while they run, the fault is the answer.
    if example.name().starts_with('R') {
        compiled.diagnostics = fault(&compiled).into_iter().collect();
    }
    let mut text = Vec::new();
    match diagnostics::human(&compiled.sources, &compiled.diagnostics, &mut text, look) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(_) => String::new(),
    }
}

/// An example compiled; a variant over the first of its games.
#[must_use]
pub fn compiled(example: Example) -> Compiled {
    let loaded = |example: Example| Loaded {
        name: format!("examples/{}", example.path),
        text: example.text.into(),
    };
    let (tree, _) = parse(FileId(0), example.text);
    let over = crate::variants::heads(&tree.items).unwrap_or_default();
    let base = over.first().and_then(|name| EmbeddedLoader::file(&format!("{}.rules", name.text)));
    match base {
        Some(base) => compile_layers(&loaded(base), &[loaded(example)], &mut EmbeddedLoader),
        None => compile_layers(&loaded(example), &[], &mut EmbeddedLoader),
    }
}

/// What a game stops with that is played at random.
#[must_use]
pub fn fault(compiled: &Compiled) -> Option<Diagnostic> {
    let book = Arc::new(compiled.rulebook.as_ref()?.clone());
    let setup = Setup { seats: book.players.0, options: Vec::new() };
    let program = Program::new(Arc::clone(&book), &setup).ok()?;
    let mut machine = Machine::start(Arc::new(program), 1, false);
    let Stop::Fault(fault) = machine.playout(&[], &mut BotSource::new(1), DECISIONS).0 else {
        return None;
    };
    let seats = ["Ana", "Ben", "Cleo"].iter().map(|name| (*name).to_string());
    let seats = seats.take(usize::from(setup.seats)).collect();
    let game = Game::start(machine, book, Arc::new(compiled.sources.clone()), seats);
    Some(fault_said(&game, &fault))
}
