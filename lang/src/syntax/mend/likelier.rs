//! Of a guess and a change of the line the likelier one.

use super::Effort;
use super::guess::{Guess, How, Trial};
use super::repair::Repair;

impl Trial<'_> {
    /// A guess, or the change of the line with which it is much more like others. `known`: whether
    /// it is known without them what is wrong.
    pub(super) fn likelier(
        &self,
        guess: Option<Guess>,
        known: bool,
        effort: &mut Effort,
    ) -> Option<Repair> {
        const MUCH: i64 = 2;
        const VERY_MUCH: i64 = 40;
        const MOST: i64 = 3;
        const MOST_ALONE: i64 = 9;
        let kept = |guess| Repair::only(guess, 0);
        if !effort.patient() {
            return guess.map(kept);
        }
        let most = if guess.is_some() || known { MOST } else { MOST_ALONE };
        let repair = self.repair(false, effort).filter(|repair| repair.score <= most);
        let Some(repair) = repair else { return guess.map(kept) };
        let Some(guess) = guess else { return Some(repair) };
        let left = |guess: &Guess, effort: &mut Effort| {
            self.left(&guess.patch, effort).unwrap_or(usize::MAX)
        };
        let further = left(&repair.guess, effort) < left(&guess, effort);
        let score = self.score(&guess, effort);
        let named = matches!(
            guess.how,
            How::Foreign { .. } | How::Spelling { .. } | How::Braces(_) | How::NoSuch { .. }
        );
        // What is known to be said so is hardly meant otherwise.
        let much = if named { VERY_MUCH } else { MUCH };
        let better = repair.score + much < score || further && repair.score < score + MUCH;
        let same = self.same(&repair.guess, &guess);
        if better {
            let mut repair = repair;
            repair.spare.extend((!same).then_some(guess));
            return Some(repair);
        }
        // Where nothing else is known of them, both may be meant.
        let alike = !named && repair.score <= score + MUCH && !same;
        let Repair { guess: other, or, mut spare, .. } = repair;
        spare.splice(0..0, or);
        if alike {
            return Some(Repair { guess, score: 0, or: Some(other), spare });
        }
        spare.splice(0..0, (!same).then_some(other));
        Some(Repair { guess, score: 0, or: None, spare })
    }
}
