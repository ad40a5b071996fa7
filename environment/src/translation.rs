//! Machine code for the games of a scheme: made beside them when there are many, the same results.

use houserules_interpreter::machine::native::{Native, Pending};
use houserules_interpreter::program::Program;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// So many games begin before code is made.
const MANY: u64 = 100;

/// How many games have begun, and the code.
#[derive(Debug, Default)]
pub(crate) struct Translation {
    begun: AtomicU64,
    code: Pending,
}

impl Translation {
    /// Another game begins.
    pub fn another(&self, program: &Arc<Program>) {
        if self.begun.fetch_add(1, Ordering::Relaxed) + 1 == MANY {
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
