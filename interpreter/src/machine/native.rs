//! Where machine code may take the interpreter's place: pure code, and decisions of play-outs.
//!
//! A machine is handed it by [`Machine::assist`], at any stop. It works on the same bytes,
//! registers and lists as the interpreter, in the same places, so either may go on where the other
//! has left off; what it does not know it has the interpreter do, through [`Inside`].

use super::{Evaluator, Executor, Fallible, Look, Machine, Memory};
use crate::ask::{FaultKind, Policy, Tally};
use crate::chance::BotDraw;
use crate::playout::draws_of;
use crate::position::Position;
use crate::program::{NONE, Op, Pc, Program, R, budget, header};
use houserules_lang::ir::SiteId;
use std::sync::{Arc, OnceLock};

/// Machine code of a program.
///
/// It must do what the interpreter does: the same bytes, the same draws in the same order, the same
/// steps counted. Play-outs are not its own where somebody looks on: a game that is recorded,
/// traced, followed or refereed is interpreted.
pub trait Native: std::fmt::Debug + Send + Sync {
    /// Runs the pure code that begins there to its end; false: it has changed nothing that this
    /// code reads, and the interpreter must run it from the beginning.
    fn pure(&self, inside: &mut Inside<'_>, pc: Pc) -> bool;

    /// Makes decisions from the question at which the game stands, and runs the rules after them;
    /// every seat and chance decide step by step.
    fn play(&self, inside: &mut Inside<'_>, draws: &mut dyn BotDraw, plan: &mut Plan) -> Played;
}

/// Code that is made beside running games, and taken up once it is ready.
pub type Pending = Arc<OnceLock<Arc<dyn Native>>>;

/// How far a play-out is to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Decisions made so far.
    pub made: u64,
    /// And at most.
    pub most: u64,
}

/// How machine code has left off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// It does not know the question at which the game stands.
    Unknown,
    /// Somebody is asked, and enough decisions were made.
    Asks,
    /// The rules go on there.
    GoOn(Pc),
    /// The game is over, or stopped by a fault.
    Over,
}

/// What is counted while rules run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Steps since the last stop.
    pub steps: u64,
    /// What was written since conditions were last tested.
    pub dirty: u64,
    /// Turns of the game so far.
    pub turns: u64,
    /// Rounds of the game so far.
    pub rounds: u64,
}

/// What machine code works on, and may ask of the interpreter. No host gets hold of one.
#[derive(Debug)]
pub struct Inside<'m>(Of<'m>);

#[derive(Debug)]
enum Of<'m> {
    /// Pure code: the position is read.
    Evaluator(Evaluator<'m>),
    /// A play-out: the position is written.
    Executor(Executor<'m>),
}

impl Inside<'_> {
    fn evaluate<T>(&mut self, work: impl FnOnce(&mut Evaluator<'_>) -> T) -> T {
        match &mut self.0 {
            Of::Evaluator(evaluator) => work(evaluator),
            Of::Executor(executor) => work(&mut executor.evaluator()),
        }
    }

    #[inline]
    fn memory(&mut self) -> &mut Memory {
        match &mut self.0 {
            Of::Evaluator(evaluator) => evaluator.mem,
            Of::Executor(executor) => executor.mem,
        }
    }

    /// The program that runs.
    #[inline]
    #[must_use]
    pub fn program(&self) -> &Program {
        match &self.0 {
            Of::Evaluator(evaluator) => evaluator.program,
            Of::Executor(executor) => executor.program,
        }
    }

    /// The bytes of the position.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &[u8] {
        match &self.0 {
            Of::Evaluator(evaluator) => evaluator.pos.all(),
            Of::Executor(executor) => executor.pos.all(),
        }
    }

    /// Where the position lies. Outside play-outs it may be written only to be put back.
    #[inline]
    pub fn bytes(&mut self) -> *mut u8 {
        match &mut self.0 {
            Of::Evaluator(evaluator) => evaluator.pos.all_mut().as_mut_ptr(),
            Of::Executor(executor) => executor.pos.all_mut().as_mut_ptr(),
        }
    }

    /// The registers of the machine.
    #[inline]
    pub fn registers(&mut self) -> &mut [i64] {
        &mut self.memory().regs
    }

    /// The value of a register; none of one that there is not.
    pub fn register(&mut self, r: R) -> i64 {
        self.memory().regs.get(usize::from(r)).copied().unwrap_or(NONE)
    }

    /// The members of a list.
    #[inline]
    pub fn list(&mut self, l: u16) -> &[i64] {
        self.memory().lists.get(usize::from(l)).map_or(&[], Vec::as_slice)
    }

    /// A list, to be changed.
    #[inline]
    pub fn list_mut(&mut self, l: u16) -> Option<&mut Vec<i64>> {
        self.memory().lists.get_mut(usize::from(l))
    }

    /// One list becomes what another is.
    pub fn copy_list(&mut self, to: u16, from: u16) {
        let places = [usize::from(to), usize::from(from)];
        if let Ok([to, from]) = self.memory().lists.get_disjoint_mut(places) {
            to.clone_from(from);
        }
    }

    /// What is counted.
    #[inline]
    pub fn counts(&mut self) -> Counts {
        let Memory { steps, dirty, tally, .. } = self.memory();
        Counts { steps: *steps, dirty: *dirty, turns: tally.turns, rounds: tally.rounds }
    }

    /// Sets what is counted.
    pub fn count(&mut self, counts: Counts) {
        let memory = self.memory();
        (memory.steps, memory.dirty) = (counts.steps, counts.dirty);
        (memory.tally.turns, memory.tally.rounds) = (counts.turns, counts.rounds);
    }

    /// Sets how many steps are counted since the last stop.
    #[inline]
    pub fn count_steps(&mut self, steps: u64) {
        self.memory().steps = steps;
    }

    /// Carries out one instruction of pure code that goes on to the next; no: it comes to a fault.
    pub fn value(&mut self, pc: Pc) -> bool {
        self.evaluate(|evaluator| {
            let (at, open) = (evaluator.mem.at, evaluator.mem.calls.len());
            let done = evaluator.reborrowed().go::<true>(pc, open).is_ok();
            evaluator.mem.at = at;
            done
        })
    }

    /// Finds out what lies on a real square, and remembers it at [`Look::place`].
    pub fn look(&mut self, square: i64) {
        self.evaluate(|evaluator| {
            evaluator.look_at(square);
        });
    }

    /// What is remembered of squares: [`Look::KEPT`] of them, which stay where they are; none in
    /// games without grids.
    #[inline]
    pub fn looks(&mut self) -> &[Look] {
        if self.program().grids.is_empty() {
            return &[];
        }
        self.memory().scratch.parts.looks()
    }

    /// Runs pure code in the interpreter; no: the game has stopped with the fault.
    pub fn interpret(&mut self, pc: Pc) -> bool {
        let ran = self.evaluate(|evaluator| evaluator.pure_by_loop(pc));
        self.keep(ran).is_some()
    }

    /// Stops the game with a fault.
    fn keep<T>(&mut self, done: Fallible<T>) -> Option<T> {
        match (done, &mut self.0) {
            (Ok(value), _) => return Some(value),
            (Err(fault), Of::Executor(executor)) => executor.fault(fault),
            (Err(_), Of::Evaluator(_)) => {}
        }
        None
    }

    fn carry_out<T>(&mut self, work: impl FnOnce(&mut Executor<'_>) -> Fallible<T>) -> Option<T> {
        let Of::Executor(executor) = &mut self.0 else { return None };
        let done = work(executor);
        self.keep(done)
    }

    /// Carries out one instruction that writes the table or goes elsewhere; where the rules go on,
    /// or none if the game has stopped with a fault. Not for instructions that come to a stop.
    pub fn step(&mut self, pc: Pc) -> Option<Pc> {
        self.carry_out(|executor| {
            executor.mem.at = pc;
            let mut to = pc + 1;
            match executor.program.code.get(pc as usize).copied() {
                Some(Op::E(effect)) => executor.effect(effect, &mut to)?,
                Some(Op::F(flow)) => drop(executor.flow(flow, &mut to)?),
                Some(op) => executor.store(op)?,
                None => return Err(FaultKind::NotRunning),
            }
            Ok(to)
        })
    }

    /// Takes a card out of the zone in which it lies, which is no grid. It must come to lie
    /// elsewhere at once.
    pub fn take_out(&mut self, card: u16) {
        if let Of::Executor(executor) = &mut self.0 {
            let inst = executor.state().inst(i64::from(executor.state().loc(card)));
            if let Some(inst) = inst {
                executor.pos.take_out(&inst, card);
            }
        }
    }

    /// These seats have lost sight of a card: what they have used up for it is open to them again.
    pub fn forget_limits(&mut self, card: u16, lost: u32) {
        if let Of::Executor(executor) = &mut self.0 {
            executor.forget_limits(card, lost);
        }
    }

    /// The position from which games are played that follow this one, if any do.
    #[must_use]
    pub fn followed_from(&self) -> Option<&[u8]> {
        match &self.0 {
            Of::Evaluator(_) => None,
            Of::Executor(executor) => executor.followed_from(),
        }
    }

    /// Counts a game that is over after so many decisions, and lays the table for the one that
    /// follows it: it stands where a batch is played from, with nothing counted, and the bytes lie
    /// where they lay. Gives the seed of what its players draw; none, with nothing done, if no game
    /// follows.
    pub fn next_game(&mut self, made: u64) -> Option<u64> {
        match &mut self.0 {
            Of::Evaluator(_) => None,
            Of::Executor(executor) => executor.next_game(made),
        }
    }

    /// Evaluates something about the question at which the game stands.
    fn ask<T>(&mut self, work: impl FnOnce(&mut Evaluator<'_>) -> Fallible<T>) -> Option<T> {
        let asked = self.evaluate(|evaluator| {
            evaluator.mem.at = evaluator.pos.pc();
            work(evaluator)
        });
        self.keep(asked)
    }

    /// Draws an entry of a question and fills it; none: the game has stopped with a fault.
    pub fn pick(&mut self, site: u16, mut draws: &mut dyn BotDraw) -> Option<u16> {
        self.ask(|evaluator| {
            let picked = evaluator.pick_answer(site, Policy::Random, &mut draws)?;
            picked.ok_or(FaultKind::NobodyCan(SiteId(site)))
        })
    }

    /// Fills an entry at random, if it can be completed; none: the game has stopped with a fault.
    pub fn attempt(&mut self, site: u16, entry: u16, mut draws: &mut dyn BotDraw) -> Option<bool> {
        self.ask(|evaluator| evaluator.try_entry(site, entry, &mut draws))
    }

    /// Whether an entry can be completed; none: the game has stopped with a fault.
    pub fn could(&mut self, site: u16, entry: u16) -> Option<bool> {
        self.ask(|evaluator| evaluator.available(site, entry))
    }

    /// The game stops: nobody can answer a question.
    pub fn nobody_can(&mut self, site: u16) {
        let _: Option<()> = self.ask(|_| Err(FaultKind::NobodyCan(SiteId(site))));
    }

    /// Carries out the answer of the one who is asked; where the rules go on, or none if the game
    /// has stopped with a fault.
    pub fn commit(&mut self, site: u16, seat: u8, entry: u16) -> Option<Pc> {
        self.carry_out(|executor| {
            executor.mem.at = executor.pos.pc();
            let at = executor.mem.at;
            let to = executor.commit(site, Some(seat), entry)?;
            executor.evaluator().recall_me();
            Ok(to.unwrap_or(at))
        })
    }
}

impl Evaluator<'_> {
    /// Runs pure code natively, if it can be.
    #[inline]
    pub(super) fn pure_natively(&mut self, pc: Pc) -> bool {
        let Some(native) = self.native else { return false };
        native.pure(&mut Inside(Of::Evaluator(self.reborrowed())), pc)
    }
}

impl<'a> Executor<'a> {
    /// Machine code that may run here: nobody looks on.
    pub(super) fn native(&self) -> Option<&'a dyn Native> {
        self.native.filter(|_| self.recorder.is_idle() && self.tools.is_idle())
    }

    /// Plays on natively, if nobody looks on.
    pub(super) fn play_natively(self, draws: &mut impl BotDraw, plan: &mut Plan) -> Played {
        let Some(native) = self.native() else { return Played::Unknown };
        let before = plan.made;
        if !self.program.memos.is_empty() {
            // Machine code goes by where the bytes lie.
            self.pos.make_room(self.program.schema.size, budget::MEMOS);
        }
        let untouched = self.tools.untouched;
        self.tools.untouched = false;
        let mut inside = Inside(Of::Executor(self));
        let played = native.play(&mut inside, draws, plan);
        if let (Of::Executor(executor), true) = (inside.0, plan.made == before) {
            executor.tools.untouched = untouched;
        }
        played
    }
}

/// How games of the program begin, so that it need not be found out each time.
#[derive(Debug, Clone)]
pub(super) struct Beginning {
    /// The table before anything has happened.
    laid: Position,
    /// The game at its first question, if no chance was drawn on the way there: every game stands
    /// there then.
    first: Option<First>,
}

#[derive(Debug, Clone)]
struct First {
    pos: Position,
    dirty: u64,
    tally: Tally,
}

impl Machine {
    /// From now on machine code does what it can. What it was not made of, as what a referee adds,
    /// it leaves to the interpreter.
    pub fn assist(&mut self, native: Arc<dyn Native>) {
        self.native = Some(native);
        self.begins = None;
    }

    /// Begins another game; everything has its start.
    pub(super) fn begin_anew(&mut self) {
        if self.executor().native().is_none() {
            return self.run_from_the_start();
        }
        let Some(begins) = &self.begins else {
            self.begins = Some(Box::new(Beginning { laid: self.beginning(), first: None }));
            self.run_from_the_start();
            return self.keep_first();
        };
        self.tools.untouched = true;
        if let Some(first) = &begins.first {
            self.pos.copy_from(&first.pos);
            (self.mem.dirty, self.mem.tally, self.mem.steps) = (first.dirty, first.tally, 0);
            self.evaluator().recall_me();
        } else {
            self.pos.copy_from(&begins.laid);
            self.evaluator().recall_me();
            self.settle_natively();
        }
    }

    /// Runs from the start to the first question.
    fn settle_natively(&mut self) {
        self.mem.steps = 0;
        let mut nothing = Plan { made: 0, most: 0 };
        match self.executor().play_natively(&mut draws_of(0), &mut nothing) {
            Played::Unknown => self.settle(),
            Played::Asks => self.look_at_question(),
            Played::Over => {}
            Played::GoOn(pc) => {
                let halt = self.executor().go_on(pc);
                self.settle_at(halt);
            }
        }
    }

    /// Keeps the game as it stands at its first question.
    fn keep_first(&mut self) {
        let drawn = [header::CHANCE, header::LOTS].into_iter().any(|n| self.pos.get(n) > 0)
            || self.pos.get(header::UNSEEN) > 0;
        let first = (!drawn && self.site_here().is_some()).then(|| {
            let Memory { dirty, tally, .. } = &self.mem;
            First { pos: self.pos.clone(), dirty: *dirty, tally: *tally }
        });
        if let Some(begins) = &mut self.begins {
            begins.first = first;
        }
    }
}
