//! Copies of a card in one set: which are one option, and which of them comes first.

use super::{Memory, State};
use crate::chance::Purpose;
use crate::program::{Family, Inst, NONE, UNSET};
use houserules_lang::ir::{Owner, Seen, Type, Value, ZoneShape};
use std::cmp::Ordering;

/// Rows of cards that were met, told apart by their last bits. Cards of other rows are no copies.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Rows([u64; 4]);

impl Rows {
    /// Whether this row, or one that is not told from it, was met before; it is from now on.
    pub(super) fn meets(&mut self, row: i64) -> bool {
        let (word, bit) = ((row >> 6 & 3) as usize, 1 << (row & 63));
        let before = self.0[word];
        self.0[word] = before | bit;
        before & bit != 0
    }
}

impl<'a> State<'a> {
    /// Whether two members are the same option: cards of one set, equal in row and counters, known
    /// to the same seats. Cards with counters that nobody sees never are; nor any, where it may be
    /// a secret who knows a card.
    pub(super) fn alike(self, elem: &Type, a: i64, b: i64) -> bool {
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

    fn are_copies(self, a: u16, b: u16) -> bool {
        let set = || self.inst(i64::from(self.loc(a))).is_some_and(|i| i.shape == ZoneShape::Set);
        self.row_of(i64::from(a)) == self.row_of(i64::from(b))
            && self.loc(a) == self.loc(b)
            && set()
    }

    /// Cards by where they lie: the zone, whose it is, and the place if it has one. Zones of cards
    /// go by these cards.
    pub(super) fn by_place(self, a: u16, b: u16) -> Ordering {
        self.by_place_within(a, b, self.program.schema.cards)
    }

    /// The same where a card lies in so many others at most.
    fn by_place_within(self, a: u16, b: u16, depth: u16) -> Ordering {
        let [x, y] = [a, b].map(|card| self.inst(i64::from(self.loc(card))));
        let (Some(x), Some(y)) = (x, y) else { return x.is_some().cmp(&y.is_some()) };
        let whose = || match depth.checked_sub(1).filter(|_| x.on_card && x.key != y.key) {
            Some(depth) => self.by_holder(x.key, y.key, depth),
            None => x.key.cmp(&y.key),
        };
        let places = || self.pos.place_of(&x, a).cmp(&self.pos.place_of(&y, b));
        x.zone.0.cmp(&y.zone.0).then_with(whose).then_with(places)
    }

    /// Cards in whose zones others lie, by all that is seen of them before their ids.
    fn by_holder(self, a: u16, b: u16, depth: u16) -> Ordering {
        let rows = || self.row_of(i64::from(a)).cmp(&self.row_of(i64::from(b)));
        let contents = || self.contents(a).cmp(&self.contents(b));
        self.by_place_within(a, b, depth)
            .then_with(rows)
            .then_with(|| self.shown_on(a).cmp(self.shown_on(b)))
            .then_with(|| self.by_held(a, b))
            .then_with(contents)
            .then_with(|| (self.known(a), a).cmp(&(self.known(b), b)))
    }

    /// The rows of the cards in each zone of a card; of a set in their own order.
    fn contents(self, card: u16) -> Vec<Vec<i64>> {
        let own = self.program.schema.insts.iter().filter(|i| i.on_card && i.key == card);
        let rows = |inst: &Inst| {
            let mut rows = Vec::new();
            let row = |c: u16| rows.push(self.row_of(i64::from(c)));
            self.pos.each_card(inst, self.program.schema.words, row);
            if inst.shape == ZoneShape::Set {
                rows.sort_unstable();
            }
            rows
        };
        own.map(rows).collect()
    }

    /// Copies by what they carry, as far as those see it who know them; then by who does.
    pub(super) fn by_load(self, a: u16, b: u16) -> Ordering {
        let marked = self.program.marked.get(usize::from(a)).copied().unwrap_or(false);
        let load = match marked {
            true => self.shown_on(a).cmp(self.shown_on(b)).then_with(|| self.by_held(a, b)),
            false => Ordering::Equal,
        };
        load.then_with(|| (self.known(a), a).cmp(&(self.known(b), b)))
    }

    fn by_held(self, a: u16, b: u16) -> Ordering {
        self.held_by(a).cmp(self.held_by(b))
    }

    fn same_marks(self, a: u16, b: u16) -> bool {
        let counters =
            self.program.schema.counters.iter().filter(|f| matches!(f.owner, Owner::Card(_)));
        let same = |f: &Family| match (self.mark_of(f, a), self.mark_of(f, b)) {
            // What nobody sees must not tell by whether two cards are one option.
            (Some(_), Some(_)) if f.seen == Seen::Nobody => false,
            (Some(x), Some(y)) => x == y,
            _ => true,
        };
        let empty = |c: u16| self.held_by(c).all(|n| n == 0);
        counters.into_iter().all(same) && empty(a) && empty(b)
    }

    /// A counter of a card; none if its kind has none.
    fn mark_of(self, family: &Family, card: u16) -> Option<i64> {
        let at = card.checked_sub(family.lo).filter(|at| *at < family.n)?;
        Some(self.pos.counter(family, u32::from(at)))
    }

    /// How many cards lie in each zone of a card.
    fn held_by(self, card: u16) -> impl Iterator<Item = usize> {
        let own = self.program.schema.insts.iter().filter(move |i| i.on_card && i.key == card);
        own.map(|i| self.pos.zone_len(i, self.program.schema.words))
    }

    /// The counters of a card that those see who know it.
    fn shown_on(self, card: u16) -> impl Iterator<Item = Option<Value>> {
        let shown = |f: &&Family| matches!(f.owner, Owner::Card(_)) && f.seen != Seen::Nobody;
        let families = self.program.schema.counters.iter().filter(shown);
        families.map(move |f| {
            let scalar = self.mark_of(f, card).filter(|value| *value != UNSET)?;
            Some(self.to_value(scalar, &self.counter_type(f.id)))
        })
    }
}

impl Memory {
    /// The first card of a list in the order of its table. Of its copies it is the one in the
    /// first zone, of those in one set the one with the least on it, then the one that the fewest
    /// know, so that ids decide nothing that anybody can see. Where it may be a secret who knows a
    /// card, a lot takes one: it falls the same way until cards have gone by lot again.
    pub(super) fn first_copy(&self, state: State<'_>, l: u16) -> i64 {
        let list = &self.lists[usize::from(l)];
        let Some(first) = list.first() else { return NONE };
        let row = state.row_of(*first);
        let copies = || list.iter().filter(|c| state.row_of(**c) == row).map(|c| *c as u16);
        let order = |a: &u16, b: &u16| state.by_place(*a, *b).then_with(|| state.by_load(*a, *b));
        let Some(first) = copies().min_by(order) else { return *first };
        if !state.program.book.secret_knowers {
            return i64::from(first);
        }
        let mut like: Vec<u16> = copies().filter(|c| state.are_copies(first, *c)).collect();
        like.sort_unstable_by(order);
        if like.len() < 2 {
            return i64::from(first);
        }
        let number = state.pos.lots();
        let at = self.chance.event(number, Purpose::First).below(like.len() as u64) as usize;
        like.get(at).map_or(i64::from(first), |c| i64::from(*c))
    }
}
