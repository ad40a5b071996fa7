//! Loops over few members, written out turn by turn: where it is known which side of a square it
//! is, a neighbour is a sum and an edge a load.

use crate::touch::{Use, words};
use houserules_interpreter::program::{BoardOp, MaskOp, Op, Pc, Program, R};
use std::collections::BTreeSet;

/// Loops of more turns are left as they are.
const MOST: u32 = 6;
/// And those over sides of squares that have more.
const MOST_SIDES: u32 = 4;
/// And those within so many others.
const DEEPEST: usize = 2;

/// Which loops are written out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loops {
    /// All over few members that are known.
    OfFew,
    /// Those over sides of squares.
    OfSides,
    /// No loops at all.
    None,
}

/// A loop in one of its turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turn {
    /// The register of the mask that it goes through.
    mask: R,
    /// What is left of it.
    left: u64,
    /// Where its head stands, and where it goes on.
    head: Pc,
    exit: Pc,
    /// Within which code.
    chain: usize,
}

/// The loops that are written out, each in its turn, the innermost last.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Turns(Vec<Turn>);

impl Turns {
    /// Those that an instruction is in; `within`: whether its code is written out in other code.
    pub fn at(&self, pc: Pc, within: impl Fn(usize) -> bool, chain: usize) -> Self {
        let inside = |turn: &&Turn| {
            within(turn.chain) && (turn.chain != chain || (turn.head..turn.exit).contains(&pc))
        };
        Self(self.0.iter().take_while(inside).copied().collect())
    }

    /// What is left of the mask of a loop that is written out.
    pub fn left(&self, mask: R) -> Option<u64> {
        self.0.iter().rev().find(|turn| turn.mask == mask).map(|turn| turn.left)
    }

    /// A loop's next turn.
    pub fn leave(&mut self, mask: R, rest: u64) {
        if let Some(turn) = self.0.iter_mut().rev().find(|turn| turn.mask == mask) {
            turn.left = rest;
        }
    }

    /// A loop begins, if it is one and not too deep within others.
    pub fn begin(&mut self, turn: Option<Turn>) {
        self.0.extend(turn.filter(|_| self.0.len() < DEEPEST));
    }
}

/// Registers that hold a side of a square.
#[derive(Debug, Default)]
pub struct Sides(BTreeSet<R>);

impl Sides {
    /// Of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let mut found = BTreeSet::new();
        for op in &program.code {
            if let Op::B(
                BoardOp::Edge { side, .. }
                | BoardOp::Next { side, .. }
                | BoardOp::TraitOn { side, .. },
            ) = op
            {
                found.insert(*side);
            }
        }
        let mut before = 0;
        while before < found.len() {
            before = found.len();
            for op in &program.code {
                if let Op::Mov { d, s } = op
                    && found.contains(d)
                {
                    found.insert(*s);
                }
            }
        }
        Self(found)
    }

    /// The loop whose mask an instruction makes, if it is one of these and short.
    pub fn turn(&self, loops: Loops, program: &Program, pc: Pc, chain: usize) -> Option<Turn> {
        let ops = [pc, pc + 1].map(|pc| program.code.get(pc as usize).copied());
        let [
            Some(Op::M(MaskOp::Const { m, k, w: 1 })),
            Some(Op::M(MaskOp::Next { d, m: mask, w: 1, exit })),
        ] = ops
        else {
            return None;
        };
        let left = program.masks[usize::from(k)];
        let short = match loops {
            Loops::OfFew => left.count_ones() <= MOST,
            Loops::OfSides => left.count_ones() <= MOST_SIDES && self.0.contains(&d),
            Loops::None => false,
        };
        // The mask is the loop's own.
        let own = m == mask && exit > pc + 1 && !self.is_changed(program, pc + 2, exit, m);
        (own && short).then_some(Turn { mask, left, head: pc + 1, exit, chain })
    }

    /// Whether something between two places writes a register.
    fn is_changed(&self, program: &Program, from: Pc, to: Pc, r: R) -> bool {
        let code = program.code.get(from as usize..to as usize).unwrap_or_default();
        code.iter().any(|op| {
            let mut changed = false;
            crate::touch::uses(*op, program, &mut |used| {
                changed |= matches!(used, Use::Write(to) | Use::Take(to) if to == r);
            });
            changed
        })
    }
}

/// The registers that a loop's head writes.
pub fn head(op: Op) -> impl Iterator<Item = R> {
    let (d, m, w) =
        if let Op::M(MaskOp::Next { d, m, w, .. }) = op { (Some(d), m, w) } else { (None, 0, 0) };
    d.into_iter().chain(words(m, w))
}
