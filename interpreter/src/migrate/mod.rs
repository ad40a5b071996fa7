//! The position of the old rules as a position of the new ones. The new one is built beside the old
//! one, which nobody writes to.

mod blind;
mod control;
mod frames;
mod matching;
mod resting;
mod table;
mod values;

use crate::ask::{Engine, FaultKind, Stop};
use crate::chance::{Seed, counts_apart};
use crate::machine::Machine;
use crate::position::Position;
use crate::program::{Field, Program, Status, header};
use houserules_lang::difference::names::Names;
use houserules_lang::source::Span;
use std::collections::BTreeMap;
use std::sync::Arc;

pub use blind::fits_unseen;

/// Where cards go that the new rules bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Added {
    /// Under their deck.
    #[default]
    Bottom,
    /// On top of it.
    Top,
    /// Anywhere in it, drawn from the game's seed.
    Anywhere,
}

/// What only the designer can say.
#[derive(Debug, Clone, Default)]
pub struct Answers {
    /// Where the cards of a zone go that is no more: names as `Player.hand`, `discards`.
    pub zones: BTreeMap<String, String>,
    /// Where new cards go.
    pub added: Added,
}

/// What stands in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blocked {
    /// The place in the rules where the game stands is not found in the new ones: later, it may be.
    Place,
    /// Something lies or counts where it cannot any more: an answer, or a replay, may help.
    Table,
    /// A running stage or deed needs what it does not have.
    Running,
    /// The game cannot be set up like this any more.
    SetUp,
    /// The game stands at no decision.
    NoDecision,
    /// Under the new rules nobody could go on.
    Stuck,
}

/// Why a game cannot go over to new rules here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Obstacle {
    /// What kind of thing it is.
    pub what: Blocked,
    /// What stands in the way, as a sentence without a full stop.
    pub message: String,
    /// What could be done.
    pub help: Option<String>,
    /// Where in the old rules.
    pub span: Option<Span>,
}

impl Obstacle {
    /// What stands in the way, in words.
    pub fn new(what: Blocked, message: impl Into<String>) -> Self {
        Self { what, message: message.into(), help: None, span: None }
    }
    /// The rules that were waited for are not there any more.
    #[must_use]
    pub fn gone() -> Self {
        Self::new(Blocked::Place, "the rules that the game waited for are not there any more")
    }
    /// The rules that were waited for, and agreed to, are others by now.
    #[must_use]
    pub fn other() -> Self {
        Self::new(
            Blocked::Place,
            "the rules were saved again, and are not those that all agreed to",
        )
        .help("ask anew, with `reload now`")
    }
    /// The same, at a place of the rules.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        Self { span: Some(span), ..self }
    }
    /// The same, with what to do about it.
    #[must_use]
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}

impl std::fmt::Display for Obstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Obstacle {}

/// A game under new rules.
#[derive(Debug)]
pub struct Migrated {
    /// The game, at its next stop.
    pub machine: Machine,
    /// What happened to things without a counterpart, as sentences.
    pub notes: Vec<String>,
}

/// A game on its way from the old rules to the new ones.
struct Work<'a> {
    old: &'a Program,
    new: &'a Program,
    names: &'a Names,
    answers: &'a Answers,
    from: &'a Position,
    to: Position,
    seed: Seed,
    seats: &'a [String],
    notes: Vec<String>,
    /// Cards that a lot has put in order: nobody knows them any more but those who see them there.
    mixed: Vec<u16>,
    /// What may be hidden is not looked at: whether it fits is told by its type.
    blind: bool,
}

type Migration<T> = Result<T, Obstacle>;

impl<'a> Work<'a> {
    fn new(old: &'a Machine, program: &'a Program, names: &'a Names, answers: &'a Answers) -> Self {
        Self {
            old: old.program(),
            new: program,
            names,
            answers,
            from: old.position(),
            to: Position::new(program.schema.size),
            seed: old.seed(),
            seats: &[],
            notes: Vec::new(),
            mixed: Vec::new(),
            blind: false,
        }
    }
}

/// Takes a game over to new rules where it stands: at a question, at a question that nobody could
/// answer, or before the next element of a stage ([`Machine::waits`]).
///
/// # Errors
/// What stands in the way; nothing has changed then.
pub fn migrate(
    old: &Machine,
    program: &Arc<Program>,
    names: &Names,
    answers: &Answers,
    seats: &[String],
) -> Result<Migrated, Obstacle> {
    let stuck =
        matches!(old.stop(), Stop::Fault(fault) if matches!(fault.about, FaultKind::NobodyCan(_)));
    if matches!(old.stop(), Stop::Over(_)) || (!stuck && matches!(old.stop(), Stop::Fault(_))) {
        return Err(Obstacle::new(Blocked::NoDecision, "the game waits for no decision")
            .help("go back to the last decision, or replay the game under the new rules"));
    }
    let mut work = Work { seats, ..Work::new(old, program, names, answers) };
    work.to.set(header::STATUS, Status::Running as u8);
    for number in [header::CHANCE, header::LOTS] {
        work.to.copy_field(old.position(), number);
    }
    work.to.copy_field(old.position(), header::UNSEEN);
    if let (Some(from), Some(to)) = (old.program().schema.apart, program.schema.apart) {
        for at in 0..u32::from(counts_apart(program.schema.seats)) {
            let count = old.position().get(Field::<u16>::at(from.counts + 2 * at));
            work.to.set(Field::<u16>::at(to.counts + 2 * at), count);
        }
    }
    work.cards()?;
    work.counters()?;
    work.control(old.waits())?;
    let Work { mut to, notes, .. } = work;
    // What cannot come again under the new rules is never found.
    to.recall(program.schema.size, old.position(), old.program().schema.size);
    let mut machine = old.relay(Arc::clone(program), to);
    machine.take_up();
    if let Stop::Fault(fault) = machine.stop() {
        let what = if matches!(fault.about, FaultKind::NobodyCan(_)) {
            "whoever is asked here could choose nothing"
        } else {
            "the game could not go on from here"
        };
        let message = format!("under the new rules {what} (fault {})", fault.code);
        return Err(Obstacle::new(Blocked::Stuck, message));
    }
    Ok(Migrated { machine, notes })
}
