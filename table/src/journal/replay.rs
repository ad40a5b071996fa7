//! Playing a journal again: the same hashes, or the first step that differs.

use crate::journal::fingerprint::hex;
use crate::journal::{Entry, Written};
use crate::session::Session;
use crate::session::resume::{Again, NotAgain};
use houserules_interpreter::ask::Stop;
use houserules_interpreter::referee::Referee;
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
    /// The seat, from 1; 0: nobody's.
    pub seat: u8,
    /// What was chosen, or done.
    pub choice: String,
    /// Why it could not be taken; none if it could, but led elsewhere.
    pub refused: Option<String>,
    /// The hash in the journal.
    pub expected: String,
    /// The hash now, if the step could be taken.
    pub found: Option<String>,
}

/// Plays entries in a session that stands at its start; at most `until` of them.
pub fn replay<E: Referee + Clone>(
    session: &mut Session<E>,
    entries: &[Entry],
    until: Option<u64>,
    host: &mut dyn Again<E>,
) -> Replayed {
    let most = until.map_or(entries.len(), |n| usize::try_from(n).unwrap_or(usize::MAX));
    let mut steps = 0;
    let mut first_difference = None;
    for entry in entries.iter().take(most) {
        match session.again(entry, host) {
            Ok(()) => steps += 1,
            Err(why) => {
                let elsewhere = why == NotAgain::Elsewhere;
                let found = elsewhere.then(|| hex(session.game().hash()));
                let refused = (!elsewhere).then(|| why.to_string());
                let (seat, choice) = told(&entry.what);
                let (step, expected) = (entry.n, entry.hash.clone());
                first_difference =
                    Some(Difference { step, seat, choice, refused, expected, found });
                break;
            }
        }
    }
    let status = match (&first_difference, session.game().stop()) {
        (Some(_), _) => Status::Differs,
        (None, Stop::Over(_)) => Status::Finished,
        (None, Stop::Asking) => Status::Running,
        (None, Stop::Fault(_)) => Status::Fault,
    };
    Replayed { steps, status, state_hash: hex(session.game().hash()), first_difference }
}

/// Whose a line is, and what it says.
fn told(what: &Written) -> (u8, String) {
    match what {
        Written::Choice { seat, choice } => (*seat, choice.clone()),
        Written::Go { to, how, .. } => (0, format!("{how}: to point {to}")),
        Written::Bookmark { name } => (0, format!("bookmark {name}")),
        Written::Referee { lines } => (0, lines.clone()),
        Written::Rules(change) => (0, format!("rules {}", change.rules_hash)),
        Written::Texts { rules_hash, .. } => (0, format!("texts of the rules {rules_hash}")),
    }
}
