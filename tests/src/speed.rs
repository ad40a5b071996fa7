//! Playouts to be measured: the rules' own, and the same games written by hand.

use crate::by_hand::{Draws, breakthrough, connect_four, crazy_eights, oh_hell, tic_tac_toe};
use crate::mutate::Shelf;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::native::Native;
use houserules_interpreter::machine::{Batch, Machine};
use houserules_interpreter::program::Program;
use houserules_lang::compile::compile;
use houserules_native::Code;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A playout is cut off after so many decisions, by the rules and by hand.
const MOST: u64 = 5_000;

/// Plays so many games; gives the decisions made in them.
pub type Playout = Box<dyn FnMut(u64) -> u64>;

/// Games played one after the other.
fn each_by_itself(mut play: impl FnMut() -> u64 + 'static) -> Playout {
    Box::new(move |games| (0..games).map(|_| play()).sum())
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
    match name {
        "tic_tac_toe" => {
            Some(each_by_itself(move || u64::from(black_box(tic_tac_toe::playout(&mut draws)).0)))
        }
        "connect_four" => {
            Some(each_by_itself(move || u64::from(black_box(connect_four::playout(&mut draws)).0)))
        }
        "breakthrough" => {
            Some(each_by_itself(move || u64::from(black_box(breakthrough::playout(&mut draws)).0)))
        }
        "oh_hell" => Some(each_by_itself(move || {
            u64::from(black_box(oh_hell::playout(usize::from(seats), &mut draws)).0)
        })),
        "crazy_eights" => Some(each_by_itself(move || {
            let seats = usize::from(seats);
            u64::from(black_box(crazy_eights::playout(seats, MOST as u32, &mut draws)).0)
        })),
        _ => None,
    }
}

/// A game as its rules have it, with at most four seats.
pub struct ByRules {
    /// How many play.
    pub seats: u8,
    /// On the interpreter.
    pub interpreted: Playout,
    /// On machine code, where there is any for this machine.
    pub native: Option<Playout>,
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
    Ok(ByRules { seats, interpreted: playout(&program, None), native })
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
        black_box(machine.play_out(&beginning, Batch { games, seed, most: MOST })).decisions
    })
}
