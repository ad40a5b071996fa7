//! The course of an evening: what happened when, and notes, as lines of JSON that are only ever
//! added to. They stay on the disk: an evening has thousands of them, and hardly anybody asks.

use crate::clock;
use houserules_files::cli_error::CliError;
use houserules_files::private::opened_privately;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// No more of it is read, in bytes.
const MOST: u64 = 64 << 20;

/// Of what people do without moving the game, no more is kept of each sort.
const MOST_OF_A_SORT: usize = 10_000;

/// What happened, in its file.
#[derive(Debug)]
pub struct Course {
    file: File,
    /// How many bytes of the file are whole lines.
    length: u64,
    /// Lines that could not be written yet.
    behind: String,
    /// How many there are of each sort.
    counts: BTreeMap<String, usize>,
}

impl Course {
    /// What a table's file holds, to be gone on with. A line that was cut off is left out.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn open(path: &Path) -> Result<Self, CliError> {
        let failed = |e| CliError::writing(path, e);
        let mut file = opened_privately(path).map_err(failed)?;
        let mut bytes = Vec::new();
        Read::take(&file, MOST).read_to_end(&mut bytes).map_err(failed)?;
        let mut counts = BTreeMap::new();
        events(&bytes).for_each(|event| *counts.entry(sort(&event)).or_default() += 1);
        if bytes.last().is_some_and(|byte| *byte != b'\n') {
            file.seek(SeekFrom::End(0)).map_err(failed)?;
            file.write_all(b"\n").map_err(failed)?;
        }
        let length = file.seek(SeekFrom::End(0)).map_err(failed)?;
        Ok(Self { file, length, behind: String::new(), counts })
    }

    /// Adds what somebody did who may do it as often as they like.
    pub fn add_bounded(&mut self, what: Value) {
        if self.number_of(&sort(&what)) < MOST_OF_A_SORT {
            self.add(what);
        }
    }

    /// How many there are of a sort.
    #[must_use]
    pub fn number_of(&self, event: &str) -> usize {
        self.counts.get(event).copied().unwrap_or(0)
    }

    /// Adds what happened, with the time. A course that cannot be written stops no game; what it
    /// lacks is written with what happens next.
    pub fn add(&mut self, mut what: Value) {
        what["at"] = clock::date().into();
        *self.counts.entry(sort(&what)).or_default() += 1;
        self.behind.push_str(&what.to_string());
        self.behind.push('\n');
        let _ = self.catch_up();
    }

    /// Adds what must not be lost.
    ///
    /// # Errors
    /// If it cannot be written; nothing is added then.
    pub fn add_safely(&mut self, mut what: Value) -> io::Result<()> {
        what["at"] = clock::date().into();
        self.catch_up()?;
        let before = self.length;
        self.behind = format!("{what}\n");
        if let Err(error) = self.catch_up().and_then(|()| self.file.sync_data()) {
            self.behind.clear();
            self.length = before;
            let _ = self.file.set_len(before);
            return Err(error);
        }
        *self.counts.entry(sort(&what)).or_default() += 1;
        Ok(())
    }

    /// Writes what is behind, in one piece.
    fn catch_up(&mut self) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        if let Err(error) = self.file.write_all(self.behind.as_bytes()) {
            // Half of it may be there: it is written once more.
            let _ = self.file.set_len(self.length);
            return Err(error);
        }
        self.length += self.behind.len() as u64;
        self.behind.clear();
        Ok(())
    }

    /// Everything, in order; what cannot be read is left out.
    #[must_use]
    pub fn lines(&self) -> Vec<Value> {
        let mut bytes = Vec::new();
        let mut file = &self.file;
        let read = file.seek(SeekFrom::Start(0));
        let read = read.and_then(|_| file.take(self.length.min(MOST)).read_to_end(&mut bytes));
        if read.is_err() {
            bytes.clear();
        }
        bytes.extend(self.behind.bytes());
        events(&bytes).collect()
    }

    /// What is called so.
    pub fn called(&self, event: &str) -> impl Iterator<Item = Value> {
        self.lines().into_iter().filter(move |line| line["event"] == event)
    }

    /// The notes, without the steps at which they were made: those count answers, too, that others
    /// gave to a question before it was asked anew.
    pub fn notes(&self) -> Vec<Value> {
        let mut notes: Vec<Value> = self.called("note").collect();
        for note in notes.iter_mut().filter_map(Value::as_object_mut) {
            note.remove("step");
        }
        notes
    }
}

/// The events in lines; a line that is none is left out.
fn events(bytes: &[u8]) -> impl Iterator<Item = Value> {
    let lines = bytes.split(|byte| *byte == b'\n');
    lines.filter_map(|line| serde_json::from_slice(line).ok())
}

/// What a line tells of.
fn sort(line: &Value) -> String {
    line["event"].as_str().unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(course: &Course) -> Vec<u64> {
        course.lines().iter().filter_map(|line| line["n"].as_u64()).collect()
    }

    #[test]
    fn what_happened_is_read_from_the_disk_and_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("course.jsonl");
        let mut course = Course::open(&path).unwrap();
        course.add(json!({"event": "asked", "n": 1}));
        course.add_safely(json!({"event": "note", "n": 2})).unwrap();
        // Reading moves the place in the file; writing goes on at its end.
        assert_eq!(told(&course), [1, 2]);
        course.add(json!({"event": "asked", "n": 3}));
        drop(course);
        // Whoever was killed may have left half a line.
        let cut = std::fs::read_to_string(&path).unwrap() + "{\"event\": \"as";
        std::fs::write(&path, cut).unwrap();
        let mut course = Course::open(&path).unwrap();
        course.add(json!({"event": "asked", "n": 4}));
        assert_eq!(told(&course), [1, 2, 3, 4]);
        assert_eq!((course.number_of("asked"), course.number_of("note")), (3, 1));
        assert_eq!(course.called("note").count(), 1);
    }

    #[test]
    fn what_could_not_be_written_is_told_all_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("course.jsonl");
        let mut course = Course::open(&path).unwrap();
        course.add(json!({"event": "asked", "n": 1}));
        let disk = std::mem::replace(&mut course.file, File::open(&path).unwrap());
        course.add(json!({"event": "asked", "n": 2}));
        assert!(course.add_safely(json!({"event": "note", "n": 3})).is_err());
        assert_eq!(told(&course), [1, 2]);
        assert_eq!(course.number_of("note"), 0, "whoever wrote it was told that it is not kept");
        course.file = disk;
        course.add(json!({"event": "asked", "n": 4}));
        assert_eq!(told(&course), [1, 2, 4]);
        assert_eq!(std::fs::read_to_string(&path).unwrap().lines().count(), 3);
    }
}
