//! Which statements of the rules a game reached: it is played once more on a machine that pauses
//! before each.

use houserules_interpreter::ask::{Answer, Engine};
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::machine::trace::Pause;
use houserules_interpreter::program::Program;
use houserules_lang::ir::Rulebook;
use houserules_lang::ir::walk::walk_bodies;
use houserules_lang::source::Span;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The statements of the set-up, the course of play, deeds and moves, in the order of the text.
#[must_use]
pub fn statements(book: &Rulebook) -> Vec<Span> {
    let mut found = BTreeSet::new();
    walk_bodies(book, &mut |stmt| {
        if stmt.span.end > stmt.span.start {
            found.insert(stmt.span);
        }
    });
    found.into_iter().collect()
}

/// Plays a game again and gives the statements that it reached, a bit each, as hexadecimal digits.
#[must_use]
pub fn reached(
    program: &Arc<Program>,
    seed: u64,
    answers: &[(u8, Answer)],
    statements: &[Span],
) -> String {
    let mut bits = vec![0u8; statements.len().div_ceil(8)];
    let mut machine = Machine::start_traced(Arc::clone(program), Seed::from(seed));
    run(&mut machine, statements, &mut bits);
    for (seat, answer) in answers {
        if machine.answer(Some(*seat), answer).is_err() {
            break;
        }
        run(&mut machine, statements, &mut bits);
    }
    bits.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Goes on to the next question, and marks what it comes by.
fn run(machine: &mut Machine, statements: &[Span], bits: &mut [u8]) {
    while let Some(pause) = machine.paused() {
        if pause == Pause::Statement {
            for running in machine.chain() {
                if let Ok(at) = statements.binary_search(&running.at)
                    && let Some(byte) = bits.get_mut(at / 8)
                {
                    *byte |= 1 << (at % 8);
                }
            }
        }
        machine.take_events();
        machine.go_on();
    }
}

/// Whether a bit is set in what [`reached`] gave.
#[must_use]
pub fn is_set(digits: &str, at: usize) -> bool {
    let byte = digits.get(at / 8 * 2..at / 8 * 2 + 2);
    byte.and_then(|b| u8::from_str_radix(b, 16).ok()).is_some_and(|b| b >> (at % 8) & 1 == 1)
}
