//! How values and members are held while code is made, and how they pass from one form to another.

use super::Lowering;
use crate::program::{ListOp, Loc, MaskOp, Members, Op, R, SetupError};
use houserules_lang::source::Span;

/// How the members of a domain are held: what [`Members`] they will be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// A mask of so many words.
    Mask(u8),
    /// One after the other.
    List,
    /// By both ends.
    Range,
}

/// A value in hand: the places of [`Loc`] that lie in registers and lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Out {
    /// A single value.
    One(R),
    /// A mask of so many words.
    Mask(R, u8),
    /// The members of a list.
    List(u16),
}

impl Out {
    /// The register of a single value; a list is refused.
    pub(super) fn one(self, span: Span) -> Result<R, SetupError> {
        let Self::One(r) = self else {
            return Err(SetupError::Unsupported("a list in this place", span));
        };
        Ok(r)
    }
}

impl Lowering<'_> {
    /// An empty list.
    pub(super) fn fresh_list(&mut self) -> u16 {
        let l = self.temp_list();
        self.emit(Op::L(ListOp::Clear { l }));
        l
    }

    /// Nothing yet, to be held as these members are; what lies between two ends becomes a list.
    pub(super) fn empty_like(&mut self, found: Members) -> Members {
        let out = self.like(found);
        self.clear(out);
        out
    }

    /// Room for members that are held as these are; what lies between two ends becomes a list.
    pub(super) fn like(&mut self, found: Members) -> Members {
        match found {
            Members::Mask(_, w) => Members::Mask(self.temp(w), w),
            Members::List(_) | Members::Range(..) => Members::List(self.temp_list()),
        }
    }

    /// Drops what was collected.
    pub(super) fn clear(&mut self, out: Members) {
        match out {
            Members::Mask(m, w) => _ = self.emit(Op::M(MaskOp::Zero { m, w })),
            Members::List(l) => _ = self.emit(Op::L(ListOp::Clear { l })),
            Members::Range(..) => {}
        }
    }

    /// Adds a scalar to what is collected.
    pub(super) fn add(&mut self, out: Members, elem: Loc) {
        match (out, elem) {
            (Members::Mask(m, w), Loc::Reg(i)) => _ = self.emit(Op::M(MaskOp::Set { m, i, w })),
            (Members::List(l), Loc::Reg(s)) => _ = self.emit(Op::L(ListOp::Push { l, s })),
            _ => {}
        }
    }

    /// Members as a mask.
    pub fn to_mask(&mut self, found: Members, w: u8) -> R {
        if let Members::Mask(m, _) = found {
            return m;
        }
        let l = self.to_list(found);
        let m = self.temp(w);
        self.emit(Op::L(ListOp::ToMask { m, l, w }));
        m
    }

    /// Members as a list.
    pub fn to_list(&mut self, found: Members) -> u16 {
        if let Members::List(l) = found {
            return l;
        }
        let l = self.fresh_list();
        self.emit(Op::L(match found {
            Members::Mask(m, w) => ListOp::FromMask { l, m, w },
            Members::Range(a, b) => ListOp::Range { l, a, b },
            Members::List(s) => ListOp::Append { d: l, s },
        }));
        l
    }

    /// The same members in registers and lists that nothing else uses.
    pub(super) fn copy_of(&mut self, found: Members) -> Members {
        match found {
            Members::Mask(s, w) => {
                let d = self.temp(w);
                self.emit(Op::M(MaskOp::Copy { d, s, w }));
                Members::Mask(d, w)
            }
            Members::List(s) => {
                let d = self.temp_list();
                self.emit(Op::L(ListOp::Copy { d, s }));
                Members::List(d)
            }
            Members::Range(s, hi) => {
                let (a, b) = (self.temp(1), self.temp(1));
                self.emit(Op::Mov { d: a, s });
                self.emit(Op::Mov { d: b, s: hi });
                Members::Range(a, b)
            }
        }
    }
}
