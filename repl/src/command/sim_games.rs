//! The games of a simulation: what is played, and on which threads.

use super::interrupts::is_interrupted;
use super::native::Translation;
use super::sim_programs::Programs;
use crate::arguments::{SetUp, Sim};
use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::rules::Rules;
use crate::setup::{self, Sitter};
use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::Seed;
use houserules_interpreter::playout::GameEnd;
use houserules_study::sim::{GameResult, Player, Playouts, SimSpec};
use houserules_study::track::{Courses, Tracks};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};

/// If none of the first so many games comes to an end, no more are played.
const TRIED: u64 = 5;

/// What is to be played, with the table that `set_up` makes.
///
/// # Errors
/// If the table does not suit the game, or nothing would be played.
pub(super) fn spec(
    asked: &Sim,
    set_up: &SetUp,
    rules: &Rules,
) -> Result<(SimSpec, Programs), CliError> {
    let usual = setup::policy(&asked.policy)?;
    let table = setup::table(&rules.book, set_up, usual, usual)?;
    if table.sitters.contains(&Sitter::Human) {
        return Err(
            CliError::call("nobody can sit at a simulation").help("write `--seat K=random`")
        );
    }
    if table.sitters.iter().any(|s| matches!(s, Sitter::Search(t) if t.millis().is_some())) {
        return Err(CliError::call("a simulation gives the same numbers on every machine")
            .help("write `search:1000`: tries, not seconds"));
    }
    if asked.games == 0 {
        return Err(CliError::call("a simulation needs at least one game").help("write `-n 1000`"));
    }
    let setup = Setup { seats: table.sitters.len() as u8, options: table.options };
    let seed = set_up.seed.map_or(1, Seed::folded);
    let player = |s: &Sitter| match s {
        Sitter::Greedy => Player::Greedy,
        Sitter::Search(thinking) => Player::Search(*thinking),
        Sitter::RandomOptions => Player::RandomOptions,
        Sitter::Outside(program) => Player::Outside(program.command),
        Sitter::Random | Sitter::Human => Player::Random,
    };
    let players = table.sitters.iter().map(player).collect();
    let programs = Programs::of(&table.sitters);
    let max_decisions = asked.max_decisions;
    Ok((SimSpec { setup, games: asked.games, seed, max_decisions, players }, programs))
}

/// The threads that play.
///
/// # Errors
/// If they cannot be started.
pub(super) fn pool(asked: &Sim) -> Result<rayon::ThreadPool, CliError> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(asked.threads.unwrap_or(0)).build();
    pool.map_err(|e| CliError::Input(format!("cannot start threads: {e}"), None))
}

/// What came of the games.
pub(super) struct Played {
    /// Game by game in index order, whichever thread played it.
    pub results: Vec<GameResult>,
    /// What was followed over all of them.
    pub courses: Courses,
    /// What became of the machine code.
    pub code: String,
    /// Somebody interrupted: not all that were asked for were played.
    pub interrupted: bool,
}

/// Games to be played under some rules.
pub(super) struct Games<'a> {
    pub rules: &'a Rules,
    /// What is followed through them.
    pub tracks: &'a Arc<Tracks>,
    pub spec: &'a SimSpec,
    /// Bots of somebody's own that sit at the table.
    pub programs: &'a Programs,
}

/// Plays the games that the command asks for; `watched`: somebody sees how far they are.
///
/// # Errors
/// If the rules cannot be set up like this, or a bot's program fails.
pub(super) fn play_all(
    games: &Games<'_>,
    pool: &rayon::ThreadPool,
    watched: bool,
) -> Result<Played, CliError> {
    let Games { rules, tracks, spec, programs } = *games;
    let target = if watched { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(Some(spec.games), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    let program = Starter::new(&rules.book, false).program(&spec.setup)?;
    let courses = Mutex::new(Courses::default());
    let translation = Translation::begin(&program, spec.games);
    let begin = || {
        let playouts = Playouts::following(Arc::clone(&program), Arc::clone(tracks))
            .with(programs.at_a_table(rules, spec.setup.seats));
        playouts.natively(Arc::clone(&translation.code))
    };
    bar.tick();
    // Games begin in their order, so that those before an interrupt are the first ones.
    let next = AtomicU64::new(0);
    let some_until = |end: u64| -> Vec<GameResult> {
        let played = pool.broadcast(|_| {
            let (mut playouts, mut results) = (begin(), Vec::new());
            while !is_interrupted() {
                let taken = next.fetch_update(SeqCst, SeqCst, |n| (n < end).then_some(n + 1));
                let Ok(index) = taken else { break };
                results.push(playouts.play(spec, index));
                bar.inc(1);
            }
            // Whole numbers are added, so the order does not matter.
            courses.lock().unwrap_or_else(PoisonError::into_inner).join(&playouts.courses());
            results
        });
        played.into_iter().flatten().collect()
    };
    let mut results = some_until(spec.games.min(TRIED));
    if !results.iter().all(|r| matches!(r.end, GameEnd::Stalled(_))) {
        results.extend(some_until(spec.games));
    }
    results.sort_unstable_by_key(|result| result.index);
    bar.finish_and_clear();
    let interrupted = is_interrupted();
    match programs.trouble() {
        Some(why) if !interrupted => return Err(CliError::Input(why, None)),
        // An interrupt reaches them, too: a game that they left is none, nor are those after it.
        Some(_) => {
            let before = results.len().saturating_sub(pool.current_num_threads());
            let is_left = |r: &GameResult| matches!(r.end, GameEnd::Stalled(_));
            let left = results.iter().skip(before).position(is_left);
            results.truncate(left.map_or(results.len(), |left| before + left));
        }
        None => {}
    }
    let courses = courses.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Played { results, courses, code: translation.words(), interrupted })
}
