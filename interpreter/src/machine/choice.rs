//! What happens at a choice: who is asked, what was committed, what is carried out.

use super::Fallible;
use super::convert::Given;
use super::{Evaluator, Executor, Halt, Memory, State};
use crate::ask::{EventKind, FaultKind, Offered};
use crate::program::{FrameKind, Loc, NONE, SiteFrame, Who, header};
use houserules_lang::ir::{MoveId, SiteId, Value};

/// The flag of a choice that `again` asks once more.
const AGAIN: u8 = 1;
/// Something took effect.
const TOOK: u8 = 2;
/// An attempt of this asking has worked.
const WORKED: u8 = 4;
/// The number of an entry that stands for passing or declining where there is no entry.
pub(super) const DECLINE: u16 = u16::MAX;
/// The number of the entry of a choice of values.
pub(super) const VALUES: u16 = u16::MAX - 1;

impl<'a> State<'a> {
    pub(super) fn site_frame(self, site: u16) -> SiteFrame {
        let frame = self.program.sites[usize::from(site)].frame;
        SiteFrame(self.program.frames[usize::from(frame)].base)
    }

    fn flagged(self, base: SiteFrame, flag: u8) -> bool {
        self.pos.get(base.flags()) & flag != 0
    }

    pub(super) fn entry_limits(self, site: u16, entry: u16) -> usize {
        let site = &self.program.sites[usize::from(site)];
        site.entries.get(usize::from(entry)).map_or(0, |e| e.limits.len())
    }

    pub(super) fn entry_limit(self, site: u16, entry: u16, at: usize) -> Option<u16> {
        let site = &self.program.sites[usize::from(site)];
        site.entries.get(usize::from(entry)).and_then(|e| e.limits.get(at)).map(|l| l.0)
    }

    fn draft(self, site: u16, step: usize) -> Loc {
        let values = self.program.sites[usize::from(site)].values.as_ref();
        values.and_then(|f| f.steps.get(step)).map_or(Loc::No, |s| s.loc)
    }

    // ---- several seats ----

    /// Where the arguments of an entry lie: in the drafts, and in a seat's record.
    fn kept(self, site: u16, entry: u16, n: usize, seat: u8) -> Option<(Loc, Loc)> {
        let code = &self.program.sites[usize::from(site)];
        let index = if entry == VALUES { 0 } else { usize::from(entry) };
        let kept = code.kept.get(index)?.get(n)?.plus(code.record * u32::from(seat));
        let draft = match self.form_of(site, entry) {
            Some(id) => {
                let form = &self.program[id];
                let given = form.given.len();
                if n < given { form.given[n] } else { form.steps.get(n - given)?.loc }
            }
            None => self.draft(site, n),
        };
        Some((draft, kept))
    }

    // ---- helpers of offers and events ----

    /// The move of an entry; none: passing, declining, or values.
    pub(super) fn form_of(self, site: u16, entry: u16) -> Option<MoveId> {
        let site = &self.program.sites[usize::from(site)];
        site.entries.get(usize::from(entry)).and_then(|e| e.form)
    }
}

impl Memory {
    /// The chooser acts.
    pub(super) fn choose_as(&mut self, seat: Option<u8>) {
        self.regs[0] = seat.map_or(NONE, i64::from);
    }
}

impl Evaluator<'_> {
    /// What an entry is, as hosts name it; given arguments are read from the drafts.
    pub(super) fn offered(&self, site: u16, entry: u16) -> Offered {
        let code = &self.program.sites[usize::from(site)];
        let Some(slot) = code.entries.get(usize::from(entry)) else {
            return if entry == VALUES { Offered::Values } else { Offered::Decline };
        };
        match slot.form {
            None => Offered::Pass(slot.title),
            Some(id) => Offered::Move(id, self.given_values(id), slot.title),
        }
    }

    fn given_values(&self, id: MoveId) -> Vec<Value> {
        let locals = &self.program.book.moves[id.index()].body.locals;
        let given = self.program[id].given.iter().zip(locals);
        given.map(|(loc, decl)| self.read(*loc, &decl.ty)).collect()
    }

    /// What stands in the text that tells of a choice, read as its chooser (the arguments are in
    /// the drafts), or else in the question.
    fn announced_holes(
        &mut self,
        seat: Option<u8>,
        entry: u16,
        site: u16,
        what: &Offered,
    ) -> Vec<Value> {
        let Some(text) = what.announced(&self.program.book) else {
            return self.question_of(site).map_or_else(Vec::new, |(_, holes)| holes);
        };
        let (me, at, steps) = (self.mem.regs[0], self.mem.at, self.mem.steps);
        self.mem.choose_as(seat);
        let body = Some(self.program.book[text].body);
        let own = self.state().form_of(site, entry).map(houserules_lang::ir::BodyRef::Move);
        let given = if body == own { Given::Drafts } else { Given::Frames };
        let holes = self.holes(text, given);
        (self.mem.regs[0], self.mem.at, self.mem.steps) = (me, at, steps);
        holes
    }
}

impl Executor<'_> {
    fn flag(&mut self, base: SiteFrame, flag: u8, on: bool) {
        let flags = self.pos.get(base.flags());
        self.pos.set(base.flags(), if on { flags | flag } else { flags & !flag });
    }

    pub(super) fn site_enter(&mut self, site: u16) -> Fallible<()> {
        let frame = self.program.sites[usize::from(site)].frame;
        self.push(frame, 0)?;
        let base = self.state().site_frame(site);
        self.pos.set(base.asker(), self.pos.me());
        Ok(())
    }

    /// Who is asked; gives where to go on if nobody is. Whoever is not asked has chosen nothing.
    pub(super) fn site_who(&mut self, site: u16, seats: u32) -> Fallible<Option<u32>> {
        let base = self.state().site_frame(site);
        let who = self.program.sites[usize::from(site)].who;
        let seats = seats & self.program.schema.everyone();
        match who {
            Who::One if seats == 0 => return Err(FaultKind::NoneUsed),
            Who::One => self.pos.set(base.asked(), seats),
            Who::Chance => {}
            Who::Each | Who::Race => {
                self.pos.set(base.asked(), seats);
                for seat in 0..self.program.schema.seats {
                    self.no_values(site, DECLINE, seat);
                }
                if seats == 0 {
                    return Ok(Some(self.leave_site(site)));
                }
            }
        }
        self.new_asking(site);
        Ok(None)
    }

    fn new_asking(&mut self, site: u16) {
        self.anew(site);
        if self.program.sites[usize::from(site)].who == Who::Race {
            self.open_event();
        }
    }

    /// Nobody has answered yet.
    pub(super) fn anew(&mut self, site: u16) {
        let base = self.state().site_frame(site);
        let asker = self.pos.get(base.asker());
        self.pos.set(base.flags(), 0);
        self.pos.set(base.arrived(), 0);
        self.pos.set(base.next(), 0);
        self.pos.set(base.answered(), 0);
        self.pos.set(base.works(), 0);
        let code = &self.program.sites[usize::from(site)];
        let size = u32::from(self.program.schema.seats) * code.record;
        let (order, records, who) = (code.order, code.records, code.who);
        if matches!(who, Who::Each | Who::Race) {
            self.pos.zero(order.at, u32::from(self.program.schema.seats));
            self.pos.zero(records, size);
        }
        self.set_me(asker);
    }

    /// While one of several answers is carried out, the others wait: nobody has been told of them
    /// but whoever gave them. All but this seat's are left out.
    pub(super) fn forget_waiting(&mut self, own: u8) {
        for level in 0..self.pos.depth() {
            let FrameKind::Site(site) = self.state().frame_at(level).kind else { continue };
            let code = &self.program.sites[usize::from(site)];
            let (who, order) = (code.who, code.order);
            let (records, size) = (code.records, code.record);
            if !matches!(who, Who::Each | Who::Race) {
                continue;
            }
            let base = self.state().site_frame(site);
            let (next, arrived) = (self.pos.get(base.next()), self.pos.get(base.arrived()));
            let mut kept = next;
            for n in next..arrived {
                let seat = self.pos.get(order.nth(u32::from(n)));
                self.pos.set(order.nth(u32::from(n)), 0);
                if seat == own {
                    self.pos.set(order.nth(u32::from(kept)), own);
                    kept += 1;
                } else {
                    self.pos.zero(records + size * u32::from(seat), size);
                    let works = self.pos.get(base.works()) & !(1 << seat);
                    self.pos.set(base.works(), works);
                }
            }
            self.pos.set(base.arrived(), kept);
        }
    }

    /// The choice is over; gives where to go on.
    fn leave_site(&mut self, site: u16) -> u32 {
        self.pop();
        self.program.sites[usize::from(site)].exit
    }

    pub(super) fn ask(&mut self, site: u16, pc: &mut u32) -> Fallible<Option<Halt>> {
        self.mem.tick()?;
        self.pos.set(header::PC, self.mem.at);
        if self.program.sites[usize::from(site)].who != Who::Chance {
            return Ok(Some(Halt::Ask));
        }
        let number = self.chance_event();
        if self.tools.scripted {
            return Ok(Some(Halt::Ask));
        }
        *pc = self.by_chance(site, number)?;
        Ok(None)
    }

    pub(super) fn say_again(&mut self) {
        for level in (0..self.pos.depth()).rev() {
            if let FrameKind::Site(_) = self.state().frame_at(level).kind {
                let base = SiteFrame(self.state().frame_at(level).base);
                return self.flag(base, AGAIN, true);
            }
        }
    }

    /// An answer whose arguments lie in the form's drafts is carried out, or kept until all have
    /// answered; gives where to go on, or nothing if more answers are awaited.
    pub(super) fn commit(
        &mut self,
        site: u16,
        seat: Option<u8>,
        entry: u16,
    ) -> Fallible<Option<u32>> {
        let (Who::Each | Who::Race, Some(seat)) = (self.program.sites[usize::from(site)].who, seat)
        else {
            return self.carry_out(site, seat, entry).map(Some);
        };
        self.keep_answer(site, seat, entry)
    }

    fn carry_out(&mut self, site: u16, seat: Option<u8>, entry: u16) -> Fallible<u32> {
        let base = self.state().site_frame(site);
        let form = self.state().form_of(site, entry);
        self.note_choice(site, seat, entry);
        match form {
            None if entry == VALUES => {
                self.leave_values(site, 0);
                Ok(self.leave_site(site))
            }
            None => {
                self.no_values(site, entry, 0);
                Ok(self.leave_site(site))
            }
            Some(id) => {
                let works = match self.program[id].attempt {
                    Some((pc, reg, ..)) => {
                        self.mem.choose_as(seat);
                        Some(self.evaluator().holds(pc, reg)?)
                    }
                    None => None,
                };
                let part = if matches!(works, Some(false)) { Part::Wrong } else { Part::Body };
                self.flag(base, TOOK, part == Part::Body);
                if part == Part::Body {
                    self.use_up(site, seat, entry, id);
                }
                self.begin_move(site, seat, id, part)
            }
        }
    }

    fn begin_move(&mut self, site: u16, seat: Option<u8>, id: MoveId, part: Part) -> Fallible<u32> {
        self.mem.choose_as(seat);
        let form = &self.program[id];
        let (frame, body, attempt) = (form.frame, form.body, form.attempt);
        for n in 0..self.program[id].copy.len() {
            let (from, to) = self.program[id].copy[n];
            self.transfer(from, to)?;
        }
        let back = self.program.sites[usize::from(site)].after;
        self.push(frame, back)?;
        if let Some(seat) = seat {
            self.set_me(seat);
        } else {
            self.evaluator().recall_me();
        }
        let running = self.pos.get(header::RUNNING);
        self.pos.set(header::RUNNING, running.saturating_add(1));
        Ok(match (part, attempt) {
            (Part::Wrong, Some((_, _, wrong, _))) => wrong,
            (Part::Late, Some((.., late))) => late,
            _ => body,
        })
    }

    /// Marks the limits of a move and of the menu it was chosen from.
    fn use_up(&mut self, site: u16, seat: Option<u8>, entry: u16, id: MoveId) {
        self.mem.choose_as(seat);
        if let Some(limit) = self.program[id].limit {
            self.mark(limit.0);
        }
        let n = self.state().entry_limits(site, entry);
        for at in 0..n {
            if let Some(limit) = self.state().entry_limit(site, entry, at) {
                self.mark(limit);
            }
        }
    }

    // ---- values ----

    /// Leaves chosen values where they belong; `seat` counts the distance between seats.
    fn leave_values(&mut self, site: u16, seat: u8) {
        for n in 0..self.program.sites[usize::from(site)].into.len() {
            let (to, stride) = self.program.sites[usize::from(site)].into[n];
            let from = self.state().draft(site, n);
            if self.transfer(from, to.plus(stride * u32::from(seat))).is_err() {
                self.mem.dirty = u64::MAX;
            }
        }
    }

    /// A declined choice of values leaves none.
    fn no_values(&mut self, site: u16, entry: u16, seat: u8) {
        if entry != DECLINE {
            return;
        }
        for n in 0..self.program.sites[usize::from(site)].into.len() {
            let from = self.state().draft(site, n);
            match from {
                Loc::Reg(r) => self.mem.put(r, NONE),
                Loc::Mask(m, w) => (0..u16::from(w)).for_each(|k| self.mem.put(m + k, 0)),
                Loc::List(l) => self.mem.lists[usize::from(l)].clear(),
                Loc::No | Loc::Mem(..) | Loc::MemMask(..) | Loc::MemList(..) => {}
            }
        }
        self.leave_values(site, seat);
    }

    fn keep_answer(&mut self, site: u16, seat: u8, entry: u16) -> Fallible<Option<u32>> {
        let base = self.state().site_frame(site);
        let at = self.program.sites[usize::from(site)].answer(seat);
        self.pos.set(at, entry);
        let mut n = 0;
        while let Some((draft, kept)) = self.state().kept(site, entry, n, seat) {
            self.transfer(draft, kept)?;
            n += 1;
        }
        let arrived = self.pos.get(base.arrived());
        let order = self.program.sites[usize::from(site)].order;
        self.pos.set(order.nth(u32::from(arrived)), seat);
        self.pos.set(base.arrived(), arrived + 1);
        let answered = self.pos.get(base.answered()) | 1 << seat;
        self.pos.set(base.answered(), answered);
        self.evaluator().recall_me();
        if answered != self.pos.get(base.asked()) {
            return Ok(None);
        }
        self.close(site)?;
        self.next_committed(site).map(Some)
    }

    /// All have answered: whose attempts work is judged on the table as it is.
    fn close(&mut self, site: u16) -> Fallible<()> {
        let base = self.state().site_frame(site);
        let code = &self.program.sites[usize::from(site)];
        let (who, order) = (code.who, code.order);
        let arrived = self.pos.get(base.arrived());
        if who == Who::Each {
            let answered = self.pos.get(base.answered());
            let seats = (0..32u8).filter(|s| answered >> s & 1 == 1);
            seats.zip(0..).for_each(|(seat, n)| self.pos.set(order.nth(n), seat));
        }
        let mut works = 0;
        for n in 0..arrived {
            let seat = self.pos.get(order.nth(u32::from(n)));
            let entry = self.pos.get(self.program.sites[usize::from(site)].answer(seat));
            let Some(id) = self.state().form_of(site, entry) else { continue };
            if let Some((pc, reg, ..)) = self.program[id].attempt {
                self.recall_answer(site, seat, entry)?;
                self.mem.choose_as(Some(seat));
                works |= u32::from(self.evaluator().holds(pc, reg)?) << seat;
            }
        }
        self.evaluator().recall_me();
        self.pos.set(base.works(), works);
        Ok(())
    }

    fn recall_answer(&mut self, site: u16, seat: u8, entry: u16) -> Fallible<()> {
        let mut n = 0;
        while let Some((draft, kept)) = self.state().kept(site, entry, n, seat) {
            self.transfer(kept, draft)?;
            n += 1;
        }
        Ok(())
    }

    /// Carries out the next committed answer; gives where to go on.
    fn next_committed(&mut self, site: u16) -> Fallible<u32> {
        let base = self.state().site_frame(site);
        loop {
            let next = self.pos.get(base.next());
            if next >= self.pos.get(base.arrived()) {
                return Ok(self.asking_over(site));
            }
            self.pos.set(base.next(), next + 1);
            let order = self.program.sites[usize::from(site)].order;
            let seat = self.pos.get(order.nth(u32::from(next)));
            let entry = self.pos.get(self.program.sites[usize::from(site)].answer(seat));
            self.recall_answer(site, seat, entry)?;
            let Some(id) = self.state().form_of(site, entry) else {
                self.note_choice(site, Some(seat), entry);
                if entry == VALUES {
                    self.leave_values(site, seat);
                } else {
                    self.no_values(site, entry, seat);
                }
                continue;
            };
            let attempt = self.program[id].attempt.is_some();
            let part = if attempt {
                let works = self.pos.get(base.works()) >> seat & 1 == 1;
                match (works, self.state().flagged(base, WORKED)) {
                    (false, _) => Part::Wrong,
                    (true, true) => Part::Late,
                    (true, false) => Part::Body,
                }
            } else {
                self.mem.choose_as(Some(seat));
                if !self.evaluator().still_fits(site, entry, id)? {
                    self.evaluator().recall_me();
                    let what = self.evaluator().offered(site, entry);
                    self.note(|| EventKind::Dropped { seat, what });
                    continue;
                }
                // The test leaves other arguments in the drafts.
                self.recall_answer(site, seat, entry)?;
                Part::Body
            };
            self.note_choice(site, Some(seat), entry);
            if part == Part::Body {
                self.use_up(site, Some(seat), entry, id);
                self.flag(base, TOOK, true);
                self.flag(base, WORKED, attempt || self.state().flagged(base, WORKED));
            }
            return self.begin_move(site, Some(seat), id, part);
        }
    }

    fn asking_over(&mut self, site: u16) -> u32 {
        let base = self.state().site_frame(site);
        let code = &self.program.sites[usize::from(site)];
        let ask = code.ask;
        let again = self.state().flagged(base, AGAIN)
            || code.until_all_pass && self.state().flagged(base, TOOK);
        if again {
            self.new_asking(site);
            return ask;
        }
        self.leave_site(site)
    }

    /// A chosen move has finished with all its consequences.
    pub(super) fn move_end(&mut self, site: u16) -> Fallible<u32> {
        let base = self.state().site_frame(site);
        let asker = self.pos.get(base.asker());
        self.set_me(asker);
        if let Some(to) = self.test_ends(self.pos.depth(), None)? {
            return Ok(to);
        }
        match self.program.sites[usize::from(site)].who {
            Who::Each | Who::Race => self.next_committed(site),
            Who::One | Who::Chance => Ok(self.asking_over(site)),
        }
    }

    fn note_choice(&mut self, site: u16, seat: Option<u8>, entry: u16) {
        if !self.recorder.on {
            return;
        }
        let what = self.evaluator().offered(site, entry);
        let mut args =
            if let Offered::Move(_, given, _) = &what { given.clone() } else { Vec::new() };
        args.extend(self.evaluator().filled_values(site, entry));
        let holes = self.evaluator().announced_holes(seat, entry, site, &what);
        self.note(|| EventKind::Chose { site: SiteId(site), seat, what, args, holes });
    }
}

/// Which part of a move runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    Body,
    Wrong,
    Late,
}
