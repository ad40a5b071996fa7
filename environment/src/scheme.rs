//! Rules made ready for so many players: what all games of them share.

use crate::senses::Senses;
use crate::space::Space;
use crate::translation::Translation;
use crate::trouble::Trouble;
use houserules_bots::aim::together;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Native;
use houserules_interpreter::program::Program;
use houserules_lang::ir::Rulebook;
use houserules_lang::naming::Naming;
use houserules_lang::source::Sources;
use std::sync::Arc;

/// Rules for a number of players and a choice of options, with the layout of actions and arrays.
#[derive(Debug)]
pub struct Scheme {
    /// The rules, checked.
    pub book: Arc<Rulebook>,
    /// Their texts, for places in messages.
    pub sources: Arc<Sources>,
    /// What runs for this set-up.
    pub program: Arc<Program>,
    /// The players clockwise.
    pub names: Vec<String>,
    /// What a step of a choice can be.
    pub space: Space,
    /// What a seat sees, as numbers.
    pub senses: Senses,
    /// Whoever wins, all do.
    pub together: bool,
    /// Machine code, once there are games enough.
    translation: Translation,
}

impl Scheme {
    /// Makes rules ready; `names` has one for each player.
    ///
    /// # Errors
    /// If the rules cannot be set up like this, or are too large to run.
    pub fn new(
        book: Arc<Rulebook>,
        sources: Arc<Sources>,
        names: Vec<String>,
        setup: &Setup,
    ) -> Result<Self, Trouble> {
        let program = Program::new(Arc::clone(&book), setup)
            .map_err(|error| Trouble::new("set-up", error.to_string()))?;
        let space = Space::of(&book, setup.seats);
        let senses = Senses::of(&book, setup.seats, space.len());
        let (together, program) = (together(&book), Arc::new(program));
        let translation = Translation::default();
        Ok(Self { book, sources, program, names, space, senses, together, translation })
    }

    /// How many play.
    #[must_use]
    pub fn seats(&self) -> u8 {
        self.program.schema.seats
    }

    /// Another choice has been made in one of the games. Machine code of the rules, once it is
    /// ready: with the same results.
    pub(crate) fn code(&self) -> Option<&Arc<dyn Native>> {
        self.translation.another(&self.program);
        self.translation.code()
    }

    /// Names of players and things.
    #[must_use]
    pub fn naming(&self) -> Naming<'_> {
        Naming { book: &self.book, seats: &self.names }
    }
}
