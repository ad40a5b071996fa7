//! `sim`: many games by bots, spread over the cores; the result does not depend on how.

use super::compare;
use crate::arguments::{Format, SetUp, Sim};
use crate::engine::Starter;
use crate::rules::{self, Asked, Rules};
use crate::setup::{self, Sitter};
use crate::show::console::{Console, Tone};
use crate::show::grid::aligned;
use crate::show::interval::{mean, percent, rate, share};
use crate::trouble::Trouble;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::host::fault::sentence;
use houserules_interpreter::host::fingerprint::rules_hash;
use houserules_interpreter::host::greedy::Greedy;
use houserules_interpreter::host::naming::Naming;
use houserules_interpreter::host::sim::{
    GameEnd, GameResult, Player, Playouts, Quantiles, SimReport, SimSpec, game_seed, report,
};
use houserules_interpreter::host::uniform::POLICY;
use houserules_lang::source::Span;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;

/// So many seeds of stalled games are named.
const NAMED_SEEDS: usize = 20;

/// What `--format json` writes.
#[derive(Debug, Serialize)]
struct Outcome {
    game: String,
    players: u8,
    games: u64,
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
    seats: Vec<Seat>,
    turns: Quantiles,
    endings: Vec<Ending>,
}

/// A line that ended games.
#[derive(Debug, Serialize)]
struct Ending {
    file: String,
    line: usize,
    text: String,
    games: u64,
}

#[derive(Debug, Serialize)]
struct Stall {
    reason: String,
    /// Of a fault: what it was in the first of them, with the sentence and its line.
    detail: Option<String>,
    games: u64,
    first_seed: u64,
}

#[derive(Debug, Serialize)]
struct Seat {
    seat: usize,
    bot: &'static str,
    wins: u64,
    win_rate: f64,
    ci95: [f64; 2],
    mean_score: Option<f64>,
}

/// Plays the games and says how they went.
///
/// # Errors
/// If the game or the table is wrong, or a rule could not be carried out in some game.
pub fn run(asked: &Sim, console: &mut Console) -> Result<(), Trouble> {
    if asked.vs_base || !asked.vs_variants.is_empty() {
        return compare::run(asked, console);
    }
    let rules = rules::runnable(&Asked::new(&asked.game, &asked.set_up.variants)?, console)?;
    let spec = spec(asked, &asked.set_up, &rules)?;
    let (seed, pool) = (spec.seed, pool(asked)?);
    let (results, seconds) = timed(|| play_all(&rules, &spec, &pool, console.look.watched));
    let results = results.map_err(|e| Trouble::Input(e, None))?;
    let stalled = results.iter().filter(|r| matches!(r.end, GameEnd::Stalled(_)));
    let stalled_seeds = stalled.take(NAMED_SEEDS).map(|r| game_seed(seed, r.index)).collect();
    let made =
        outcome(&rules, &spec, report(spec.setup.seats, results), (seconds, pool.current_num_threads()));
    let made = Outcome { stalled_seeds, ..made };
    match asked.format {
        Format::Json => console.json(&made)?,
        Format::Human => human(&made, console)?,
    }
    let faulty = made.stalls.iter().any(|s| s.reason.starts_with("fault"));
    if faulty { Err(Trouble::Said(1)) } else { Ok(()) }
}

/// What is to be played, with the table that `set_up` makes.
///
/// # Errors
/// If the table does not suit the game, or nothing would be played.
pub(super) fn spec(asked: &Sim, set_up: &SetUp, rules: &Rules) -> Result<SimSpec, Trouble> {
    let table = setup::table(&rules.book, set_up, (Sitter::Random, Sitter::Random))?;
    if table.sitters.contains(&Sitter::Human) {
        return Err(Trouble::call("nobody can sit at a simulation").help("write `--seat K=random`"));
    }
    if asked.games == 0 {
        return Err(Trouble::call("no games are no simulation").help("write `-n 1000`"));
    }
    let setup = Setup { seats: table.sitters.len() as u8, options: table.options };
    let seed = set_up.seed.unwrap_or(1);
    let player = |s: &Sitter| if *s == Sitter::Greedy { Player::Greedy } else { Player::Random };
    let players = table.sitters.iter().map(player).collect();
    Ok(SimSpec { setup, games: asked.games, seed, max_decisions: asked.max_decisions, players })
}

/// The threads that play.
///
/// # Errors
/// If they cannot be started.
pub(super) fn pool(asked: &Sim) -> Result<rayon::ThreadPool, Trouble> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(asked.threads.unwrap_or(0)).build();
    pool.map_err(|e| Trouble::Input(format!("cannot start threads: {e}"), None))
}

#[expect(clippy::disallowed_types, reason = "how long the games took is measured outside of them")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = std::time::Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

/// Game by game in index order, whichever thread played it.
///
/// # Errors
/// If the rules cannot be set up like this.
pub(super) fn play_all(
    rules: &Rules,
    spec: &SimSpec,
    pool: &rayon::ThreadPool,
    watched: bool,
) -> Result<Vec<GameResult>, String> {
    let target = if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(spec.games), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    let program = Starter::new(&rules.book, false).program(&spec.setup)?;
    let begin = || Playouts::new(Arc::clone(&program));
    let play = |playouts: &mut Playouts, index: u64| {
        let played = playouts.play(spec, index);
        bar.inc(1);
        played
    };
    let results = pool.install(|| (0..spec.games).into_par_iter().map_init(begin, play).collect());
    bar.finish_and_clear();
    Ok(results)
}

fn outcome(rules: &Rules, spec: &SimSpec, report: SimReport, (seconds, threads): (f64, usize)) -> Outcome {
    let seat = |(at, tally): (usize, &houserules_interpreter::host::sim::SeatTally)| {
        let (win_rate, ci95) = share(tally.wins, report.finished);
        let mean_score = mean(tally.score_sum, tally.scored);
        let greedy = spec.players.get(at) == Some(&Player::Greedy);
        let bot = if greedy { Sitter::Greedy } else { Sitter::Random }.name();
        Seat { seat: at + 1, bot, wins: tally.wins, win_rate, ci95, mean_score }
    };
    let stall = |(reason, games, first): &(String, u64, u64)| Stall {
        reason: reason.to_string(),
        detail: if reason.starts_with("fault") { fault_in(rules, spec, *first) } else { None },
        games: *games,
        first_seed: game_seed(spec.seed, *first),
    };
    let ending = |(span, games): &(Span, u64)| Ending {
        file: rules.sources.get(span.file).map_or_else(String::new, |f| f.name.to_string()),
        line: rules.sources.line_column(span.file, span.start).0,
        text: rules.sources.slice(*span).split_whitespace().collect::<Vec<_>>().join(" "),
        games: *games,
    };
    Outcome {
        game: rules.book.title.to_string(),
        players: spec.setup.seats,
        games: report.games,
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
        policy: policy(spec),
        max_decisions: spec.max_decisions,
        stalled_seeds: Vec::new(),
        stalls: report.stalls.iter().map(stall).collect(),
        seats: report.seats.iter().enumerate().map(seat).collect(),
        turns: report.turns,
        endings: report.endings.iter().map(ending).collect(),
        result_hash: report.result_hash,
    }
}

/// What stopped a game, which is played once more for it.
fn fault_in(rules: &Rules, spec: &SimSpec, index: u64) -> Option<String> {
    let mut playouts = Playouts::new(Starter::new(&rules.book, false).program(&spec.setup).ok()?);
    playouts.play(spec, index);
    let (fault, asked) = playouts.stopped()?;
    let seats: Vec<String> = (1..=spec.setup.seats).map(|seat| format!("seat {seat}")).collect();
    let naming = Naming { book: &rules.book, seats: &seats };
    Some(sentence(naming, &rules.sources, &fault, &asked))
}

/// How the seats are played for.
pub(super) fn policy(spec: &SimSpec) -> String {
    let greedy = spec.players.iter().filter(|p| **p == Player::Greedy).count();
    match greedy {
        0 => POLICY.into(),
        n if n == spec.players.len() => Greedy::NAME.into(),
        _ => format!("{POLICY} and {}", Greedy::NAME),
    }
}

fn human(made: &Outcome, console: &mut Console) -> Result<(), Trouble> {
    let heading = format!(
        "{}: {} games with {} players, policy `{}`",
        made.game, made.games, made.players, made.policy
    );
    console.say(Tone::Heading, &heading)?;
    console.line(&format!("  finished {}, stalled {}", made.finished, made.stalled))?;
    for stall in &made.stalls {
        let line = format!("  {} of them: {} (seed {})", stall.games, stall.reason, stall.first_seed);
        console.say(Tone::Wrong, &line)?;
        if let Some(detail) = &stall.detail {
            console.line(&format!("    {detail}"))?;
        }
    }
    console.line("")?;
    let scored = made.seats.iter().any(|s| s.mean_score.is_some());
    let mut rows = vec![["seat", "bot", "wins", "share", "95 %"].map(str::to_string).to_vec()];
    if scored {
        rows[0].push("mean score".into());
    }
    for seat in &made.seats {
        let [low, high] = seat.ci95;
        let mut row = vec![seat.seat.to_string(), seat.bot.to_string(), seat.wins.to_string()];
        row.extend([percent(seat.win_rate), format!("{} to {}", percent(low), percent(high))]);
        if scored {
            row.push(seat.mean_score.map_or_else(String::new, |mean| format!("{mean:.2}")));
        }
        rows.push(row);
    }
    for line in aligned(&rows, 2, console.look.width) {
        console.line(&line)?;
    }
    let Quantiles { p5, median, p95 } = made.turns;
    console.line("")?;
    console.line(&format!("  turns: median {median}, nine in ten from {p5} to {p95}"))?;
    console.line(&format!("  {} decisions, {} chance events", made.decisions, made.chance_events))?;
    for Ending { line, text, games, .. } in &made.endings {
        console.line(&format!("  {games} ended by `{text}` (line {line})"))?;
    }
    let speed = format!(
        "  {:.1} s on {} threads: {:.0} games/s",
        made.seconds, made.threads, made.playouts_per_second
    );
    console.line(&format!("{speed}, {:.0} decisions/s", made.decisions_per_second))?;
    let hashes = format!("  seed {}, rules {}, result {}", made.seed, made.rules_hash, made.result_hash);
    console.say(Tone::Faint, &hashes)
}
