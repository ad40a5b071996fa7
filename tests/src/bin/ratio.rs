//! Playouts of the examples against the same games written by hand, in one run, on one thread: `ratio [FILE…]`.
//!
//! A ratio is decisions a second of the rules, as a share of the hand-written game's. Without a hand-written game the
//! rules' own figure is given.

use houserules_interpreter::ask::Setup;
use houserules_interpreter::chance::BotSource;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_tests::by_hand::{Draws, crazy_eights, tic_tac_toe};
use houserules_tests::mutate::Shelf;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
#[expect(clippy::disallowed_types, reason = "this measures, it plays no game")]
use std::time::Instant;

/// How long each side runs in one round; rounds alternate between the sides.
const SLICE: Duration = Duration::from_millis(300);
const ROUNDS: u32 = 5;
/// A playout of the rules is cut off after so many decisions, as the one by hand is.
const MOST: u64 = 5_000;

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

fn by_hand(name: &str, seats: u8) -> Option<Box<dyn FnMut() -> u64>> {
    let mut draws = Draws::new(1);
    match name {
        "tic_tac_toe" => Some(Box::new(move || u64::from(black_box(tic_tac_toe::playout(&mut draws)).0))),
        "crazy_eights" => Some(Box::new(move || {
            let seats = usize::from(seats);
            u64::from(black_box(crazy_eights::playout(seats, MOST as u32, &mut draws)).0)
        })),
        _ => None,
    }
}

fn by_rules(path: &Path) -> Result<(u8, Box<dyn FnMut() -> u64>), String> {
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let mut shelf = Shelf::of(path.parent().unwrap_or(Path::new(".")));
    let compiled = compile(&path.to_string_lossy(), &text, &mut shelf);
    let book = compiled.rulebook.ok_or("it does not compile")?;
    let seats = book.players.1.min(4).max(book.players.0);
    let setup = Setup { seats, options: Vec::new() };
    let program = Program::new(Arc::new(book), &setup).map_err(|e| e.to_string())?;
    let mut machine = Machine::start(Arc::new(program), 1, false);
    let mut bot = BotSource::new(1);
    let mut seed = 0;
    let play = move || {
        seed += 1;
        machine.restart(seed);
        black_box(machine.playout(&mut bot, MOST)).1
    };
    Ok((seats, Box::new(play)))
}

fn nanoseconds(total: (u64, Duration)) -> f64 {
    total.1.as_secs_f64() * 1e9 / total.0.max(1) as f64
}

fn main() {
    let mut files: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let names = [
            "examples/tic_tac_toe",
            "examples/connect_four",
            "examples/crazy_eights",
            "games/banditos_schacht",
        ];
        files = names.iter().map(|n| root.join(format!("{n}.rules"))).collect();
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
