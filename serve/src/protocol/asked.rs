//! What comes from a page.

use houserules_table::choices::value::Arg;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

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
        /// A word that the browser made up for all its pages; none: it has no other than the
        /// page's.
        #[serde(default)]
        browser: Option<String>,
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
        #[serde(default)]
        text: Option<String>,
        /// Or an entry of the menu, after which nothing fits.
        #[serde(default)]
        entry: Option<usize>,
        /// What was filled in there.
        #[serde(default)]
        filled: Vec<Arg>,
    },
    /// The rulebook as it stands.
    Rulebook,
    /// Somebody looks something up in it.
    Looked {
        /// The block, by its place.
        #[serde(default)]
        block: Option<usize>,
        /// Or words that are looked for.
        #[serde(default)]
        find: Option<String>,
    },
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
    /// The table as it was at a point; the game stays where it is.
    Look {
        /// The number of the point, or its bookmark.
        #[serde(deserialize_with = "word_or_number")]
        at: String,
    },
    /// The notes that were made.
    Notes,
    /// A line of the host's workbench.
    Bench {
        /// As it is typed.
        text: String,
    },
    /// A new game with the same people.
    Again,
    /// In the lobby: how a game may be made up.
    Game {
        /// Which, by its place in the lobby's list.
        game: usize,
    },
    /// In the lobby: a new table.
    Open(Wish),
}

/// A table that somebody wants to open.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Wish {
    /// Which game, by its place in the lobby's list.
    pub game: usize,
    /// How many play.
    #[serde(default)]
    pub players: Option<u8>,
    /// Who sits where: `human`, `greedy`, …
    #[serde(default)]
    pub seats: Vec<String>,
    /// Names of players, by seat; empty: the usual one.
    #[serde(default)]
    pub names: Vec<String>,
    /// Options by name, as they are written.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
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
        /// As far as to the last one of whoever proposes it, instead.
        #[serde(default)]
        own: bool,
    },
    /// To a point.
    Back {
        /// Its number or its bookmark.
        #[serde(deserialize_with = "word_or_number")]
        to: String,
    },
    /// What was taken back is done again.
    Redo,
    /// To the end of another line.
    Branch {
        /// Its number, from 1.
        number: u32,
    },
}

/// A name, or a number as it is counted.
fn word_or_number<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Word(String),
        Number(u32),
    }
    Ok(match Either::deserialize(from)? {
        Either::Word(word) => word,
        Either::Number(number) => number.to_string(),
    })
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
            | Self::Bench { .. }
            | Self::Again
            | Self::Open(_)
            | Self::Looked { .. }
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
            | Self::Look { .. }
            | Self::Game { .. }
            | Self::Notes => false,
        }
    }
}
