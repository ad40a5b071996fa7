//! Lines that play: `does`, `chooses`, `passes`, `all pass`; and what is done by itself before a
//! line.

use super::forced::only_answer;
use super::tried::{Refused, is_pass, says_none};
use super::{Broken, Run};
use houserules_interpreter::ask::{Answer, Illegality, Offered, PendingDecision, Stop};
use houserules_interpreter::playout::Random;
use houserules_interpreter::referee::Referee;
use houserules_lang::ir::{Chooser, MoveId, TestLineKind, TestValue, sites};

/// At most so many decisions are taken between two lines.
pub const MOST: u32 = 10_000;

impl<E: Referee> Run<'_, E> {
    /// A line that plays.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub fn act(&mut self, line: &TestLineKind) -> Result<(), Broken> {
        match line {
            TestLineKind::Does(seat, id, values) => {
                self.make_way(*seat, &|o| matches!(o, Offered::Move(other, ..) if other == id))?;
                self.does(*seat, *id, values)
            }
            TestLineKind::Chooses(seat, values) => {
                let none = says_none(values);
                self.make_way(*seat, &|o| *o == Offered::Values || none && *o == Offered::Decline)?;
                self.chooses(*seat, values)
            }
            TestLineKind::Passes(seat) => {
                self.make_way(*seat, &is_pass)?;
                self.pass(*seat)
            }
            TestLineKind::AllPass => self.all_pass(),
            _ => Ok(()),
        }
    }

    pub(super) fn pending(&self) -> Option<PendingDecision> {
        if self.engine.stop() == Stop::Asking {
            self.engine.asked().filter(|a| !a.chance)
        } else {
            None
        }
    }

    fn is_race(&self, asked: &PendingDecision) -> bool {
        let choose = sites::find(self.book, asked.site);
        choose.is_some_and(|c| matches!(c.by, Chooser::Race(_)))
    }

    /// Takes decisions that leave no choice, and closes races, until the seat is asked for what the
    /// line answers, or somebody has a choice.
    fn make_way(&mut self, seat: u8, answers: &dyn Fn(&Offered) -> bool) -> Result<(), Broken> {
        for _ in 0..MOST {
            self.give_chance()?;
            let Some(asked) = self.pending() else { return Ok(()) };
            if asked.seats.contains(&seat) && self.engine.offers(Some(seat)).iter().any(answers) {
                return Ok(());
            }
            let moved =
                if self.is_race(&asked) { self.close(&asked)? } else { self.forced(&asked)? };
            if !moved {
                return Ok(());
            }
        }
        Err("too many decisions without a choice follow each other".into())
    }

    /// Before something is looked at: a game that was held goes on, everybody passes in races that
    /// are open, and values that leave no choice are taken, up to those that the next playing line
    /// says, or to what the seat is asked.
    ///
    /// # Errors
    /// A fault on the way.
    pub fn come_to_rest(&mut self, seat: Option<u8>) -> Result<(), Broken> {
        if self.engine.held() {
            self.engine.go_on();
        }
        let turns = self.engine.tally().turns;
        for _ in 0..MOST {
            self.give_chance()?;
            let Some(asked) = self.pending() else { return Ok(()) };
            if seat.is_some_and(|seat| asked.seats.contains(&seat)) {
                return Ok(());
            }
            let moved = if self.is_race(&asked) {
                self.close(&asked)?
            } else {
                self.asks_for_values(&asked, self.engine.tally().turns == turns)
                    && self.forced(&asked)?
            };
            if !moved {
                return Ok(());
            }
        }
        Err("too many decisions without a choice follow each other".into())
    }

    /// One seat is asked for nothing but values, or, in the turn that is `looked_at`, finds none;
    /// and no line is about to say them.
    fn asks_for_values(&mut self, asked: &PendingDecision, looked_at: bool) -> bool {
        let [seat] = asked.seats[..] else { return false };
        let said = match self.next {
            Some(TestLineKind::Chooses(next, _) | TestLineKind::Passes(next)) => *next == seat,
            _ => false,
        };
        match self.engine.offers(Some(seat)).as_slice() {
            [Offered::Values] => {
                !matches!(self.next, Some(TestLineKind::Chooses(next, _)) if *next == seat)
            }
            [Offered::Decline] => looked_at && !said,
            _ => false,
        }
    }

    /// Answers one question: passes in races, else at random.
    pub(super) fn answer_somehow(
        &mut self,
        asked: &PendingDecision,
        random: &mut Random,
    ) -> Result<(), Broken> {
        if !asked.chance && self.is_race(asked) && self.close(asked)? {
            return Ok(());
        }
        let seat = if asked.chance { None } else { asked.seats.first().copied() };
        match self.answer_by(random, seat) {
            true => Ok(()),
            false => Err("a decision on the way could not be answered".into()),
        }
    }

    /// Answers for a seat, or for chance, at random; false: that was refused.
    pub(super) fn answer_by(&mut self, random: &mut Random, seat: Option<u8>) -> bool {
        let Some(seat) = seat else { return random.play(&mut self.engine, None).is_ok() };
        let Some(answer) = random.answer(&mut self.engine, seat) else { return false };
        self.note(seat, &answer);
        self.engine.answer(Some(seat), &answer).is_ok()
    }

    /// Remembers what the test itself chooses for somebody.
    fn note(&mut self, seat: u8, answer: &Answer) {
        let offered = self.engine.offers(Some(seat)).into_iter().nth(answer.offer);
        self.own.extend(offered.map(|offered| (seat, offered)));
    }

    /// All seats that have not answered pass, or do the only thing they can. False: one of them has
    /// a choice.
    fn close(&mut self, asked: &PendingDecision) -> Result<bool, Broken> {
        let mut answers = Vec::new();
        for seat in &asked.seats {
            let offers = self.engine.offers(Some(*seat));
            let pass =
                offers.iter().position(is_pass).map(|offer| Answer { offer, args: Vec::new() });
            match pass.or_else(|| only_answer(&mut self.engine, *seat)) {
                Some(answer) => answers.push((*seat, answer)),
                None => return Ok(false),
            }
        }
        for (seat, answer) in answers {
            self.note(seat, &answer);
            self.submit(seat, &answer)?;
        }
        Ok(true)
    }

    fn forced(&mut self, asked: &PendingDecision) -> Result<bool, Broken> {
        let [seat] = asked.seats[..] else { return Ok(false) };
        match only_answer(&mut self.engine, seat) {
            Some(answer) => {
                self.note(seat, &answer);
                self.submit(seat, &answer).map(|()| true)
            }
            None => Ok(false),
        }
    }

    fn submit(&mut self, seat: u8, answer: &Answer) -> Result<(), Broken> {
        match self.engine.answer(Some(seat), answer) {
            Ok(_) => Ok(()),
            Err(why) => Err(format!("{} could not go on ({why:?})", self.name(seat)).into()),
        }
    }

    /// The game goes on, or why it does not.
    pub(super) fn going(&self) -> Result<(), Broken> {
        match self.engine.stop() {
            Stop::Asking => Ok(()),
            Stop::Over(outcome) => Err(format!(
                "{}, so nothing can be done",
                crate::log::ending(self.naming(), &outcome)
            )
            .into()),
            Stop::Fault(fault) => Err(self.fault_text(&fault).into()),
        }
    }

    pub(super) fn is_asked(&self, seat: u8) -> bool {
        self.pending().is_some_and(|a| a.seats.contains(&seat))
    }

    fn does(&mut self, seat: u8, id: MoveId, values: &[TestValue]) -> Result<(), Broken> {
        self.going()?;
        let tries = self.tries(seat, id, values)?;
        match self.all_refused(seat, tries, Self::hand_in) {
            None => self.give_chance(),
            Some(refused) => Err(self.cannot_do(seat, &self.move_name(id), refused)),
        }
    }

    pub(super) fn move_name(&self, id: MoveId) -> String {
        format!("`{}`", self.book[id].name)
    }

    fn chooses(&mut self, seat: u8, values: &[TestValue]) -> Result<(), Broken> {
        self.going()?;
        let tried = match self.tried_none(seat, values) {
            Some(none) => Some(none),
            None => self.tried_values(seat, values)?,
        };
        let Some(tried) = tried else {
            return Err(format!("{} is not asked for a value now", self.name(seat)).into());
        };
        match self.hand_in(seat, &tried) {
            Ok(()) => self.give_chance(),
            Err(why) => Err(self.cannot_do(seat, "choose that", (tried, why))),
        }
    }

    fn pass(&mut self, seat: u8) -> Result<(), Broken> {
        self.going()?;
        let tried = self.tried_pass(seat);
        let done: Result<(), Refused> = match self.offers_of(seat).is_empty() {
            true => Err((tried, Illegality::NotAsked)),
            false if tried.offer.is_none() => Err((tried, Illegality::NotInMenu)),
            false => self.hand_in(seat, &tried).map_err(|why| (tried, why)),
        };
        match done {
            Ok(()) => self.give_chance(),
            Err(refused) => Err(self.cannot_do(seat, "pass", refused)),
        }
    }

    fn all_pass(&mut self) -> Result<(), Broken> {
        for _ in 0..MOST {
            self.going()?;
            let Some(asked) = self.pending() else { return Err("nobody is asked now".into()) };
            let mut stuck = None;
            for seat in &asked.seats {
                if !self.engine.offers(Some(*seat)).iter().any(is_pass) {
                    stuck = Some(*seat);
                }
            }
            let Some(stuck) = stuck else {
                for seat in asked.seats {
                    self.pass(seat)?;
                }
                return Ok(());
            };
            if !self.forced(&asked)? {
                return Err(format!("{} cannot pass now", self.name(stuck)).into());
            }
        }
        Err("too many decisions without a choice follow each other".into())
    }
}
