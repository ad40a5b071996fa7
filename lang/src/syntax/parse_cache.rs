//! What was read of texts before, for rules that are compiled again and again while somebody edits
//! them: only items whose words are others are read anew, the rest are moved to where they stand
//! now.

use super::ast::{Item, SyntaxTree};
use super::shift::{By, Shift};
use super::{Reader, read};
use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use std::collections::BTreeMap;

/// What has not been met in so many compilations is forgotten.
const REMEMBERED: u32 = 2;

/// Items by their text.
#[derive(Debug, Default)]
pub struct ParseCache {
    items: BTreeMap<Box<str>, Reading>,
    compilation: u32,
}

/// An item as it was read at a byte.
#[derive(Debug)]
struct Reading {
    item: Item,
    start: usize,
    met: u32,
}

impl ParseCache {
    /// Reads a file, as [`super::parse`] does.
    pub fn parse(&mut self, file: FileId, text: &str) -> (SyntaxTree, Vec<Diagnostic>) {
        read(Reader::new(file, text, Some(self)))
    }

    /// Another compilation begins: what the last ones had no use for is forgotten.
    pub fn begin(&mut self) {
        self.compilation = self.compilation.wrapping_add(1);
        let now = self.compilation;
        self.items.retain(|_, reading| now.wrapping_sub(reading.met) <= REMEMBERED);
    }

    /// The item of a text that stands at a byte of a file.
    pub(super) fn find(&mut self, text: &str, file: FileId, start: usize) -> Option<Item> {
        let reading = self.items.get_mut(text)?;
        reading.met = self.compilation;
        let mut item = reading.item.clone();
        if (item.span.file, reading.start) == (file, start) {
            return Some(item);
        }
        let bytes = start as i64 - reading.start as i64;
        item.shift(By { file, to: &|at| u32::try_from(i64::from(at) + bytes).unwrap_or_default() });
        Some(item)
    }

    /// Remembers the item of a text that stands at a byte.
    pub(super) fn keep(&mut self, text: &str, item: &Item, start: usize) {
        let reading = Reading { item: item.clone(), start, met: self.compilation };
        self.items.insert(text.into(), reading);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::parse;
    use std::path::Path;

    fn texts() -> Vec<String> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folders = ["games", "examples", "examples/variants", "examples/errors", "stdlib"]
            .map(|f| root.join(f));
        let files =
            folders.iter().flat_map(|f| std::fs::read_dir(f).into_iter().flatten().flatten());
        let rules = files.map(|f| f.path()).filter(|f| f.extension().is_some_and(|e| e == "rules"));
        rules.filter_map(|f| std::fs::read_to_string(f).ok()).collect()
    }

    #[test]
    fn what_was_read_before_stands_where_it_stands_now() {
        let texts = texts();
        assert!(texts.len() > 20);
        for text in texts {
            let mut readings = ParseCache::default();
            readings.begin();
            let read = format!("{:?}", readings.parse(FileId(3), &text));
            assert_eq!(read, format!("{:?}", parse(FileId(3), &text)));
            for more in ["", "// further down\n\n", "define more = 1\n\n"] {
                let text = format!("{more}{text}");
                let again = format!("{:?}", readings.parse(FileId(1), &text));
                assert_eq!(again, format!("{:?}", parse(FileId(1), &text)));
            }
            let back = format!("{:?}", readings.parse(FileId(3), &text));
            assert_eq!(back, read);
        }
    }

    #[test]
    fn what_nobody_needs_is_forgotten() {
        let mut readings = ParseCache::default();
        for n in 0..10 {
            readings.begin();
            readings.parse(FileId(0), &format!("define a = {n}\n\ndefine b = 1\n"));
        }
        assert!(readings.items.len() <= 4, "{}", readings.items.len());
    }
}
