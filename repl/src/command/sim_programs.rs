//! Programs that play in a simulation: on each thread each seat has its own.

use crate::rules::Rules;
use crate::setup::{Outside, Sitter, names};
use houserules_files::programs::Program;
use houserules_interpreter::ask::Answer;
use houserules_interpreter::chance::Seed;
use houserules_interpreter::machine::Machine;
use houserules_lang::ir::Rulebook;
use houserules_lang::source::Sources;
use houserules_study::sim;
use houserules_table::game::Game;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The programs of a simulation's seats.
#[derive(Debug, Default)]
pub(super) struct Programs {
    seats: BTreeMap<u8, Outside>,
    failed: Arc<Mutex<Option<String>>>,
}

/// Those of one thread.
#[derive(Debug)]
struct Table {
    seats: BTreeMap<u8, Outside>,
    failed: Arc<Mutex<Option<String>>>,
    book: Arc<Rulebook>,
    sources: Arc<Sources>,
    names: Vec<String>,
    /// Programs that run, and the game in which each was asked last.
    running: BTreeMap<u8, (Seed, Program)>,
}

impl Programs {
    /// Of a table.
    pub(super) fn of(sitters: &[Sitter]) -> Self {
        let seats = (0u8..).zip(sitters).filter_map(|(seat, sitter)| match sitter {
            Sitter::Outside(program) => Some((seat, *program)),
            Sitter::Human | Sitter::Random | Sitter::RandomOptions => None,
            Sitter::Greedy | Sitter::Search(_) => None,
        });
        Self { seats: seats.collect(), failed: Arc::default() }
    }

    /// Programs for another thread; none if there are none.
    pub(super) fn at_a_table(&self, rules: &Rules, players: u8) -> Option<Box<dyn sim::Outside>> {
        if self.seats.is_empty() {
            return None;
        }
        Some(Box::new(Table {
            seats: self.seats.clone(),
            failed: Arc::clone(&self.failed),
            book: Arc::clone(&rules.book),
            sources: Arc::clone(&rules.sources),
            names: names(&[], players).unwrap_or_default(),
            running: BTreeMap::new(),
        }))
    }

    /// Why one of them could not go on, if that was so.
    pub(super) fn trouble(&self) -> Option<String> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl sim::Outside for Table {
    fn answer(&mut self, machine: &Machine, seat: u8) -> Option<Answer> {
        let outside = *self.seats.get(&seat)?;
        let fail = |why: String| {
            self.failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
        };
        if self.failed.lock().unwrap_or_else(PoisonError::into_inner).is_some() {
            return None;
        }
        let (book, sources) = (Arc::clone(&self.book), Arc::clone(&self.sources));
        let mut game = Game::start(machine.clone(), book, sources, self.names.clone());
        let started = match self.running.remove(&seat) {
            Some((seed, mut program)) => {
                if seed != machine.seed() {
                    program.begin_anew();
                }
                Ok(program)
            }
            None => Program::start(outside),
        };
        let typed = started.and_then(|mut program| {
            let typed = program.choose(&mut game, seat)?;
            self.running.insert(seat, (machine.seed(), program));
            Ok(typed)
        });
        match typed {
            Ok(typed) => game.meant(seat, &typed).ok().map(|picked| picked.answer),
            Err(error) => {
                fail(error.in_a_line());
                None
            }
        }
    }
}
