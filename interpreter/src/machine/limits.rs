//! Limits: what a seat has used up in a run of a stage, and for what.

use super::{Executor, Memory, State};
use crate::program::{Limit, Loc, NONE};

impl Memory {
    /// The bit of a limit for the chooser and what the keys hold.
    fn limit_bit(&self, state: State<'_>, limit: u16) -> Option<u32> {
        let limit = &state.program.limits[usize::from(limit)];
        let mut index = 0u32;
        for (loc, lo, n) in &limit.keys {
            let Loc::Reg(r) = loc else { return None };
            let value = self.reg(*r);
            let at = if value == NONE {
                *n
            } else {
                u32::try_from(value - lo).ok().filter(|at| at < n)?
            };
            index = index.checked_mul(n + 1)?.checked_add(at)?;
        }
        let seat = u32::try_from(self.regs[0]).ok()?;
        let bit = index.checked_mul(u32::from(state.program.schema.seats))?.checked_add(seat)?;
        (bit < 1 << 20).then_some(limit.base * 8 + bit)
    }

    /// Whether a limit is used up.
    pub(super) fn used(&self, state: State<'_>, limit: u16) -> bool {
        self.limit_bit(state, limit).is_some_and(|bit| state.pos.bit(0, bit))
    }
}

impl Executor<'_> {
    pub(super) fn mark(&mut self, limit: u16) {
        if let Some(bit) = self.mem.limit_bit(self.state(), limit) {
            self.pos.put_bit(0, bit, true);
        }
    }

    /// These seats have lost sight of a card: what they have used up for it is open to them again,
    /// so that nobody finds it out by what a limit refuses.
    pub(super) fn forget_limits(&mut self, card: u16, seats: u32) {
        let program = self.program;
        let limits = program.card_limits.iter().map(|at| &program.limits[usize::from(*at)]);
        for limit in limits.clone() {
            self.forget_limit(limit.base, limit, card, seats);
        }
        for level in 0..self.pos.depth() {
            let Some((at, size, saved)) = self.state().aside_at(level) else { continue };
            for limit in limits.clone().filter(|limit| (at..at + size).contains(&limit.base)) {
                self.forget_limit(limit.base - at + saved, limit, card, seats);
            }
        }
    }

    fn forget_limit(&mut self, base: u32, limit: &Limit, card: u16, lost: u32) {
        let seats = u32::from(self.program.schema.seats);
        let all =
            limit.keys.iter().fold(1u32, |all, (_, _, n)| all.saturating_mul(n + 1)).min(1 << 20);
        let bytes = self.pos.all().get(base as usize..).unwrap_or_default();
        let bytes = bytes.get(..(all * seats).div_ceil(8) as usize).unwrap_or(bytes);
        if is_empty(bytes) {
            return;
        }
        let mut stride = 1;
        for ((_, lo, n), is_card) in limit.keys.iter().zip(&limit.cards).rev() {
            let values = n + 1;
            let at = u32::try_from(i64::from(card) - lo).ok().filter(|at| *is_card && at < n);
            for index in at.into_iter().flat_map(|at| with_digit(at, stride, values, all)) {
                for bit in (0..seats).filter(|s| lost >> s & 1 == 1).map(|s| index * seats + s) {
                    self.pos.put_bit(base, bit, false);
                }
            }
            stride *= values;
        }
    }
}

/// Whether no bit is set.
fn is_empty(bytes: &[u8]) -> bool {
    let (words, rest) = bytes.as_chunks::<8>();
    let all = words.iter().fold(0, |all, word| all | u64::from_ne_bytes(*word));
    all == 0 && rest.iter().all(|byte| *byte == 0)
}

/// The numbers below `all` that have a digit at the place of a stride, of so many values.
fn with_digit(digit: u32, stride: u32, values: u32, all: u32) -> impl Iterator<Item = u32> {
    let block = stride.saturating_mul(values);
    let blocks = (0..all).step_by(block.max(1) as usize);
    blocks
        .flat_map(move |from| (0..stride).map(move |k| from + digit * stride + k))
        .filter(move |n| *n < all)
}
