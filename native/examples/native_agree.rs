//! A campaign: games of rules, or of all rules of folders, interpreted and on machine code, in one
//! go and cut.
//!
//! `native_agree FILE-OR-FOLDER… [-n DECISIONS] [--seed S]`: a million decisions, seed 1.
#![expect(clippy::print_stdout, reason = "a campaign says how it went")]

#[path = "../tests/agreement/both.rs"]
mod both;

use both::{Both, book, files};
use houserules_interpreter::ask::Stop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A game is cut off after so many decisions.
const LONGEST: u64 = 2_000;

/// Decisions played, games, and those that stopped with a fault.
fn play(path: &Path, share: u64, seed: u64) -> Result<(u64, u64, u64), String> {
    let text = std::fs::read_to_string(path).map_err(|e| e.to_string())?;
    let book = book(path, &text).ok_or("it does not compile")?;
    let seats = book.players.0..=book.players.1.min(book.players.0 + 3);
    let sides: Vec<Both> = seats.filter_map(|seats| Both::of(&book, seats)).collect();
    let (mut made, mut games, mut faults) = (0, 0, 0);
    while made < share && !sides.is_empty() {
        for both in &sides {
            let (decisions, stop) = both.agree(seed.wrapping_mul(1_000_003) + games, LONGEST)?;
            made += decisions.max(1);
            games += 1;
            faults += u64::from(matches!(stop, Stop::Fault(_)));
        }
    }
    Ok((made, games, faults))
}

fn main() -> ExitCode {
    let (mut paths, mut decisions, mut seed) = (Vec::<PathBuf>::new(), 1_000_000, 1);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse().ok());
        match word.as_str() {
            "-n" => decisions = number().unwrap_or(decisions),
            "--seed" => seed = number().unwrap_or(seed),
            path if Path::new(path).is_dir() => paths.extend(files(Path::new(path))),
            path => paths.push(path.into()),
        }
    }
    let share = decisions / paths.len().max(1) as u64;
    let (mut all, mut wrong) = (0, 0);
    for path in &paths {
        match play(path, share, seed) {
            Ok((made, games, faults)) => {
                all += made;
                println!("{}: {made} decisions, {games} games, {faults} faults", path.display());
            }
            Err(why) => {
                wrong += 1;
                println!("{}: {why}", path.display());
            }
        }
    }
    println!("{all} decisions, {wrong} of {} games disagree", paths.len());
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
