//! Numbers, comparisons, printed fields and counters.

use super::{Emit, Ranged};
use crate::range::{self, Range};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::program::{NONE, Op, Pc, R, UNSET};
use houserules_lang::ir::ArithOp;

impl Emit<'_, '_> {
    /// Any instruction that is not of a family of its own.
    pub fn scalar(&mut self, pc: Pc, op: Op) -> Option<()> {
        let program = self.program;
        match op {
            Op::Imm { d, k } => {
                let value = self.k(i64::from(k));
                self.set(d, value);
            }
            Op::Wide { d, k } => {
                let value = self.k(program.wide[usize::from(k)]);
                self.set(d, value);
            }
            Op::Mov { d, s } => {
                let value = self.get(s);
                self.set(d, value);
            }
            Op::Ld { d, off } => {
                let value = self.load(types::I64, off)?;
                self.set(d, value);
            }
            Op::Arith { op, d, a, b } => {
                let (a, b) = (self.ranged(a), self.ranged(b));
                let value = self.arith(op, a, b);
                self.set(d, value);
            }
            Op::ArithK { op, d, a, k } => {
                let (a, k) = (self.ranged(a), i64::from(k));
                let k = Ranged { value: self.k(k), known: Range::one(k) };
                let value = self.arith(op, a, k);
                self.set(d, value);
            }
            Op::Neg { d, a } => {
                let zero = Ranged { value: self.k(0), known: Range::one(0) };
                let a = self.ranged(a);
                let value = self.arith(ArithOp::Sub, zero, a);
                self.set(d, value);
            }
            Op::Tab { d, t, i } => {
                let table = &program.tables[usize::from(t)];
                let Ranged { value: i, known } = self.ranged(i);
                let fixed = known.constant().and_then(|at| range::entry(table, at));
                let value = if let Some(fixed) = fixed {
                    self.k(fixed)
                } else if known.within(0, table.len() as i64 - 1) {
                    self.entry_of(table, i)
                } else {
                    match self.table(table, i) {
                        Some((value, inside)) => self.or_else(inside, value, NONE),
                        None => self.k(NONE),
                    }
                };
                self.set(d, value);
            }
            Op::Counter { d, f, i } => {
                let value = self.counter(f, Some(i))?;
                self.set(d, value);
            }
            Op::CounterT { d, f } => {
                let value = self.counter(f, None)?;
                self.set(d, value);
            }
            Op::Open { d, limit } => match self.is_used(limit) {
                Some(used) => {
                    let open = self.b.ins().icmp_imm(IntCC::Equal, used, 0);
                    self.set_whether(d, open);
                }
                None => self.interpret(pc, op),
            },
            Op::Shown { .. } | Op::Travel { .. } | Op::Remembered { .. } => self.interpret(pc, op),
            Op::Same { .. }
            | Op::SameK { .. }
            | Op::Less { .. }
            | Op::LessEq { .. }
            | Op::IsNone { .. }
            | Op::Not { .. }
            | Op::InConst { .. } => return self.whether(op),
            Op::Neighbour { .. } | Op::Square { .. } => return self.place(op),
            Op::St { .. }
            | Op::Jmp { .. }
            | Op::BranchIfNot { .. }
            | Op::BranchIf { .. }
            | Op::BranchIfNone { .. }
            | Op::BranchIfSome { .. }
            | Op::BranchIfOther { .. }
            | Op::Call { .. }
            | Op::Back
            | Op::Fail { .. }
            | Op::TooDeep { .. }
            | Op::Suppose { .. }
            | Op::M(_)
            | Op::L(_)
            | Op::Z(_)
            | Op::B(_)
            | Op::E(_)
            | Op::F(_) => return None,
        }
        Some(())
    }

    /// Yes or no.
    fn whether(&mut self, op: Op) -> Option<()> {
        let (d, condition) = match op {
            Op::Same { d, a, b } => {
                let (a, b) = (self.get(a), self.get(b));
                (d, self.b.ins().icmp(IntCC::Equal, a, b))
            }
            Op::SameK { d, a, k } => {
                let a = self.get(a);
                (d, self.is(IntCC::Equal, a, i64::from(k)))
            }
            Op::Less { d, a, b } => (d, self.ordered(IntCC::SignedLessThan, a, b)),
            Op::LessEq { d, a, b } => (d, self.ordered(IntCC::SignedLessThanOrEqual, a, b)),
            Op::IsNone { d, a } => {
                let a = self.get(a);
                (d, self.is_none(a))
            }
            Op::Not { d, a } => {
                let a = self.get(a);
                (d, self.is(IntCC::NotEqual, a, 1))
            }
            Op::InConst { d, a, k } => {
                let masks = &self.program.masks[usize::from(k)..];
                let a = self.get(a);
                let at = self.b.ins().sshr_imm(a, 6);
                let inside = self.below(at, i64::try_from(masks.len()).ok().filter(|n| *n > 0)?);
                let at = self.or_else(inside, at, 0);
                let at = self.b.ins().ishl_imm(at, 3);
                let base = self.k(masks.as_ptr() as usize as i64);
                let address = self.b.ins().iadd(base, at);
                let word = self.b.ins().load(types::I64, super::plain(), address, 0);
                // The interpreter ends where a number lies beyond the masks.
                let none = self.is_none(a);
                let outside = self.b.ins().bor(inside, none);
                let outside = self.is_zero(outside);
                self.bail_if(outside);
                let bit = self.b.ins().ushr(word, a);
                let bit = self.b.ins().band_imm(bit, 1);
                let value = self.or_else(inside, bit, 0);
                self.set(d, value);
                return Some(());
            }
            _ => return None,
        };
        self.set_whether(d, condition);
        Some(())
    }

    fn is_zero(&mut self, condition: Value) -> Value {
        self.b.ins().icmp_imm(IntCC::Equal, condition, 0)
    }

    /// Less, or as much; no if a side is none.
    fn ordered(&mut self, how: IntCC, a: u16, b: u16) -> Value {
        let sides = [self.ranged(a), self.ranged(b)];
        let mut holds = self.b.ins().icmp(how, sides[0].value, sides[1].value);
        // None is the least number there is.
        for side in sides.into_iter().filter(|side| side.known.none) {
            let some = self.is(IntCC::NotEqual, side.value, NONE);
            holds = self.b.ins().band(holds, some);
        }
        holds
    }

    /// A register, and what is known of it.
    pub fn ranged(&mut self, r: R) -> Ranged {
        Ranged { value: self.get(r), known: self.ranges.get(r) }
    }

    /// An entry of a constant table in which there is one.
    fn entry_of(&mut self, table: &[i64], at: Value) -> Value {
        let at = self.b.ins().ishl_imm(at, 3);
        let base = self.k(table.as_ptr() as usize as i64);
        let address = self.b.ins().iadd(base, at);
        self.b.ins().load(types::I64, super::fixed(), address, 0)
    }

    /// Seats and squares.
    fn place(&mut self, op: Op) -> Option<()> {
        match op {
            Op::Neighbour { d, a, n } => {
                let seats = i64::from(self.program.schema.seats);
                let n = i64::from(n).checked_rem_euclid(seats)?;
                let Ranged { value: a, known } = self.ranged(a);
                let is_seat = known.within(0, seats - 1);
                let seat = self.below(a, seats);
                if !is_seat {
                    // Any other number is none of a seat: the interpreter knows what comes of it.
                    let none = self.is_none(a);
                    let known = self.b.ins().bor(none, seat);
                    let strange = self.is_zero(known);
                    self.bail_if(strange);
                }
                let sum = self.plus(a, n);
                let around = self.plus(sum, -seats);
                let over = self.is(IntCC::SignedGreaterThanOrEqual, sum, seats);
                let mut value = self.b.ins().select(over, around, sum);
                if !is_seat {
                    value = self.or_else(seat, value, NONE);
                }
                self.set(d, value);
            }
            Op::Square { d, e, c, r } => {
                let rectangle = self.program.book.enums[usize::from(e)].rectangle;
                let (columns, rows) = rectangle.unwrap_or_default();
                let (columns, rows) = (i64::from(columns), i64::from(rows));
                let (across, up) = (self.ranged(c), self.ranged(r));
                let (c, r) = (self.plus(across.value, -1), self.plus(up.value, -1));
                let row = self.b.ins().imul_imm(r, columns);
                let mut value = self.b.ins().iadd(row, c);
                if !(across.known.within(1, columns) && up.known.within(1, rows)) {
                    let (x, y) = (self.below(c, columns), self.below(r, rows));
                    let inside = self.b.ins().band(x, y);
                    value = self.or_else(inside, value, NONE);
                }
                self.set(d, value);
            }
            _ => return None,
        }
        Some(())
    }

    /// Checked arithmetic; what cannot be goes the slow way.
    pub fn arith(&mut self, op: ArithOp, a: Ranged, b: Ranged) -> Value {
        for side in [a, b].into_iter().filter(|side| side.known.none) {
            let none = self.is_none(side.value);
            self.bail_if(none);
        }
        let (ra, rb) = (a.known.some(), b.known.some());
        let (a, b) = (a.value, b.value);
        let fits = range::arith(op, ra, rb) != Range::SOME;
        let value = match op {
            ArithOp::Min => return self.b.ins().smin(a, b),
            ArithOp::Max => return self.b.ins().smax(a, b),
            ArithOp::Div | ArithOp::Mod => {
                if !rb.within(1, i64::MAX) {
                    // 0 is a fault; -1 may overflow.
                    let b1 = self.plus(b, 1);
                    let odd = self.below(b1, 2);
                    self.bail_if(odd);
                }
                if op == ArithOp::Div { self.b.ins().sdiv(a, b) } else { self.b.ins().srem(a, b) }
            }
            ArithOp::Add if fits => self.b.ins().iadd(a, b),
            ArithOp::Sub if fits => self.b.ins().isub(a, b),
            ArithOp::Mul if fits => self.b.ins().imul(a, b),
            ArithOp::Add => {
                let (value, over) = self.b.ins().sadd_overflow(a, b);
                self.bail_if(over);
                value
            }
            ArithOp::Sub => {
                let (value, over) = self.b.ins().ssub_overflow(a, b);
                self.bail_if(over);
                value
            }
            ArithOp::Mul => {
                let (value, over) = self.b.ins().smul_overflow(a, b);
                self.bail_if(over);
                value
            }
        };
        if !fits {
            let reserved = self.is(IntCC::SignedLessThanOrEqual, value, UNSET);
            self.bail_if(reserved);
        }
        value
    }
}
