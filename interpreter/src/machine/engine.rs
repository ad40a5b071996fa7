//! The side that hosts see.

use super::choice::VALUES;
use super::convert::Given;
use super::recorder::Before;
use super::{Evaluator, Executor, Halt, Machine, State};
use crate::ask::{
    Answer, Engine, Event, FaultKind, Illegality, Moment, Offered, Options, PathStep,
    PendingDecision, Policy, Snapshot, Stop, Tally,
};
use crate::chance::BotDraw;
use crate::program::{Who, header};
use houserules_lang::ir::{Expr, LocalDecl, Rulebook, Seen, SiteId, TextId, Value};
use houserules_lang::source::Span;
use std::sync::Arc;

impl<'a> State<'a> {
    fn asks(self, site: u16, seat: Option<u8>) -> bool {
        let base = self.site_frame(site);
        let chance = self.program.sites[usize::from(site)].who == Who::Chance;
        match seat {
            None => chance,
            Some(seat) if chance || seat >= self.program.schema.seats => false,
            Some(seat) => {
                let asked = self.pos.get(base.asked());
                let answered = self.pos.get(base.answered());
                (asked & !answered) >> seat & 1 == 1
            }
        }
    }
}

impl Evaluator<'_> {
    /// Why a seat cannot hand that in, if it cannot; the drafts are filled.
    fn judge(
        &mut self,
        site: u16,
        what: &Offered,
        args: &[Value],
        full: bool,
    ) -> Result<u16, Illegality> {
        let meant = self.meant(site, what);
        if meant.is_empty() {
            return Err(Illegality::NotInMenu);
        }
        let open = self.on_offer(site).map_or(None, |(_, tier)| tier);
        let mut first = None;
        for entry in meant {
            let tier = self.program.sites[usize::from(site)]
                .entries
                .get(usize::from(entry))
                .map(|e| e.tier);
            if let (Some(open), Some(tier)) = (open, tier)
                && tier > open
            {
                continue;
            }
            match self.judge_entry(site, entry, args, full) {
                Ok(()) => return Ok(entry),
                Err(why) => first = first.or(Some(why)),
            }
        }
        Err(first.unwrap_or(Illegality::EarlierTier))
    }

    fn judge_entry(
        &mut self,
        site: u16,
        entry: u16,
        args: &[Value],
        full: bool,
    ) -> Result<(), Illegality> {
        if let Some(id) = self.state().form_of(site, entry) {
            self.load_given(site, entry, id);
        }
        let Some(f) = self.state().form_ref(site, entry) else {
            return if args.is_empty() { Ok(()) } else { Err(Illegality::BadArgument(0)) };
        };
        let possible = self.fill(f, args)?;
        if full && self.state().step(f, args.len()).is_some() {
            return Err(Illegality::BadArgument(args.len()));
        }
        match self.check(site, entry, args.len(), possible) {
            Ok(checked) => checked,
            Err(_) => Err(Illegality::NoCompletion),
        }
    }
}

impl Executor<'_> {
    /// Takes an answer over; whether the game goes on.
    fn take_in(&mut self, site: u16, seat: Option<u8>, entry: u16) -> bool {
        self.mem.steps = 0;
        self.tools.untouched = false;
        self.mem.at = self.pos.pc();
        match self.commit(site, seat, entry) {
            Ok(Some(to)) => {
                self.pos.set(header::PC, to);
                return true;
            }
            Ok(None) => {}
            Err(fault) => self.fault(fault),
        }
        false
    }
}

impl Machine {
    /// Runs to the next stop that hosts see: a question with an option for everybody it asks.
    pub(super) fn settle(&mut self) {
        let halt = self.executor().drive();
        self.settle_at(halt);
    }

    /// What is to be done where the rules have come to a stop.
    pub(super) fn settle_at(&mut self, halt: Halt) {
        match halt {
            Halt::Ask => self.look_at_question(),
            Halt::Referee => {
                self.referee_done();
                crate::referee::Referee::ask_again(self);
            }
            Halt::Over | Halt::Back | Halt::Found | Halt::Paused => {}
        }
    }

    /// Stops with a fault if somebody who is asked has no option.
    pub(super) fn look_at_question(&mut self) {
        let Some(asked) = self.asked() else { return };
        let seats: Vec<Option<u8>> =
            if asked.chance { vec![None] } else { asked.seats.iter().map(|s| Some(*s)).collect() };
        for seat in seats {
            let offers = self.evaluator().as_seat(seat, |this| this.on_offer(asked.site.0));
            match offers {
                Ok((found, _)) if found.is_empty() => {
                    self.mem.at = self.pos.pc();
                    return self.executor().fault(FaultKind::NobodyCan(asked.site));
                }
                Ok(_) => {}
                Err(fault) => {
                    self.mem.at = self.pos.pc();
                    return self.executor().fault(fault);
                }
            }
        }
    }

    /// The site where the game stands, also one at which nobody can choose.
    fn open_site(&self) -> Option<u16> {
        self.site_here().or_else(|| {
            let Stop::Fault(fault) = self.state().stop_now() else { return None };
            if let FaultKind::NobodyCan(site) = fault.about { Some(site.0) } else { None }
        })
    }

    /// Carries on after an answer whose arguments lie in the drafts.
    pub(super) fn submit(&mut self, site: u16, seat: Option<u8>, entry: u16) {
        if self.executor().take_in(site, seat, entry) {
            self.settle();
        }
    }

    /// Where an answer belongs, if it can be given; the drafts are filled.
    fn accept(&mut self, seat: Option<u8>, answer: &Answer) -> Result<(u16, u16), Illegality> {
        let site = self
            .site_here()
            .filter(|site| self.state().asks(*site, seat))
            .ok_or(Illegality::NotAsked)?;
        let entry = self.evaluator().as_seat(seat, |this| {
            let (found, _) = this.on_offer(site).map_err(|_| Illegality::NotInMenu)?;
            let entry = found.get(answer.offer).copied().ok_or(Illegality::NotInMenu)?;
            this.judge_entry(site, entry, &answer.args, true)?;
            Ok(entry)
        })?;
        Ok((site, entry))
    }

    /// As [`Engine::answer`], but the next question is not looked at: for thinking ahead. As after
    /// a playout that was cut off, only [`Machine::playout`] may go on from there.
    ///
    /// # Errors
    /// As there.
    pub fn try_out(&mut self, seat: Option<u8>, answer: &Answer) -> Result<(), Illegality> {
        let (site, entry) = self.accept(seat, answer)?;
        if self.executor().take_in(site, seat, entry) {
            self.executor().drive();
        }
        Ok(())
    }
}

impl Machine {
    /// Where somebody chose since chance last decided something, the earliest first; none unless
    /// [`Engine::keep_choices`] was called.
    #[must_use]
    pub fn choices(&self) -> &[Arc<Before>] {
        self.recorder.choices.as_ref().map_or(&[], |choices| choices.0.as_slice())
    }

    /// An answer with that offer, its steps filled evenly, one after the other; none if it is not
    /// there.
    pub fn drawn_of(&mut self, seat: u8, offer: usize, draws: &mut impl BotDraw) -> Option<Answer> {
        let site = self.site_here().filter(|site| self.state().asks(*site, Some(seat)))?;
        self.evaluator().as_seat(Some(seat), |this| {
            let entry = this.on_offer(site).ok()?.0.get(offer).copied()?;
            let filled = this.try_entry(site, entry, draws).ok()?;
            filled.then(|| Answer { offer, args: this.filled_values(site, entry) })
        })
    }

    /// As [`Machine::drawn_of`], with the first steps filled already.
    pub fn drawn_from(
        &mut self,
        seat: u8,
        offer: usize,
        filled: &[Value],
        draws: &mut impl BotDraw,
    ) -> Option<Answer> {
        let site = self.site_here().filter(|site| self.state().asks(*site, Some(seat)))?;
        self.evaluator().as_seat(Some(seat), |this| {
            let entry = this.on_offer(site).ok()?.0.get(offer).copied()?;
            if let Some(id) = this.state().form_of(site, entry) {
                this.load_given(site, entry, id);
            }
            let fill = this.state().filling(site, entry)?;
            this.mem.nodes = 0;
            this.fill(fill.form, filled).ok().filter(|n| *n == filled.len())?;
            let drawn = this.sample(fill, filled.len(), draws).ok()?;
            drawn.then(|| Answer { offer, args: this.filled_values(site, entry) })
        })
    }
}

impl Engine for Machine {
    fn rulebook(&self) -> &Rulebook {
        &self.program.book
    }

    fn stop(&self) -> Stop {
        self.state().stop_now()
    }

    fn asked(&self) -> Option<PendingDecision> {
        let site = self.site_here()?;
        let seats =
            (0..self.program.schema.seats).filter(|s| self.state().asks(site, Some(*s))).collect();
        let chance = self.program.sites[usize::from(site)].who == Who::Chance;
        Some(PendingDecision { site: SiteId(site), seats, chance })
    }

    fn stuck(&self) -> Vec<u8> {
        let site = if self.site_here().is_none() { self.open_site() } else { None };
        let seats = 0..self.program.schema.seats;
        site.map_or_else(Vec::new, |site| {
            seats.filter(|s| self.state().asks(site, Some(*s))).collect()
        })
    }

    fn without_option(&self) -> Vec<u8> {
        let mut asked = self.stuck();
        let Some(site) = self.open_site().filter(|_| asked.len() > 1) else { return asked };
        let mut copy = self.clone();
        let mut can = |seat: u8| {
            copy.evaluator()
                .as_seat(Some(seat), |this| this.on_offer(site).map(|(found, _)| !found.is_empty()))
        };
        asked.retain(|seat| can(*seat) != Ok(true));
        asked
    }

    fn fault_readers(&self) -> u32 {
        self.recorder.readers().unwrap_or(u32::MAX)
    }

    fn races(&self) -> bool {
        let racing = |site: &u16| self.program.sites[usize::from(*site)].who == Who::Race;
        let answered = |site: u16| self.pos.get(self.state().site_frame(site).answered()) != 0;
        self.site_here().filter(racing).is_some_and(answered)
    }

    fn lot(&self) -> Vec<u8> {
        let Some(asked) = self.asked() else { return Vec::new() };
        if self.program.sites[asked.site.index()].who != Who::Race {
            return asked.seats;
        }
        // Of all who are asked, so that the order does not change while they answer.
        let all = self.pos.get(self.state().site_frame(asked.site.0).asked());
        let mut seats: Vec<u8> = (0..32).filter(|s| all >> s & 1 == 1).collect();
        let number = self.pos.get(header::CHANCE).wrapping_sub(1);
        self.mem.chance.event(number, crate::chance::Purpose::Lot).shuffle(&mut seats);
        seats.retain(|seat| asked.seats.contains(seat));
        seats
    }

    fn drawn(
        &mut self,
        seat: Option<u8>,
        policy: Policy,
        mut draws: &mut dyn BotDraw,
    ) -> Option<Answer> {
        let site = self.site_here().filter(|site| self.state().asks(*site, seat))?;
        self.evaluator().as_seat(seat, |this| {
            let (found, _) = this.on_offer(site).ok()?;
            let entry = this.pick_answer(site, policy, &mut draws).ok()??;
            let offer = found.iter().position(|other| *other == entry)?;
            Some(Answer { offer, args: this.filled_values(site, entry) })
        })
    }

    fn completed(
        &mut self,
        seat: u8,
        offer: usize,
        filled: &[Value],
        mut draws: &mut dyn BotDraw,
    ) -> Option<Answer> {
        self.drawn_from(seat, offer, filled, &mut draws)
    }

    fn play_on(&mut self, seats: &[Policy], mut draws: &mut dyn BotDraw, most: u64) -> (Stop, u64) {
        self.playout(seats, &mut draws, most)
    }

    fn offers(&mut self, seat: Option<u8>) -> Vec<Offered> {
        let Some(site) = self.site_here().filter(|site| self.state().asks(*site, seat)) else {
            return Vec::new();
        };
        self.evaluator().as_seat(seat, |this| {
            let (found, _) = this.on_offer(site).unwrap_or_default();
            let mut offers = Vec::new();
            for entry in found {
                if let Some(id) = this.state().form_of(site, entry) {
                    this.load_given(site, entry, id);
                }
                offers.push(this.offered(site, entry));
            }
            offers
        })
    }

    fn options(&mut self, seat: Option<u8>, offer: usize, filled: &[Value]) -> Option<Options> {
        let site = self.site_here().filter(|site| self.state().asks(*site, seat))?;
        self.evaluator().as_seat(seat, |this| {
            let (found, _) = this.on_offer(site).ok()?;
            let entry = found.get(offer).copied()?;
            if let Some(id) = this.state().form_of(site, entry) {
                this.load_given(site, entry, id);
            }
            let f = this.state().form_ref(site, entry)?;
            this.fill(f, filled).ok().filter(|n| *n == filled.len())?;
            this.step_options(f, filled.len(), seat.is_some()).ok().flatten()
        })
    }

    fn may(&mut self, seat: u8, what: &Offered, args: &[Value]) -> Result<(), Illegality> {
        let site = self
            .open_site()
            .filter(|site| self.state().asks(*site, Some(seat)))
            .ok_or(Illegality::NotAsked)?;
        self.evaluator().as_seat(Some(seat), |this| this.judge(site, what, args, false).map(|_| ()))
    }

    fn answer(&mut self, seat: Option<u8>, answer: &Answer) -> Result<Stop, Illegality> {
        let before = self.recorder.choices.is_some().then(|| self.pos.clone());
        let chance = self.mem.tally.chance;
        let (site, entry) = self.accept(seat, answer)?;
        self.submit(site, seat, entry);
        match (before, seat) {
            _ if self.mem.tally.chance != chance => self.recorder.forget_choices(),
            (Some(position), Some(seat)) => {
                let alone = self.program.sites[usize::from(site)].who == Who::One;
                self.recorder.chose(Before { position, seat, answer: answer.clone(), alone });
            }
            (None, _) | (_, None) => {}
        }
        Ok(self.state().stop_now())
    }

    fn holes(
        &mut self,
        seat: Option<u8>,
        text: TextId,
        what: &Offered,
        args: &[Value],
    ) -> Vec<Value> {
        let Some(site) = self.open_site() else { return Vec::new() };
        let Some(entry) = self.evaluator().meant(site, what).first().copied() else {
            return Vec::new();
        };
        self.evaluator().as_seat(seat, |this| this.holes_of(site, entry, text, args))
    }

    fn says(
        &mut self,
        seat: Option<u8>,
        expr: &Expr,
        decls: &[LocalDecl],
        values: &[Value],
    ) -> Option<Value> {
        self.value_for(seat, expr, decls, values).ok()
    }

    fn tally(&self) -> Tally {
        self.mem.tally
    }

    fn question(&self) -> Option<(TextId, Vec<Value>)> {
        self.open_question()
    }

    fn path(&self) -> Vec<PathStep> {
        self.running_path()
    }

    fn place(&self) -> Span {
        self.state().span_at(self.pos.pc())
    }

    fn dump(&self) -> Snapshot {
        self.state().dumped()
    }

    fn hash(&self) -> u64 {
        self.pos.hash()
    }

    fn script_chance(&mut self, scripted: bool) {
        self.tools.scripted = scripted;
    }

    fn take_events(&mut self) -> Vec<Event> {
        self.executor().events_taken();
        std::mem::take(&mut self.recorder.events)
    }

    fn keep_moments(&mut self) {
        self.recorder.moments.get_or_insert_default();
    }

    fn keep_choices(&mut self) {
        let book = &self.program.book;
        let races = self.program.sites.iter().any(|site| site.who == Who::Race);
        let hides = book.counters.iter().any(|counter| counter.seen == Seen::Owner)
            || book.zones.iter().any(|zone| zone.seen == Seen::Owner);
        if self.recorder.choices.is_none() && !races && hides {
            self.recorder.choices = Some(Box::default());
        }
    }

    fn moments(&self) -> Vec<Moment> {
        self.recorder.moments.iter().flatten().map(|(moment, _)| *moment).collect()
    }

    fn take_moment(&mut self, n: Option<usize>) -> Option<Self> {
        let all = std::mem::take(self.recorder.moments.as_mut()?);
        let (_, position) = all.into_iter().nth(n?)?;
        Some(Self::resume(Arc::clone(&self.program), position, self.mem.chance.seed, false))
    }
}

impl Evaluator<'_> {
    /// What stands in a text's holes when an entry is filled so far: steps beyond are none.
    fn holes_of(&mut self, site: u16, entry: u16, text: TextId, args: &[Value]) -> Vec<Value> {
        let own = self.state().form_of(site, entry).map(houserules_lang::ir::BodyRef::Move);
        if entry == VALUES || own != Some(self.program.book[text].body) {
            return self.holes(text, Given::Frames);
        }
        let Some(f) = self.state().form_ref(site, entry) else { return Vec::new() };
        if let Some(id) = self.state().form_of(site, entry) {
            self.load_given(site, entry, id);
        }
        let mut k = args.len();
        while let Some(step) = self.state().step(f, k) {
            self.mem.set(step.loc, crate::program::NONE);
            k += 1;
        }
        if self.fill(f, args) != Ok(args.len()) {
            return Vec::new();
        }
        self.holes(text, Given::Drafts)
    }
}
