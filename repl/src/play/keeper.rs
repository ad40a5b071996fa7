//! The journal of a game that is being played: every choice is on the disk before anybody hears that it counts.

use crate::trouble::Trouble;
use houserules_interpreter::host::game::Record;
use houserules_interpreter::host::journal::{self, Header, Journal};
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The most a journal may have, in bytes.
const MOST: u64 = 256 << 20;

/// Keeps a game.
#[derive(Debug)]
pub struct Keeper {
    file: File,
    path: PathBuf,
    kept: usize,
}

impl Keeper {
    /// Begins a journal; the file must not be there yet, or be empty.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn begin(path: &Path, header: &Header) -> Result<Self, Trouble> {
        let opened = OpenOptions::new().create(true).append(true).open(path);
        let mut file = opened.map_err(|e| Trouble::writing(path, e))?;
        let written = journal::write_header(&mut file, header).and_then(|()| file.sync_all());
        written.map_err(|e| Trouble::writing(path, e))?;
        Ok(Self { file, path: path.to_path_buf(), kept: 0 })
    }

    /// Goes on with a journal that was read; what was cut off behind its last whole line is taken away.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn go_on(path: &Path, before: &Kept) -> Result<Self, Trouble> {
        let failed = |e| Trouble::writing(path, e);
        let mut file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        file.set_len(before.whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        let Some(kept) = before.lines.checked_sub(1) else {
            return Self::begin(path, &before.journal.header);
        };
        Ok(Self { file, path: path.to_path_buf(), kept })
    }

    /// Writes the choices that are not in the file yet, and waits for the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&mut self, records: &[Record]) -> Result<(), Trouble> {
        let new = records.get(self.kept..).unwrap_or(&[]);
        if new.is_empty() {
            return Ok(());
        }
        let mut lines = Vec::new();
        for (at, record) in new.iter().enumerate() {
            let n = (self.kept + at + 1) as u64;
            journal::write_record(&mut lines, n, record).map_err(|e| Trouble::writing(&self.path, e))?;
        }
        let written = self.file.write_all(&lines).and_then(|()| self.file.sync_data());
        written.map_err(|e| Trouble::writing(&self.path, e))?;
        self.kept = records.len();
        Ok(())
    }

    /// The file's name.
    #[must_use]
    pub fn path(&self) -> String {
        self.path.display().to_string()
    }
}

/// A journal file that was read.
#[derive(Debug)]
pub struct Kept {
    /// What it holds.
    pub journal: Journal,
    /// How many whole lines it has, the header among them. A last line without its end is read, but written anew.
    pub lines: usize,
    /// How many bytes these are.
    pub whole: u64,
}

/// Reads a journal, or its first so many choices, whatever comes behind them; none if there is no such file, or it is
/// empty.
///
/// # Errors
/// If it cannot be read, or is damaged.
pub fn read(path: &Path, until: Option<usize>) -> Result<Option<Kept>, Trouble> {
    let file = match File::open(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(|e| Trouble::reading(path, e))?,
    };
    let mut bytes = Vec::new();
    file.take(MOST + 1).read_to_end(&mut bytes).map_err(|e| Trouble::reading(path, e))?;
    if bytes.len() as u64 > MOST {
        return Err(Trouble::TooLarge(path.to_path_buf(), MOST));
    }
    if bytes.is_empty() {
        return Ok(None);
    }
    if let Some(until) = until {
        let mut ends = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1);
        let end = ends.nth(until).unwrap_or(bytes.len());
        bytes.truncate(end);
    }
    let journal = journal::read(&bytes).map_err(|damaged| {
        let message = format!("`{}` cannot be read: line {}: {}", path.display(), damaged.line, damaged.what);
        Trouble::Input(message, Some(damaged.remedy))
    })?;
    let whole = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let lines = bytes.iter().filter(|b| **b == b'\n').count();
    Ok(Some(Kept { journal, lines, whole: whole as u64 }))
}
