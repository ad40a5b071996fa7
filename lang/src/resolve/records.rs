//! Reading the records of a table from its text.

use super::table_help;
use super::tables::{Cell, MOST_ROWS, Table};
use crate::code::Code;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};

/// At most so many columns.
const MOST_COLUMNS: usize = 128;

/// Fills a table from its text; says what is wrong with its shape.
pub(super) fn read(table: &mut Table, file: FileId, text: &str, named: Span) -> Option<Diagnostic> {
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => (text.len() - body.len(), body),
        None => (0, text),
    };
    if let Some((from, lines)) = unclosed(body) {
        let at = (mark + from) as u32;
        let message = format!("a quotation mark of `{}` is not closed", table.name);
        let rows = match lines {
            0 => String::new(),
            1 => ": the row below lies inside it".to_owned(),
            n => format!(": the {n} rows below lie inside it"),
        };
        let found = Diagnostic::new(Code::E0303, Span { file, start: at, end: at + 1 }, message);
        return Some(found.help(format!(
            "close it with a second `\"` at the end of its cell, or take it out{rows}"
        )));
    }
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(body.as_bytes());
    let mut record = csv::StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => {}
            Err(_) => {
                let message = format!("the table `{}` is not CSV text", table.name);
                return Some(Diagnostic::new(Code::E0303, named, message));
            }
        }
        let start = record.position().map_or(0, |p| p.byte() as usize);
        let spans = cell_spans(body, start, record.len().min(MOST_COLUMNS + 1));
        let spans = spans.map(|(from, to)| Span {
            file,
            start: (mark + from) as u32,
            end: (mark + to) as u32,
        });
        let cells: Vec<Cell> = record
            .iter()
            .zip(spans)
            .map(|(text, span)| Cell { text: text.trim().to_owned(), span })
            .collect();
        if let Some(problem) = add_record(table, cells, record.len()) {
            return Some(problem);
        }
    }
    if table.columns.is_empty() {
        let message = format!("the table `{}` is empty", table.name);
        return Some(
            Diagnostic::new(Code::E0303, named, message).help("its first line names the columns"),
        );
    }
    None
}

/// The byte of a quotation mark that opens a cell and is never closed, and how many further lines
/// hold words.
fn unclosed(body: &str) -> Option<(usize, usize)> {
    let (mut from, mut open) = (0, false);
    // The byte before began a cell, or ended a quoted one; two marks in a quoted cell stand for
    // one.
    let (mut begins, mut closed) = (true, false);
    for (at, byte) in body.bytes().enumerate() {
        let mark = byte == b'"';
        if mark && !open && begins {
            from = at;
        }
        let was = open;
        open = if mark { !open && (begins || closed) } else { open };
        closed = mark && was;
        begins = !open && matches!(byte, b',' | b'\n' | b'\r');
    }
    if !open {
        return None;
    }
    let lines = body.get(from..)?.lines().skip(1).filter(|line| !line.trim().is_empty());
    Some((from, lines.count()))
}

/// Adds a line of a table: the first is its header.
fn add_record(table: &mut Table, cells: Vec<Cell>, len: usize) -> Option<Diagnostic> {
    let first = cells.first().map(|c| c.span).unwrap_or_default();
    let span = cells.last().map_or(first, |c| first.to(c.span));
    if len > MOST_COLUMNS {
        let message = format!("the table `{}` has more than {MOST_COLUMNS} columns", table.name);
        return Some(Diagnostic::new(Code::E0303, first, message));
    }
    if table.columns.is_empty() {
        if let Some(found) = other_sign(table, &cells) {
            return Some(found);
        }
        for (at, cell) in cells.iter().enumerate() {
            // Numbers are no names of columns: the header is missing, which is said with the
            // fields.
            let data = cells.iter().any(|c| c.text.parse::<i64>().is_ok());
            let name = !cell.text.is_empty() && cell.text.parse::<i64>().is_err();
            if (name || !data) && cells[..at].iter().any(|c| c.text == cell.text) {
                let message = format!("the table `{}` has two columns `{}`", table.name, cell.text);
                return Some(
                    Diagnostic::new(Code::E0303, cell.span, message).help("rename one of them"),
                );
            }
        }
        table.used = vec![false; cells.len()];
        table.columns = cells;
        return None;
    }
    if cells.iter().all(|c| c.text.is_empty()) {
        return None;
    }
    let row = table.rows.len() + 2;
    if let Some(last) = table.columns.last().filter(|last| last.text.is_empty())
        && len + 1 == table.columns.len()
    {
        let message = format!("the header of `{}` ends with a comma too many", table.name);
        let help = format!("take it out: row {row} has {len} cells, and so should the header");
        return Some(Diagnostic::new(Code::E0303, last.span, message).help(help));
    }
    if len != table.columns.len() {
        let message = format!(
            "row {row} of `{}` has {len} cells, its header {}",
            table.name,
            table.columns.len()
        );
        let help = table_help::row_of_other_length(&table.columns, &cells, &table.rows);
        return Some(Diagnostic::new(Code::E0303, span, message).help(help));
    }
    if table.rows.len() >= MOST_ROWS {
        let message = format!("the table `{}` has more than {MOST_ROWS} rows", table.name);
        return Some(Diagnostic::new(Code::E0303, span, message));
    }
    table.rows.push(cells);
    None
}

/// A header that holds no comma but another sign between several words: the whole table was saved
/// so.
fn other_sign(table: &Table, header: &[Cell]) -> Option<Diagnostic> {
    let [cell] = header else { return None };
    let signs = [(';', "semicolons"), ('\t', "tabs"), ('|', "bars")];
    let (_, called) = signs.iter().find(|(sign, _)| cell.text.contains(*sign))?;
    let message = format!("the cells of `{}` have {called} between them", table.name);
    Some(
        Diagnostic::new(Code::E0303, cell.span, message)
            .help("save the table with commas between its cells"),
    )
}

/// Where the cells of a line lie in the text, line breaks before it skipped, quotation marks and
/// blanks left out.
pub fn cell_spans(text: &str, start: usize, cells: usize) -> impl Iterator<Item = (usize, usize)> {
    let bytes = text.as_bytes();
    let mut at = start;
    while matches!(bytes.get(at), Some(b'\r' | b'\n')) {
        at += 1;
    }
    (0..cells).map(move |_| {
        let from = at;
        let mut quoted = false;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => quoted = !quoted,
                b',' | b'\r' | b'\n' if !quoted => break,
                _ => {}
            }
            at += 1;
        }
        let cell = text.get(from..at).unwrap_or("");
        let blank = |c: char| c.is_whitespace() || c == '"';
        let inner = cell.trim_start_matches(blank);
        let left = from + (cell.len() - inner.len());
        let right = left + inner.trim_end_matches(blank).len();
        let span = if left >= right { (from, at) } else { (left, right) };
        if bytes.get(at) == Some(&b',') {
            at += 1;
        }
        span
    })
}
