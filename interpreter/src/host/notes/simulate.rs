//! `simulate`: many games by the policy `random`, played as `sim` plays them, and what must hold at the end of each, or
//! of each of its stages. A game that stalls or stops at a fault fails the test, as `sim` would count it.

use super::{Broken, Run};
use crate::ask::{Referee, Setup, Stop};
use crate::host::naming::stage_word;
use crate::host::sim::{GameEnd, MAX_DECISIONS, draws_of, game_seed, to_the_end};
use houserules_lang::ir::{Expr, StageWord, Value};

impl<E: Referee> Run<'_, E> {
    /// Plays games from the start.
    ///
    /// # Errors
    /// The first game, and what did not hold in it.
    pub fn simulate(
        &mut self,
        games: u32,
        (condition, word): (&Expr, Option<StageWord>),
        start: &impl Fn(&Setup, u64) -> Result<E, String>,
        setup: &Setup,
    ) -> Result<(), Broken> {
        let what = self.source(condition.span);
        let mut read = 0;
        for game in 0..u64::from(games) {
            let seed = game_seed(super::SEED, game);
            let which = format!("game {} of {games} (seed {seed})", game + 1);
            let mut engine = start(setup, seed)?;
            let watches = |word| engine.watch(word, condition, &self.test.locals, &self.locals);
            if !word.is_none_or(watches) {
                return Err(Broken::Skipped("stages cannot be watched in simulations here".into()));
            }
            self.play(&mut engine, seed, &which)?;
            let (times, watched) = engine.watched();
            read += times;
            let failed = if word.is_some() {
                watched
            } else {
                let mut locals = self.locals.clone();
                let value = engine.eval(condition, &self.test.locals, &mut locals);
                value.map_err(|fault| Broken::Failed(self.fault_of(&engine, &fault)))? != Value::Bool(true)
            };
            if failed {
                return Err(format!("`{what}` did not hold in {which}").into());
            }
        }
        match word {
            Some(word) if read == 0 && games > 0 => {
                Err(format!("no {} came to its end in {games} games", stage_word(word)).into())
            }
            _ => Ok(()),
        }
    }

    /// Plays a game to its end, or says why there is none.
    fn play(&self, engine: &mut E, seed: u64, which: &str) -> Result<(), Broken> {
        match to_the_end(engine, &[], &mut draws_of(seed), MAX_DECISIONS).0 {
            GameEnd::Finished(_) => Ok(()),
            GameEnd::Stalled(reason) => Err(format!("{which} {reason}").into()),
            GameEnd::Fault { code, span } => {
                // Played to its end: the game stands at the fault.
                let said = match engine.stop() {
                    Stop::Fault(fault) => self.fault_of(engine, &fault),
                    Stop::Over(_) | Stop::Asking => {
                        format!("the game stopped: {code} in `{}`", self.source(span))
                    }
                };
                Err(format!("in {which}, {said}").into())
            }
        }
    }
}
