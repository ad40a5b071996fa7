//! Bots at a table that people sit at.

use crate::cli_error::CliError;
use crate::setup::Sitter;
use houserules_bots::bot::decide_evenly;
use houserules_bots::greedy::Greedy;
use houserules_interpreter::ask::{Answer, Engine, Policy};
use houserules_interpreter::chance::{ChanceSource, Seed};
use houserules_interpreter::playout::Random;
use houserules_table::game::Game;

/// What the bots of a table draw from, anew for each decision. It follows from the game's seed in
/// one direction only: what bots are seen to choose tells neither the seed nor what they draw
/// elsewhere.
#[derive(Debug, Clone, Copy)]
pub struct Draws {
    chance: ChanceSource,
    decisions: u32,
}

impl Draws {
    /// For bots that sit down after so many choices.
    #[must_use]
    pub fn new(seed: Seed, choices: usize) -> Self {
        Self {
            chance: ChanceSource { seed },
            decisions: u32::try_from(choices).unwrap_or(u32::MAX),
        }
    }

    /// The seed of the bot that decides next.
    pub fn seed(&mut self) -> u64 {
        let seed = self.chance.bot_seed(self.decisions);
        self.decisions = self.decisions.wrapping_add(1);
        seed
    }
}

/// The bots of a table.
#[derive(Debug)]
pub struct Bots<E> {
    draws: Draws,
    greedy: Greedy,
    think: fn(&mut Greedy, &E, u8) -> Option<Answer>,
}

impl<E: Engine> Bots<E> {
    /// Bots that sit down after so many choices. `think`: how the engine lets a bot look ahead.
    #[must_use]
    pub fn new(
        seed: Seed,
        choices: usize,
        think: fn(&mut Greedy, &E, u8) -> Option<Answer>,
    ) -> Self {
        Self { draws: Draws::new(seed, choices), greedy: Greedy::new(0), think }
    }

    /// Decides for a seat.
    ///
    /// # Errors
    /// If the bot finds nothing to do, which a game should not ask of anybody.
    pub fn decide(
        &mut self,
        game: &mut Game<E>,
        seat: u8,
        who: Option<Sitter>,
    ) -> Result<(), CliError> {
        let seed = self.draws.seed();
        let decided = match who {
            Some(Sitter::Greedy) => {
                self.greedy.reseed(seed);
                let (greedy, think) = (&mut self.greedy, self.think);
                game.answer_with(seat, |engine| think(greedy, engine, seat))
            }
            Some(Sitter::RandomOptions) => {
                decide_evenly(&mut Random::playing(Policy::RandomOptions, seed), game, seat)
            }
            Some(Sitter::Random | Sitter::Human) | None => {
                decide_evenly(&mut Random::new(seed), game, seat)
            }
        };
        match decided {
            Ok(_) => Ok(()),
            Err(refusal) => {
                let name = game.naming().seat(seat);
                let why = refusal.map_or_else(|| "it finds nothing to do".to_string(), |r| r.text);
                Err(CliError::Input(format!("the bot that plays for {name} is stuck: {why}"), None))
            }
        }
    }
}
