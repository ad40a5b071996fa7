//! Calls, stages, endings, unwinding.

use super::Fallible;
use super::effects::Change;
use super::{Executor, Halt, State};
use crate::ask::{EventKind, FaultKind, Outcome};
use crate::program::{
    Field, Flow, Frame, FrameKind, Handler, Loc, LoopFrame, NONE, Op, SiteFrame, StackEntry,
    StageFrame, Status, StoredList, StoredMask, Through, Wrote, header,
};
use houserules_lang::ir::{BodyRef, Lasts, Owner, SetOp, StageId, StageWord};

/// What comes of fetching an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// It has begun.
    Begun,
    /// It is left out.
    Skip,
    /// There is none.
    Over,
}

impl<'a> State<'a> {
    // ---- the stack ----

    /// The frame of a level, from the outermost.
    pub(super) fn frame_at(self, level: u16) -> Frame {
        let frame = self.frame_id(level);
        self.program.frames[usize::from(frame)]
    }

    pub(super) fn frame_id(self, level: u16) -> u16 {
        self.pos.get(self.program.schema.level(level).frame())
    }

    /// Where a level's body returns to.
    pub(super) fn return_of(self, level: u16) -> u32 {
        self.pos.get(self.program.schema.level(level).back())
    }

    // ---- stages ----

    fn stage_frame(self, stage: u16) -> StageFrame {
        let frame = self.program.stages[usize::from(stage)].frame;
        StageFrame(self.program.frames[usize::from(frame)].base)
    }

    /// Whether the innermost stage stands in a round.
    fn is_within_a_round(self) -> bool {
        let outer = 0..self.pos.depth().saturating_sub(1);
        outer.map(|level| self.frame_at(level)).any(|frame| {
            let FrameKind::Stage(id) = frame.kind else { return false };
            self.program[id].word == 0
        })
    }

    /// The choice at which the position stands, if it stands at one.
    pub(super) fn standing_site(self) -> Option<u16> {
        if self.status() != Status::Running {
            return None;
        }
        let op: Op = self.program.code.get(self.pos.pc() as usize).copied()?;
        if let Some(Flow::Ask { site }) = State::is_flow(op) { Some(site) } else { None }
    }
}

impl Executor<'_> {
    pub(super) fn flow(&mut self, flow: Flow, pc: &mut u32) -> Fallible<Option<Halt>> {
        match flow {
            Flow::Call { body } => {
                self.mem.tick()?;
                *pc = self.enter_body(body, *pc)?;
            }
            Flow::Return => *pc = self.leave_body(),
            Flow::Forget { off, len } => self.pos.zero(off, u32::from(len)),
            Flow::RunsOut { z, handler } => {
                let Handler { zone, frame: body, owner } =
                    self.program.runs_out[usize::from(handler)];
                if let Some(inst) = self.state().inst(self.mem.reg(z)) {
                    let empty = self.pos.zone_len(&inst, self.program.schema.words) == 0;
                    let running =
                        (0..self.pos.depth()).any(|level| self.state().frame_id(level) == body);
                    if inst.zone.0 == zone && empty && !running {
                        *pc = self.enter_body(body, *pc)?;
                        self.put_single(owner, i64::from(inst.key));
                    }
                }
            }
            Flow::StageEnter { stage } => {
                self.stage_enter(stage)?;
                if self.tools.found.is_some() {
                    self.pos.set(header::PC, *pc);
                    return Ok(Some(Halt::Found));
                }
            }
            Flow::StageNext { stage } => {
                self.mem.tick()?;
                if self.tools.wait == Some(stage) {
                    self.pos.set(header::PC, self.mem.at);
                    return Ok(Some(Halt::Found));
                }
                if self.tools.hold
                    && let Some(halt) = self.hold_before(stage)?
                {
                    return Ok(Some(halt));
                }
                match self.stage_next(stage)? {
                    Next::Over => {
                        self.pop();
                        *pc = self.program.stages[usize::from(stage)].exit;
                    }
                    Next::Skip => *pc = self.mem.at,
                    Next::Begun => {}
                }
            }
            Flow::StageElem { stage } => *pc = self.stage_elem(stage)?,
            Flow::SiteEnter { site } => self.site_enter(site)?,
            Flow::Who { site, m } => {
                if let Some(to) = self.site_who(site, self.mem.reg(m) as u32)? {
                    *pc = to;
                }
            }
            Flow::Ask { site } => return self.ask(site, pc),
            Flow::MoveEnd { site } => *pc = self.move_end(site)?,
            Flow::Again => self.say_again(),
            Flow::End { list } => *pc = self.end_stage(list)?,
            Flow::Won { m } => {
                let won = self.mem.reg(m) as u32;
                self.pos.set(header::WON, won);
                return Ok(Some(self.over(Status::Won)));
            }
            Flow::Lost => return Ok(Some(self.over(Status::Lost))),
            Flow::Drawn => return Ok(Some(self.over(Status::Drawn))),
            Flow::PlayEnd => return Err(FaultKind::NoEnding),
            Flow::SetupEnd => {}
            Flow::RefereeEnd => return Ok(Some(Halt::Referee)),
            Flow::FrameNext { d, off, w, exit } => {
                self.mem.tick()?;
                match self.pos.next_member(StoredMask::at(off, w)) {
                    Some(member) => self.mem.put(d, i64::from(member)),
                    None => *pc = exit,
                }
            }
            Flow::FrameNextL { d, off, wide, exit } => {
                self.mem.tick()?;
                let (next, list) = LoopFrame::list_at(off, wide);
                let at = self.pos.get(next);
                if at >= self.pos.get(list.len) {
                    *pc = exit;
                } else {
                    self.pos.set(next, at + 1);
                    self.mem.put(d, self.pos.item(list, u32::from(at)));
                }
            }
        }
        Ok(None)
    }

    fn over(&mut self, status: Status) -> Halt {
        self.pos.set(header::STATUS, status as u8);
        if let Some(word) = self.tools.mark {
            self.keep_end(word);
        }
        let levels = if self.tools.watches.is_empty() { 0 } else { self.pos.depth() };
        for level in 0..levels {
            let frame = self.state().frame_at(level);
            if let FrameKind::Stage(id) = frame.kind
                && self.pos.get(StageFrame(frame.base).inside())
            {
                self.watch_element(id.0);
            }
        }
        self.pos.set(header::PC, self.mem.at);
        let won = self.pos.get(header::WON);
        let seats = self.program.schema.seats;
        self.note(|| {
            EventKind::Ended(match status {
                Status::Won => Outcome::Won((0..seats).filter(|s| won >> s & 1 == 1).collect()),
                Status::Drawn => Outcome::Drawn,
                Status::Lost | Status::Running | Status::Fault => Outcome::Lost,
            })
        });
        self.mem.calls.clear();
        Halt::Over
    }

    pub(super) fn push(&mut self, frame: u16, back: u32) -> Fallible<()> {
        let depth = self.pos.depth();
        if depth >= self.program.schema.depth {
            return Err(super::faults::STEPS);
        }
        let entry = self.program.schema.level(depth);
        self.pos.set(entry.frame(), frame);
        self.pos.set(entry.back(), back);
        self.pos.set(header::DEPTH, depth + 1);
        Ok(())
    }

    /// Drops the innermost frame and what it changed; gives it and where it returns to.
    pub(super) fn pop(&mut self) -> (FrameKind, u32) {
        let Some(level) = self.pos.depth().checked_sub(1) else { return (FrameKind::Referee, 0) };
        let (frame, back) = (self.state().frame_at(level), self.state().return_of(level));
        match frame.kind {
            FrameKind::Body(BodyRef::Move(_)) => {
                let running = self.pos.get(header::RUNNING);
                self.pos.set(header::RUNNING, running.saturating_sub(1));
            }
            FrameKind::Stage(id) => {
                self.leave_element(id, &frame);
                let stage = &self.program.stages[id.index()];
                if let (Some(saved), Some((at, size))) =
                    (stage.saved, self.program.schema.run(stage.word))
                {
                    self.pos.copy_within(saved, at, size);
                }
                let aside = self.pos.get(StageFrame(frame.base).aside());
                self.set_me(aside);
            }
            FrameKind::Site(_) => {
                let asker = self.pos.get(SiteFrame(frame.base).asker());
                self.set_me(asker);
            }
            FrameKind::Referee => self.tools.before = None,
            FrameKind::Body(_) => {}
        }
        self.pos.zero(frame.base, frame.size);
        self.pos.zero(self.program.schema.level(level).0, StackEntry::SIZE);
        self.pos.set(header::DEPTH, level);
        self.recorder.leave(level);
        (frame.kind, back)
    }

    pub(super) fn enter_body(&mut self, body: u16, back: u32) -> Fallible<u32> {
        self.push(body, back)?;
        let frame = self.program.frames[usize::from(body)];
        if let (true, Some(title), FrameKind::Body(BodyRef::Deed(_))) =
            (self.recorder.on, frame.title, frame.kind)
        {
            let holes = self.evaluator().text_holes(title);
            self.note(|| EventKind::Deed(title, holes));
        }
        if let Some(to) = self.tools.next_skip() {
            self.fresh(body);
            return Ok(to);
        }
        Ok(frame.entry)
    }

    fn leave_body(&mut self) -> u32 {
        loop {
            let (kind, back) = self.pop();
            if matches!(kind, FrameKind::Body(_) | FrameKind::Referee) {
                return back;
            }
        }
    }

    fn stage_enter(&mut self, stage: u16) -> Fallible<()> {
        let code = &self.program.stages[usize::from(stage)];
        let (frame, saved, word) = (code.frame, code.saved, code.word);
        self.push(frame, 0)?;
        let base = self.state().stage_frame(stage);
        self.pos.set(base.aside(), self.pos.me());
        self.pos.set(base.turn(), u8::MAX);
        self.pos.set(base.moves(), self.pos.get(header::RUNNING));
        if let (Some(saved), Some((at, size))) = (saved, self.program.schema.run(word)) {
            self.pos.copy_within(at, saved, size);
        }
        if self.program.stages[usize::from(stage)].sets_me {
            self.seek_turn(stage, base);
        }
        Ok(())
    }

    /// The next element begins; no if there is none.
    pub(super) fn stage_next(&mut self, stage: u16) -> Fallible<Next> {
        let base = self.state().stage_frame(stage);
        let code = &self.program.stages[usize::from(stage)];
        let (through, list) = (code.through, code.list);
        let (next, last) = (self.pos.get(base.next()), self.pos.get(base.last()));
        let value = match through {
            Through::Once if last == 1 => {
                self.pos.set(base.last(), 0);
                NONE
            }
            Through::Numbers if next <= last && next != NONE => {
                self.pos.set(base.next(), next + 1);
                next
            }
            Through::Seats if last != 0 => {
                let seats = i64::from(self.program.schema.seats);
                self.pos.set(base.next(), (next + 1).rem_euclid(seats));
                self.pos.set(base.last(), if last > 0 { last - 1 } else { last });
                next.rem_euclid(seats)
            }
            Through::List { wide }
                if next < i64::from(self.pos.get(StoredList::at(list, wide).len)) =>
            {
                self.pos.set(base.next(), next + 1);
                self.pos.item(StoredList::at(list, wide), next as u32)
            }
            Through::Once | Through::Numbers | Through::Seats | Through::List { .. } => {
                return Ok(Next::Over);
            }
        };
        let code = &self.program.stages[usize::from(stage)];
        let (filter, opponents) = (code.filter, code.opponents);
        if opponents && value == self.mem.regs[0] {
            return Ok(Next::Skip);
        }
        if let Some((loc, pc, reg)) = filter {
            self.mem.set(loc, value);
            if !self.evaluator().holds(pc, reg)? {
                return Ok(Next::Skip);
            }
        }
        self.begin_element(stage, base, value);
        Ok(Next::Begun)
    }

    /// A single value to its place.
    fn put_single(&mut self, into: Loc, value: i64) {
        match into {
            Loc::Reg(d) => self.mem.put(d, value),
            Loc::Mem(off) => self.pos.set(Field::at(off), value),
            Loc::No | Loc::Mask(..) | Loc::List(_) | Loc::MemMask(..) | Loc::MemList(..) => {}
        }
    }

    fn begin_element(&mut self, stage: u16, base: StageFrame, value: i64) {
        let code = &self.program.stages[usize::from(stage)];
        let (into, word, sets_me) = (code.into, code.word, code.sets_me);
        if !code.ends.is_empty() {
            self.mem.dirty = u64::MAX;
        }
        self.pos.set(base.inside(), true);
        self.pos.set(base.value(), value);
        self.put_single(into, value);
        self.fresh_run(word);
        if sets_me {
            self.set_me(value as u8);
        }
        match word {
            // A trick within a round is none of the game's rounds.
            0 => self.mem.tally.rounds += u64::from(!self.state().is_within_a_round()),
            1 => {
                self.mem.tally.turns += 1;
                self.tools.note_turn(sets_me.then_some(value as u8));
            }
            _ => {}
        }
        if sets_me && word == 1 {
            self.pos.set(base.turn(), value as u8);
            self.lasting(value as u8, true);
        }
        if self.recorder.on && usize::from(stage) < self.program.book.stages.len() {
            let shown = self.state().element_value(StageId(stage), value);
            self.note(|| EventKind::Began(StageId(stage), shown));
        }
    }

    /// Counters and limits of a round, turn or phase begin anew.
    fn fresh_run(&mut self, word: u8) {
        let Some((at, size)) = self.program.schema.run(word) else {
            return;
        };
        if size == 0 {
            return;
        }
        self.pos.zero(at, size);
        for id in 0..self.program.schema.counters.len() {
            if let Owner::Run(houserules_lang::ir::Run::Stage(of)) =
                self.program.schema.counters[id].owner
                && crate::lower::word_index(of) == word
            {
                let family = self.program.schema.counters[id];
                self.pos.put_counter(&family, 0, family.start);
                self.mem.dirty |= family.bit;
            }
        }
    }

    /// Counters that last until, or through, a seat's next turn: that turn begins, or ends.
    fn lasting(&mut self, seat: u8, begins: bool) {
        for id in 0..self.program.schema.counters.len() {
            let family = self.program.schema.counters[id];
            let Some((lasts, at)) = family.lasts.zip(family.state(u32::from(seat))) else {
                continue;
            };
            let state = self.pos.get(at);
            let over = match (lasts.0, begins, state) {
                (Lasts::Until, true, 1) | (Lasts::Through, false, 2) => true,
                (Lasts::Through, true, 1) => {
                    self.pos.set(at, 2);
                    false
                }
                _ => false,
            };
            if over {
                self.pos.set(at, 0);
                let before = self.pos.counter(&family, u32::from(seat));
                self.pos.put_counter(&family, u32::from(seat), family.start);
                self.mem.dirty |= family.bit;
                if self.recorder.on && before != family.start {
                    let change = Change { how: SetOp::To, before, after: family.start };
                    self.note_set(&family, i64::from(seat), change);
                }
            }
        }
    }

    /// An element is over, however it ended.
    pub(super) fn leave_element(&mut self, id: StageId, frame: &Frame) {
        if !self.pos.get(StageFrame(frame.base).inside()) {
            return;
        }
        if !self.tools.watches.is_empty() {
            self.watch_element(id.0);
        }
        if self.recorder.following.is_some() {
            self.sample_element(id.0);
        }
        let word = self.program.stages[id.index()].word;
        if self.tools.mark.is_some() {
            self.keep_end(word);
        }
        if word != crate::lower::word_index(StageWord::Turn) {
            self.keep_moment(true);
        }
        self.pos.set(StageFrame(frame.base).inside(), false);
        self.pos.set(StageFrame(frame.base).value(), 0);
        let turn = self.pos.get(StageFrame(frame.base).turn());
        if turn != u8::MAX {
            self.pos.set(StageFrame(frame.base).turn(), u8::MAX);
            self.lasting(turn, false);
        }
        if let Some((at, size)) = self.program.schema.run(word) {
            self.pos.zero(at, size);
        }
    }

    /// An element's body is over: endings of outer stages are tested; gives where to go on.
    fn stage_elem(&mut self, stage: u16) -> Fallible<u32> {
        let base = self.state().stage_frame(stage);
        let frame = self.program.frames[usize::from(self.program.stages[usize::from(stage)].frame)];
        self.leave_element(StageId(stage), &frame);
        let aside = self.pos.get(base.aside());
        self.set_me(aside);
        let outer = self.pos.depth().saturating_sub(1);
        if let Some(to) = self.test_ends(outer, None)? {
            return Ok(to);
        }
        Ok(self.program.stages[usize::from(stage)].next)
    }

    /// Tests the endings of the outer `levels` stages: those of `at once` that name what was
    /// written, or (none) the others. If one holds, its stage is left; gives where to go on.
    pub(super) fn test_ends(
        &mut self,
        levels: u16,
        at_once: Option<Wrote>,
    ) -> Fallible<Option<u32>> {
        let dirty = self.mem.dirty;
        if at_once.map_or(dirty == 0, |wrote| wrote == Wrote::Nothing) {
            return Ok(None);
        }
        let running = self.pos.get(header::RUNNING);
        let mut skipped = false;
        for level in 0..levels {
            let frame = self.state().frame_at(level);
            let FrameKind::Stage(id) = frame.kind else { continue };
            if at_once.is_none() && self.pos.get(StageFrame(frame.base).moves()) != running {
                skipped = true;
                continue;
            }
            if !self.pos.get(StageFrame(frame.base).inside()) {
                continue;
            }
            for n in 0..self.program.stages[id.index()].ends.len() {
                let rule = &self.program.stages[id.index()].ends[n];
                let due = match at_once {
                    Some(wrote) => rule.at_once && rule.named.meets(wrote),
                    None => !rule.at_once && rule.reads & dirty != 0,
                };
                if !due {
                    continue;
                }
                let (test, body) = (rule.test, rule.body);
                if self.evaluator().holds(test.0, test.1)? {
                    self.note_left(id, n, &frame);
                    self.unwind(level);
                    self.leave_element(id, &frame);
                    let aside = self.pos.get(StageFrame(frame.base).aside());
                    self.set_me(aside);
                    return Ok(Some(body));
                }
            }
        }
        if at_once.is_none() && !skipped && levels == self.pos.depth() {
            self.mem.dirty = 0;
        }
        Ok(None)
    }

    /// Drops all frames within a level.
    pub(super) fn unwind(&mut self, level: u16) {
        while self.pos.depth() > level + 1 {
            self.pop();
        }
    }

    fn end_stage(&mut self, list: u16) -> Fallible<u32> {
        for level in (0..self.pos.depth()).rev() {
            if let FrameKind::Stage(id) = self.state().frame_at(level).kind
                && self.program.lists[usize::from(list)].contains(&i64::from(id.0))
            {
                self.unwind(level);
                return Ok(self.program.stages[id.index()].elem);
            }
        }
        Err(FaultKind::NotRunning)
    }
}
