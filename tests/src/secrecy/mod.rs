//! Nobody learns a secret: two worlds that a seat cannot tell apart are played on side by side, and
//! everything that reaches that seat must be the same in both, byte for byte.
//!
//! [`worlds`] makes the second world, [`stretch`] plays both on, [`surfaces`] lists what reaches a
//! seat, [`screens`] lets the program itself write it: nothing is sorted or left out before it is
//! compared. A pair is one seat at one stop of a game in two worlds that differ.
//!
//! Worlds may part: where the rules show a card, a counter, what had been chosen in secret or how
//! the game ends, or say `openly`. [`given`] reads that from what happened and from the rulebook;
//! there is no list of exceptions.
//!
//! [`made`] writes small rules at random, with secrets of all sorts. If `check` has nothing to say
//! about them, whatever a seat finds out is a mistake of the checker or of a host.

mod attempts;
mod count;
mod edited;
mod given;
pub mod made;
mod programs;
mod screens;
mod served;
mod stretch;
mod surfaces;
mod worlds;

pub use count::{Count, Parted};
use houserules_environment::senses::Senses;
use houserules_environment::space::Space;
use houserules_interpreter::ask::{Engine, Stop};
use houserules_interpreter::chance::{BotDraw, BotSource};
use houserules_interpreter::machine::Machine;
use houserules_interpreter::playout::Random;
use houserules_lang::compile::Compiled;
use houserules_lang::ir::Rulebook;
use houserules_lang::resolve::names::Resolved;
use houserules_lang::source::Sources;
use houserules_table::debugger::Bench;
use houserules_table::game::Game;
use std::sync::{Arc, Mutex};
pub use surfaces::Surface;
pub use worlds::Kind;

/// So many stops are looked at for each pair that is wanted.
const STOPS: u64 = 20;

/// A game to be looked at.
#[derive(Debug, Clone)]
pub struct Subject {
    /// The rules, compiled without errors.
    pub book: Arc<Rulebook>,
    /// Every text that the rules were compiled from.
    pub sources: Arc<Sources>,
    /// What they declare.
    pub declared: Arc<Resolved>,
    /// How many play.
    pub seats: u8,
    /// What a step of a choice can be, for programs.
    space: Arc<Space>,
    /// What a seat sees, as numbers.
    senses: Arc<Senses>,
    /// What reads typed lines, made once and lent to one workbench after the other.
    benches: Arc<Mutex<Vec<Bench>>>,
}

impl Subject {
    /// Rules for so many players; none if they do not compile.
    #[must_use]
    pub fn new(compiled: &Compiled, seats: u8) -> Option<Self> {
        let book = compiled.rulebook.clone()?;
        let space = Space::of(&book, seats);
        let senses = Arc::new(Senses::of(&book, seats, space.len()));
        let sources = Arc::new(compiled.sources.clone());
        let (declared, space) = (Arc::clone(&compiled.declared), Arc::new(space));
        let (book, benches) = (Arc::new(book), Arc::default());
        Some(Self { book, sources, declared, seats, space, senses, benches })
    }

    fn bench(&self) -> Bench {
        let lent = self.benches.lock().ok().and_then(|mut benches| benches.pop());
        lent.unwrap_or_else(|| Bench::new(Arc::clone(&self.declared)))
    }

    fn give_back(&self, bench: Bench) {
        if let Ok(mut benches) = self.benches.lock() {
            benches.push(bench);
        }
    }

    fn names(&self) -> Vec<String> {
        (0..self.seats).map(|s| format!("P{s}")).collect()
    }

    /// The game as its host has it, from a machine that has run to a stop.
    fn table(&self, machine: Machine) -> Game<Machine> {
        Game::start(machine, Arc::clone(&self.book), Arc::clone(&self.sources), self.names())
    }
}

/// What somebody found out; `{:#}` writes the whole logs with it.
#[derive(Debug, Clone)]
pub struct Leak {
    /// Who, from 0.
    pub seat: u8,
    /// How the worlds differ.
    pub kind: Kind,
    /// Where it shows.
    pub surface: Surface,
    /// The choices since the worlds began to differ, as they were made in each.
    pub choices: [Vec<String>; 2],
    /// The first line that differs, in each.
    pub lines: [String; 2],
    /// All that the seat has read in each.
    pub logs: [String; 2],
}

impl std::fmt::Display for Leak {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { seat, kind, surface, choices: [here, there], lines: [a, b], .. } = self;
        writeln!(
            f,
            "P{seat} can tell worlds that differ by {} ({}):",
            kind.words(),
            surface.words()
        )?;
        writeln!(f, "  {a}\nfrom\n  {b}")?;
        write!(f, "after {here:?}\nand {there:?}")?;
        if f.alternate() {
            let [a, b] = &self.logs;
            write!(f, "\nwhat P{seat} has read:\n{a}and in the other world:\n{b}")?;
        }
        Ok(())
    }
}

/// Plays a game at random on a machine that records, and compares at its stops, until it ends or so
/// many pairs are compared.
///
/// # Errors
/// What a seat could tell.
pub fn search(
    subject: &Subject,
    mut machine: Machine,
    seed: u64,
    most: u64,
    count: &mut Count,
) -> Result<(), Leak> {
    let mut draws = BotSource::new(seed);
    let mut random = Random::new(seed);
    let enough = count.pairs + most;
    machine.take_events();
    // A game without secrets has nothing to compare, and need not end.
    let mut stops = 0;
    while count.pairs < enough && stops < STOPS * most && machine.stop() == Stop::Asking {
        stops += 1;
        stretch::compare(subject, &machine, &mut draws, count)?;
        for _ in 0..=draws.below(3) {
            let Some(asked) = machine.asked() else { return Ok(()) };
            let who = if asked.chance { None } else { random.quickest(&asked.seats) };
            if random.play(&mut machine, who).is_err() {
                return Ok(());
            }
        }
        machine.take_events();
    }
    Ok(())
}
