//! Lines of the log, and how one reader reads them.

use crate::log::names::{LineNames, unmarked};
use crate::rendering::redacted::{Fragment, read};
use crate::visibility::{Sighted, Viewer};
use houserules_lang::ir::SiteId;
use houserules_lang::naming::listed;
use houserules_lang::source::Span;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a line of the log tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Told {
    /// A stage began: `round 2`.
    Heading,
    /// Somebody chose something, or chance did.
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// What it tells.
    pub told: Told,
    /// Its words, by reader.
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shared {
    /// The name of the player who chose it.
    pub name: String,
    /// What it was.
    pub chosen: Sharing,
}

/// What several can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sharing {
    /// To pass, for which the rules have no words of their own.
    Passing,
    /// To pass, in the rules' own words: `has looked`.
    Saying(String),
    /// What was chosen at once with others, and where in the rules.
    Value(SiteId, String),
    /// The same of yes or no.
    Answer(SiteId, String),
}

impl Shared {
    /// How the line begins: `Ana passes`.
    pub(super) fn beginning(&self) -> String {
        match &self.chosen {
            Sharing::Passing => format!("{} passes", self.name),
            Sharing::Saying(words) => format!("{}: {words}", self.name),
            Sharing::Value(_, words) => format!("{} chooses {words}", self.name),
            Sharing::Answer(_, words) => format!("{} says {words}", self.name),
        }
    }

    /// Whether both are told in one line.
    pub(super) fn goes_with(&self, other: &Self) -> bool {
        match (&self.chosen, &other.chosen) {
            (Sharing::Passing, Sharing::Passing) => true,
            (Sharing::Saying(one), Sharing::Saying(two)) => one == two,
            (Sharing::Value(one, _), Sharing::Value(two, _))
            | (Sharing::Answer(one, _), Sharing::Answer(two, _)) => one == two,
            (
                Sharing::Passing | Sharing::Saying(_) | Sharing::Value(..) | Sharing::Answer(..),
                _,
            ) => false,
        }
    }
}

/// A line as one reader reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LogLine {
    /// What it tells.
    pub told: Told,
    /// What this reader reads.
    pub text: String,
    /// Who chose it.
    #[serde(skip)]
    pub by: Vec<u8>,
    /// Players whom it names, in order.
    #[serde(skip)]
    pub names: Vec<u8>,
}

impl LogLine {
    /// A line from outside the game.
    #[must_use]
    pub fn remark(text: String) -> Self {
        Self { told: Told::Remark, text, by: Vec::new(), names: Vec::new() }
    }
}

/// Reads lines for one reader; those not meant for them are left out. Several who pass one after
/// the other are one line.
#[must_use]
pub fn read_lines(lines: &[Line], viewer: Viewer) -> Vec<LogLine> {
    read_last(lines, viewer, &mut Read::default(), usize::MAX).1
}

/// How far a reader has read a log to which lines are only added: what stands before is told as it
/// is, whatever comes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Read {
    /// Lines of all readers.
    lines: usize,
    /// What they are told as.
    told: usize,
    /// The last line that decided how they are told.
    decided: usize,
}

impl Read {
    /// How many lines of all readers need not be looked at again.
    #[must_use]
    pub fn lines(self) -> usize {
        self.lines
    }

    /// Whether that is so, too, where only the first so many lines have stayed.
    #[must_use]
    pub fn holds(self, stayed: usize) -> bool {
        self.lines == 0 || self.decided < stayed
    }
}

/// The last of the lines that one reader reads, at most so many, and how many there are before
/// them. What is not among them is not put into words; what was `read` when there were fewer lines
/// is not looked at again: `lines` are those behind it.
#[must_use]
pub fn read_last(
    lines: &[Line],
    viewer: Viewer,
    read: &mut Read,
    most: usize,
) -> (usize, Vec<LogLine>) {
    let new = (read.lines..).zip(lines);
    let (places, mine): (Vec<usize>, Vec<&Line>) =
        new.filter(|(_, l)| viewer.among(l.sighted)).unzip();
    let mut told: Vec<&[&Line]> = Vec::new();
    let mut begins: Vec<usize> = Vec::new();
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
            begins.push(mine.len() - rest.len());
        }
        rest = behind;
    }
    let skipped = told.len().saturating_sub(most);
    let last = told.iter().skip(skipped).map(|lines| in_one(lines, viewer)).collect();
    let before = read.told + skipped;
    // The last may go on with what comes, and the one before it may be a heading that is folded.
    let sure = skipped.saturating_sub(2);
    let place = |told: usize| begins.get(told).and_then(|at| places.get(*at)).copied();
    if let (Some(lines), Some(decided)) = (place(sure), place(sure + 1)) {
        *read = Read { lines, told: read.told + sure, decided };
    }
    (before, last)
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
        let other = more != rest || !shared.goes_with(begun);
        // Passing again says nothing new.
        let again = matches!(shared.chosen, Sharing::Value(..) | Sharing::Answer(..));
        if other || again && names.contains(&shared.name.as_str()) {
            break;
        }
        names.push(&shared.name);
    }
    names.len().max(1)
}

/// Lines that are one for a reader: `Ana and Ben pass`, `yes: Ana, Ben; no: Cleo`.
fn in_one(lines: &[&Line], viewer: Viewer) -> LogLine {
    let Some(first) = lines.first() else { return LogLine::remark(String::new()) };
    let all: Vec<&Shared> = lines.iter().filter_map(|line| line.shared.as_deref()).collect();
    let text = match parted(first, viewer).filter(|_| lines.len() > 1) {
        Some((_, rest)) => format!("{}{rest}", all_chose(&all)),
        None => read(&first.sentence, viewer),
    };
    let LineNames { text, names } = unmarked(text);
    let mut by: Vec<u8> = Vec::new();
    for seat in lines.iter().filter(|l| l.told == Told::Choice).filter_map(|l| l.seat) {
        if !by.contains(&seat) {
            by.push(seat);
        }
    }
    LogLine { told: first.told, text, by, names }
}

/// What several chose at once.
fn all_chose(all: &[&Shared]) -> String {
    let mut answers: Vec<(&Sharing, Vec<String>)> = Vec::new();
    for shared in all {
        match answers.iter_mut().find(|(other, _)| **other == shared.chosen) {
            Some((_, names)) if names.contains(&shared.name) => {}
            Some((_, names)) => names.push(shared.name.clone()),
            None => answers.push((&shared.chosen, vec![shared.name.clone()])),
        }
    }
    let one = |(what, names): &(&Sharing, Vec<String>)| {
        let words = match what {
            Sharing::Passing => "pass",
            Sharing::Saying(words) | Sharing::Value(_, words) | Sharing::Answer(_, words) => words,
        };
        format!("{words}: {}", names.join(", "))
    };
    match answers.as_slice() {
        [(Sharing::Passing, names)] if names.len() == 1 => format!("{} passes", names[0]),
        [(Sharing::Passing, names)] => format!("{} pass", listed(names, "and")),
        [(Sharing::Saying(words), names)] => format!("{words}: {}", listed(names, "and")),
        [(Sharing::Value(_, words), names)] => format!("{} choose {words}", listed(names, "and")),
        [(Sharing::Answer(_, words), names)] => format!("{} say {words}", listed(names, "and")),
        several => several.iter().map(one).collect::<Vec<_>>().join("; "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The n-th line of a log in which people pass one after the other, and turns begin.
    fn line(n: usize) -> Line {
        let seat = (n * 7 / 3 % 3) as u8;
        let name = ["Ana", "Ben", "Cleo"][usize::from(seat)].to_string();
        let everybody = Sighted::EVERYONE;
        let (told, text, seat, shared) = match n * n % 11 {
            0 | 5 => (Told::Heading, format!("{name}'s turn"), Some(seat), None),
            1 | 4 | 9 => {
                let shared = Shared { name: name.to_string(), chosen: Sharing::Passing };
                (Told::Choice, format!("{name} passes"), Some(seat), Some(Arc::new(shared)))
            }
            _ => (Told::Effect, format!("effect {n}"), None, None),
        };
        let sighted =
            if n % 5 == 3 { Sighted { seats: 1 << (n % 3), all: false } } else { everybody };
        let sentence = vec![Fragment::Words(text)].into();
        Line { told, sentence, sighted, span: Span::default(), seat, shared }
    }

    #[test]
    fn what_was_read_before_need_not_be_read_again() {
        for viewer in [Viewer::Seat(0), Viewer::Seat(2), Viewer::Spectator] {
            let (mut lines, mut read) = (Vec::new(), Read::default());
            for n in 0..600 {
                lines.push(line(n));
                let again = read_last(&lines[read.lines..], viewer, &mut read, 20);
                let anew = read_last(&lines, viewer, &mut Read::default(), 20);
                assert_eq!(again, anew, "{n}");
            }
            assert!(read.lines > 500, "hardly anything is read: {read:?}");
        }
    }

    #[test]
    fn what_was_read_holds_where_lines_are_taken_back() {
        let mut kept = 0;
        for viewer in [Viewer::Seat(0), Viewer::Seat(2), Viewer::Spectator] {
            let (mut lines, mut read) = (Vec::new(), Read::default());
            for n in 0..1500 {
                lines.push(line(n));
                if n % 7 == 3 {
                    // Others come in their place.
                    lines.truncate(
                        lines.len().saturating_sub(n * n % if n % 5 == 0 { 43 } else { 13 }),
                    );
                    read = if read.holds(lines.len()) { read } else { Read::default() };
                    kept += usize::from(read.lines > 0);
                }
                let again = read_last(&lines[read.lines..], viewer, &mut read, 20);
                assert_eq!(again, read_last(&lines, viewer, &mut Read::default(), 20), "{n}");
            }
        }
        assert!(kept > 100, "everything is read anew: {kept}");
    }
}
