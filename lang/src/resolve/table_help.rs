//! What to write instead of a cell, a row or a header of a table that cannot be read.

use super::fields::{Column, Columns, Places};
use super::names::Resolved;
use super::resolver::Resolver;
use super::tables::{Cell, TableId};
use super::types::Typed;
use crate::code::Code;
use crate::diagnostic::{About, Diagnostic};
use crate::ir::Type;
use crate::source::Span;

/// Longer rows are not repeated, in characters.
const LONGEST_ROW: usize = 60;

/// What to do about a row that has not as many cells as the header.
pub(super) fn row_of_other_length(heads: &[Cell], cells: &[Cell], rows: &[Vec<Cell>]) -> String {
    let columns = heads.len();
    let texts: Vec<&str> = cells.iter().map(|c| c.text.as_str()).collect();
    if texts.iter().any(|text| text.contains('\n')) {
        return "a quotation mark in this row is not closed".to_owned();
    }
    let whole = texts.join(",");
    if cells.len() < columns
        && texts.iter().any(|t| t.contains(','))
        && whole.split(',').count() == columns
    {
        return format!(
            "quotation marks hold several cells together as one: take them off: `{whole}`"
        );
    }
    for (sign, called) in [(';', "`;`"), ('\t', "tabs"), ('|', "`|`")] {
        let row = texts.join(",").replace(sign, ",");
        if cells.len() < columns && row.split(',').count() == columns {
            let shown = if row.chars().count() <= LONGEST_ROW {
                format!(": `{row}`")
            } else {
                String::new()
            };
            return format!("this row has {called} between its cells: write commas{shown}");
        }
    }
    if let Some(row) = parted(columns, &texts) {
        return format!("a comma is missing: write `{row}`");
    }
    if cells.len() < heads.len() {
        let help =
            "a cell is missing: one that is empty is written, too, as nothing between two commas";
        return match without_empty(columns, &texts, rows) {
            Some(row) => format!("{help}: `{row}`"),
            None => format!("{help} `,,`; the columns are {}", named(heads)),
        };
    }
    if texts.iter().skip(columns).all(|text| text.is_empty()) {
        return "the row ends with a comma too many: take it out".to_owned();
    }
    let joined = joins_members(&texts, rows).or_else(|| empty_between(columns, &texts));
    joined.unwrap_or_else(|| {
        format!(
            "take a cell out, or add a column to the header: its columns are {}; a cell that holds \
             a comma is put in quotation marks: \"Cell(1, 2)\"",
            named(heads)
        )
    })
}

/// `Jail8` and `EdenFrost`: two cells without the comma between them, if only one place fits.
fn parted(columns: usize, texts: &[&str]) -> Option<String> {
    let mut found: Option<String> = None;
    for (at, text) in texts.iter().enumerate().filter(|_| texts.len() + 1 == columns) {
        let mut before: Option<char> = None;
        for (byte, c) in text.char_indices() {
            let parts = before.replace(c).is_some_and(|b| {
                b.is_alphabetic() && c.is_ascii_digit() || b.is_lowercase() && c.is_uppercase()
            });
            if parts {
                let (left, right) = text.split_at(byte);
                let mut row = texts.to_vec();
                row.splice(at..=at, [left, right]);
                if found.replace(row.join(",")).is_some() {
                    return None;
                }
            }
        }
    }
    found
}

/// `Bend,,north`: a comma that was written twice.
fn empty_between(columns: usize, texts: &[&str]) -> Option<String> {
    let at = texts.iter().position(|text| text.is_empty())?;
    let mut row = texts.to_vec();
    row.remove(at);
    (row.len() == columns).then(|| format!("there is a comma too many: write `{}`", row.join(",")))
}

/// The names of columns.
fn named(heads: &[Cell]) -> String {
    let names: Vec<String> = heads.iter().map(|head| format!("`{}`", head.text)).collect();
    names.join(", ")
}

/// `Bend,north,east,6`: words that other rows join by `+`, each in a cell of its own.
fn joins_members(texts: &[&str], rows: &[Vec<Cell>]) -> Option<String> {
    let columns = rows.first().map(Vec::len)?;
    let too_many = texts.len().checked_sub(columns)?;
    let joins = |at: &usize| rows.iter().any(|row| row[*at].text.contains('+'));
    let at = (0..columns).find(joins)?;
    let members = &texts[at..=at + too_many];
    let words = members.iter().all(|text| text.starts_with(|c: char| c.is_alphabetic()));
    let mut row = texts.to_vec();
    let one = members.join("+");
    row.splice(at..=at + too_many, [one.as_str()]);
    words.then(|| format!("several in one cell are joined by `+`: `{}`", row.join(",")))
}

/// The row with an empty cell in the one column in which another row has one.
fn without_empty(columns: usize, texts: &[&str], rows: &[Vec<Cell>]) -> Option<String> {
    let empty = |at: &usize| rows.iter().any(|row| row[*at].text.is_empty());
    let all: Vec<usize> = (0..columns).filter(empty).collect();
    let [at] = all[..] else { return None };
    let mut row = texts.to_vec();
    if row.len() + 1 != columns || row.iter().any(|text| text.contains([',', '"'])) {
        return None;
    }
    row.insert(at.min(row.len()), "");
    Some(row.join(","))
}

/// A number as it is written here, out of what spreadsheets make of it: `10'000`, `–2`, `(2)`,
/// `6.0`, `60 $`.
pub(super) fn number(text: &str, symbol: &str) -> Option<String> {
    let text = text.trim();
    let (negative, text) = match text.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        Some(inner) => (true, inner),
        None => match text.strip_prefix(['-', '–', '−', '—']) {
            Some(rest) => (true, rest.trim()),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        },
    };
    let bare = |text: &str| -> String {
        let text = if symbol.is_empty() { text } else { text.trim_end_matches(symbol) };
        text.trim().to_owned()
    };
    let text = bare(text);
    let text =
        if symbol.is_empty() { &text } else { text.strip_prefix(symbol).unwrap_or(&text).trim() };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let joined = |parts: Vec<&str>| {
        let first = parts.first().is_some_and(|p| p.len() <= 3 && digits(p));
        let rest = parts.iter().skip(1).all(|p| p.len() == 3 && digits(p));
        (first && rest).then(|| parts.concat())
    };
    let whole = |(whole, rest): (&str, &str)| {
        (digits(whole) && digits(rest) && rest.bytes().all(|b| b == b'0')).then(|| whole.to_owned())
    };
    let plain = digits(text).then(|| text.to_owned());
    let found = plain
        .or_else(|| joined(text.split(['\'', '’', '.', ',', ' ', '\u{a0}', '\u{202f}']).collect()))
        .or_else(|| text.split_once(['.', ',']).and_then(whole))?;
    Some(if negative { format!("-{found}") } else { found })
}

impl Resolved {
    /// What to write instead of a cell.
    pub(super) fn cell_help(&self, text: &str, typed: &Typed) -> Option<String> {
        let nothing = matches!(
            text.to_lowercase().as_str(),
            "none" | "-" | "–" | "—" | "n/a" | "null" | "nothing"
        );
        if nothing && typed.ty.may_be_none() {
            return Some("leave the cell empty for none".to_owned());
        }
        match typed.ty.bare() {
            Type::Number | Type::Unit(_) => {
                let symbol = if let Type::Unit(unit) = typed.ty.bare() {
                    self.book[*unit].symbol.as_str()
                } else {
                    ""
                };
                let found = number(text, symbol)?;
                self.fits_range(&found, typed).then(|| {
                    format!(
                        "write `{found}`: only digits, without other signs, and `-` for a number \
                         below 0"
                    )
                })
            }
            Type::List(of, _) => {
                let Type::Enum(id) = **of else { return None };
                let known = |part: &&str| self.enum_member(id, part).is_some();
                let text = text.replace(" and ", "+");
                let parts = text.split(['+', ',', ';', '/', '|', ' ', '&']).map(str::trim);
                let parts: Vec<&str> = parts.filter(|p| !p.is_empty()).collect();
                let fine = parts.len() > 1 && parts.iter().all(known);
                fine.then(|| format!("several are joined by `+`: `{}`", parts.join("+")))
            }
            _ => None,
        }
    }

    fn fits_range(&self, number: &str, typed: &Typed) -> bool {
        let number: Option<i64> = number.parse().ok();
        number.is_some_and(|n| typed.range.is_none_or(|(low, high)| (low..=high).contains(&n)))
    }
}

impl Resolver<'_> {
    /// Says of a table that has not the column of a field what may be the matter: no header at all,
    /// or another name for it.
    pub(super) fn no_column(
        &mut self,
        table: TableId,
        name: &str,
        span: Span,
        wanted: &Columns,
    ) -> Diagnostic {
        let of = &self.tables[table];
        let message = format!("the table `{}` has no column `{name}`", of.name);
        let mut wrong = Diagnostic::new(Code::E0304, span, message)
            .about(About::NoColumn { name: name.to_owned(), other: None });
        if let Some(header) =
            of.columns.first().zip(of.columns.last()).map(|(a, b)| a.span.to(b.span))
        {
            wrong = wrong.beside(header, "its columns");
        }
        let plain = |text: &str| text.trim().to_lowercase().replace([' ', '-'], "_");
        if let Some(column) = of.columns.iter().find(|c| c.text != name && plain(&c.text) == name) {
            return wrong.help(format!(
                "columns are called as the fields are, in small letters and with `_` for a blank: \
                 call the column `{}` here `{name}`",
                column.text
            ));
        }
        // `copy` and `copies` are one word.
        let stem =
            |text: &str| text.trim_end_matches("ies").trim_end_matches(['y', 's']).to_owned();
        let column = of.columns.iter().find(|c| stem(&c.text) == stem(name));
        let near = || self.out.guess(name, of.columns.iter().map(|c| c.text.as_str()));
        if let Some(meant) = column.map(|c| c.text.clone()).or_else(near) {
            let wrong = wrong.help(format!("did you mean `{meant}`?"));
            // Where it is read it has the name of the column.
            self.out.broken.insert(meant);
            return wrong;
        }
        let missing = |c: &&Column| of.column(&c.name).is_none();
        let missing = wanted.list.iter().filter(missing).count();
        let strangers: Vec<&str> = of
            .columns
            .iter()
            .zip(&of.used)
            .filter(|(c, used)| !**used && !wanted.list.iter().any(|w| w.name == c.text))
            .map(|(c, _)| c.text.as_str())
            .collect();
        match strangers[..] {
            [one] if missing <= 1 => wrong
                .about(About::NoColumn { name: name.to_owned(), other: Some(one.to_owned()) })
                .help(format!(
                    "if the column `{one}` is meant, call it `{name}`; else add the column"
                )),
            _ => wrong
                .help("columns and fields have the same names: add the column, or drop the field"),
        }
    }

    /// A table whose first row holds no name of a column: it has no header. None if it has one, or
    /// after a report.
    pub(super) fn has_header(&mut self, table: TableId, wanted: &Columns) -> Option<()> {
        let of = &self.tables[table];
        let known = of.columns.iter().any(|c| wanted.list.iter().any(|w| w.name == c.text));
        let data = of.columns.iter().any(|c| number(&c.text, "").is_some());
        if known || !data || wanted.list.is_empty() {
            return Some(());
        }
        let held: Vec<String> =
            of.columns.iter().take(4).map(|c| format!("`{}`", c.text)).collect();
        let span = of.columns.first().zip(of.columns.last()).map(|(a, b)| a.span.to(b.span))?;
        let names: Vec<&str> = wanted.list.iter().map(|c| c.name.as_str()).collect();
        let message =
            format!("the first row of `{}` names no column: it holds {}", of.name, held.join(", "));
        let help =
            format!("put a row with the names of the fields above it: `{}`", names.join(","));
        self.say_of_table(table, Diagnostic::new(Code::E0304, span, message).help(help));
        None
    }

    /// Two columns of which each holds what the other should, in every row: their headers changed
    /// places. None after a report.
    pub(super) fn headers_in_place(
        &mut self,
        table: TableId,
        columns: &Columns,
        places: &Places,
    ) -> Option<()> {
        let of = &self.tables[table];
        let mut all: Vec<(usize, Option<&Column>)> =
            places.fields.iter().zip(&columns.list).map(|(at, c)| (*at, Some(c))).collect();
        all.extend(places.times.map(|at| (at, None)));
        let holds = |at: usize, wanted: Option<&Column>| {
            of.rows.iter().all(|row| self.out.fits_cell(&row[at].text, wanted))
        };
        let bad: Vec<_> = all.iter().filter(|(at, wanted)| !holds(*at, *wanted)).collect();
        let &[&(a, one), &(b, other)] = &bad[..] else { return Some(()) };
        if !holds(b, one) || !holds(a, other) {
            return Some(());
        }
        let (first, second) = (&of.columns[a], &of.columns[b]);
        let message = format!(
            "each of the columns `{}` and `{}` holds what belongs into the other",
            first.text, second.text
        );
        let wrong = Diagnostic::new(Code::E0304, first.span, message)
            .beside(second.span, "the other one")
            .help(
                "the names of these two columns have changed places: exchange them in the first \
                 row",
            );
        self.say_of_table(table, wrong);
        None
    }
}

impl Resolved {
    /// Whether a cell can be read as the field; without a field, as a number of copies.
    fn fits_cell(&self, text: &str, wanted: Option<&Column>) -> bool {
        match wanted {
            None => text.parse::<i64>().is_ok_and(|n| n >= 0),
            Some(column) if text.is_empty() => {
                column.default.is_some()
                    || column.typed.ty.may_be_none()
                    || matches!(column.typed.ty, Type::List(..))
            }
            Some(column) => self.parse_cell(text, column).is_ok(),
        }
    }
}
