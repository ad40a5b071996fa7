//! What is the same for all members that are gone through: it is found where it is first asked for,
//! and kept for those that follow. A word that reads what changes is written out, if something in
//! it is the same each time.

use super::{Lowered, Lowering};
use crate::program::{Locals, Op, R, WordCode};
use houserules_lang::ir::visit::{Part, domain_parts, expr_parts};
use houserules_lang::ir::walk::{bound_in, each_expr};
use houserules_lang::ir::{Expr, ExprKind, LocalId, Type, WordId};

/// A word of more parts is not written out.
const LONG: usize = 40;

/// An expression within a loop, told by where it stands.
#[derive(Debug, Clone)]
pub(super) struct Steady {
    at: *const Expr,
    how: How,
}

#[derive(Debug, Clone)]
enum How {
    /// Its value is kept: whether it is known, and the value.
    Kept(R, R),
    /// It is a call that is written out; what is the same each time in the word.
    WrittenOut(Vec<Steady>),
}

/// Whether finding a value goes through something.
fn goes_through(e: &Expr) -> bool {
    let mut loops = false;
    each_expr(e, &mut |e| {
        loops |= matches!(
            e.kind,
            ExprKind::Word(..)
                | ExprKind::Fold(_)
                | ExprKind::First(_)
                | ExprKind::Count(_)
                | ExprKind::Quantified(..)
                | ExprKind::Distance(_)
        );
    });
    loops
}

/// Whether an expression reads a local that changes, other than those that it binds itself.
fn reads(e: &Expr, changing: &[LocalId]) -> bool {
    let own = bound_in(e);
    let mut found = false;
    each_expr(e, &mut |e| {
        found |= matches!(
            e.kind,
            ExprKind::Local(local) if changing.contains(&local) && !own.contains(&local)
        );
    });
    found
}

fn is_single(ty: &Type) -> bool {
    !matches!(ty.bare(), Type::List(..) | Type::Zone(_))
}

impl Lowering<'_> {
    /// Lowers a loop in which conditions are tested again and again while this local changes.
    pub(super) fn with_steady<T>(
        &mut self,
        conditions: &[&Expr],
        changes: LocalId,
        work: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let before = self.steady.len();
        for condition in conditions {
            let mut changing = bound_in(condition);
            changing.push(changes);
            let mut found = Vec::new();
            self.find_steady(condition, &changing, &mut found);
            self.steady.extend(found);
        }
        let done = work(self);
        self.steady.truncate(before);
        done
    }

    /// Finds what is worth keeping in an expression, outer parts first.
    fn find_steady(&mut self, e: &Expr, changing: &[LocalId], found: &mut Vec<Steady>) {
        let single = is_single(&e.ty);
        if matches!(e.kind, ExprKind::After(..) | ExprKind::Remembered(_)) {
            // What a deed changes, or what is remembered, is not the same each time.
            return;
        }
        let word = if let ExprKind::Word(id, args) = &e.kind { Some((*id, args)) } else { None };
        let word = word.filter(|(id, _)| single && goes_through(&self.book[*id].value));
        let is_fold = single && matches!(e.kind, ExprKind::Fold(_));
        if (word.is_some() || is_fold) && !reads(e, changing) {
            return self.keep_steady(e, found);
        }
        if let Some((id, args)) = word {
            let inner = self.steady_within(id, args, changing);
            if !inner.is_empty() {
                found.push(Steady { at: e, how: How::WrittenOut(inner) });
            }
        }
        expr_parts(e, &mut |part| self.steady_in_part(&part, changing, found));
    }

    fn steady_in_part(&mut self, part: &Part<'_>, changing: &[LocalId], found: &mut Vec<Steady>) {
        match part {
            Part::Expr(e) => self.find_steady(e, changing, found),
            Part::Domain(d) => {
                domain_parts(d, &mut |part| self.steady_in_part(&part, changing, found));
            }
            Part::Step(_) | Part::Block(_) | Part::Binds(_) => {}
        }
    }

    fn keep_steady(&mut self, e: &Expr, found: &mut Vec<Steady>) {
        let (known, value) = (self.temp(1), self.temp(1));
        self.emit(Op::Imm { d: known, k: 0 });
        // Machine code must not take it for something that is handed in.
        self.emit(Op::Imm { d: value, k: 0 });
        found.push(Steady { at: e, how: How::Kept(known, value) });
    }

    /// What is the same each time in a word that is called with these arguments.
    fn steady_within(&mut self, id: WordId, args: &[Expr], changing: &[LocalId]) -> Vec<Steady> {
        let book = self.book;
        let word = &book[id];
        let mut parts = 0;
        each_expr(&word.value, &mut |_| parts += 1);
        if parts > LONG || word.is_own_call() {
            return Vec::new();
        }
        let mut within = bound_in(&word.value);
        let changes =
            |(at, arg): (usize, &Expr)| reads(arg, changing).then_some(LocalId(at as u16));
        within.extend(args.iter().enumerate().filter_map(changes));
        let mut found = Vec::new();
        self.find_steady(&word.value, &within, &mut found);
        found
    }

    /// What is known of an expression that is the same each time.
    fn steady_at(&self, e: &Expr) -> Option<How> {
        let here = |steady: &&Steady| std::ptr::eq(steady.at, e);
        self.steady.iter().rev().find(here).map(|steady| steady.how.clone())
    }

    /// Code for an expression that is kept, or written out; none of any other.
    pub(super) fn steady(&mut self, e: &Expr) -> Lowered<Option<R>> {
        match self.steady_at(e) {
            None => Ok(None),
            Some(How::Kept(known, value)) => {
                let known_already = self.emit(Op::BranchIf { a: known, to: 0 });
                let outer = std::mem::take(&mut self.steady);
                let found = self.scalar(e);
                self.steady = outer;
                self.emit(Op::Mov { d: value, s: found? });
                self.emit(Op::Imm { d: known, k: 1 });
                self.land(&[known_already]);
                Ok(Some(value))
            }
            Some(How::WrittenOut(within)) => {
                let ExprKind::Word(word, args) = &e.kind else { return Ok(None) };
                self.written_out = Some(within);
                if let super::held::Out::One(r) = self.call(*word, args)? {
                    Ok(Some(r))
                } else {
                    Ok(None)
                }
            }
        }
    }

    /// The code of a word in place of a call of it; its arguments are where it looks for them.
    pub(super) fn write_out(
        &mut self,
        word: WordId,
        code: &WordCode,
        within: Vec<Steady>,
    ) -> Lowered<()> {
        let book = self.book;
        let word = &book[word];
        let mut locals = Locals::unlaid(word.locals.len());
        locals.0.iter_mut().zip(&code.params).for_each(|(local, param)| *local = *param);
        let locals = std::mem::replace(&mut self.locals, locals);
        let steady = std::mem::replace(&mut self.steady, within);
        let (binds, fixed) = (std::mem::take(&mut self.binds), std::mem::take(&mut self.fixed));
        let done = self.value_into(&word.value, code.result);
        (self.locals, self.steady, self.binds, self.fixed) = (locals, steady, binds, fixed);
        done
    }
}
