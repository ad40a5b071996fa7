//! What programs need that make choices step by step: what chance may give where a host decides
//! that, and whether what is filled in so far can be completed.

use crate::choices::menu::{Listed, Menu};
use crate::choices::value::{Arg, Picker, arg_of};
use crate::game::Game;
use crate::visibility::Viewer;
use crate::visibility::card_sight;
use houserules_interpreter::ask::{Answer, Engine, Illegality, Offered, Stop};
use houserules_interpreter::chance::BotDraw;
use houserules_lang::ir::{CardId, Value};

impl<E: Engine> Game<E> {
    fn asks_chance(&self) -> bool {
        self.engine.asked().is_some_and(|asked| asked.chance)
    }

    /// What chance may give, where it waits to be told; nothing elsewhere.
    pub fn chance_menu(&mut self) -> Option<Menu> {
        if self.asks_chance() { Some(self.asking_for(None).menu()) } else { None }
    }

    /// What the next step of that may be filled with: pieces, equal ones as often as they are
    /// there. As [`Game::options`].
    pub fn chance_options(&mut self, entry: usize, filled: &[Arg]) -> Option<Listed> {
        let values = self.values(filled).filter(|_| self.asks_chance())?;
        self.asking_for(None).options(entry, &values)
    }

    /// Lets chance give this. It is in the log, but no choice of anybody's, and in no record.
    ///
    /// # Errors
    /// Why it cannot; nothing has changed then.
    pub fn give_chance(&mut self, entry: usize, args: &[Arg]) -> Result<Stop, Illegality> {
        let args = self.values(args).ok_or(Illegality::NotInDomain(0))?;
        let stop = self.engine.answer(None, &Answer { offer: entry, args })?;
        self.catch_up(None);
        Ok(stop)
    }

    /// Whether an entry on offer to a seat, filled so far, can be completed.
    pub fn may(&mut self, seat: u8, entry: usize, args: &[Arg]) -> bool {
        let offers = self.engine.offers(Some(seat));
        let (Some(what), Some(values)) = (offers.get(entry), self.values(args)) else {
            return false;
        };
        self.engine.may(seat, what, &values).is_ok()
    }

    /// Whether what fills a step of an entry may be refused later: the move needs something, or
    /// there are steps behind it.
    pub fn hangs_on(&mut self, seat: u8, entry: usize, step: usize) -> bool {
        let offers = self.engine.offers(Some(seat));
        let Some(what) = offers.get(entry) else { return false };
        let needs = match what {
            Offered::Move(id, ..) => {
                let info = &self.book[*id];
                !info.needs.is_empty() || info.limit.is_some()
            }
            Offered::Pass(_) | Offered::Decline | Offered::Values => false,
        };
        needs || self.asking(seat).steps(what).len() > step + 1
    }

    /// The values that arguments mean now; none if one of them means nothing.
    #[must_use]
    pub fn values(&self, args: &[Arg]) -> Option<Vec<Value>> {
        let picker = Picker::new(&self.book, &self.dump);
        args.iter().map(|arg| picker.value(arg)).collect()
    }

    /// A choice of a seat with that entry, whose first steps are filled so and the others drawn:
    /// all its arguments. None if there is none.
    pub fn completed(
        &mut self,
        seat: u8,
        entry: usize,
        filled: &[Arg],
        draws: &mut dyn BotDraw,
    ) -> Option<Vec<Arg>> {
        let values = self.values(filled)?;
        let answer = self.engine.completed(seat, entry, &values, draws)?;
        Some(self.args(seat, &answer.args))
    }

    /// Values as a seat means them.
    fn args(&self, seat: u8, values: &[Value]) -> Vec<Arg> {
        let sees =
            |card: CardId| Viewer::Seat(seat).among(card_sight(&self.book, &self.table, card));
        values.iter().map(|value| arg_of(&self.book, &self.table, value, &sees)).collect()
    }
}
