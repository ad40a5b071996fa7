//! Counts what the policies draw and compares it with what they should.
//!
//! `even GAME… [-n POSITIONS] [--seed S]`: 100 positions a game, seed 1.

use houserules_tests::agree::drive::Driver;
use houserules_tests::agree::games::{compiled, drawn_setup, in_folder};
use houserules_tests::even::{Looked, Plan, looked_at};
use std::path::PathBuf;
use std::process::ExitCode;

fn asked() -> Result<(Vec<PathBuf>, u64, u64), String> {
    let (mut games, mut positions, mut seed) = (Vec::new(), 100, 1);
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number =
            || args.next().and_then(|n| n.parse().ok()).ok_or(format!("{arg} needs a number"));
        match arg.as_str() {
            "-n" => positions = number()?,
            "--seed" => seed = number()?,
            option if option.starts_with('-') => {
                return Err(format!("there is no option `{option}`"));
            }
            path => {
                let path = PathBuf::from(path);
                if path.is_dir() { games.extend(in_folder(&path)) } else { games.push(path) }
            }
        }
    }
    if games.is_empty() { Err("which games?".into()) } else { Ok((games, positions, seed)) }
}

fn main() -> ExitCode {
    let (games, positions, first) = match asked() {
        Ok(asked) => asked,
        Err(why) => {
            eprintln!("{why}\neven GAME… [-n POSITIONS] [--seed S]");
            return ExitCode::from(2);
        }
    };
    let (mut all, mut wrong) = (Looked::default(), 0);
    for path in &games {
        let book = match compiled(path) {
            Ok(book) => book,
            Err(why) => {
                println!("{}: {why}", path.display());
                wrong += 1;
                continue;
            }
        };
        let mut driver = Driver::new(first, false);
        let mut here = Looked::default();
        // A game in which nobody ever has a choice gives nothing to count.
        for seed in first..first + positions {
            if here.counted >= positions {
                break;
            }
            let (setup, counted) =
                (drawn_setup(&book, &mut driver), (positions - here.counted).min(20));
            let (options, draws, most) = (1500, 60, 40_000);
            let plan = Plan { setup, seed, decisions: 400, counted, options, draws, most };
            match looked_at(&book, &plan) {
                Ok(looked) => {
                    here.counted += looked.counted;
                    here.draws += looked.draws;
                    here.left += looked.left;
                }
                Err(why) => {
                    println!("{}: {why}", path.display());
                    wrong += 1;
                    break;
                }
            }
        }
        println!(
            "{}: {} positions, {} draws, {} positions left out",
            path.display(),
            here.counted,
            here.draws,
            here.left
        );
        all.counted += here.counted;
        all.draws += here.draws;
    }
    println!("{} positions, {} draws, {wrong} uneven", all.counted, all.draws);
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
