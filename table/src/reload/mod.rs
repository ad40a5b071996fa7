//! Bringing new rules into a running game: where it stands, before the next round or turn, or from
//! its start.

pub mod hidden;
mod update;

pub use update::Update;

use crate::game::Game;
use crate::reload::hidden::learned;
use crate::visibility::concealed::Concealed;
use houserules_interpreter::ask::Setup;
use houserules_interpreter::machine::Machine;
use houserules_interpreter::migrate::{self, Added, Answers, Blocked, Obstacle, migrate};
use houserules_interpreter::program::{Program, SetupError};
use houserules_lang::difference::spelling::{Renames, Sort};
use houserules_lang::ir::{StageId, StageWord};
use houserules_lang::naming::stage_word;
use std::sync::Arc;

/// When and how new rules come in. As text it stands in journals, so that it can be done again.
#[derive(Debug, Clone)]
pub struct How {
    /// At which moment of the game.
    pub when: When,
    /// What the designer has answered.
    pub answers: Answers,
    /// Renames that the designer has stated.
    pub renames: Renames,
}

/// When new rules come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Where the game stands.
    Now,
    /// Before the next element of the innermost running stage of this word; until then under the
    /// old ones.
    Before(StageWord),
    /// It stands before that element.
    Here,
    /// It stands before that element, and goes on under the old rules.
    Not,
    /// From the start of the game.
    Start,
}

impl How {
    /// At that moment, without answers and renames of the designer's.
    #[must_use]
    pub fn when(when: When) -> Self {
        Self { when, answers: Answers::default(), renames: Renames::new() }
    }

    /// Reads what [`How`] writes.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split("; ");
        let when = match parts.next()? {
            "now" => When::Now,
            "next round" => When::Before(StageWord::Round),
            "next turn" => When::Before(StageWord::Turn),
            "next phase" => When::Before(StageWord::Phase),
            "here" => When::Here,
            "not here" => When::Not,
            "from the start" => When::Start,
            _ => return None,
        };
        let mut how = Self::when(when);
        for part in parts {
            if !how.answer(part) {
                return None;
            }
        }
        Some(how)
    }

    /// Takes an answer of the designer: `new cards on top`, `Player.hand to discards`,
    /// `zone hand is now cards`. No: it is none.
    pub fn answer(&mut self, text: &str) -> bool {
        let added = |text: &str| match text {
            "new cards at the bottom" => Some(Added::Bottom),
            "new cards on top" => Some(Added::Top),
            "new cards anywhere" => Some(Added::Anywhere),
            _ => None,
        };
        if let Some(added) = added(text) {
            self.answers.added = added;
            return true;
        }
        if let Some((old, new)) = text.split_once(" is now ") {
            let sort = Sort::RENAMED
                .iter()
                .find_map(|s| Some((*s, old.strip_prefix(s.noun())?.strip_prefix(' ')?)));
            if let Some((sort, old)) = sort {
                self.renames.insert((sort, old.trim().to_string()), new.trim().to_string());
            }
            return sort.is_some();
        }
        match text.split_once(" to ").filter(|(from, to)| !from.contains(' ') && !to.contains(' '))
        {
            Some((from, to)) => {
                self.answers.zones.insert(from.to_string(), to.to_string());
                true
            }
            None => false,
        }
    }
}

impl std::fmt::Display for How {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.when {
            When::Now => f.write_str("now")?,
            When::Before(word) => write!(f, "next {}", stage_word(word))?,
            When::Here => f.write_str("here")?,
            When::Not => f.write_str("not here")?,
            When::Start => f.write_str("from the start")?,
        }
        match self.answers.added {
            Added::Bottom => {}
            Added::Top => f.write_str("; new cards on top")?,
            Added::Anywhere => f.write_str("; new cards anywhere")?,
        }
        for (from, to) in &self.answers.zones {
            write!(f, "; {from} to {to}")?;
        }
        for ((sort, old), new) in &self.renames {
            write!(f, "; {} {old} is now {new}", sort.noun())?;
        }
        Ok(())
    }
}

/// A game that new rules were brought into.
#[derive(Debug)]
pub struct Applied {
    /// The game; its log has only what has happened since.
    pub game: Game<Machine>,
    /// What became of things that have no counterpart.
    pub notes: Vec<String>,
}

/// Brings new rules into a game, which stays as it is.
///
/// # Errors
/// What stands in the way.
pub fn apply(game: &Game<Machine>, update: &Update, how: &How) -> Result<Applied, Obstacle> {
    match how.when {
        When::Now | When::Here => over(game, update, &how.answers),
        When::Start => anew(game, update),
        When::Before(word) => {
            let stage = wait_for(game, word).ok_or_else(|| no_stage(word))?;
            Ok(same(game, |machine| machine.wait_before(Some(stage))))
        }
        When::Not => Ok(same(game, Machine::wait_no_longer)),
    }
}

/// Whether new rules fit whatever may lie hidden: if it were looked at, whether they come in would
/// tell of it. Where they only wait, what is running is not tried yet.
///
/// # Errors
/// The first thing that may not fit.
pub fn fits_unseen(game: &Game<Machine>, update: &Update, how: &How) -> Result<(), Obstacle> {
    if !Concealed::by(game.book()).hides {
        return Ok(());
    }
    let here = match how.when {
        When::Now | When::Here => true,
        When::Before(_) => false,
        When::Not | When::Start => return Ok(()),
    };
    let program = program(game, update)?;
    let names = &update.difference.names;
    migrate::fits_unseen(game.engine(), &program, names, &how.answers, here)
}

/// The innermost running stage of a word.
#[must_use]
pub fn wait_for(game: &Game<Machine>, word: StageWord) -> Option<StageId> {
    let running = game.engine().running_stages();
    running.iter().rev().find(|(_, of)| *of == word).map(|(id, _)| *id)
}

fn no_stage(word: StageWord) -> Obstacle {
    let word = stage_word(word);
    Obstacle::new(Blocked::Place, format!("no {word} is running, so there is no next one"))
        .help("bring the rules in now, or replay the game under them")
}

/// The same game under its own rules, with its machine changed.
fn same(game: &Game<Machine>, change: impl FnOnce(&mut Machine)) -> Applied {
    let mut machine = game.engine().clone();
    change(&mut machine);
    let (book, sources) = (Arc::clone(game.book()), game.shared_sources());
    Applied { game: game.under(machine, book, sources, Some), notes: Vec::new() }
}

/// The set-up of a game under other rules: options that were set by hand as they are, others at
/// their new default.
///
/// # Errors
/// If the new rules do not allow it.
pub fn program(game: &Game<Machine>, update: &Update) -> Result<Arc<Program>, Obstacle> {
    let names = &update.difference.names;
    let old = game.engine().program();
    let mut options = Vec::new();
    for own in &old.set {
        let value = names.value(&old.options[own.index()]);
        if let (Some(id), Some(value)) = (names.option(*own), value) {
            options.push((id, value));
        }
    }
    let setup = Setup { seats: old.schema.seats, options };
    let failed = |error: SetupError| {
        let message = format!("this table cannot play under the new rules: {error}");
        Obstacle::new(Blocked::SetUp, message).help("begin a new game for them")
    };
    Program::new(Arc::clone(&update.book), &setup).map(Arc::new).map_err(failed)
}

fn over(game: &Game<Machine>, update: &Update, answers: &Answers) -> Result<Applied, Obstacle> {
    let program = program(game, update)?;
    let names = &update.difference.names;
    let moved = migrate(game.engine(), &program, names, answers, game.naming().seats)?;
    let (book, sources) = (Arc::clone(&update.book), Arc::clone(&update.sources));
    let mut applied = game.under(moved.machine, book, sources, |id| names.counter(id));
    let learned = learned(game, &applied, names);
    applied.happened.learned |= learned;
    Ok(Applied { game: applied, notes: moved.notes })
}

fn anew(game: &Game<Machine>, update: &Update) -> Result<Applied, Obstacle> {
    let program = program(game, update)?;
    let machine = Machine::start(program, game.engine().seed(), true);
    let (book, sources) = (Arc::clone(&update.book), Arc::clone(&update.sources));
    Ok(Applied { game: game.under(machine, book, sources, |_| None), notes: Vec::new() })
}

/// A choice that no longer fits under new rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Misfit {
    /// Which choice, from 1.
    pub step: usize,
    /// Whose, from 0.
    pub seat: u8,
    /// The choice as it is typed.
    pub choice: String,
    /// The refusal, or what is unclear, in words.
    pub why: String,
}

impl std::fmt::Display for Misfit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "choice {} (`{}`) no longer fits: {}", self.step, self.choice, self.why)
    }
}

/// Plays a game again from its start under new rules, as far as its choices fit; gives the first
/// that does not.
///
/// # Errors
/// If it cannot even be set up.
pub fn replay(
    game: &Game<Machine>,
    update: &Update,
) -> Result<(Game<Machine>, Option<Misfit>), Obstacle> {
    let mut again = anew(game, update)?.game;
    for (at, record) in game.records().iter().enumerate() {
        if let Err(why) = again.say(record.seat, &record.choice) {
            let (seat, choice) = (record.seat, record.choice.to_string());
            let misfit = Misfit { step: at + 1, seat, choice, why: why.to_string() };
            return Ok((again, Some(misfit)));
        }
    }
    Ok((again, None))
}
