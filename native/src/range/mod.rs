//! Between which numbers a register lies, and whether it may be none: what is known so need not be
//! tested when the game runs. Every range follows from what instructions give, and from guards at
//! the beginning of a function: no access hangs on what the rules promise.

mod squares;
mod transfer;

use crate::live::{Known, Set};
use crate::region::{Kind, NOWHERE, Node, Region};
use houserules_interpreter::program::{NONE, Program, R, UNSET};
pub use squares::{Names, Seen, Squares};
use std::collections::BTreeMap;
pub use transfer::{arith, counter, entry, may_be_none};

/// After so many changes at a place a bound that still moves is given up.
const PATIENCE: u8 = 3;

/// What a register may hold: a number from `lo` to `hi`, if there is one, and none if said so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The least number.
    pub lo: i64,
    /// The greatest; if it is less than `lo`, there is no number.
    pub hi: i64,
    /// Whether it may be none.
    pub none: bool,
}

impl Range {
    /// Anything at all.
    pub const ALL: Self = Self { lo: NONE, hi: i64::MAX, none: true };
    /// What checked arithmetic gives.
    pub const SOME: Self = Self { lo: UNSET + 1, hi: i64::MAX, none: false };
    /// Yes or no.
    pub const BIT: Self = Self { lo: 0, hi: 1, none: false };
    /// None and nothing else.
    pub const NONE: Self = Self { lo: 0, hi: -1, none: true };

    /// Numbers from one to another.
    #[must_use]
    pub const fn of(lo: i64, hi: i64) -> Self {
        Self { lo, hi, none: false }
    }

    /// One value alone.
    #[must_use]
    pub const fn one(value: i64) -> Self {
        if value == NONE { Self::NONE } else { Self::of(value, value) }
    }

    /// The same, or none.
    #[must_use]
    pub const fn or_none(self) -> Self {
        Self { none: true, ..self }
    }

    /// The same without none.
    #[must_use]
    pub const fn some(self) -> Self {
        Self { none: false, ..self }
    }

    /// Whether there is no number in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.hi < self.lo
    }

    /// Whether it is a number from `lo` to `hi` in any case.
    #[must_use]
    pub const fn within(self, lo: i64, hi: i64) -> bool {
        !self.none && lo <= self.lo && self.hi <= hi
    }

    /// Its only value, if it has one.
    #[must_use]
    pub fn constant(self) -> Option<i64> {
        (self.lo == self.hi && !self.none).then_some(self.lo)
    }

    /// What is in either.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        let none = self.none || other.none;
        if self.is_empty() {
            return Self { none, ..other };
        }
        if other.is_empty() {
            return Self { none, ..self };
        }
        Self { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), none }
    }

    /// The numbers of it from `lo` to `hi`.
    #[must_use]
    pub fn cut(self, lo: i64, hi: i64) -> Self {
        Self { lo: self.lo.max(lo), hi: self.hi.min(hi), none: self.none }
    }

    /// This and what came, bounds that moved given up.
    fn widened(self, came: Self) -> Self {
        let joined = self.join(came);
        let lo = if joined.lo < self.lo { UNSET + 1 } else { joined.lo };
        let hi = if joined.hi > self.hi { i64::MAX } else { joined.hi };
        if joined.lo <= UNSET { Self::ALL } else { Self { lo, hi, none: joined.none } }
    }
}

/// What is known at a place: of registers, and of the members of lists. Of what is not named
/// nothing is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ranges {
    regs: BTreeMap<R, Range>,
    lists: BTreeMap<u16, Range>,
    names: Names,
}

impl Ranges {
    /// What a register may hold.
    #[must_use]
    pub fn get(&self, r: R) -> Range {
        self.regs.get(&r).copied().unwrap_or(Range::ALL)
    }

    /// A register holds one of these.
    pub fn set(&mut self, r: R, range: Range) {
        if range == Range::ALL {
            self.regs.remove(&r);
        } else {
            self.regs.insert(r, range);
        }
    }

    /// What members of a list may be.
    #[must_use]
    pub fn members(&self, l: u16) -> Range {
        self.lists.get(&l).copied().unwrap_or(Range::ALL)
    }

    fn set_members(&mut self, l: u16, range: Range) {
        if range == Range::ALL {
            self.lists.remove(&l);
        } else {
            self.lists.insert(l, range);
        }
    }

    /// Takes in what is known on another way here; whether that changed it.
    fn meets(&mut self, came: &Self, wide: bool) -> bool {
        let regs = meet(&mut self.regs, &came.regs, wide);
        let lists = meet(&mut self.lists, &came.lists, wide);
        self.names.meets(&came.names) || regs || lists
    }

    /// Forgets what nobody reads.
    fn keep(&mut self, live: &Set) {
        self.regs.retain(|r, _| live.has(*r));
    }
}

fn meet<K: Ord + Copy>(
    known: &mut BTreeMap<K, Range>,
    came: &BTreeMap<K, Range>,
    wide: bool,
) -> bool {
    let mut changed = false;
    known.retain(|key, range| {
        let Some(other) = came.get(key) else {
            changed = true;
            return false;
        };
        let joined = if wide { range.widened(*other) } else { range.join(*other) };
        changed |= joined != *range;
        *range = joined;
        joined != Range::ALL
    });
    changed
}

/// A program, and what is known of its regions.
#[derive(Debug, Clone, Copy)]
pub struct Analysed<'p> {
    pub program: &'p Program,
    pub known: &'p Known,
}

/// What is known before each node that more than one leads to.
#[derive(Debug, Default)]
pub struct Heads(BTreeMap<usize, (Ranges, u8)>);

impl Heads {
    /// Of a region; `begin`: what its first node may rely on, `live`: registers that are read from
    /// each node on, `is_head`: whether a node begins a block.
    #[must_use]
    pub fn of(
        region: &Region,
        analysed: Analysed<'_>,
        begin: &Ranges,
        live: &[Set],
        is_head: impl Fn(usize) -> bool,
    ) -> Self {
        let Analysed { program, known } = analysed;
        let mut heads = Self::default();
        let mut todo = vec![0];
        heads.meets(0, begin.clone(), live);
        while let Some(head) = todo.pop() {
            let Some((ranges, _)) = heads.0.get(&head) else { continue };
            let (mut ranges, mut at) = (ranges.clone(), head);
            while let Some(node) = region.nodes.get(at) {
                let other = ranges.step(at, node, program, known);
                if let (true, Some(other)) = (node.kind == Kind::Fork, other)
                    && heads.meets(node.to, other, live)
                {
                    todo.push(node.to);
                }
                at = node.next;
                if at == NOWHERE || is_head(at) {
                    break;
                }
            }
            if at != NOWHERE && heads.meets(at, ranges, live) {
                todo.push(at);
            }
        }
        heads
    }

    /// What is known before a head.
    #[must_use]
    pub fn at(&self, head: usize) -> Ranges {
        self.0.get(&head).map(|(ranges, _)| ranges.clone()).unwrap_or_default()
    }

    fn meets(&mut self, head: usize, mut came: Ranges, live: &[Set]) -> bool {
        if let Some(live) = live.get(head) {
            came.keep(live);
        }
        let Some((there, changes)) = self.0.get_mut(&head) else {
            self.0.insert(head, (came, 0));
            return true;
        };
        let changed = there.meets(&came, *changes >= PATIENCE);
        *changes = changes.saturating_add(u8::from(changed));
        changed
    }
}

impl Ranges {
    /// From before a node to behind it; of a fork also what is known on its other way.
    pub fn step(
        &mut self,
        at: usize,
        node: &Node,
        program: &Program,
        known: &Known,
    ) -> Option<Self> {
        let other = self.go_on(node, program, known);
        self.name_on(at, node, program);
        other
    }

    fn go_on(&mut self, node: &Node, program: &Program, known: &Known) -> Option<Self> {
        match node.kind {
            Kind::Work => {
                self.work(node.op, program);
                if let Some(of) = crate::live::callee(node, program).and_then(|to| known.get(&to)) {
                    self.forget(of);
                }
                None
            }
            Kind::Fork => Some(self.fork(node.op, program)),
            Kind::Call(to) => {
                match known.get(&to) {
                    Some(of) => self.forget(of),
                    // Whatever is called was found before.
                    None => *self = Self { names: self.names.renewed(), ..Self::default() },
                }
                None
            }
            Kind::Takes(member, rest) => {
                for (r, value) in crate::turns::head(node.op).zip([member, rest]) {
                    self.set(r, Range::one(value));
                }
                None
            }
            Kind::Goto(_) | Kind::Done | Kind::Fails | Kind::Suppose(_) | Kind::TakeBack(_) => None,
        }
    }

    fn forget(&mut self, of: &crate::live::Facts) {
        self.regs.retain(|r, _| !of.writes.has(*r));
        self.lists.retain(|l, _| !of.lists_changed.has(*l));
        self.names.forget(|r| of.writes.has(r));
    }
}

#[cfg(test)]
mod tests {
    use super::{Range, Ranges};

    #[test]
    fn what_is_known_on_two_ways_is_known_behind_them() {
        let (mut here, mut there) = (Ranges::default(), Ranges::default());
        here.set(1, Range::of(0, 5));
        here.set(2, Range::BIT);
        there.set(1, Range::NONE);
        assert!(here.meets(&there, false));
        assert_eq!(here.get(1), Range::of(0, 5).or_none());
        assert_eq!(here.get(2), Range::ALL);
        there.set(1, Range::of(0, 6));
        assert!(here.meets(&there, true));
        assert_eq!(here.get(1), Range::of(0, i64::MAX).or_none());
        assert!(!here.meets(&there, true));
    }
}
