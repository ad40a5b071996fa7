//! `check --options`: a game set up with every combination of its options, and a few games of each played.

use crate::engine::Starter;
use crate::setup::written;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::host::combinations::combinations;
use houserules_interpreter::host::sim::{GameEnd, Playouts, SimSpec};
use houserules_lang::ir::{OptionId, Rulebook, Value};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;

/// So many games of each combination and number of players.
const GAMES: u64 = 2;
/// A game is given up after so many decisions.
const MOST_DECISIONS: u64 = 20_000;
/// So many problems are told one by one.
const TOLD: usize = 10;

/// What came of it.
#[derive(Debug, Serialize)]
pub struct Tried {
    /// The game, with its variants.
    pub game: String,
    /// How many options it has.
    pub options: usize,
    /// How many combinations were set up.
    pub combinations: usize,
    /// All there are; otherwise any two values of two options stand together in one.
    pub all: bool,
    /// How many games were played.
    pub games: u64,
    /// How many of them came to their end.
    pub finished: u64,
    /// What could not be set up, or stopped at a fault.
    pub problems: Vec<Problem>,
}

/// A combination that does not run.
#[derive(Debug, Serialize)]
pub struct Problem {
    /// Its options.
    pub options: Vec<String>,
    /// How many played.
    pub players: u8,
    /// What happened.
    pub why: String,
}

/// Tries every combination with the fewest and the most players.
#[must_use]
pub fn try_all(game: String, book: &Arc<Rulebook>) -> Tried {
    let found = combinations(book);
    let (least, most) = book.players;
    let players = if least == most { vec![least] } else { vec![least, most] };
    let each: Vec<(u8, &Vec<(OptionId, Value)>)> =
        found.list.iter().flat_map(|options| players.iter().map(move |n| (*n, options))).collect();
    let results: Vec<Result<u64, Problem>> =
        each.par_iter().map(|(players, options)| one(book, *players, options)).collect();
    let mut tried = Tried {
        game,
        options: book.options.len(),
        combinations: found.list.len(),
        all: found.all,
        games: each.len() as u64 * GAMES,
        finished: 0,
        problems: Vec::new(),
    };
    for result in results {
        match result {
            Ok(finished) => tried.finished += finished,
            Err(problem) if tried.problems.len() < TOLD => tried.problems.push(problem),
            Err(_) => {}
        }
    }
    tried
}

/// Plays the games of one combination; gives how many came to their end.
fn one(book: &Arc<Rulebook>, players: u8, options: &[(OptionId, Value)]) -> Result<u64, Problem> {
    let problem = |why: String| Problem { options: shown(book, options), players, why };
    let setup = Setup { seats: players, options: options.to_vec() };
    let program = Starter::new(book, false).program(&setup).map_err(problem)?;
    let mut playouts = Playouts::new(program);
    let spec = SimSpec { setup, games: GAMES, seed: 1, max_decisions: MOST_DECISIONS, players: Vec::new() };
    let mut finished = 0;
    for index in 0..GAMES {
        match playouts.play(&spec, index).end {
            GameEnd::Finished(_) => finished += 1,
            GameEnd::Stalled(why) if why.starts_with("fault") => return Err(problem(why)),
            GameEnd::Stalled(_) => {}
        }
    }
    Ok(finished)
}

fn shown(book: &Rulebook, options: &[(OptionId, Value)]) -> Vec<String> {
    let each = options.iter().filter_map(|(id, value)| {
        let option = book.options.get(id.index())?;
        Some(format!("{}={}", option.name, written(book, &option.ty, value)))
    });
    each.collect()
}

impl Tried {
    /// In a line for people.
    #[must_use]
    pub fn line(&self) -> String {
        let all = match (self.options, self.all) {
            (0, _) => "no options".to_string(),
            (n, true) => format!("{} combinations of {n} options", self.combinations),
            (n, false) => {
                format!("{} combinations of {n} options, any two values together in one", self.combinations)
            }
        };
        format!("{}: {all}; {} games, {} came to their end", self.game, self.games, self.finished)
    }
}
