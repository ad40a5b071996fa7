//! Interrupting many games, from the terminal or by whatever runs the program (`SIGINT`, `SIGTERM`,
//! `SIGHUP`): those that were begun are played to their ends, and what is done is kept.

#![expect(clippy::disallowed_types, reason = "two interrupts at once are one")]

use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Somebody has interrupted. A second time ends the program at once.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whatever starts the program may send on an interrupt that reaches it anyway.
const ONE: Duration = Duration::from_millis(500);

/// From now on somebody may interrupt the games. A command of ours says so; where others run the
/// process, interrupts are theirs.
pub(super) fn heed() {
    let first = Mutex::new(None::<Instant>);
    // Where it cannot be set, or is set already, all stays as it is.
    let _ = ctrlc::set_handler(move || {
        let mut first = first.lock().unwrap_or_else(PoisonError::into_inner);
        if !STOP.swap(true, Ordering::SeqCst) {
            *first = Some(Instant::now());
            say("Interrupted: the games that were begun are played to their ends. A second time \
                 ends the program at once.");
        } else if first.is_none_or(|first| first.elapsed() > ONE) {
            say("Interrupted a second time: these games are lost.");
            std::process::exit(130);
        }
    });
}

/// Says something on the standard error, below a bar that may stand there.
fn say(text: &str) {
    let mut err = std::io::stderr();
    let bar = if err.is_terminal() { "\n" } else { "" };
    // Nobody may be left who reads it.
    let _ = writeln!(err, "{bar}{text}");
}

/// Whether somebody has interrupted.
pub(super) fn is_interrupted() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// What was interrupted is done: what comes after it may be interrupted in its turn.
pub(super) fn go_on() {
    STOP.store(false, Ordering::SeqCst);
}
