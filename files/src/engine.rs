//! The engine that runs rules: starts machines, and lowers rules to programs once for each set-up.

use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::{Program, SetupError};
use houserules_lang::ir::Rulebook;
use std::sync::{Arc, Mutex, PoisonError};

/// Starts games of one rulebook, on any thread.
#[derive(Debug)]
pub struct Starter {
    book: Arc<Rulebook>,
    record: bool,
    programs: Mutex<Vec<(Setup, Arc<Program>)>>,
}

impl Starter {
    /// For these rules. Only games that record tell what happens in them.
    #[must_use]
    pub fn new(book: &Arc<Rulebook>, record: bool) -> Self {
        Self { book: Arc::clone(book), record, programs: Mutex::default() }
    }

    /// Starts a game and runs it to its first stop.
    ///
    /// # Errors
    /// If the rules cannot be set up like this, or are too large to run.
    pub fn start(&self, setup: &Setup, seed: impl Into<Seed>) -> Result<Machine, SetupError> {
        Ok(Machine::start(self.program(setup)?, seed, self.record))
    }

    /// The program of a set-up.
    ///
    /// # Errors
    /// If the rules cannot be set up like this, or are too large to run.
    pub fn program(&self, setup: &Setup) -> Result<Arc<Program>, SetupError> {
        let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, program)) = programs.iter().find(|(known, _)| known == setup) {
            return Ok(Arc::clone(program));
        }
        let program = Arc::new(Program::new(Arc::clone(&self.book), setup)?);
        programs.push((setup.clone(), Arc::clone(&program)));
        Ok(program)
    }
}
