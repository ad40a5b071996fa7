//! Playouts to be measured: the rules' own, and the same games written by hand.
#![expect(clippy::float_arithmetic, reason = "this measures, it plays no game")]

use crate::by_hand::{Draws, breakthrough, connect_four, crazy_eights, oh_hell, tic_tac_toe};
use crate::mutate::Shelf;
use houserules_interpreter::ask::{Outcome, Policy, Setup};
use houserules_interpreter::machine::native::Native;
use houserules_interpreter::machine::{Batch, Machine};
use houserules_interpreter::playout::{GameEnd, draws_of, to_the_end};
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_native::Code;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// A playout is cut off after so many decisions, by the rules and by hand.
const MOST: u64 = 5_000;

/// How games came out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many there were.
    pub games: u64,
    /// Decisions made in all of them.
    pub decisions: u64,
    /// The squares of each game's decisions, added up; 0 where nobody counts them.
    pub squares: u64,
    /// How many each of the first two seats won, alone or with others.
    pub won: [u64; 2],
}

impl Tally {
    /// Counts a game of so many decisions, won by the seats of a mask.
    fn count(&mut self, decisions: u64, winners: u32) {
        self.games += 1;
        self.decisions += decisions;
        self.squares += decisions * decisions;
        for (seat, won) in self.won.iter_mut().enumerate() {
            *won += u64::from(winners >> seat & 1);
        }
    }

    /// Adds other games.
    pub fn add(&mut self, other: Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.squares += other.squares;
        for (won, more) in self.won.iter_mut().zip(other.won) {
            *won += more;
        }
    }
}

/// Games that were timed slice by slice.
#[derive(Debug, Clone, Default)]
pub struct Timed {
    /// All that were played, also before the clock ran.
    pub tally: Tally,
    /// Of how many games it is known how they went; fewer where somebody only looked at some.
    pub looked_at: u64,
    /// The nanoseconds a decision took in each slice.
    slices: Vec<f64>,
}

impl Timed {
    /// Games that were played to warm up.
    pub fn warmed(&mut self, tally: Tally) {
        self.tally.add(tally);
        self.looked_at += tally.games;
    }

    /// A slice: how it went, and how long it took.
    pub fn add(&mut self, tally: Tally, took: Duration) {
        self.warmed(tally);
        self.slices.push(took.as_secs_f64() * 1e9 / tally.decisions.max(1) as f64);
    }

    /// Nanoseconds a decision: the middle one of all slices.
    #[must_use]
    pub fn nanoseconds(&self) -> Option<f64> {
        let mut sorted = self.slices.clone();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied()
    }

    /// Games a second, at that speed.
    #[must_use]
    pub fn games_a_second(&self) -> Option<f64> {
        let length = self.tally.decisions as f64 / self.tally.games.max(1) as f64;
        self.nanoseconds().map(|nanoseconds| 1e9 / (nanoseconds * length))
    }
}

/// Plays so many games.
pub type Playout = Box<dyn FnMut(u64) -> Tally>;

/// Games played one after the other, each giving its decisions and the mask of its winners.
fn each_by_itself(mut play: impl FnMut() -> (u32, u32) + 'static) -> Playout {
    Box::new(move |games| {
        let mut tally = Tally::default();
        for _ in 0..games {
            let (decisions, winners) = black_box(play());
            tally.count(decisions.into(), winners);
        }
        tally
    })
}

/// The same of a game for two, which gives its winner, 2 for a draw.
fn for_two(mut play: impl FnMut() -> (u32, u8) + 'static) -> Playout {
    each_by_itself(move || {
        let (decisions, winner) = play();
        (decisions, if winner < 2 { 1 << winner } else { 0 })
    })
}

/// The games that are measured unless others are named.
#[must_use]
pub fn usual_games() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let names = [
        "examples/tic_tac_toe",
        "examples/connect_four",
        "tests/rules/breakthrough",
        "examples/crazy_eights",
        "examples/oh_hell",
        "games/banditos_schacht",
        "games/banditos_heist",
        "games/bandido_alcatraz",
        "examples/chess",
        "examples/go",
        "examples/cribbage",
        "examples/deck_builder",
        "examples/werewolf",
        "examples/liars_dice",
    ];
    names.iter().map(|n| root.join(format!("{n}.rules"))).collect()
}

/// The game of that name written by hand, if there is one.
#[must_use]
pub fn by_hand(name: &str, seats: u8) -> Option<Playout> {
    let mut draws = Draws::new(1);
    Some(match name {
        "tic_tac_toe" => for_two(move || tic_tac_toe::playout(&mut draws)),
        "connect_four" => for_two(move || connect_four::playout(&mut draws)),
        "breakthrough" => for_two(move || breakthrough::playout(&mut draws)),
        "oh_hell" => each_by_itself(move || {
            let (decisions, winners) = oh_hell::playout(usize::from(seats), &mut draws);
            (decisions, winners.into())
        }),
        "crazy_eights" => each_by_itself(move || {
            let seats = usize::from(seats);
            let (decisions, winners) = crazy_eights::playout(seats, MOST as u32, &mut draws);
            (decisions, winners.into())
        }),
        _ => return None,
    })
}

/// A game as its rules have it, with at most four seats.
pub struct ByRules {
    /// How many play.
    pub seats: u8,
    /// On the interpreter.
    pub interpreted: Playout,
    /// On machine code, where there is any for this machine.
    pub native: Option<Playout>,
    /// What is played.
    pub program: Arc<Program>,
}

/// A game as its rules have it.
///
/// # Errors
/// Why it cannot be played.
pub fn by_rules(path: &Path) -> Result<ByRules, String> {
    by_rules_for(path, None)
}

/// The same for so many seats; without a number for as many as there may be, four at most.
///
/// # Errors
/// Why it cannot be played.
pub fn by_rules_for(path: &Path, seats: Option<u8>) -> Result<ByRules, String> {
    let text = fs::read_to_string(path).map_err(|e| e.to_string())?;
    let program = program_of(path, &text, seats)?;
    let native = Code::of(&program).map(|code| playout(&program, Some(Arc::new(code))));
    let seats = program.schema.seats;
    Ok(ByRules { seats, interpreted: playout(&program, None), native, program })
}

/// The program of a text that lies at a path, for so many seats or for four at most.
///
/// # Errors
/// Why it cannot be played.
pub fn program_of(path: &Path, text: &str, seats: Option<u8>) -> Result<Arc<Program>, String> {
    let mut shelf = Shelf::of(path.parent().unwrap_or(Path::new(".")));
    let compiled = compile(&path.to_string_lossy(), text, &mut shelf);
    let book = compiled.rulebook.ok_or("it does not compile")?;
    let seats = seats.unwrap_or(book.players.1.min(4).max(book.players.0));
    let setup = Setup { seats, options: Vec::new() };
    Program::new(Arc::new(book), &setup).map(Arc::new).map_err(|e| e.to_string())
}

/// Plays game after game from the beginning.
#[must_use]
pub fn playout(program: &Arc<Program>, code: Option<Arc<dyn Native>>) -> Playout {
    let mut machine = Machine::start(Arc::clone(program), 1, false);
    if let Some(code) = code {
        machine.assist(code);
    }
    let beginning = machine.beginning();
    let mut seed = 0;
    Box::new(move |games| {
        seed += 1;
        let made = black_box(machine.play_out(&beginning, Batch { games, seed, most: MOST }));
        let won = [made.won[0], made.won[1]];
        Tally { games, decisions: made.decisions, squares: 0, won }
    })
}

/// Plays game after game, every complete move being as likely (the policy `random-options`); for
/// comparison with others who draw so, not to be measured.
#[must_use]
pub fn by_options(program: &Arc<Program>) -> Playout {
    let program = Arc::clone(program);
    let seats = vec![Policy::RandomOptions; usize::from(program.schema.seats)];
    let mut seed = 0;
    Box::new(move |games| {
        let mut tally = Tally::default();
        for _ in 0..games {
            seed += 1;
            let mut machine = Machine::start(Arc::clone(&program), seed, false);
            let (end, decisions) = to_the_end(&mut machine, &seats, &mut draws_of(seed), MOST);
            let winners = match end {
                GameEnd::Finished(Outcome::Won(seats)) => {
                    seats.iter().fold(0, |mask, seat| mask | 1 << seat)
                }
                _ => 0,
            };
            tally.count(decisions, winners);
        }
        tally
    })
}
