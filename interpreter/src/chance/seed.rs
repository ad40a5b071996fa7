//! The seed of a game: everything that chance decides follows from it, so it is as secret as
//! whatever lies face down.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A game's seed, 128 bits: nobody searches through them for the one that deals the hand they hold.
/// It is written as a decimal number; in JSON as a text if it is 2^53 or more, as many readers of
/// JSON round such numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Seed(pub u128);

/// The least number that JSON gets as a text.
const WRITTEN_OUT: u64 = 1 << 53;

impl Seed {
    /// The lower 64 bits.
    #[must_use]
    pub fn low(self) -> u64 {
        self.0 as u64
    }

    /// The upper 64 bits.
    #[must_use]
    pub fn high(self) -> u64 {
        (self.0 >> 64) as u64
    }

    /// 64 bits that depend on all of it: itself, if it has no more. For many games of which none is
    /// secret.
    #[must_use]
    pub fn folded(self) -> u64 {
        let mut z = self.high();
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.low() ^ z ^ (z >> 31)
    }
}

impl From<u64> for Seed {
    fn from(seed: u64) -> Self {
        Self(u128::from(seed))
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
        let seed = text.parse().ok().filter(|_| digits).map(Self);
        seed.ok_or("a seed is a whole number below 2 to the power of 128")
    }
}

impl Serialize for Seed {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0).ok().filter(|seed| *seed < WRITTEN_OUT) {
            Some(seed) => to.serialize_u64(seed),
            None => to.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Reader)
    }
}

struct Reader;

impl Visitor<'_> for Reader {
    type Value = Seed;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed: a whole number, or one in quotation marks")
    }

    fn visit_u64<E: Error>(self, seed: u64) -> Result<Seed, E> {
        Ok(seed.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Seed, E> {
        text.parse().map_err(E::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_written_so_that_nothing_rounds_them() {
        for (seed, json) in [
            (Seed(0), "0"),
            (Seed(9_007_199_254_740_991), "9007199254740991"),
            (Seed(9_007_199_254_740_992), "\"9007199254740992\""),
            (Seed(u128::MAX), "\"340282366920938463463374607431768211455\""),
        ] {
            assert_eq!(serde_json::to_string(&seed).unwrap(), json);
            assert_eq!(serde_json::from_str::<Seed>(json).unwrap(), seed);
            assert_eq!(seed.to_string().parse::<Seed>().unwrap(), seed);
        }
        // As journals had them until now.
        assert_eq!(
            serde_json::from_str::<Seed>("18446744073709551615").unwrap(),
            Seed::from(u64::MAX)
        );
        for wrong in ["-1", "1.5", "\"\"", "\"-1\"", "\"+1\"", "\"1e3\"", "null", "[]", "{}"] {
            assert!(serde_json::from_str::<Seed>(wrong).is_err(), "{wrong}");
        }
        assert!("340282366920938463463374607431768211456".parse::<Seed>().is_err());
    }

    #[test]
    fn a_short_seed_folds_to_itself() {
        assert_eq!(Seed::from(7).folded(), 7);
        assert_ne!(Seed(7 | 1 << 64).folded(), 7);
    }
}
