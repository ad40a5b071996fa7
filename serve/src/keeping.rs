//! What is kept of a table beside its journal, so that it comes back under the same links: its
//! links, and who sits where.

use crate::links::Links;
use houserules_files::cli_error::CliError;
use houserules_files::private::{private_folder, replace};
use houserules_files::setup::{SetUp, Sitter};
use houserules_table::journal::Header;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What is kept of a table in `ID.table`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableFile {
    /// How often the table was opened.
    pub starts: u32,
    /// The game's file.
    pub game: PathBuf,
    /// Its links, one for each reader.
    pub links: Links,
    /// Who sits where, by the words of the command line.
    pub sitters: Vec<String>,
    /// Seats that somebody has sat down at.
    pub taken: Vec<bool>,
    /// In which browsers the seats are open.
    #[serde(default)]
    pub browsers: Vec<SeatBrowsers>,
    /// Which game is played there by now, from 1: each has files of its own.
    #[serde(default = "first_game")]
    pub number: u32,
    /// How the present game was made up, if the table itself was asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
}

/// The browsers in which a seat is open, by words that they made up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatBrowsers {
    /// Those that were there lately; the one that came last is the last.
    pub words: Vec<String>,
    /// How often everybody was told that another one has come.
    pub told: u32,
    /// How often of these the seat had another link.
    pub before: u32,
}

impl SeatBrowsers {
    /// The number of the last time that says something of the present link; 0: there is none.
    #[must_use]
    pub fn opened(&self) -> u32 {
        if self.told > self.before { self.told } else { 0 }
    }
}

fn first_game() -> u32 {
    1
}

/// How a game is made up, by the words of the command line; whose seed is drawn anew.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Made {
    /// How many play.
    pub players: u8,
    /// Names of seats, as on the command line: `1=Ana`.
    pub names: Vec<String>,
    /// Who sits where, as on the command line: `1=human`.
    pub seats: Vec<String>,
    /// Options that were set: `rounds=5`.
    pub options: Vec<String>,
    /// The files laid over the game.
    pub variants: Vec<PathBuf>,
}

impl Made {
    /// As another game was made up: the same people at the same seats, the same options.
    #[must_use]
    pub fn like(header: &Header, usual: &BTreeMap<String, String>, sitters: &[Sitter]) -> Self {
        let set = header.options.iter();
        let set =
            set.filter(|(name, _)| header.was_set(name, usual.get(*name).map(String::as_str)));
        let numbered = |(at, word): (usize, &str)| format!("{}={word}", at + 1);
        Self {
            players: u8::try_from(header.seats.len()).unwrap_or(u8::MAX),
            names: header.seats.iter().map(|s| &*s.name).enumerate().map(numbered).collect(),
            seats: sitters
                .iter()
                .map(|s| s.name())
                .enumerate()
                .map(|(at, word)| numbered((at, &word)))
                .collect(),
            options: set.map(|(name, value)| format!("{name}={value}")).collect(),
            variants: header.variants.iter().map(PathBuf::from).collect(),
        }
    }

    /// What is asked for when it is opened.
    #[must_use]
    pub fn set_up(&self) -> SetUp {
        SetUp {
            players: Some(self.players),
            seats: self.seats.clone(),
            seed: None,
            options: self.options.clone(),
            variants: self.variants.clone(),
            programs: false,
        }
    }
}

/// Where a table is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shelf {
    /// The folder that has all its files.
    pub folder: PathBuf,
    /// The table's name.
    pub id: String,
}

/// The most a file beside a journal may have, in bytes.
const MOST: u64 = 64 << 20;

impl Shelf {
    /// A file of the table.
    #[must_use]
    pub fn file(&self, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", self.id))
    }

    /// A file of one of its games, from 1: those of the first have no number.
    #[must_use]
    pub fn file_of(&self, game: u32, ending: &str) -> PathBuf {
        match game {
            0 | 1 => self.file(ending),
            game => self.file(&format!("{game}.{ending}")),
        }
    }

    /// The table as it was kept; none if it was not.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub fn load(&self) -> Result<Option<TableFile>, CliError> {
        let path = self.file("table");
        let file = match File::open(&path) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(|e| CliError::reading(&path, e))?,
        };
        serde_json::from_reader(file.take(MOST)).map(Some).map_err(|e| {
            let help = "put it away to open the table under new links";
            CliError::Input(format!("`{}` cannot be read: {e}", path.display()), Some(help.into()))
        })
    }

    /// Keeps it.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self, table: &TableFile) -> Result<(), CliError> {
        let path = self.file("table");
        private_folder(&self.folder).map_err(|e| CliError::writing(&self.folder, e))?;
        let text = serde_json::to_string(table).map_err(|e| CliError::writing(&path, e.into()))?;
        replace(&path, &text).map_err(|e| CliError::writing(&path, e))
    }

    /// The names of the tables that are kept in a folder, in order.
    #[must_use]
    pub fn all(folder: &Path) -> Vec<Self> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let tables = entries.map(|entry| entry.path());
        let tables = tables.filter(|path| path.extension().is_some_and(|e| e == "table"));
        let ids = tables.filter_map(|path| Some(path.file_stem()?.to_str()?.to_string()));
        let mut ids: Vec<String> = ids.filter(|id| is_id(id)).collect();
        ids.sort();
        ids.into_iter().map(|id| Self { folder: folder.to_path_buf(), id }).collect()
    }
}

/// Whether a word can be a table's name in links and files.
#[must_use]
pub fn is_id(word: &str) -> bool {
    !word.is_empty()
        && word.len() <= 80
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
}
