//! `check --options`: a game set up with combinations of its options, and a few games of each
//! played.

use super::stalls::fault_of;
use crate::engine::Starter;
use crate::setup::written;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::playout::GameEnd;
use houserules_lang::ir::{OptionId, Rulebook, Value};
use houserules_lang::source::Sources;
use houserules_study::combinations::{Combinations, Reach, combinations};
use houserules_study::sim::{Playouts, SimSpec};
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;

/// So many games of each combination and number of players, if there are few combinations; else
/// one, with the fewest and the most players in turn.
const GAMES: u64 = 2;
/// So many combinations are few.
const FEW: usize = 64;
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
    /// How many there are; none: more than can be counted.
    pub possible: Option<u64>,
    /// They are all.
    pub all: bool,
    /// Which they are, in words.
    pub tried: String,
    /// How many games were played.
    pub games: u64,
    /// How many of them came to their end.
    pub finished: u64,
    /// How many combinations could not be set up, or stopped at a fault.
    pub failed: u64,
    /// The first of them.
    pub problems: Vec<Problem>,
}

/// A combination that does not run.
#[derive(Debug, Serialize)]
pub struct Problem {
    /// Every option with its value, as it is typed: `NAME=VALUE`.
    pub options: Vec<String>,
    /// How many played.
    pub players: u8,
    /// What stopped it, or kept it from being set up, in a sentence.
    pub why: String,
}

/// Tries combinations: each with the fewest and the most players, or if they are many, with these
/// in turn.
#[must_use]
pub fn try_all(game: String, book: &Arc<Rulebook>, sources: &Sources) -> Tried {
    let found = combinations(book);
    let (least, most) = book.players;
    let players = if least == most { vec![least] } else { vec![least, most] };
    let many = found.list.len() > FEW;
    let each: Vec<(u8, &Vec<(OptionId, Value)>)> = if many {
        players.iter().copied().cycle().zip(&found.list).collect()
    } else {
        found.list.iter().flat_map(|options| players.iter().map(move |n| (*n, options))).collect()
    };
    let games = if many { 1 } else { GAMES };
    let results: Vec<Result<u64, Problem>> = each
        .par_iter()
        .map(|(players, options)| one(book, sources, *players, options, games))
        .collect();
    let mut tried = Tried {
        game,
        options: book.options.len(),
        combinations: found.list.len(),
        possible: found.possible,
        all: found.reach == Reach::All,
        tried: reached(book, &found),
        games: each.len() as u64 * games,
        finished: 0,
        failed: 0,
        problems: Vec::new(),
    };
    for result in results {
        match result {
            Ok(finished) => tried.finished += finished,
            Err(problem) => {
                tried.failed += 1;
                if tried.problems.len() < TOLD {
                    tried.problems.push(problem);
                }
            }
        }
    }
    tried
}

/// Plays the games of one combination; gives how many came to their end.
fn one(
    book: &Arc<Rulebook>,
    sources: &Sources,
    players: u8,
    options: &[(OptionId, Value)],
    games: u64,
) -> Result<u64, Problem> {
    let problem = |why: String| Problem { options: shown(book, options), players, why };
    let setup = Setup { seats: players, options: options.to_vec() };
    let program = Starter::new(book, false).program(&setup).map_err(|e| problem(e.to_string()))?;
    let mut playouts = Playouts::new(program);
    let spec =
        SimSpec { setup, games, seed: 1, max_decisions: MOST_DECISIONS, players: Vec::new() };
    let mut finished = 0;
    for index in 0..games {
        match playouts.play(&spec, index).end {
            GameEnd::Finished(_) => finished += 1,
            GameEnd::Fault { code, .. } => {
                let why = fault_of(&playouts, book, sources, players);
                return Err(problem(why.unwrap_or_else(|| format!("fault {code}"))));
            }
            GameEnd::Stalled(_) => {}
        }
    }
    Ok(finished)
}

/// Which combinations were tried, in words.
fn reached(book: &Rulebook, found: &Combinations) -> String {
    let (tried, options) = (found.list.len(), book.options.len());
    let of = match options {
        0 => return "no options".to_string(),
        1 => "1 option".to_string(),
        n => format!("{n} options"),
    };
    let all = found.possible.map_or_else(|| "very many".to_string(), |n| n.to_string());
    let mut words = match found.reach {
        Reach::All => format!("all {tried} combinations of {of}"),
        Reach::Pairs => {
            format!(
                "{tried} of {all} combinations of {of}, any two values of two options together in \
                 one"
            )
        }
        Reach::ChiefPairs if options == 1 => format!("{tried} of {all} values of {of}"),
        Reach::ChiefPairs => format!(
            "{tried} of {all} combinations of {of}, every value in one, but of numbers and long \
             lists only both ends and the default together with each value of another option"
        ),
    };
    if tried > FEW && book.players.0 < book.players.1 {
        words.push_str(", in turn with the fewest and the most players");
    }
    for id in &found.thinned {
        let name = &book[*id].name;
        words.push_str(&format!(", only {} of the values of `{name}`", found.values_of(*id)));
    }
    words
}

fn shown(book: &Rulebook, options: &[(OptionId, Value)]) -> Vec<String> {
    let each = options.iter().map(|(id, value)| {
        let option = &book[*id];
        format!("{}={}", option.name, written(book, &option.ty, value))
    });
    each.collect()
}

impl Tried {
    /// In a line for people.
    #[must_use]
    pub fn line(&self) -> String {
        format!(
            "{}: {}; {} games, {} came to their end",
            self.game, self.tried, self.games, self.finished
        )
    }
}
