//! Running rule by rule: a traced machine pauses before each statement and behind each event.
//!
//! Only a machine that was told to trace runs the loop that looks out for it; the other loop knows
//! nothing of this. A paused machine holds what runs in its registers, not only in its position: it
//! goes on by itself, and nowhere else.

use super::{Executor, Halt, Machine, State};
use crate::ask::{FaultKind, Running, Stop};
use crate::chance::{Event, Seed, count_apart};
use crate::lower::{bound_after, params_of};
use crate::position::Position;
use crate::program::{Field, FrameKind, NONE, Program, Statement, header};
use houserules_lang::ir::walk::body_of;
use houserules_lang::ir::{
    BodyRef, Expr, LocalDecl, LocalId, Rulebook, Stage, StageName, Stmt, StmtKind, Type, Value,
};
use houserules_lang::source::Span;
use std::sync::Arc;

/// Why a traced machine has paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// Before a statement.
    Statement,
    /// Something has happened: the newest events.
    Event,
}

/// What a traced machine remembers.
#[derive(Debug, Clone, Default)]
pub(super) struct Tracing {
    paused: Option<Pause>,
    /// Events that were there when it last paused.
    events: usize,
    /// The statement at which it goes on.
    passed: Option<u32>,
}

/// A name of a running body, with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// Whose it is.
    pub body: BodyRef,
    /// As it stands in the rules.
    pub name: String,
    /// Its type, as the checker found it.
    pub ty: Type,
    /// What it holds now.
    pub value: Value,
}

impl<'a> State<'a> {
    /// The innermost statement to which an instruction belongs.
    fn statement_at(self, pc: u32) -> Option<Statement> {
        let all = &self.program.statements;
        let behind = all.partition_point(|s| s.from <= pc);
        all[..behind].iter().rev().find(|s| s.to > pc).copied()
    }

    /// The innermost stretch of code that only some are told of in which an instruction of the
    /// innermost body lies, or from which that body was called.
    pub(super) fn told_aside(self, here: u32) -> Option<usize> {
        if self.program.asides.is_empty() {
            return None;
        }
        let aside = |pc: u32| {
            let all = self.program.asides.iter().enumerate();
            let around = all.filter(|(_, (from, to))| (*from..*to).contains(&pc));
            around.max_by_key(|(_, (from, _))| *from).map(|(at, _)| at)
        };
        let body = |level: &u16| matches!(self.frame_at(*level).kind, FrameKind::Body(_));
        let callers = (1..self.pos.depth()).rev().filter(body);
        let mut callers = callers.map(|at| self.return_of(at).saturating_sub(1));
        aside(here).or_else(|| callers.find_map(aside))
    }

    /// Where it is kept who is told of a stretch of code, a bit for each seat; none: it is not.
    fn told_at(self, stretch: usize) -> Option<Field<u32>> {
        let apart = self.program.schema.apart?;
        let stretch = u32::try_from(stretch).ok().filter(|at| *at < apart.stretches)?;
        Some(Field::at(apart.told + 4 * stretch))
    }

    /// The same for an instruction of the innermost body.
    pub(super) fn chain_at(self, here: u32) -> Vec<Running> {
        let mut chain = Vec::new();
        let depth = self.pos.depth();
        for level in 0..depth {
            let FrameKind::Body(body) = self.frame_at(level).kind else { continue };
            let inner =
                (level + 1..depth).find(|l| matches!(self.frame_at(*l).kind, FrameKind::Body(_)));
            let pc = match inner {
                Some(inner) => self.return_of(inner).saturating_sub(1),
                None => here,
            };
            let at = self.statement_at(pc).map_or_else(|| self.span_at(pc), |s| s.span);
            chain.push(Running { body, at });
        }
        chain
    }
}

impl Executor<'_> {
    /// A stretch of code begins that only these seats are told of, among those who are told of what
    /// is around it.
    pub(super) fn tells_apart(&mut self, seats: u32) {
        let here = self.mem.at;
        let state = self.state();
        let begins =
            |at: &usize| state.program.asides.get(*at).map(|(from, _)| *from) == Some(here);
        let Some(stretch) = state.told_aside(here).filter(begins) else { return };
        let around = here.checked_sub(1).and_then(|before| state.told_aside(before));
        let around = around.and_then(|at| state.told_at(at)).map(|at| self.pos.get(at));
        if let Some(at) = self.state().told_at(stretch) {
            self.pos.set(at, seats & around.unwrap_or(u32::MAX));
        }
    }

    /// The next event of chance if only some are told of it; none: all are.
    pub(super) fn event_apart(&mut self) -> Option<Event> {
        let stretch = self.state().told_aside(self.mem.at)?;
        let lots = self.pos.lots();
        let Some(apart) = self.program.schema.apart else {
            let number = self.pos.get(header::UNSEEN);
            self.pos.set(header::UNSEEN, number.wrapping_add(1));
            return Some(Event::apart(number, lots, 0));
        };
        let told = self.state().told_at(stretch).map_or(0, |at| self.pos.get(at));
        let at = count_apart(told, self.program.schema.seats);
        let count = Field::<u16>::at(apart.counts + 2 * u32::from(at));
        let number = self.pos.get(count);
        self.pos.set(count, number.wrapping_add(1));
        Some(Event::apart(number, lots, told))
    }

    /// Runs traced code.
    pub(super) fn run_watchfully(&mut self, pc: u32) -> Result<Halt, FaultKind> {
        self.run_code::<true>(pc)
    }

    /// Whether to pause before an instruction.
    pub(super) fn look_out(&mut self, pc: u32) -> Option<Halt> {
        let events = self.recorder.events.len();
        let begins = self.program.statements.binary_search_by_key(&pc, |s| s.from).is_ok();
        let tracing = self.recorder.trace.as_mut()?;
        let passed = tracing.passed.take() == Some(pc);
        let pause = if events > std::mem::replace(&mut tracing.events, events) {
            Pause::Event
        } else if begins && !passed {
            Pause::Statement
        } else {
            return None;
        };
        tracing.paused = Some(pause);
        self.pos.set(header::PC, pc);
        Some(Halt::Paused)
    }

    /// The events were taken.
    pub(super) fn events_taken(&mut self) {
        if let Some(tracing) = &mut self.recorder.trace {
            tracing.events = 0;
        }
    }
}

impl Machine {
    /// From now on the machine pauses before each statement and behind each event, or runs through
    /// to the next stop. A paused machine that is told not to trace any more runs on only with
    /// [`Machine::go_on`].
    pub fn trace(&mut self, on: bool) {
        let seen = Tracing { events: self.recorder.events.len(), ..Tracing::default() };
        self.recorder.trace = on.then_some(seen);
    }

    /// Sets a game up as [`Machine::start`] does, traced from the first statement on.
    #[must_use]
    pub fn start_traced(program: Arc<Program>, seed: Seed) -> Self {
        let pos = Position::new(program.schema.size);
        let mut machine = Self::resume(program, pos, seed, true);
        machine.trace(true);
        machine.run_from_the_start();
        machine
    }

    /// What has happened since it was last taken.
    #[must_use]
    pub fn events(&self) -> &[crate::ask::Event] {
        &self.recorder.events
    }

    /// Whether, and why, it has paused.
    #[must_use]
    pub fn paused(&self) -> Option<Pause> {
        self.recorder.trace.as_ref().and_then(|t| t.paused)
    }

    /// The choice at which the game stands, unless it has paused.
    pub(super) fn site_here(&self) -> Option<u16> {
        if self.paused().is_some() { None } else { self.state().standing_site() }
    }

    /// Runs on from a pause, to the next one or to a stop.
    pub fn go_on(&mut self) -> Stop {
        let at = self.pos.pc();
        if let Some(tracing) = &mut self.recorder.trace
            && let Some(pause) = tracing.paused.take()
        {
            tracing.passed = (pause == Pause::Statement).then_some(at);
            self.settle();
        }
        self.state().stop_now()
    }

    /// The bodies that run, outermost first.
    #[must_use]
    pub fn chain(&self) -> Vec<Running> {
        self.state().chain_at(self.pos.pc())
    }

    /// The names that running bodies have at the place where they stand, outermost first, with
    /// their values.
    #[must_use]
    pub fn held(&self) -> Vec<Held> {
        let mut held = Vec::new();
        let mut copy = (self.pos.clone(), self.mem.clone());
        let reader = self.reader(&mut copy);
        let book = &self.program.book;
        for Running { body, at } in self.chain() {
            let (Some(code), Some(locs)) = (body_of(book, body), self.program.locals.get(&body))
            else {
                continue;
            };
            for local in in_sight(book, body, at) {
                let (decl, loc) = (&code[local], locs[local]);
                let known =
                    loc != crate::program::Loc::No && !decl.per_seat && !decl.name.starts_with('#');
                if known && !matches!(decl.ty.bare(), Type::Zone(_) | Type::Text) {
                    let (name, ty) = (decl.name.clone(), decl.ty.clone());
                    held.push(Held { body, name, value: reader.read(loc, &ty), ty });
                }
            }
        }
        held
    }

    /// The seat that acts, else the one whose turn it is.
    #[must_use]
    pub fn acting(&self) -> Option<u8> {
        let me = if self.pos.me() == u8::MAX { self.state().turn_of() } else { self.pos.me() };
        (me != u8::MAX).then_some(me)
    }

    /// The value of an expression where the machine stands, also where it has paused. `me`: who
    /// acts in it.
    ///
    /// # Errors
    /// The fault.
    pub fn value_for(
        &mut self,
        me: Option<u8>,
        expr: &Expr,
        decls: &[LocalDecl],
        locals: &[Value],
    ) -> Result<Value, crate::ask::Fault> {
        let (steps, at) = (self.mem.steps, self.mem.at);
        let value = self.evaluator().value_of_as(me.map_or(NONE, i64::from), expr, decls, locals);
        (self.mem.steps, self.mem.at) = (steps, at);
        value
    }
}

/// The locals of a body that have a meaning at a statement.
fn in_sight(book: &Rulebook, body: BodyRef, at: Span) -> Vec<LocalId> {
    let mut seen: Vec<LocalId> = (0..params_of(book, body) as u16).map(LocalId).collect();
    for block in houserules_lang::ir::walk::blocks(book, body) {
        if find(block, at, &mut seen) {
            break;
        }
    }
    seen
}

fn find(block: &[Stmt], at: Span, seen: &mut Vec<LocalId>) -> bool {
    let mark = seen.len();
    for stmt in block {
        if stmt.span == at {
            return true;
        }
        let binder = match &stmt.kind {
            StmtKind::ForEach(local, ..) | StmtKind::IfThere(local, ..) => Some(*local),
            StmtKind::Stage(stage) => match &**stage {
                Stage { over: Some((StageName::Local(local), _)), .. } => Some(*local),
                _ => None,
            },
            _ => None,
        };
        let inner = seen.len();
        seen.extend(binder);
        for block in houserules_lang::ir::walk::blocks_of(stmt) {
            if find(block, at, seen) {
                return true;
            }
        }
        seen.truncate(inner);
        seen.extend(bound_after(stmt));
    }
    seen.truncate(mark);
    false
}
