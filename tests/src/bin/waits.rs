//! How long people wait for players that think: one sits at every seat, and each of its decisions
//! is timed.
//!
//! `waits [GAME …] [-n GAMES] [--players N] [--seat WHO]`: one line a game, milliseconds; `WHO` is
//! `greedy` (as without it), `hard`, `search:1000` and so on.

use houserules_bots::greedy::Greedy;
use houserules_bots::level::Thinking;
use houserules_bots::search::Search;
use houserules_interpreter::ask::{Engine, Setup, Stop};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::program::Program;
use houserules_tests::agree::games::compiled;
use std::path::{Path, PathBuf};
use std::sync::Arc;
#[expect(clippy::disallowed_types, reason = "this measures")]
use std::time::Instant;

/// A game is left after so many decisions.
const MOST: usize = 600;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (mut games, mut paths, mut players, mut who) = (1, Vec::new(), None, None);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|n| n.parse::<u64>().ok());
        match argument.as_str() {
            "--seat" => who = arguments.next().and_then(|word| Thinking::read(&word)),
            "-n" => games = number().unwrap_or(1),
            "--players" => players = number(),
            path => paths.push(PathBuf::from(path)),
        }
    }
    for path in paths {
        match waits(&path, games, players, who) {
            Ok(mut times) => {
                times.sort_unstable();
                let at = |share: usize| {
                    times.get((times.len() * share / 100).min(times.len().saturating_sub(1)))
                };
                let ms = |micros: Option<&u128>| micros.map_or(0, |m| m / 1000);
                let (median, p95, most) = (ms(at(50)), ms(at(95)), ms(times.last()));
                let n = times.len();
                println!(
                    "{}: {n} decisions, median {median} ms, 95 of 100 within {p95} ms, slowest \
                     {most} ms",
                    path.display()
                );
            }
            Err(why) => eprintln!("{}: {why}", path.display()),
        }
    }
}

/// Microseconds for each decision of some games.
fn waits(
    path: &Path,
    games: u64,
    players: Option<u64>,
    who: Option<Thinking>,
) -> Result<Vec<u128>, String> {
    let book = compiled(path)?;
    let seats = players
        .and_then(|n| u8::try_from(n).ok())
        .unwrap_or(book.players.0.max(2).min(book.players.1));
    let setup = Setup { seats, options: Vec::new() };
    let program = Arc::new(Program::new(book, &setup).map_err(|e| e.to_string())?);
    let mut times = Vec::new();
    for seed in 0..games {
        let mut machine = Machine::start(Arc::clone(&program), seed, false);
        let mut greedy = Greedy::new(seed);
        let mut searches: Vec<Search> = (0..seats).map(|s| Search::new(s.into())).collect();
        for _ in 0..MOST {
            if machine.stop() != Stop::Asking {
                break;
            }
            let Some(seat) = machine.asked().and_then(|a| a.seats.first().copied()) else { break };
            #[expect(clippy::disallowed_types, reason = "this measures")]
            let start = Instant::now();
            let answer = match who {
                None => greedy.answer(&machine, seat),
                Some(thinking) => {
                    let search = &mut searches[usize::from(seat)];
                    search.answer(&machine, seat, thinking.effort(), &mut || true)
                }
            };
            times.push(start.elapsed().as_micros());
            let Some(answer) = answer else { break };
            machine.answer(Some(seat), &answer).map_err(|why| format!("{why:?}"))?;
        }
    }
    Ok(times)
}
