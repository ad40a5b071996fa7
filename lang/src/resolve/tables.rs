//! CSV tables: text to cells, each with its place.

use super::draft::Draft;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, Span};
use crate::syntax::ast::Text;

/// At most so many rows are read of one table.
pub(super) const MOST_ROWS: usize = 4096;
/// At most so many columns.
const MOST_COLUMNS: usize = 128;
/// At most so many mistakes are reported of one table.
const MOST_MISTAKES: u32 = 8;

/// A cell, trimmed.
pub(super) struct Cell {
    /// What stands in it, quotation marks removed.
    pub text: String,
    /// Where.
    pub span: Span,
}

/// A table.
pub(super) struct Table {
    /// Its name, as the game writes it.
    pub name: String,
    path: (String, String),
    /// Its headers.
    pub columns: Vec<Cell>,
    /// Which columns were read.
    pub used: Vec<bool>,
    /// Its rows; each has a cell a column.
    pub rows: Vec<Vec<Cell>>,
    mistakes: u32,
    readable: bool,
}

/// All tables of a game.
#[derive(Default)]
pub(super) struct Tables {
    all: Vec<Table>,
}

/// A table by its place in [`Tables`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TableId(usize);

impl Tables {
    /// The table.
    pub fn get(&self, id: TableId) -> Option<&Table> {
        self.all.get(id.0)
    }
}

impl Table {
    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|c| c.text == name)
    }
}

impl Draft<'_> {
    /// The table that `from "path"` names; read once. None if it cannot be read, which is reported once.
    pub fn table(&mut self, file: &Text) -> Option<TableId> {
        let Some(path) = file.plain() else {
            self.say(Diagnostic::new("E0303", file.span, "the name of a table is plain text, without `{…}`"));
            return None;
        };
        let from = self.sources.get(file.span.file).map_or_else(String::new, |f| f.name.clone());
        if let Some(at) = self.tables.all.iter().position(|t| t.path.0 == path && t.path.1 == from) {
            return self.tables.all[at].readable.then_some(TableId(at));
        }
        if !self.room("tables", self.tables.all.len(), file.span) {
            return None;
        }
        let (table, problem) = self.load_table(file, path, from);
        let readable = table.readable;
        self.tables.all.push(table);
        self.report.extend(problem);
        readable.then(|| TableId(self.tables.all.len() - 1))
    }

    fn load_table(&mut self, file: &Text, path: String, from: String) -> (Table, Option<Diagnostic>) {
        let loaded = self.loader.table(&path, &from);
        let mut table = Table {
            name: path.clone(),
            path: (path, from),
            columns: Vec::new(),
            used: Vec::new(),
            rows: Vec::new(),
            mistakes: 0,
            readable: false,
        };
        let problem = match loaded {
            Err(why) => {
                let message = format!("the table `{}` cannot be read: {why}", table.name);
                let help = "a table is a CSV file beside the game, or in a folder below it";
                Some(Diagnostic::new("E0303", file.span, message).help(help))
            }
            Ok(loaded) => {
                let id = self.sources.add(loaded.name, loaded.text.as_str());
                read(&mut table, id, &loaded.text, file.span)
            }
        };
        table.readable = problem.is_none();
        (table, problem)
    }

    /// Reports a mistake in a table, the first few of each.
    pub fn say_of_table(&mut self, id: TableId, diagnostic: Diagnostic) {
        if let Some(table) = self.tables.all.get_mut(id.0) {
            table.mistakes += 1;
            if table.mistakes <= MOST_MISTAKES {
                self.report.push(diagnostic);
            }
        }
    }

    /// Takes note that a column is read.
    pub fn use_column(&mut self, id: TableId, column: usize) {
        if let Some(used) = self.tables.all.get_mut(id.0).and_then(|t| t.used.get_mut(column)) {
            *used = true;
        }
    }

    /// Warns of columns that nobody reads, in tables without mistakes.
    pub fn warn_of_unread_columns(&mut self) {
        for table in self.tables.all.iter().filter(|t| t.mistakes == 0 && t.used.contains(&true)) {
            let unread = table.columns.iter().zip(&table.used).filter(|(_, used)| !**used);
            for (column, _) in unread {
                let message = format!("nobody reads the column `{}` of `{}`", column.text, table.name);
                let help = format!("declare a field `{}`, or leave the column out", column.text);
                self.report.push(Diagnostic::new("W0301", column.span, message).help(help));
            }
        }
    }
}

/// Fills a table from its text; says what is wrong with its shape.
fn read(table: &mut Table, file: FileId, text: &str, named: Span) -> Option<Diagnostic> {
    let (mark, body) = match text.strip_prefix('\u{feff}') {
        Some(body) => (text.len() - body.len(), body),
        None => (0, text),
    };
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(body.as_bytes());
    let mut record = csv::StringRecord::new();
    loop {
        match reader.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => {}
            Err(_) => {
                let message = format!("the table `{}` is no CSV text", table.name);
                return Some(Diagnostic::new("E0303", named, message));
            }
        }
        let start = record.position().map_or(0, |p| p.byte() as usize);
        let spans = cell_spans(body, start, record.len().min(MOST_COLUMNS + 1));
        let spans =
            spans.map(|(from, to)| Span { file, start: (mark + from) as u32, end: (mark + to) as u32 });
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
        return Some(Diagnostic::new("E0303", named, message).help("its first line names the columns"));
    }
    None
}

/// Adds a line of a table: the first is its header.
fn add_record(table: &mut Table, cells: Vec<Cell>, len: usize) -> Option<Diagnostic> {
    let first = cells.first().map(|c| c.span).unwrap_or_default();
    let span = cells.last().map_or(first, |c| first.to(c.span));
    if len > MOST_COLUMNS {
        let message = format!("the table `{}` has more than {MOST_COLUMNS} columns", table.name);
        return Some(Diagnostic::new("E0303", first, message));
    }
    if table.columns.is_empty() {
        for (at, cell) in cells.iter().enumerate() {
            if cells[..at].iter().any(|c| c.text == cell.text) {
                let message = format!("the table `{}` has two columns `{}`", table.name, cell.text);
                return Some(Diagnostic::new("E0303", cell.span, message).help("rename one of them"));
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
    if len != table.columns.len() {
        let message =
            format!("row {row} of `{}` has {len} cells, its header {}", table.name, table.columns.len());
        let help = "a cell that holds a comma is put in quotation marks: \"Cell(1, 2)\"";
        return Some(Diagnostic::new("E0303", span, message).help(help));
    }
    if table.rows.len() >= MOST_ROWS {
        let message = format!("the table `{}` has more than {MOST_ROWS} rows", table.name);
        return Some(Diagnostic::new("E0303", span, message));
    }
    table.rows.push(cells);
    None
}

/// Where the cells of a line lie in the text, line breaks before it skipped, quotation marks and blanks left out.
fn cell_spans(text: &str, start: usize, cells: usize) -> impl Iterator<Item = (usize, usize)> {
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

#[cfg(test)]
mod tests {
    use super::cell_spans;

    #[test]
    fn cells_are_found_in_the_text() {
        let text = "a,b\n\n \"x, y\" ,7\r\n";
        let spans: Vec<&str> = cell_spans(text, 4, 2).map(|(a, b)| &text[a..b]).collect();
        assert_eq!(spans, ["x, y", "7"]);
    }
}
