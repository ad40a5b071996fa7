//! Games of a simulation that came to no end: why, and how to see it.

use crate::engine::Starter;
use crate::rules::Rules;
use crate::show::console::{Console, Tone};
use crate::trouble::Trouble;
use houserules_interpreter::host::fault::sentence;
use houserules_interpreter::host::naming::Naming;
use houserules_interpreter::host::place::Place;
use houserules_interpreter::host::sim::{Playouts, SimReport, SimSpec, game_seed};
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Sources;
use serde::Serialize;

/// A reason for which games came to no end.
#[derive(Debug, Serialize)]
pub struct Stall {
    reason: String,
    /// Of a fault: what it was in the first of them, with the sentence and its line.
    detail: Option<String>,
    /// Of a fault: its code.
    code: Option<&'static str>,
    /// Of a fault: the rule that could not be carried out.
    place: Option<Place>,
    games: u64,
    first_seed: u64,
}

impl Stall {
    /// Whether a rule could not be carried out.
    pub fn is_fault(&self) -> bool {
        self.code.is_some()
    }

    /// In how many games.
    pub fn games(&self) -> u64 {
        self.games
    }
}

/// Why games came to no end.
pub fn stalls(rules: &Rules, spec: &SimSpec, report: &SimReport) -> Vec<Stall> {
    let stall = |found: &houserules_interpreter::host::sim::Stall| Stall {
        reason: found.reason.clone(),
        detail: found.fault.and_then(|_| fault_in(rules, spec, found.first)),
        code: found.fault.map(|(code, _)| code),
        place: found.fault.and_then(|(_, span)| Place::of(&rules.sources, span)),
        games: found.games,
        first_seed: game_seed(spec.seed, found.first),
    };
    report.stalls.iter().map(stall).collect()
}

/// Says them, so many spaces from the left.
///
/// # Errors
/// If standard output is closed.
pub fn say(stalls: &[Stall], indent: &str, console: &mut Console) -> Result<(), Trouble> {
    for stall in stalls {
        let place = stall.place.as_ref().map_or_else(String::new, |place| format!(" at {place}"));
        let Stall { games, reason, first_seed, .. } = stall;
        let line = format!("{indent}{games} of them: {reason}{place} (first with seed {first_seed})");
        console.say(Tone::Wrong, &line)?;
        if let Some(detail) = &stall.detail {
            console.line(&format!("{indent}  {detail}"))?;
        }
    }
    if stalls.is_empty() {
        return Ok(());
    }
    let same = "At the table, `--seed` with such a seed sets the game up alike; bots choose otherwise there.";
    console.say(Tone::Faint, &format!("{indent}{same}"))
}

/// What stopped a game, which is played once more for it.
fn fault_in(rules: &Rules, spec: &SimSpec, index: u64) -> Option<String> {
    let mut playouts = Playouts::new(Starter::new(&rules.book, false).program(&spec.setup).ok()?);
    playouts.play(spec, index);
    fault_of(&playouts, (&rules.book, &rules.sources), spec.setup.seats)
}

/// What stopped the game that was played last, in a sentence with its code and place.
pub fn fault_of(playouts: &Playouts, (book, sources): (&Rulebook, &Sources), players: u8) -> Option<String> {
    let (fault, asked) = playouts.stopped()?;
    let seats: Vec<String> = (1..=players).map(|seat| format!("seat {seat}")).collect();
    Some(sentence(Naming { book, seats: &seats }, sources, &fault, &asked))
}
