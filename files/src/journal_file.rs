//! The journal of a game that is being played: every step is on the disk before anybody hears that
//! it counts.
//!
//! A file is locked as long as it is kept, so that two programs never write into one journal; the
//! system lets go of the lock when a program ends, however it ends. A journal that is damaged is
//! read up to its last sound line, and put aside as it was.

use crate::cli_error::CliError;
use crate::private::{opened_privately, private_file, private_folder, state_folder, sync_folder};
use crate::show::look::Tone;
use houserules_interpreter::referee::Referee;
use houserules_table::journal::{self, Damaged, Entry, Header, Journal};
use houserules_table::session::Session;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The most a journal may have, in bytes.
const MOST: u64 = 256 << 20;

/// Keeps a game.
#[derive(Debug)]
pub struct JournalFile {
    file: File,
    path: PathBuf,
    /// How many bytes of the file are whole lines.
    length: u64,
    /// The last attempt at writing failed, and that was said.
    fails: bool,
    /// Nobody named the file: it is taken away again if nothing is played.
    own: bool,
}

/// Something that is to be said of a journal.
pub type Said = (Tone, String);

impl JournalFile {
    /// Begins a journal; the file must not be there yet, or be empty.
    ///
    /// # Errors
    /// If the file cannot be written, holds something, or another program keeps a game in it.
    pub fn begin(path: &Path, header: &Header) -> Result<Self, CliError> {
        let failed = |e| CliError::writing(path, e);
        let file = locked(opened_privately(path).map_err(failed)?, path)?;
        if file.metadata().map_err(failed)?.len() > 0 {
            let message = format!("`{}` is there already", path.display());
            return Err(CliError::Input(
                message,
                Some("name another journal for a new game".into()),
            ));
        }
        let mut lines = Vec::new();
        journal::write_header(&mut lines, header).map_err(failed)?;
        Self::filled(file, path, &lines).map_err(failed)
    }

    /// Begins a journal that nobody asked for, where the system has programs keep what they must
    /// not lose.
    ///
    /// # Errors
    /// If there is no such place, or it cannot be written.
    pub fn of_its_own(header: &Header) -> Result<Self, CliError> {
        let folder = state_folder()
            .ok_or_else(|| CliError::call("the system names no folder for journals"))?;
        Self::begin_in(&folder, header)
    }

    /// The same in a folder, which is made if it is not there.
    fn begin_in(folder: &Path, header: &Header) -> Result<Self, CliError> {
        private_folder(folder).map_err(|e| CliError::writing(folder, e))?;
        let stem =
            Path::new(&header.game).file_stem().map_or("game".into(), |s| s.to_string_lossy());
        let mut lines = Vec::new();
        journal::write_header(&mut lines, header).map_err(|e| CliError::writing(folder, e))?;
        for n in 1..MOST_NAMES {
            let path = folder.join(format!("{stem}-{n}.journal"));
            match private_file(&path) {
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                Err(e) => return Err(CliError::writing(&path, e)),
                Ok(file) => {
                    let file = locked(file, &path)?;
                    let keeper = Self::filled(file, &path, &lines)
                        .map_err(|e| CliError::writing(&path, e))?;
                    return Ok(Self { own: true, ..keeper });
                }
            }
        }
        Err(CliError::call(format!("the folder `{}` is full of journals", folder.display())))
    }

    /// An empty file with its first lines, on the disk.
    fn filled(mut file: File, path: &Path, lines: &[u8]) -> io::Result<Self> {
        file.write_all(lines).and_then(|()| file.sync_all())?;
        sync_folder(path);
        let length = lines.len() as u64;
        Ok(Self { file, path: path.to_path_buf(), length, fails: false, own: false })
    }

    /// Goes on with a journal that was read and is still locked; what was cut off or damaged behind
    /// its last sound line is taken away, and stands in a file beside it if it was more than a line
    /// that was being written.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn go_on(path: &Path, kept: Kept) -> Result<Self, CliError> {
        let failed = |e| CliError::writing(path, e);
        let Kept { mut file, whole, open, .. } = kept;
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(failed)?;
        if open {
            file.write_all(b"\n").map_err(failed)?;
        }
        file.sync_all().map_err(failed)?;
        let length = whole + u64::from(open);
        Ok(Self { file, path: path.to_path_buf(), length, fails: false, own: false })
    }

    /// Writes what the session has done since, and waits for the disk. A journal that cannot be
    /// written stops no game: that is said once, and what it lacks is written as soon as it can be.
    pub fn keep<E: Referee + Clone>(&mut self, session: &mut Session<E>) -> Option<Said> {
        match self.add(session.unwritten()) {
            Ok(moved) => {
                session.written();
                let again = std::mem::take(&mut self.fails)
                    .then(|| "The journal can be written again.".into());
                moved.or(again).map(|words| (Tone::Faint, words))
            }
            Err(trouble) => {
                let words = format!(
                    "{trouble}. The game goes on; the journal gets what it lacks as soon as it can."
                );
                (!std::mem::replace(&mut self.fails, true)).then_some((Tone::Wrong, words))
            }
        }
    }

    /// Whether everything a session has done is in the journal, on the disk.
    pub fn has_all<E: Referee + Clone>(&mut self, session: &mut Session<E>) -> bool {
        self.add(session.unwritten()).is_ok_and(|_| {
            session.written();
            self.fails = false;
            true
        })
    }

    /// Adds lines behind the others; if the file had to be written anew before, what is to be said
    /// of that.
    ///
    /// # Errors
    /// If it cannot be written; it holds whole lines then.
    pub fn add(&mut self, entries: &[Entry]) -> Result<Option<String>, CliError> {
        let moved = if self.is_there() { None } else { Some(self.write_anew()?) };
        let failed = |e| CliError::writing(&self.path, e);
        let mut lines = Vec::new();
        for entry in entries {
            journal::write_entry(&mut lines, entry).map_err(failed)?;
        }
        if lines.is_empty() {
            return Ok(moved);
        }
        let length = self.length;
        if let Err(error) = self.file.write_all(&lines).and_then(|()| self.file.sync_data()) {
            // Half of them may be there: they are written once more.
            let _ = self.file.set_len(length).and_then(|()| self.file.seek(SeekFrom::End(0)));
            return Err(CliError::writing(&self.path, error));
        }
        self.length += lines.len() as u64;
        Ok(moved)
    }

    /// Whether the file still stands under its name: it may have been deleted or replaced.
    fn is_there(&self) -> bool {
        let (Ok(named), Ok(own)) = (self.path.metadata(), self.file.metadata()) else {
            return false;
        };
        same_file(&named, &own)
    }

    /// The journal is gone: everything it held is written anew, under its name or, if something
    /// else stands there, under another; says so.
    fn write_anew(&mut self) -> Result<String, CliError> {
        let mut bytes = Vec::new();
        let read = self.file.seek(SeekFrom::Start(0)).and_then(|_| {
            let mut own = (&self.file).take(self.length);
            own.read_to_end(&mut bytes)
        });
        read.map_err(|e| CliError::reading(&self.path, e))?;
        let name = |n: u32| {
            let mut name = self.path.as_os_str().to_os_string();
            name.push(if n == 1 { String::new() } else { format!(".{n}") });
            PathBuf::from(name)
        };
        for path in (1..MOST_NAMES).map(name) {
            match private_file(&path) {
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                Err(e) => return Err(CliError::writing(&path, e)),
                Ok(file) => {
                    let file = locked(file, &path)?;
                    let (old, shown) =
                        (self.path.display().to_string(), path.display().to_string());
                    let own = self.own;
                    let again = Self::filled(file, &path, &bytes)
                        .map_err(|e| CliError::writing(&path, e))?;
                    *self = Self { own, ..again };
                    return Ok(match old == shown {
                        true => format!("The journal `{old}` was gone, and has been written anew."),
                        false => {
                            format!("`{old}` is another file now: the game is kept in `{shown}`.")
                        }
                    });
                }
            }
        }
        Err(CliError::call(format!("there are too many files like `{}`", self.path.display())))
    }

    /// Leaves a journal; one that nobody asked for is taken away if nothing was played.
    pub fn leave(self, played: bool) {
        if self.own && !played && self.is_there() {
            // Where it cannot be deleted, an empty game stays.
            let _ = std::fs::remove_file(&self.path);
        }
    }

    /// Nobody named the file.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.own
    }

    /// The file's name.
    #[must_use]
    pub fn path(&self) -> String {
        self.path.display().to_string()
    }
}

/// Names that are tried for a file before it is given up.
const MOST_NAMES: u32 = 10_000;

/// Whether both are one file on the disk.
#[cfg(unix)]
fn same_file(a: &Metadata, b: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (a.dev(), a.ino()) == (b.dev(), b.ino())
}

/// Whether both are one file on the disk, as far as can be told.
#[cfg(not(unix))]
fn same_file(a: &Metadata, b: &Metadata) -> bool {
    a.created().ok() == b.created().ok()
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
    pub fn put_aside(&self, path: &Path) -> Result<PathBuf, CliError> {
        let name = |n: u32| {
            let mut name = path.as_os_str().to_os_string();
            name.push(if n == 1 { ".damaged".to_string() } else { format!(".damaged{n}") });
            PathBuf::from(name)
        };
        for aside in (1..1000).map(name) {
            let opened = private_file(&aside);
            match opened {
                Err(e) if e.kind() == ErrorKind::AlreadyExists => {}
                opened => {
                    let written = opened
                        .and_then(|mut f| f.write_all(&self.bytes).and_then(|()| f.sync_all()));
                    return written
                        .map(|()| aside.clone())
                        .map_err(|e| CliError::writing(&aside, e));
                }
            }
        }
        let message = format!("`{}` is damaged, and so are a thousand before it", path.display());
        Err(CliError::Input(message, Some("clear the files that end in `.damaged` away".into())))
    }
}

/// Reads a journal to go on with it; none if there is no such file, or it is empty. Lines behind
/// the first damaged one are left out.
///
/// # Errors
/// If it cannot be read, its header is damaged, or another program keeps a game in it.
pub fn open(path: &Path) -> Result<Option<Kept>, CliError> {
    let file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
        opened => opened.map_err(|e| CliError::reading(path, e))?,
    };
    let mut file = locked(file, path)?;
    let bytes = all(&mut file, path)?;
    if bytes.is_empty() {
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
pub fn read(path: &Path, until: Option<usize>) -> Result<Journal, CliError> {
    let mut file = File::open(path).map_err(|e| CliError::reading(path, e))?;
    let mut bytes = all(&mut file, path)?;
    if let Some(until) = until {
        let mut ends = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').map(|(at, _)| at + 1);
        let end = ends.nth(until).unwrap_or(bytes.len());
        bytes.truncate(end);
    }
    journal::read(&bytes).map_err(|damaged| unreadable(path, &damaged))
}

fn all(file: &mut File, path: &Path) -> Result<Vec<u8>, CliError> {
    let mut bytes = Vec::new();
    file.take(MOST + 1).read_to_end(&mut bytes).map_err(|e| CliError::reading(path, e))?;
    if bytes.len() as u64 > MOST {
        return Err(CliError::TooLarge(path.to_path_buf(), MOST));
    }
    Ok(bytes)
}

fn unreadable(path: &Path, damaged: &Damaged) -> CliError {
    let message =
        format!("`{}` cannot be read: line {}: {}", path.display(), damaged.line, damaged.what);
    CliError::Input(message, Some(damaged.remedy.clone()))
}

/// Nobody else may keep a game in the file now. Where files cannot be locked, nothing is.
fn locked(file: File, path: &Path) -> Result<File, CliError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(taken(path)),
        Ok(()) | Err(TryLockError::Error(_)) => Ok(file),
    }
}

fn taken(path: &Path) -> CliError {
    let message = format!("another program keeps a game in `{}` just now", path.display());
    CliError::Input(message, Some("leave it there first, or name another journal".into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserules_table::journal::FORMAT;
    use std::collections::BTreeMap;

    fn header() -> Header {
        Header {
            houserules_journal: FORMAT,
            game: "games/pig.rules".into(),
            rules_hash: "0".into(),
            options: BTreeMap::new(),
            set: Some(Vec::new()),
            variants: Vec::new(),
            seed: 1.into(),
            seats: Vec::new(),
            texts: vec![("games/pig.rules".into(), "game \"Pig\"\n".into())],
        }
    }

    #[test]
    fn a_journal_that_nobody_named_goes_away_unless_something_was_played() {
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("state/houserules");
        let first = JournalFile::begin_in(&folder, &header()).unwrap();
        let second = JournalFile::begin_in(&folder, &header()).unwrap();
        assert!(
            first.path().ends_with("pig-1.journal") && second.path().ends_with("pig-2.journal")
        );
        first.leave(false);
        second.leave(true);
        let left: Vec<_> =
            std::fs::read_dir(&folder).unwrap().flatten().map(|f| f.file_name()).collect();
        assert_eq!(left, ["pig-2.journal"]);
        assert_eq!(read(&folder.join("pig-2.journal"), None).unwrap().header, header());
        let named = JournalFile::begin(&folder.join("j"), &header()).unwrap();
        named.leave(false);
        assert!(folder.join("j").exists());
        assert!(JournalFile::begin(&folder.join("pig-2.journal"), &header()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn only_its_owner_reads_a_journal() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let folder = dir.path().join("houserules");
        let keeper = JournalFile::begin_in(&folder, &header()).unwrap();
        let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(Path::new(&keeper.path()))), (0o700, 0o600));
    }
}
