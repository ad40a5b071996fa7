//! Source texts and places in them.
//!
//! The host reads files; this crate only sees their text. [`Sources`] keeps every text that took
//! part in one compilation, and a [`Span`] names a run of bytes in one of them.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A text of one compilation, by its index in [`Sources`].
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct FileId(pub u16);

/// A run of bytes, `start..end`, in one source text.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Span {
    /// The text it lies in.
    pub file: FileId,
    /// The offset of its first byte in that text.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The shortest span that covers both; both must lie in one file.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { file: self.file, start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

/// One source text: a `.rules` file, a module or a CSV table.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// The name shown to people: a path relative to where the host was started, or
    /// `stdlib/trade.rules`.
    pub name: String,
    /// Its text, as it was read.
    pub text: Arc<str>,
    /// Byte offsets at which its lines begin.
    line_starts: Vec<u32>,
}

/// Every text of one compilation. The first is the game itself.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a text and gives its id.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> FileId {
        let id = FileId(u16::try_from(self.files.len()).unwrap_or(u16::MAX));
        let text = text.into();
        let starts =
            text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at as u32 + 1);
        let line_starts = std::iter::once(0).chain(starts).collect();
        self.files.push(SourceFile { name: name.into(), text, line_starts });
        id
    }

    /// The file of that id, if there is one.
    #[must_use]
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(usize::from(id.0))
    }

    /// All files, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(at, file)| (FileId(at as u16), file))
    }

    /// The text a span covers; empty if the span lies nowhere.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file)
            .and_then(|f| f.text.get(span.start as usize..span.end as usize))
            .unwrap_or("")
    }

    /// Line and column of a byte, both from 1, the column in characters.
    #[must_use]
    pub fn line_column(&self, file: FileId, byte: u32) -> (usize, usize) {
        let Some(file) = self.get(file) else { return (1, 1) };
        let line = file.line_starts.partition_point(|start| *start <= byte).max(1);
        let start = file.line_starts[line - 1] as usize;
        let before = file.text.get(start..byte as usize).unwrap_or("");
        (line, before.chars().count() + 1)
    }
}
