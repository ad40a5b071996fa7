//! Games to be played from outside: found by their files, made ready, and kept as journals.

use crate::cli_error::CliError;
use crate::opening;
use crate::rules::{self, RuleFiles, Rules};
use crate::setup::{self, SetUp, Sitter, Table};
use houserules_environment::scheme::Scheme;
use houserules_environment::trouble::Trouble;
use houserules_environment::world::{Chance, World};
use houserules_interpreter::ask::Setup;
use houserules_lang::diagnostic::Severity;
use houserules_lang::place::Place;
use houserules_table::journal::fingerprint::hex;
use houserules_table::journal::{Entry, Written, write_entry, write_header};
use miette::Diagnostic;
use std::path::Path;
use std::sync::Arc;

/// Rules that are ready, and where they came from.
#[derive(Debug)]
pub struct Ready {
    /// What their games share.
    pub scheme: Arc<Scheme>,
    files: RuleFiles,
    rules: Rules,
    table: Table,
}

/// Makes the rules of a file ready, for a table that is made up like this.
///
/// # Errors
/// If they cannot be read, have errors, or cannot be set up so.
pub fn ready(game: &Path, set_up: &SetUp) -> Result<Ready, Trouble> {
    found(game, set_up).map_err(|error| trouble(&error))?
}

fn found(game: &Path, set_up: &SetUp) -> Result<Result<Ready, Trouble>, CliError> {
    let files = RuleFiles::new(game, &set_up.variants)?;
    let rules = rules::runnable(&files)?;
    let table = setup::table(&rules.book, set_up, Sitter::Random, Sitter::Random)?;
    let players = u8::try_from(table.sitters.len()).unwrap_or(u8::MAX);
    let names = setup::names(&[], players)?;
    let setup = Setup { seats: players, options: table.options.clone() };
    let (book, sources) = (Arc::clone(&rules.book), Arc::clone(&rules.sources));
    let made = Scheme::new(book, sources, names, &setup);
    Ok(made.map(|scheme| Ready { scheme: Arc::new(scheme), files, rules, table }))
}

impl Ready {
    /// The journal of a game, as `houserules replay` reads it.
    ///
    /// # Errors
    /// If somebody else than the seed decided what chance gives, or the game was only imagined: a
    /// journal cannot say that.
    pub fn journal(&self, world: &World) -> Result<String, Trouble> {
        if world.chance() == Chance::Host {
            let message = "a game whose chance is decided from outside has no journal";
            return Err(Trouble::new("chance", message).help("let the seed decide"));
        }
        if world.is_imagined() {
            let message = "a game that was imagined has no journal";
            return Err(Trouble::new("imagined", message).help("ask the game that is played"));
        }
        let names = &self.scheme.names;
        let header = opening::header(&self.files, &self.rules, &self.table, names, world.seed());
        let mut text = Vec::new();
        let unwritten = |error: std::io::Error| Trouble::new("journal", error.to_string());
        write_header(&mut text, &header).map_err(unwritten)?;
        for (n, record) in (1..).zip(world.records()) {
            let seat = record.seat.saturating_add(1);
            let what = Written::Choice { seat, choice: record.choice.clone() };
            let entry = Entry { n, what, anew: false, hash: hex(record.hash) };
            write_entry(&mut text, &entry).map_err(unwritten)?;
        }
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}

/// An error of a call as programs get it.
#[must_use]
pub fn trouble(error: &CliError) -> Trouble {
    if let CliError::Broken(broken) = error {
        let first = broken.diagnostics.iter().find(|d| d.severity == Severity::Error);
        if let Some(first) = first {
            let label = first.labels.iter().find(|label| label.primary);
            let place = label.and_then(|label| Place::of(&broken.sources, label.span));
            return Trouble {
                code: first.code.to_string(),
                message: first.message.clone(),
                help: first.help.clone(),
                place,
            };
        }
    }
    let code = match error {
        CliError::Call(..) => "call",
        CliError::Input(..) => "input",
        CliError::File(..) | CliError::Folder(_) | CliError::NotText(..) => "file",
        CliError::TooLarge(..) => "file",
        CliError::Broken(_) => "rules",
        CliError::Closed | CliError::Stream(..) | CliError::Said(_) => "stream",
    };
    let help = error.help().map(|help| help.to_string());
    Trouble { code: code.into(), message: error.to_string(), help, place: None }
}
