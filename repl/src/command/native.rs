//! Machine code for the games of a simulation. It is made beside the first games, which do not wait
//! for it; games that begin after it is ready run on it. Results are the same either way.

use houserules_interpreter::machine::native::Pending;
use houserules_interpreter::program::Program;
use std::sync::Arc;
use std::time::Duration;

/// Of fewer games none is worth the code.
const MANY: u64 = 100;

/// The code of a simulation, wanted or not.
#[derive(Debug, Default)]
pub(super) struct Translation {
    wanted: bool,
    /// The code, once it is ready.
    pub code: Pending,
    /// How it came out, in words.
    said: Arc<std::sync::OnceLock<String>>,
}

impl Translation {
    /// Begins to translate a program, if so many games are worth it.
    pub fn begin(program: &Arc<Program>, games: u64) -> Self {
        let made = Self { wanted: games >= MANY, ..Self::default() };
        if made.wanted {
            made.start(program);
        }
        made
    }

    #[cfg(feature = "native")]
    fn start(&self, program: &Arc<Program>) {
        let (said, took) = (Arc::clone(&self.said), stopwatch());
        houserules_native::beside(program, &self.code, move |made| {
            let words = match made {
                Some(made) => format!("{made}, made in {} ms", took().as_millis()),
                None => "this machine is not served".to_owned(),
            };
            // Nobody else writes it.
            let _ = said.set(words);
        });
    }

    #[cfg(not(feature = "native"))]
    fn start(&self, _: &Arc<Program>) {
        let _ = self.said.set("this program was built without it".to_owned());
    }

    /// What became of it.
    pub fn words(&self) -> String {
        let said = self.said.get().cloned();
        said.unwrap_or_else(|| match self.wanted {
            true => "not ready before the games were over".to_owned(),
            false => format!("not made for fewer than {MANY} games"),
        })
    }
}

/// Says how long it is since it was made.
#[expect(
    clippy::disallowed_types,
    reason = "how long games and their code took is measured outside of them"
)]
fn stopwatch() -> impl Fn() -> Duration + Send {
    let start = std::time::Instant::now();
    move || start.elapsed()
}

/// What work returns, and how long it took.
pub(super) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let took = stopwatch();
    let done = work();
    (done, took())
}
