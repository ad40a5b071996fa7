//! What is kept of a table beside its journal, so that it comes back under the same links: its
//! links, who sits where, and the notes and the course of the evening.

use crate::clock;
use crate::links::Links;
use houserules_files::cli_error::CliError;
use houserules_files::private::{opened_privately, private_folder, replace};
use houserules_files::setup::{SetUp, Sitter};
use houserules_table::journal::Header;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Read, Write};
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
    /// Which game is played there by now, from 1: each has files of its own.
    #[serde(default = "first_game")]
    pub number: u32,
    /// How the present game was made up, if the table itself was asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<Made>,
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

/// Lines of JSON that are only ever added to: what happened when, and notes.
#[derive(Debug)]
pub struct Course {
    file: File,
    /// As they are written: read, they would take several times the memory.
    lines: Vec<Box<str>>,
    /// How many there are of each sort.
    counts: BTreeMap<String, usize>,
}

/// Of what people do without moving the game, no more is kept of each sort.
const MOST_OF_A_SORT: usize = 10_000;

impl Course {
    /// What a table's file holds, to be gone on with. A line that was cut off is left out.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, CliError> {
        let failed = |e| CliError::writing(path, e);
        let file = opened_privately(path).map_err(failed)?;
        let mut bytes = Vec::new();
        Read::take(&file, MOST).read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.split(|byte| *byte == b'\n');
        let lines = whole.filter_map(|line| serde_json::from_slice::<Value>(line).ok());
        let mut course = Self { file, lines: Vec::new(), counts: BTreeMap::new() };
        lines.for_each(|line| course.count(&line));
        let open = bytes.last().is_some_and(|byte| *byte != b'\n');
        std::io::Seek::seek(&mut course.file, std::io::SeekFrom::End(0)).map_err(failed)?;
        if open {
            course.file.write_all(b"\n").map_err(failed)?;
        }
        Ok(course)
    }

    /// Adds what somebody did who may do it as often as they like.
    pub fn add_bounded(&mut self, what: Value) {
        if self.number_of(&sort(&what)) < MOST_OF_A_SORT {
            self.add(what);
        }
    }

    fn count(&mut self, what: &Value) {
        *self.counts.entry(sort(what)).or_default() += 1;
        self.lines.push(what.to_string().into());
    }

    /// How many there are of a sort.
    #[must_use]
    pub fn number_of(&self, event: &str) -> usize {
        self.counts.get(event).copied().unwrap_or(0)
    }

    /// Adds what happened, with the time. A course that cannot be written stops no game.
    pub fn add(&mut self, mut what: Value) {
        what["at"] = clock::date().into();
        let _ = writeln!(self.file, "{what}");
        self.count(&what);
    }

    /// Adds what must not be lost.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add_safely(&mut self, mut what: Value) -> std::io::Result<()> {
        what["at"] = clock::date().into();
        writeln!(self.file, "{what}")?;
        self.file.sync_data()?;
        self.count(&what);
        Ok(())
    }

    /// Everything, in order.
    pub fn lines(&self) -> impl Iterator<Item = Value> + '_ {
        self.lines.iter().filter_map(|line| serde_json::from_str(line).ok())
    }

    /// What is called so.
    pub fn called<'a>(&'a self, event: &'a str) -> impl Iterator<Item = Value> + 'a {
        self.lines().filter(move |line| line["event"] == event)
    }
}

/// What a line tells of.
fn sort(line: &Value) -> String {
    line["event"].as_str().unwrap_or_default().to_string()
}
