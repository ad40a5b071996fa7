//! Machine code for the games of a scheme: made beside them when there is much to do, with the same
//! results.

use houserules_interpreter::machine::native::{Native, Pending};
use houserules_interpreter::program::Program;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// So many choices are made before code is.
const MANY: u64 = 1000;

/// How many choices have been made, in all games, and the code.
#[derive(Debug, Default)]
pub(crate) struct Translation {
    made: AtomicU64,
    code: Pending,
}

impl Translation {
    /// Another choice has been made.
    pub fn another(&self, program: &Arc<Program>) {
        // Games on other threads need not wait for each other once it is begun.
        if self.made.load(Ordering::Relaxed) < MANY
            && self.made.fetch_add(1, Ordering::Relaxed) + 1 == MANY
        {
            self.start(program);
        }
    }

    /// What games may run on, once it is ready.
    pub fn code(&self) -> Option<&Arc<dyn Native>> {
        self.code.get()
    }

    #[cfg(feature = "native")]
    fn start(&self, program: &Arc<Program>) {
        houserules_native::beside(program, &self.code, |_| {});
    }

    #[cfg(not(feature = "native"))]
    fn start(&self, _: &Arc<Program>) {}
}
