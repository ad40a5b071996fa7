//! How fast the moves of several bots in a row are shown.

use std::str::FromStr;

/// The wait behind a bot's move that another follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// All at once.
    None,
    /// So many seconds.
    Seconds(u64),
    /// Until Enter is pressed.
    Enter,
}

/// Longer waits are a mistake, in seconds.
const LONGEST: u64 = 60;

impl Pace {
    /// What is usual: a second where a person watches a terminal, nothing in a pipe.
    #[must_use]
    pub fn usual(typed: bool) -> Self {
        if typed { Self::Seconds(1) } else { Self::None }
    }
}

/// Words that say no pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoPace;

impl std::fmt::Display for NoPace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "a pace is `none`, `enter`, or a number of seconds from 1 to {LONGEST}")
    }
}

impl std::error::Error for NoPace {}

impl FromStr for Pace {
    type Err = NoPace;

    fn from_str(text: &str) -> Result<Self, NoPace> {
        let seconds = || text.parse().ok().filter(|n| (1..=LONGEST).contains(n));
        match text {
            "none" | "0" => Ok(Self::None),
            "enter" => Ok(Self::Enter),
            _ => seconds().map(Self::Seconds).ok_or(NoPace),
        }
    }
}

impl std::fmt::Display for Pace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::None => f.write_str("Bots' moves are shown all at once."),
            Self::Seconds(1) => f.write_str("Each of several moves of bots is shown for a second."),
            Self::Seconds(n) => {
                write!(f, "Each of several moves of bots is shown for {n} seconds.")
            }
            Self::Enter => f.write_str("Each of several moves of bots waits for Enter."),
        }
    }
}
