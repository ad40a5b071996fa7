//! Which members of a domain stay: those that pass its condition, those with the best key.

use crate::lower::masks::Many;
use crate::lower::{Lowered, Lowering};
use crate::program::{Loc, Members, NONE, Op};
use houserules_lang::ir::{Domain, Expr, LocalId};

/// Tests a member: where it is, and jumps that leave it out.
type Test<'t, 'a> = &'t mut dyn FnMut(&mut Lowering<'a>, Loc, &mut Vec<usize>) -> Lowered<()>;

impl<'a> Lowering<'a> {
    /// What of a domain's condition is left to be tested member by member, after what can be tested
    /// for all members of a mask at once. With `all`, every member is tested in any case.
    pub(super) fn left_to_test<'e>(
        &mut self,
        d: &'e Domain,
        found: Members,
        all: bool,
    ) -> Lowered<Vec<&'e Expr>> {
        let Some((local, condition)) = &d.filter else { return Ok(Vec::new()) };
        let Members::Mask(m, w) = found else { return Ok(vec![condition]) };
        self.narrow(Many { m, w, all, elem: &d.elem, local: *local }, condition)
    }

    /// The members that pass the domain's condition.
    pub(super) fn filtered(&mut self, d: &Domain, found: Members) -> Lowered<Members> {
        let left = self.left_to_test(d, found, true)?;
        if left.is_empty() {
            return Ok(found);
        }
        let local = d.filter.as_ref().map(|(local, _)| *local);
        self.those_that(d, found, local, &mut |this, _, no| {
            left.iter().try_for_each(|part| this.unless(part, no))
        })
    }

    /// The members that pass a test.
    pub fn those_that(
        &mut self,
        d: &Domain,
        found: Members,
        local: Option<LocalId>,
        test: Test<'_, 'a>,
    ) -> Lowered<Members> {
        let out = self.empty_like(found);
        self.those_into(out, d, found, &mut |this, elem, no| {
            this.binds.extend(local.map(|local| (local, elem)));
            test(this, elem, no)
        })?;
        Ok(out)
    }

    /// Collects the members that pass a test.
    pub fn those_into(
        &mut self,
        out: Members,
        d: &Domain,
        found: Members,
        test: Test<'_, 'a>,
    ) -> Lowered<()> {
        self.go_through(found, d, None, &mut |this, elem, head, _| {
            let mut no = Vec::new();
            test(this, elem, &mut no)?;
            this.add(out, elem);
            this.back(&no, head);
            Ok(())
        })
    }

    /// The members whose key is the most, or the least; those without one are left out.
    pub(super) fn with_best(&mut self, d: &Domain, found: Members) -> Lowered<Members> {
        let Some((most, local, key)) = &d.best else { return Ok(found) };
        let best = self.number(NONE);
        let out = self.empty_like(found);
        self.go_through(found, d, Some(*local), &mut |this, elem, head, _| {
            let value = this.scalar(key)?;
            this.emit(Op::BranchIfNone { a: value, to: head });
            let first = this.emit(Op::BranchIfNone { a: best, to: 0 });
            let (worse, better) = (this.temp(1), this.temp(1));
            let (a, b) = if *most { (value, best) } else { (best, value) };
            this.emit(Op::Less { d: worse, a, b });
            this.emit(Op::BranchIf { a: worse, to: head });
            this.emit(Op::Same { d: better, a: value, b: best });
            let same = this.emit(Op::BranchIf { a: better, to: 0 });
            this.land(&[first]);
            this.emit(Op::Mov { d: best, s: value });
            this.clear(out);
            this.land(&[same]);
            this.add(out, elem);
            Ok(())
        })?;
        Ok(out)
    }
}
