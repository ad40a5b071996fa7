//! `simulate`: many games by random players, and what must hold at the end of each, or of each of its stages.

use super::{Broken, Run};
use crate::ask::{Referee, Setup, Stop};
use crate::host::bot::Random;
use crate::host::naming::stage_word;
use crate::host::sim::game_seed;
use crate::host::uniform::POLICY;
use houserules_lang::ir::{Expr, StageWord, Value};

/// A game of a simulation that is not over after so many decisions is left.
pub const DECISIONS: u32 = 20_000;

impl<E: Referee> Run<'_, E> {
    /// Plays games from the start. Gives a remark if some of them did not come to an end.
    ///
    /// # Errors
    /// The first game, and what did not hold in it.
    pub fn simulate(
        &mut self,
        games: u32,
        (condition, word): (&Expr, Option<StageWord>),
        start: &impl Fn(&Setup, u64) -> Result<E, String>,
        setup: &Setup,
    ) -> Result<Option<String>, Broken> {
        let what = self.source(condition.span);
        let (mut left, mut read) = (0, 0);
        for game in 0..u64::from(games) {
            let seed = game_seed(super::SEED, game);
            let mut engine = start(setup, seed)?;
            let watches = |word| engine.watch(word, condition, &self.test.locals, &self.locals);
            if !word.is_none_or(watches) {
                return Err(Broken::Skipped("stages cannot be watched in simulations here".into()));
            }
            let over = self.play(&mut engine, seed, game)?;
            left += u32::from(!over);
            let (times, watched) = engine.watched();
            read += times;
            let failed = match word {
                Some(_) => watched,
                None if over => {
                    let mut locals = self.locals.clone();
                    let value = engine.eval(condition, &self.test.locals, &mut locals);
                    value.map_err(|fault| Broken::Failed(self.fault_of(&engine, &fault)))?
                        != Value::Bool(true)
                }
                None => false,
            };
            if failed {
                return Err(format!("`{what}` did not hold in game {} of {games}", game + 1).into());
            }
        }
        if let (Some(word), 0, true) = (word, read, games > 0) {
            return Err(format!("no {} came to its end in {games} games", stage_word(word)).into());
        }
        let all = left == games && word.is_none() && games > 0;
        let remark = format!(
            "{left} of {games} games came to no end within {DECISIONS} decisions (policy `{POLICY}`)"
        );
        match left {
            _ if all => Err(remark.into()),
            0 => Ok(None),
            _ => Ok(Some(remark)),
        }
    }

    fn play(&self, engine: &mut E, seed: u64, game: u64) -> Result<bool, Broken> {
        let mut random = Random::new(seed);
        for _ in 0..DECISIONS {
            match engine.stop() {
                Stop::Over(_) => return Ok(true),
                Stop::Fault(fault) => {
                    let text = self.fault_of(engine, &fault);
                    return Err(format!("in game {}, {text}", game + 1).into());
                }
                Stop::Asking => {}
            }
            let Some(asked) = engine.asked() else { return Ok(false) };
            let seat = if asked.chance { None } else { random.quickest(&asked.seats) };
            if random.play(engine, seat).is_err() {
                return Ok(false);
            }
        }
        Ok(false)
    }
}
