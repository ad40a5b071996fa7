//! Code that is made while games already run.

use crate::code::{Code, Report};
use houserules_interpreter::machine::native::Pending;
use houserules_interpreter::program::Program;
use std::sync::Arc;

/// Translates a program on a thread of its own and hands the code over when it is ready. `made`
/// hears before that how it came out: none where this machine is not served.
pub fn beside(
    program: &Arc<Program>,
    code: &Pending,
    made: impl FnOnce(Option<Report>) + Send + 'static,
) {
    let (program, code) = (Arc::clone(program), Arc::clone(code));
    std::thread::spawn(move || {
        let translated = Code::of(&program);
        made(translated.as_ref().map(Code::report));
        if let Some(translated) = translated {
            // Whoever was first made the same.
            let _ = code.set(Arc::new(translated));
        }
    });
}
