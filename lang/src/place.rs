//! A place in the rules as people read it.

use crate::source::{Sources, Span};
use serde::Serialize;

/// File, line and column, both from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The text's name; written out it is without its folder, which tells of the host's machine.
    #[serde(serialize_with = "without_folder")]
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl Place {
    /// Where a span begins; none if it lies in no text.
    #[must_use]
    pub fn of(sources: &Sources, span: Span) -> Option<Self> {
        if span == Span::default() {
            return None;
        }
        let file = sources.get(span.file)?.name.clone();
        let (line, column) = sources.line_column(span.file, span.start);
        Some(Self { file, line, column })
    }

    /// The file's own name, without its folder, which tells of the host's machine.
    #[must_use]
    pub fn file_name(&self) -> &str {
        own_name(&self.file)
    }
}

fn without_folder<S: serde::Serializer>(file: &str, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(own_name(file))
}

fn own_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}
