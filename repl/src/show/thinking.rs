//! That somebody thinks, where it takes longer than a moment.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// What takes no longer is not worth a word.
const MOMENT: Duration = Duration::from_millis(700);
/// How often it is said again, with the time it has taken.
const BEAT: Duration = Duration::from_millis(200);

/// Does some work, and says on standard error, a terminal that somebody watches, who thinks as long
/// as it takes; then that is gone again.
pub fn meanwhile<T>(watched: bool, words: &str, work: impl FnOnce() -> T) -> T {
    if !watched {
        return work();
    }
    let (done, over) = channel::<()>();
    let words = words.to_string();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let is_on = |time| over.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
            if !is_on(MOMENT) {
                return;
            }
            let spinner = ProgressBar::new_spinner().with_message(words);
            if let Ok(style) = ProgressStyle::with_template("{msg} {elapsed}") {
                spinner.set_style(style);
            }
            spinner.tick();
            while is_on(BEAT) {
                spinner.tick();
            }
            spinner.finish_and_clear();
        });
        let made = work();
        drop(done);
        made
    })
}
