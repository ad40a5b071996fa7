//! What ended the games of a simulation, and which side won them.

use crate::cli_error::CliError;
use crate::rules::Rules;
use crate::show::console::Console;
use crate::show::interval::{percent, share};
use houserules_lang::source::Span;
use houserules_study::report::{self, SimReport};
use serde::Serialize;
use std::collections::BTreeMap;

/// A line that ended games.
#[derive(Debug, Serialize)]
pub struct Ending {
    file: String,
    line: usize,
    text: String,
    games: u64,
}

/// A side that won games: what stands behind `won by`.
#[derive(Debug, Serialize)]
pub struct Won {
    side: String,
    games: u64,
    share: f64,
    ci95: [f64; 2],
}

/// The lines that ended games, the most frequent first.
#[must_use]
pub fn endings(rules: &Rules, report: &SimReport) -> Vec<Ending> {
    let ending = |(span, games): &(Span, u64)| Ending {
        file: rules.sources.get(span.file).map_or_else(String::new, |f| f.name.to_string()),
        line: rules.sources.line_column(span.file, span.start).0,
        text: text(rules, *span),
        games: *games,
    };
    report.endings.iter().map(ending).collect()
}

fn text(rules: &Rules, span: Span) -> String {
    rules.sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sides that win, where there are several and some game was won by more than one player.
#[must_use]
pub fn sides(rules: &Rules, report: &SimReport) -> Vec<Won> {
    let sides = report::sides(&rules.book).into_iter();
    let named: BTreeMap<Span, String> = sides.map(|(end, who)| (end, text(rules, who))).collect();
    let mut won: Vec<(String, u64)> = named.values().map(|side| (side.clone(), 0)).collect();
    won.sort();
    won.dedup();
    if won.len() < 2 || report.shared == 0 {
        return Vec::new();
    }
    for (span, games) in &report.endings {
        if let Some(side) = named.get(span)
            && let Some(tally) = won.iter_mut().find(|(name, _)| name == side)
        {
            tally.1 += games;
        }
    }
    won.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
    let told = |(side, games): (String, u64)| {
        let (of, ci95) = share(games, report.finished);
        Won { side, games, share: of, ci95 }
    };
    won.into_iter().map(told).collect()
}

/// Says what ended the games, so many spaces from the left.
///
/// # Errors
/// If standard output is closed.
pub fn say(endings: &[Ending], indent: &str, console: &mut Console) -> Result<(), CliError> {
    for Ending { line, text, games, .. } in endings {
        console.line(&format!("{indent}{games} ended by `{text}` (line {line})"))?;
    }
    Ok(())
}

/// Says which side won how often.
///
/// # Errors
/// If standard output is closed.
pub fn say_sides(sides: &[Won], indent: &str, console: &mut Console) -> Result<(), CliError> {
    for Won { side, games, share, ci95: [low, high] } in sides {
        let interval = format!("{} to {}", percent(*low), percent(*high));
        console.line(&format!(
            "{indent}`{side}` won {games} games: {} ({interval})",
            percent(*share)
        ))?;
    }
    Ok(())
}
