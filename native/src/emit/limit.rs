//! Limits: the bit of what a seat has used up, for the chooser and what the keys hold.

use super::Emit;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::program::Loc;

/// Bits of a limit beyond these are never marked.
const MOST: i64 = 1 << 20;

/// Where the bit of a limit lies.
#[derive(Debug, Clone, Copy)]
struct LimitBit {
    /// The address of its byte; that of the first if there is no such bit.
    address: Value,
    /// The byte with the bit alone.
    bit: Value,
    /// Whether there is one.
    there: Value,
}

impl Emit<'_, '_> {
    /// Where the bits of a limit begin; none if that cannot be said of it.
    fn limit_base(&self, limit: u16) -> Option<i32> {
        let limit = self.program.limits.get(usize::from(limit))?;
        let mut all = i64::from(self.program.schema.seats);
        for (loc, _, n) in &limit.keys {
            matches!(loc, Loc::Reg(_)).then_some(())?;
            all = all.checked_mul(i64::from(*n) + 1).filter(|all| *all <= MOST)?;
        }
        self.within(limit.base, u32::try_from(all).ok()?.div_ceil(8))
    }

    /// Whether the code can tell where the bits of a limit lie.
    pub fn knows_limit(&self, limit: u16) -> bool {
        self.limit_base(limit).is_some()
    }

    /// The bit of a limit.
    fn limit_bit(&mut self, limit: u16) -> Option<LimitBit> {
        let base = self.limit_base(limit)?;
        let limit = self.program.limits.get(usize::from(limit))?;
        let seats = i64::from(self.program.schema.seats);
        let seat = self.get(0);
        let mut there = self.below(seat, seats);
        let mut index = self.k(0);
        for (loc, lo, n) in &limit.keys {
            let Loc::Reg(r) = loc else { return None };
            let (value, n) = (self.get(*r), i64::from(*n));
            let at = self.plus(value, lo.wrapping_neg());
            let inside = self.below(at, n);
            let none = self.is_none(value);
            let last = self.k(n);
            let at = self.b.ins().select(none, last, at);
            let known = self.b.ins().bor(inside, none);
            there = self.both(there, known);
            let before = self.b.ins().imul_imm(index, n + 1);
            index = self.b.ins().iadd(before, at);
        }
        let index = self.b.ins().imul_imm(index, seats);
        let index = self.b.ins().iadd(index, seat);
        let index = self.or_else(there, index, 0);
        let byte = self.b.ins().ushr_imm(index, 3);
        let byte = self.plus(byte, i64::from(base));
        let address = self.b.ins().iadd(self.pos, byte);
        let (one, low) = (self.k(1), self.b.ins().band_imm(index, 7));
        let bit = self.b.ins().ishl(one, low);
        Some(LimitBit { address, bit, there })
    }

    /// Whether a limit is used up, as a number that is not 0 then.
    pub fn is_used(&mut self, limit: u16) -> Option<Value> {
        let LimitBit { address, bit, there } = self.limit_bit(limit)?;
        let byte = self.load_at(types::I8, address, 0);
        let used = self.b.ins().band(byte, bit);
        Some(self.or_else(there, used, 0))
    }

    /// Marks a limit as used up.
    pub fn mark_limit(&mut self, limit: u16) -> Option<()> {
        let LimitBit { address, bit, there } = self.limit_bit(limit)?;
        let byte = self.load_at(types::I8, address, 0);
        let bit = self.or_else(there, bit, 0);
        let byte = self.b.ins().bor(byte, bit);
        self.store_at(types::I8, address, (0, byte));
        Some(())
    }
}
