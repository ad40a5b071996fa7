//! What is kept of a game: one line of JSON, and nothing that depends on when or where it was
//! played.

use houserules_lang::source::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often a number is kept over a game: at its start, after each twentieth, at its end.
pub const POINTS: usize = 21;

/// How a game came out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// By its rules; who won stands in [`Record::winners`].
    Over,
    /// Not: the reason, such as `came to no end within 100000 decisions`.
    Stalled(String),
    /// A rule could not be carried out: its code and place.
    Fault(String, Span),
}

/// What is kept of one game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Which way of playing, by its place in [`super::arm::Plan::arms`]; 0 is the game as it is.
    pub arm: u16,
    /// Which game, from 0. Games of one number have one seed, whatever the arm.
    pub game: u64,
    /// How it ended.
    pub end: End,
    /// The line that ended it, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Span>,
    /// Seats that won, from 0.
    pub winners: Vec<u8>,
    /// The seat that was asked first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u8>,
    /// The seat that plays otherwise than the others, if the arm has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<u8>,
    /// Scores by seat, if the game has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i64>,
    /// Turns that began.
    pub turns: u64,
    /// Rounds that began.
    pub rounds: u64,
    /// Answers of players.
    pub decisions: u64,
    /// Choices by chance and shuffles.
    pub chance: u64,
    /// What each seat did.
    pub seats: Vec<SeatRecord>,
    /// Who was ahead, of games that tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<LeadRecord>,
    /// What was followed, row by row, at [`POINTS`] points of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub course: Vec<Vec<Option<i64>>>,
    /// The statements that were reached, a bit each, as hexadecimal digits of bytes; of some games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<String>,
}

/// What a seat could do and did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatRecord {
    /// How often it was asked.
    pub asked: u64,
    /// How often there was only one thing to do.
    pub forced: u64,
    /// In how many ways it could choose, added up; each time at most [`super::ways::MOST`].
    pub ways: u64,
    /// How often a thing was on offer and how often it was done, by its place in
    /// [`super::arm::Things`].
    pub things: BTreeMap<u16, [u64; 2]>,
    /// How often a card was named in a choice, by the row of its table.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub cards: BTreeMap<u16, u64>,
}

/// Who was ahead. Thousandths are of the game's decisions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadRecord {
    /// How often another seat came to be ahead alone.
    pub changes: u64,
    /// Of a game that one seat won: when it took the lead for good; 1000: never before the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<u64>,
    /// Of such a game: another seat was ahead alone in the middle of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comeback: Option<bool>,
}

impl Record {
    /// Whether it ended by its rules.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.end == End::Over
    }

    /// A seat's part of the win, in parts of [`WIN`]; together: all have all of it.
    #[must_use]
    pub fn part(&self, seat: u8, together: bool) -> i64 {
        match (self.winners.contains(&seat), together) {
            (false, _) => 0,
            (true, true) => WIN,
            (true, false) => WIN / self.winners.len().max(1) as i64,
        }
    }
}

/// A win is counted in such parts, so that each of up to 32 winners has a whole number of them.
pub const WIN: i64 = 144_403_552_893_600;
