//! Why nothing can follow what has been filled in: the reason by which most ways of filling in the rest are refused.

use super::Machine;
use super::search::FormRef;
use crate::ask::{FaultKind, Why};
use crate::program::How;
use houserules_lang::ir::MoveId;

/// So many values of later steps are looked at.
const MOST: usize = 2000;

/// Reasons, and how often each was met; in the order in which they were met first.
pub(super) type Reasons = Vec<(Why, usize)>;

/// One more way is refused so.
fn count(reasons: &mut Reasons, why: Why) {
    match reasons.iter_mut().find(|(known, _)| *known == why) {
        Some((_, times)) => *times += 1,
        None => reasons.push((why, 1)),
    }
}

impl Machine {
    /// The reason of a move whose steps before `n` are filled, if the rules give one for what follows.
    pub(super) fn doomed(&mut self, site: u16, entry: u16, (id, n): (MoveId, usize)) -> Option<Why> {
        let mut reasons = Reasons::new();
        let mut left = MOST;
        if self.fill_on(site, entry, (id, n), (&mut reasons, &mut left)).is_err() {
            self.calls.clear();
            return None;
        }
        let most = reasons.iter().map(|(_, times)| *times).max()?;
        reasons.into_iter().find(|(_, times)| *times == most).map(|(why, _)| why)
    }

    /// Fills step `k` with each of its members in turn. Sets and orders have too many ways to be looked at.
    fn fill_on(
        &mut self,
        site: u16,
        entry: u16,
        (id, k): (MoveId, usize),
        (reasons, left): (&mut Reasons, &mut usize),
    ) -> Result<(), FaultKind> {
        let f = FormRef::Move(id);
        let Some(step) = self.step(f, k).filter(|s| matches!(s.how, How::One | How::UpToOne(_))) else {
            return Ok(());
        };
        self.pure(step.dom.0)?;
        let (mut members, mut at) = (Vec::new(), 0);
        while let Some(member) = self.member(step.dom.1, &mut at).filter(|_| members.len() <= MOST) {
            members.push(member);
        }
        for member in members {
            if *left == 0 {
                return Ok(());
            }
            *left -= 1;
            self.set(step.loc, member);
            match self.refusal(site, entry, (id, k + 1))? {
                Some(why) => count(reasons, why),
                None => self.fill_on(site, entry, (id, k + 1), (reasons, left))?,
            }
        }
        Ok(())
    }
}
