//! Playouts of the examples against the same games written by hand, in one run, on one thread:
//! `ratio [FILE…]`.
//!
//! Each game is played interpreted, on machine code and by hand. A ratio is decisions a second of
//! the rules, as a share of the hand-written game's; without one the rules' own figures are given.
//! What is measured is the time that the thread was given, so that a busy machine changes little.
#![expect(clippy::float_arithmetic, reason = "this measures, it plays no game")]

use cpu_time::ThreadTime;
use houserules_tests::speed::{Playout, by_hand, by_rules, usual_games};
use std::path::PathBuf;
use std::time::Duration;

/// How long each side runs in one round; rounds alternate between the sides.
const SLICE: Duration = Duration::from_millis(300);
const ROUNDS: u32 = 5;

/// Plays for a while; gives decisions made and the time they took.
fn slice(mut play: impl FnMut() -> u64) -> (u64, Duration) {
    let began = ThreadTime::now();
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

/// Plays the sides in turn; nanoseconds a decision of each, none of those that are not there.
fn measured(sides: &mut [Option<Playout>; 3]) -> [Option<f64>; 3] {
    let mut totals = [(0, Duration::ZERO); 3];
    for _ in 0..ROUNDS {
        for (side, total) in sides.iter_mut().zip(&mut totals) {
            if let Some(play) = side {
                let (made, took) = slice(play);
                *total = (total.0 + made, total.1 + took);
            }
        }
    }
    let mut found = [None; 3];
    for ((side, total), found) in sides.iter().zip(totals).zip(&mut found) {
        *found = side.as_ref().map(|_| nanoseconds(total));
    }
    found
}

fn shown(figure: Option<f64>, digits: usize) -> String {
    figure.map_or_else(|| "–".into(), |figure| format!("{figure:.digits$}"))
}

fn main() {
    let mut files: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        files = usual_games();
    }
    println!(
        "{:<18} {:>5} {:>12} {:>9} {:>9} {:>12} {:>9}",
        "ns a decision", "seats", "interpreted", "native", "by hand", "of by hand", "natively"
    );
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let game = match by_rules(&file) {
            Ok(found) => found,
            Err(why) => {
                println!("{name:<18} {why}");
                continue;
            }
        };
        let seats = game.seats;
        let mut sides = [Some(game.interpreted), game.native, by_hand(&name, seats)];
        let [plain, native, hand] = measured(&mut sides);
        let of_hand = |ours: Option<f64>| shown(hand.zip(ours).map(|(h, o)| h / o), 3);
        println!(
            "{name:<18} {seats:>5} {:>12} {:>9} {:>9} {:>12} {:>9}",
            shown(plain, 1),
            shown(native, 1),
            shown(hand, 1),
            of_hand(plain),
            of_hand(native)
        );
    }
}
