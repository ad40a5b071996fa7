//! The journal of a game that is being played: every step is on the disk before anybody hears that it counts.
//!
//! A file is locked as long as it is kept, so that two programs never write into one journal; the system lets go of the
//! lock when a program ends, however it ends. A journal that is damaged is read up to its last sound line, and put aside
//! as it was.

use crate::trouble::Trouble;
use houserules_interpreter::ask::Referee;
use houserules_interpreter::host::journal::{self, Damaged, Entry, Header, Journal};
use houserules_interpreter::host::session::Session;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The most a journal may have, in bytes.
const MOST: u64 = 256 << 20;

/// How every journal begins.
const BEGINNING: &[u8] = b"{\"houserules_journal\":";

/// Keeps a game.
#[derive(Debug)]
pub struct Keeper {
    file: File,
    path: PathBuf,
}

impl Keeper {
    /// Begins a journal; the file must not be there yet, or be empty.
    ///
    /// # Errors
    /// If the file cannot be written, or another program keeps a game in it.
    pub fn begin(path: &Path, header: &Header) -> Result<Self, Trouble> {
        let failed = |e| Trouble::writing(path, e);
        let opened = OpenOptions::new().create(true).truncate(false).read(true).write(true).open(path);
        let mut file = locked(opened.map_err(failed)?, path)?;
        if file.metadata().map_err(failed)?.len() > 0 {
            // Somebody else has begun one since we looked.
            return Err(taken(path));
        }
        let written = journal::write_header(&mut file, header).and_then(|()| file.sync_all());
        written.map_err(failed)?;
        sync_folder(path);
        Ok(Self { file, path: path.to_path_buf() })
    }

    /// Goes on with a journal that was read and is still locked; what was cut off or damaged behind its last sound line
    /// is taken away, and stands in a file beside it if it was more than a line that was being written.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn go_on(path: &Path, kept: Kept) -> Result<Self, Trouble> {
        let failed = |e| Trouble::writing(path, e);
        let Kept { mut file, whole, open, .. } = kept;
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        if open {
            file.write_all(b"\n").map_err(failed)?;
        }
        file.sync_all().map_err(failed)?;
        Ok(Self { file, path: path.to_path_buf() })
    }

    /// Writes what the session has done since, and waits for the disk.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep<E: Referee + Clone>(&mut self, session: &mut Session<E>) -> Result<(), Trouble> {
        if session.unwritten().is_empty() {
            return Ok(());
        }
        let failed = |e| Trouble::writing(&self.path, e);
        let mut lines = Vec::new();
        for entry in session.unwritten() {
            journal::write_entry(&mut lines, entry).map_err(failed)?;
        }
        self.file.write_all(&lines).and_then(|()| self.file.sync_data()).map_err(failed)?;
        session.written();
        Ok(())
    }

    /// Writes everything a session has done so far.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep_all(&mut self, entries: &[Entry]) -> Result<(), Trouble> {
        let failed = |e| Trouble::writing(&self.path, e);
        let mut lines = Vec::new();
        for entry in entries {
            journal::write_entry(&mut lines, entry).map_err(failed)?;
        }
        self.file.write_all(&lines).and_then(|()| self.file.sync_data()).map_err(failed)
    }

    /// The file's name.
    #[must_use]
    pub fn path(&self) -> String {
        self.path.display().to_string()
    }
}

/// A journal file that was read, and is locked as long as this lives.
#[derive(Debug)]
pub struct Kept {
    /// What it holds.
    pub journal: Journal,
    /// Its first damaged line, if there is one; what stands before it was read.
    pub damaged: Option<Damaged>,
    file: File,
    bytes: Vec<u8>,
    /// How many bytes its sound lines are.
    whole: u64,
    /// The last of them is whole, but for its line break.
    open: bool,
}

impl Kept {
    /// Puts a damaged journal aside as it is, under a name that is not taken; gives the name.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put_aside(&self, path: &Path) -> Result<PathBuf, Trouble> {
        let name = |n: u32| {
            let mut name = path.as_os_str().to_os_string();
            name.push(if n == 1 { ".damaged".to_string() } else { format!(".damaged{n}") });
            PathBuf::from(name)
        };
        for aside in (1..1000).map(name) {
            let opened = OpenOptions::new().create_new(true).write(true).open(&aside);
            match opened {
                Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => {}
                opened => {
                    let written =
                        opened.and_then(|mut f| f.write_all(&self.bytes).and_then(|()| f.sync_all()));
                    return written.map(|()| aside.clone()).map_err(|e| Trouble::writing(&aside, e));
                }
            }
        }
        let message = format!("`{}` is damaged, and so are a thousand before it", path.display());
        Err(Trouble::Input(message, Some("clear the files that end in `.damaged` away".into())))
    }
}

/// Reads a journal to go on with it; none if there is no such file, or it is empty. Lines behind the first damaged one
/// are left out.
///
/// # Errors
/// If it cannot be read, its header is damaged, or another program keeps a game in it.
pub fn open(path: &Path) -> Result<Option<Kept>, Trouble> {
    let file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(|e| Trouble::reading(path, e))?,
    };
    let mut file = locked(file, path)?;
    let bytes = all(&mut file, path)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if !bytes.contains(&b'\n')
        && BEGINNING.iter().zip(&bytes).all(|(a, b)| a == b)
        && journal::read(&bytes).is_err()
    {
        // Cut off before its header was whole: nothing was kept yet.
        file.set_len(0).map_err(|e| Trouble::writing(path, e))?;
        return Ok(None);
    }
    let (mut end, mut damaged) = (bytes.len(), None);
    let journal = loop {
        match journal::read(&bytes[..end]) {
            Ok(journal) => break journal,
            Err(found) => {
                let sound = journal::sound(&bytes, &found);
                if sound == 0 || sound >= end {
                    return Err(unreadable(path, &found));
                }
                end = sound;
                damaged = damaged.or(Some(found));
            }
        }
    };
    let open = !journal.cut && bytes[..end].last() != Some(&b'\n');
    let lines = bytes[..end].iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let whole = if open { end } else { lines };
    Ok(Some(Kept { journal, damaged, file, bytes, whole: whole as u64, open }))
}

/// Reads a journal, or its first so many steps, whatever comes behind them.
///
/// # Errors
/// If it cannot be read, or is damaged.
pub fn read(path: &Path, until: Option<usize>) -> Result<Journal, Trouble> {
    let mut file = File::open(path).map_err(|e| Trouble::reading(path, e))?;
    let mut bytes = all(&mut file, path)?;
    if let Some(until) = until {
        let mut ends = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1);
        let end = ends.nth(until).unwrap_or(bytes.len());
        bytes.truncate(end);
    }
    journal::read(&bytes).map_err(|damaged| unreadable(path, &damaged))
}

fn all(file: &mut File, path: &Path) -> Result<Vec<u8>, Trouble> {
    let mut bytes = Vec::new();
    file.take(MOST + 1).read_to_end(&mut bytes).map_err(|e| Trouble::reading(path, e))?;
    if bytes.len() as u64 > MOST {
        return Err(Trouble::TooLarge(path.to_path_buf(), MOST));
    }
    Ok(bytes)
}

fn unreadable(path: &Path, damaged: &Damaged) -> Trouble {
    let message = format!("`{}` cannot be read: line {}: {}", path.display(), damaged.line, damaged.what);
    Trouble::Input(message, Some(damaged.remedy.clone()))
}

/// Nobody else may keep a game in the file now. Where files cannot be locked, nothing is.
fn locked(file: File, path: &Path) -> Result<File, Trouble> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(taken(path)),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn taken(path: &Path) -> Trouble {
    let message = format!("another program keeps a game in `{}` just now", path.display());
    Trouble::Input(message, Some("leave it there first, or name another journal".into()))
}

/// The file's name must be on the disk too; where folders cannot be synced, the system does what it can.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}
