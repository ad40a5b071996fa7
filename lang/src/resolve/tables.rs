//! CSV tables: cells, each with its place in the text.

use crate::source::Span;
use std::ops::{Index, IndexMut};

/// At most so many rows are read of one table.
pub(super) const MOST_ROWS: usize = 4096;

/// A cell, trimmed.
pub(super) struct Cell {
    /// What stands in it, quotation marks removed.
    pub text: String,
    pub span: Span,
}

/// A CSV file: its header and rows, as far as it could be read.
pub(super) struct Table {
    /// Its name, as the game writes it.
    pub name: String,
    /// As named, and the file that names it.
    pub path: (String, String),
    pub columns: Vec<Cell>,
    /// Which columns were read.
    pub used: Vec<bool>,
    /// Its rows; each has a cell a column.
    pub rows: Vec<Vec<Cell>>,
    /// How many mistakes were found in it.
    pub mistakes: u32,
    /// Whether it could be read.
    pub readable: bool,
}

/// All tables of a game.
#[derive(Default)]
pub(super) struct Tables {
    /// In the order in which they were asked for.
    pub all: Vec<Table>,
}

/// A readable table by its place in [`Tables`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TableId(pub usize);

impl Index<TableId> for Tables {
    type Output = Table;
    fn index(&self, id: TableId) -> &Table {
        &self.all[id.0]
    }
}

impl IndexMut<TableId> for Tables {
    fn index_mut(&mut self, id: TableId) -> &mut Table {
        &mut self.all[id.0]
    }
}

impl Table {
    /// The column of that name.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|c| c.text == name)
    }
}
