//! Games of a simulation that came to no end: why, and how to see it.

use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::rules::Rules;
use crate::show::console::{Console, Tone};
use houserules_interpreter::playout::game_seed;
use houserules_lang::code::Code;
use houserules_lang::ir::Rulebook;
use houserules_lang::naming::Naming;
use houserules_lang::place::Place;
use houserules_lang::source::{Sources, Span};
use houserules_study::report::SimReport;
use houserules_study::sim::{Playouts, SimSpec};
use houserules_table::fault::sentence;
use serde::Serialize;

/// A reason for which games came to no end.
#[derive(Debug, Serialize)]
pub struct Stall {
    reason: String,
    /// What it was in the first of them: of a fault the sentence and its line; else where the game
    /// went round.
    detail: Option<String>,
    /// Of a fault: its code.
    code: Option<Code>,
    /// Of a fault: the rule that could not be carried out; else where somebody was asked last.
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
    let stall = |found: &houserules_study::report::Stall| {
        let (detail, at) = match found.fault {
            Some((_, span)) => (fault_in(rules, spec, found.first), Some(span)),
            None => round_in(rules, spec, found.first)
                .map_or((None, None), |(said, at)| (Some(said), Some(at))),
        };
        Stall {
            reason: found.reason.clone(),
            detail,
            code: found.fault.map(|(code, _)| code),
            place: at.and_then(|span| Place::of(&rules.sources, span)),
            games: found.games,
            first_seed: game_seed(spec.seed, found.first),
        }
    };
    report.stalls.iter().map(stall).collect()
}

/// Says them, so many spaces from the left.
///
/// # Errors
/// If standard output is closed.
pub fn say(stalls: &[Stall], indent: &str, console: &mut Console) -> Result<(), CliError> {
    for stall in stalls {
        let place = stall.place.as_ref().map_or_else(String::new, |place| format!(" at {place}"));
        let Stall { games, reason, first_seed, .. } = stall;
        let line =
            format!("{indent}{games} of them: {reason}{place} (first with seed {first_seed})");
        console.say(Tone::Wrong, &line)?;
        if let Some(detail) = &stall.detail {
            console.line(&format!("{indent}  {detail}"))?;
        }
    }
    if stalls.is_empty() {
        return Ok(());
    }
    let same = "At the table, `--seed` with such a seed sets the game up alike; bots choose \
                otherwise there.";
    console.say(Tone::Faint, &format!("{indent}{same}"))
}

/// What stopped a game, which is played once more for it.
fn fault_in(rules: &Rules, spec: &SimSpec, index: u64) -> Option<String> {
    let mut playouts = Playouts::new(Starter::new(&rules.book, false).program(&spec.setup).ok()?);
    playouts.play(spec, index);
    fault_of(&playouts, &rules.book, &rules.sources, spec.setup.seats)
}

/// Where a game goes round, which is played once more for it, and the line.
fn round_in(rules: &Rules, spec: &SimSpec, index: u64) -> Option<(String, Span)> {
    let mut playouts = Playouts::new(Starter::new(&rules.book, false).program(&spec.setup).ok()?);
    playouts.play(spec, index);
    let seats = seats(spec.setup.seats);
    let (way, at) = playouts.goes_round(Naming { book: &rules.book, seats: &seats })?;
    let way = if way.is_empty() {
        String::new()
    } else {
        format!("it goes round and stood at `{way}`: ")
    };
    let more = spec.max_decisions.saturating_mul(10);
    let said = format!(
        "{way}look at what shall end the game; to let games be longer, add `--max-decisions {more}`"
    );
    Some((said, at))
}

fn seats(players: u8) -> Vec<String> {
    (1..=players).map(|seat| format!("seat {seat}")).collect()
}

/// What stopped the game that was played last, in a sentence with its code and place.
pub fn fault_of(
    playouts: &Playouts,
    book: &Rulebook,
    sources: &Sources,
    players: u8,
) -> Option<String> {
    let (fault, asked) = playouts.stopped()?;
    let seats = seats(players);
    Some(sentence(Naming { book, seats: &seats }, sources, &fault, &asked))
}

/// That no more games were played.
pub fn gave_up(played: u64, asked: u64) -> String {
    format!("  gave up after the first {played} of {asked} games: none of them came to an end")
}
