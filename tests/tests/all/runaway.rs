//! Words that call each other without end in sight are stopped, whoever works them out.
#![expect(clippy::panic, reason = "a test that cannot go on has failed")]

use houserules_interpreter::ask::{Setup, Stop};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::machine::native::Pending;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_lang::ir::Rulebook;
use houserules_lang::loader::NoFiles;
use houserules_lang::source::Span;
use houserules_native::Code;
use houserules_study::report::{SimReport, report};
use houserules_study::sim::{Playouts, SimSpec};
use houserules_tests::agree::drive::Driver;
use houserules_tests::agree::{Match, one_game};
use std::fmt::Write;
use std::sync::Arc;

/// So many words, each of which calls the one before it twice: there is no loop.
const WORDS: usize = 63;

fn rules() -> Arc<Rulebook> {
    let mut text = String::from(
        "game \"Words\"\nplayers 2\neach Player has { points: Number }\n\
         play { turn me in players onwards { choose { go } } }\n\
         action go { me.points += w63(1)  if me.points > 9 { end game lost } }\n\
         define w0(n: Number) = if n > 900 then 1 else 0\n",
    );
    for at in 1..=WORDS {
        let before = at - 1;
        let _ = writeln!(text, "define w{at}(n: Number) = w{before}(n) + w{before}(n + 1)");
    }
    let compiled = compile("words.rules", &text, &mut NoFiles);
    Arc::new(compiled.rulebook.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics)))
}

/// What comes of a game, on machine code or not.
fn simulated(program: &Arc<Program>, code: Option<Pending>) -> SimReport {
    let setup = Setup { seats: 2, options: Vec::new() };
    let spec = SimSpec { setup, games: 1, seed: 7, max_decisions: 10, players: Vec::new() };
    let playouts = Playouts::new(Arc::clone(program));
    let mut playouts = match code {
        Some(code) => playouts.natively(code),
        None => playouts,
    };
    report(2, vec![playouts.play(&spec, 0)])
}

#[test]
fn words_that_run_away_are_stopped_and_named() {
    let book = rules();
    let setup = Setup { seats: 2, options: Vec::new() };
    let program = Arc::new(Program::new(Arc::clone(&book), &setup).expect("a program"));
    let plain = simulated(&program, None);
    let fault = plain.stalls.first().and_then(|stall| stall.fault).expect("a fault");
    assert_eq!(fault.0.name(), "R0320");
    let within = |of: Span| of.start <= fault.1.start && fault.1.end <= of.end;
    assert!(book.words.iter().any(|word| within(word.value.span)), "{fault:?}");
    if let Some(code) = Code::of(&program) {
        let ready = Pending::default();
        let _ = ready.set(Arc::new(code));
        assert_eq!(simulated(&program, Some(ready)), plain);
    }
}

#[test]
fn the_reference_evaluator_stops_them_too() {
    let setup = Setup { seats: 2, options: Vec::new() };
    let plan = Match { setup, seed: 1, decisions: 1, adversarial: false, scripted: false };
    let played = one_game::<Machine>(&rules(), &plan, &mut Driver::new(7, false));
    let (_, stop) = played.unwrap_or_else(|found| panic!("{found}"));
    assert!(matches!(stop, Stop::Fault(_)), "{stop:?}");
}
