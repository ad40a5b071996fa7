//! New rules for a running game, and what they change.

use crate::game::Game;
use crate::journal::fingerprint::rules_hash;
use houserules_interpreter::machine::Machine;
use houserules_lang::difference::spelling::Renames;
use houserules_lang::difference::{Difference, Rules};
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Sources;
use std::sync::Arc;

/// New rules for a game, and what they change.
#[derive(Debug, Clone)]
pub struct Update {
    /// The new rulebook.
    pub book: Arc<Rulebook>,
    /// The texts it was compiled from.
    pub sources: Arc<Sources>,
    /// Its fingerprint, 16 hex digits.
    pub rules_hash: String,
    /// What has changed against the rules the game runs under.
    pub difference: Difference,
}

impl Update {
    /// Compares new rules with those of a game.
    #[must_use]
    pub fn new(
        game: &Game<Machine>,
        book: Arc<Rulebook>,
        sources: Arc<Sources>,
        stated: &Renames,
    ) -> Self {
        let old = Rules { book: game.book(), sources: game.sources() };
        let difference = Difference::between(old, Rules { book: &book, sources: &sources }, stated);
        Self::compared(book, sources, difference)
    }

    /// New rules that were compared already with those of a game.
    #[must_use]
    pub fn compared(book: Arc<Rulebook>, sources: Arc<Sources>, difference: Difference) -> Self {
        Self { rules_hash: rules_hash(&book), book, sources, difference }
    }

    /// The rules of a game itself.
    #[must_use]
    pub fn none(game: &Game<Machine>) -> Self {
        Self::new(game, Arc::clone(game.book()), game.shared_sources(), &Renames::new())
    }
}
