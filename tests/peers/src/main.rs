//! Games written in a script language that Rust programs embed, played at random: `peers lua`,
//! `peers rhai`, one process for each.
//!
//! It first writes a line that says what it is, then answers lines `GAME MILLISECONDS` with how
//! many games it played in that time and how they came out (`tests/src/peers` asks).

mod lua;
mod rhai;

use cpu_time::ProcessTime;
use std::error::Error;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

/// The games that are written in every language here.
const GAMES: [&str; 4] = ["tic_tac_toe", "connect_four", "breakthrough", "crazy_eights"];
/// So many games are played between two looks at the clock.
const AT_ONCE: u32 = 20;

/// How games came out.
#[derive(Debug, Clone, Copy, Default)]
struct Played {
    games: u64,
    decisions: u64,
    /// How many each of the first two seats won, alone or with others.
    won: [u64; 2],
}

impl Played {
    /// Counts a game of so many decisions, won by the seats of a mask.
    fn count(&mut self, decisions: u64, winners: u64) {
        self.games += 1;
        self.decisions += decisions;
        for (seat, won) in self.won.iter_mut().enumerate() {
            *won += winners >> seat & 1;
        }
    }
}

/// Plays so many games and counts them.
type Play = Box<dyn FnMut(u32, &mut Played) -> Result<(), Box<dyn Error>>>;

/// A language: what it is called, and what plays a game of that name.
struct Language {
    title: String,
    games: Vec<(&'static str, Play)>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let asked = std::env::args().nth(1).unwrap_or_default();
    let mut language = match asked.as_str() {
        "lua" => lua::language()?,
        "rhai" => rhai::language()?,
        _ => return Err("say `lua` or `rhai`".into()),
    };
    let names: Vec<_> = language.games.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    // Moves are drawn step by step, as our policy `random` does.
    let (title, names) = (&language.title, names.join(","));
    println!("{{\"title\":\"{title}\",\"policy\":\"random\",\"games\":[{names}]}}");
    for line in stdin().lock().lines() {
        let line = line?;
        let (name, time) = line.split_once(' ').ok_or("say `GAME MILLISECONDS`")?;
        let time = Duration::from_millis(time.parse()?);
        let game = language.games.iter_mut().find(|(known, _)| *known == name);
        let (_, play) = game.ok_or_else(|| format!("there is no game `{name}` here"))?;
        let began = ProcessTime::now();
        let mut played = Played::default();
        while began.elapsed() < time {
            play(AT_ONCE, &mut played)?;
        }
        let took = began.elapsed().as_nanos();
        let Played { games, decisions, won: [first, second] } = played;
        println!(
            "{{\"games\":{games},\"decisions\":{decisions},\"won\":[{first},{second}],\
             \"nanoseconds\":{took}}}"
        );
        stdout().flush()?;
    }
    Ok(())
}
