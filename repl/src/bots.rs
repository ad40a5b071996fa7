//! Bots at a table that people sit at.

use crate::trouble::Trouble;
use houserules_interpreter::ask::Engine;
use houserules_interpreter::host::bot::Random;
use houserules_interpreter::host::game::Game;

/// The bots of a table. They share one source of draws, which has nothing to do with the game's own.
#[derive(Debug)]
pub struct Bots {
    random: Random,
}

impl Bots {
    /// Their draws follow from the game's seed, and from how many choices were made before they sat down.
    #[must_use]
    pub fn new(seed: u64, choices: u64) -> Self {
        Self { random: Random::new(seed.rotate_left(32) ^ choices ^ 0x0b07_5eed) }
    }

    /// Decides for a seat.
    ///
    /// # Errors
    /// If the bot finds nothing to do, which a game should not ask of anybody.
    pub fn decide<E: Engine>(&mut self, game: &mut Game<E>, seat: u8) -> Result<(), Trouble> {
        match self.random.decide(game, seat) {
            Ok(_) => Ok(()),
            Err(refusal) => {
                let name = game.naming().seat(seat);
                let why = refusal.map_or_else(|| "it finds nothing to do".to_string(), |r| r.text);
                Err(Trouble::Input(format!("the bot that plays for {name} is stuck: {why}"), None))
            }
        }
    }
}
