//! What is remembered: a fingerprint of it, and how often it came.

use super::{Executor, Fallible, Memory, State, faults};
use crate::program::{MemoPart, budget};
use houserules_lang::ir::ZoneShape;

impl Memory {
    /// The fingerprint of what a memo has now. Two things that differ have the same one about once
    /// in 2^64 times.
    pub(super) fn memo(&mut self, state: State<'_>, n: u16) -> u64 {
        let memo = &state.program.memos[usize::from(n)];
        let mut bytes = std::mem::take(&mut self.scratch.bytes);
        bytes.clear();
        for part in &memo.parts {
            match part {
                MemoPart::Reg(r) => bytes.extend(self.reg(*r).to_le_bytes()),
                MemoPart::Mask(m, w) => {
                    for k in 0..u16::from(*w) {
                        bytes.extend(self.reg(m + k).to_le_bytes());
                    }
                }
                MemoPart::List(l) => {
                    let list = &self.lists[usize::from(*l)];
                    bytes.extend((list.len() as u64).to_le_bytes());
                    list.iter().for_each(|item| bytes.extend(item.to_le_bytes()));
                }
                MemoPart::Things { counters, zones } => {
                    counters.iter().for_each(|f| state.counters_to(*f, &mut bytes));
                    zones.iter().for_each(|z| state.zones_to(*z, &mut bytes));
                }
            }
        }
        let key = xxhash_rust::xxh3::xxh3_64_with_seed(&bytes, memo.salt);
        self.scratch.bytes = bytes;
        key
    }
}

impl State<'_> {
    /// A counter of all keys, as it lies.
    fn counters_to(self, f: u16, to: &mut Vec<u8>) {
        let family = &self.program.schema.counters[usize::from(f)];
        let bytes = u32::from(family.n) * if family.narrow { 1 } else { 8 };
        to.extend_from_slice(self.pos.bytes(family.base, bytes));
    }

    /// What is printed on the cards of a zone of all keys; of a set in the order of what is
    /// printed.
    fn zones_to(self, z: u16, to: &mut Vec<u8>) {
        let schema = &self.program.schema;
        let insts = schema.insts.iter().filter(|inst| inst.zone.0 == z);
        let row = |card: Option<u16>| {
            let row = card.and_then(|c| self.program.rows.get(usize::from(c)));
            row.copied().unwrap_or(u16::MAX)
        };
        for inst in insts {
            let from = to.len();
            if inst.shape == ZoneShape::Set {
                let mut rows = Vec::new();
                self.pos.each_card(inst, schema.words, |c| rows.push(row(Some(c))));
                rows.sort_unstable();
                rows.iter().for_each(|r| to.extend(r.to_le_bytes()));
            } else {
                let places = i64::from(self.pos.places(inst));
                for n in 1..=places {
                    to.extend(row(self.pos.card_at(inst, n)).to_le_bytes());
                }
            }
            let len = (to.len() - from) as u32;
            to.extend(len.to_le_bytes());
        }
    }
}

impl Executor<'_> {
    /// What a memo has now is remembered; what is only imagined is not.
    pub(super) fn remember(&mut self, n: u16) -> Fallible<()> {
        if self.mem.supposing > 0 {
            return Ok(());
        }
        let state = State { program: self.program, pos: &*self.pos };
        let key = self.mem.memo(state, n);
        // Conditions may ask how often it came.
        self.mem.dirty = u64::MAX;
        let kept = self.pos.remember_once(self.program.schema.size, key, budget::MEMOS);
        if kept { Ok(()) } else { Err(faults::MEMOS) }
    }
}
