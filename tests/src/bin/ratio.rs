//! Playouts of the examples against the same games written by hand, in one run, on one thread:
//! `ratio [FILE…]`.
//!
//! A ratio is decisions a second of the rules, as a share of the hand-written game's. Without a
//! hand-written game the rules' own figure is given.
#![expect(clippy::float_arithmetic, reason = "this measures, it plays no game")]

use houserules_tests::speed::{by_hand, by_rules, usual_games};
use std::path::PathBuf;
use std::time::Duration;
#[expect(clippy::disallowed_types, reason = "this measures, it plays no game")]
use std::time::Instant;

/// How long each side runs in one round; rounds alternate between the sides.
const SLICE: Duration = Duration::from_millis(300);
const ROUNDS: u32 = 5;

/// Plays for a while; gives decisions made and the time they took.
fn slice(mut play: impl FnMut() -> u64) -> (u64, Duration) {
    #[expect(clippy::disallowed_types, reason = "this measures, it plays no game")]
    let began = Instant::now();
    let mut made = 0;
    while began.elapsed() < SLICE {
        for _ in 0..20 {
            made += play();
        }
    }
    (made, began.elapsed())
}

fn nanoseconds(total: (u64, Duration)) -> f64 {
    total.1.as_secs_f64() * 1e9 / total.0.max(1) as f64
}

fn main() {
    let mut files: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        files = usual_games();
    }
    println!(
        "{:<20} {:>6} {:>16} {:>16} {:>7}",
        "game", "seats", "rules ns/choice", "hand ns/choice", "ratio"
    );
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (seats, mut rules) = match by_rules(&file) {
            Ok(found) => found,
            Err(why) => {
                println!("{name:<20} {why}");
                continue;
            }
        };
        let mut hand = by_hand(&name, seats);
        let mut totals = [(0, Duration::ZERO); 2];
        for _ in 0..ROUNDS {
            let (made, took) = slice(&mut rules);
            totals[0] = (totals[0].0 + made, totals[0].1 + took);
            if let Some(hand) = &mut hand {
                let (made, took) = slice(hand);
                totals[1] = (totals[1].0 + made, totals[1].1 + took);
            }
        }
        let ours = nanoseconds(totals[0]);
        if hand.is_some() {
            let theirs = nanoseconds(totals[1]);
            println!("{name:<20} {seats:>6} {ours:>16.1} {theirs:>16.1} {:>7.3}", theirs / ours);
        } else {
            println!("{name:<20} {seats:>6} {ours:>16.1} {:>16} {:>7}", "–", "–");
        }
    }
}
