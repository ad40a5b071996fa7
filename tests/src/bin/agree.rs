//! Plays games on the machine and on the naive evaluator and stops where they disagree.
//!
//! `agree GAME… [-n DECISIONS] [--seed S] [--alone]`: a million decisions, seed 1; `--alone` plays
//! the naive evaluator against itself.

use houserules_interpreter::ask::{Outcome, Stop};
use houserules_interpreter::machine::Machine;
use houserules_tests::agree::drive::Driver;
use houserules_tests::agree::games::{compiled, drawn_setup, in_folder};
use houserules_tests::agree::{Match, one_game};
use houserules_tests::oracle::Oracle;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

struct Plan {
    games: Vec<PathBuf>,
    decisions: u64,
    seed: u64,
    alone: bool,
}

fn plan() -> Result<Plan, String> {
    let mut plan = Plan { games: Vec::new(), decisions: 1_000_000, seed: 1, alone: false };
    let mut args = std::env::args().skip(1);
    while let Some(arg) = args.next() {
        let mut number = |what: &str| -> Result<u64, String> {
            let text = args.next().ok_or_else(|| format!("{what} needs a number"))?;
            text.parse().map_err(|_| format!("`{text}` is not a number"))
        };
        match arg.as_str() {
            "-n" => plan.decisions = number("-n")?,
            "--seed" => plan.seed = number("--seed")?,
            "--alone" => plan.alone = true,
            option if option.starts_with('-') => {
                return Err(format!("there is no option `{option}`"));
            }
            path => {
                let path = PathBuf::from(path);
                if path.is_dir() {
                    plan.games.extend(in_folder(&path))
                } else {
                    plan.games.push(path)
                }
            }
        }
    }
    if plan.games.is_empty() { Err("which games?".into()) } else { Ok(plan) }
}

/// Decisions, and how often games ended how.
type Played = (u64, BTreeMap<String, u64>);

fn ending(stop: &Stop) -> String {
    match stop {
        Stop::Asking => "cut short".into(),
        Stop::Over(Outcome::Won(_)) => "won".into(),
        Stop::Over(Outcome::Lost) => "lost".into(),
        Stop::Over(Outcome::Drawn) => "drawn".into(),
        Stop::Fault(fault) => format!("{:?}", fault.about),
    }
}

/// The decisions made in a game, or what is wrong.
fn play(plan: &Plan, path: &Path) -> Result<Played, String> {
    let book = compiled(path)?;
    let mut driver = Driver::new(plan.seed, false);
    let share = (plan.decisions / plan.games.len() as u64).max(1);
    let (mut made, mut games, mut ends) = (0, 0, BTreeMap::new());
    while made < share {
        let setup = drawn_setup(&book, &mut driver);
        let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(games);
        let game = Match {
            setup,
            seed,
            decisions: share - made,
            adversarial: games % 2 == 1,
            scripted: games % 4 == 3,
        };
        let played = if plan.alone {
            one_game::<Oracle>(&book, &game, &mut driver)
        } else {
            one_game::<Machine>(&book, &game, &mut driver)
        };
        let (decisions, stop) = played.map_err(|d| d.to_string())?;
        made += decisions.max(1);
        games += 1;
        *ends.entry(ending(&stop)).or_default() += 1;
    }
    Ok((made, ends))
}

fn main() -> ExitCode {
    let plan = match plan() {
        Ok(plan) => plan,
        Err(why) => {
            eprintln!("{why}\nagree GAME… [-n DECISIONS] [--seed S] [--alone]");
            return ExitCode::from(2);
        }
    };
    let (mut all, mut wrong) = (0, 0);
    for path in &plan.games {
        match play(&plan, path) {
            Ok((made, ends)) => {
                println!("{}: {made} decisions agree; games: {ends:?}", path.display());
                all += made;
            }
            Err(why) => {
                println!("{}: {why}", path.display());
                wrong += 1;
            }
        }
    }
    println!("seed {}: {all} decisions, {wrong} of {} games disagree", plan.seed, plan.games.len());
    if wrong == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
