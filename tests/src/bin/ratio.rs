//! Playouts of the examples against the same games written by hand, in one run, on one thread:
//! `ratio [--natively] [FILE[@SEATS]…]`.
//!
//! Each game is played interpreted, on machine code and by hand; `--natively`: on machine code
//! alone, for a profiler. A ratio is decisions a second of
//! the rules, as a share of the hand-written game's; without one the rules' own figures are given,
//! and for all how many games a second machine code plays.
//! What is measured is the time that the thread was given, so that a busy machine changes little.
#![expect(clippy::float_arithmetic, reason = "this measures, it plays no game")]

use cpu_time::ThreadTime;
use houserules_tests::speed::{Playout, by_hand, by_rules_for, usual_games};
use std::path::PathBuf;
use std::time::Duration;

/// How long each side runs in one round; rounds alternate between the sides.
const SLICE: Duration = Duration::from_millis(300);
const ROUNDS: u32 = 5;
/// So many games are played between two looks at the clock.
const AT_ONCE: u64 = 20;

/// What was played.
#[derive(Debug, Clone, Copy, Default)]
struct Played {
    decisions: u64,
    games: u64,
    took: Duration,
}

impl Played {
    /// Plays on for a while.
    fn slice(&mut self, mut play: impl FnMut(u64) -> u64) {
        let began = ThreadTime::now();
        while began.elapsed() < SLICE {
            self.decisions += play(AT_ONCE);
            self.games += AT_ONCE;
        }
        self.took += began.elapsed();
    }

    fn nanoseconds(&self) -> f64 {
        self.took.as_secs_f64() * 1e9 / self.decisions.max(1) as f64
    }

    /// Games a second.
    fn games(&self) -> f64 {
        self.games as f64 / self.took.as_secs_f64()
    }
}

/// Plays the sides in turn; nothing of those that are not there.
fn measured(sides: &mut [Option<Playout>; 3]) -> [Option<Played>; 3] {
    let mut all = sides.each_ref().map(|side| side.as_ref().map(|_| Played::default()));
    for _ in 0..ROUNDS {
        for (side, played) in sides.iter_mut().zip(&mut all) {
            if let (Some(play), Some(played)) = (side, played) {
                played.slice(play);
            }
        }
    }
    all
}

/// A file, and for how many seats, if that is said.
fn asked(word: &str) -> (PathBuf, Option<u8>) {
    match word.rsplit_once('@') {
        Some((path, seats)) if seats.parse::<u8>().is_ok() => (path.into(), seats.parse().ok()),
        _ => (word.into(), None),
    }
}

/// The usual games; the tunnels for two as well.
fn usual() -> Vec<(PathBuf, Option<u8>)> {
    let two = |path: &PathBuf| path.ends_with("bandido_alcatraz.rules").then_some(Some(2));
    let games = usual_games().into_iter();
    games
        .flat_map(|path| [Some(None), two(&path)].map(|s| s.map(|s| (path.clone(), s))))
        .flatten()
        .collect()
}

fn shown(figure: Option<f64>, digits: usize) -> String {
    figure.map_or_else(|| "–".into(), |figure| format!("{figure:.digits$}"))
}

fn main() {
    let (flags, words): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|word| word == "--natively");
    let mut files: Vec<_> = words.iter().map(|word| asked(word)).collect();
    if files.is_empty() {
        files = usual();
    }
    println!(
        "{:<18} {:>5} {:>12} {:>9} {:>9} {:>12} {:>9} {:>9}",
        "ns a decision",
        "seats",
        "interpreted",
        "native",
        "by hand",
        "of by hand",
        "natively",
        "games/s"
    );
    for (file, seats) in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let game = match by_rules_for(&file, seats) {
            Ok(found) => found,
            Err(why) => {
                println!("{name:<18} {why}");
                continue;
            }
        };
        let seats = game.seats;
        let mut sides = [Some(game.interpreted), game.native, by_hand(&name, seats)];
        if !flags.is_empty() {
            (sides[0], sides[2]) = (None, None);
        }
        let all = measured(&mut sides);
        let games = all[1].map(|played| played.games());
        let [plain, native, hand] = all.map(|played| played.map(|played| played.nanoseconds()));
        let of_hand = |ours: Option<f64>| shown(hand.zip(ours).map(|(h, o)| h / o), 3);
        println!(
            "{name:<18} {seats:>5} {:>12} {:>9} {:>9} {:>12} {:>9} {:>9}",
            shown(plain, 1),
            shown(native, 1),
            shown(hand, 1),
            of_hand(plain),
            of_hand(native),
            shown(games, 0)
        );
    }
}
