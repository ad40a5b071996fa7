//! Edits in the middle of games: `edits [-n COUNT] [--seed S] [--say] [FILE…]`, so many for each
//! game.
//!
//! Numbers, names, lines, items, cards, zones, fields, rows of tables, variants and modules are
//! edited, and files broken; for every tenth of them six more are made in one session, with going
//! back across them. Prints what came of it. Ends with status 1 if anything panicked, a card was
//! not in exactly one place, a refused edit changed a position, a point was not as it had been, or
//! a journal led elsewhere.

use houserules_tests::reload::{Desk, Evening, Tally, try_edit, try_evening};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

struct Call {
    count: u64,
    seed: u64,
    say: bool,
    files: Vec<PathBuf>,
}

fn call() -> Call {
    let mut call = Call { count: 1_000, seed: 1, say: false, files: Vec::new() };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "-n" => call.count = words.next().and_then(|w| w.parse().ok()).unwrap_or(call.count),
            "--seed" => call.seed = words.next().and_then(|w| w.parse().ok()).unwrap_or(call.seed),
            "--say" => call.say = true,
            _ => call.files.push(word.into()),
        }
    }
    if call.files.is_empty() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        call.files = houserules_tests::agree::games::in_folder(&root.join("games"));
    }
    call
}

/// Whole evenings of a game.
fn evenings(desk: &Desk, call: &Call, wrong: &mut u64) -> Evening {
    let mut all = Evening::default();
    for index in 0..call.count / 10 {
        let seed = call.seed.wrapping_mul(1_000_003).wrapping_add(index);
        let outcome = catch_unwind(AssertUnwindSafe(|| try_evening(desk, seed, &mut all)));
        if let Err(said) = outcome.unwrap_or_else(|_| Err("panicked".into())) {
            *wrong += 1;
            println!("evening of seed {seed}: {said}");
        }
    }
    all
}

fn main() -> ExitCode {
    let call = call();
    let mut wrong = 0_u64;
    for file in &call.files {
        let desk = match Desk::of(file) {
            Ok(desk) => desk,
            Err(said) => {
                println!("{said}");
                return ExitCode::from(1);
            }
        };
        let mut tally = Tally::default();
        for index in 0..call.count {
            let seed = call.seed.wrapping_mul(1_000_003).wrapping_add(index);
            let outcome = catch_unwind(AssertUnwindSafe(|| try_edit(&desk, seed, &mut tally)));
            let said = match outcome {
                Ok(Ok((what, outcome))) => {
                    if call.say {
                        println!("{seed} {what}: {outcome:?}\n  {}", tally.said);
                    }
                    continue;
                }
                Ok(Err(said)) => said,
                Err(_) => "panicked".into(),
            };
            wrong += 1;
            println!("{}: seed {seed}: {said}", file.display());
        }
        let evenings = evenings(&desk, &call, &mut wrong);
        println!("{}: {} edits, seed {}", file.display(), call.count, call.seed);
        for (outcome, n) in &tally.outcomes {
            println!("  {n:5} {outcome:?}");
        }
        println!(
            "  replays: {} whole, {} up to a choice that no longer fits",
            tally.replays.0, tally.replays.1
        );
        println!("  {evenings:?}");
    }
    println!("{wrong} wrong");
    ExitCode::from(u8::from(wrong > 0))
}
