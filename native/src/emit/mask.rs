//! Masks: words of bits in registers.

use super::{Emit, Ranged};
use crate::range::Range;
use crate::touch::words;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use cranelift_frontend::FunctionBuilder;
use houserules_interpreter::program::{MaskOp, NONE, Op, Pc, R};

/// What becomes of a word, by another.
type Change = fn(&mut FunctionBuilder<'_>, Value, Value) -> Value;

/// Constant masks one after the other.
#[derive(Clone, Copy)]
struct Rows {
    /// The address of the first.
    base: usize,
    n: usize,
    /// How many words each has.
    w: u8,
}

impl Emit<'_, '_> {
    /// A mask instruction other than a loop's head or a store.
    pub fn mask(&mut self, pc: Pc, op: MaskOp) -> Option<()> {
        let program = self.program;
        match op {
            MaskOp::Zero { m, w } => {
                for r in words(m, w) {
                    let zero = self.k(0);
                    self.set(r, zero);
                }
            }
            MaskOp::Const { m, k, w } => {
                for (r, n) in words(m, w).zip(usize::from(k)..) {
                    let word = self.k(*program.masks.get(n)? as i64);
                    self.set(r, word);
                }
            }
            MaskOp::Copy { d, s, w } => {
                for (d, s) in words(d, w).zip(words(s, w)) {
                    let word = self.get(s);
                    self.set(d, word);
                }
            }
            MaskOp::And { d, s, w } => self.both_words(d, s, w, |b, x, y| b.ins().band(x, y)),
            MaskOp::Or { d, s, w } => self.both_words(d, s, w, |b, x, y| b.ins().bor(x, y)),
            MaskOp::AndNot { d, s, w } => {
                self.both_words(d, s, w, |b, x, y| b.ins().band_not(x, y));
            }
            MaskOp::AndK { d, k, w } => {
                for (r, n) in words(d, w).zip(usize::from(k)..) {
                    let (word, k) = (self.get(r), self.k(*program.masks.get(n)? as i64));
                    let word = self.b.ins().band(word, k);
                    self.set(r, word);
                }
            }
            MaskOp::Shift { m, by } => {
                let word = self.get(m);
                let far = Some(i64::from(by.unsigned_abs())).filter(|far| *far < 64)?;
                let word = if by < 0 {
                    self.b.ins().ushr_imm(word, far)
                } else {
                    self.b.ins().ishl_imm(word, far)
                };
                self.set(m, word);
            }
            MaskOp::Set { m, i, w } => self.change_bit(m, i, w, |b, x, y| b.ins().bor(x, y)),
            MaskOp::Clear { m, i, w } => {
                self.change_bit(m, i, w, |b, x, y| b.ins().band_not(x, y));
            }
            MaskOp::Ld { m, off, w } => {
                for (n, r) in (0..).zip(words(m, w)) {
                    let word = self.load(types::I64, off + 8 * n)?;
                    self.set(r, word);
                }
            }
            MaskOp::Column { m, col, v } => return self.column(m, col, v),
            MaskOp::Tab { m, t, i, w } => {
                let masks = &program.mask_tables[usize::from(t)];
                let rows = masks.len().checked_div(usize::from(w))?;
                let i = self.ranged(i);
                let rows = Rows { base: masks.as_ptr() as usize, n: rows, w };
                self.rows(rows, i, |this, n, word| {
                    this.set(m + n, word);
                });
            }
            MaskOp::Where { m, f, v } => return self.members_with(pc, m, f, v),
            MaskOp::Has { .. }
            | MaskOp::Count { .. }
            | MaskOp::Any { .. }
            | MaskOp::First { .. }
            | MaskOp::Eq { .. }
            | MaskOp::Line { .. } => return self.ask_of_mask(op),
            MaskOp::Next { .. } | MaskOp::St { .. } => return None,
        }
        Some(())
    }

    /// Changes each word of a mask by the one of another in its place.
    fn both_words(&mut self, d: R, s: R, w: u8, change: Change) {
        for (d, s) in words(d, w).zip(words(s, w)) {
            let (a, b) = (self.get(d), self.get(s));
            let word = change(&mut self.b, a, b);
            self.set(d, word);
        }
    }

    /// Changes the word of a mask that has a member's bit by it.
    fn change_bit(&mut self, m: R, i: R, w: u8, change: Change) {
        let i = self.ranged(i);
        for (n, r) in (0..).zip(words(m, w)) {
            let (bit, word) = (self.bit_of(i, n), self.get(r));
            let word = change(&mut self.b, word, bit);
            self.set(r, word);
        }
    }

    /// The same for a member of which something is known.
    fn bit_of(&mut self, member: Ranged, n: i64) -> Value {
        if n == 0 && member.known.within(0, 63) {
            let one = self.k(1);
            return self.b.ins().ishl(one, member.value);
        }
        self.bit(member.value, n)
    }

    /// The bit of a member in word `n`; none if it is in another.
    pub fn bit(&mut self, member: Value, n: i64) -> Value {
        let one = self.k(1);
        let bit = self.b.ins().ishl(one, member);
        let word = self.b.ins().sshr_imm(member, 6);
        let here = self.is(IntCC::Equal, word, n);
        self.or_else(here, bit, 0)
    }

    /// The words of a row of constant masks; zeros where there is no such row.
    fn rows(&mut self, rows: Rows, row: Ranged, mut put: impl FnMut(&mut Self, u16, Value)) {
        let Rows { base, n: rows, w } = rows;
        let Ranged { value: row, known } = row;
        if rows > 0 && known.within(0, rows as i64 - 1) {
            let at = self.b.ins().imul_imm(row, 8 * i64::from(w));
            let base = self.k(base as i64);
            let address = self.b.ins().iadd(base, at);
            for n in 0..u16::from(w) {
                let at = 8 * i32::from(n);
                let word = self.b.ins().load(types::I64, super::fixed(), address, at);
                put(self, n, word);
            }
            return;
        }
        let inside = self.below(row, rows as i64);
        let row = self.or_else(inside, row, 0);
        let at = self.b.ins().imul_imm(row, 8 * i64::from(w));
        let base = self.k(base as i64);
        let address = self.b.ins().iadd(base, at);
        for n in 0..u16::from(w) {
            let word = if rows == 0 {
                self.k(0)
            } else {
                let word = self.b.ins().load(types::I64, super::plain(), address, 8 * i32::from(n));
                self.or_else(inside, word, 0)
            };
            put(self, n, word);
        }
    }

    fn column(&mut self, m: R, col: u16, v: R) -> Option<()> {
        let column = &self.program.columns[usize::from(col)];
        let runs = column.masks.len().checked_div(usize::from(column.w))?;
        let last = i64::try_from(runs.checked_sub(1)?).ok()?;
        let v = self.get(v);
        let none = self.is_none(v);
        let at = self.plus(v, column.lo.wrapping_neg());
        // The last run is that of none; what has no run is in none.
        let run = self.below(at, last);
        let at = self.or_else(run, at, i64::MAX);
        let k = self.k(last);
        let at = self.b.ins().select(none, k, at);
        let run = Ranged { value: at, known: Range::ALL };
        let rows = Rows { base: column.masks.as_ptr() as usize, n: runs, w: column.w };
        self.rows(rows, run, |this, n, word| {
            let mine = this.get(m + n);
            let word = this.b.ins().band(mine, word);
            this.set(m + n, word);
        });
        Some(())
    }

    /// Keeps the members whose counter has a value.
    fn members_with(&mut self, pc: Pc, m: R, f: u16, v: R) -> Option<()> {
        let value = self.get(v);
        let found = match self.plane_of(f, value) {
            Some(found) => Some(found),
            None => {
                let family = self.program.schema.counters[usize::from(f)];
                let none = self.is_none(value);
                let at = self.plus(value, family.least.wrapping_neg());
                let byte = self.below(at, 256);
                let at = self.or_else(byte, at, 253);
                let k = self.k(255);
                let at = self.b.ins().select(none, k, at);
                self.members_of(f, at)
            }
        };
        let Some(found) = found else {
            self.interpret(pc, Op::M(MaskOp::Where { m, f, v }));
            return Some(());
        };
        let mine = self.get(m);
        let word = self.b.ins().band(mine, found);
        self.set(m, word);
        Some(())
    }

    fn ask_of_mask(&mut self, op: MaskOp) -> Option<()> {
        match op {
            MaskOp::Has { d, m, i, w } => {
                let i = self.ranged(i);
                let mut found = self.k(0);
                for (n, r) in (0..).zip(words(m, w)) {
                    let (bit, word) = (self.bit_of(i, n), self.get(r));
                    let here = self.b.ins().band(word, bit);
                    found = self.b.ins().bor(found, here);
                }
                let has = self.is(IntCC::NotEqual, found, 0);
                self.set_whether(d, has);
            }
            MaskOp::Count { d, m, w } => {
                let mut sum = self.k(0);
                for r in words(m, w) {
                    let word = self.get(r);
                    let count = self.b.ins().popcnt(word);
                    sum = self.b.ins().iadd(sum, count);
                }
                self.set(d, sum);
            }
            MaskOp::Any { d, m, w } => {
                let all = self.joined(m, w);
                let any = self.is(IntCC::NotEqual, all, 0);
                self.set_whether(d, any);
            }
            MaskOp::First { d, m, w } => {
                let first = self.first(m, w);
                self.set(d, first);
            }
            MaskOp::Eq { d, a, b, w } => {
                let mut differ = self.k(0);
                for (a, b) in words(a, w).zip(words(b, w)) {
                    let (a, b) = (self.get(a), self.get(b));
                    let other = self.b.ins().bxor(a, b);
                    differ = self.b.ins().bor(differ, other);
                }
                let same = self.is(IntCC::Equal, differ, 0);
                self.set_whether(d, same);
            }
            MaskOp::Line { d, m, t } => return self.line(d, m, t),
            // `mask` does these.
            MaskOp::Zero { .. }
            | MaskOp::Const { .. }
            | MaskOp::Copy { .. }
            | MaskOp::And { .. }
            | MaskOp::AndK { .. }
            | MaskOp::Shift { .. }
            | MaskOp::Or { .. }
            | MaskOp::AndNot { .. }
            | MaskOp::Column { .. }
            | MaskOp::Set { .. }
            | MaskOp::Clear { .. }
            | MaskOp::Next { .. }
            | MaskOp::Ld { .. }
            | MaskOp::St { .. }
            | MaskOp::Tab { .. }
            | MaskOp::Where { .. } => return None,
        }
        Some(())
    }

    /// All words as one.
    pub fn joined(&mut self, m: R, w: u8) -> Value {
        let mut all = self.k(0);
        for r in words(m, w) {
            let word = self.get(r);
            all = self.b.ins().bor(all, word);
        }
        all
    }

    /// The first member, or none.
    pub fn first(&mut self, m: R, w: u8) -> Value {
        let mut first = self.k(NONE);
        for n in (0..u16::from(w)).rev() {
            let word = self.get(m + n);
            let bit = self.b.ins().ctz(word);
            let bit = self.plus(bit, 64 * i64::from(n));
            let empty = self.is(IntCC::Equal, word, 0);
            first = self.b.ins().select(empty, first, bit);
        }
        first
    }

    fn line(&mut self, d: R, m: R, t: u16) -> Option<()> {
        let lines = &self.program.lines[usize::from(t)];
        let mask = self.get(m);
        let mut found = self.k(0);
        for (step, starts) in &lines.starts {
            let starts = self.k(*starts as i64);
            let mut run = self.b.ins().band(mask, starts);
            for k in 1..u32::from(lines.n) {
                let far = step.checked_mul(k)?;
                let moved =
                    if far < 64 { self.b.ins().ushr_imm(mask, i64::from(far)) } else { self.k(0) };
                run = self.b.ins().band(run, moved);
            }
            found = self.b.ins().bor(found, run);
        }
        let whole = self.is(IntCC::NotEqual, found, 0);
        self.set_whether(d, whole);
        Some(())
    }
}
