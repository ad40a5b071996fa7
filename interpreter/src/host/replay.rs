//! Playing a journal again: the same hashes, or the first step that differs.

use super::fingerprint::hex;
use super::game::Game;
use super::journal::Entry;
use crate::ask::{Engine, Stop};
use serde::Serialize;

/// How a replay went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Every step gave the same position, and the game is over.
    Finished,
    /// Every step gave the same position, and the game goes on.
    Running,
    /// Every step gave the same position, and the game stands at a fault.
    Fault,
    /// A step could not be taken, or gave another position.
    Differs,
}

/// What came of a replay.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replayed {
    /// Steps taken, those that differ left out.
    pub steps: u64,
    /// How it went.
    pub status: Status,
    /// The position's hash at the end, 16 hex digits.
    pub state_hash: String,
    /// The first step that differs.
    pub first_difference: Option<Difference>,
}

/// A step that differs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Which, from 1.
    pub step: u64,
    /// The seat, from 1.
    pub seat: u8,
    /// What was chosen.
    pub choice: String,
    /// Why it could not be taken; none if it could, but led elsewhere.
    pub refused: Option<String>,
    /// The hash in the journal.
    pub expected: String,
    /// The hash now, if the step could be taken.
    pub found: Option<String>,
}

/// Plays entries in a game that stands at its start; at most `until` of them.
pub fn replay<E: Engine>(game: &mut Game<E>, entries: &[Entry], until: Option<u64>) -> Replayed {
    let most = until.map_or(entries.len(), |n| usize::try_from(n).unwrap_or(usize::MAX));
    let mut steps = 0;
    let mut first_difference = None;
    for entry in entries.iter().take(most) {
        let taken = game.say(entry.seat.wrapping_sub(1), &entry.choice);
        let found = hex(game.hash());
        let refused = taken.err().map(|rejected| rejected.to_string());
        if refused.is_none() && found == entry.hash {
            steps += 1;
            continue;
        }
        let found = if refused.is_none() { Some(found) } else { None };
        let (step, seat, choice) = (entry.n, entry.seat, entry.choice.clone());
        let expected = entry.hash.clone();
        first_difference = Some(Difference { step, seat, choice, refused, expected, found });
        break;
    }
    let status = match (&first_difference, game.stop()) {
        (Some(_), _) => Status::Differs,
        (None, Stop::Over(_)) => Status::Finished,
        (None, Stop::Asking) => Status::Running,
        (None, Stop::Fault(_)) => Status::Fault,
    };
    Replayed { steps, status, state_hash: hex(game.hash()), first_difference }
}
