//! Plays some random decisions of a game and prints what a page would be sent: what is printed,
//! then a screen for each reader that was asked for, one a line.
//!
//! `cargo run -q -p houserules-serve --example screens -- GAME [--players N] [--moves N] [--seed S]
//! [--seat K | --onlooker | --asked]`; seats count from 1, `--asked` is whoever is asked first.

#![expect(clippy::print_stdout, reason = "it is there to print")]

use houserules_files::opening::{Asked, Which, open};
use houserules_files::setup::{SetUp, Sitter};
use houserules_interpreter::ask::{Policy, Stop};
use houserules_interpreter::playout::Random;
use houserules_serve::making::{Round, screen};
use houserules_serve::protocol::book::Book;
use houserules_serve::protocol::screen::Reader;
use houserules_table::session::Session;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let at = words.iter().position(|word| word == name)?;
        words.get(at + 1).and_then(|word| word.parse::<u32>().ok())
    };
    let game = words.first().ok_or("say which game")?;
    let seed = value("--seed").unwrap_or(1);
    let set_up = SetUp {
        players: value("--players").and_then(|n| u8::try_from(n).ok()),
        seed: Some(u64::from(seed).into()),
        ..SetUp::default()
    };
    let asked = Asked {
        game: Path::new(game),
        set_up: &set_up,
        names: &[],
        usual: (Sitter::Human, Some(Sitter::Human)),
        journal: None,
        rules: Which::Kept,
    };
    let mut session = open(&asked)?.session;
    play(&mut session, value("--moves").unwrap_or(10), seed);
    println!("{}", serde_json::to_string(&Book::of(session.game().book()))?);
    let round = Round::of(session.game());
    let first = round.seats.first().copied().unwrap_or(0);
    let reader = match value("--seat").and_then(|n| u8::try_from(n).ok()) {
        Some(seat) => Reader::Seat { seat: seat.saturating_sub(1) },
        None if words.iter().any(|word| word == "--onlooker") => Reader::Onlooker,
        None => Reader::Seat { seat: first },
    };
    println!("{}", serde_json::to_string(&screen(session.game_mut(), 1, reader, &round))?);
    Ok(())
}

fn play(session: &mut Session<houserules_interpreter::machine::Machine>, moves: u32, seed: u32) {
    let mut random = Random::playing(Policy::Random, u64::from(seed));
    for _ in 0..moves {
        let next = session.game().asked().and_then(|asked| asked.seats.first().copied());
        let Some(seat) = next.filter(|_| session.game().stop() == Stop::Asking) else { return };
        let decided = houserules_bots::bot::decide_evenly(&mut random, session.game_mut(), seat);
        if decided.is_err() {
            return;
        }
        session.noted();
    }
}
