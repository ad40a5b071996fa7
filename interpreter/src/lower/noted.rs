//! What is remembered: values in registers, and what all members of an enum have.

use super::held::Out;
use super::{Lowered, Lowering};
use crate::program::{Memo, MemoPart, SetupError};
use houserules_lang::ir::{EnumId, Noted, Owner, Type};
use houserules_lang::source::Span;
use std::fmt::Write;

impl Lowering<'_> {
    /// Reads the values, and gives the number of what they make up.
    pub(super) fn noted(&mut self, all: &[Noted]) -> Lowered<u16> {
        let (mut parts, mut sort) = (Vec::new(), String::new());
        for one in all {
            match one {
                Noted::Things(of) => {
                    self.sort_of_things(*of, &mut sort);
                    parts.push(self.things(*of));
                }
                Noted::Value(e) => {
                    self.sort_of(&e.ty, &mut sort);
                    parts.push(match self.value(e)? {
                        Out::One(r) => MemoPart::Reg(r),
                        Out::Mask(m, w) => MemoPart::Mask(m, w),
                        Out::List(l) => MemoPart::List(l),
                    });
                }
            }
        }
        let salt = xxhash_rust::xxh3::xxh3_64(sort.as_bytes());
        let n = u16::try_from(self.out.memos.len())
            .map_err(|_| SetupError::TooBig("things to remember", Span::default()))?;
        self.out.memos.push(Memo { salt, parts });
        Ok(n)
    }

    fn things(&self, of: EnumId) -> MemoPart {
        let owner = Owner::Enum(of);
        let counters = self.book.counters.iter().enumerate();
        let zones = self.book.zones.iter().enumerate();
        MemoPart::Things {
            counters: counters
                .filter(|(_, c)| c.owner == owner && !c.bookkeeping)
                .map(|(at, _)| at as u16)
                .collect(),
            zones: zones.filter(|(_, z)| z.owner == owner).map(|(at, _)| at as u16).collect(),
        }
    }

    /// What a value may be, by names: what was remembered under other rules is told apart unless it
    /// means the same.
    fn sort_of(&self, ty: &Type, to: &mut String) {
        match ty.bare() {
            Type::Enum(of) => {
                let of = &self.book[*of];
                let _ = write!(to, "{:?};", (&of.name, &of.members));
            }
            Type::List(of, order) => {
                let _ = write!(to, "{order:?} of ");
                self.sort_of(of, to);
            }
            Type::Unit(unit) => {
                let _ = write!(to, "{};", self.book[*unit].name);
            }
            ty => {
                let _ = write!(to, "{ty:?};");
            }
        }
    }

    fn sort_of_things(&self, of: EnumId, to: &mut String) {
        let owner = Owner::Enum(of);
        self.sort_of(&Type::Enum(of), to);
        for c in self.book.counters.iter().filter(|c| c.owner == owner && !c.bookkeeping) {
            let _ = write!(to, "{}{:?}", c.name, c.range);
            self.sort_of(&c.ty, to);
        }
        let mut cards = false;
        for z in self.book.zones.iter().filter(|z| z.owner == owner) {
            let _ = write!(to, "{}{:?};", z.name, z.shape);
            cards = true;
        }
        for row in self.book.rows.iter().filter(|_| cards) {
            let _ = write!(to, "{};", row.name);
        }
    }
}
