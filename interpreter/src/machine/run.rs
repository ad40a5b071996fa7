//! The loops: of what evaluates, and of what carries out.

use super::Fallible;
use super::{Evaluator, Executor, Halt, Memory, State, faults};
use crate::ask::FaultKind;
use crate::program::{FAILS, Field, Flow, ListOp, MaskOp, NONE, Op, R, UNSET, budget};
use houserules_lang::ir::{ArithOp, WordId};

/// What the evaluator has met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Met {
    /// An instruction that it does not carry out itself.
    At(u32),
    /// The end of pure code.
    End,
}

impl<'a> State<'a> {
    #[inline]
    fn entry(self, t: u16, i: i64) -> i64 {
        self.program.tables[usize::from(t)].get(i as usize).copied().unwrap_or(NONE)
    }

    fn square(self, e: u16, column: i64, row: i64) -> i64 {
        let rectangle = self.program.book.enums[usize::from(e)].rectangle;
        let (columns, rows) = rectangle.unwrap_or_default();
        let inside =
            (1..=i64::from(columns)).contains(&column) && (1..=i64::from(rows)).contains(&row);
        if inside { (row - 1) * i64::from(columns) + column - 1 } else { NONE }
    }

    pub(super) fn is_flow(op: Op) -> Option<Flow> {
        if let Op::F(flow) = op { Some(flow) } else { None }
    }
}

impl Memory {
    #[inline]
    pub(super) fn reg(&self, r: R) -> i64 {
        self.regs[usize::from(r)]
    }

    #[inline]
    pub(super) fn put(&mut self, r: R, value: i64) {
        self.regs[usize::from(r)] = value;
    }

    /// One more step of a loop, call or question.
    #[inline]
    pub(super) fn tick(&mut self) -> Fallible<()> {
        self.steps += 1;
        if self.steps > budget::STEPS { Err(faults::STEPS) } else { Ok(()) }
    }

    #[inline]
    fn next_of_mask(&mut self, d: R, m: R, w: u8) -> Option<()> {
        for k in 0..u16::from(w) {
            let word = self.reg(m + k) as u64;
            if word != 0 {
                self.put(d, i64::from(u32::from(k) * 64 + word.trailing_zeros()));
                self.put(m + k, (word & (word - 1)) as i64);
                return Some(());
            }
        }
        None
    }
}

impl Evaluator<'_> {
    /// Runs pure code to its end.
    pub(super) fn pure(&mut self, pc: u32) -> Fallible<()> {
        if self.pure_natively(pc) { Ok(()) } else { self.pure_by_loop(pc) }
    }

    /// Runs pure code to its end, in the loop.
    pub(super) fn pure_by_loop(&mut self, pc: u32) -> Fallible<()> {
        let (at, base) = (self.mem.at, self.mem.calls.len());
        // Pure code writes nothing, so nothing can be met in it but its end.
        self.reborrowed().go::<false>(pc, base)?;
        self.mem.at = at;
        Ok(())
    }

    /// A condition: code and register.
    pub(super) fn holds(&mut self, pc: u32, reg: R) -> Fallible<bool> {
        self.pure(pc)?;
        Ok(self.mem.reg(reg) == 1)
    }

    /// Calls a word that goes back there; gives where to go on. If the word is pure, and code that
    /// is not has called it, it may be done already.
    #[inline]
    fn call(&mut self, back: u32, to: u32) -> Fallible<u32> {
        self.mem.tick()?;
        if self.pure_natively(to) {
            return Ok(back);
        }
        self.mem.calls.push(back);
        Ok(to)
    }

    /// Runs on until something is met that writes the position, or pure code ends that was called
    /// when `base` calls were open. `ONE`: a single instruction.
    ///
    /// It takes the evaluator apart, so that registers are one step away.
    pub(super) fn go<const ONE: bool>(self, mut pc: u32, base: usize) -> Fallible<Met> {
        let Evaluator { program, pos, mem, native } = self;
        macro_rules! whole {
            () => {
                Evaluator { program, pos: &mut *pos, mem: &mut *mem, native }
            };
        }
        loop {
            let Some(op) = program.code.get(pc as usize) else { return Ok(Met::At(pc)) };
            mem.at = pc;
            pc += 1;
            match *op {
                Op::Imm { d, k } => mem.put(d, i64::from(k)),
                Op::Wide { d, k } => mem.put(d, program.wide[usize::from(k)]),
                Op::Mov { d, s } => mem.put(d, mem.reg(s)),
                Op::Ld { d, off } => mem.put(d, pos.get(Field::at(off))),
                Op::Jmp { to } => {
                    if to < pc {
                        mem.tick()?;
                    }
                    pc = to;
                }
                Op::BranchIfNot { a, to } => {
                    if mem.reg(a) != 1 {
                        pc = to;
                    }
                }
                Op::BranchIf { a, to } => {
                    if mem.reg(a) == 1 {
                        pc = to;
                    }
                }
                Op::BranchIfNone { a, to } => {
                    if mem.reg(a) == NONE {
                        pc = to;
                    }
                }
                Op::BranchIfSome { a, to } => {
                    if mem.reg(a) != NONE {
                        pc = to;
                    }
                }
                Op::BranchIfOther { a, k, to } => {
                    if mem.reg(a) != i64::from(k) {
                        pc = to;
                    }
                }
                Op::Call { to } => pc = whole!().call(pc, to)?,
                Op::Back => {
                    if mem.calls.len() == base {
                        return Ok(Met::End);
                    }
                    pc = mem.calls.pop().unwrap_or(0);
                }
                Op::Suppose { body, to } => {
                    whole!().suppose(body, pc)?;
                    pc = to;
                }
                Op::TooDeep { word } => return Err(FaultKind::TooDeep(WordId(word))),
                Op::Fail { what } => return Err(failure(what)),
                Op::M(MaskOp::Next { d, m, w, exit }) => {
                    pc = mem.next_of_mask(d, m, w).map_or(exit, |()| pc)
                }
                Op::L(ListOp::Next { d, l, i, exit }) => {
                    let at = mem.reg(i);
                    match mem.lists[usize::from(l)].get(at as usize).copied() {
                        Some(value) => {
                            mem.put(i, at + 1);
                            mem.put(d, value);
                        }
                        None => pc = exit,
                    }
                }
                Op::L(ListOp::Count { d, i, hi, exit }) => {
                    let at = mem.reg(i);
                    if at > mem.reg(hi) || at == NONE {
                        pc = exit;
                    } else {
                        mem.put(i, at.saturating_add(1));
                        mem.put(d, at);
                    }
                }
                Op::M(MaskOp::St { .. })
                | Op::L(ListOp::St { .. })
                | Op::St { .. }
                | Op::E(_)
                | Op::F(_) => return Ok(Met::At(pc - 1)),
                Op::M(op) => mem.mask(State { program, pos }, op),
                Op::L(op) => mem.list(State { program, pos }, op)?,
                Op::Z(op) => mem.zone(State { program, pos }, op)?,
                Op::Travel { t } => whole!().travel(t)?,
                Op::B(op) => whole!().board(op)?,
                other => mem.scalar(State { program, pos }, other)?,
            }
            if ONE {
                return Ok(Met::At(pc));
            }
        }
    }
}

impl Memory {
    #[inline]
    fn scalar(&mut self, state: State<'_>, op: Op) -> Fallible<()> {
        let (d, value) = match op {
            Op::Remembered { d, n } => {
                let key = self.memo(state, n);
                (d, state.pos.times(state.program.schema.size, key))
            }
            Op::Same { d, a, b } => (d, i64::from(self.reg(a) == self.reg(b))),
            Op::SameK { d, a, k } => (d, i64::from(self.reg(a) == i64::from(k))),
            Op::Less { d, a, b } => {
                let (a, b) = (self.reg(a), self.reg(b));
                (d, i64::from(a != NONE && b != NONE && a < b))
            }
            Op::LessEq { d, a, b } => {
                let (a, b) = (self.reg(a), self.reg(b));
                (d, i64::from(a != NONE && b != NONE && a <= b))
            }
            Op::IsNone { d, a } => (d, i64::from(self.reg(a) == NONE)),
            Op::Not { d, a } => (d, i64::from(self.reg(a) != 1)),
            Op::Arith { op, d, a, b } => (d, arith(op, self.reg(a), self.reg(b))?),
            Op::ArithK { op, d, a, k } => (d, arith(op, self.reg(a), i64::from(k))?),
            Op::Neg { d, a } => (d, arith(ArithOp::Sub, 0, self.reg(a))?),
            Op::Tab { d, t, i } => {
                let i = self.reg(i);
                (d, if i == NONE { NONE } else { state.entry(t, i) })
            }
            Op::Neighbour { d, a, n } => {
                let seats = i64::from(state.program.schema.seats);
                let a = self.reg(a);
                (d, if a == NONE { NONE } else { (a + i64::from(n)).rem_euclid(seats) })
            }
            Op::Square { d, e, c, r } => (d, state.square(e, self.reg(c), self.reg(r))),
            Op::InConst { d, a, k } => {
                let a = self.reg(a);
                let has = a != NONE
                    && state.program.masks[usize::from(k) + a as usize / 64] >> (a % 64) & 1 == 1;
                (d, i64::from(has))
            }
            Op::Counter { d, f, i } => {
                let i = self.reg(i);
                (d, if i == NONE { NONE } else { state.counter(f, i)? })
            }
            Op::CounterT { d, f } => (d, state.counter(f, 0)?),
            Op::Shown { d, f, i, p } => {
                let (at, p) = (state.shown_at(f, self.reg(i)), self.reg(p));
                (d, i64::from(p >= 0 && at.is_some_and(|at| state.pos.get(at) >> p & 1 == 1)))
            }
            Op::Open { d, limit } => (d, i64::from(!self.used(state, limit))),
            // The loop itself carries these out.
            Op::Imm { .. }
            | Op::Wide { .. }
            | Op::Mov { .. }
            | Op::Ld { .. }
            | Op::St { .. }
            | Op::Jmp { .. }
            | Op::BranchIfNot { .. }
            | Op::BranchIf { .. }
            | Op::BranchIfNone { .. }
            | Op::BranchIfSome { .. }
            | Op::BranchIfOther { .. }
            | Op::Call { .. }
            | Op::Back
            | Op::Travel { .. }
            | Op::Fail { .. }
            | Op::TooDeep { .. }
            | Op::Suppose { .. }
            | Op::M(_)
            | Op::L(_)
            | Op::Z(_)
            | Op::B(_)
            | Op::E(_)
            | Op::F(_) => return Ok(()),
        };
        self.put(d, value);
        Ok(())
    }
}

impl Executor<'_> {
    /// Runs from a place to a stop, or of pure code to its end.
    pub(super) fn run(&mut self, pc: u32) -> Fallible<Halt> {
        self.run_code::<false>(pc)
    }

    /// The loop itself; one that looks out for pauses, and one that does not.
    pub(super) fn run_code<const TRACED: bool>(&mut self, mut pc: u32) -> Fallible<Halt> {
        let base = self.mem.calls.len();
        let code = &self.program.code[..];
        loop {
            if TRACED && let Some(halt) = self.look_out(pc) {
                return Ok(halt);
            }
            let Some(op) = code.get(pc as usize) else { return Ok(Halt::Over) };
            self.mem.at = pc;
            let mut next = pc + 1;
            if let Op::F(flow) = *op {
                if let Some(halt) = self.flow(flow, &mut next)? {
                    return Ok(halt);
                }
            } else if let Op::E(effect) = *op {
                self.effect(effect, &mut next)?;
            } else if let Op::St { .. } | Op::M(MaskOp::St { .. }) | Op::L(ListOp::St { .. }) = *op
            {
                self.store(*op)?;
            } else {
                match self.evaluator().go::<TRACED>(pc, base)? {
                    Met::At(to) => next = to,
                    Met::End => return Ok(Halt::Back),
                }
            }
            pc = next;
        }
    }
}

impl Executor<'_> {
    /// A value, a mask or a list goes into a frame; other instructions do nothing.
    #[inline]
    pub(super) fn store(&mut self, op: Op) -> Fallible<()> {
        if let Op::St { off, s } = op {
            self.pos.set(Field::at(off), self.mem.reg(s));
        } else if let Op::M(MaskOp::St { off, m, w }) = op {
            self.store_mask(off, m, w);
        } else if let Op::L(ListOp::St { off, l, wide, cap }) = op {
            self.store_list(off, l, wide, cap)?;
        }
        Ok(())
    }
}

/// The fault of an instruction that is one.
fn failure(what: u8) -> FaultKind {
    FAILS.get(usize::from(what)).cloned().unwrap_or(FaultKind::NoneUsed)
}

pub(super) fn arith(op: ArithOp, a: i64, b: i64) -> Fallible<i64> {
    if a == NONE || b == NONE {
        return Err(FaultKind::NoneUsed);
    }
    let result = match op {
        ArithOp::Add => a.checked_add(b),
        ArithOp::Sub => a.checked_sub(b),
        ArithOp::Mul => a.checked_mul(b),
        ArithOp::Div | ArithOp::Mod if b == 0 => return Err(FaultKind::DivisionByZero),
        ArithOp::Div => a.checked_div(b),
        ArithOp::Mod => a.checked_rem(b),
        ArithOp::Min => Some(a.min(b)),
        ArithOp::Max => Some(a.max(b)),
    };
    result.filter(|r| *r != NONE && *r != UNSET).ok_or(FaultKind::Overflow)
}
