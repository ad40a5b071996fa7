//! Lines of the log, and how one reader reads them.

use crate::rendering::redacted::{Sentence, read};
use crate::visibility::{Sighted, Viewer};
use houserules_lang::ir::SiteId;
use houserules_lang::naming::listed;
use houserules_lang::source::Span;
use serde::Serialize;

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
    /// Its words, by reader.
    pub sentence: Sentence,
    /// Who may read it at all.
    pub sighted: Sighted,
    /// The rule's place.
    pub span: Span,
    /// Who chose, or whose turn began.
    pub seat: Option<u8>,
    /// What it shares with others before and behind it, so that they can be told together.
    pub shared: Option<Shared>,
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
    let mine: Vec<&Line> = lines.iter().filter(|l| viewer.among(l.sighted)).collect();
    let mut told = Vec::new();
    let mut at = 0;
    while let Some(line) = mine.get(at) {
        let (n, text) = together(&mine[at..], viewer);
        // Whose turn it is can be seen from who chooses.
        let next = mine
            .get(at + 1)
            .filter(|l| l.told == Told::Choice && together(&mine[at + 1..], viewer).0 == 1);
        let folded = line.told == Told::Heading
            && line.seat.is_some()
            && next.is_some_and(|l| l.seat == line.seat);
        if !folded {
            told.push(LogLine { told: line.told, text });
        }
        at += n;
    }
    told
}

/// How many of these lines are one for a reader, and its text: `Ana and Ben pass`,
/// `yes: Ana, Ben; no: Cleo`.
pub(super) fn together(lines: &[&Line], viewer: Viewer) -> (usize, String) {
    let Some(first) = lines.first() else { return (1, String::new()) };
    let text = read(&first.sentence, viewer);
    let parted = |line: &Line| {
        let shared = line.shared.clone()?;
        let rest = read(&line.sentence, viewer).strip_prefix(&shared.beginning())?.to_string();
        Some((shared, rest))
    };
    let Some((begun, rest)) = parted(first) else { return (1, text) };
    let mut all: Vec<Shared> = Vec::new();
    for (shared, more) in lines.iter().map_while(|line| parted(line)) {
        let other = more != rest || shared.site() != begun.site();
        if other || all.iter().any(|s| s.name == shared.name) {
            break;
        }
        all.push(shared);
    }
    if all.len() < 2 { (1, text) } else { (all.len(), format!("{}{rest}", all_chose(&all))) }
}

/// What several chose at once.
fn all_chose(all: &[Shared]) -> String {
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
