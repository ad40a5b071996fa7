//! Playing by itself: each entry on offer evenly, then each step evenly over what completes the form.

use super::choice::{DECLINE, VALUES};
use super::search::{FormRef, StepView};
use super::{Halt, Machine};
use crate::ask::{FaultKind, Stop};
use crate::chance::BotDraw;
use crate::program::{Dom, How, NONE, R, Who, budget, header};
use houserules_lang::ir::{SiteId, Type};

type Done<T> = Result<T, FaultKind>;

impl Machine {
    /// Plays on by even choice until the game is over, stops by a fault, or so many decisions were made; allocates
    /// nothing once warm. Gives how it stands and how many decisions were made. After a cut-off the position is not at
    /// a stop that was looked at: only [`Machine::playout`] may go on from it.
    pub fn playout(&mut self, bot: &mut impl BotDraw, most: u64) -> (Stop, u64) {
        let mut made = 0;
        let scripted = std::mem::replace(&mut self.scripted, false);
        while made < most {
            let Some(site) = self.site_here() else { break };
            made += 1;
            match self.decide(site, bot) {
                Ok(Halt::Ask) => {}
                Ok(_) => break,
                Err(fault) => {
                    self.fault(fault);
                    break;
                }
            }
        }
        self.scripted = scripted;
        (self.stop_now(), made)
    }

    /// One decision of one seat.
    fn decide(&mut self, site: u16, bot: &mut impl BotDraw) -> Done<Halt> {
        self.steps = 0;
        self.at = self.pos.pc();
        let seat = self.next_to_answer(site);
        self.choose_as(seat);
        let Some(entry) = self.pick_answer(site, bot)? else {
            return Err(FaultKind::NobodyCan(SiteId(site)));
        };
        self.at = self.pos.pc();
        match self.commit(site, seat, entry)? {
            Some(to) => {
                self.recall_me();
                self.run(to)
            }
            None => Ok(Halt::Ask),
        }
    }

    /// Who answers next: of a race by lot, else the first.
    fn next_to_answer(&mut self, site: u16) -> Option<u8> {
        use crate::program::form::site_frame;
        let base = self.site_base(site);
        let open = self.pos.get32(base + site_frame::ASKED) & !self.pos.get32(base + site_frame::ANSWERED);
        if open == 0 {
            return None;
        }
        if self.program.sites[usize::from(site)].who == Who::Race {
            let asked = self.pos.get32(base + site_frame::ASKED);
            let mut seats = [0u8; 32];
            let n = asked.count_ones() as usize;
            let all = (0..32u8).filter(|s| asked >> s & 1 == 1);
            seats.iter_mut().zip(all).for_each(|(slot, seat)| *slot = seat);
            let number = self.pos.get32(header::CHANCE).wrapping_sub(1);
            self.chance.event(number, crate::chance::Purpose::Lot).shuffle(&mut seats[..n]);
            return seats[..n].iter().copied().find(|s| open >> s & 1 == 1);
        }
        Some(open.trailing_zeros() as u8)
    }

    /// Picks an entry and fills its drafts; nothing if there is none.
    pub(super) fn pick_answer(&mut self, site: u16, bot: &mut impl BotDraw) -> Done<Option<u16>> {
        let code = &self.program.sites[usize::from(site)];
        if code.values.is_some() {
            let may = code.may;
            let declines = may && bot.below(2) == 0;
            if !declines && self.try_entry(site, VALUES, bot)? {
                return Ok(Some(VALUES));
            }
            return Ok(may.then_some(DECLINE));
        }
        let (tiers, n) = (code.tiers, code.entries.len());
        for tier in 0..tiers {
            if let Some(entry) = self.pick_of_tier(site, (tier, n), bot)? {
                return Ok(Some(entry));
            }
        }
        // Only what obliges nobody may be left.
        self.pick_among(site, u64::MAX >> (64 - n.clamp(1, 64)), |e| e.may, bot)
    }

    fn pick_of_tier(
        &mut self,
        site: u16,
        (tier, n): (u8, usize),
        bot: &mut impl BotDraw,
    ) -> Done<Option<u16>> {
        let mut left = 0u64;
        let mut obliging = 0u64;
        for at in 0..n.min(64) {
            let entry = &self.program.sites[usize::from(site)].entries[at];
            if entry.tier == tier || entry.may && entry.tier < tier {
                left |= 1 << at;
            }
            if entry.tier == tier && !entry.may {
                obliging |= 1 << at;
                // The same move in an earlier tier is the same option.
                left &= !self.twins(site, at);
            }
        }
        while left != 0 {
            let at = nth_bit(left, bot.below(u64::from(left.count_ones())));
            left &= !(1 << at);
            if !self.try_entry(site, at as u16, bot)? {
                obliging &= !(1 << at);
                if obliging == 0 {
                    return Ok(None);
                }
                continue;
            }
            if obliging >> at & 1 == 1 {
                return Ok(Some(at as u16));
            }
            // It obliges nobody: it counts only if something does.
            let mut others = obliging;
            while others != 0 {
                let other = others.trailing_zeros();
                others &= others - 1;
                if self.available(site, other as u16)? {
                    let again = self.try_entry(site, at as u16, bot)?;
                    return Ok(again.then_some(at as u16));
                }
            }
            return Ok(None);
        }
        Ok(None)
    }

    /// Earlier entries with the same move and no arguments.
    fn twins(&self, site: u16, at: usize) -> u64 {
        let entries = &self.program.sites[usize::from(site)].entries;
        let Some(this) = entries.get(at).filter(|e| e.given.is_empty()) else { return 0 };
        let same = |e: &crate::program::Entry| e.form == this.form && e.given.is_empty();
        entries.iter().take(at).enumerate().filter(|(_, e)| same(e)).fold(0, |mask, (n, _)| mask | 1 << n)
    }

    fn pick_among(
        &mut self,
        site: u16,
        mut left: u64,
        wanted: impl Fn(&crate::program::Entry) -> bool,
        bot: &mut impl BotDraw,
    ) -> Done<Option<u16>> {
        while left != 0 {
            let at = nth_bit(left, bot.below(u64::from(left.count_ones())));
            left &= !(1 << at);
            let entry = self.program.sites[usize::from(site)].entries.get(at as usize);
            if entry.is_some_and(&wanted) && self.try_entry(site, at as u16, bot)? {
                return Ok(Some(at as u16));
            }
        }
        Ok(None)
    }

    /// Fills an entry at random, if it can be completed.
    fn try_entry(&mut self, site: u16, entry: u16, bot: &mut impl BotDraw) -> Done<bool> {
        self.nodes = 0;
        if !self.may_begin(site, entry)? {
            return Ok(false);
        }
        match self.form_ref(site, entry) {
            Some(f) => self.sample(f, 0, bot),
            None => Ok(true),
        }
    }

    /// Fills the steps from `k` on at random; no if that is not possible.
    fn sample(&mut self, f: FormRef, k: usize, bot: &mut impl BotDraw) -> Done<bool> {
        let Some(step) = self.step(f, k) else { return Ok(true) };
        match step.how {
            How::One | How::UpToOne(_) => self.sample_one(f, (k, step), bot),
            How::Some(..) | How::Order => self.sample_several(f, (k, step), bot),
        }
    }

    fn sample_one(&mut self, f: FormRef, (k, step): (usize, StepView), bot: &mut impl BotDraw) -> Done<bool> {
        self.pure(step.fit.0)?;
        let none = match step.how {
            How::UpToOne(none) => !step.may && (step.test.is_none() || self.reg(none) == 1),
            _ => false,
        };
        if let (Dom::Range(a, b), false) = (step.fit.1, none) {
            return self.sample_number(f, (k, step), (self.reg(a), self.reg(b)), bot);
        }
        if let (Dom::Mask(m, w), false, true) = (step.fit.1, none, self.fills_up(f, k)) {
            let count = (0..u16::from(w)).map(|k| u64::from(self.word(m, k).count_ones())).sum();
            if count == 0 {
                return Ok(false);
            }
            self.look()?;
            let value = self.nth_member((m, w), bot.below(count));
            self.set(step.loc, value);
            return Ok(true);
        }
        let mut members = self.take_members(k, step.fit.1);
        self.drop_doubles(f, k, &mut members);
        if none {
            members.push(NONE);
        }
        let mut found = Ok(false);
        while !members.is_empty() {
            let at = bot.below(members.len() as u64) as usize;
            let value = members.swap_remove(at);
            self.set(step.loc, value);
            found = self.look().and_then(|()| self.sample(f, k + 1, bot));
            if !matches!(found, Ok(false)) || step.free {
                break;
            }
        }
        self.give_back(k, members);
        found
    }

    /// Whether any member of a step's domain fills the form up, each being an option of its own.
    fn fills_up(&self, f: FormRef, k: usize) -> bool {
        let Some(form) = self.form(f).filter(|form| form.steps.len() == k + 1) else { return false };
        self.program.all_different || !matches!(form.steps[k].elem.bare(), Type::Card(_))
    }

    fn nth_member(&self, (m, w): (R, u8), mut n: u64) -> i64 {
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

    /// Leaves one of each group of cards that are the same option.
    fn drop_doubles(&self, f: FormRef, k: usize, members: &mut Vec<i64>) {
        let Some(elem) = self.form(f).and_then(|form| form.steps.get(k)).map(|s| &s.elem) else { return };
        if !matches!(elem.bare(), Type::Card(_)) || self.program.all_different {
            return;
        }
        let mut kept = 0;
        for at in 0..members.len() {
            if !members[..kept].iter().any(|other| self.alike(elem, *other, members[at])) {
                members[kept] = members[at];
                kept += 1;
            }
        }
        members.truncate(kept);
    }

    fn sample_number(
        &mut self,
        f: FormRef,
        (k, step): (usize, StepView),
        (lo, hi): (i64, i64),
        bot: &mut impl BotDraw,
    ) -> Done<bool> {
        if lo == NONE || hi == NONE || lo > hi {
            return Ok(false);
        }
        let count = (hi.wrapping_sub(lo) as u64).saturating_add(1);
        for _ in 0..if step.free { 1 } else { budget::TRIES } {
            self.look()?;
            self.set(step.loc, lo.wrapping_add(bot.below(count) as i64));
            if self.sample(f, k + 1, bot)? {
                return Ok(true);
            }
        }
        if step.free {
            return Ok(false);
        }
        // Rarely any: all in order from a random one on.
        let start = bot.below(count);
        for n in 0..count {
            self.look()?;
            let at = (start + n) % count;
            self.set(step.loc, lo.wrapping_add(at as i64));
            if self.sample(f, k + 1, bot)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn sample_several(
        &mut self,
        f: FormRef,
        (k, step): (usize, StepView),
        bot: &mut impl BotDraw,
    ) -> Done<bool> {
        let (dom, how) = self.set_to_search(step)?;
        let mut members = self.take_members(k, dom);
        let found = self.try_several(f, (k, StepView { how, ..step }), &mut members, bot);
        self.give_back(k, members);
        match found {
            Ok(false) => self.complete(f, k),
            other => other,
        }
    }

    fn try_several(
        &mut self,
        f: FormRef,
        (k, step): (usize, StepView),
        members: &mut [i64],
        bot: &mut impl BotDraw,
    ) -> Done<bool> {
        let n = members.len();
        let (least, most) = self.bounds(step.how, n);
        if step.how != How::Order && least > most {
            return Ok(false);
        }
        for _ in 0..budget::TRIES {
            self.look()?;
            let mut size = n;
            if step.how != How::Order {
                // Each included evenly, within the bounds.
                size = if least == most { least } else { (0..n).filter(|_| bot.below(2) == 1).count() };
                if !(least..=most).contains(&size) {
                    continue;
                }
            }
            for at in 0..size {
                let other = at + bot.below((n - at) as u64) as usize;
                members.swap(at, other);
            }
            self.write_items(step.loc, members[..size].iter().copied());
            if self.passes(step.test)? && self.sample(f, k + 1, bot)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The place of the `n`-th bit that is set.
fn nth_bit(mut mask: u64, n: u64) -> u32 {
    for _ in 0..n {
        mask &= mask - 1;
    }
    mask.trailing_zeros()
}
