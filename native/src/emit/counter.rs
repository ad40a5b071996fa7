//! Counters: read, and written.

use super::{Array, Emit, Ranged};
use crate::range::{self, Range, may_be_none};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use houserules_interpreter::program::{Effect, Family, NONE, R, UNSET};
use houserules_lang::ir::ArithOp;

impl Emit<'_, '_> {
    /// Where the counter of a key lies, and whether there is one: none if there is in any case.
    fn counter_at(&mut self, family: &Family, key: R) -> Option<(Value, Option<Value>)> {
        let (bytes, value) = (if family.narrow { 1 } else { 8 }, self.get(key));
        let at = self.plus(value, -i64::from(family.lo));
        if self.ranges.is_key(key, family) {
            self.within(family.base, u32::from(family.n) * bytes)?;
            let at = if bytes == 1 { at } else { self.b.ins().ishl_imm(at, 3) };
            let address = self.b.ins().iadd(self.pos, at);
            return Some((self.plus(address, i64::from(family.base)), None));
        }
        let (address, inside) =
            self.element(Array { base: family.base, n: family.n.into(), bytes }, at)?;
        Some((address, Some(inside)))
    }

    /// The value of a counter of a key; without a key of its only one.
    pub fn counter(&mut self, f: u16, key: Option<R>) -> Option<Value> {
        let family: Family = self.program.schema.counters[usize::from(f)];
        let (bytes, ty) = if family.narrow { (1, types::I8) } else { (8, types::I64) };
        let (address, inside) = match key {
            Some(key) => self.counter_at(&family, key)?,
            // The interpreter reads key 0, wherever the keys begin.
            None if family.lo == 0 && family.n > 0 => {
                let at = self.within(family.base, bytes)?;
                (self.plus(self.pos, i64::from(at)), None)
            }
            None => return Some(self.k(NONE)),
        };
        let raw = self.load_at(ty, address, 0);
        let mut value = raw;
        if family.narrow {
            value = self.plus(raw, family.least);
            if may_be_none(&family) {
                let none = self.is(IntCC::Equal, raw, 255);
                let k = self.k(NONE);
                value = self.b.ins().select(none, k, value);
            }
        }
        // What has a start is never without a value.
        if family.start == UNSET {
            let unset = self.is(IntCC::Equal, raw, if family.narrow { 254 } else { UNSET });
            let unset = inside.map_or(unset, |inside| self.b.ins().band(unset, inside));
            self.bail_if(unset);
        }
        Some(match inside {
            Some(inside) => self.or_else(inside, value, NONE),
            None => value,
        })
    }

    /// The value that a counter would have with so much more or less.
    pub fn added(&mut self, f: u16, i: R, by: R, minus: bool) -> Option<Value> {
        let old = self.counter(f, Some(i))?;
        let known = self.range_of_counter(f, i);
        let by = self.ranged(by);
        let op = if minus { ArithOp::Sub } else { ArithOp::Add };
        Some(self.arith(op, Ranged { value: old, known }, by))
    }

    fn range_of_counter(&self, f: u16, i: R) -> Range {
        let family = &self.program.schema.counters[usize::from(f)];
        range::counter(family, !self.ranges.is_key(i, family))
    }

    /// A counter is written that does not note how long it lasts or who was shown it. Out of its
    /// range, or for no key, it goes the slow way.
    pub fn write_counter(&mut self, f: u16, i: R, s: Ranged) -> Option<()> {
        let family: Family = self.program.schema.counters[usize::from(f)];
        let Ranged { value, known } = s;
        let (address, inside) = self.counter_at(&family, i)?;
        if let Some(inside) = inside {
            let outside = self.b.ins().icmp_imm(IntCC::Equal, inside, 0);
            self.bail_if(outside);
        }
        let none = known.none.then(|| self.is_none(value));
        if let Some(none) = none.filter(|_| !family.optional) {
            self.bail_if(none);
        }
        let unless_none = |this: &mut Self, bad: Value| {
            let bad = none.map_or(bad, |none| this.b.ins().band_not(bad, none));
            this.bail_if(bad);
        };
        if let Some((least, most)) = family.range.filter(|(lo, hi)| !known.some().within(*lo, *hi))
        {
            let low = self.is(IntCC::SignedLessThan, value, least);
            let high = self.is(IntCC::SignedGreaterThan, value, most);
            let bad = self.b.ins().bor(low, high);
            unless_none(self, bad);
        }
        let (mut stored, ty) = (value, types::I64);
        if !family.narrow {
            self.store_at(ty, address, 0, stored);
            return Some(());
        }
        stored = self.plus(value, family.least.wrapping_neg());
        let most = family.least.saturating_add(253);
        if !known.some().within(family.least, most) {
            let large = self.is(IntCC::UnsignedGreaterThan, stored, 253);
            unless_none(self, large);
        }
        if let Some(none) = none {
            let k = self.k(255);
            stored = self.b.ins().select(none, k, stored);
        }
        self.store_at(types::I8, address, 0, stored);
        Some(())
    }

    /// An effect that is only imagined.
    pub fn imagined(&mut self, effect: Effect) -> Option<()> {
        match effect {
            Effect::Set { f, i, s } => {
                let value = self.ranged(s);
                self.write_counter(f, i, value)
            }
            Effect::Add { f, i, s, minus } => {
                let value = self.added(f, i, s, minus)?;
                self.write_counter(f, i, Ranged { value, known: Range::SOME })
            }
            Effect::Say { .. }
            | Effect::Aside { .. }
            | Effect::Remember { .. }
            | Effect::AtOnce => Some(()),
            Effect::Move { .. }
            | Effect::MoveByLot { .. }
            | Effect::Draw { .. }
            | Effect::Swap { .. }
            | Effect::Shuffle { .. }
            | Effect::Lot { .. }
            | Effect::LotTo { .. }
            | Effect::Show { .. }
            | Effect::Hide { .. }
            | Effect::ShowCounter { .. }
            | Effect::Fresh { .. } => None,
        }
    }
}
