//! `replay`: plays a journal again.

use crate::arguments::{Format, Replay};
use crate::cli_error::CliError;
use crate::engine::Starter;
use crate::play::journal_file;
use crate::reload::again::Remembered;
use crate::rules::{self, RuleFiles};
use crate::show::console::{Console, Tone};
use houserules_files::opening::kept_setup;
use houserules_interpreter::machine::Machine;
use houserules_table::game::Game;
use houserules_table::journal::fingerprint::rules_hash;
use houserules_table::journal::replay::{Replayed, Status, replay};
use houserules_table::journal::{Header, Journal};
use houserules_table::session::Session;
use std::path::{Path, PathBuf};

/// Plays a journal again and says whether everything came out the same.
///
/// # Errors
/// If the journal or its rules cannot be read, or something came out differently.
pub fn run(asked: &Replay, console: &mut Console) -> Result<(), CliError> {
    let again = play_again(asked, console)?;
    match asked.format {
        Format::Json => console.json(&again.replayed)?,
        Format::Human => {
            if again.other {
                console.say(Tone::Faint, "The rules are not those the journal was kept under.")?;
            }
            if again.journal.cut {
                console
                    .say(Tone::Faint, "The journal's last line was cut off, and is left out.")?;
            }
            human(&again.replayed, again.journal.entries.len(), console)?;
        }
    }
    if again.replayed.status == Status::Differs { Err(CliError::Said(1)) } else { Ok(()) }
}

/// A journal that was played again.
pub struct ReplayHost {
    /// The journal as it was kept.
    pub journal: Journal,
    /// The game where it stands now.
    pub session: Session<Machine>,
    /// How it went.
    pub replayed: Replayed,
    /// The rules are others than the journal's.
    pub other: bool,
}

/// Plays a journal again.
///
/// # Errors
/// If the journal or its rules cannot be read.
pub fn play_again(asked: &Replay, console: &mut Console) -> Result<ReplayHost, CliError> {
    let journal = journal_file::read(&asked.journal, asked.until)?;
    let header = &journal.header;
    let mut remembered = Remembered::of(&journal);
    if remembered.game(header).is_none() && asked.until.is_some() {
        // A journal of an older format may have brought the rules it began under only later.
        if let Ok(whole) = journal_file::read(&asked.journal, None) {
            remembered = Remembered::of(&whole);
        }
    }
    let own = asked.rules.is_none() && asked.variants.is_empty();
    let rules = match remembered.first(header).filter(|_| own) {
        Some(compiled) => rules::ready(
            compiled,
            &format!("the rules kept in {}", asked.journal.display()),
            console,
        )?,
        None => rules::runnable(&files(asked, header)?, console)?,
    };
    let other = rules_hash(&rules.book) != header.rules_hash;
    let setup = kept_setup(&rules.book, header)?;
    let engine = Starter::new(&rules.book, false).start(&setup, header.seed)?;
    let names = header.seats.iter().map(|s| s.name.to_string()).collect();
    let mut session = Session::begin(Game::start(engine, rules.book, rules.sources, names));
    let until = asked.until.map(|n| n as u64);
    let replayed = replay(&mut session, &journal.entries, until, &mut remembered);
    Ok(ReplayHost { journal, session, replayed, other })
}

/// The files of the rules: those that are named, otherwise those the journal names.
fn files(asked: &Replay, header: &Header) -> Result<RuleFiles, CliError> {
    let path =
        asked.rules.as_deref().map_or_else(|| PathBuf::from(&header.game), Path::to_path_buf);
    if asked.rules.is_none() && !path.is_file() {
        let message = format!("the journal's rules are not there: `{}`", header.game);
        return Err(CliError::call(message).help("say where they are with `--rules FILE`"));
    }
    let variants = if asked.variants.is_empty() && asked.rules.is_none() {
        header.variants.iter().map(PathBuf::from).collect()
    } else {
        asked.variants.to_vec()
    };
    RuleFiles::new(&path, &variants)
}

fn human(replayed: &Replayed, all: usize, console: &mut Console) -> Result<(), CliError> {
    let Replayed { steps, status, state_hash, first_difference } = replayed;
    let stands = match status {
        Status::Finished => "the game is over",
        Status::Running => "the game goes on",
        Status::Fault => "a rule could not be carried out there",
        Status::Differs => "then it differs",
    };
    console.line(&format!("{steps} of {all} steps came out the same; {stands}."))?;
    if let Some(found) = first_difference {
        let line = match found.seat {
            0 => format!("Step {}: `{}`", found.step, found.choice),
            seat => format!("Step {}, seat {seat}: `{}`", found.step, found.choice),
        };
        console.say(Tone::Wrong, &line)?;
        match (&found.refused, &found.found) {
            (Some(why), _) => console.line(&format!("  cannot be made: {why}"))?,
            (None, Some(hash)) => {
                console
                    .line(&format!("  leads to position {hash} instead of {}", found.expected))?;
            }
            (None, None) => {}
        }
    }
    console.say(Tone::Faint, &format!("Position {state_hash}"))
}
