//! What a line of a test does, by its kind.

use crate::fault::message;
use crate::runner::kinds::plays;
use crate::runner::{Broken, Run, SEED, acts};
use crate::visibility::Viewer;
use houserules_interpreter::ask::{Offered, Stop};
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{StageWord, TestLine, TestLineKind, Value};

impl<'a, E: Referee> Run<'a, E> {
    pub(super) fn line(&mut self, line: &'a TestLine) -> Result<(), Broken> {
        match &line.kind {
            TestLineKind::Chance(values) => {
                self.chance.extend(values);
                if self.settled {
                    self.engine.script_chance(true);
                } else if !self.chance.is_empty() {
                    self.engine.script_all_chance();
                }
                self.give_chance()
            }
            TestLineKind::Shuffles(zone, key, cards) => {
                let key = self.key(key.as_ref())?;
                let rows = cards.iter().flat_map(|c| (0..c.copies).map(|_| c.row));
                self.engine.stack(*zone, key, &rows.collect::<Vec<_>>());
                Ok(())
            }
            TestLineKind::ShufflesAgain(number) => {
                self.settle_unless_answered()?;
                self.engine.number_lots_from(*number);
                Ok(())
            }
            TestLineKind::Let(local, expr) => {
                self.settle_unless_answered()?;
                self.locals[local.index()] = self.looking(None, |run| run.eval(expr))?;
                Ok(())
            }
            TestLineKind::Do(stmt) => {
                self.settle_setup()?;
                self.goes_on();
                self.given.clear();
                let done = self.engine.run(stmt, &self.test.locals, &mut self.locals);
                self.write_diary();
                done.map_err(|fault| Broken::Failed(self.fault_text(&fault)))?;
                self.give_chance()
            }
            TestLineKind::PlayTo(word) => {
                self.settle_setup()?;
                self.play_to(*word)
            }
            kind if plays(kind) => {
                self.settled = true;
                self.goes_on();
                self.fresh.clear();
                self.given.clear();
                if self.engine.held() {
                    self.engine.go_on();
                }
                let done = self.act(kind);
                self.write_diary();
                done
            }
            kind => {
                self.settle_unless_answered()?;
                self.look(kind)
            }
        }
    }

    /// As [`Self::settle_setup`], unless the next line that plays answers what set-up asks: then
    /// lines that look before it look at that question.
    fn settle_unless_answered(&mut self) -> Result<(), Broken> {
        let waits = self.engine.in_setup()
            && match self.next {
                Some(TestLineKind::Chooses(seat, _)) => {
                    self.offers_of(*seat).contains(&Offered::Values)
                }
                Some(TestLineKind::Does(seat, id, _)) => self
                    .offers_of(*seat)
                    .iter()
                    .any(|o| matches!(o, Offered::Move(offered, ..) if offered == id)),
                _ => false,
            };
        if waits { Ok(()) } else { self.settle_setup() }
    }

    /// Comes to where the running element of a stage has ended, answering by the seed and passing
    /// in races.
    fn play_to(&mut self, word: StageWord) -> Result<(), Broken> {
        self.goes_on();
        self.given.clear();
        if self.engine.at_end().is_none() {
            self.engine.mark_end(Some(word));
        }
        let mut random = houserules_interpreter::playout::Random::new(self.seed().folded());
        for _ in 0..acts::MOST {
            if self.engine.at_end().is_some() {
                break;
            }
            let Some(asked) = self.engine.asked().filter(|_| self.engine.stop() == Stop::Asking)
            else {
                break;
            };
            self.answer_somehow(&asked, &mut random)?;
        }
        self.write_diary();
        self.then = self.engine.at_end();
        self.engine.mark_end(None);
        if self.then.is_some() {
            return Ok(());
        }
        let word = houserules_lang::naming::stage_word(word);
        Err(format!("no {word} came to its end: {}", self.stands()).into())
    }

    /// Where the game stands, in a few words.
    pub(super) fn stands(&self) -> String {
        match self.engine.stop() {
            Stop::Asking => "the game goes on and on".into(),
            Stop::Over(outcome) => crate::log::ending(self.naming(), &outcome),
            Stop::Fault(fault) => self.fault_text(&fault),
        }
    }

    /// An expression's value now.
    ///
    /// # Errors
    /// The fault, in a sentence.
    pub fn eval(&mut self, expr: &houserules_lang::ir::Expr) -> Result<Value, Broken> {
        let value = self.engine.eval(expr, &self.test.locals, &mut self.locals);
        value.map_err(|fault| {
            let (text, _) = message(self.naming(), &fault.about, &[], Viewer::Referee);
            let what = self.source(expr.span);
            Broken::Failed(format!("`{what}` has no value: {text}"))
        })
    }

    /// Decisions of the set-up that no line answered are drawn.
    pub(super) fn settle_setup(&mut self) -> Result<(), Broken> {
        if self.settled {
            return Ok(());
        }
        self.settled = true;
        let mut random = houserules_interpreter::playout::Random::new(SEED);
        for _ in 0..acts::MOST {
            let Some(asked) = self.engine.asked().filter(|_| self.engine.in_setup()) else {
                return Ok(());
            };
            let seat = if asked.chance { None } else { random.quickest(&asked.seats) };
            if !self.answer_by(&mut random, seat) {
                return Err("a decision of the set-up could not be answered".into());
            }
        }
        Err("the set-up came to no end".into())
    }
}
