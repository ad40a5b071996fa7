//! Journals: a game as JSON Lines. A header with the texts of the rules, then one step a line with
//! the position's hash after it: a choice, going to another point of the history, a bookmark, a
//! referee's change, other rules. Each line ends with a checksum of itself, so that a damaged
//! journal is refused, or read up to the damage, instead of played wrongly; a journal that was cut
//! off is read up to its last whole line.
//!
//! The host opens files and decides when to sync; this module only writes to what it is handed.

pub mod fingerprint;
pub mod replay;

use crate::game::StepEffects;
use crate::visibility::Sighted;
use houserules_interpreter::chance::Seed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};

/// The format this version writes, and the newest it reads. 1: choices only. 2: everything a
/// session does. 3: the header holds the texts of the rules.
pub const FORMAT: u32 = 3;

/// A player in a header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Player {
    /// What the player is called at the table.
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
    /// Which of them were set by hand; a journal of an older version does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<Vec<String>>,
    /// Variants laid over the game, in order.
    pub variants: Vec<String>,
    /// What chance is drawn from, in every game that is set up so.
    pub seed: Seed,
    /// The players clockwise.
    pub seats: Vec<Player>,
    /// Every text the rules were compiled from, by name: the game, its variants, modules and
    /// tables. A journal that was begun in an older format has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<(String, String)>,
}

impl Header {
    /// Whether an option was set by hand. Where the journal does not say, it was if it differs from
    /// the `usual` value.
    #[must_use]
    pub fn was_set(&self, name: &str, usual: Option<&str>) -> bool {
        match &self.set {
            Some(set) => set.iter().any(|own| own == name),
            None => self.options.get(name).map(String::as_str) != usual,
        }
    }
}

/// Rules that take the place of others in the middle of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesChange {
    /// The new rulebook's fingerprint.
    pub rules_hash: String,
    /// How they were brought in, in words of the host's: to do it again when the journal is read.
    pub how: String,
    /// What changed, in the designer's words; it stands in the log.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub said: Vec<String>,
}

/// A line behind the header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Wire", into = "Wire")]
pub struct Entry {
    /// Which line, from 1; the header is not counted.
    pub n: u64,
    /// What was done.
    pub what: Written,
    /// The same had been done from there before, and this began a line of its own. Without it the
    /// step leads to the point where it led then: so it is in journals of format 2.
    pub anew: bool,
    /// The position's hash afterwards, 16 hex digits.
    pub hash: String,
}

/// What a line tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// Somebody chose something.
    Choice {
        /// The seat, from 1.
        seat: u8,
        /// As it is typed.
        choice: String,
    },
    /// The session went to another point of its history.
    Go {
        /// The point's number: 0 is the start.
        to: u32,
        /// `undo`, `redo`, `back`, …
        how: String,
        /// What had become known with the steps that were taken back.
        across: Option<Across>,
        /// The number of the next lot there, if lots fall anew: see
        /// [`Session`](crate::session::Session).
        lots: Option<u32>,
    },
    /// The point got a name.
    Bookmark {
        /// The new one; it may have been another point's before.
        name: String,
    },
    /// A referee changed the table.
    Referee {
        /// How: lines of a test.
        lines: String,
    },
    /// Other rules took the place of these.
    Rules(RulesChange),
    /// Texts of rules that are in use, so that the journal can be played when the files have
    /// changed.
    Texts {
        /// The rulebook's fingerprint.
        rules_hash: String,
        /// Names and texts; the first is the game.
        files: Vec<(String, String)>,
    },
}

/// What a taking back is across.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Across {
    /// Seats, from 1, that had come to know something.
    pub learned: Vec<u8>,
    /// Chance had decided something.
    pub chance: bool,
}

impl Across {
    /// None if nothing happened that people remember.
    #[must_use]
    pub fn of(happened: &StepEffects) -> Option<Self> {
        let learned: Vec<u8> =
            (0..32u8).filter(|s| happened.learned >> s & 1 == 1).map(|s| s + 1).collect();
        let chance = happened.drawn != Sighted::NOBODY;
        (!learned.is_empty() || chance).then_some(Self { learned, chance })
    }
}

/// A line as it stands in the file.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wire {
    n: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seat: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    choice: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    how: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    across: Option<Across>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lots: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bookmark: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    referee: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<RulesChange>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    texts_of: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    texts: Option<Vec<(String, String)>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    anew: bool,
    hash: String,
}

impl From<Entry> for Wire {
    fn from(entry: Entry) -> Self {
        let wire = Self { n: entry.n, anew: entry.anew, hash: entry.hash, ..Self::default() };
        match entry.what {
            Written::Choice { seat, choice } => {
                Self { seat: Some(seat), choice: Some(choice), ..wire }
            }
            Written::Go { to, how, across, lots } => {
                Self { to: Some(to), how: Some(how), across, lots, ..wire }
            }
            Written::Bookmark { name } => Self { bookmark: Some(name), ..wire },
            Written::Referee { lines } => Self { referee: Some(lines), ..wire },
            Written::Rules(change) => Self { rules: Some(change), ..wire },
            Written::Texts { rules_hash, files } => {
                Self { texts_of: Some(rules_hash), texts: Some(files), ..wire }
            }
        }
    }
}

/// A line of a journal that tells of nothing that was done, or of several things.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct NotOneThing;

impl fmt::Display for NotOneThing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a line says one thing that was done")
    }
}

impl TryFrom<Wire> for Entry {
    type Error = NotOneThing;

    fn try_from(wire: Wire) -> Result<Self, NotOneThing> {
        let Wire {
            n,
            seat,
            choice,
            to,
            how,
            across,
            lots,
            bookmark,
            referee,
            rules,
            texts_of,
            texts,
            anew,
            hash,
        } = wire;
        let mut whats = Vec::new();
        if let (Some(seat), Some(choice)) = (seat, choice) {
            whats.push(Written::Choice { seat, choice });
        }
        if let (Some(to), Some(how)) = (to, how) {
            whats.push(Written::Go { to, how, across, lots });
        }
        whats.extend(bookmark.map(|name| Written::Bookmark { name }));
        whats.extend(referee.map(|lines| Written::Referee { lines }));
        whats.extend(rules.map(Written::Rules));
        if let (Some(rules_hash), Some(files)) = (texts_of, texts) {
            whats.push(Written::Texts { rules_hash, files });
        }
        let mut whats = whats.into_iter();
        match (whats.next(), whats.next()) {
            (Some(what), None) => Ok(Self { n, what, anew, hash }),
            (Some(_) | None, _) => Err(NotOneThing),
        }
    }
}

/// A journal that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Journal {
    /// Its first line: which rules are played, by whom, and from which seed.
    pub header: Header,
    /// What was done, in order.
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

/// Writes a line. Sync before telling anybody that it counts.
///
/// # Errors
/// What the writer says.
pub fn write_entry(to: &mut dyn Write, entry: &Entry) -> io::Result<()> {
    to.write_all(seal(entry)?.as_bytes())
}

/// The whole lines before the one that is damaged, in bytes, so that they can be read alone.
#[must_use]
pub fn sound(bytes: &[u8], damaged: &Damaged) -> usize {
    let before = bytes.split_inclusive(|b| *b == b'\n').take(damaged.line.saturating_sub(1));
    before.map(<[u8]>::len).sum()
}

/// Reads a journal.
///
/// # Errors
/// The first line that is damaged. Only a last line without its line break may be broken: it is
/// left out.
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
            let what = format!("step {} is where step {n} should be", entry.n);
            return Err(damaged(at + 1, what));
        }
        entries.push(entry);
    }
    let header = header.ok_or_else(|| Damaged {
        line: 1,
        what: "there is no whole header".into(),
        remedy: "it is not a journal, or was cut in its first line; take a copy that is whole, or \
                 name another journal for a new game"
            .into(),
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
    let (body, rest) = text.rsplit_once(MARK).ok_or_else(|| match at {
        1 => Damaged {
            line: at,
            what: "this is not a journal of houserules".into(),
            remedy: "name a file that `play --journal` has written".into(),
        },
        _ => damaged(at, "it has no checksum".into()),
    })?;
    let crc = rest.strip_suffix("\"}").filter(|c| c.len() == 8);
    let crc = crc
        .and_then(|c| u32::from_str_radix(c, 16).ok())
        .filter(|c| rest.starts_with(&format!("{c:08x}")));
    if crc == Some(crc32fast::hash(body.as_bytes())) {
        Ok(format!("{body}}}"))
    } else {
        Err(damaged(at, "its checksum does not fit: it was changed or damaged".into()))
    }
}

fn parsed<T: for<'a> Deserialize<'a>>(json: &str, line: usize) -> Result<T, Damaged> {
    serde_json::from_str(json)
        .map_err(|e| damaged(line, format!("it is not what a journal holds there ({e})")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::fingerprint::hex;

    fn sample() -> Vec<u8> {
        let player = |n: &str| Player { name: n.into(), player: "human".into() };
        let header = Header {
            houserules_journal: FORMAT,
            game: "games/x.rules".into(),
            rules_hash: hex(7),
            options: BTreeMap::from([("rounds".into(), "5".into())]),
            set: Some(vec!["rounds".into()]),
            variants: Vec::new(),
            seed: Seed(3),
            seats: vec![player("Ana"), player("Ben")],
            texts: vec![("games/x.rules".into(), "game \"X\"\n".into())],
        };
        let mut bytes = Vec::new();
        write_header(&mut bytes, &header).unwrap();
        for n in 1..=3 {
            let what = Written::Choice { seat: 1, choice: format!("lay [pink {n}]") };
            write_entry(&mut bytes, &Entry { n, what, anew: n == 2, hash: hex(n) }).unwrap();
        }
        let across = Some(Across { learned: vec![2], chance: true });
        let said = vec!["4 cards added".to_string()];
        let change = RulesChange { rules_hash: hex(8), how: "now".into(), said };
        let texts = vec![("x.rules".to_string(), "game \"X\"\n".to_string())];
        for (n, what) in (4..).zip([
            Written::Go { to: 1, how: "undo".into(), across, lots: Some(9) },
            Written::Bookmark { name: "before".into() },
            Written::Referee { lines: "given Ana.cash is $4".into() },
            Written::Texts { rules_hash: hex(8), files: texts },
            Written::Rules(change),
        ]) {
            write_entry(&mut bytes, &Entry { n, what, anew: false, hash: hex(n) }).unwrap();
        }
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let journal = read(&sample()).unwrap();
        assert_eq!((journal.entries.len(), journal.cut), (8, false));
        let second = Written::Choice { seat: 1, choice: "lay [pink 2]".into() };
        assert_eq!(journal.entries[1].what, second);
        assert!(matches!(&journal.entries[3].what, Written::Go { to: 1, across: Some(_), .. }));
        let mut again = Vec::new();
        write_header(&mut again, &journal.header).unwrap();
        journal.entries.iter().for_each(|e| write_entry(&mut again, e).unwrap());
        assert_eq!(again, sample());
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
                let found = read(&bytes).unwrap_err();
                let sound = sound(&bytes, &found);
                assert!(sound == 0 || read(&bytes[..sound]).is_ok(), "byte {at} bit {bit}");
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
