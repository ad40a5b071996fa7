//! A bot of one's own against the built-in one:
//! `cargo run --release -p houserules --example own_bot -- games/bandit.rules 200`.
//!
//! The bot sees what a seat at the table sees, and nothing else: `docs/embedding.md` goes through
//! this file.

use houserules::loader::FolderLoader;
use houserules_bots::bot::{Bot, Chair, decide, decide_evenly};
use houserules_interpreter::ask::{Outcome, Setup, Stop};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::Random;
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile_layers;
use houserules_table::choices::menu::Fill;
use houserules_table::choices::value::Arg;
use houserules_table::game::Game;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

/// Takes the first entry that is offered, and of each step the last value.
struct LastOfAll;

impl Bot for LastOfAll {
    fn name(&self) -> &str {
        "last of all"
    }

    fn choose(&mut self, chair: &mut dyn Chair) -> Option<(usize, Vec<Arg>)> {
        let menu = chair.menu()?;
        // The table as this seat sees it: hands of others are backs. `serde_json::to_string(&view)`
        // is an observation.
        let _view = chair.view();
        let entry = 0;
        let mut args = Vec::new();
        while let Some(step) = chair.options(entry, &args) {
            args.push(match step.fill {
                Fill::One(picks) => picks.last()?.arg.clone(),
                Fill::Range { high, .. } => Arg::Number(high),
                Fill::Some { members, least, .. } => {
                    Arg::List(members.into_iter().take(least).map(|m| m.arg).collect())
                }
                Fill::Order(members) => Arg::List(members.into_iter().map(|m| m.arg).collect()),
            });
        }
        debug_assert!(entry < menu.entries.len());
        Some((entry, args))
    }
}

/// A set of rules that is ready for `seats` players, and what hosts need to show it.
struct Ready {
    program: Arc<Program>,
    book: Arc<houserules_lang::ir::Rulebook>,
    sources: Arc<houserules_lang::source::Sources>,
    seats: Vec<String>,
}

fn ready(path: &Path) -> Result<Ready, Box<dyn Error>> {
    let (mut loader, text) = FolderLoader::open(path)?;
    let compiled = compile_layers(&text, &[], &mut loader);
    let book = compiled.rulebook.ok_or("the rules have mistakes: `houserules check` shows them")?;
    let seats = book.players.0.max(2).min(book.players.1);
    let book = Arc::new(book);
    let program = Program::new(Arc::clone(&book), &Setup { seats, options: Vec::new() })?;
    let names = (1..=seats).map(|n| format!("Player {n}")).collect();
    Ok(Ready {
        program: Arc::new(program),
        book,
        sources: Arc::new(compiled.sources),
        seats: names,
    })
}

/// Plays one game, the first seat by `bot`; tells whether that seat has won.
fn play(ready: &Ready, seed: u64, bot: &mut dyn Bot) -> Result<bool, Box<dyn Error>> {
    let machine = Machine::start(Arc::clone(&ready.program), seed, true);
    let (book, sources) = (Arc::clone(&ready.book), Arc::clone(&ready.sources));
    let mut game = Game::start(machine, book, sources, ready.seats.clone());
    let mut others = Random::new(seed);
    for _ in 0..20_000 {
        match game.stop() {
            Stop::Over(Outcome::Won(seats)) => return Ok(seats.contains(&0)),
            Stop::Over(Outcome::Lost | Outcome::Drawn) => return Ok(false),
            Stop::Fault(fault) => return Err(format!("the rules stop with {}", fault.code).into()),
            Stop::Asking => {}
        }
        let Some(asked) = game.asked() else { break };
        let seat = others.quickest(&asked.seats).ok_or("nobody is asked")?;
        // A choice that is refused changes nothing; here a random one takes its place.
        if seat != 0 || decide(&mut game, seat, bot).is_err() {
            decide_evenly(&mut others, &mut game, seat).map_err(|why| format!("stuck: {why:?}"))?;
        }
    }
    Err("the game came to no end".into())
}

/// So many games of the rules at a path; gives how many the bot has won.
///
/// # Errors
/// If the rules cannot be read or have mistakes, stop with a fault, or a game does not end.
pub fn series(path: &Path, games: u64) -> Result<u64, Box<dyn Error>> {
    let ready = ready(path)?;
    let mut bot = LastOfAll;
    let mut won = 0;
    for seed in 1..=games {
        won += u64::from(play(&ready, seed, &mut bot)?);
    }
    Ok(won)
}

#[allow(dead_code, reason = "the tests include this file as a module")]
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let path = args.first().map_or("games/bandit.rules", String::as_str);
    let games = args.get(1).and_then(|n| n.parse().ok()).unwrap_or(100);
    match series(Path::new(path), games) {
        Ok(won) => {
            println!("{path}: `{}` won {won} of {games} games", LastOfAll.name());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
