//! Limits: the bit of what a seat has used up, for the chooser and what the keys hold.

use super::Emit;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::program::Loc;

/// Bits of a limit beyond these are never marked.
const MOST: i64 = 1 << 20;

/// So many bytes of limits are looked at before it is asked what they say.
const AT_A_GLANCE: u64 = 96;

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
    /// Where the bits of a limit begin, and how many bytes they take; none if that cannot be said
    /// of it.
    fn limit_base(&self, limit: u16) -> Option<(i32, u32)> {
        let limit = &self.program.limits[usize::from(limit)];
        let mut all = i64::from(self.program.schema.seats);
        for (loc, _, n) in &limit.keys {
            matches!(loc, Loc::Reg(_)).then_some(())?;
            all = all.checked_mul(i64::from(*n) + 1).filter(|all| *all <= MOST)?;
        }
        let bytes = u32::try_from(all).ok()?.div_ceil(8);
        Some((self.place_of(limit.base, bytes)?, bytes))
    }

    /// Whether the code can tell where the bits of a limit lie.
    pub fn knows_limit(&self, limit: u16) -> bool {
        self.limit_base(limit).is_some()
    }

    /// The bit of a limit.
    fn limit_bit(&mut self, limit: u16) -> Option<LimitBit> {
        let (base, bytes) = self.limit_base(limit)?;
        self.reach(base as u32, bytes);
        let limit = &self.program.limits[usize::from(limit)];
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
        self.store_at(types::I8, address, 0, byte);
        Some(())
    }

    /// A number that is not 0 if anything is used up of limits that count cards, here or where
    /// outer stages keep theirs; none if that takes too long to see.
    pub fn card_limits_marked(&mut self) -> Option<Value> {
        let program = self.program;
        let seats = u32::from(program.schema.seats);
        let mut spans = Vec::new();
        for limit in &program.card_limits {
            let limit = &program.limits[usize::from(*limit)];
            let all = limit.keys.iter().try_fold(seats, |all, (_, _, n)| all.checked_mul(n + 1))?;
            let bytes = all.div_ceil(8);
            spans.push((limit.base, bytes));
            for stage in &program.stages {
                let run = program.schema.run(stage.word);
                let inside = run.filter(|(at, size)| (*at..*at + *size).contains(&limit.base));
                if let (Some((at, _)), Some(saved)) = (inside, stage.saved) {
                    spans.push((limit.base - at + saved, bytes));
                }
            }
        }
        if spans.iter().map(|(_, bytes)| u64::from(*bytes)).sum::<u64>() > AT_A_GLANCE {
            return None;
        }
        let mut any = self.k(0);
        for (mut at, mut len) in spans {
            for (ty, bytes) in [(types::I64, 8), (types::I32, 4), (types::I16, 2), (types::I8, 1)] {
                while len >= bytes {
                    let word = self.load(ty, at)?;
                    any = self.b.ins().bor(any, word);
                    (at, len) = (at + bytes, len - bytes);
                }
            }
        }
        Some(any)
    }
}
