//! How many ways there are: whole numbers that may be beyond all measure. Up to 64 bits they are
//! exact; beyond, the first 63 bits or more are kept, so that no draw is off by more than one in
//! 2^60.

use crate::chance::BotDraw;

/// A number of ways: `digits` times 2 to the power of `shift`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Weight {
    digits: u64,
    shift: u32,
}

impl Weight {
    pub(super) const ONE: Self = Self { digits: 1, shift: 0 };

    pub(super) fn is_none(self) -> bool {
        self.digits == 0
    }

    /// The number, if it is no more than `most`.
    pub(super) fn up_to(self, most: u64) -> Option<u64> {
        (self.shift == 0 && self.digits <= most).then_some(self.digits)
    }

    fn of(mut digits: u128, mut shift: u32) -> Self {
        let over = 64u32.saturating_sub(digits.leading_zeros());
        digits >>= over;
        shift = shift.saturating_add(over);
        Self { digits: digits as u64, shift }
    }

    /// The digits where the number is written with a larger shift.
    fn at(self, shift: u32) -> u64 {
        self.digits.checked_shr(shift - self.shift).unwrap_or(0)
    }

    pub(super) fn plus(self, other: Self) -> Self {
        if self.is_none() || other.is_none() {
            return if self.is_none() { other } else { self };
        }
        let shift = self.shift.max(other.shift);
        Self::of(u128::from(self.at(shift)) + u128::from(other.at(shift)), shift)
    }

    pub(super) fn times(self, other: Self) -> Self {
        if self.is_none() || other.is_none() {
            return Self::default();
        }
        let shift = self.shift.saturating_add(other.shift);
        Self::of(u128::from(self.digits) * u128::from(other.digits), shift)
    }

    /// Yes as often as this many out of `all`, which are no fewer.
    pub(super) fn drawn(self, all: Self, bot: &mut impl BotDraw) -> bool {
        let shift = all.shift.max(self.shift);
        bot.below(all.at(shift)) < self.at(shift)
    }
}

impl From<u64> for Weight {
    fn from(n: u64) -> Self {
        Self { digits: n, shift: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::Weight;
    use crate::chance::BotSource;

    #[test]
    fn small_numbers_are_exact() {
        let twelve = Weight::from(3).times(Weight::from(4));
        assert_eq!(twelve, Weight::from(12));
        assert_eq!(twelve.plus(Weight::from(u64::MAX - 12)).up_to(u64::MAX), Some(u64::MAX));
        assert!(Weight::default().times(twelve).is_none());
    }

    #[test]
    fn large_numbers_keep_their_proportions() {
        // 60! against 60! and a half of it.
        let all = (1..=60).fold(Weight::ONE, |w, n| w.times(Weight::from(n)));
        let half = (3..=60).fold(Weight::ONE, |w, n| w.times(Weight::from(n)));
        let mut bot = BotSource::new(1);
        let sum = all.plus(half);
        let hits = (0..30_000).filter(|_| half.drawn(sum, &mut bot)).count();
        assert!((9_700..10_300).contains(&hits), "{hits}");
        assert_eq!(all.up_to(u64::MAX), None);
    }
}
