//! Items with mistakes: what is probably meant is put in the place of what does not fit, and read
//! on from there.
//!
//! So one mistake hides neither the next one of the same item nor what the item declares, and the
//! message can name the mend: it was tried, and reading came further with it.

mod brackets;
mod clauses;
mod draft;
mod forms;
mod guess;
mod habits;
mod headings;
mod known;
mod likely;
mod marks;
mod offers;
mod persons;
mod questions;
mod seats;
mod sentences;
mod short;
mod signs;
mod test_lines;
#[cfg(test)]
mod tests;
mod trial;
mod values;
mod variants;

use super::Piece;
use super::ast::Item;
use super::nesting::Nesting;
use super::parse::{self, Stop};
use super::report::Place;
use super::scan::{self, Kind, Token};
use super::shift::{By, Shift};
use crate::diagnostic::{Diagnostic, Edit, Offer};
use crate::source::{FileId, Span};
use draft::Draft;
pub(super) use known::Known;
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// So many mistakes of one item are mended.
const MOST_MENDS: usize = 12;
/// Longer items are not mended, in bytes.
const LONGEST: usize = 1 << 14;
/// So many bytes are read in all to find the mends of one file; those of what nests deeply count
/// more.
const MOST_TRIED: usize = 1 << 20;

/// Words that are put in the place of others, or between them.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Patch {
    /// First byte of what is replaced.
    start: usize,
    /// One past its last byte.
    end: usize,
    /// What stands there instead.
    new: String,
}

/// A mistake, and what would mend it.
struct Mistake {
    said: Diagnostic,
    patch: Option<Patch>,
    /// The patch only takes away what does not fit; what is left is no item to go by.
    lossy: bool,
}

/// How much may still be tried for a file, and what its words tell of what is meant.
#[derive(Debug)]
pub(super) struct Effort<'t> {
    /// Bytes that may still be read.
    left: usize,
    text: &'t str,
    /// What the words of the file tell; found when first asked for, as most files have no mistakes.
    words: OnceCell<Known<'t>>,
}

impl<'t> Effort<'t> {
    /// The effort for one file.
    pub(super) const fn new(text: &'t str) -> Self {
        Self { left: MOST_TRIED, text, words: OnceCell::new() }
    }

    fn words(&self) -> &Known<'t> {
        self.words.get_or_init(|| Known::of(self.text))
    }

    /// Where reading a text stops, as long as there is effort left.
    fn stops(&mut self, text: &str) -> Result<(), Option<Stop>> {
        if self.left < text.len() {
            return Err(None);
        }
        let all = scan::tokens(text);
        let whole = Place { file: FileId(0), base: 0, text };
        // What nests is read over and over on the way in.
        let deep = Nesting::deepest(whole, &all);
        self.left = self.left.checked_sub(text.len() * (1 + deep * deep / 64)).ok_or(None)?;
        if scan::check(whole, &all).is_some() {
            return Err(None);
        }
        parse::tried(text)
    }
}

/// What became of an item with mistakes.
pub(super) struct Mended {
    /// It, as it was probably meant.
    pub item: Option<Item>,
    /// Its mistakes, at least one.
    pub mistakes: Vec<Diagnostic>,
    /// A bracket that was opened may be closed behind the item: lines inside it may stand at the
    /// first column.
    pub open: bool,
}

/// Reads an item that has mistakes; the first one is known.
pub(super) fn item(piece: Piece<'_>, first: Diagnostic, effort: &mut Effort) -> Mended {
    let text = piece.whole.text.get(piece.start..piece.end).unwrap_or("");
    // What nests too deeply is not mended by other words.
    if text.len() > LONGEST || first.code == "E0110" {
        let open = first.code == "E0104";
        return Mended { item: None, mistakes: vec![first], open };
    }
    let draft = Draft::new(text, piece.start, piece.whole.file);
    let mut mended = go_on(piece, draft, Vec::new(), effort);
    if mended.mistakes.is_empty() {
        mended.mistakes.push(first);
    }
    mended
}

/// Reads on with a draft in which mistakes are mended already.
fn go_on(
    piece: Piece<'_>,
    mut draft: Draft,
    mut mistakes: Vec<Diagnostic>,
    effort: &mut Effort,
) -> Mended {
    let text = piece.whole.text.get(piece.start..piece.end).unwrap_or("");
    let (mut open, end) = (false, text.trim_end().len());
    let mut lines: BTreeSet<usize> = mistakes.iter().map(|said| line_of(piece, said)).collect();
    let (mut whole, mut given_up) = (true, None);
    for _ in 0..MOST_MENDS {
        let found = match draft.read(effort) {
            Ok(item) => {
                let item = whole.then_some(item);
                return Mended { item, mistakes, open };
            }
            Err(found) => found,
        };
        // Where one line after the other is taken out, it is none of them that is wrong.
        if found.lossy && given_up == Some(found.said.span().start) {
            return Mended { item: None, mistakes, open };
        }
        let mut said = draft.back(found.said);
        if let Some(patch) = found.patch.as_ref().filter(|_| !found.lossy) {
            said.fix.extend(offered(&said, &draft, patch));
        }
        if lines.insert(line_of(piece, &said)) || apart(&mistakes, &said) {
            mistakes.push(said);
        } else if let Some(before) = mistakes.last_mut()
            && line_of(piece, before) == line_of(piece, &said)
        {
            go_together(before, said);
        }
        given_up = found.patch.as_ref().filter(|_| found.lossy).and_then(|patch| draft.next(patch));
        whole &= !found.lossy;
        let unclosed = mistakes.last().is_some_and(|said| said.code == "E0104");
        let Some(patch) = found.patch else {
            open |= unclosed;
            break;
        };
        open |= unclosed && patch.start >= end;
        draft.apply(&patch);
    }
    Mended { item: None, mistakes, open }
}

/// The change that is offered; what only stands in for what is meant is not.
fn offered(said: &Diagnostic, draft: &Draft, patch: &Patch) -> Option<Edit> {
    (said.offer != Offer::StandsIn).then(|| draft.edit(patch))
}

/// A second mistake of one line: what is offered mends both.
fn go_together(before: &mut Diagnostic, said: Diagnostic) {
    before.fix.extend(said.fix.iter().cloned());
    let offers = |help: &Option<String>| help.as_ref().is_some_and(|h| h.starts_with("write `"));
    match (offers(&before.help), offers(&said.help)) {
        (true, true) => before.help = said.help,
        (true, false) => {
            if let (Some(help), Some(also)) = (&mut before.help, said.help) {
                help.push_str("; and ");
                help.push_str(&also);
            }
        }
        (false, _) => {}
    }
}

/// Reads an item that has no mistake but names that mean nothing, at these bytes: other words may
/// be meant.
pub(super) fn silent(
    piece: Piece<'_>,
    unknown: &BTreeSet<usize>,
    effort: &mut Effort,
) -> Option<Mended> {
    let text = piece.whole.text.get(piece.start..piece.end).unwrap_or("");
    if text.len() > LONGEST {
        return None;
    }
    let mut draft = Draft::new(text, piece.start, piece.whole.file);
    let mut mistakes = Vec::new();
    for _ in 0..MOST_MENDS {
        let Some(found) = draft.other_words(unknown, effort) else { break };
        let (mut said, patch) = (draft.back(found.said), found.patch?);
        said.fix.extend(offered(&said, &draft, &patch));
        mistakes.push(said);
        draft.apply(&patch);
    }
    mistakes.first()?;
    let item = draft.read(effort).ok();
    Some(Mended { item, mistakes, open: false })
}

/// Whether a mistake on a line that has others is surely one of its own.
fn apart(others: &[Diagnostic], said: &Diagnostic) -> bool {
    const BETWEEN: u32 = 8;
    let here = said.span();
    let far = |other: Span| here.start > other.end + BETWEEN || here.end + BETWEEN < other.start;
    let sure = others.last().is_some_and(|other| other.code == "E0123");
    (matches!(said.code, "E0108" | "E0123") || sure) && others.iter().all(|other| far(other.span()))
}

fn line_of(piece: Piece<'_>, found: &Diagnostic) -> usize {
    let at = found.span().start as usize;
    piece.whole.text.get(..at).map_or(0, |text| text.matches('\n').count())
}

/// The words of a text that opens no item, read as the item that was probably meant.
pub(super) fn stray(piece: Piece<'_>, effort: &mut Effort) -> Option<Mended> {
    let text = piece.whole.text.get(piece.start..piece.end)?;
    if text.len() > LONGEST {
        return None;
    }
    let mut draft = Draft::new(text, piece.start, piece.whole.file);
    let found = draft.opening(effort)?;
    let (mut said, patch) = (draft.back(found.said), found.patch?);
    said.fix.extend(offered(&said, &draft, &patch));
    draft.apply(&patch);
    Some(go_on(piece, draft, vec![said], effort))
}

/// Moves an item that was read of a draft to where its words stand in the file.
fn moved(mut item: Item, file: FileId, to: &dyn Fn(u32) -> u32) -> Item {
    item.shift(By { file, to });
    item
}

/// The tokens behind the prose in front.
fn body(tokens: &[Token]) -> &[Token] {
    let head = tokens.iter().position(|t| t.kind != Kind::Doc).unwrap_or(tokens.len());
    tokens.get(head..).unwrap_or(&[])
}
