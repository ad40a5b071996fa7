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
mod likely;
mod persons;
mod sentences;
mod signs;
mod test_lines;
#[cfg(test)]
mod tests;
mod trial;
mod variants;

use super::Piece;
use super::ast::Item;
use super::nesting::Nesting;
use super::parse::{self, Stop};
use super::report::Place;
use super::scan::{self, Kind, Token};
use super::shift::{By, Shift};
use crate::diagnostic::Diagnostic;
use crate::letters::in_name;
use crate::source::{FileId, Span};
use draft::Draft;
use std::collections::{BTreeMap, BTreeSet};

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
pub(super) struct Effort {
    /// Bytes that may still be read.
    left: usize,
    /// Names of the file that are made of several words.
    names: BTreeSet<String>,
    /// Names that stand in the file twice or more.
    used: BTreeSet<String>,
    /// The first type that the file writes behind a name: `c: Mile`.
    types: BTreeMap<String, String>,
    /// The signs of units, and their names.
    units: BTreeMap<char, String>,
    /// The file is a variant.
    variant: bool,
}

impl Effort {
    /// The effort for one file.
    pub(super) fn new(text: &str) -> Self {
        let words =
            text.split(|c: char| !in_name(c)).filter(|word| word.trim_matches('_').contains('_'));
        let names = words.map(str::to_owned).collect();
        let (types, units) = (types(text), units(text));
        let variant = text.lines().any(|line| line.starts_with("variant "));
        Self { left: MOST_TRIED, names, used: used(text), types, units, variant }
    }

    /// Whether the file has a name in two or more places.
    fn uses(&self, name: &str) -> bool {
        self.used.contains(name)
    }

    /// The type that the file writes behind a name.
    fn type_of(&self, name: &str) -> Option<&str> {
        self.types.get(name).map(String::as_str)
    }

    /// The unit of an amount with that sign.
    fn unit(&self, sign: char) -> Option<&str> {
        self.units.get(&sign).map(String::as_str)
    }

    /// Whether the file has that name.
    fn knows(&self, name: &str) -> bool {
        self.names.contains(name)
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
        let piece = Piece { whole, start: 0, end: text.len(), tokens: body(&all) };
        match parse::item(piece) {
            Ok(_) => Ok(()),
            // What reads, but makes no sense, stops nowhere.
            Err(_) => Err(parse::stops(text)),
        }
    }
}

/// Names in two or more places.
fn used(text: &str) -> BTreeSet<String> {
    let (mut once, mut twice) = (BTreeSet::new(), BTreeSet::new());
    for word in text.split(|c: char| !in_name(c)).filter(|word| !word.is_empty()) {
        if !once.insert(word) {
            twice.insert(word);
        }
    }
    twice.into_iter().map(str::to_owned).collect()
}

/// The types that stand behind names, the first of each name.
fn types(text: &str) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for (at, _) in text.match_indices(": ") {
        let (before, behind) = (&text[..at], &text[at + 2..]);
        let name = before.rfind(|c: char| !in_name(c)).map_or(before, |last| &before[last..]);
        let name = name.trim_start_matches(|c: char| !in_name(c));
        let ty = behind.split(|c: char| !in_name(c)).next().unwrap_or("");
        if !name.is_empty() && ty.starts_with(char::is_uppercase) {
            all.entry(name.to_owned()).or_insert_with(|| ty.to_owned());
        }
    }
    all
}

/// `unit Dollars "$"`
fn units(text: &str) -> BTreeMap<char, String> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("unit "));
    let named = lines.filter_map(|line| {
        let (name, sign) = line.split_once(' ')?;
        Some((sign.trim().trim_matches('"').chars().next()?, name.to_owned()))
    });
    named.collect()
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
    if text.len() > LONGEST {
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
    let mut whole = true;
    for _ in 0..MOST_MENDS {
        let found = match draft.read(effort) {
            Ok(item) => {
                let item = whole.then_some(item);
                return Mended { item, mistakes, open };
            }
            Err(found) => found,
        };
        let said = draft.back(found.said);
        if lines.insert(line_of(piece, &said)) || apart(&mistakes, &said) {
            mistakes.push(said);
        }
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
        mistakes.push(draft.back(found.said));
        draft.apply(&found.patch?);
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
    let said = draft.back(found.said);
    draft.apply(&found.patch?);
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
