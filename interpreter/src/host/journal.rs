//! Journals: a game as JSON Lines. A header, then one choice a line with the position's hash after it. Each line ends
//! with a checksum of itself, so that a damaged journal is refused instead of played wrongly; a journal that was cut
//! off is read up to its last whole line.
//!
//! The host opens files and decides when to sync; this module only writes to what it is handed.

use super::fingerprint::hex;
use super::game::Record;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

/// The format this version writes, and the newest it reads.
pub const FORMAT: u32 = 1;

/// A player in a header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// The name.
    pub name: String,
    /// `human`, or the bot's name.
    pub player: String,
}

/// The first line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The format's version.
    pub houserules_journal: u32,
    /// Where the game's rules were read.
    pub game: String,
    /// The rulebook's fingerprint.
    pub rules_hash: String,
    /// Options by name, as they are written in the language.
    pub options: BTreeMap<String, String>,
    /// Variants laid over the game, in order.
    pub variants: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The players clockwise.
    pub seats: Vec<Player>,
}

/// A choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Which choice of the game, from 1.
    pub n: u64,
    /// The seat, from 1.
    pub seat: u8,
    /// The choice as it is typed.
    pub choice: String,
    /// The position's hash afterwards, 16 hex digits.
    pub hash: String,
}

/// A journal that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Journal {
    /// Its header.
    pub header: Header,
    /// Its choices.
    pub entries: Vec<Entry>,
    /// Whether its last line was cut off, and left out.
    pub cut: bool,
}

/// Why a journal cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damaged {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
    /// What can be done.
    pub remedy: String,
}

impl fmt::Display for Damaged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the journal: {}; {}", self.line, self.what, self.remedy)
    }
}

impl std::error::Error for Damaged {}

const MARK: &str = ",\"crc\":\"";

fn seal<T: Serialize>(value: &T) -> io::Result<String> {
    let mut line = serde_json::to_string(value)?;
    line.pop();
    let crc = crc32fast::hash(line.as_bytes());
    line.push_str(&format!("{MARK}{crc:08x}\"}}\n"));
    Ok(line)
}

/// Writes the header.
///
/// # Errors
/// What the writer says.
pub fn write_header(to: &mut dyn Write, header: &Header) -> io::Result<()> {
    to.write_all(seal(header)?.as_bytes())
}

/// Writes the n-th choice, from 1. Sync before telling anybody that it counts.
///
/// # Errors
/// What the writer says.
pub fn write_record(to: &mut dyn Write, n: u64, record: &Record) -> io::Result<()> {
    let choice = record.choice.clone();
    let entry = Entry { n, seat: record.seat.saturating_add(1), choice, hash: hex(record.hash) };
    to.write_all(seal(&entry)?.as_bytes())
}

/// Reads a journal.
///
/// # Errors
/// The first line that is damaged. Only a last line without its line break may be broken: it is left out.
pub fn read(bytes: &[u8]) -> Result<Journal, Damaged> {
    let mut header = None;
    let mut entries: Vec<Entry> = Vec::new();
    let mut cut = false;
    for (at, line) in bytes.split_inclusive(|b| *b == b'\n').enumerate() {
        let whole = line.last() == Some(&b'\n');
        let body = if whole { &line[..line.len() - 1] } else { line };
        let opened = match open(body, at + 1) {
            Err(_) if !whole => {
                cut = true;
                break;
            }
            opened => opened?,
        };
        if header.is_none() {
            header = Some(read_header(&opened, at + 1)?);
            continue;
        }
        let entry: Entry = parsed(&opened, at + 1)?;
        let n = entries.len() as u64 + 1;
        if entry.n != n {
            let what = format!("choice {} stands where choice {n} should", entry.n);
            return Err(damaged(at + 1, what));
        }
        entries.push(entry);
    }
    let header = header.ok_or_else(|| Damaged {
        line: 1,
        what: "there is no whole header".into(),
        remedy: "it is no journal, or was cut before the first choice; begin a new game".into(),
    })?;
    Ok(Journal { header, entries, cut })
}

fn read_header(json: &str, line: usize) -> Result<Header, Damaged> {
    let header: Header = parsed(json, line)?;
    if header.houserules_journal > FORMAT {
        return Err(Damaged {
            line,
            what: format!(
                "it is of format {}, and this version reads up to {FORMAT}",
                header.houserules_journal
            ),
            remedy: "use a newer version of houserules".into(),
        });
    }
    Ok(header)
}

fn damaged(line: usize, what: String) -> Damaged {
    let remedy = if line > 1 {
        format!(
            "keep the lines before it: they are whole, and `replay --until {}` plays them",
            line.saturating_sub(2)
        )
    } else {
        "take a copy that is not damaged".into()
    };
    Damaged { line, what, remedy }
}

/// Checks a line's checksum and gives the JSON without it.
fn open(line: &[u8], at: usize) -> Result<String, Damaged> {
    let text = std::str::from_utf8(line).map_err(|_| damaged(at, "it is not text".into()))?;
    let (body, rest) = text.rsplit_once(MARK).ok_or_else(|| damaged(at, "it has no checksum".into()))?;
    let crc = rest.strip_suffix("\"}").filter(|c| c.len() == 8);
    let crc =
        crc.and_then(|c| u32::from_str_radix(c, 16).ok()).filter(|c| rest.starts_with(&format!("{c:08x}")));
    match crc {
        Some(crc) if crc == crc32fast::hash(body.as_bytes()) => Ok(format!("{body}}}")),
        _ => Err(damaged(at, "its checksum does not fit: it was changed or damaged".into())),
    }
}

fn parsed<T: for<'a> Deserialize<'a>>(json: &str, line: usize) -> Result<T, Damaged> {
    serde_json::from_str(json)
        .map_err(|e| damaged(line, format!("it is not what a journal holds there ({e})")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let player = |n: &str| Player { name: n.into(), player: "human".into() };
        let header = Header {
            houserules_journal: FORMAT,
            game: "games/x.rules".into(),
            rules_hash: hex(7),
            options: BTreeMap::from([("rounds".into(), "5".into())]),
            variants: Vec::new(),
            seed: 3,
            seats: vec![player("Ana"), player("Ben")],
        };
        let mut bytes = Vec::new();
        write_header(&mut bytes, &header).unwrap();
        for n in 1..=3 {
            let record = Record { seat: 0, choice: format!("lay [pink {n}]"), hash: n };
            write_record(&mut bytes, n, &record).unwrap();
        }
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let journal = read(&sample()).unwrap();
        assert_eq!((journal.entries.len(), journal.cut), (3, false));
        assert_eq!(journal.entries[1].choice, "lay [pink 2]");
    }

    #[test]
    fn cut_anywhere_it_is_read_up_to_the_last_whole_line() {
        let bytes = sample();
        let header = bytes.iter().position(|b| *b == b'\n').unwrap();
        for end in header..bytes.len() {
            let lines = bytes[..end].iter().filter(|b| **b == b'\n').count();
            let journal = read(&bytes[..end]).unwrap();
            assert!(journal.entries.len() + 1 >= lines, "{end}");
        }
        assert!(read(&bytes[..header - 1]).is_err());
        assert!(read(&[]).is_err());
    }

    #[test]
    fn every_flipped_bit_is_noticed() {
        let bytes = sample();
        let last = bytes.len() - 1;
        for at in 0..last {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[at] ^= 1 << bit;
                assert!(read(&bytes).is_err(), "byte {at} bit {bit}");
            }
        }
    }

    #[test]
    fn a_missing_line_is_noticed() {
        let bytes = sample();
        let mut lines: Vec<&[u8]> = bytes.split_inclusive(|b| *b == b'\n').collect();
        lines.remove(2);
        let damaged = read(&lines.concat()).unwrap_err();
        assert_eq!(damaged.line, 3);
    }
}
