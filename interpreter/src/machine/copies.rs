//! Copies of a card in one set: which are one option, and which of them comes first.

use super::Machine;
use crate::chance::Purpose;
use crate::program::{Family, NONE, UNSET, header};
use houserules_lang::ir::{Owner, Seen, Type, Value, ZoneShape};

impl Machine {
    /// Whether two members are the same option: cards of one set, equal in row and counters, known
    /// to the same seats. Cards with counters that nobody sees never are; nor any, where it may be
    /// a secret who knows a card.
    pub(super) fn alike(&self, elem: &Type, a: i64, b: i64) -> bool {
        let Type::Card(_) = elem.bare() else { return false };
        let (Ok(a), Ok(b)) = (u16::try_from(a), u16::try_from(b)) else { return false };
        if self.program.book.secret_knowers
            || !self.are_copies(a, b)
            || self.known(a) != self.known(b)
        {
            return false;
        }
        !self.program.marked.get(usize::from(a)).copied().unwrap_or(false) || self.same_marks(a, b)
    }

    fn are_copies(&self, a: u16, b: u16) -> bool {
        let row = |c: u16| self.program.rows.get(usize::from(c));
        let set = || self.inst(i64::from(self.loc(a))).is_some_and(|i| i.shape == ZoneShape::Set);
        row(a) == row(b) && self.loc(a) == self.loc(b) && set()
    }

    fn same_marks(&self, a: u16, b: u16) -> bool {
        let counters =
            self.program.schema.counters.iter().filter(|f| matches!(f.owner, Owner::Card(_)));
        let same = |f: &Family| match (self.mark_of(f, a), self.mark_of(f, b)) {
            // What nobody sees must not tell by whether two cards are one option.
            (Some(_), Some(_)) if f.seen == Seen::Nobody => false,
            (Some(x), Some(y)) => x == y,
            _ => true,
        };
        let empty = |c: u16| self.held_by(c).iter().all(|n| *n == 0);
        counters.into_iter().all(same) && empty(a) && empty(b)
    }

    /// A counter of a card; none if its kind has none.
    fn mark_of(&self, family: &Family, card: u16) -> Option<i64> {
        let at = card.checked_sub(family.lo).filter(|at| *at < family.n)?;
        Some(self.pos.counter(family, u32::from(at)))
    }

    /// How many cards lie in each zone of a card.
    fn held_by(&self, card: u16) -> Vec<usize> {
        let own = self.program.schema.insts.iter().filter(|i| i.on_card && i.key == card);
        own.map(|i| self.pos.zone_len(i, self.program.schema.words)).collect()
    }

    /// The first card of a list in the order of its table. Of its copies in a set it is the one
    /// with the least on it, then the one that the fewest know, so that ids decide nothing that
    /// anybody can see. Where it may be a secret who knows a card, a lot takes one: it falls the
    /// same way until cards have gone by lot again.
    pub(super) fn first_copy(&self, l: u16) -> i64 {
        let list = &self.lists[usize::from(l)];
        let Some(first) = list.first() else { return NONE };
        let copies = list.iter().filter(|c| self.are_copies(*first as u16, **c as u16));
        let mut copies: Vec<u16> = copies.map(|c| *c as u16).collect();
        if copies.len() < 2 {
            return *first;
        }
        copies.sort_by_cached_key(|c| (self.shown_on(*c), self.held_by(*c), self.known(*c), *c));
        let mut at = 0;
        if self.program.book.secret_knowers {
            let number = self.pos.get(header::LOTS);
            at = self.chance.event(number, Purpose::First).below(copies.len() as u64) as usize;
        }
        copies.get(at).map_or(*first, |c| i64::from(*c))
    }

    /// The counters of a card that those see who know it.
    fn shown_on(&self, card: u16) -> Vec<Option<Value>> {
        let shown = |f: &&Family| matches!(f.owner, Owner::Card(_)) && f.seen != Seen::Nobody;
        let families = self.program.schema.counters.iter().filter(shown);
        let value = |f: &Family| {
            let scalar = self.mark_of(f, card).filter(|value| *value != UNSET)?;
            Some(self.to_value(scalar, &self.counter_type(f.id)))
        };
        families.map(value).collect()
    }
}
