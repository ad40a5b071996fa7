//! The policy `random`: a form is filled step by step, each step evenly over what completes it.
//! Nothing is tried in a fixed order, so that what is rarely possible is no less even.

use super::Fallible;
use super::copies::Rows;
use super::search::{Filling, StepView, Unfilled};
use super::sets::Sets;
use super::{Evaluator, Memory, State, vain};
use crate::chance::BotDraw;
use crate::program::{How, Members, NONE, R, budget};

impl<'a> State<'a> {
    /// Whether members of a step may be the same option.
    pub(super) fn has_equals(self, fill: Filling, k: usize) -> bool {
        let step = self.form(fill.form).and_then(|form| form.steps.get(k));
        fill.merge && step.is_some_and(|s| s.copies)
    }

    /// Whether two members of a step are the same option.
    pub(super) fn equal(self, fill: Filling, k: usize, a: i64, b: i64) -> bool {
        let step = self.form(fill.form).and_then(|form| form.steps.get(k));
        step.is_some_and(|s| self.alike(&s.elem, a, b))
    }

    /// Brings the first of each group of equal members to the front; how many groups there are.
    pub(super) fn equals_last(self, fill: Filling, k: usize, members: &mut [i64]) -> usize {
        if !self.has_equals(fill, k) {
            return members.len();
        }
        let mut rows = Rows::default();
        let met = members.iter().position(|member| rows.meets(self.row_of(*member)));
        let Some(met) = met else { return members.len() };
        let mut kept = met;
        for at in met..members.len() {
            let (member, row) = (members[at], self.row_of(members[at]));
            let is_same =
                |other: &i64| self.row_of(*other) == row && self.equal(fill, k, *other, member);
            if !rows.meets(row) || !members[..kept].iter().any(is_same) {
                members[kept..=at].rotate_right(1);
                kept += 1;
            }
        }
        kept
    }
}

impl Memory {
    /// Whether none may be picked in a step whose domain was found.
    pub(super) fn or_none(&self, step: StepView) -> bool {
        match step.how {
            How::UpToOne(none) => !step.may && (step.test.is_none() || self.reg(none) == 1),
            How::One | How::Some(..) | How::Order => false,
        }
    }

    /// The `n`-th member of a mask.
    fn nth_member(&self, m: R, w: u8, mut n: u64) -> i64 {
        for k in 0..u16::from(w) {
            let word = self.word(m, k);
            let count = u64::from(word.count_ones());
            if n < count {
                return i64::from(u32::from(k) * 64 + nth_bit(word, n));
            }
            n -= count;
        }
        NONE
    }
}

/// Proposes a set of members that are all different: each is in or out, evenly. It is what comes
/// first of their places then; none if so many are not wanted.
fn flip_for_set<'p>(
    sets: &Sets,
    places: &'p mut [usize],
    bot: &mut impl BotDraw,
) -> Option<&'p [usize]> {
    let (n, least, most) = (places.len(), sets.least, sets.most);
    let size = if least == most { least } else { (0..n).filter(|_| bot.below(2) == 1).count() };
    if !(least..=most).contains(&size) {
        return None;
    }
    for at in 0..size {
        let other = at + bot.below((n - at) as u64) as usize;
        places.swap(at, other);
    }
    places.get(..size)
}

/// The state of the generator, which tells whether something was drawn meanwhile.
fn state_of(bot: &mut impl BotDraw) -> Option<u128> {
    bot.source().map(|source| source.state())
}

impl Evaluator<'_> {
    /// Fills the steps from `k` on at random; no if that is not possible.
    pub(super) fn sample(
        &mut self,
        fill: Filling,
        k: usize,
        bot: &mut impl BotDraw,
    ) -> Fallible<bool> {
        let Some(step) = self.state().step(fill.form, k) else { return Ok(true) };
        match step.how {
            How::One | How::UpToOne(_) => self.sample_one(Unfilled { fill, step }, bot),
            How::Some(..) => self.sample_set(Unfilled { fill, step }, bot),
            How::Order => self.sample_order(Unfilled { fill, step }, bot),
        }
    }

    fn sample_one(&mut self, at: Unfilled, bot: &mut impl BotDraw) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        self.pure(step.fit.0)?;
        let none = self.mem.or_none(step);
        if let (Members::Range(a, b), false) = (step.fit.1, none) {
            return self.sample_number(at, self.mem.reg(a), self.mem.reg(b), bot);
        }
        let last = self.state().step(fill.form, step.k + 1).is_none();
        if let (Members::Mask(m, w), false, true) =
            (step.fit.1, none, last && !self.state().has_equals(fill, step.k))
        {
            let count =
                (0..u16::from(w)).map(|at| u64::from(self.mem.word(m, at).count_ones())).sum();
            if count == 0 {
                return Ok(false);
            }
            self.mem.look()?;
            let value = self.mem.nth_member(m, w, bot.below(count));
            self.mem.set(step.loc, value);
            return Ok(true);
        }
        if !none && self.mem.member(step.fit.1, &mut 0).is_none() {
            return Ok(false);
        }
        let mut members = self.mem.take_members(step.k, step.fit.1);
        let mut left = self.state().equals_last(fill, step.k, &mut members);
        if none {
            members.insert(left, NONE);
            left += 1;
        }
        let doubles = left;
        let mut found = Ok(false);
        while left > 0 {
            let drawn = bot.below(left as u64) as usize;
            left -= 1;
            members.swap(drawn, left);
            let value = members[left];
            found = self.sample_with(at, value, bot);
            if !matches!(found, Ok(false)) || step.free {
                break;
            }
            found = self.sample_equal(at, value, &members[doubles..], bot);
            if !matches!(found, Ok(false)) {
                break;
            }
        }
        self.mem.scratch.give_back(step.k, members);
        found
    }

    fn sample_with(&mut self, at: Unfilled, value: i64, bot: &mut impl BotDraw) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        self.mem.look()?;
        self.mem.set(step.loc, value);
        self.sample(fill, step.k + 1, bot)
    }

    /// The same option once more, with another of its equal cards.
    fn sample_equal(
        &mut self,
        at: Unfilled,
        value: i64,
        doubles: &[i64],
        bot: &mut impl BotDraw,
    ) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        for double in doubles {
            if self.state().equal(fill, step.k, value, *double)
                && self.sample_with(at, *double, bot)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn sample_number(
        &mut self,
        at: Unfilled,
        lo: i64,
        hi: i64,
        bot: &mut impl BotDraw,
    ) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        if lo == NONE || hi == NONE || lo > hi {
            return Ok(false);
        }
        let count = (hi.wrapping_sub(lo) as u64).saturating_add(1);
        let tries = match (step.free, count > budget::LISTED) {
            (true, _) => 1,
            (false, false) => budget::TRIES,
            // They cannot be gone through: they are drawn until one fits, or the candidates run
            // out.
            (false, true) => u64::MAX,
        };
        for _ in 0..tries {
            let value = lo.wrapping_add(bot.below(count) as i64);
            if self.sample_with(at, value, bot)? {
                return Ok(true);
            }
        }
        if step.free {
            return Ok(false);
        }
        // Rarely any: one of all that fit.
        let (mut fitting, mut kept) = (0, NONE);
        for value in lo..=hi {
            self.mem.look()?;
            self.mem.set(step.loc, value);
            if self.complete(fill.form, step.k + 1)? {
                fitting += 1;
                if bot.below(fitting) == 0 {
                    kept = value;
                }
            }
        }
        if fitting == 0 { Ok(false) } else { self.sample_with(at, kept, bot) }
    }

    fn sample_set(&mut self, at: Unfilled, bot: &mut impl BotDraw) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        let found = self.with_sets(at, |this, sets| this.try_sets(at, sets, bot));
        let tried = fill.merge && self.state().fails_alike(fill.form, step.k + 1);
        if !matches!(found, Ok(false)) || !self.any_subset(fill.form, step, tried)? {
            return found;
        }
        self.with_sets(at, |this, sets| this.rare_set(at, sets, bot))
    }

    /// Draws a few times; no if none fits.
    fn try_sets(&mut self, at: Unfilled, sets: &Sets, bot: &mut impl BotDraw) -> Fallible<bool> {
        let step = at.step;
        if sets.least > sets.most {
            return Ok(false);
        }
        let different = sets.groups.len() == sets.members.len();
        if !different {
            self.mem.count_sets(step.k, sets);
        }
        self.mem.forget_vain(step.k);
        let mut places = self.mem.scratch.chosen(step.k);
        places.extend(0..sets.members.len());
        let mut found = Ok(false);
        for _ in 0..budget::TRIES {
            self.mem.look()?;
            let drawn = if different {
                flip_for_set(sets, &mut places, bot)
            } else {
                self.mem.draw_groups(step.k, sets, &mut places, bot);
                Some(&places[..])
            };
            let Some(set) = drawn else { continue };
            found = self.try_set(at, sets, set, bot);
            if !matches!(found, Ok(false)) {
                break;
            }
        }
        self.mem.scratch.give_back_chosen(step.k, places);
        found
    }

    /// Tries a set, by the places of its members. One that was tried in vain, without anything
    /// being drawn for the steps behind, would be in vain again.
    fn try_set(
        &mut self,
        at: Unfilled,
        sets: &Sets,
        set: &[usize],
        bot: &mut impl BotDraw,
    ) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        let name = vain::name(sets.members.len(), set);
        if self.mem.tried_in_vain(step.k, name) {
            return Ok(false);
        }
        let (before, state) = (self.mem.cost(), state_of(bot));
        self.mem.write_set(step.loc, set.iter().map(|at| sets.members[*at]));
        if self.passes(step.test)? && self.sample(fill, step.k + 1, bot)? {
            return Ok(true);
        }
        if state.is_some() && state == state_of(bot) {
            self.mem.note_vain(step.k, name, before);
        }
        Ok(false)
    }

    /// Some set fits: it is drawn for a while longer, then all are gone through, if they can be.
    fn rare_set(
        &mut self,
        at: Unfilled,
        sets: &mut Sets,
        bot: &mut impl BotDraw,
    ) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        self.mem.count_sets(step.k, sets);
        let all = self.mem.sets_counted(step.k, sets).up_to(budget::LISTED);
        for _ in 0..all.map_or(u64::MAX, |all| all / 4) {
            self.mem.look()?;
            self.mem.draw_set(step, sets, bot);
            if self.passes(step.test)? && self.sample(fill, step.k + 1, bot)? {
                return Ok(true);
            }
        }
        self.one_of_sets(at, sets, bot)
    }

    /// One of all sets that fit, evenly.
    fn one_of_sets(&mut self, at: Unfilled, sets: &Sets, bot: &mut impl BotDraw) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        let mut kept = self.mem.take_kept(step.k);
        let mut fitting = 0;
        let mut found = Ok(false);
        for size in sets.least..=sets.most {
            found = self.each_of_size(at, &sets.members, size, &mut |this, chosen| {
                let members = || chosen.iter().map(|at| sets.members[*at]);
                this.mem.write_set(step.loc, members());
                if this.passes(step.test)? && this.complete(fill.form, step.k + 1)? {
                    fitting += 1;
                    if bot.below(fitting) == 0 {
                        kept.clear();
                        kept.extend(members());
                    }
                }
                Ok(false)
            });
            if found.is_err() {
                break;
            }
        }
        if fitting > 0 && found.is_ok() {
            self.mem.write_set(step.loc, kept.iter().copied());
            found = self.sample(fill, step.k + 1, bot);
        }
        self.mem.scratch.kept[step.k] = kept;
        found
    }

    fn sample_order(&mut self, at: Unfilled, bot: &mut impl BotDraw) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        self.pure(step.dom.0)?;
        let mut members = self.mem.take_members(step.k, step.dom.1);
        let mut found = self.try_orders(at, &mut members, budget::TRIES, bot);
        self.mem.scratch.give_back(step.k, members);
        if !matches!(found, Ok(false)) || !self.complete(fill.form, step.k)? {
            return found;
        }
        self.pure(step.dom.0)?;
        let mut members = self.mem.take_members(step.k, step.dom.1);
        let all = (1..=members.len() as u64).try_fold(1u64, u64::checked_mul);
        found = if all.is_some_and(|all| all <= budget::LISTED) {
            self.one_of_orders(at, &mut members, bot)
        } else {
            // They cannot be gone through: they are drawn until one fits, or the candidates run
            // out.
            self.try_orders(at, &mut members, u64::MAX, bot)
        };
        self.mem.scratch.give_back(step.k, members);
        found
    }

    fn try_orders(
        &mut self,
        at: Unfilled,
        members: &mut [i64],
        tries: u64,
        bot: &mut impl BotDraw,
    ) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        let n = members.len();
        for _ in 0..tries {
            self.mem.look()?;
            for at in 0..n {
                let other = at + bot.below((n - at) as u64) as usize;
                members.swap(at, other);
            }
            self.mem.write_items(step.loc, members.iter().copied());
            if self.passes(step.test)? && self.sample(fill, step.k + 1, bot)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One of all orders that fit, evenly.
    fn one_of_orders(
        &mut self,
        at: Unfilled,
        members: &mut [i64],
        bot: &mut impl BotDraw,
    ) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        let mut kept = self.mem.take_kept(step.k);
        let mut fitting = 0;
        members.sort_unstable();
        let mut found = self.each_order(members, &mut |this, order| {
            this.mem.write_items(step.loc, order.iter().copied());
            if this.passes(step.test)? && this.complete(fill.form, step.k + 1)? {
                fitting += 1;
                if bot.below(fitting) == 0 {
                    kept.clear();
                    kept.extend_from_slice(order);
                }
            }
            Ok(false)
        });
        if fitting > 0 && found.is_ok() {
            self.mem.write_items(step.loc, kept.iter().copied());
            found = self.sample(fill, step.k + 1, bot);
        }
        self.mem.scratch.kept[step.k] = kept;
        found
    }
}

/// The place of the `n`-th bit that is set.
fn nth_bit(mut mask: u64, n: u64) -> u32 {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask.trailing_zeros()
}
