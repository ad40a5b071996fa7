//! `sim --vs-variant`, `--vs-base`: two sets of rules on the same seeds, and what differs.

use super::endings::{self, Ending, Won};
use super::interrupts;
use super::sim_games::{Games, Played, play_all, pool, spec};
use super::stalls::{self, Stall, stalls};
use super::track;
use crate::arguments::{Format, SetUp, Sim};
use crate::cli_error::CliError;
use crate::rules::{self, RuleFiles, Rules};
use crate::show::console::{Console, Tone};
use crate::show::grid::aligned;
use crate::show::interval::{in_parts, mean, percent, spread};
use houserules_bots::aim::together;
use houserules_interpreter::ask::Outcome;
use houserules_interpreter::playout::GameEnd;
use houserules_lang::ir::Type;
use houserules_study::report::report;
use houserules_study::sim::{GameResult, SimSpec};
use houserules_study::track::{Moments, Tracks};
use houserules_table::journal::fingerprint::rules_hash;
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// What `--format json` writes.
#[derive(Debug, Serialize)]
struct Outcomes {
    game: String,
    players: u8,
    games: u64,
    /// How many were asked for, if somebody interrupted.
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<u64>,
    seed: u64,
    policy: String,
    max_decisions: u64,
    /// Both sides, `a` first.
    sides: [Side; 2],
    /// Games that came to their end on both sides; only these are compared.
    pairs: u64,
    differences: Vec<Difference>,
}

#[derive(Debug, Serialize)]
struct Side {
    variants: Vec<String>,
    rules_hash: String,
    result_hash: String,
    finished: u64,
    stalled: u64,
    faults: u64,
    /// Why games came to no end, with the seed of the first of them.
    stalls: Vec<Stall>,
    /// What ended games.
    endings: Vec<Ending>,
    /// What `won by` names, where several sides win.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    won: Vec<Won>,
    /// How many games were played, if the first ones came to no end and no more were.
    #[serde(skip_serializing_if = "Option::is_none")]
    gave_up_after: Option<u64>,
}

#[derive(Debug, Serialize)]
struct Difference {
    /// `win_rate`, `win_share` (shared wins split), `ties`, `score`, `turns`, `decisions`, or an
    /// expression that is followed.
    what: String,
    /// From 1; none of what concerns all.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<usize>,
    a: f64,
    b: f64,
    /// `a - b`, game by game.
    difference: f64,
    ci95: [f64; 2],
    /// The interval leaves out 0.
    clear: bool,
    /// It is a share.
    #[serde(skip)]
    share: bool,
}

/// Plays both and says what differs.
///
/// # Errors
/// If the game, a variant or the table is wrong, or a rule could not be carried out in some game.
pub fn run(asked: &Sim, console: &mut Console) -> Result<(), CliError> {
    let first = RuleFiles::new(&asked.game, &asked.set_up.variants)?;
    let second = RuleFiles { game: first.game.to_path_buf(), variants: asked.vs_variants.to_vec() };
    let rules = [rules::runnable(&first, console)?, rules::runnable(&second, console)?];
    let options = split(&asked.set_up.options, &rules)?;
    let pool = pool(asked)?;
    let mut sides = Vec::new();
    let mut results = Vec::new();
    let mut spec_of_a: Option<(u8, u64, String)> = None;
    let mut followed = Tracks::default();
    let mut games = asked.games;
    interrupts::heed();
    for ((files, rules), options) in [&first, &second].into_iter().zip(&rules).zip(options) {
        let seats = asked.set_up.seats.to_vec();
        let (players, seed) = (asked.set_up.players, asked.set_up.seed);
        let players = players.or_else(|| spec_of_a.as_ref().map(|(seats, ..)| *seats));
        let (variants, programs) = (Vec::new(), asked.set_up.programs);
        let set_up = SetUp { players, seats, seed, options, variants, programs };
        let (spec, programs) = spec(asked, &set_up, rules)?;
        let spec = SimSpec { games, ..spec };
        let tracks = track::read(&asked.tracks, rules, &spec, console)?;
        let all = Games { rules, tracks: &tracks, spec: &spec, programs: &programs };
        let played = play_all(&all, &pool, console.look.watched)?;
        let Played { results: played, interrupted, .. } = played;
        if interrupted {
            games = played.len() as u64;
            if sides.is_empty() {
                interrupts::go_on();
                let line =
                    format!("Interrupted: games 1 to {games} are played by the other rules, too.");
                writeln!(console.err(), "{line}").map_err(CliError::output)?;
            }
        }
        sides.push(side(files, rules, &SimSpec { games, ..spec.clone() }, &played));
        followed = Arc::unwrap_or_clone(tracks);
        spec_of_a.get_or_insert((spec.setup.seats, spec.seed, spec.policy()));
        results.push(played);
    }
    let (Some((players, seed, policy)), Ok(sides)) = (spec_of_a, <[Side; 2]>::try_from(sides))
    else {
        return Ok(());
    };
    let pairs = pairs(&results);
    let made = Outcomes {
        game: rules[0].book.title.to_string(),
        players,
        games,
        interrupted: (games < asked.games).then_some(asked.games),
        seed,
        policy,
        max_decisions: asked.max_decisions,
        sides,
        pairs: pairs.len() as u64,
        differences: differences(
            players,
            &followed,
            rules.iter().all(|r| together(&r.book)),
            &pairs,
        ),
    };
    match asked.format {
        Format::Json => console.json(&made)?,
        Format::Human => human(&made, &first.game, console)?,
    }
    if made.sides.iter().any(|s| s.faults > 0) { Err(CliError::Said(1)) } else { Ok(()) }
}

/// An option is set on the sides that have it; one that neither has is refused by the first.
fn split(given: &[String], rules: &[Rules; 2]) -> Result<[Vec<String>; 2], CliError> {
    let has = |rules: &Rules, text: &str| {
        let name = text.split_once('=').map_or(text, |(name, _)| name).trim();
        rules.book.options.iter().any(|o| o.name == name)
    };
    let of = |side: usize| {
        let other = &rules[1 - side];
        let kept =
            given.iter().filter(|text| has(&rules[side], text) || (side == 0 && !has(other, text)));
        kept.cloned().collect::<Vec<_>>()
    };
    Ok([of(0), of(1)])
}

fn side(files: &RuleFiles, rules: &Rules, spec: &SimSpec, results: &[GameResult]) -> Side {
    let made = report(spec.setup.seats, results.to_vec());
    let stalls = stalls(rules, spec, &made);
    let (endings, won) = (endings::endings(rules, &made), endings::sides(rules, &made));
    Side {
        variants: files.variants.iter().map(|v| v.display().to_string()).collect(),
        rules_hash: rules_hash(&rules.book),
        result_hash: made.result_hash,
        finished: made.finished,
        stalled: made.stalled,
        faults: stalls.iter().filter(|s| s.is_fault()).map(Stall::games).sum(),
        stalls,
        endings,
        won,
        gave_up_after: (made.games < spec.games).then_some(made.games),
    }
}

/// Games of one seed that finished on both sides.
fn pairs(results: &[Vec<GameResult>]) -> Vec<[&GameResult; 2]> {
    let [a, b] = results else { return Vec::new() };
    let finished = |r: &&GameResult| matches!(r.end, GameEnd::Finished(_));
    let both = a.iter().zip(b).filter(|(a, b)| finished(a) && finished(b));
    both.map(|(a, b)| [a, b]).collect()
}

/// A win is counted in such parts, so that each of up to 32 winners has a whole number of them.
const WIN: i64 = 144_403_552_893_600;

fn winners(game: &GameResult) -> &[u8] {
    if let GameEnd::Finished(Outcome::Won(seats)) = &game.end { seats } else { &[] }
}

/// `together`: what several win is no tie, and is not split.
fn differences(
    players: u8,
    tracks: &Tracks,
    together: bool,
    pairs: &[[&GameResult; 2]],
) -> Vec<Difference> {
    let mut found = Vec::new();
    for seat in 0..players {
        let won = move |game: &GameResult| Some(i64::from(winners(game).contains(&seat)));
        found.extend(difference("win_rate", Some(seat), Counted::Share(1), pairs, won));
    }
    for seat in (0..players).filter(|_| !together) {
        let part = move |game: &GameResult| {
            let among = winners(game);
            Some(if among.contains(&seat) { WIN / among.len().max(1) as i64 } else { 0 })
        };
        found.extend(difference("win_share", Some(seat), Counted::Share(WIN), pairs, part));
    }
    if !together {
        let drawn = |game: &GameResult| matches!(game.end, GameEnd::Finished(Outcome::Drawn));
        let tied = |game: &GameResult| Some(i64::from(winners(game).len() > 1 || drawn(game)));
        found.extend(difference("ties", None, Counted::Share(1), pairs, tied));
    }
    for seat in 0..players {
        let score = move |game: &GameResult| game.scores.get(usize::from(seat)).copied();
        found.extend(difference("score", Some(seat), Counted::Number, pairs, score));
    }
    let turns = |game: &GameResult| i64::try_from(game.turns).ok();
    found.extend(difference("turns", None, Counted::Number, pairs, turns));
    let decisions = |game: &GameResult| i64::try_from(game.decisions).ok();
    found.extend(difference("decisions", None, Counted::Number, pairs, decisions));
    for (at, row) in tracks.rows(players).into_iter().enumerate() {
        let of = &tracks.all[row.track];
        let counted = if *of.ty.bare() == Type::Bool { Counted::Share(1) } else { Counted::Number };
        let value = |game: &GameResult| game.tracked.get(at).copied().flatten();
        found.extend(difference(&of.text, row.seat, counted, pairs, value));
    }
    found
}

/// What a number stands for.
#[derive(Debug, Clone, Copy)]
enum Counted {
    /// A number as it was counted.
    Number,
    /// A share, of which so many are the whole.
    Share(i64),
}

/// The difference of one number, game by game; none if too few games have it on both sides.
fn difference(
    what: &str,
    seat: Option<u8>,
    counted: Counted,
    pairs: &[[&GameResult; 2]],
    value: impl Fn(&GameResult) -> Option<i64>,
) -> Option<Difference> {
    let (mut a, mut b, mut off) = (Moments::default(), Moments::default(), Moments::default());
    for [left, right] in pairs {
        let (Some(left), Some(right)) = (value(left), value(right)) else { continue };
        a.add(left);
        b.add(right);
        off.add(left.saturating_sub(right));
    }
    let (whole, share) = match counted {
        Counted::Number => (1, false),
        Counted::Share(whole) => (whole, true),
    };
    let (difference, ci95) = spread(&off)?;
    let (difference, ci95) = (in_parts(difference, whole), ci95.map(|n| in_parts(n, whole)));
    let (a, b) = (in_parts(mean(&a)?, whole), in_parts(mean(&b)?, whole));
    let clear = ci95[0] > 0.0 || ci95[1] < 0.0;
    let seat = seat.map(|seat| usize::from(seat) + 1);
    Some(Difference { what: what.into(), seat, a, b, difference, ci95, clear, share })
}

fn human(made: &Outcomes, game: &Path, console: &mut Console) -> Result<(), CliError> {
    if made.sides[0].rules_hash == made.sides[1].rules_hash {
        let line = "These are the same rules. Compare with a variant: `--vs-variant FILE`.\n";
        console.say(Tone::Wrong, line)?;
    }
    let heading = format!(
        "{}: {} games with {} players on the same seeds, policy `{}`",
        made.game, made.games, made.players, made.policy
    );
    console.say(Tone::Heading, &heading)?;
    if let Some(asked) = made.interrupted {
        console.say(Tone::Wrong, &format!("  interrupted: {asked} games were asked for"))?;
    }
    for (side, name) in made.sides.iter().zip(["A", "B"]) {
        let rules = match side.variants.as_slice() {
            [] => game.display().to_string(),
            variants => format!("with {}", variants.join(", ")),
        };
        console.line(&format!(
            "  {name}: {rules}; finished {}, stalled {}",
            side.finished, side.stalled
        ))?;
        if let Some(played) = side.gave_up_after {
            console.say(Tone::Wrong, &format!("   {}", stalls::gave_up(played, made.games)))?;
        }
        stalls::say(&side.stalls, "     ", console)?;
        endings::say(&side.endings, "     ", console)?;
        endings::say_sides(&side.won, "     ", console)?;
    }
    console.line("")?;
    let mut rows = vec![["", "A", "B", "A - B", "95 %", ""].map(str::to_string).to_vec()];
    let split = made.differences.iter().any(|d| d.what == "win_share");
    let tied = |d: &Difference| d.a > 0.0 || d.b > 0.0;
    for d in made.differences.iter().filter(|d| !(split && d.what == "win_rate")) {
        if d.what == "ties" && !tied(d) {
            continue;
        }
        let number = |n: f64| if d.share { percent(n) } else { format!("{n:.2}") };
        let name = match (d.what.as_str(), d.seat) {
            ("win_rate" | "win_share", Some(seat)) => format!("seat {seat} wins"),
            (what, Some(seat)) => format!("seat {seat} {what}"),
            (what, None) => what.to_string(),
        };
        let interval = format!("{} to {}", number(d.ci95[0]), number(d.ci95[1]));
        let star = if d.clear { "*" } else { "" };
        rows.push(vec![
            name,
            number(d.a),
            number(d.b),
            number(d.difference),
            interval,
            star.to_string(),
        ]);
    }
    for line in aligned(&rows, 2, console.look.width) {
        console.line(line.trim_end())?;
    }
    console.line("")?;
    console.line(&format!("  {} pairs of games; * marks what is hardly chance", made.pairs))?;
    let [a, b] = &made.sides;
    let hashes = format!("  seed {}, results {} and {}", made.seed, a.result_hash, b.result_hash);
    console.say(Tone::Faint, &hashes)
}
