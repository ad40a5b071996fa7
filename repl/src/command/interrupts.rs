//! Interrupting many games: those that were begun are played to their ends, and what is done is
//! kept.

use std::sync::atomic::{AtomicBool, Ordering};

/// Somebody interrupts. A second time ends the program at once.
static STOP: AtomicBool = AtomicBool::new(false);

/// From now on somebody may interrupt the games. A command of ours says so; where others run the
/// process, interrupts are theirs.
pub(super) fn heed() {
    // Where it cannot be set, or is set already, all stays as it is.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    });
}

/// Whether somebody has interrupted.
pub(super) fn is_interrupted() -> bool {
    STOP.load(Ordering::SeqCst)
}

/// What was interrupted is done: what comes after it may be interrupted in its turn.
pub(super) fn go_on() {
    STOP.store(false, Ordering::SeqCst);
}
