//! The policy `random-options`: every complete option is as likely. Options are counted, never
//! listed: steps that hang on nothing are multiplied, others gone through. Sets that are too many
//! to test are counted untested and drawn until one passes. What can neither be counted nor drawn
//! so within the budget stops with a fault rather than uneven.

use super::Evaluator;
use super::Fallible;
use super::faults::CANDIDATES;
use super::search::{Filling, Unfilled};
use super::sets::Sets;
use super::weight::Weight;
use crate::chance::BotDraw;
use crate::program::{How, Members, NONE, budget};

impl Evaluator<'_> {
    /// Fills one of all complete options of those on offer.
    pub(super) fn pick_option(
        &mut self,
        site: u16,
        mut bot: &mut dyn BotDraw,
    ) -> Fallible<Option<u16>> {
        let (found, _) = self.on_offer(site)?;
        let mut ways = Vec::with_capacity(found.len());
        for entry in &found {
            ways.push(self.ways_of_entry(site, *entry)?);
        }
        let all = ways.iter().fold(Weight::default(), |sum, w| sum.plus(*w));
        if all.is_none() {
            return Ok(None);
        }
        for _ in 0..budget::REJECTED {
            let (mut sum, mut kept) = (Weight::default(), None);
            for (entry, ways) in found.iter().zip(&ways) {
                sum = sum.plus(*ways);
                if ways.drawn(sum, &mut bot) {
                    kept = Some(*entry);
                }
            }
            let Some(entry) = kept else { return Ok(None) };
            self.mem.nodes = 0;
            if !self.may_begin(site, entry)? {
                return Ok(None);
            }
            let Some(fill) = self.state().filling(site, entry) else { return Ok(Some(entry)) };
            if self.even(fill, 0, bot)? {
                return Ok(Some(entry));
            }
        }
        Err(CANDIDATES)
    }

    fn ways_of_entry(&mut self, site: u16, entry: u16) -> Fallible<Weight> {
        self.mem.nodes = 0;
        if !self.may_begin(site, entry)? {
            return Ok(Weight::default());
        }
        match self.state().filling(site, entry) {
            Some(fill) => self.ways(fill, 0),
            None => Ok(Weight::ONE),
        }
    }

    /// In how many ways the steps from `k` on can be filled; sets that are too many to test count
    /// untested.
    fn ways(&mut self, fill: Filling, k: usize) -> Fallible<Weight> {
        match self.state().step(fill.form, k) {
            Some(step) => self.fill_step(Unfilled { fill, step }, None),
            None => Ok(Weight::ONE),
        }
    }

    /// Fills the steps from `k` on, each way as likely; no if what was drawn untested does not
    /// pass.
    fn even(&mut self, fill: Filling, k: usize, bot: &mut dyn BotDraw) -> Fallible<bool> {
        let Some(step) = self.state().step(fill.form, k) else { return Ok(true) };
        let found = self.fill_step(Unfilled { fill, step }, Some(bot))?;
        Ok(!found.is_none() && self.even(fill, k + 1, bot)?)
    }

    /// In how many ways this step and those behind it can be filled. With a bot, the step is filled
    /// as well, with each of its values as often as there are ways to go on from it; the number
    /// tells then only whether there was one.
    fn fill_step(&mut self, at: Unfilled, bot: Option<&mut dyn BotDraw>) -> Fallible<Weight> {
        let step = at.step;
        match step.how {
            How::One | How::UpToOne(_) => self.fill_one(at, bot),
            How::Some(..) => self.fill_set(at, bot),
            How::Order => self.fill_order(at, bot),
        }
    }

    fn fill_one(&mut self, at: Unfilled, bot: Option<&mut dyn BotDraw>) -> Fallible<Weight> {
        let Unfilled { fill, step } = at;
        self.pure(step.fit.0)?;
        let none = self.mem.or_none(step);
        if let (Members::Range(a, b), false) = (step.fit.1, none) {
            return self.fill_number(at, self.mem.reg(a), self.mem.reg(b), bot);
        }
        let mut members = self.mem.take_members(step.k, step.fit.1);
        let mut options = self.state().equals_last(fill, step.k, &mut members);
        if none {
            members.insert(options, NONE);
            options += 1;
        }
        let found = self.fill_member(at, &members, options, bot);
        self.mem.scratch.give_back(step.k, members);
        found
    }

    fn fill_member(
        &mut self,
        at: Unfilled,
        members: &[i64],
        options: usize,
        mut bot: Option<&mut dyn BotDraw>,
    ) -> Fallible<Weight> {
        let Unfilled { fill, step } = at;
        let (members, doubles) = members.split_at(options);
        let Some(first) = members.first().copied() else { return Ok(Weight::default()) };
        if step.free {
            let drawn = bot.as_ref().is_some();
            let at = bot.map_or(0, |bot| bot.below(options as u64) as usize);
            self.mem.set(step.loc, members.get(at).copied().unwrap_or(first));
            let rest = if drawn { Weight::ONE } else { self.ways(fill, step.k + 1)? };
            return Ok(Weight::from(options as u64).times(rest));
        }
        let (mut sum, mut kept) = (Weight::default(), first);
        for value in members {
            let (value, ways) = self.ways_with(at, *value, doubles)?;
            sum = sum.plus(ways);
            if bot.as_mut().is_some_and(|bot| ways.drawn(sum, bot)) {
                kept = value;
            }
        }
        self.mem.set(step.loc, kept);
        Ok(sum)
    }

    /// The ways to go on from a value, or, if there are none, from another of its equal cards.
    fn ways_with(&mut self, at: Unfilled, value: i64, doubles: &[i64]) -> Fallible<(i64, Weight)> {
        let Unfilled { fill, step } = at;
        for other in std::iter::once(&value).chain(doubles) {
            if *other != value && !self.state().equal(fill, step.k, value, *other) {
                continue;
            }
            self.mem.look()?;
            self.mem.set(step.loc, *other);
            let ways = self.ways(fill, step.k + 1)?;
            if !ways.is_none() {
                return Ok((*other, ways));
            }
        }
        Ok((value, Weight::default()))
    }

    fn fill_number(
        &mut self,
        at: Unfilled,
        lo: i64,
        hi: i64,
        mut bot: Option<&mut dyn BotDraw>,
    ) -> Fallible<Weight> {
        let Unfilled { fill, step } = at;
        if lo == NONE || hi == NONE || lo > hi {
            return Ok(Weight::default());
        }
        let count = (hi.wrapping_sub(lo) as u64).saturating_add(1);
        if step.free {
            let drawn = bot.as_ref().is_some();
            let at = bot.map_or(0, |bot| bot.below(count));
            self.mem.set(step.loc, lo.wrapping_add(at as i64));
            let rest = if drawn { Weight::ONE } else { self.ways(fill, step.k + 1)? };
            return Ok(Weight::from(count).times(rest));
        }
        let (mut sum, mut kept) = (Weight::default(), lo);
        for value in lo..=hi {
            let (_, ways) = self.ways_with(at, value, &[])?;
            sum = sum.plus(ways);
            if bot.as_mut().is_some_and(|bot| ways.drawn(sum, bot)) {
                kept = value;
            }
        }
        self.mem.set(step.loc, kept);
        Ok(sum)
    }

    fn fill_set(&mut self, at: Unfilled, bot: Option<&mut dyn BotDraw>) -> Fallible<Weight> {
        let step = at.step;
        self.with_sets(at, |this, sets| {
            if sets.least > sets.most {
                return Ok(Weight::default());
            }
            this.mem.count_sets(step.k, sets);
            let few = this.mem.sets_counted(step.k, sets).up_to(budget::COUNTED).is_some();
            match (step.free, few) {
                (true, false) => this.any_set(at, sets, bot),
                (true, true) if step.test.is_none() => this.any_set(at, sets, bot),
                (_, true) => this.tested_set(at, sets, bot),
                (false, false) => Err(CANDIDATES),
            }
        })
    }

    /// One of all sets, which the steps behind do not hang on; tested when it is drawn.
    fn any_set(
        &mut self,
        at: Unfilled,
        sets: &Sets,
        bot: Option<&mut dyn BotDraw>,
    ) -> Fallible<Weight> {
        let Unfilled { fill, step } = at;
        let all = self.mem.sets_counted(step.k, sets);
        let Some(mut bot) = bot else {
            self.mem.write_set(step.loc, sets.members[..sets.least].iter().copied());
            return Ok(all.times(self.ways(fill, step.k + 1)?));
        };
        self.mem.look()?;
        self.mem.draw_set(step, sets, &mut bot);
        Ok(if self.passes(step.test)? { all } else { Weight::default() })
    }

    /// One of the sets that pass, gone through one by one.
    fn tested_set(
        &mut self,
        at: Unfilled,
        sets: &Sets,
        mut bot: Option<&mut dyn BotDraw>,
    ) -> Fallible<Weight> {
        let Unfilled { fill, step } = at;
        let (mut sum, mut kept) = (Weight::default(), Vec::new());
        for size in sets.least..=sets.most {
            self.each_of_size(at, &sets.members, size, &mut |this, chosen| {
                this.mem.write_set(step.loc, chosen.iter().map(|at| sets.members[*at]));
                if this.passes(step.test)? {
                    let ways = this.ways(fill, step.k + 1)?;
                    sum = sum.plus(ways);
                    if bot.as_mut().is_some_and(|bot| ways.drawn(sum, bot)) {
                        kept = chosen.to_vec();
                    }
                }
                Ok(false)
            })?;
        }
        self.mem.write_set(step.loc, kept.iter().map(|at| sets.members[*at]));
        Ok(sum)
    }

    fn fill_order(&mut self, at: Unfilled, bot: Option<&mut dyn BotDraw>) -> Fallible<Weight> {
        let Unfilled { fill, step } = at;
        self.pure(step.dom.0)?;
        let mut members = self.mem.take_members(step.k, step.dom.1);
        let groups = self.take_groups(fill, step.k, &mut members);
        let all = arrangements(&groups);
        let few = all.up_to(budget::COUNTED).is_some();
        let found = match (step.free, few) {
            (true, false) => self.any_order_at_all(at, &mut members, all, bot),
            (true, true) if step.test.is_none() => {
                self.any_order_at_all(at, &mut members, all, bot)
            }
            (_, true) => self.tested_order(at, &mut members, bot),
            (false, false) => Err(CANDIDATES),
        };
        self.mem.scratch.groups[step.k] = groups;
        self.mem.scratch.give_back(step.k, members);
        found
    }

    fn any_order_at_all(
        &mut self,
        at: Unfilled,
        members: &mut [i64],
        all: Weight,
        bot: Option<&mut dyn BotDraw>,
    ) -> Fallible<Weight> {
        let Unfilled { fill, step } = at;
        let Some(bot) = bot else {
            self.mem.write_items(step.loc, members.iter().copied());
            return Ok(all.times(self.ways(fill, step.k + 1)?));
        };
        self.mem.look()?;
        for at in (1..members.len()).rev() {
            members.swap(at, bot.below(at as u64 + 1) as usize);
        }
        self.mem.write_items(step.loc, members.iter().copied());
        Ok(if self.passes(step.test)? { all } else { Weight::default() })
    }

    fn tested_order(
        &mut self,
        at: Unfilled,
        members: &mut [i64],
        mut bot: Option<&mut dyn BotDraw>,
    ) -> Fallible<Weight> {
        let Unfilled { fill, step } = at;
        let (mut sum, mut kept) = (Weight::default(), Vec::new());
        let equals = self.state().has_equals(fill, step.k);
        members.sort_unstable();
        self.each_order(members, &mut |this, order| {
            // Of orders that look the same, the one in which equal cards stand as they were listed.
            let turned = |(at, card): (usize, &i64)| {
                order[..at]
                    .iter()
                    .any(|before| before > card && this.state().equal(fill, step.k, *before, *card))
            };
            if equals && order.iter().enumerate().any(turned) {
                return Ok(false);
            }
            this.mem.write_items(step.loc, order.iter().copied());
            if this.passes(step.test)? {
                let ways = this.ways(fill, step.k + 1)?;
                sum = sum.plus(ways);
                if bot.as_mut().is_some_and(|bot| ways.drawn(sum, bot)) {
                    kept = order.to_vec();
                }
            }
            Ok(false)
        })?;
        self.mem.write_items(step.loc, kept.iter().copied());
        Ok(sum)
    }
}

/// In how many orders things stand that look alike within their groups.
fn arrangements(groups: &[usize]) -> Weight {
    let (mut all, mut placed) = (Weight::ONE, 0);
    for group in groups {
        placed += group;
        all = all.times(choose(placed, *group));
    }
    all
}

/// How many sets of `k` there are among `n`.
fn choose(n: usize, k: usize) -> Weight {
    let mut row = vec![Weight::default(); k + 1];
    row[0] = Weight::ONE;
    for _ in 0..n {
        for at in (1..=k).rev() {
            row[at] = row[at].plus(row[at - 1]);
        }
    }
    row[k]
}

#[cfg(test)]
mod tests {
    use super::{Weight, arrangements, choose};

    #[test]
    fn counted_as_in_the_books() {
        assert_eq!(choose(20, 4), Weight::from(4845));
        assert_eq!(choose(3, 5), Weight::default());
        assert_eq!(arrangements(&[1, 1, 1, 1]), Weight::from(24));
        assert_eq!(arrangements(&[2, 1, 2]), Weight::from(30));
        assert_eq!(arrangements(&[]), Weight::ONE);
    }
}
