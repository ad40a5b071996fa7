//! Lines that play: `does`, `chooses`, `passes`, `all pass`, `cannot`.

use super::values::{Filling, only_answer};
use super::{Broken, Run};
use crate::ask::{Answer, Asked, Offered, Referee, Stop, Why};
use crate::host::refusal::Refusal;
use crate::host::sites;
use houserules_lang::ir::{Chooser, ExprKind, MoveId, TestLineKind, TestValue, Value};

/// At most so many decisions are taken between two lines.
pub const MOST: u32 = 10_000;

impl<E: Referee> Run<'_, E> {
    /// A line that plays.
    ///
    /// # Errors
    /// Why it cannot be done, or, for `cannot`, that it can.
    pub fn act(&mut self, line: &TestLineKind) -> Result<(), Broken> {
        match line {
            TestLineKind::Does(seat, id, values) => {
                self.make_way(*seat, &|o| matches!(o, Offered::Move(other, ..) if other == id))?;
                self.does(*seat, *id, values)
            }
            TestLineKind::Chooses(seat, values) => {
                self.make_way(*seat, &|o| *o == Offered::Values)?;
                self.chooses(*seat, values)
            }
            TestLineKind::Passes(seat) => {
                self.make_way(*seat, &is_pass)?;
                self.pass(*seat)
            }
            TestLineKind::AllPass => self.all_pass(),
            TestLineKind::Cannot(seat, id, values, because) => {
                self.make_way(*seat, &|_| true)?;
                self.cannot(*seat, *id, values, because.as_deref())
            }
            _ => Ok(()),
        }
    }

    fn pending(&self) -> Option<Asked> {
        if self.engine.stop() == Stop::Asking { self.engine.asked().filter(|a| !a.chance) } else { None }
    }

    fn is_race(&self, asked: &Asked) -> bool {
        let choose = sites::find(self.book, asked.site);
        choose.is_some_and(|c| matches!(c.by, Chooser::Race(_)))
    }

    /// Takes decisions that leave no choice, and closes races, until the seat is asked for what the line answers, or
    /// somebody has a choice.
    fn make_way(&mut self, seat: u8, answers: &dyn Fn(&Offered) -> bool) -> Result<(), Broken> {
        for _ in 0..MOST {
            self.give_chance()?;
            let Some(asked) = self.pending() else { return Ok(()) };
            if asked.seats.contains(&seat) && self.engine.offers(Some(seat)).iter().any(answers) {
                return Ok(());
            }
            let moved = if self.is_race(&asked) { self.close(&asked)? } else { self.forced(&asked)? };
            if !moved {
                return Ok(());
            }
        }
        Err("too many decisions without a choice follow each other".into())
    }

    /// Before something is looked at: lets everybody pass in races that are open, and takes values that leave no choice,
    /// unless the next playing line says them.
    ///
    /// # Errors
    /// A fault on the way.
    pub fn come_to_rest(&mut self) -> Result<(), Broken> {
        for _ in 0..MOST {
            self.give_chance()?;
            let Some(asked) = self.pending() else { return Ok(()) };
            let moved = if self.is_race(&asked) {
                self.close(&asked)?
            } else {
                self.asks_for_values(&asked) && self.forced(&asked)?
            };
            if !moved {
                return Ok(());
            }
        }
        Err("too many decisions without a choice follow each other".into())
    }

    /// One seat is asked for nothing but values, and no line is about to say them.
    fn asks_for_values(&mut self, asked: &Asked) -> bool {
        let [seat] = asked.seats[..] else { return false };
        self.chooses_next != Some(seat) && self.engine.offers(Some(seat)) == [Offered::Values]
    }

    /// All seats that have not answered pass, or do the only thing they can. False: one of them has a choice.
    fn close(&mut self, asked: &Asked) -> Result<bool, Broken> {
        let mut answers = Vec::new();
        for seat in &asked.seats {
            let offers = self.engine.offers(Some(*seat));
            let pass = offers.iter().position(is_pass).map(|offer| Answer { offer, args: Vec::new() });
            match pass.or_else(|| only_answer(&mut self.engine, *seat)) {
                Some(answer) => answers.push((*seat, answer)),
                None => return Ok(false),
            }
        }
        for (seat, answer) in answers {
            self.hand_in(seat, &answer)?;
        }
        Ok(true)
    }

    fn forced(&mut self, asked: &Asked) -> Result<bool, Broken> {
        let [seat] = asked.seats[..] else { return Ok(false) };
        match only_answer(&mut self.engine, seat) {
            Some(answer) => self.hand_in(seat, &answer).map(|()| true),
            None => Ok(false),
        }
    }

    fn hand_in(&mut self, seat: u8, answer: &Answer) -> Result<(), Broken> {
        match self.engine.answer(Some(seat), answer) {
            Ok(_) => Ok(()),
            Err(why) => Err(format!("{} could not go on ({why:?})", self.name(seat)).into()),
        }
    }

    /// The game goes on, or why it does not.
    fn going(&self) -> Result<(), Broken> {
        match self.engine.stop() {
            Stop::Asking => Ok(()),
            Stop::Over(outcome) => {
                Err(format!("{}, so nothing can be done", crate::host::log::ending(self.naming(), &outcome))
                    .into())
            }
            Stop::Fault(fault) => Err(self.fault_text(&fault).into()),
        }
    }

    fn is_asked(&self, seat: u8) -> bool {
        self.pending().is_some_and(|a| a.seats.contains(&seat))
    }

    fn refusal(&mut self, seat: u8, what: &Offered, args: &[Value], why: Why) -> Refusal {
        let sources = self.sources;
        let snapshot = self.snapshot();
        self.asking(&snapshot, Some(seat)).refusal(sources, what, args, why)
    }

    fn does(&mut self, seat: u8, id: MoveId, values: &[TestValue]) -> Result<(), Broken> {
        self.going()?;
        let offers = if self.is_asked(seat) { self.engine.offers(Some(seat)) } else { Vec::new() };
        let steps = self.book.moves.get(id.index()).map_or(&[][..], |m| &m.steps);
        let mut first = None;
        for (offer, what) in offers.iter().enumerate() {
            if !matches!(what, Offered::Move(other, ..) if *other == id) {
                continue;
            }
            let args = self.values(Filling { seat: Some(seat), what, offer: Some(offer) }, steps, values)?;
            match self.engine.answer(Some(seat), &Answer { offer, args: args.clone() }) {
                Ok(_) => return self.give_chance(),
                Err(why) => first = first.or(Some((what.clone(), args, why))),
            }
        }
        let (what, args, why) = match first {
            Some(found) => found,
            None => self.trial(seat, id, values)?,
        };
        let refusal = self.refusal(seat, &what, &args, why);
        Err(format!("{} cannot {}: {}", self.name(seat), self.move_name(id), told(&refusal)).into())
    }

    fn move_name(&self, id: MoveId) -> String {
        self.book.moves.get(id.index()).map_or_else(String::new, |m| format!("`{}`", m.name))
    }

    /// A move that is not on offer, with its arguments as far as they mean anything, and why it is refused.
    fn trial(
        &mut self,
        seat: u8,
        id: MoveId,
        values: &[TestValue],
    ) -> Result<(Offered, Vec<Value>, Why), Broken> {
        let what = Offered::Move(id, Vec::new(), None);
        if !self.is_asked(seat) {
            return Ok((what, Vec::new(), Why::NotAsked));
        }
        let steps = self.book.moves.get(id.index()).map_or(&[][..], |m| &m.steps);
        let args = self.values(Filling { seat: Some(seat), what: &what, offer: None }, steps, values)?;
        let why = self.engine.may(seat, &what, &args).err().unwrap_or(Why::NotInMenu);
        Ok((what, args, why))
    }

    fn chooses(&mut self, seat: u8, values: &[TestValue]) -> Result<(), Broken> {
        self.going()?;
        let what = Offered::Values;
        let offers = if self.is_asked(seat) { self.engine.offers(Some(seat)) } else { Vec::new() };
        let Some(offer) = offers.iter().position(|o| *o == what) else {
            return Err(format!("{} is not asked for a value now", self.name(seat)).into());
        };
        let decline = offers.iter().position(|o| *o == Offered::Decline);
        if let (true, Some(offer)) = (says_none(values), decline) {
            self.hand_in(seat, &Answer { offer, args: Vec::new() })?;
            return self.give_chance();
        }
        let snapshot = self.snapshot();
        let steps = self.asking(&snapshot, Some(seat)).steps(&what).to_vec();
        let args =
            self.values(Filling { seat: Some(seat), what: &what, offer: Some(offer) }, &steps, values)?;
        match self.engine.answer(Some(seat), &Answer { offer, args: args.clone() }) {
            Ok(_) => self.give_chance(),
            Err(why) => {
                let refusal = self.refusal(seat, &what, &args, why);
                Err(format!("{} cannot choose that: {}", self.name(seat), told(&refusal)).into())
            }
        }
    }

    fn pass(&mut self, seat: u8) -> Result<(), Broken> {
        self.going()?;
        let offers = if self.is_asked(seat) { self.engine.offers(Some(seat)) } else { Vec::new() };
        match offers.iter().position(is_pass) {
            Some(offer) => {
                self.hand_in(seat, &Answer { offer, args: Vec::new() })?;
                self.give_chance()
            }
            None => {
                let why = if offers.is_empty() { Why::NotAsked } else { Why::NotInMenu };
                let refusal = self.refusal(seat, &Offered::Pass(None), &[], why);
                Err(format!("{} cannot pass: {}", self.name(seat), told(&refusal)).into())
            }
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

    fn cannot(
        &mut self,
        seat: u8,
        id: Option<MoveId>,
        values: &[TestValue],
        because: Option<&str>,
    ) -> Result<(), Broken> {
        self.going()?;
        let (what, args, why) = match id {
            Some(id) => match self.refused_everywhere(seat, id, values)? {
                Some(found) => found,
                None => return Err(format!("{} can {} here", self.name(seat), self.move_name(id)).into()),
            },
            None => {
                let what = Offered::Pass(None);
                match self.engine.may(seat, &what, &[]) {
                    Ok(()) => return Err(format!("{} can pass here", self.name(seat)).into()),
                    Err(why) => (what, Vec::new(), why),
                }
            }
        };
        let Some(because) = because else { return Ok(()) };
        let snapshot = self.snapshot();
        if self.asking(&snapshot, Some(seat)).raw_reason(&what, &why).as_deref() == Some(because) {
            return Ok(());
        }
        let refusal = self.refusal(seat, &what, &args, why);
        Err(format!("expected the refusal \"{because}\", but the reason is: {}", told(&refusal)).into())
    }

    /// Why a move is refused in all entries that have it; none if one allows it.
    fn refused_everywhere(
        &mut self,
        seat: u8,
        id: MoveId,
        values: &[TestValue],
    ) -> Result<Option<(Offered, Vec<Value>, Why)>, Broken> {
        let offers = if self.is_asked(seat) { self.engine.offers(Some(seat)) } else { Vec::new() };
        let steps = self.book.moves.get(id.index()).map_or(&[][..], |m| &m.steps);
        let mut first = None;
        for (offer, what) in offers.iter().enumerate() {
            if !matches!(what, Offered::Move(other, ..) if *other == id) {
                continue;
            }
            let args = self.values(Filling { seat: Some(seat), what, offer: Some(offer) }, steps, values)?;
            match self.engine.may(seat, what, &args) {
                Ok(()) => return Ok(None),
                Err(why) => first = first.or(Some((what.clone(), args, why))),
            }
        }
        match first {
            Some(found) => Ok(Some(found)),
            None => self.trial(seat, id, values).map(Some),
        }
    }
}

fn is_pass(offered: &Offered) -> bool {
    matches!(offered, Offered::Pass(_) | Offered::Decline)
}

fn says_none(values: &[TestValue]) -> bool {
    matches!(values, [TestValue::Expr(e)] if matches!(e.kind, ExprKind::Const(Value::None)))
}

fn told(refusal: &Refusal) -> String {
    match &refusal.place {
        Some(place) => format!("{} ({place})", refusal.text),
        None => refusal.text.clone(),
    }
}
