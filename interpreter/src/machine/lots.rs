//! Lots: the order in which cards of no order go, where it could tell something.

use super::Machine;
use crate::chance::Purpose;
use crate::program::Going;
use houserules_lang::ir::ZoneShape;

impl Machine {
    /// Puts cards of no order in a random one.
    pub(super) fn lot(&mut self, l: u16, going: Going) {
        let mut cards = std::mem::take(&mut self.lists[usize::from(l)]);
        if cards.len() > 1 && self.order_tells(&cards, going) {
            // The lots fall on cards by who knows them, so that ids decide nothing that anybody can see.
            cards.sort_unstable_by_key(|c| (self.known(*c as u16), *c));
            let number = self.chance_event();
            self.chance.event(number, Purpose::Shuffle).shuffle(&mut cards);
            if !self.referee.stacks.is_empty() {
                self.stack_lot(&mut cards);
            }
        }
        self.lists[usize::from(l)] = cards;
    }

    /// Whether somebody could learn something from the order of cards.
    fn order_tells(&self, cards: &[i64], going: Going) -> bool {
        let (seers, places_tell) = match going {
            Going::Through => (0, true),
            Going::Told => (0, false),
            Going::To(z) => {
                let z = self.reg(z);
                let Some(inst) = self.inst(z) else { return false };
                (self.seers(z as u16), inst.shape != ZoneShape::Set)
            }
        };
        let known = |c: &i64| self.known(*c as u16) | seers;
        let all = u32::MAX.checked_shr(32 - u32::from(self.program.schema.seats)).unwrap_or(0);
        let open = cards.iter().all(|c| known(c) & all == all);
        if places_tell {
            return !open || self.program.hidden_marks;
        }
        // The lines of the log stand one below the other, and some may name what others do not.
        !open && cards.iter().any(|c| known(c) != known(&cards[0]))
    }
}
