//! `sim`: many games by bots, spread over the cores; the result does not depend on how.

use super::compare;
use super::endings::{self, Ending, Won};
use super::interrupts;
use super::native::timed;
use super::sim_games::{Games, Played, play_all, pool, spec};
use super::sim_seats::{self, Seat};
use super::stalls::{self, Stall, stalls};
use super::track::{self, Tracked, tracked};
use crate::arguments::{Format, Sim};
use crate::cli_error::CliError;
use crate::learnt::told;
use crate::rules::{self, RuleFiles, Rules};
use crate::show::console::{Console, Tone};
use crate::show::interval::{mean, rate, spread};
use houserules_bots::aim::together;
use houserules_interpreter::playout::{GameEnd, game_seed};
use houserules_study::report::{Lengths, SimReport, report};
use houserules_study::sim::{Player, SimSpec};
use houserules_table::journal::fingerprint::rules_hash;
use serde::Serialize;

/// So many seeds of stalled games are named.
const NAMED_SEEDS: usize = 20;

/// What `--format json` writes.
#[derive(Debug, Serialize)]
struct Outcome {
    game: String,
    players: u8,
    games: u64,
    /// How many were asked for, if the first ones came to no end and no more were played.
    #[serde(skip_serializing_if = "Option::is_none")]
    given_up: Option<u64>,
    /// How many were asked for, if somebody interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<u64>,
    finished: u64,
    stalled: u64,
    decisions: u64,
    chance_events: u64,
    seconds: f64,
    playouts_per_second: f64,
    decisions_per_second: f64,
    threads: usize,
    seed: u64,
    rules_hash: String,
    result_hash: String,
    policy: String,
    max_decisions: u64,
    stalled_seeds: Vec<u64>,
    stalls: Vec<Stall>,
    /// Games that several won; in a game that is won together there are none.
    ties: u64,
    /// Games that ended, and nobody won.
    nobody_won: u64,
    seats: Vec<Seat>,
    turns: Length,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<Length>,
    decisions_per_game: Length,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tracks: Vec<Tracked>,
    endings: Vec<Ending>,
    /// What `won by` names, where several sides win, and in how many games.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    sides: Vec<Won>,
}

/// How long games were that finished.
#[derive(Debug, Serialize)]
struct Length {
    p5: u64,
    median: u64,
    p95: u64,
    mean: Option<f64>,
    ci95: Option<[f64; 2]>,
}

impl Length {
    fn of(lengths: &Lengths) -> Self {
        let Lengths { quantiles, moments } = lengths;
        let ci95 = spread(moments).map(|(_, ci95)| ci95);
        let (p5, median, p95) = (quantiles.p5, quantiles.median, quantiles.p95);
        Self { p5, median, p95, mean: mean(moments), ci95 }
    }

    /// `149.7 on average (149.2 to 150.1), median 150, nine in ten from 136 to 166`
    fn words(&self) -> String {
        let Some(mean) = self.mean else { return "no game finished".into() };
        let interval =
            self.ci95.map_or_else(String::new, |[low, high]| format!(" ({low:.1} to {high:.1})"));
        let Self { p5, median, p95, .. } = self;
        format!("{mean:.1} on average{interval}, median {median}, nine in ten from {p5} to {p95}")
    }
}

/// Plays the games and says how they went.
///
/// # Errors
/// If the game or the table is wrong, or a rule could not be carried out in some game.
pub fn run(asked: &Sim, console: &mut Console) -> Result<(), CliError> {
    if asked.vs_base || !asked.vs_variants.is_empty() {
        return compare::run(asked, console);
    }
    let files = RuleFiles::new(&asked.game, &asked.set_up.variants)?;
    let rules = rules::runnable(&files, console)?;
    let (spec, programs) = spec(asked, &asked.set_up, &rules)?;
    let tracks = track::read(&asked.tracks, &rules, &spec, console)?;
    let (seed, pool) = (spec.seed, pool(asked)?);
    interrupts::heed();
    let games = Games { rules: &rules, tracks: &tracks, spec: &spec, programs: &programs };
    let (played, took) = timed(|| play_all(&games, &pool, console.look.watched));
    let Played { results, courses, code, interrupted } = played?;
    let stalled = results.iter().filter(|r| !matches!(r.end, GameEnd::Finished(_)));
    let stalled_seeds = stalled.take(NAMED_SEEDS).map(|r| game_seed(seed, r.index)).collect();
    let made = outcome(
        &rules,
        &spec,
        report(spec.setup.seats, results),
        took.as_secs_f64(),
        pool.current_num_threads(),
    );
    let tracks = tracked(&rules, &spec, &tracks, &courses);
    let given_up = made.given_up.filter(|_| !interrupted);
    let interrupted = made.given_up.filter(|_| interrupted);
    let made = Outcome { stalled_seeds, tracks, given_up, interrupted, ..made };
    match asked.format {
        Format::Json => console.json(&made)?,
        Format::Human => {
            human(&made, console)?;
            if rules.learnt.is_some() && spec.players.iter().any(|player| player.learns()) {
                console.line(&format!("  {}", told(&files.game)))?;
            }
            if asked.verbose {
                console.line(&format!("  machine code: {code}"))?;
            }
        }
    }
    let faulty = made.stalls.iter().any(Stall::is_fault);
    if faulty { Err(CliError::Said(1)) } else { Ok(()) }
}

fn outcome(
    rules: &Rules,
    spec: &SimSpec,
    report: SimReport,
    seconds: f64,
    threads: usize,
) -> Outcome {
    let together = together(&rules.book);
    let seat = |(at, tally): (usize, &houserules_study::report::SeatTally)| {
        let bot = spec.players.get(at).copied().unwrap_or(Player::Random).name();
        Seat::new(at + 1, bot, tally, report.finished, together)
    };
    Outcome {
        game: rules.book.title.to_string(),
        players: spec.setup.seats,
        games: report.games,
        given_up: (report.games < spec.games).then_some(spec.games),
        interrupted: None,
        finished: report.finished,
        stalled: report.stalled,
        decisions: report.decisions,
        chance_events: report.chance_events,
        seconds,
        playouts_per_second: rate(report.games, seconds),
        decisions_per_second: rate(report.decisions, seconds),
        threads,
        seed: spec.seed,
        rules_hash: rules_hash(&rules.book),
        policy: spec.policy(),
        max_decisions: spec.max_decisions,
        stalled_seeds: Vec::new(),
        stalls: stalls(rules, spec, &report),
        ties: if together { 0 } else { report.shared },
        nobody_won: report.unwon,
        seats: report.seats.iter().enumerate().map(seat).collect(),
        turns: Length::of(&report.turns),
        rounds: (report.rounds.moments.sum > 0).then(|| Length::of(&report.rounds)),
        decisions_per_game: Length::of(&report.answers),
        tracks: Vec::new(),
        endings: endings::endings(rules, &report),
        sides: endings::sides(rules, &report),
        result_hash: report.result_hash,
    }
}

fn so_many(what: &str, count: usize) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn human(made: &Outcome, console: &mut Console) -> Result<(), CliError> {
    let heading = format!(
        "{}: {} games with {}, policy `{}`",
        made.game,
        made.games,
        so_many("player", usize::from(made.players)),
        made.policy
    );
    console.say(Tone::Heading, &heading)?;
    console.line(&format!("  finished {}, stalled {}", made.finished, made.stalled))?;
    if let Some(asked) = made.given_up {
        console.say(Tone::Wrong, &stalls::gave_up(made.games, asked))?;
    }
    if let Some(asked) = made.interrupted {
        let line = format!("  interrupted: these are the first {} of {asked} games", made.games);
        console.say(Tone::Wrong, &line)?;
    }
    stalls::say(&made.stalls, "  ", console)?;
    console.line("")?;
    sim_seats::say(&made.seats, console)?;
    match made.ties {
        0 => {}
        1 => console.line(
            "  1 tie: its win counts for each of the winners, and is split between their shares",
        )?,
        n => console.line(&format!(
            "  {n} ties: such a win counts for each of the winners, and is split between their \
             shares"
        ))?,
    }
    if made.nobody_won > 0 {
        console.line(&format!("  nobody won {} of the games", made.nobody_won))?;
    }
    endings::say_sides(&made.sides, "  ", console)?;
    console.line("")?;
    if let Some(rounds) = &made.rounds {
        console.line(&format!("  rounds: {}", rounds.words()))?;
    }
    console.line(&format!("  turns: {}", made.turns.words()))?;
    console.line(&format!("  decisions: {}", made.decisions_per_game.words()))?;
    console
        .line(&format!("  {} decisions, {} chance events", made.decisions, made.chance_events))?;
    endings::say(&made.endings, "  ", console)?;
    track::say(&made.tracks, console)?;
    if !made.tracks.is_empty() {
        console.line("")?;
    }
    let speed = format!(
        "  {:.1} s on {}: {:.0} games/s",
        made.seconds,
        so_many("thread", made.threads),
        made.playouts_per_second
    );
    console.line(&format!("{speed}, {:.0} decisions/s", made.decisions_per_second))?;
    let hashes =
        format!("  seed {}, rules {}, result {}", made.seed, made.rules_hash, made.result_hash);
    console.say(Tone::Faint, &hashes)
}
