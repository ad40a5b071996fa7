//! What instructions give, as ranges.

use super::{Range, Ranges};
use crate::touch::{Use, uses, words};
use houserules_interpreter::program::{
    BoardOp, Family, ListOp, MaskOp, NONE, Op, Program, R, UNSET, ZoneOp,
};
use houserules_lang::ir::ArithOp;

/// More members than this no list has.
const LONGEST: i64 = 1 << 40;

/// What a counter may hold that is read with a key; `outside`: the key may be none of its keys.
#[must_use]
pub fn counter(family: &Family, outside: bool) -> Range {
    // A byte is one of these, whatever lies there.
    let numbers = if family.narrow {
        match family.least.checked_add(255) {
            Some(most) => Range::of(family.least, most),
            None => Range::ALL,
        }
    } else {
        Range::ALL
    };
    if outside || may_be_none(family) { numbers.or_none() } else { numbers }
}

/// Whether a counter is ever none.
#[must_use]
pub fn may_be_none(family: &Family) -> bool {
    family.optional || family.start == NONE
}

/// What checked arithmetic gives of numbers of two ranges.
#[must_use]
pub fn arith(op: ArithOp, a: Range, b: Range) -> Range {
    if a.is_empty() || b.is_empty() {
        return Range::SOME;
    }
    let corners = |f: fn(i64, i64) -> Option<i64>| {
        let all = [f(a.lo, b.lo), f(a.lo, b.hi), f(a.hi, b.lo), f(a.hi, b.hi)];
        let mut found: Option<Range> = None;
        for corner in all {
            let one = Range::of(corner?, corner?);
            found = Some(found.map_or(one, |range| range.join(one)));
        }
        found.filter(|range| range.lo > UNSET)
    };
    let found = match op {
        ArithOp::Add => corners(i64::checked_add),
        ArithOp::Sub => corners(i64::checked_sub),
        ArithOp::Mul => corners(i64::checked_mul),
        ArithOp::Min => Some(Range::of(a.lo.min(b.lo), a.hi.min(b.hi))),
        ArithOp::Max => Some(Range::of(a.lo.max(b.lo), a.hi.max(b.hi))),
        // Where 0 is no divisor, the greatest and least are found at the ends.
        ArithOp::Div if b.lo > 0 => corners(i64::checked_div),
        ArithOp::Div => None,
        ArithOp::Mod if b.lo > 0 => {
            let most = b.hi - 1;
            Some(Range::of(if a.lo < 0 { -most } else { 0 }, if a.hi > 0 { most } else { 0 }))
        }
        ArithOp::Mod => None,
    };
    found.map_or(Range::SOME, |range| range.cut(UNSET + 1, i64::MAX))
}

impl Ranges {
    /// An instruction that goes on to the next.
    pub(super) fn work(&mut self, op: Op, program: &Program) {
        match op {
            Op::M(op) => self.mask(op, program),
            Op::L(op) => self.list(op, program),
            // What lies there is a card of the game, whatever the position says.
            Op::B(BoardOp::Tile { d, .. }) => {
                self.set(d, Range::of(0, i64::from(program.schema.cards) - 1).or_none());
            }
            Op::B(BoardOp::Trait { d, .. } | BoardOp::TraitOn { d, .. }) => {
                self.set(d, Range::of(0, 1));
            }
            Op::Z(op) => self.zone(op, program),
            op => match self.scalar(op, program) {
                Some((d, range)) => self.set(d, range),
                None => self.unknown(op, program),
            },
        }
    }

    /// Nothing is known of what an instruction writes.
    fn unknown(&mut self, op: Op, program: &Program) {
        let mut found = Vec::new();
        uses(op, program, &mut |used| found.push(used));
        for used in found {
            match used {
                Use::Write(r) => self.set(r, Range::ALL),
                Use::Fill(l) | Use::Change(l) => self.set_members(l, Range::ALL),
                Use::Read(_) | Use::Take(_) | Use::Look(_) => {}
            }
        }
    }

    /// Arithmetic: its operands, the second of which may be in no register, were numbers.
    fn calculated(&mut self, op: ArithOp, a: R, b: Option<R>, known: Range) -> Range {
        let found = arith(op, self.get(a), known);
        self.set_some(a);
        if let Some(b) = b {
            self.set_some(b);
        }
        found
    }

    fn set_some(&mut self, r: R) {
        let range = self.get(r).some();
        self.set(r, range.cut(UNSET, i64::MAX));
    }

    fn scalar(&mut self, op: Op, program: &Program) -> Option<(R, Range)> {
        Some(match op {
            Op::Imm { d, k } => (d, Range::one(i64::from(k))),
            Op::Wide { d, k } => (d, Range::one(program.wide[usize::from(k)])),
            Op::Mov { d, s } => (d, self.get(s)),
            Op::Arith { op, d, a, b } => (d, self.calculated(op, a, Some(b), self.get(b))),
            Op::ArithK { op, d, a, k } => {
                (d, self.calculated(op, a, None, Range::one(i64::from(k))))
            }
            Op::Neg { d, a } => {
                let range = arith(ArithOp::Sub, Range::one(0), self.get(a));
                self.set_some(a);
                (d, range)
            }
            Op::Same { d, .. }
            | Op::SameK { d, .. }
            | Op::Less { d, .. }
            | Op::LessEq { d, .. }
            | Op::IsNone { d, .. }
            | Op::Not { d, .. }
            | Op::InConst { d, .. }
            | Op::Shown { d, .. }
            | Op::Open { d, .. } => (d, Range::BIT),
            Op::Remembered { d, .. } => (d, Range::of(0, i64::from(u32::MAX))),
            Op::Tab { d, t, i } => {
                let table = &program.tables[usize::from(t)];
                if let Some(entry) = self.get(i).constant().and_then(|at| entry(table, at)) {
                    return Some((d, Range::one(entry)));
                }
                let inside = self.get(i).within(0, table.len() as i64 - 1);
                let begin = if inside { Range::of(0, -1) } else { Range::NONE };
                (d, table.iter().fold(begin, |all, value| all.join(Range::one(*value))))
            }
            Op::Neighbour { d, a, .. } => {
                let seats = i64::from(program.schema.seats);
                let range = Range { none: self.get(a).none, ..Range::of(0, seats - 1) };
                (d, range)
            }
            Op::Square { d, e, c, r } => {
                let rectangle = program.book.enums[usize::from(e)].rectangle;
                let (columns, rows) = rectangle.unwrap_or_default();
                let (columns, rows) = (i64::from(columns), i64::from(rows));
                let inside = self.get(c).within(1, columns) && self.get(r).within(1, rows);
                (d, Range { none: !inside, ..Range::of(0, columns * rows - 1) })
            }
            Op::Counter { d, f, i } => {
                let family = &program.schema.counters[usize::from(f)];
                (d, counter(family, !self.is_key(i, family)))
            }
            Op::CounterT { d, f } => {
                let family = &program.schema.counters[usize::from(f)];
                (d, counter(family, family.lo != 0 || family.n == 0))
            }
            Op::Ld { .. }
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
            | Op::Suppose { .. }
            | Op::TooDeep { .. }
            | Op::M(_)
            | Op::L(_)
            | Op::Z(_)
            | Op::B(_)
            | Op::E(_)
            | Op::F(_) => return None,
        })
    }

    /// Whether a register holds a key of a counter in any case.
    #[must_use]
    pub fn is_key(&self, i: R, family: &Family) -> bool {
        let lo = i64::from(family.lo);
        self.get(i).within(lo, lo + i64::from(family.n) - 1)
    }

    fn mask(&mut self, op: MaskOp, program: &Program) {
        match op {
            MaskOp::Has { d, .. }
            | MaskOp::Any { d, .. }
            | MaskOp::Eq { d, .. }
            | MaskOp::Line { d, .. } => self.set(d, Range::BIT),
            MaskOp::Count { d, w, .. } => self.set(d, Range::of(0, 64 * i64::from(w))),
            MaskOp::First { d, w, .. } => {
                self.set(d, Range::of(0, 64 * i64::from(w) - 1).or_none());
            }
            op => self.unknown(Op::M(op), program),
        }
    }

    fn list(&mut self, op: ListOp, program: &Program) {
        match op {
            ListOp::Clear { l } => self.set_members(l, Range::of(0, -1)),
            ListOp::Push { l, s } | ListOp::PushNew { l, s } => {
                let all = self.members(l).join(self.get(s).some());
                self.set_members(l, all);
            }
            ListOp::Copy { d, s } => {
                let members = self.members(s);
                self.set_members(d, members);
            }
            ListOp::Append { d, s } | ListOp::AppendNew { d, s } => {
                let all = self.members(d).join(self.members(s));
                self.set_members(d, all);
            }
            ListOp::FromMask { l, w, .. } => {
                let all = self.members(l).join(Range::of(0, 64 * i64::from(w) - 1));
                self.set_members(l, all);
            }
            ListOp::Len { d, .. } => self.set(d, Range::of(0, LONGEST)),
            ListOp::Has { d, .. } => self.set(d, Range::BIT),
            ListOp::Get { d, l, .. } => {
                let range = self.members(l).or_none();
                self.set(d, range);
            }
            op => self.unknown(Op::L(op), program),
        }
    }

    fn zone(&mut self, op: ZoneOp, program: &Program) {
        match op {
            ZoneOp::Some { d, .. } | ZoneOp::Known { d, .. } | ZoneOp::Holds { d, .. } => {
                self.set(d, Range::BIT);
            }
            ZoneOp::Len { d, .. } => self.set(d, Range::of(0, LONGEST)),
            op => self.unknown(Op::Z(op), program),
        }
    }

    /// A branch or a loop's head: this is what is known of the next instruction; gives what is
    /// known on the other way.
    pub(super) fn fork(&mut self, op: Op, program: &Program) -> Self {
        let mut other = self.clone();
        match op {
            Op::BranchIfNone { a, .. } => {
                self.set_some_of(a);
                other.set(a, Range::NONE);
            }
            Op::BranchIfSome { a, .. } => {
                other.set_some_of(a);
                self.set(a, Range::NONE);
            }
            Op::BranchIfNot { a, .. } => {
                if self.get(a).within(0, 1) {
                    other.set(a, Range::one(0));
                }
                self.set(a, Range::one(1));
            }
            Op::BranchIf { a, .. } => {
                if self.get(a).within(0, 1) {
                    self.set(a, Range::one(0));
                }
                other.set(a, Range::one(1));
            }
            Op::BranchIfOther { a, k, .. } => self.set(a, Range::one(i64::from(k))),
            Op::M(MaskOp::Next { d, m, w, .. }) => {
                words(m, w).for_each(|r| self.set(r, Range::ALL));
                self.set(d, Range::of(0, 64 * i64::from(w.max(1)) - 1));
            }
            Op::L(ListOp::Next { d, l, i, .. }) => {
                let (members, at) = (self.members(l), self.get(i));
                self.set(i, one_more(at.cut(0, LONGEST)));
                self.set(d, members);
            }
            Op::L(ListOp::Count { d, i, hi, .. }) => {
                let (at, most) = (self.get(i), self.get(hi));
                let at = at.some().cut(UNSET, most.hi);
                self.set(i, one_more(at));
                self.set(d, at);
            }
            op => self.unknown(op, program),
        }
        other
    }

    fn set_some_of(&mut self, r: R) {
        let range = self.get(r);
        if range != Range::ALL {
            self.set(r, range.some());
        } else {
            self.set(r, Range::of(UNSET, i64::MAX));
        }
    }
}

/// An entry of a table.
#[must_use]
pub fn entry(table: &[i64], at: i64) -> Option<i64> {
    usize::try_from(at).ok().and_then(|at| table.get(at)).copied()
}

fn one_more(range: Range) -> Range {
    Range::of(range.lo.saturating_add(1), range.hi.saturating_add(1))
}
