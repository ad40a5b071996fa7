//! Lines of the log, and how one reader reads them.

use crate::rendering::redacted::{Fragment, read};
use crate::visibility::{Sighted, Viewer};
use houserules_lang::ir::SiteId;
use houserules_lang::naming::listed;
use houserules_lang::source::Span;
use serde::Serialize;
use std::sync::Arc;

/// What a line of the log tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Told {
    /// A stage began: `round 2`.
    Heading,
    /// Somebody chose.
    Choice,
    /// A deed with a title began.
    Deed,
    /// A card, counter or zone changed.
    Effect,
    /// The rules say something.
    Said,
    /// The game ended.
    End,
    /// Somebody went back over the game, or changed it from outside.
    Remark,
}

/// A line of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// What it tells.
    pub told: Told,
    /// Its words, by reader; the history and the log that stands now have them together.
    pub sentence: Arc<[Fragment]>,
    /// Who may read it at all.
    pub sighted: Sighted,
    /// The rule's place.
    pub span: Span,
    /// Who chose, or whose turn began.
    pub seat: Option<u8>,
    /// What it shares with others before and behind it, so that they can be told together.
    pub shared: Option<Arc<Shared>>,
}

/// What somebody chose, where others can choose the same: `Ana passes`, `Ben chooses yes`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    /// Who.
    pub name: String,
    /// What was chosen at once with others, and where in the rules; none: they pass.
    pub chosen: Option<(SiteId, String)>,
}

impl Shared {
    /// How the line begins: `Ana passes`.
    pub(super) fn beginning(&self) -> String {
        match &self.chosen {
            Some((_, words)) => format!("{} chooses {words}", self.name),
            None => format!("{} passes", self.name),
        }
    }

    pub(super) fn site(&self) -> Option<SiteId> {
        self.chosen.as_ref().map(|(site, _)| *site)
    }
}

/// A line as one reader reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// What it tells.
    pub told: Told,
    /// Its text.
    pub text: String,
}

/// Reads lines for one reader; those not meant for them are left out. Several who pass one after
/// the other are one line.
#[must_use]
pub fn read_lines(lines: &[Line], viewer: Viewer) -> Vec<LogLine> {
    read_last(lines, viewer, usize::MAX).1
}

/// The last of the lines that one reader reads, at most so many, and how many there are before
/// them. What is not among them is not put into words.
#[must_use]
pub fn read_last(lines: &[Line], viewer: Viewer, most: usize) -> (usize, Vec<LogLine>) {
    let mine: Vec<&Line> = lines.iter().filter(|l| viewer.among(l.sighted)).collect();
    let mut told: Vec<&[&Line]> = Vec::new();
    let mut rest = mine.as_slice();
    while let Some(first) = rest.first() {
        let (one, behind) = rest.split_at(alike(rest, viewer));
        // Whose turn it is can be seen from who chooses.
        let next = behind.first().filter(|l| l.told == Told::Choice && alike(behind, viewer) == 1);
        let folded = first.told == Told::Heading
            && first.seat.is_some()
            && next.is_some_and(|l| l.seat == first.seat);
        if !folded {
            told.push(one);
        }
        rest = behind;
    }
    let before = told.len().saturating_sub(most);
    let last = told.iter().skip(before).map(|lines| in_one(lines, viewer));
    (before, last.collect())
}

/// A line in two parts: what it shares with others, and how it goes on for a reader.
fn parted(line: &Line, viewer: Viewer) -> Option<(&Shared, String)> {
    let shared = line.shared.as_deref()?;
    let rest = read(&line.sentence, viewer).strip_prefix(&shared.beginning())?.to_string();
    Some((shared, rest))
}

/// How many of these lines, from the first, are one for a reader; at least one.
fn alike(lines: &[&Line], viewer: Viewer) -> usize {
    let Some((begun, rest)) = lines.first().and_then(|line| parted(line, viewer)) else { return 1 };
    let mut names: Vec<&str> = Vec::new();
    for (shared, more) in lines.iter().map_while(|line| parted(line, viewer)) {
        let other = more != rest || shared.site() != begun.site();
        if other || names.contains(&shared.name.as_str()) {
            break;
        }
        names.push(&shared.name);
    }
    names.len().max(1)
}

/// Lines that are one for a reader: `Ana and Ben pass`, `yes: Ana, Ben; no: Cleo`.
fn in_one(lines: &[&Line], viewer: Viewer) -> LogLine {
    let Some(first) = lines.first() else {
        return LogLine { told: Told::Remark, text: String::new() };
    };
    let all: Vec<&Shared> = lines.iter().filter_map(|line| line.shared.as_deref()).collect();
    let text = match parted(first, viewer).filter(|_| lines.len() > 1) {
        Some((_, rest)) => format!("{}{rest}", all_chose(&all)),
        None => read(&first.sentence, viewer),
    };
    LogLine { told: first.told, text }
}

/// What several chose at once.
fn all_chose(all: &[&Shared]) -> String {
    let mut answers: Vec<(Option<&str>, Vec<String>)> = Vec::new();
    for shared in all {
        let words = shared.chosen.as_ref().map(|(_, words)| words.as_str());
        match answers.iter_mut().find(|(other, _)| *other == words) {
            Some((_, names)) => names.push(shared.name.clone()),
            None => answers.push((words, vec![shared.name.clone()])),
        }
    }
    let one = |(words, names): &(Option<&str>, Vec<String>)| {
        format!("{}: {}", words.unwrap_or("pass"), names.join(", "))
    };
    match answers.as_slice() {
        [(None, names)] => format!("{} pass", listed(names, "and")),
        [(Some(words), names)] => format!("{} choose {words}", listed(names, "and")),
        several => several.iter().map(one).collect::<Vec<_>>().join("; "),
    }
}
