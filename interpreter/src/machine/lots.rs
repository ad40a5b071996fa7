//! Lots: the order in which cards of no order go, where somebody could see it.

use super::{Executor, State};
use crate::chance::{Event, Purpose};
use crate::program::{NONE, NOWHERE};
use std::cmp::Ordering;

impl<'a> State<'a> {
    /// Cards before lots fall on them, or chance picks one; none comes last.
    pub(super) fn before_lots(self, x: i64, y: i64) -> Ordering {
        if x == NONE || y == NONE {
            return (x == NONE).cmp(&(y == NONE));
        }
        let (a, b) = (x as u16, y as u16);
        self.known(a)
            .cmp(&self.known(b))
            .then_with(|| self.by_place(a, b))
            .then_with(|| self.row_of(x).cmp(&self.row_of(y)))
            .then_with(|| self.by_load(a, b))
    }

    /// Whether everybody sees the cards where they lie, or where they go. Who else was shown them
    /// decides nothing: not all know that.
    fn order_is_open(self, cards: &[i64], to: Option<i64>) -> bool {
        let all = self.everybody();
        let there = to.and_then(|z| u16::try_from(z).ok()).map_or(0, |z| self.open_to(z));
        let open = |c: &i64| (there | self.open_to(self.loc(*c as u16))) & all == all;
        !self.program.hidden_marks && cards.iter().all(open)
    }

    /// Whether everybody sees all that lies in a zone, by the rules alone.
    pub(super) fn lies_open(self, z: u16) -> bool {
        let all = self.everybody();
        !self.program.hidden_marks && self.open_to(z) & all == all
    }

    /// All seats, a bit each.
    fn everybody(self) -> u32 {
        u32::MAX.checked_shr(32 - u32::from(self.program.schema.seats)).unwrap_or(0)
    }

    /// Who sees a zone by the rules alone: one of a card as far as the card lies open.
    fn open_to(self, z: u16) -> u32 {
        let (mut z, mut seers) = (z, u32::MAX);
        // A card lies in fewer cards than there are.
        for _ in 0..self.program.schema.cards {
            let Some(inst) = self.inst(i64::from(z)).filter(|_| z != NOWHERE) else { return 0 };
            seers &= inst.seers;
            if !inst.on_card || seers == 0 {
                return seers;
            }
            z = self.loc(inst.key);
        }
        0
    }
}

impl Executor<'_> {
    /// The number of the next lot. One that only some are told of is counted apart, as throws are:
    /// those that all see do not hang on whether it fell.
    pub(super) fn lot_number(&mut self) -> Event {
        if let Some(event) = self.event_apart() {
            return event;
        }
        self.pos.take_lot().into()
    }

    /// Puts cards of no order in a random one, on their way to a zone or not; gives whether it did.
    pub(super) fn lot(&mut self, l: u16, to: Option<i64>) -> bool {
        // Counted in any case: how many cards there are may be a secret.
        let number = self.lot_number();
        let mut cards = std::mem::take(&mut self.mem.lists[usize::from(l)]);
        let falls = cards.len() > 1 && !self.state().order_is_open(&cards, to);
        // Ids decide nothing that anybody can see: copies go by where they lie and what they carry,
        // and lots fall on cards by who knows them.
        if falls {
            cards.sort_unstable_by(|a, b| self.state().before_lots(*a, *b));
            self.mem.chance.event(number, Purpose::Order).shuffle(&mut cards);
            if !self.tools.stacks.is_empty() {
                self.stack_lot(&mut cards);
            }
        } else {
            let copies = |a: &i64, b: &i64| self.state().row_of(*a) == self.state().row_of(*b);
            for copies in cards.chunk_by_mut(copies).filter(|copies| copies.len() > 1) {
                copies.sort_unstable_by(|a, b| {
                    let (a, b) = (*a as u16, *b as u16);
                    let state = self.state();
                    state.by_place(a, b).then_with(|| state.by_load(a, b))
                });
            }
        }
        self.mem.lists[usize::from(l)] = cards;
        falls
    }
}
