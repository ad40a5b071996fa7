//! How long the player `search` thinks, as it is written where seats are named.

use crate::search::Effort;
use std::fmt;

/// How long `search` thinks about a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Thinking {
    /// A little: somebody who has just learnt the rules wins often.
    Easy,
    /// As much as makes a good game.
    Normal,
    /// As much as people wait for.
    Hard,
    /// So many tries: the same decision on every machine.
    Tries(u32),
    /// So many milliseconds, by the host's clock.
    Millis(u32),
}

/// Tries of `search` without a number.
const USUAL: u32 = 1000;
/// It never thinks longer than an hour.
const LONGEST: u32 = 3_600_000;

impl Thinking {
    /// Reads `easy`, `normal`, `hard`, `search`, `search:2000`, `search:1s` or `search:250ms`; none
    /// of anything else.
    #[must_use]
    pub fn read(word: &str) -> Option<Self> {
        match word {
            "easy" => return Some(Self::Easy),
            "normal" => return Some(Self::Normal),
            "hard" => return Some(Self::Hard),
            "search" => return Some(Self::Tries(USUAL)),
            _ => {}
        }
        let how = word.strip_prefix("search:")?;
        let digits = how.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let number = digits.parse::<u32>().ok().filter(|n| *n > 0)?;
        match how.strip_prefix(digits)? {
            "" => Some(Self::Tries(number)),
            "ms" => Some(Self::Millis(number.min(LONGEST))),
            "s" => Some(Self::Millis(number.saturating_mul(1000).min(LONGEST))),
            _ => None,
        }
    }

    /// How much it does at most.
    #[must_use]
    pub fn effort(self) -> Effort {
        match self {
            Self::Easy => Effort::of(30),
            Self::Normal => Effort::of(150),
            Self::Hard => Effort::of(400),
            Self::Tries(tries) => Effort::of(tries),
            Self::Millis(_) => Effort { tries: u32::MAX, decisions: u64::MAX },
        }
    }

    /// For how many milliseconds, if a clock says when it stops.
    #[must_use]
    pub fn millis(self) -> Option<u32> {
        if let Self::Millis(millis) = self { Some(millis) } else { None }
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Easy => f.write_str("easy"),
            Self::Normal => f.write_str("normal"),
            Self::Hard => f.write_str("hard"),
            Self::Tries(tries) => write!(f, "search:{tries}"),
            Self::Millis(millis) if millis % 1000 == 0 => write!(f, "search:{}s", millis / 1000),
            Self::Millis(millis) => write!(f, "search:{millis}ms"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for word in ["easy", "normal", "hard", "search:2000", "search:1s", "search:250ms"] {
            assert_eq!(Thinking::read(word).map(|t| t.to_string()).as_deref(), Some(word));
        }
        assert_eq!(Thinking::read("search"), Some(Thinking::Tries(USUAL)));
        assert_eq!(Thinking::read("search:4000000s"), Some(Thinking::Millis(LONGEST)));
        for word in ["", "search:", "search:0", "search:-1", "search:1h", "search:s", "searching"] {
            assert_eq!(Thinking::read(word), None, "{word}");
        }
    }
}
