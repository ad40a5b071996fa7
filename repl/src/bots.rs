//! Bots at a table that people sit at.

use crate::setup::Sitter;
use crate::trouble::Trouble;
use houserules_interpreter::ask::{Answer, Engine, Policy};
use houserules_interpreter::host::bot::Random;
use houserules_interpreter::host::game::Game;
use houserules_interpreter::host::greedy::Greedy;

/// The bots of a table. Their draws have nothing to do with the game's own.
#[derive(Debug)]
pub struct Bots<E> {
    random: Random,
    options: Random,
    greedy: Greedy,
    think: fn(&mut Greedy, &E, u8) -> Option<Answer>,
}

impl<E: Engine> Bots<E> {
    /// Their draws follow from the game's seed, and from how many choices were made before they sat down. `think`: how
    /// the engine lets a bot look ahead.
    #[must_use]
    pub fn new(seed: u64, choices: u64, think: fn(&mut Greedy, &E, u8) -> Option<Answer>) -> Self {
        let seed = seed.rotate_left(32) ^ choices ^ 0x0b07_5eed;
        let options = Random::playing(Policy::RandomOptions, seed);
        Self { random: Random::new(seed), options, greedy: Greedy::new(seed), think }
    }

    /// Decides for a seat.
    ///
    /// # Errors
    /// If the bot finds nothing to do, which a game should not ask of anybody.
    pub fn decide(&mut self, game: &mut Game<E>, seat: u8, who: Option<Sitter>) -> Result<(), Trouble> {
        let decided = match who {
            Some(Sitter::Greedy) => {
                let (greedy, think) = (&mut self.greedy, self.think);
                game.answer_with(seat, |engine| think(greedy, engine, seat))
            }
            Some(Sitter::RandomOptions) => self.options.decide(game, seat),
            Some(Sitter::Random | Sitter::Human) | None => self.random.decide(game, seat),
        };
        match decided {
            Ok(_) => Ok(()),
            Err(refusal) => {
                let name = game.naming().seat(seat);
                let why = refusal.map_or_else(|| "it finds nothing to do".to_string(), |r| r.text);
                Err(Trouble::Input(format!("the bot that plays for {name} is stuck: {why}"), None))
            }
        }
    }
}
