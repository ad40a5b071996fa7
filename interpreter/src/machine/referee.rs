//! What tests may do besides playing.

use super::flow::Next;
use super::tools::{Stack, Watch};
use super::{Evaluator, Executor, Halt, Machine, State};
use crate::ask::{Engine, Fault, FaultKind, Offered, Policy, Stop, Tile};
use crate::chance::{BotSource, ChanceSource};
use crate::lower::extra::{Added, add_expr, add_stmt, way_to_phase};
use crate::position::Spot;
use crate::program::board::SpotAt;
use crate::program::{
    FrameKind, Loc, NONE, Program, SetupError, StageFrame, Status, StoredList, Through, Who, header,
};
use crate::referee::{NoTurn, Referee, Stacked};
use houserules_lang::code::Code;
use houserules_lang::ir::{
    CardId, CounterId, Expr, LocalDecl, Owner, RowId, SetOp, StageId, StageWord, Stmt, Type, Value,
    ZoneId, ZoneShape,
};
use houserules_lang::source::Span;
use std::sync::Arc;

/// Decisions that may pass before a turn is found.
const PATIENCE: u32 = 20_000;

/// An expression that was made ready to be read.
#[derive(Debug, Clone)]
pub struct Reading {
    program: Arc<Program>,
    entry: u32,
    result: Loc,
    ty: Type,
}

impl<'a> State<'a> {
    /// Whether a phase of this title is running.
    fn in_phase(self, title: &str) -> bool {
        (0..self.pos.depth()).any(|level| {
            let FrameKind::Stage(id) = self.frame_at(level).kind else { return false };
            let info = self.program.stage_info(id);
            info.is_some_and(|s| s.raw_title.as_deref() == Some(title))
        })
    }

    /// Where the calls and the phase begin that lead from a stage's body to a phase.
    fn way(self, stage: u16, phase: Option<&str>) -> Result<Vec<u32>, NoTurn> {
        let Some(title) = phase.filter(|title| !self.in_phase(title)) else {
            return Ok(Vec::new());
        };
        let none = || NoTurn::NoPhase(title.to_string());
        let keys = way_to_phase(&self.program.book, StageId(stage), title).ok_or_else(none)?;
        keys.iter().map(|key| self.program.marks.get(key).copied().ok_or_else(none)).collect()
    }

    /// The seat whose turn it is, or who acts.
    pub(super) fn turn_of(self) -> u8 {
        for level in (0..self.pos.depth()).rev() {
            let frame = self.frame_at(level);
            if let FrameKind::Stage(id) = frame.kind
                && self.program.stages[id.index()].sets_me
                && self.pos.get(StageFrame(frame.base).inside())
            {
                return self.pos.get(StageFrame(frame.base).value()) as u8;
            }
        }
        self.pos.me()
    }

    fn whose_turn(self) -> i64 {
        let me = self.turn_of();
        if me == u8::MAX { NONE } else { i64::from(me) }
    }
}

impl Evaluator<'_> {
    fn load_locals(&mut self, added: &Added, decls: &[LocalDecl], locals: &[Value]) {
        for ((loc, decl), value) in added.locals.0.iter().zip(decls).zip(locals) {
            if !self.write(*loc, &decl.ty, value) {
                self.write(*loc, &decl.ty, &Value::None);
            }
        }
    }

    /// The value of an expression; `me` in the acting seat's register.
    pub(super) fn value_of_as(
        &mut self,
        me: i64,
        expr: &Expr,
        decls: &[LocalDecl],
        locals: &[Value],
    ) -> Result<Value, Fault> {
        let added = add_expr(self.program, expr, decls).map_err(|e| broken(&e, expr.span))?;
        self.mem.fit(&added.program);
        let mut on = Evaluator {
            program: &added.program,
            pos: &mut *self.pos,
            mem: &mut *self.mem,
            native: self.native,
        };
        on.load_locals(&added, decls, locals);
        on.run_reading(me, added.entry, added.result, &expr.ty)
    }

    fn run_reading(&mut self, me: i64, entry: u32, result: Loc, ty: &Type) -> Result<Value, Fault> {
        self.mem.steps = 0;
        self.mem.regs[0] = me;
        let read = match self.pure(entry) {
            Ok(()) => Ok(self.read(result, ty)),
            Err(about) => {
                let span = self.state().span_at(self.mem.at);
                Err(Fault { code: super::faults::code(&about), span, about })
            }
        };
        self.mem.calls.clear();
        self.recall_me();
        read
    }
}

impl Executor<'_> {
    // ---- turns ----

    /// Makes a stage go on with a seat; no if the seat is not among its own.
    fn aim_stage(&mut self, stage: u16, base: StageFrame, seat: u8) -> bool {
        let code = &self.program.stages[usize::from(stage)];
        let (through, list) = (code.through, code.list);
        let seats = i64::from(self.program.schema.seats);
        match through {
            Through::Seats => {
                let (next, left) = (self.pos.get(base.next()), self.pos.get(base.last()));
                if left >= 0 {
                    let start = (next + left).rem_euclid(seats);
                    let gone = (i64::from(seat) - start).rem_euclid(seats);
                    self.pos.set(base.last(), seats - gone);
                }
                self.pos.set(base.next(), i64::from(seat));
                i64::from(seat) < seats
            }
            Through::List { wide: false } => {
                let list = StoredList::at(list, false);
                let at = self.pos.items(list).position(|item| item == i64::from(seat));
                if let Some(at) = at {
                    self.pos.set(base.next(), at as i64);
                }
                at.is_some()
            }
            Through::Once | Through::Numbers | Through::List { wide: true } => false,
        }
    }

    /// A stage of turns begins: if a seat's turn is looked for, it is this one.
    pub(super) fn seek_turn(&mut self, stage: u16, base: StageFrame) {
        let Some(seat) = self.tools.seek.filter(|_| !self.state().setting_up()) else { return };
        if self.suits(stage) && self.aim_stage(stage, base, seat) {
            self.tools.seek = None;
            self.tools.found = Some(stage);
        }
    }

    /// Whether turns of a stage lie in, or lead to, the phase that is looked for.
    fn suits(&self, stage: u16) -> bool {
        let Some(title) = &self.tools.seek_in else { return true };
        self.state().in_phase(title)
            || way_to_phase(&self.program.book, StageId(stage), title).is_some()
    }

    /// The innermost running stage of turns that has the seat.
    fn running_turn(&mut self, seat: u8) -> Option<u16> {
        let depth = if self.state().setting_up() { 0 } else { self.pos.depth() };
        for level in (0..depth).rev() {
            let frame = self.state().frame_at(level);
            let FrameKind::Stage(id) = frame.kind else { continue };
            if self.program.stages[id.index()].sets_me
                && self.suits(id.0)
                && self.aim_stage(id.0, StageFrame(frame.base), seat)
            {
                self.unwind(level);
                self.leave_element(id, &frame);
                let aside = self.pos.get(StageFrame(frame.base).aside());
                self.set_me(aside);
                self.mem.dirty = u64::MAX;
                return Some(id.0);
            }
        }
        None
    }

    /// The turn that was begun belongs to a stage whose seats and their order follow from the table
    /// as it is laid now; if the seat is not among them, they stay as they were.
    fn order_anew(&mut self) {
        let Some((stage, seat)) = self.tools.anew.take() else { return };
        let stmt = crate::lower::extra::stage_stmt(&self.program.book, StageId(stage));
        let Some(pc) = stmt.and_then(|stmt| self.program.marks.get(&stmt).copied()) else { return };
        let depth = self.pos.depth();
        let level = (0..depth)
            .rev()
            .find(|l| self.state().frame_at(*l).kind == FrameKind::Stage(StageId(stage)));
        let (Some(level), before, to) = (level, self.pos.clone(), self.pos.pc()) else { return };
        if level + 1 != depth {
            return;
        }
        let word = self.program.stages[usize::from(stage)].word;
        let run = self.program.schema.run(word);
        self.pop();
        self.tools.seek = Some(seat);
        self.pos.set(header::PC, pc);
        let found = self.drive() == Halt::Found && self.tools.found.take() == Some(stage);
        self.tools.seek = None;
        if !found || self.pos.depth() != depth || self.begin_next(stage).is_err() {
            *self.pos = before;
            self.mem.scratch.parts.forget();
        } else if let Some((at, size)) = run {
            // What was laid of the turn's own state stays.
            self.pos.copy_part(&before, at, size);
        }
        self.pos.set(header::PC, to);
        self.evaluator().recall_me();
        self.mem.dirty = u64::MAX;
    }

    /// Begins the next element of a stage; nothing of it runs yet.
    fn begin_next(&mut self, stage: u16) -> Result<(), NoTurn> {
        loop {
            match self.stage_next(stage) {
                Ok(Next::Begun) => return Ok(()),
                Ok(Next::Skip) => {}
                Ok(Next::Over) | Err(_) => return Err(NoTurn::Gone),
            }
        }
    }

    // ---- conditions of simulations ----

    /// An element of a stage ends: watched conditions are read.
    pub(super) fn watch_element(&mut self, stage: u16) {
        let word = self.program.stages[usize::from(stage)].word;
        for at in 0..self.tools.watches.len() {
            let (of, pc, result) = {
                let watch = &self.tools.watches[at];
                (watch.word, watch.pc, watch.result)
            };
            if of != word {
                continue;
            }
            let holds = self.evaluator().pure(pc).is_ok()
                && matches!(result, Loc::Reg(r) if self.mem.reg(r) == 1);
            let watch = &mut self.tools.watches[at];
            watch.read += 1;
            watch.failed |= !holds;
        }
    }
}

impl Machine {
    /// Somebody does something to the game that is no choice.
    fn touch(&mut self) {
        self.tools.untouched = false;
        self.recorder.forget_choices();
    }

    /// Lets the game come to a turn of the seat; gives its stage.
    fn find_turn(&mut self, seat: u8) -> Result<u16, NoTurn> {
        self.tools.gone.clear();
        self.tools.seek = Some(seat);
        if self.site_here().is_none() {
            self.settle();
        }
        let mut bot = BotSource::new(self.mem.chance.seed.low());
        for _ in 0..PATIENCE {
            if let Some(stage) = self.tools.found.take() {
                return Ok(stage);
            }
            if self.stop() != Stop::Asking {
                break;
            }
            self.answer_somehow(&mut bot);
        }
        self.tools.seek = None;
        Err(match self.stop() {
            Stop::Asking => NoTurn::NotWithin(PATIENCE),
            Stop::Over(_) => NoTurn::Ended,
            Stop::Fault(_) => NoTurn::Stopped,
        })
    }

    /// Answers one question: passes in windows, else at random.
    fn answer_somehow(&mut self, bot: &mut BotSource) {
        let Some(asked) = self.asked() else { return };
        let site = asked.site.0;
        let seat = if asked.chance { None } else { asked.seats.first().copied() };
        if self.program.sites[usize::from(site)].who == Who::Race {
            let offers = self.offers(seat);
            if let Some(offer) = offers.iter().position(|o| matches!(o, Offered::Pass(_))) {
                let answered = self.answer(seat, &crate::ask::Answer { offer, args: Vec::new() });
                if answered.is_ok() {
                    return;
                }
            }
        }
        let picked =
            self.evaluator().as_seat(seat, |this| this.pick_answer(site, Policy::Random, bot));
        match picked {
            Ok(Some(entry)) => self.submit(site, seat, entry),
            Ok(None) => self.executor().fault(FaultKind::NobodyCan(asked.site)),
            Err(fault) => self.executor().fault(fault),
        }
    }

    // ---- statements and expressions ----

    /// Goes on with a program that has more code.
    pub(super) fn use_program(&mut self, program: Arc<Program>) {
        self.mem.fit(&program);
        self.program = program;
    }

    /// A referee's statement is done: what runs stands again as it did before.
    pub(super) fn referee_done(&mut self) {
        if let Some(before) = self.tools.before.take() {
            let schema = &self.program.schema;
            self.pos.copy_part(&before, schema.stack, schema.known - schema.stack);
            self.pos.copy_field(&before, header::PC);
            self.pos.copy_field(&before, header::RUNNING);
            self.pos.copy_field(&before, header::ME);
            self.pos.copy_field(&before, header::DEPTH);
            self.evaluator().recall_me();
            self.mem.dirty = u64::MAX;
        }
        if let Some(base) = self.tools.base.take() {
            self.program = base;
        }
    }

    /// Makes an expression ready to be read again and again while this machine runs its program;
    /// `locals`: the names that it may bind.
    ///
    /// # Errors
    /// The fault, if it cannot be read here.
    pub fn reading(&self, expr: &Expr, locals: &[LocalDecl]) -> Result<Reading, Fault> {
        let added = add_expr(&self.program, expr, locals).map_err(|e| broken(&e, expr.span))?;
        Ok(Reading {
            program: Arc::new(added.program),
            entry: added.entry,
            result: added.result,
            ty: expr.ty.clone(),
        })
    }

    /// What was made ready, in the present position. The machine must still run the program it was
    /// made for.
    ///
    /// # Errors
    /// The fault.
    pub fn read_ready(&mut self, reading: &Reading) -> Result<Value, Fault> {
        let me = self.state().whose_turn();
        self.mem.fit(&reading.program);
        let mut on = Evaluator {
            program: &reading.program,
            pos: &mut self.pos,
            mem: &mut self.mem,
            native: None,
        };
        on.run_reading(me, reading.entry, reading.result, &reading.ty)
    }
}

impl Referee for Machine {
    fn kept(&self) -> Self {
        // Tables of long ago would be kept with each of many games.
        let mut recorder = self.recorder.clone();
        recorder.choices = None;
        Self {
            program: Arc::clone(&self.program),
            pos: self.pos.clone(),
            mem: self.mem.at_rest(),
            recorder,
            tools: self.tools.clone(),
            native: self.native.clone(),
            begins: self.begins.clone(),
        }
    }

    fn woken(&self) -> Self {
        let mut woken = self.clone();
        woken.mem.fit(&woken.program);
        woken.evaluator().recall_me();
        woken
    }

    fn script_all_chance(&mut self) {
        let early = self.tools.untouched && !self.tools.scripted;
        self.tools.scripted = true;
        if early {
            self.recorder.events.clear();
            self.restart(self.mem.chance.seed);
        }
    }

    fn prepare(&mut self, record: bool, hold: bool) {
        self.recorder.on |= record;
        self.tools.hold |= hold;
        if self.tools.untouched {
            self.recorder.events.clear();
            self.restart(self.mem.chance.seed);
        }
    }

    fn hold_turns(&mut self) {
        self.tools.hold = true;
    }

    fn held(&self) -> bool {
        self.is_held()
    }

    fn go_on(&mut self) {
        let held = self.is_held();
        self.tools.hold = false;
        if held {
            self.settle();
        }
    }

    fn in_setup(&self) -> bool {
        self.state().setting_up()
    }

    fn stack(&mut self, zone: ZoneId, key: u16, rows: &[RowId]) {
        let came = Stacked::Waiting;
        self.tools.stacks.push(Stack { zone, key, rows: rows.to_vec(), came });
        if self.tools.untouched {
            self.recorder.events.clear();
            self.restart(self.mem.chance.seed);
        }
    }

    fn stacked(&self) -> Vec<Stacked> {
        self.tools.stacks.iter().map(|stack| stack.came).collect()
    }

    fn mark_end(&mut self, word: Option<StageWord>) {
        self.tools.mark = word.map(crate::lower::word_index);
        self.tools.end = None;
    }

    fn at_end(&self) -> Option<Self> {
        let kept = self.tools.end.as_ref()?;
        let mut then = self.clone();
        then.tools.mark = None;
        then.set_position(kept);
        Some(then)
    }

    fn reseed(&mut self, seed: u64) {
        self.mem.chance = ChanceSource { seed: seed.into() };
    }

    fn lots(&self) -> u32 {
        self.pos.lots()
    }

    fn number_lots_from(&mut self, number: u32) {
        self.pos.mix_anew_from(number);
        self.mem.dirty = u64::MAX;
    }

    fn lay(&mut self, zone: ZoneId, key: u16, cards: &[Option<CardId>]) {
        self.touch();
        let Some(z) = self.program.schema.inst(zone, key) else { return };
        let Some(inst) = self.state().inst(i64::from(z)) else { return };
        let mut there = Vec::new();
        self.pos.each_card(&inst, self.program.schema.words, |c| there.push(c));
        for card in there {
            self.executor().leave(card);
            self.executor().set_known(card, 0);
        }
        for (at, card) in cards.iter().enumerate() {
            let Some(card) = card else { continue };
            self.executor().leave(card.0);
            let spot = if inst.shape == ZoneShape::Slots {
                Spot::Place(at as i64 + 1)
            } else {
                Spot::Bottom
            };
            self.executor().enter(card.0, z, spot);
            let seers = self.state().seers(z);
            self.executor().set_known(card.0, seers);
            self.executor().card_starts(card.0);
        }
    }

    fn lay_tiles(&mut self, grid: ZoneId, key: u16, tiles: &[Tile]) -> Result<(), Fault> {
        self.lay(grid, key, &[]);
        let Some(z) = self.program.schema.inst(grid, key) else { return Ok(()) };
        for tile in tiles {
            let spot = SpotAt { grid: 0, x: tile.x, y: tile.y, turn: tile.turn, card: None };
            if !self.state().inside(tile.card.0, spot) {
                let span = self.program.book[grid].span;
                let about = FaultKind::OffGrid;
                return Err(Fault { code: super::faults::code(&about), span, about });
            }
            self.executor().leave(tile.card.0);
            self.executor().enter(tile.card.0, z, Spot::Tile(spot));
            let seers = self.state().seers(z);
            self.executor().set_known(tile.card.0, seers);
            self.executor().card_starts(tile.card.0);
        }
        Ok(())
    }

    fn box_card(&mut self, card: CardId) {
        self.touch();
        self.executor().leave(card.0);
        self.executor().set_known(card.0, 0);
        self.executor().card_starts(card.0);
    }

    fn set(&mut self, counter: CounterId, key: u16, value: &Value) -> Result<(), Fault> {
        self.touch();
        let span = self.program.book[counter].span;
        let fault = |about: FaultKind| Fault { code: super::faults::code(&about), span, about };
        let ty = self.state().counter_type(counter);
        let family = self.program.schema[counter];
        if let Owner::Run(run) = family.owner
            && !self.state().runs(run)
        {
            return Err(fault(FaultKind::NotRunning));
        }
        let scalar =
            self.state().to_scalar(value, &ty).ok_or_else(|| fault(FaultKind::NoneUsed))?;
        self.executor().write_counter(counter.0, SetOp::To, i64::from(key), scalar).map_err(fault)
    }

    fn make_known(&mut self, seat: u8, card: CardId) {
        self.touch();
        let known = self.state().known(card.0) | 1 << seat;
        self.executor().set_known(card.0, known);
    }

    fn begin_turn(&mut self, seat: u8, phase: Option<&str>) -> Result<(), NoTurn> {
        self.touch();
        if seat >= self.program.schema.seats {
            return Err(NoTurn::NoSeat);
        }
        self.executor().unstick();
        if self.state().status() != Status::Running {
            return Err(NoTurn::Over);
        }
        self.tools.hold = false;
        self.tools.seek_in = phase.map(str::to_owned);
        let stage = match self.executor().running_turn(seat) {
            Some(stage) => stage,
            None => self.find_turn(seat)?,
        };
        self.tools.anew = Some((stage, seat));
        self.tools.skip = self.state().way(stage, phase)?;
        self.executor().begin_next(stage)?;
        let body = self.program.stages[usize::from(stage)].next + 1;
        let to = self.tools.next_skip().unwrap_or(body);
        self.pos.set(header::PC, to);
        self.tools.waiting = true;
        Ok(())
    }

    fn turns_gone(&self) -> &[u8] {
        &self.tools.gone
    }

    fn ask_again(&mut self) {
        self.executor().unstick();
        if std::mem::take(&mut self.tools.waiting) {
            self.executor().order_anew();
            self.settle();
            self.tools.skip.clear();
        } else if let Some(site) = self.site_here() {
            self.executor().anew(site);
            self.look_at_question();
        }
    }

    fn run(&mut self, stmt: &Stmt, decls: &[LocalDecl], locals: &mut [Value]) -> Result<(), Fault> {
        self.touch();
        self.executor().unstick();
        let added = add_stmt(&self.program, stmt, decls).map_err(|e| broken(&e, stmt.span))?;
        let base = Arc::clone(&self.program);
        let (entry, locs) = (added.entry, added.locals.clone());
        let frame = added.program.frames.len() as u16 - 1;
        self.use_program(Arc::new(added.program.clone()));
        self.evaluator().load_locals(&added, decls, locals);
        self.tools.before = Some(self.pos.clone());
        self.tools.base = Some(base);
        let me = self.state().turn_of();
        self.executor().set_me(me);
        self.mem.at = entry;
        let back = self.pos.pc();
        if let Err(about) = self.executor().push(frame, back) {
            self.executor().fault(about);
        }
        self.pos.set(header::RUNNING, 0);
        self.pos.set(header::PC, entry);
        self.settle();
        for ((loc, decl), value) in locs.0.iter().zip(decls).zip(locals.iter_mut()) {
            *value = self.evaluator().read(*loc, &decl.ty);
        }
        match self.stop() {
            Stop::Fault(fault) if !matches!(fault.about, FaultKind::NobodyCan(_)) => Err(fault),
            Stop::Asking | Stop::Over(..) | Stop::Fault(..) => Ok(()),
        }
    }

    fn watch(
        &mut self,
        word: StageWord,
        condition: &Expr,
        decls: &[LocalDecl],
        locals: &[Value],
    ) -> bool {
        let Ok(mut added) = add_expr(&self.program, condition, decls) else { return false };
        let program = std::mem::replace(&mut added.program, Program::clone(&self.program));
        self.use_program(Arc::new(program));
        self.evaluator().load_locals(&added, decls, locals);
        let word = crate::lower::word_index(word);
        self.tools.watches.push(Watch {
            word,
            pc: added.entry,
            result: added.result,
            read: 0,
            failed: false,
        });
        true
    }

    fn watched(&self) -> (u64, bool) {
        let watches = &self.tools.watches;
        (watches.iter().map(|w| w.read).sum(), watches.iter().any(|w| w.failed))
    }

    fn eval(
        &mut self,
        expr: &Expr,
        decls: &[LocalDecl],
        locals: &mut [Value],
    ) -> Result<Value, Fault> {
        let me = self.state().whose_turn();
        self.evaluator().value_of_as(me, expr, decls, locals)
    }
}

impl Executor<'_> {
    /// After nobody could choose: the choice is open again.
    fn unstick(&mut self) {
        let Stop::Fault(fault) = self.state().stop_now() else { return };
        if let FaultKind::NobodyCan(site) = fault.about {
            self.pos.set(header::STATUS, Status::Running as u8);
            self.pos.set(header::FAULT, 0);
            (0..header::DETAILS).for_each(|n| self.pos.set(header::DETAIL.nth(n), 0));
            let ask = self.program.sites[site.index()].ask;
            self.pos.set(header::PC, ask);
        }
    }

    /// Counters of a card start anew.
    fn card_starts(&mut self, card: u16) {
        for id in 0..self.program.schema.counters.len() {
            let family = self.program.schema.counters[id];
            if let (Owner::Card(_), Some(at)) = (family.owner, card.checked_sub(family.lo))
                && at < family.n
            {
                self.pos.put_counter(&family, u32::from(at), family.start);
            }
        }
        self.mem.dirty = u64::MAX;
    }
}

/// The fault of what cannot be lowered here.
pub(super) fn broken(error: &SetupError, span: Span) -> Fault {
    let span = match error {
        SetupError::Unsupported(_, at) | SetupError::Circle(at) | SetupError::TooBig(_, at) => *at,
        SetupError::Seats(..) | SetupError::Option(_) => span,
    };
    Fault { code: Code::R0309, span, about: FaultKind::NotRunning }
}
