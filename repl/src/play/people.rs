//! The people at a table: who sits where, and what each has read and passes at.

use crate::draw::Board;
use crate::pace::Pace;
use crate::setup::Sitter;
use houserules_lang::ir::SiteId;
use std::collections::{BTreeSet, VecDeque};

/// What a seat lets the host pass at.
#[derive(Debug, Clone, Default)]
pub struct Auto {
    /// Wherever passing is all there is.
    pub idle: bool,
    /// At these questions, whatever else there is.
    pub here: BTreeSet<SiteId>,
}

/// Those who sit at a table; nobody does at the workbench.
#[derive(Debug)]
pub struct People {
    /// Who sits where, by seat.
    pub sitters: Vec<Sitter>,
    /// How much of the log each seat has read, in lines.
    pub read: Vec<usize>,
    /// Who sits before the screen.
    pub before: Option<u8>,
    /// How to play a game like this again, without the seed: as long as the game runs, that is
    /// nobody's to know.
    pub again: String,
    /// What each seat lets the host pass at.
    pub autos: Vec<Auto>,
    /// Answers that were typed ahead: `2 1 3`.
    pub ahead: VecDeque<String>,
    /// The boards as whoever sits before the screen saw them last.
    pub boards: Vec<Board>,
    /// How fast the moves of several bots are shown.
    pub pace: Pace,
    /// A bot's move was shown by itself since the last question.
    pub followed: bool,
    /// The seed may have been said: the game was over.
    pub seed_said: bool,
}

impl People {
    /// People who sit down, each having read so many lines of the log.
    #[must_use]
    pub fn new(sitters: Vec<Sitter>, read: usize, again: String) -> Self {
        Self {
            read: vec![read; sitters.len()],
            autos: vec![Auto::default(); sitters.len()],
            sitters,
            before: None,
            again,
            ahead: VecDeque::new(),
            boards: Vec::new(),
            pace: Pace::None,
            followed: false,
            seed_said: false,
        }
    }

    /// Whether somebody at this screen plays for a seat.
    #[must_use]
    pub fn is_human(&self, seat: u8) -> bool {
        self.sitters.get(usize::from(seat)) == Some(&Sitter::Human)
    }

    /// How many play at this screen.
    #[must_use]
    pub fn humans(&self) -> usize {
        self.sitters.iter().filter(|s| **s == Sitter::Human).count()
    }
}
