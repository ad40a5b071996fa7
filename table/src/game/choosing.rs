//! Choices handed in to a game: typed ones, and those of players that look at the engine.

use crate::choices::menu::{Fill, Listed, Menu};
use crate::choices::picked::{Picked, Problem};
use crate::choices::value::{Arg, Choice, Picker};
use crate::game::{Game, Record, Rejected, Spoken};
use crate::refusal::Refusal;
use houserules_interpreter::ask::{Answer, Engine, Illegality, Offered, Options, Stop};
use houserules_lang::ir::{Step, Value};
use std::sync::Arc;

impl<E: Engine> Game<E> {
    /// What a seat may choose; nothing if it is not asked.
    pub fn menu(&mut self, seat: u8) -> Option<Menu> {
        if self.is_asked(seat) { Some(self.asking(seat).menu()) } else { None }
    }

    /// What the next step of an entry may be filled with, after some arguments; none if the entry
    /// is full, or an argument means nothing.
    pub fn options(&mut self, seat: u8, entry: usize, filled: &[Arg]) -> Option<Listed> {
        let filled = self.values_of(seat, filled)?;
        self.asking(seat).options(entry, &filled)
    }

    /// Why nothing fits the next step of an entry, after what was filled in; none if something does.
    pub fn why_nothing(&mut self, seat: u8, entry: usize, filled: &[Arg]) -> Option<Refusal> {
        let filled = self.values_of(seat, filled)?;
        let what = self.engine.offers(Some(seat)).into_iter().nth(entry)?;
        let nothing = match self.engine.options(Some(seat), entry, &filled)? {
            Options::Members(members) | Options::Order(members) => members.is_empty(),
            Options::Subset { members, least, .. } => members.len() < least,
            Options::Range(low, high) => low > high,
        };
        let judged = self.engine.may(seat, &what, &filled).err();
        let why = judged.or(nothing.then_some(Illegality::NothingFor(filled.len())))?;
        Some(self.refuse(seat, &what, &filled, why))
    }

    /// How a move that is being made is told, with `…` for what is not filled in yet; none if it
    /// only has its name.
    pub fn told_so_far(&mut self, seat: u8, entry: usize, filled: &[Arg]) -> Option<String> {
        let filled = self.values_of(seat, filled)?;
        let what = self.engine.offers(Some(seat)).into_iter().nth(entry)?;
        self.asking(seat).told(&what, &filled)
    }

    /// What a seat would have to say for a choice, as it is typed and journalled; none if it is not
    /// on offer.
    pub fn typed(&mut self, seat: u8, choice: &Choice) -> Option<String> {
        let picked = self.resolve(seat, choice).ok()?;
        Some(self.asking(seat).written(&picked.answer))
    }

    /// What the arguments of a seat mean; none if it is not asked, or one means nothing.
    fn values_of(&self, seat: u8, filled: &[Arg]) -> Option<Vec<Value>> {
        if !self.is_asked(seat) {
            return None;
        }
        let picker = Picker::new(&self.book, &self.dump);
        filled.iter().map(|a| picker.value(a)).collect()
    }

    /// What an answer fills the steps of its entry with, as they are offered to a seat; none if it is
    /// not among what is offered.
    pub fn arguments(&mut self, seat: u8, answer: &Answer) -> Option<Vec<Arg>> {
        let mut filled = Vec::new();
        for value in &answer.args {
            let listed = self.options(seat, answer.offer, &filled)?;
            let members = listed.fill.members();
            let picker = Picker::new(&self.book, &self.dump);
            let of = |value: &Value| {
                let found = members.iter().find(|m| picker.value(&m.arg).as_ref() == Some(value));
                found.map(|member| member.arg.clone())
            };
            filled.push(match (&listed.fill, value) {
                (Fill::Range { .. }, Value::Number(number)) => Arg::Number(*number),
                (Fill::Some { .. } | Fill::Order(_), Value::List(items)) => {
                    Arg::List(items.iter().map(of).collect::<Option<_>>()?)
                }
                (_, value) => of(value)?,
            });
        }
        Some(filled)
    }

    /// An entry as far as it is filled in, as the engine takes it; none if a value means nothing.
    #[must_use]
    pub fn begun(&self, seat: u8, entry: usize, filled: &[Arg]) -> Option<Answer> {
        Some(Answer { offer: entry, args: self.values_of(seat, filled)? })
    }

    fn resolve(&mut self, seat: u8, choice: &Choice) -> Result<Picked, Refusal> {
        if let Choice::Move { id, .. } = choice
            && id.index() >= self.book.moves.len()
        {
            // Whoever hands it in has other rules.
            let asked = self.is_asked(seat);
            let why = if asked { Illegality::NotInMenu } else { Illegality::NotAsked };
            return Err(self.refuse(seat, &Offered::Values, &[], why));
        }
        let named = match choice {
            Choice::Pass => Offered::Pass(None),
            Choice::Decline => Offered::Decline,
            Choice::Move { id, .. } => Offered::Move(*id, Vec::new(), None),
            Choice::Values(_) => Offered::Values,
        };
        if !self.is_asked(seat) {
            return Err(self.refuse(seat, &named, &[], Illegality::NotAsked));
        }
        let mut offers = self.engine.offers(Some(seat));
        let fits = |o: &Offered| match (o, choice) {
            (Offered::Move(a, ..), Choice::Move { id, .. }) => a == id,
            (a, _) => std::mem::discriminant(a) == std::mem::discriminant(&named),
        };
        let asked_for = match choice {
            Choice::Move { entry: Some(entry), .. } => {
                offers.get(*entry).filter(|o| fits(o)).map(|_| *entry)
            }
            Choice::Pass | Choice::Decline | Choice::Move { .. } | Choice::Values(_) => None,
        };
        let args: &[_] = match choice {
            Choice::Pass | Choice::Decline => &[],
            Choice::Move { args, .. } | Choice::Values(args) => args,
        };
        let picker = Picker::new(&self.book, &self.dump);
        let mut values = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            match picker.value(arg) {
                Some(value) => values.push(value),
                None => {
                    return Err(self.refuse(seat, &named, &values, Illegality::NotInDomain(at)));
                }
            }
        }
        match asked_for.or_else(|| offers.iter().position(fits)) {
            Some(offer) => {
                let what = offers.swap_remove(offer);
                Ok(Picked { what, answer: Answer { offer, args: values } })
            }
            None => {
                let why =
                    self.engine.may(seat, &named, &values).err().unwrap_or(Illegality::NotInMenu);
                Err(self.refuse(seat, &named, &values, why))
            }
        }
    }

    pub(crate) fn refuse(
        &mut self,
        seat: u8,
        what: &Offered,
        args: &[Value],
        why: Illegality,
    ) -> Refusal {
        let sources = Arc::clone(&self.sources);
        self.asking(seat).refusal(&sources, what, args, why)
    }

    /// Carries a choice out and runs on to the next stop.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn submit(&mut self, seat: u8, choice: &Choice) -> Result<Stop, Refusal> {
        let picked = self.resolve(seat, choice)?;
        self.carry_out(seat, &picked)
    }

    fn carry_out(&mut self, seat: u8, picked: &Picked) -> Result<Stop, Refusal> {
        if self.spoken < Spoken::Everything {
            let stop = self.engine.answer(Some(seat), &picked.answer);
            let stop =
                stop.map_err(|why| self.refuse(seat, &picked.what, &picked.answer.args, why))?;
            self.catch_up(Some(seat));
            return Ok(stop);
        }
        let mut asking = self.asking(seat);
        let choice = asking.written(&picked.answer);
        // Of equal copies in a set, those are taken that the text means, so that a replay takes the
        // same.
        let meant =
            asking.parse(&choice).map_or_else(|_| picked.answer.clone(), |meant| meant.answer);
        match self.engine.answer(Some(seat), &meant) {
            Ok(stop) => {
                let hash = self.engine.hash();
                self.records.push(Record { seat, choice, hash });
                self.catch_up(Some(seat));
                Ok(stop)
            }
            Err(why) => Err(self.refuse(seat, &picked.what, &picked.answer.args, why)),
        }
    }

    /// Hands in what somebody answers who looks at the engine itself, such as a player that looks
    /// at nothing.
    ///
    /// # Errors
    /// Why it is refused; `None` if there was no answer.
    pub fn answer_with(
        &mut self,
        seat: u8,
        answer: impl FnOnce(&mut E) -> Option<Answer>,
    ) -> Result<Stop, Option<Refusal>> {
        if !self.is_asked(seat) {
            return Err(Some(self.refuse(seat, &Offered::Values, &[], Illegality::NotAsked)));
        }
        let answer = answer(&mut self.engine).ok_or(None)?;
        let what = self.engine.offers(Some(seat)).into_iter().nth(answer.offer).ok_or(None)?;
        self.carry_out(seat, &Picked { what, answer }).map_err(Some)
    }

    pub(super) fn read(&mut self, seat: u8, text: &str) -> Result<Picked, Rejected> {
        if !self.is_asked(seat) {
            return Err(Rejected::Refused(self.refuse(
                seat,
                &Offered::Values,
                &[],
                Illegality::NotAsked,
            )));
        }
        let problem = match self.asking(seat).parse(text) {
            Ok(picked) => return Ok(picked),
            Err(problem) => problem,
        };
        Err(match problem {
            Problem::Unclear { message, help } => Rejected::Unclear { message, help },
            Problem::Short { message, help, .. } => Rejected::Unclear { message, help: Some(help) },
            Problem::Refused { what, args, why } => {
                Rejected::Refused(self.refuse(seat, &what, &args, why))
            }
        })
    }

    /// What a typed choice means now.
    ///
    /// # Errors
    /// Why it cannot be read or is refused.
    pub fn meant(&mut self, seat: u8, text: &str) -> Result<Picked, Rejected> {
        self.read(seat, text)
    }

    /// The steps of an entry on offer to a seat.
    pub fn steps(&mut self, seat: u8, what: &Offered) -> Vec<Step> {
        self.asking(seat).steps(what).to_vec()
    }

    /// How a choice is typed that somebody makes who looks at the engine itself; none if they make
    /// none.
    pub fn wording(
        &mut self,
        seat: u8,
        answer: impl FnOnce(&mut E) -> Option<Answer>,
    ) -> Option<String> {
        let answer = answer(&mut self.engine)?;
        Some(self.asking(seat).written(&answer))
    }

    /// Carries a typed choice out: `buy Ben [pink 2] $1`.
    ///
    /// # Errors
    /// Why it cannot be read or is refused; nothing has changed then.
    pub fn say(&mut self, seat: u8, text: &str) -> Result<Stop, Rejected> {
        let picked = self.read(seat, text)?;
        self.carry_out(seat, &picked).map_err(Rejected::Refused)
    }

    /// Why a typed choice is not possible now; none if it is.
    pub fn why_not(&mut self, seat: u8, text: &str) -> Option<Rejected> {
        match self.read(seat, text) {
            Err(rejected) => Some(rejected),
            Ok(picked) => {
                let why = self.engine.may(seat, &picked.what, &picked.answer.args).err()?;
                Some(Rejected::Refused(self.refuse(seat, &picked.what, &picked.answer.args, why)))
            }
        }
    }
}
