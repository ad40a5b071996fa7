//! A comma of a table that is missing, stands in the wrong place or stands twice: the row, or the
//! header, is read with each comma elsewhere, and the way is meant that makes its cells most like
//! those of the other rows.

use super::{Key, Trials, key, line_at};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Severity};
use crate::letters::in_name;
use crate::source::{FileId, Sources, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// So many rows are looked at.
const MOST_ROWS: usize = 3;
/// So many reports are looked at for each.
const MOST_REPORTS: usize = 12;
/// Longer rows are left as they are, in bytes.
const LONGEST: usize = 400;
/// A row is compared with so many others.
const MOST_OTHERS: usize = 200;
/// So many places for the comma are tried in each.
const MOST_PLACES: usize = 8;
/// Of so many places that fit equally well each is named.
const MOST_NAMED: usize = 2;
/// A row that costs no more than so much more may be meant as well.
const EITHER: usize = 2;
/// So many characters of a row are shown.
const SHOWN: usize = 100;
/// What a cell costs that is like no other of its column.
const UNLIKE: usize = 100;

/// Says of rows that cannot be read where their commas belong.
pub(super) fn told(all: &mut Vec<Diagnostic>, trials: &mut Trials<'_>) {
    let sources = trials.sources;
    let wrong = |d: &&Diagnostic| d.severity == Severity::Error;
    if !all.iter().filter(wrong).any(|d| is(d) || names(d)) {
        return;
    }
    let words = super::words(sources);
    let mut seen = BTreeSet::new();
    for _ in 0..MOST_ROWS {
        let mut reports = all.iter().enumerate().filter(|(_, d)| wrong(d)).take(MOST_REPORTS);
        let next = reports.find_map(|(at, d)| {
            let row = Row::of(d, sources)?;
            seen.insert((row.file, row.start)).then_some((at, row))
        });
        let Some((at, row)) = next else { return };
        row.mend(all, at, &words, trials);
    }
}

/// Whether a report is about a row or header of a table.
pub(super) fn is(d: &Diagnostic) -> bool {
    match d.code {
        Code::E0303 => {
            // What else is wrong with the signs of a row is known.
            const KNOWN: [&str; 4] =
                ["several in one cell", "this row has", "quotation marks", "a quotation mark"];
            let help = d.help.as_deref().unwrap_or("");
            let row = d.message.contains(" cells, its header ");
            let known = KNOWN.iter().any(|words| help.starts_with(words));
            row && !known || d.message.contains("the header of")
        }
        // How the cell itself is written may be known, too.
        Code::E0305 => !d.help.as_deref().is_some_and(|help| help.starts_with("write `")),
        Code::E0304 | Code::E0306 => true,
        _ => false,
    }
}

/// Whether a report is about a name that a table may have.
fn names(d: &Diagnostic) -> bool {
    matches!(d.code, Code::E0202 | Code::E0309 | Code::E0401) && d.span().end > d.span().start
}

/// A row of a table in which a comma may be wrong.
struct Row<'s> {
    file: FileId,
    /// The first byte of its line.
    start: usize,
    line: &'s str,
    /// Its number, counted from 1, as in the table.
    number: usize,
    /// The cells of the header, and those of the other rows.
    heads: Vec<&'s str>,
    others: Vec<Vec<&'s str>>,
    /// So many cells it should have.
    wanted: usize,
}

/// A change of one comma.
struct Change {
    place: Range<usize>,
    new: String,
    /// How unlike the other rows the row is with it.
    cost: usize,
}

impl<'s> Row<'s> {
    fn of(d: &Diagnostic, sources: &'s Sources) -> Option<Self> {
        let of_table = |span: &Span| {
            sources.get(span.file).is_some_and(|file| file.name.to_lowercase().ends_with(".csv"))
        };
        if is(d) {
            let at = d.labels.iter().map(|label| label.span).find(of_table)?;
            if let Some(row) = Self::at(at.file, at.start as usize, sources) {
                return Some(row);
            }
        }
        // `Corvin6,2`: what is missing has grown together with its neighbour.
        let name = named(d, sources)?;
        let glued = |cell: &str| {
            let rest = cell.strip_prefix(name.as_str());
            rest.is_some_and(|rest| rest.chars().count() == 1)
        };
        sources.iter().find_map(|(file, source)| {
            let span = Span { file, start: 0, end: 0 };
            let mut at = 0;
            let lines = of_table(&span).then(|| source.text.split_inclusive('\n')).into_iter();
            let start = lines.flatten().find_map(|line| {
                let start = at;
                at += line.len();
                let first = line.split(',').next().unwrap_or("").replace(' ', "_");
                (start > 0 && glued(&first)).then_some(start)
            });
            Self::at(file, start?, sources)
        })
    }

    /// The row of a byte; the header, if it has another number of cells than all rows.
    fn at(file: FileId, byte: usize, sources: &'s Sources) -> Option<Self> {
        let text: &str = &sources.get(file)?.text;
        let (mut start, mut end) = line_at(text, byte)?;
        let head_end = text.find('\n').unwrap_or(text.len());
        let cells = |line: &'s str| -> Vec<&'s str> { line.split(',').map(str::trim).collect() };
        let heads = cells(text.get(..head_end)?);
        let rows = |skipped: usize| {
            let lines = text.split('\n').skip(1).filter(move |line| {
                let from = line.as_ptr() as usize - text.as_ptr() as usize;
                from != skipped && !line.trim().is_empty() && !line.contains('"')
            });
            lines.map(cells).collect::<Vec<_>>()
        };
        let every = rows(0);
        let same = every.first().map_or(0, Vec::len);
        let mut wanted = heads.len();
        if every.len() > 1 && same != wanted && every.iter().all(|row| row.len() == same) {
            (start, end, wanted) = (0, head_end, same);
        }
        let line = text.get(start..end)?.trim_end_matches('\r');
        let number = text.get(..start)?.matches('\n').count() + 1;
        let others = rows(start).into_iter().filter(|row| row.len() == wanted);
        let others = others.take(MOST_OTHERS).collect();
        let row = Self { file, start, line, number, heads, others, wanted };
        let plain = !line.contains('"') && line.contains(|c: char| c.is_alphanumeric());
        (plain && line.len() <= LONGEST).then_some(row)
    }

    fn is_header(&self) -> bool {
        self.start == 0
    }

    /// Says where the comma belongs, if the rules are right with it.
    fn mend(
        &self,
        all: &mut Vec<Diagnostic>,
        at: usize,
        words: &BTreeMap<&str, usize>,
        trials: &mut Trials<'_>,
    ) {
        let sources = trials.sources;
        let Some(said) = all.get(at).cloned() else { return };
        let own = key(&said, sources);
        if !trials.before.contains(&own) {
            return;
        }
        let mut fitting: Vec<(Change, BTreeSet<Key>)> = Vec::new();
        for change in self.changes(words).into_iter().take(MOST_PLACES) {
            let least = fitting.first().map(|(first, _)| first.cost);
            // Which of two commas is too many, and which of two cells is empty, nobody can know.
            let empty = change.place.is_empty() && self.is_empty_at(change.place.start);
            let margin = if change.new.is_empty() || empty { EITHER } else { 0 };
            if least.is_some_and(|least| change.cost > least + margin)
                || fitting.len() == MOST_NAMED
            {
                break;
            }
            let gone = trials.mended_by(&self.edit(&change)).filter(|gone| gone.contains(&own));
            fitting.extend(gone.map(|gone| (change, gone)));
        }
        let Some((change, gone)) = fitting.first() else { return };
        let mut written: Vec<String> =
            fitting.iter().map(|(change, _)| format!("`{}`", self.with(change))).collect();
        written.dedup();
        let told = self.told(said, change, &written.join(", or "), sources);
        let fix = if written.len() == 1 { vec![self.edit(change)] } else { Vec::new() };
        let told = Diagnostic { fix, ..told };
        all.retain(|d| !gone.contains(&key(d, sources)));
        trials.before.retain(|key| !gone.contains(key));
        all.push(told);
        all.sort_by_key(Diagnostic::span);
    }

    fn edit(&self, change: &Change) -> Edit {
        let at = |byte: usize| (self.start + byte) as u32;
        let span =
            Span { file: self.file, start: at(change.place.start), end: at(change.place.end) };
        Edit { span, new: change.new.clone() }
    }

    /// The report, blamed on the row.
    fn told(
        &self,
        said: Diagnostic,
        change: &Change,
        written: &str,
        sources: &Sources,
    ) -> Diagnostic {
        let table = sources.get(self.file).map_or("", |file| &file.name);
        let row = match self.is_header() {
            true => format!("the header of `{table}`"),
            false => format!("row {} of `{table}`", self.number),
        };
        let column = self.column(change.place.start).filter(|_| !self.is_header());
        let (why, help) = match (change.place.is_empty(), change.new.is_empty()) {
            (true, _) if self.is_empty_at(change.place.start) => {
                ("lacks a cell", "a cell is missing")
            }
            (true, _) => ("lacks a comma", "a comma is missing"),
            (_, true) => ("has a comma too many", "there is a comma too many"),
            (false, false) => {
                ("has a comma in the wrong place", "a comma stands in the wrong place")
            }
        };
        let (from, to) = (self.start, self.start + self.line.len());
        let span = Span { file: self.file, start: from as u32, end: to as u32 };
        let code =
            if (Code::E0301..=Code::E0309).contains(&said.code) { said.code } else { Code::E0303 };
        // Where the row is too long or too short, how much it is says more.
        let counted = said.code == Code::E0303 && !self.is_header();
        let message = if counted { said.message } else { format!("{row} {why}") };
        let help = match (counted, column) {
            (true, Some(column)) => format!("{help} after `{column}`: write {written}"),
            (true, None) => format!("{help}: write {written}"),
            (false, Some(column)) => format!("it is the one after `{column}`: write {written}"),
            (false, None) => format!("write {written}"),
        };
        Diagnostic::new(code, span, message).help(help)
    }

    /// Whether a cell that is put in at a byte holds nothing.
    fn is_empty_at(&self, byte: usize) -> bool {
        let (before, behind) = self.line.split_at(byte);
        before.is_empty() || before.ends_with(',') || behind.is_empty() || behind.starts_with(',')
    }

    /// The name of the column that a byte stands in.
    fn column(&self, byte: usize) -> Option<&'s str> {
        let before = self.line.get(..byte)?.matches(',').count();
        self.heads
            .get(before.min(self.wanted.saturating_sub(1)))
            .copied()
            .filter(|name| !name.is_empty())
    }

    /// The row with a change; of a long one the cells around it.
    fn with(&self, change: &Change) -> String {
        let Change { place, new, .. } = change;
        let row = format!("{}{new}{}", &self.line[..place.start], &self.line[place.end..]);
        let row = row.replace('`', "'");
        if row.chars().count() <= SHOWN {
            return row;
        }
        let cells: Vec<&str> = row.split(',').collect();
        let at = self.line.get(..place.start).map_or(0, |before| before.matches(',').count());
        let (from, to) = (at.saturating_sub(1), (at + 3).min(cells.len()));
        let part = cells.get(from..to).unwrap_or(&cells).join(",");
        let part: String = part.chars().take(SHOWN).collect();
        let lead = if from > 0 { "… " } else { "" };
        format!("{lead}{part}{}", if to < cells.len() { " …" } else { "" })
    }

    /// The changes of one comma with which the row has as many cells as it should, the likeliest
    /// first.
    fn changes(&self, words: &BTreeMap<&str, usize>) -> Vec<Change> {
        let line = self.line;
        let commas: Vec<usize> = line.match_indices(',').map(|(at, _)| at).collect();
        let mut all: Vec<(Range<usize>, String)> = Vec::new();
        if commas.len() + 2 == self.wanted {
            let ends = line.char_indices().map(|(byte, _)| byte).chain([line.len()]);
            all.extend(ends.map(|byte| (byte..byte, ",".to_owned())));
        } else if commas.len() == self.wanted {
            all.extend(commas.iter().map(|at| (*at..*at + 1, String::new())));
        } else if commas.len() + 1 == self.wanted {
            for at in commas {
                let before = line[..at].chars().next_back();
                if let Some(last) = before.filter(|c| c.is_alphanumeric()) {
                    all.push((at - last.len_utf8()..at + 1, format!(",{last}")));
                }
                if let Some(next) = line[at + 1..].chars().next().filter(|c| c.is_alphanumeric()) {
                    all.push((at..at + 1 + next.len_utf8(), format!("{next},")));
                }
            }
        }
        let costs = all.into_iter().map(|(place, new)| {
            let made = format!("{}{new}{}", &line[..place.start], &line[place.end..]);
            (self.cost(&made, words), Change { place, new, cost: 0 }, made)
        });
        let mut costs: Vec<_> = costs.filter(|(cost, ..)| *cost < UNLIKE).collect();
        costs.sort_by_key(|(cost, ..)| *cost);
        let mut made = BTreeSet::new();
        costs.retain(|(.., row)| made.insert(row.clone()));
        costs.into_iter().map(|(cost, change, _)| Change { cost, ..change }).collect()
    }

    /// How unlike the other rows one is.
    fn cost(&self, row: &str, words: &BTreeMap<&str, usize>) -> usize {
        let cells = row.split(',').map(str::trim).enumerate();
        let here =
            |word: &str| self.line.split(|c: char| !in_name(c)).filter(|w| *w == word).count();
        let known = |cell: &str| {
            let mut parts = cell.split(|c: char| !in_name(c)).filter(|part| !part.is_empty());
            parts.all(|part| words.get(part).is_some_and(|times| *times > here(part)))
        };
        let costs = cells.map(|(at, cell)| match self.is_header() {
            true if cell.is_empty() || !known(cell) => UNLIKE,
            true => 0,
            false => self.cost_of_cell(at, cell, known(cell)),
        });
        costs.sum()
    }

    /// How unlike the others of its column a cell is.
    fn cost_of_cell(&self, at: usize, cell: &str, known: bool) -> usize {
        let column = || self.others.iter().filter_map(|row| row.get(at).copied());
        if column().any(|other| other == cell) {
            return 0;
        }
        let number = |text: &str| text.parse::<i64>().is_ok();
        // What begins otherwise, and what has several words, is something else.
        let shape = |text: &str| {
            let first = text.chars().next();
            let kind = match first {
                Some(c) if c.is_uppercase() => 0,
                Some(c) if c.is_lowercase() => 1,
                Some(c) if c.is_numeric() => 2,
                _ => 3,
            };
            let last = text.chars().next_back().is_some_and(char::is_numeric);
            (kind, last)
        };
        if self.others.is_empty() {
            return usize::from(!known) * 3;
        }
        if cell.is_empty() {
            return UNLIKE;
        }
        if number(cell) {
            return if column().any(number) { 2 } else { UNLIKE };
        }
        if column().all(|other| other.is_empty() || number(other)) {
            return UNLIKE;
        }
        if known && column().any(|other| shape(other).0 == shape(cell).0) {
            return 1;
        }
        if column().any(|other| shape(other) == shape(cell)) { 3 } else { 6 }
    }
}

/// The name that nothing has: what stands there, or was found in a table.
fn named(d: &Diagnostic, sources: &Sources) -> Option<String> {
    let name = match d.code {
        Code::E0305 => d.message.rsplit_once("found `")?.1.strip_suffix('`')?,
        Code::E0202 | Code::E0401 => sources.slice(d.span()),
        Code::E0309 => d.message.strip_prefix("`[")?.split_once(']')?.0,
        _ => return None,
    };
    let plain = name.chars().count() > 2 && name.chars().all(in_name);
    plain.then(|| name.to_owned())
}
