//! The log of a game as it is kept: everything that was ever told, once, and which of it stands on
//! the line of play that led here. Going back takes nothing away: the other line may be wanted.

use crate::log::line::{Line, LogLine, Read, read_last, read_lines};
use crate::packed::Packed;
use crate::visibility::Viewer;
use std::borrow::Cow;
use std::ops::Range;

/// The log of a game. Copies of it share what is of long ago.
#[derive(Debug, Clone, Default)]
pub struct Log {
    /// On every line of play, as it was told.
    all: Packed<Line>,
    /// Which of it stands here, in order.
    parts: Vec<Range<u32>>,
    length: usize,
    /// How far each has read it who wants so many lines.
    read: Vec<((Viewer, usize), Read)>,
}

impl From<Vec<Line>> for Log {
    fn from(lines: Vec<Line>) -> Self {
        let mut log = Self::default();
        log.extend(lines);
        log
    }
}

impl Log {
    /// How many lines stand here.
    #[must_use]
    pub fn len(&self) -> usize {
        self.length
    }

    /// Whether none does.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Adds a line.
    pub fn push(&mut self, line: Line) {
        let at = self.told();
        self.all.push(line);
        let end = self.told();
        add(&mut self.parts, at..end);
        self.length += 1;
    }

    /// Adds lines behind the others.
    pub fn extend(&mut self, lines: Vec<Line>) {
        lines.into_iter().for_each(|line| self.push(line));
    }

    /// The lines that stand here, from one on.
    #[must_use]
    pub fn since(&self, from: usize) -> Cow<'_, [Line]> {
        let wanted = self.length.saturating_sub(from);
        let mut there = 0;
        let mut parts = Vec::new();
        for part in self.parts.iter().rev() {
            if there >= wanted {
                break;
            }
            // Of the first that is wanted perhaps not all.
            let taken = part.len().min(wanted - there);
            parts.push(part.end - taken as u32..part.end);
            there += taken;
        }
        match parts.as_slice() {
            [part] => self.part(part),
            parts => parts.iter().rev().flat_map(|part| self.part(part).into_owned()).collect(),
        }
    }

    /// The lines as a reader reads them, from one on: all readers' lines count.
    #[must_use]
    pub fn read(&self, viewer: Viewer, from: usize) -> Vec<LogLine> {
        read_lines(&self.since(from), viewer)
    }

    /// The last of the lines that a reader reads, at most so many, and how many there are before
    /// them.
    #[must_use]
    pub fn read_last(&mut self, viewer: Viewer, most: usize) -> (usize, Vec<LogLine>) {
        let known = self.read.iter().position(|(of, _)| *of == (viewer, most));
        let mut read = known.map(|at| self.read.swap_remove(at).1).unwrap_or_default();
        let last = read_last(&self.since(read.lines()), viewer, &mut read, most);
        self.read.push(((viewer, most), read));
        last
    }

    /// Lines by where they were told.
    #[must_use]
    pub fn part(&self, part: &Range<u32>) -> Cow<'_, [Line]> {
        self.all.part(part.start as usize, part.end as usize)
    }

    /// How many lines were told, wherever they stand.
    #[must_use]
    pub fn told(&self) -> u32 {
        u32::try_from(self.all.len()).unwrap_or(u32::MAX)
    }

    /// Lets other lines stand here, which were told before. What was told behind the first so many
    /// is forgotten.
    pub fn stand(&mut self, parts: Vec<Range<u32>>, told: u32) {
        let stayed = shared(&self.parts, &parts);
        self.read.retain(|(_, read)| read.holds(stayed));
        self.all.truncate(told as usize);
        self.length = parts.iter().map(Range::len).sum();
        self.parts = parts;
    }
}

/// How many lines two logs have in common before they part.
fn shared(some: &[Range<u32>], others: &[Range<u32>]) -> usize {
    let mut shared = 0;
    for (a, b) in some.iter().zip(others) {
        if a.start != b.start {
            break;
        }
        shared += a.len().min(b.len());
        if a.end != b.end {
            break;
        }
    }
    shared
}

/// Adds a part behind others, as one with the last if it goes on from there.
pub fn add(parts: &mut Vec<Range<u32>>, part: Range<u32>) {
    match parts.last_mut() {
        _ if part.is_empty() => {}
        Some(last) if last.end == part.start => last.end = part.end,
        _ => parts.push(part),
    }
}
