//! What was read of texts before, for rules that are compiled again and again while somebody edits
//! them: only items whose words are others are read anew, the rest are moved to where they stand
//! now.

use super::ast::{Item, SyntaxTree};
use super::shift::{By, Shift};
use super::{Haste, Reader, read};
use crate::diagnostic::Diagnostic;
use crate::source::FileId;
use std::collections::BTreeMap;
use std::ops::Range;

/// What has not been met in so many compilations is forgotten.
const REMEMBERED: u32 = 2;

/// Items by their text, and whole texts with mistakes, whose mends take long to find.
#[derive(Debug, Default)]
pub struct ParseCache {
    items: BTreeMap<Box<str>, Reading>,
    mistaken: Vec<Mistaken>,
    compilation: u32,
    haste: Haste,
}

/// A text with mistakes.
#[derive(Debug)]
struct Mistaken {
    file: FileId,
    text: Box<str>,
    /// What was read of it; of items without mistakes only where they stand.
    items: Vec<Part>,
    said: Vec<Diagnostic>,
    /// If some mends were not looked for: in what haste.
    cut: Option<Haste>,
    met: u32,
}

/// A part of a text with mistakes.
#[derive(Debug)]
enum Part {
    /// An item that is remembered by its text.
    Known(Range<usize>),
    /// What a mend made of others.
    Mended(Box<Item>),
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
        if let Some(read) = self.again(file, text) {
            return read;
        }
        let haste = self.haste;
        let mut reader = Reader::new(file, text, Some(self));
        read(&mut reader);
        let cut = reader.was_cut();
        let cut = cut.then_some(haste);
        let read = reader.finish();
        if !read.1.is_empty() {
            self.mistaken.retain(|of| of.file != file || *of.text != *text);
            let items = read.0.items.iter().map(|item| self.part(item, text)).collect();
            let (text, said, met) = (text.into(), read.1.clone(), self.compilation);
            self.mistaken.push(Mistaken { file, text, items, said, cut, met });
        }
        read
    }

    /// A text with mistakes as it was read before; not if more mends are to be looked for now.
    fn again(&mut self, file: FileId, text: &str) -> Option<(SyntaxTree, Vec<Diagnostic>)> {
        let at = self.mistaken.iter().position(|of| of.file == file && *of.text == *text)?;
        let of = self.mistaken.swap_remove(at);
        if of.cut.is_some_and(|haste| self.haste < haste) {
            return None;
        }
        let part = |part: &Part| match part {
            Part::Known(bytes) => self.find(text.get(bytes.clone())?, file, bytes.start),
            Part::Mended(item) => Some(Item::clone(item)),
        };
        let items: Option<Vec<Item>> = of.items.iter().map(part).collect();
        let read = (SyntaxTree { file, items: items? }, of.said.clone());
        self.mistaken.push(Mistaken { met: self.compilation, ..of });
        Some(read)
    }

    fn part(&self, item: &Item, text: &str) -> Part {
        let bytes = item.span.start as usize..item.span.end as usize;
        let known = text.get(bytes.clone()).is_some_and(|text| self.items.contains_key(text));
        if known { Part::Known(bytes) } else { Part::Mended(Box::new(item.clone())) }
    }

    /// Another compilation begins: what the last ones had no use for is forgotten.
    pub fn begin(&mut self, haste: Haste) {
        self.compilation = self.compilation.wrapping_add(1);
        self.haste = haste;
        let now = self.compilation;
        self.items.retain(|_, reading| now.wrapping_sub(reading.met) <= REMEMBERED);
        self.mistaken.retain(|of| now.wrapping_sub(of.met) <= REMEMBERED);
    }

    /// How many items without mistakes are remembered.
    #[must_use]
    pub fn remembered(&self) -> usize {
        self.items.len()
    }

    /// How long mends may be looked for in this compilation.
    #[must_use]
    pub fn haste(&self) -> Haste {
        self.haste
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
