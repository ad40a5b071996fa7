//! Why nothing can follow what has been filled in: the reason by which most ways of filling in the
//! rest are refused, or the step for which there is nothing to pick.

use super::Evaluator;
use super::search::{FormRef, next_order};
use crate::ask::{FaultKind, Illegality};
use crate::program::{How, NONE};

/// So many values, sets and orders of later steps are looked at.
const MOST: usize = 2000;

/// What was met on the ways that were looked at.
#[derive(Debug, Default)]
struct Met {
    /// Reasons of the rules, and how often each was met; in the order in which they were met first.
    reasons: Vec<(Illegality, usize)>,
    /// The first step that could not be filled at all.
    empty: Option<usize>,
    looked: usize,
}

impl Met {
    fn count(&mut self, why: Illegality) {
        match self.reasons.iter_mut().find(|(known, _)| *known == why) {
            Some((_, times)) => *times += 1,
            None => self.reasons.push((why, 1)),
        }
    }

    /// Another way may be looked at.
    fn goes_on(&mut self) -> bool {
        self.looked += 1;
        self.looked <= MOST
    }

    fn reason(self) -> Option<Illegality> {
        let most = self.reasons.iter().map(|(_, times)| *times).max();
        let first = self.reasons.into_iter().find(|(_, times)| Some(*times) == most);
        first.map(|(why, _)| why).or(self.empty.map(Illegality::NothingFor))
    }
}

/// The entry of a choice that is filled, and how.
#[derive(Debug, Clone, Copy)]
struct Filled {
    site: u16,
    entry: u16,
    form: FormRef,
}

impl Evaluator<'_> {
    /// The reason of a form whose steps before `n` are filled, if there is one for what follows.
    pub(super) fn doomed(
        &mut self,
        site: u16,
        entry: u16,
        form: FormRef,
        n: usize,
    ) -> Option<Illegality> {
        let mut met = Met::default();
        if self.fill_on(Filled { site, entry, form }, n, &mut met).is_err() {
            self.mem.calls.clear();
            return None;
        }
        met.reason()
    }

    /// Fills step `k` in each way in turn: single values as they are listed, sets from the smallest
    /// on, orders from the sorted one on.
    fn fill_on(&mut self, of: Filled, k: usize, met: &mut Met) -> Result<(), FaultKind> {
        let Some(step) = self.state().step(of.form, k) else { return Ok(()) };
        self.pure(step.dom.0)?;
        let (mut members, mut at) = (Vec::new(), 0);
        while let Some(member) =
            self.mem.member(step.dom.1, &mut at).filter(|_| members.len() <= MOST)
        {
            members.push(member);
        }
        let mut fits = false;
        match step.how {
            How::One | How::UpToOne(_) => {
                if matches!(step.how, How::UpToOne(_)) && !step.may {
                    members.push(NONE);
                }
                for member in members {
                    if !met.goes_on() {
                        return Ok(());
                    }
                    self.mem.set(step.loc, member);
                    fits |= self.one_way(of, k, met)?;
                }
            }
            How::Some(..) => {
                members.sort_unstable();
                let (least, most) = self.mem.bounds(step.how, members.len());
                for size in least..=most {
                    let mut chosen: Vec<usize> = (0..size).collect();
                    loop {
                        if !met.goes_on() {
                            return Ok(());
                        }
                        self.mem.write_set(step.loc, chosen.iter().map(|at| members[*at]));
                        fits |= self.one_way(of, k, met)?;
                        if !next_set(&mut chosen, members.len()) {
                            break;
                        }
                    }
                }
            }
            How::Order => {
                members.sort_unstable();
                loop {
                    if !met.goes_on() {
                        return Ok(());
                    }
                    self.mem.write_items(step.loc, members.iter().copied());
                    fits |= self.one_way(of, k, met)?;
                    if !next_order(&mut members) {
                        break;
                    }
                }
            }
        }
        if !fits {
            met.empty.get_or_insert(k);
        }
        Ok(())
    }

    /// Goes on from a step whose draft is filled; whether it may be filled so, as far as the step
    /// itself says.
    fn one_way(&mut self, of: Filled, k: usize, met: &mut Met) -> Result<bool, FaultKind> {
        let step = self.state().step(of.form, k);
        if !self.passes(step.and_then(|step| step.whole))? {
            return Ok(false);
        }
        let why = match of.form {
            FormRef::Move(id) => self.refusal(of.site, of.entry, id, k + 1)?,
            FormRef::Values(_) => None,
        };
        match why {
            Some(why) => met.count(why),
            None => self.fill_on(of, k + 1, met)?,
        }
        Ok(true)
    }
}

/// The next places of a set of that size, in order.
fn next_set(chosen: &mut [usize], n: usize) -> bool {
    let size = chosen.len();
    let Some(at) = (0..size).rev().find(|at| chosen[*at] + size < n + at) else { return false };
    let next = chosen[at] + 1;
    chosen[at..].iter_mut().zip(next..).for_each(|(place, to)| *place = to);
    true
}
