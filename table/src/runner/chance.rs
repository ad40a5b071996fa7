//! Chance that gives what a test says.

use super::{Broken, Run};
use crate::choices::menu::filled_type;
use crate::choices::read::allows;
use crate::rendering::redacted::read;
use crate::visibility::Viewer;
use houserules_interpreter::ask::{Answer, Offered};
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::Value;

impl<E: Referee> Run<'_, E> {
    /// Answers chance as the test says, as long as it says something.
    ///
    /// # Errors
    /// A value that chance cannot give here.
    pub fn give_chance(&mut self) -> Result<(), Broken> {
        while !self.chance.is_empty() && self.engine.asked().is_some_and(|a| a.chance) {
            let answer = self.chance_answer()?;
            if self.chance.is_empty() && !self.ahead {
                self.engine.script_chance(false);
            }
            let answered = self.engine.answer(None, &answer);
            answered.map_err(|_| Broken::Failed("chance cannot give that here".into()))?;
        }
        Ok(())
    }

    fn chance_answer(&mut self) -> Result<Answer, Broken> {
        let what = Offered::Values;
        let mut args: Vec<Value> = Vec::new();
        while let Some(options) = self.engine.options(None, 0, &args) {
            let Some(given) = self.chance.pop_front() else {
                return Err("chance is asked for more values than the line gives".into());
            };
            let term = self.term(given)?;
            let snapshot = self.snapshot();
            let mut asking = self.asking(&snapshot, None);
            let Some(step) = asking.steps(&what).get(args.len()) else { break };
            let value = asking.step(&what, &options, &args, &term)?;
            if !allows(&options, &value) {
                let mut sentence = Vec::new();
                asking.faces().value(&mut sentence, &filled_type(step), &value);
                let shown = read(&sentence, Viewer::Referee);
                return Err(format!("chance cannot give {shown} here").into());
            }
            args.push(value);
        }
        Ok(Answer { offer: 0, args })
    }
}
