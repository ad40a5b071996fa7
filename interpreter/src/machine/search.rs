//! Finding what can be chosen: whether a form can be completed, and with what.

use super::Fallible;
use super::{Evaluator, Memory, State, faults, vain};
use crate::ask::FaultKind;
use crate::program::{Form, How, Loc, Members, NONE, Pc, R, budget};
use houserules_lang::ir::{MoveId, Type};

/// A form: of a move, or of a choice of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FormRef {
    Move(MoveId),
    Values(u16),
}

/// A form that is filled by itself, and whether equal cards are one option in it: they are for
/// seats; chance draws pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Filling {
    pub form: FormRef,
    pub merge: bool,
}

/// Called with each set or order that there is; yes ends the search.
pub(super) type See<'s, T> = &'s mut dyn FnMut(&mut Evaluator<'_>, &[T]) -> Fallible<bool>;

/// A step, without its type.
#[derive(Debug, Clone, Copy)]
pub(super) struct StepView {
    /// Which of its form it is, from 0.
    pub k: usize,
    pub loc: Loc,
    pub dom: (Pc, Members),
    pub fit: (Pc, Members),
    pub how: How,
    pub fit_how: How,
    pub test: Option<(Pc, R)>,
    pub whole: Option<(Pc, R)>,
    pub free: bool,
    /// None is not among what may be picked: the choice is declined instead.
    pub may: bool,
}

/// A step that is to be filled, and in what.
#[derive(Debug, Clone, Copy)]
pub(super) struct Unfilled {
    pub fill: Filling,
    pub step: StepView,
}

impl<'a> State<'a> {
    pub(super) fn form(self, f: FormRef) -> Option<&'a Form> {
        match f {
            FormRef::Move(id) => Some(&self.program[id]),
            FormRef::Values(site) => self.program.sites[usize::from(site)].values.as_ref(),
        }
    }

    #[inline]
    pub(super) fn step(self, f: FormRef, k: usize) -> Option<StepView> {
        let step = self.form(f)?.steps.get(k)?;
        let may = match f {
            FormRef::Values(site) => self.program.sites[usize::from(site)].may,
            FormRef::Move(_) => false,
        };
        Some(StepView {
            k,
            loc: step.loc,
            dom: step.dom,
            fit: step.fit,
            how: step.how,
            fit_how: step.fit_how,
            test: step.test,
            whole: step.whole,
            free: step.free,
            may,
        })
    }

    /// Whether it counts the same to draw the steps from `k` on and to look for something that
    /// fills them, if nothing does: there is one at most, of which one member is picked.
    pub(super) fn fails_alike(self, f: FormRef, k: usize) -> bool {
        let one = |step: StepView| matches!(step.how, How::One | How::UpToOne(_));
        self.step(f, k).is_none_or(one) && self.step(f, k + 1).is_none()
    }

    pub(super) fn elem(self, f: FormRef, k: usize) -> Type {
        self.form(f).and_then(|form| form.steps.get(k)).map_or(Type::Number, |s| s.elem.clone())
    }
}

impl Memory {
    /// One more candidate is looked at.
    pub(super) fn look(&mut self) -> Fallible<()> {
        self.nodes += 1;
        if self.nodes > budget::SEARCH { Err(faults::CANDIDATES) } else { Ok(()) }
    }

    /// The next member of a domain that was found; `at` counts on.
    #[inline]
    pub(super) fn member(&self, dom: Members, at: &mut i64) -> Option<i64> {
        match dom {
            Members::Mask(m, w) => {
                let mut k = (*at / 64) as u16;
                let mut shift = *at % 64;
                while k < u16::from(w) {
                    let word = self.word(m, k) >> shift << shift;
                    if word != 0 {
                        let found = i64::from(u32::from(k) * 64 + word.trailing_zeros());
                        *at = found + 1;
                        return Some(found);
                    }
                    k += 1;
                    shift = 0;
                }
                None
            }
            Members::List(l) => {
                let found = self.lists[usize::from(l)].get(*at as usize).copied();
                *at += 1;
                found
            }
            Members::Range(a, b) => {
                let (lo, hi) = (self.reg(a), self.reg(b));
                if lo == NONE || hi == NONE {
                    return None;
                }
                let found = lo.checked_add(*at).filter(|v| *v <= hi);
                *at += 1;
                found
            }
        }
    }

    /// Whether a domain that was found has a member.
    pub(super) fn contains(&self, dom: Members, value: i64) -> bool {
        match dom {
            Members::Mask(m, w) => self.has(m, value, w),
            Members::List(l) => self.lists[usize::from(l)].contains(&value),
            Members::Range(a, b) => {
                let (lo, hi) = (self.reg(a), self.reg(b));
                value != NONE && lo != NONE && hi != NONE && lo <= value && value <= hi
            }
        }
    }

    pub(super) fn set(&mut self, loc: Loc, value: i64) {
        if let Loc::Reg(r) = loc {
            self.put(r, value);
        }
    }

    /// The bounds of a subset among so many.
    pub(super) fn bounds(&self, how: How, n: usize) -> (usize, usize) {
        let How::Some(lo, hi) = how else { return (0, 0) };
        let clamp = |v: i64| if v == NONE { 0 } else { v.clamp(0, i64::from(u16::MAX)) as usize };
        (clamp(self.reg(lo)), clamp(self.reg(hi)).min(n))
    }

    /// The members of a domain in a buffer of its own, which is to be given back to the scratch
    /// memory.
    pub(super) fn take_members(&mut self, k: usize, dom: Members) -> Vec<i64> {
        let mut members = self.scratch.members(k);
        match dom {
            Members::List(l) => members.extend_from_slice(&self.lists[usize::from(l)]),
            Members::Mask(m, w) => {
                for k in 0..u16::from(w) {
                    let mut word = self.word(m, k);
                    while word != 0 {
                        members.push(i64::from(u32::from(k) * 64 + word.trailing_zeros()));
                        word &= word - 1;
                    }
                }
            }
            Members::Range(..) => {
                let mut at = 0;
                while let Some(value) = self.member(dom, &mut at) {
                    members.push(value);
                }
            }
        }
        members
    }
}

impl Evaluator<'_> {
    /// Whether the steps from `k` on can be filled.
    pub(super) fn complete(&mut self, f: FormRef, k: usize) -> Fallible<bool> {
        let Some(step) = self.state().step(f, k) else { return Ok(true) };
        match step.how {
            How::One => {
                self.pure(step.fit.0)?;
                self.any_member(f, step)
            }
            How::UpToOne(none) => {
                self.pure(step.fit.0)?;
                let or_none = !step.may && (step.test.is_none() || self.mem.reg(none) == 1);
                if or_none {
                    self.mem.set(step.loc, NONE);
                    if self.complete(f, k + 1)? {
                        return Ok(true);
                    }
                }
                self.any_member(f, step)
            }
            How::Some(..) => self.any_subset(f, step, false),
            How::Order => self.any_order(f, step),
        }
    }

    fn any_member(&mut self, f: FormRef, step: StepView) -> Fallible<bool> {
        let mut at = 0;
        while let Some(value) = self.mem.member(step.fit.1, &mut at) {
            self.mem.look()?;
            self.mem.set(step.loc, value);
            if self.complete(f, step.k + 1)? {
                return Ok(true);
            }
            if step.free {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// What a set or an order is searched in. Where narrowing fails, as for want of a value,
    /// nothing is left out.
    pub(super) fn set_to_search(&mut self, step: StepView) -> Fallible<(Members, How)> {
        if step.fit.0 != step.dom.0 && matches!(step.how, How::Some(..)) {
            match self.pure(step.fit.0) {
                Ok(()) => return Ok((step.fit.1, step.fit_how)),
                Err(over @ FaultKind::Budget(..)) => return Err(over),
                Err(_) => self.mem.calls.clear(),
            }
        }
        self.pure(step.dom.0)?;
        Ok((step.dom.1, step.how))
    }

    /// Whether one of the sets of a step goes together with the steps behind. `tried`: what was
    /// just tried in vain need not be tried again.
    pub(super) fn any_subset(&mut self, f: FormRef, step: StepView, tried: bool) -> Fallible<bool> {
        let (dom, how) = self.set_to_search(step)?;
        let mut members = self.mem.take_members(step.k, dom);
        let fill = Filling { form: f, merge: true };
        let at = Unfilled { fill, step };
        self.join_equals(fill, step.k, &mut members);
        let (least, most) = self.mem.bounds(how, members.len());
        let mut found = Ok(false);
        if step.test.is_none() && step.free {
            if least <= most {
                self.mem.write_items(step.loc, members[..least].iter().copied());
                found = self.complete(f, step.k + 1);
            }
        } else {
            // In another order a set may be another list.
            let tried = tried && members.is_sorted();
            for size in least..=most {
                found = self.each_of_size(at, &members, size, &mut |this, chosen| {
                    let name = vain::name(members.len(), chosen).filter(|_| tried);
                    if this.mem.tried_in_vain(step.k, name) {
                        return Ok(false);
                    }
                    this.mem.write_items(step.loc, chosen.iter().map(|at| members[*at]));
                    Ok(this.passes(step.test)? && this.complete(f, step.k + 1)?)
                });
                if !matches!(found, Ok(false)) {
                    break;
                }
            }
        }
        self.mem.scratch.give_back(step.k, members);
        found
    }

    /// Goes through the sets of that size, equal members being joined; each set is the places of
    /// its members. Yes if one of them ended it.
    pub(super) fn each_of_size(
        &mut self,
        at: Unfilled,
        members: &[i64],
        size: usize,
        see: See<'_, usize>,
    ) -> Fallible<bool> {
        let mut chosen = self.mem.scratch.chosen(at.step.k);
        chosen.extend(0..size);
        let found = self.each_from(at, members, &mut chosen, see);
        self.mem.scratch.give_back_chosen(at.step.k, chosen);
        found
    }

    /// Combinations from the first on; of equal members the first ones are taken.
    fn each_from(
        &mut self,
        at: Unfilled,
        members: &[i64],
        chosen: &mut [usize],
        see: See<'_, usize>,
    ) -> Fallible<bool> {
        let Unfilled { fill, step } = at;
        let (n, size) = (members.len(), chosen.len());
        let equals = self.state().has_equals(fill, step.k);
        loop {
            self.mem.look()?;
            if see(self, chosen)? {
                return Ok(true);
            }
            // The next combination in order: the last place that can go on to other members.
            let mut at = size;
            let next = loop {
                let Some(before) = at.checked_sub(1) else { return Ok(false) };
                at = before;
                let mut next = chosen[at] + 1;
                while equals
                    && next < n
                    && self.equal_in_set(fill, step.k, members[next - 1], members[next])
                {
                    next += 1;
                }
                if next + (size - at) <= n {
                    break next;
                }
            };
            chosen[at..].iter_mut().zip(next..).for_each(|(slot, member)| *slot = member);
        }
    }

    pub(super) fn passes(&mut self, test: Option<(Pc, R)>) -> Fallible<bool> {
        match test {
            Some((pc, reg)) => self.holds(pc, reg),
            None => Ok(true),
        }
    }

    fn any_order(&mut self, f: FormRef, step: StepView) -> Fallible<bool> {
        self.pure(step.dom.0)?;
        let mut order = self.mem.take_members(step.k, step.dom.1);
        order.sort_unstable();
        if step.test.is_none() && step.free {
            self.mem.write_items(step.loc, order.iter().copied());
            self.mem.scratch.give_back(step.k, order);
            self.mem.look()?;
            return self.complete(f, step.k + 1);
        }
        let found = self.each_order(&mut order, &mut |this, order| {
            this.mem.write_items(step.loc, order.iter().copied());
            Ok(this.passes(step.test)? && this.complete(f, step.k + 1)?)
        });
        self.mem.scratch.give_back(step.k, order);
        found
    }

    /// Goes through the orders of members, from the sorted one on. Yes if one of them ended it.
    pub(super) fn each_order(&mut self, order: &mut [i64], see: See<'_, i64>) -> Fallible<bool> {
        loop {
            self.mem.look()?;
            if see(self, order)? {
                return Ok(true);
            }
            if !next_order(order) {
                return Ok(false);
            }
        }
    }
}

/// The next permutation in order; no: this was the last.
pub(super) fn next_order(order: &mut [i64]) -> bool {
    let Some(at) = (1..order.len()).rev().find(|at| order[at - 1] < order[*at]) else {
        return false;
    };
    let other = (at..order.len()).rev().find(|o| order[*o] > order[at - 1]).unwrap_or(at);
    order.swap(at - 1, other);
    order[at..].reverse();
    true
}
