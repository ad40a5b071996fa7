//! What comes from a page.

use houserules_table::choices::value::Arg;
use serde::Deserialize;

/// The protocol's number.
pub const PROTOCOL: u32 = 1;

/// A message, with its number.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Message {
    /// The page's own number for it; the reply has it, too.
    pub id: u64,
    /// What is wanted.
    #[serde(flatten)]
    pub what: Asked,
}

/// What is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
pub enum Asked {
    /// The first message: who it is.
    Hello {
        /// What stands in the link: `TABLE.SECRET`
        link: String,
        /// A word that the page made up.
        page: String,
        /// Which protocol it speaks.
        protocol: u32,
    },
    /// What may be filled in next.
    Options(Draft),
    /// A choice that was made step by step.
    Choose(Draft),
    /// A choice as it is typed.
    Say {
        /// The screen it was made on.
        screen: u64,
        /// What is typed.
        text: String,
    },
    /// What is not possible now.
    Closed,
    /// Why something is not possible.
    Why {
        /// A choice as it is typed.
        text: String,
    },
    /// The rulebook as it stands.
    Rulebook,
    /// The whole log.
    Log,
    /// The points of the game.
    History,
    /// A note on this moment.
    Note {
        /// The note as it was written.
        text: String,
        /// A line of the log or a rule.
        #[serde(default)]
        about: Option<String>,
    },
    /// What the server may do for a seat.
    Auto {
        /// Pass wherever passing is all there is.
        idle: bool,
    },
    /// Something that others may have to agree to.
    Propose(Proposed),
    /// Whether one agrees.
    Answer {
        /// The number of what was proposed.
        proposal: u64,
        /// Agreed to, or not.
        yes: bool,
    },
    /// A name for this point.
    Bookmark {
        /// The name that it gets.
        name: String,
    },
    /// How rules are to come in.
    Reload {
        /// `now`, `next round`, …; empty: which ways there are.
        #[serde(default)]
        how: String,
    },
    /// Who is to sit at a seat.
    Seat {
        /// Which, from 0.
        seat: u8,
        /// `human`, `greedy`, …
        who: String,
    },
    /// A new link for a seat.
    Link {
        /// Which, from 0.
        seat: u8,
    },
    /// The course of the game with its notes.
    Report {
        /// How it is written: `markdown`, `jsonl`
        format: String,
    },
    /// What was played, as a test.
    Save {
        /// The title of the test.
        title: String,
        /// The point where it begins; none: the start.
        #[serde(default)]
        from: Option<u32>,
    },
    /// The notes that were made.
    Notes,
}

/// A choice as far as it is filled in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Draft {
    /// The screen it is made on.
    pub screen: u64,
    /// The menu's entry.
    pub entry: usize,
    /// One value a step.
    #[serde(default)]
    pub filled: Vec<Arg>,
}

/// Going back over the game.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "what", rename_all = "lowercase")]
pub enum Proposed {
    /// Choices of people are taken back, with what followed.
    Undo {
        /// How many choices of people.
        #[serde(default = "one")]
        steps: usize,
    },
    /// To a point.
    Back {
        /// Its number or its bookmark.
        to: String,
    },
}

fn one() -> usize {
    1
}

impl Asked {
    /// Whether it changes anything, so that it must not be carried out twice.
    #[must_use]
    pub fn does_something(&self) -> bool {
        match self {
            Self::Choose(_)
            | Self::Say { .. }
            | Self::Note { .. }
            | Self::Auto { .. }
            | Self::Propose(_)
            | Self::Answer { .. }
            | Self::Bookmark { .. }
            | Self::Reload { .. }
            | Self::Seat { .. }
            | Self::Link { .. } => true,
            Self::Hello { .. }
            | Self::Options(_)
            | Self::Closed
            | Self::Why { .. }
            | Self::Rulebook
            | Self::Log
            | Self::History
            | Self::Report { .. }
            | Self::Save { .. }
            | Self::Notes => false,
        }
    }
}
