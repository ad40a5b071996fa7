//! `simulate`: many games by the policy `random`, played as `sim` plays them, from where the test
//! stands. A game that stalls or stops at a fault fails the test, as `sim` would count it.

use super::{Broken, Run};
use houserules_interpreter::ask::{Outcome, Setup, Stop};
use houserules_interpreter::chance::Seed;
use houserules_interpreter::playout::{GameEnd, MAX_DECISIONS, draws_of, game_seed, to_the_end};
use houserules_interpreter::program::SetupError;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{Expected, Simulation, Value};
use houserules_lang::naming::stage_word;

impl<E: Referee> Run<'_, E> {
    /// Plays games; from the start if no line has changed anything, else from here on, each with
    /// chance of its own.
    ///
    /// # Errors
    /// The first game, and what did not hold in it; how often it held, if that was asked.
    pub fn simulate(
        &mut self,
        simulation: &Simulation,
        start: &impl Fn(&Setup, Seed) -> Result<E, SetupError>,
        setup: &Setup,
    ) -> Result<(), Broken> {
        let Simulation { games, each, times, .. } = simulation;
        let what = self.wanted(simulation);
        let (mut held, mut read) = (0, 0);
        let from = self.seed().folded();
        for game in 0..u64::from(*games) {
            let seed = game_seed(from, game);
            let mut engine = self.begun(seed, start, setup)?;
            let (holds, times_read) = self.game(simulation, &mut engine, game, seed)?;
            held += u32::from(holds);
            read += times_read;
            if !holds && times.is_none() {
                let place = format!("game {} of {games} (seed {seed})", game + 1);
                return Err(format!("`{what}` did not hold in {place}").into());
            }
        }
        if let (Some(word), 0) = (each, read) {
            return Err(format!("no {} came to its end in {games} games", stage_word(*word)).into());
        }
        if let Some((least, most)) = times
            && !(*least..=*most).contains(&held)
        {
            let wanted =
                if least == most { format!("{least}") } else { format!("{least} to {most}") };
            Err(format!("`{what}` held in {held} of {games} games, not in {wanted}").into())
        } else {
            Ok(())
        }
    }

    fn wanted(&self, simulation: &Simulation) -> String {
        match &simulation.expecting {
            Expected::Holds(condition) => self.source(condition.span),
            Expected::Lost => "lost".into(),
            Expected::Drawn => "drawn".into(),
            Expected::Won(seats) => {
                let names: Vec<String> = seats.iter().map(|s| self.name(*s)).collect();
                format!("won by {}", names.join(", "))
            }
        }
    }

    /// The game of a seed.
    fn begun(
        &self,
        seed: u64,
        start: &impl Fn(&Setup, Seed) -> Result<E, SetupError>,
        setup: &Setup,
    ) -> Result<E, Broken> {
        if !self.moved {
            return Ok(start(setup, seed.into())?);
        }
        let mut engine = self.engine.clone();
        engine.reseed(seed);
        engine.go_on();
        Ok(engine)
    }

    /// One game: whether it came out as wanted, and how often that was looked at on the way.
    fn game(
        &self,
        simulation: &Simulation,
        engine: &mut E,
        game: u64,
        seed: u64,
    ) -> Result<(bool, u64), Broken> {
        if let (Some(word), Expected::Holds(condition)) = (simulation.each, &simulation.expecting)
            && !engine.watch(word, condition, &self.test.locals, &self.locals)
        {
            return Err(Broken::Skipped("stages cannot be watched in simulations here".into()));
        }
        let place = format!("in game {} of {} (seed {seed})", game + 1, simulation.games);
        let outcome = self.ended(engine, seed, &place)?;
        let (read, failed) = engine.watched();
        let holds = match &simulation.expecting {
            Expected::Holds(_) if simulation.each.is_some() => !failed,
            Expected::Holds(condition) => {
                let mut locals = self.locals.clone();
                let value = engine.eval(condition, &self.test.locals, &mut locals);
                value.map_err(|fault| {
                    Broken::Failed(format!("{place}, {}", self.fault_of(engine, &fault)))
                })? == Value::Bool(true)
            }
            Expected::Won(seats) => {
                let mut wanted = seats.clone();
                wanted.sort_unstable();
                outcome == Outcome::Won(wanted)
            }
            Expected::Lost => outcome == Outcome::Lost,
            Expected::Drawn => outcome == Outcome::Drawn,
        };
        Ok((holds, read))
    }

    /// Plays a game to its end, or says why there is none.
    fn ended(&self, engine: &mut E, seed: u64, place: &str) -> Result<Outcome, Broken> {
        match to_the_end(engine, &[], &mut draws_of(seed), MAX_DECISIONS).0 {
            GameEnd::Finished(outcome) => Ok(outcome),
            GameEnd::Stalled(reason) => Err(format!("{place}, the game {reason}").into()),
            GameEnd::Fault { code, span } => {
                // Played to its end: the game stands at the fault.
                let said = match engine.stop() {
                    Stop::Fault(fault) => self.fault_of(engine, &fault),
                    Stop::Over(_) | Stop::Asking => {
                        format!("the game stopped: {code} in `{}`", self.source(span))
                    }
                };
                Err(format!("{place}, {said}").into())
            }
        }
    }
}
