//! `sim --track`: what was followed over the games, for programs and for people.

use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::rules::Rules;
use crate::setup::names;
use crate::show::console::{Console, Tone};
use crate::show::diagnostics;
use crate::show::grid::aligned;
use crate::show::interval::{mean, percent, share, spread};
use houserules_interpreter::ask::Fault;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::game_seed;
use houserules_lang::diagnostic::Diagnostic;
use houserules_lang::ir::Type;
use houserules_lang::naming::{Naming, stage_word};
use houserules_lang::source::{FileId, Sources};
use houserules_study::sim::SimSpec;
use houserules_study::track::{Courses, Moments, Row, Tracks, word};
use houserules_table::fault::sentence;
use serde::Serialize;
use std::sync::Arc;

/// So many rounds are shown to people.
const SHOWN: usize = 8;

/// An expression that was followed; one for each seat if it speaks of `me`.
#[derive(Debug, Serialize)]
pub struct Tracked {
    expression: String,
    /// Whose `me` is meant, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    /// Its mean at the end of the games that finished; of a condition, how often it held.
    mean: Option<f64>,
    ci95: Option<[f64; 2]>,
    /// In how many games it had a value then.
    games: u64,
    /// How often it could not be read.
    unread: u64,
    /// Why, the first time.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<String>,
    /// `round`, or `turn` if the game has no rounds.
    by: &'static str,
    by_round: Vec<Point>,
    #[serde(skip)]
    holds: bool,
}

/// What it was at the end of a round, over the games that came so far.
#[derive(Debug, Serialize)]
pub struct Point {
    round: usize,
    games: u64,
    mean: Option<f64>,
    ci95: Option<[f64; 2]>,
}

/// Reads what is to be followed, and tries it once.
///
/// # Errors
/// What is wrong with it; said already.
pub fn read(
    texts: &[String],
    rules: &Rules,
    spec: &SimSpec,
    console: &mut Console,
) -> Result<Arc<Tracks>, CliError> {
    if let Some(text) = texts.iter().find(|text| text.split_whitespace().next() == Some("won")) {
        return Err(won(text));
    }
    let players = names(&[], spec.setup.seats)?;
    let mut sources: Sources = (*rules.sources).clone();
    let first = FileId(u16::try_from(sources.iter().count()).unwrap_or(u16::MAX));
    for text in texts {
        sources.add("--track", text.as_str());
    }
    let read = Tracks::read(Arc::clone(&rules.declared), &rules.book, texts, &players, first);
    let tracks = match read {
        Ok(tracks) => tracks,
        Err(wrong) => return Err(refused(&sources, &wrong, console)?),
    };
    if !texts.is_empty() {
        let program = Starter::new(&rules.book, false).program(&spec.setup)?;
        if let Err(fault) = tracks.follow(&mut Machine::start(program, spec.seed, false)) {
            let said = worded(rules, &sources, spec, &fault);
            return Err(CliError::call(format!("this cannot be followed: {said}")));
        }
    }
    Ok(Arc::new(tracks))
}

/// Whether something can be followed in these games.
pub fn can_be_followed(text: &str, rules: &Rules, spec: &SimSpec) -> bool {
    let Ok(players) = names(&[], spec.setup.seats) else { return false };
    let file = FileId(u16::try_from(rules.sources.iter().count()).unwrap_or(u16::MAX));
    let texts = [text.to_string()];
    let read = Tracks::read(Arc::clone(&rules.declared), &rules.book, &texts, &players, file);
    let (Ok(tracks), Ok(program)) = (read, Starter::new(&rules.book, false).program(&spec.setup))
    else {
        return false;
    };
    tracks.follow(&mut Machine::start(program, spec.seed, false)).is_ok()
}

/// `--track "won by saboteurs"`
fn won(text: &str) -> CliError {
    let side = text.split_once(" by ").map(|(_, side)| side.trim()).filter(|side| !side.is_empty());
    CliError::call(format!(
        "`{text}` is no value that changes while a game runs, so it cannot be followed"
    ))
    .help(format!(
        "who has won is told by each simulation: by seat, by the line that ended the game, and by \
         side. To follow a condition write it alone, such as `--track \"me in {}\"` for each seat",
        side.unwrap_or("those p in players where p.points > 3")
    ))
}

fn refused(
    sources: &Sources,
    wrong: &[Diagnostic],
    console: &mut Console,
) -> Result<CliError, CliError> {
    let look = console.look;
    diagnostics::human(sources, wrong, console.err(), look).map_err(CliError::output)?;
    Ok(CliError::Said(2))
}

fn worded(rules: &Rules, sources: &Sources, spec: &SimSpec, fault: &Fault) -> String {
    let seats: Vec<String> = (1..=spec.setup.seats).map(|seat| format!("seat {seat}")).collect();
    sentence(Naming { book: &rules.book, seats: &seats }, sources, fault, &[])
}

/// What was followed, row by row.
pub fn tracked(rules: &Rules, spec: &SimSpec, tracks: &Tracks, courses: &Courses) -> Vec<Tracked> {
    let by = stage_word(word(&rules.book));
    let rows = tracks.rows(spec.setup.seats);
    let one = |(row, course): (Row, &houserules_study::track::Course)| {
        let track = &tracks.all[row.track];
        let holds = *track.ty.bare() == Type::Bool;
        let point = |(at, of): (usize, &Moments)| Point {
            round: at + 1,
            games: of.count,
            mean: mean(of),
            ci95: interval(holds, of),
        };
        let fault = course.fault.as_ref().map(|(game, fault)| {
            let seed = game_seed(spec.seed, *game);
            format!("{} (seed {seed})", worded(rules, &rules.sources, spec, fault))
        });
        Tracked {
            expression: track.text.clone(),
            seat: row.seat.map(|seat| seat + 1),
            mean: mean(&course.end),
            ci95: interval(holds, &course.end),
            games: course.end.count,
            unread: course.unread,
            fault,
            by,
            by_round: course.rounds.iter().enumerate().map(point).collect(),
            holds,
        }
    };
    rows.into_iter().zip(&courses.rows).map(one).collect()
}

/// The 95 % interval: of how often a condition holds Wilson's, which stays open where it always
/// has; of numbers that of their mean.
fn interval(holds: bool, of: &Moments) -> Option<[f64; 2]> {
    if holds {
        let held = u64::try_from(of.sum).unwrap_or(0);
        return (of.count > 0).then(|| share(held, of.count).1);
    }
    spread(of).map(|(_, ci95)| ci95)
}

impl Tracked {
    /// `me.cash (seat 1)`
    fn name(&self) -> String {
        self.seat.map_or_else(
            || self.expression.clone(),
            |seat| format!("{} (seat {seat})", self.expression),
        )
    }

    fn number(&self, n: Option<f64>) -> String {
        match n {
            None => "–".into(),
            Some(n) if self.holds => percent(n),
            Some(n) => format!("{n:.2}"),
        }
    }
}

/// Says what was followed: at the end, and over some of the rounds.
///
/// # Errors
/// If standard output is closed.
pub fn say(all: &[Tracked], console: &mut Console) -> Result<(), CliError> {
    let Some(first) = all.first() else { return Ok(()) };
    let mut rows = vec![["followed", "at the end", "95 %"].map(str::to_string).to_vec()];
    for one in all {
        let interval = one
            .ci95
            .map(|ends| ends.map(|n| one.number(Some(n))))
            .map(|[low, high]| format!("{low} to {high}"));
        rows.push(vec![one.name(), one.number(one.mean), interval.unwrap_or_default()]);
    }
    console.line("")?;
    let width = console.look.width;
    aligned(&rows, 2, width).iter().try_for_each(|line| console.line(line))?;
    let most = all.iter().map(|one| one.by_round.len()).max().unwrap_or(0);
    if most > 0 {
        let shown = spread_out(most);
        let mut rows = vec![vec![format!("at the end of {}", first.by)]];
        rows[0].extend(shown.iter().map(|at| (at + 1).to_string()));
        for one in all {
            let mean_at =
                |at: &usize| one.number(one.by_round.get(*at).and_then(|point| point.mean));
            rows.push(std::iter::once(one.name()).chain(shown.iter().map(mean_at)).collect());
        }
        console.line("")?;
        aligned(&rows, 2, width).iter().try_for_each(|line| console.line(line))?;
    }
    for one in all {
        if let Some(fault) = &one.fault {
            let line =
                format!("  `{}` could not be read {} times: {fault}", one.name(), one.unread);
            console.say(Tone::Wrong, &line)?;
        }
    }
    Ok(())
}

/// Some of so many rounds, the first and the last among them, as far apart as each other.
fn spread_out(most: usize) -> Vec<usize> {
    let shown = most.min(SHOWN);
    let at = |n: usize| if shown < 2 { 0 } else { n * (most - 1) / (shown - 1) };
    (0..shown).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::spread_out;

    #[test]
    fn the_first_and_the_last_round_are_shown() {
        assert_eq!(spread_out(1), [0]);
        assert_eq!(spread_out(3), [0, 1, 2]);
        let many = spread_out(150);
        assert_eq!((many.len(), many[0], many[7]), (8, 0, 149));
        assert!(many.windows(2).all(|w| w[0] < w[1]));
    }
}
