//! Running a program: a [`Machine`] is a game that goes from stop to stop.
//!
//! It owns what a game consists of and runs nothing itself. What runs borrows the program and the
//! parts it needs: [`State`] reads a position, [`Evaluator`] computes and searches in [`memory`],
//! [`Executor`] writes the position. [`native`] is where machine code takes their place.
//!
//! [`run`] has the loops, [`values`], [`board`] and [`effects`] what instructions do, [`flow`]
//! calls, stages and endings, [`choice`] what happens at a choice, [`search`] finds what can be
//! chosen, [`engine`], [`referee`] and [`hold`] are the sides hosts see, [`playout`] plays by
//! itself ([`by_steps`] and [`by_options`] are its policies), [`follow`] reads expressions along
//! the way, [`trace`] runs rule by rule. What is no part of the game stands apart: [`recorder`]
//! what is told of it, [`tools`] what a referee does to it, [`scratch`] memory for searches.

mod batch;
mod board;
mod by_options;
mod by_steps;
mod cards;
mod choice;
mod convert;
mod copies;
mod doomed;
mod draw;
mod effects;
mod engine;
mod faults;
mod flow;
pub mod follow;
mod handover;
mod hidden;
mod hold;
mod limits;
mod looks;
mod lots;
mod memory;
mod memos;
pub mod native;
mod offers;
mod permute;
mod playout;
mod recorder;
mod referee;
mod report;
mod run;
mod scratch;
mod search;
mod sets;
mod supposed;
mod tools;
pub mod trace;
pub(crate) mod traits;
mod travel;
mod vain;
mod values;
mod weight;

pub use batch::{Batch, Outcomes};
pub use faults::CODES;
pub use looks::Look;
pub use memory::Memory;
pub use native::Native;
pub use permute::{Fitting, OnCard};
pub use recorder::Before;
pub use referee::Reading;

use crate::ask::{FaultKind, Stop, Tally};
use crate::chance::{ChanceSource, Seed};
use crate::position::Position;
use crate::program::{NONE, Pc, Program, Status, header};
use recorder::Recorder;
use std::sync::Arc;
use tools::RefereeTools;

/// What may come to a fault of the rules.
type Fallible<T> = Result<T, FaultKind>;

/// Why the loop came back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Halt {
    /// Somebody is asked.
    Ask,
    /// The game is over, or stopped by a fault.
    Over,
    /// Pure code is done.
    Back,
    /// What a referee ran is done.
    Referee,
    /// The stage of turns that was looked for has begun.
    Found,
    /// A traced machine has paused.
    Paused,
}

/// A running game: its program, the position and the memory that the program works on, and what
/// looks on.
#[derive(Debug, Clone)]
pub struct Machine {
    program: Arc<Program>,
    pos: Position,
    mem: Memory,
    recorder: Recorder,
    tools: RefereeTools,
    native: Option<Arc<dyn Native>>,
    /// How games begin, where machine code plays them.
    begins: Option<Box<native::Beginning>>,
}

/// A position of a program, to be read.
#[derive(Debug, Clone, Copy)]
struct State<'a> {
    program: &'a Program,
    pos: &'a Position,
}

/// Evaluates: conditions, values, domains, whether forms can be filled, and draws of how. It writes
/// nothing but memory, so it may run anywhere between two instructions of the game.
#[derive(Debug)]
struct Evaluator<'a> {
    program: &'a Program,
    /// Written only to be taken back: see [`supposed`].
    pos: &'a mut Position,
    mem: &'a mut Memory,
    native: Option<&'a dyn Native>,
}

/// Carries out: what writes the position, from a place of the program to the next stop. Recorder
/// and tools are asked in passing; a game that is neither told of nor refereed is program, position
/// and memory alone.
#[derive(Debug)]
struct Executor<'a> {
    program: &'a Program,
    pos: &'a mut Position,
    mem: &'a mut Memory,
    recorder: &'a mut Recorder,
    tools: &'a mut RefereeTools,
    native: Option<&'a dyn Native>,
}

impl Evaluator<'_> {
    #[inline]
    fn state(&self) -> State<'_> {
        State { program: self.program, pos: self.pos }
    }

    /// The same for what takes one over.
    #[inline]
    fn reborrowed(&mut self) -> Evaluator<'_> {
        Evaluator {
            program: self.program,
            pos: &mut *self.pos,
            mem: &mut *self.mem,
            native: self.native,
        }
    }
}

impl Executor<'_> {
    #[inline]
    fn state(&self) -> State<'_> {
        State { program: self.program, pos: self.pos }
    }

    #[inline]
    fn evaluator(&mut self) -> Evaluator<'_> {
        Evaluator { program: self.program, pos: self.pos, mem: self.mem, native: self.native }
    }
}

impl Machine {
    fn state(&self) -> State<'_> {
        State { program: &self.program, pos: &self.pos }
    }

    fn evaluator(&mut self) -> Evaluator<'_> {
        Evaluator {
            program: &self.program,
            pos: &mut self.pos,
            mem: &mut self.mem,
            native: self.native.as_deref(),
        }
    }

    fn executor(&mut self) -> Executor<'_> {
        Executor {
            program: &self.program,
            pos: &mut self.pos,
            mem: &mut self.mem,
            recorder: &mut self.recorder,
            tools: &mut self.tools,
            native: self.native.as_deref(),
        }
    }
}

impl<'a> State<'a> {
    fn status(self) -> Status {
        match self.pos.get(header::STATUS) {
            1 => Status::Won,
            2 => Status::Lost,
            3 => Status::Fault,
            4 => Status::Drawn,
            _ => Status::Running,
        }
    }

    /// Whether nothing has happened yet.
    fn is_at_the_beginning(self) -> bool {
        let stands = (self.pos.pc(), self.pos.depth()) == (self.program.entry, 0);
        stands && self.status() == Status::Running
    }

    fn stop_now(self) -> Stop {
        use crate::ask::Outcome;
        match self.status() {
            Status::Running => Stop::Asking,
            Status::Won => {
                let won = self.pos.get(header::WON);
                Stop::Over(Outcome::Won(
                    (0..self.program.schema.seats).filter(|s| won >> s & 1 == 1).collect(),
                ))
            }
            Status::Lost => Stop::Over(Outcome::Lost),
            Status::Drawn => Stop::Over(Outcome::Drawn),
            Status::Fault => Stop::Fault(self.faulted()),
        }
    }
}

impl Evaluator<'_> {
    /// The acting seat in its register.
    fn recall_me(&mut self) {
        let me = self.pos.me();
        self.mem.regs[0] = if me == u8::MAX { NONE } else { i64::from(me) };
    }
}

impl Executor<'_> {
    /// Everything where it starts: decks full, counters at their starts.
    fn lay_out(&mut self) {
        self.pos.set(header::ME, u8::MAX);
        self.evaluator().recall_me();
        let program = self.program;
        for card in 0..program.schema.cards {
            self.pos.set(program.schema.zone_of(card), crate::program::NOWHERE);
        }
        // A deck's first card lies on top.
        for (card, info) in program.book.cards.iter().enumerate().rev() {
            if let Some(z) = program.schema.inst(info.home, 0) {
                self.enter(card as u16, z, crate::position::Spot::Usual);
                self.set_known(card as u16, self.state().seers(z));
            }
        }
        for family in &program.schema.counters {
            if matches!(family.owner, houserules_lang::ir::Owner::Run(_)) {
                continue;
            }
            for key in 0..family.n {
                self.pos.put_counter(family, u32::from(key), family.start);
            }
        }
    }

    /// Runs from where the position stands to the next stop.
    fn drive(&mut self) -> Halt {
        self.mem.steps = 0;
        let pc = self.pos.pc();
        self.go_on(pc)
    }

    /// Runs from a place to the next stop.
    fn go_on(&mut self, pc: Pc) -> Halt {
        let ran =
            if self.recorder.trace.is_some() { self.run_watchfully(pc) } else { self.run(pc) };
        match ran {
            Ok(halt) => halt,
            Err(kind) => {
                self.fault(kind);
                Halt::Over
            }
        }
    }

    /// Stops the game with a fault.
    fn fault(&mut self, kind: FaultKind) {
        self.pos.set(header::PC, self.mem.at);
        self.pos.set(header::STATUS, Status::Fault as u8);
        faults::keep(self.pos, &kind);
        self.mem.calls.clear();
        self.evaluator().recall_me();
        if self.recorder.on {
            self.stopped();
        }
    }

    fn set_me(&mut self, me: u8) {
        self.pos.set(header::ME, me);
        self.evaluator().recall_me();
    }
}

impl Machine {
    /// Sets the game up and runs to the first stop.
    #[must_use]
    pub fn start(program: Arc<Program>, seed: impl Into<Seed>, record: bool) -> Self {
        Self::begin(program, seed.into(), record, false)
    }

    /// As [`Machine::start`], but chance waits to be answered from the first event on.
    #[must_use]
    pub fn start_scripted(program: Arc<Program>, seed: impl Into<Seed>, record: bool) -> Self {
        Self::begin(program, seed.into(), record, true)
    }

    fn begin(program: Arc<Program>, seed: Seed, record: bool, scripted: bool) -> Self {
        let pos = Position::new(program.schema.size);
        let mut machine = Self::resume(program, pos, seed, record);
        machine.tools.scripted = scripted;
        machine.run_from_the_start();
        machine
    }

    /// Begins another game of the same program with another seed, without allocating once warm.
    pub fn restart(&mut self, seed: impl Into<Seed>) {
        self.mem.chance = ChanceSource { seed: seed.into() };
        self.mem.scratch.parts.forget();
        self.recorder.begin_anew();
        self.mem.dirty = u64::MAX;
        self.mem.tally = Tally::default();
        self.begin_anew();
    }

    fn run_from_the_start(&mut self) {
        self.pos.clear(self.program.schema.size);
        self.evaluator().recall_me();
        self.tools.untouched = true;
        self.tools.restack();
        self.executor().lay_out();
        self.pos.set(header::PC, self.program.entry);
        self.settle();
    }

    /// Goes on from a position of this program. It must be one that [`Machine::position`] gave for
    /// the same program.
    #[must_use]
    pub fn resume(
        program: Arc<Program>,
        position: Position,
        seed: impl Into<Seed>,
        record: bool,
    ) -> Self {
        let mut machine = Self {
            pos: position,
            mem: Memory::new(&program, seed.into()),
            program,
            recorder: Recorder::new(record),
            tools: RefereeTools::default(),
            native: None,
            begins: None,
        };
        machine.evaluator().recall_me();
        machine
    }

    /// The position: everything needed to go on, together with the program and the seed.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.pos
    }

    /// How many moves have begun and are not over yet.
    #[must_use]
    pub fn moves_running(&self) -> u8 {
        self.pos.get(header::RUNNING)
    }

    /// The program it runs.
    #[must_use]
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The game's seed.
    #[must_use]
    pub fn seed(&self) -> Seed {
        self.mem.chance.seed
    }

    /// Goes to another position of the same program, without allocating.
    pub fn set_position(&mut self, position: &Position) {
        self.pos.copy_from(position);
        self.recorder.forget_choices();
        self.mem.scratch.parts.forget();
        self.mem.dirty = u64::MAX;
        self.evaluator().recall_me();
    }
}
