//! Items with mistakes: what is probably meant is put in the place of what does not fit, and read
//! on from there.
//!
//! So one mistake hides neither the next one of the same item nor what the item declares, and the
//! message can name the mend: it was tried, and reading came further with it.

mod absurd;
mod alone;
mod beginners;
mod borrowed;
pub(crate) mod both_ways;
mod brackets;
mod cards;
mod changes;
mod clauses;
mod decks;
mod draft;
mod everyday;
mod families;
mod forms;
pub(crate) mod guess;
mod habits;
mod headings;
mod indented;
pub(crate) mod known;
mod likelier;
mod likely;
mod marks;
mod newcomer_slips;
mod newcomers;
mod offers;
mod own_things;
mod persons;
mod placed;
mod put;
mod questions;
mod remarks;
mod repair;
mod retold;
mod rulebook;
mod rules_for;
mod seats;
mod sentences;
mod short;
mod signs;
mod slips;
mod snippet;
mod spoken;
mod test_lines;
mod translated;
mod trial;
mod turns;
mod unheard;
mod untyped;
mod usual;
mod values;
mod variants;
mod worded;
mod worded_slips;

use super::ast::Item;
use super::nesting::Nesting;
use super::parse::{self, Stop};
use super::report::Place;
use super::scan::{self, Kind, Token};
use super::shift::{By, Shift};
use super::{Haste, Piece};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Offer};
use crate::letters::PLACEHOLDER;
use crate::source::{FileId, Span};
use draft::Draft;
pub(super) use known::Known;
pub(crate) use placed::same_thing;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use usual::Usual;

/// So many mistakes of one item are mended.
const MOST_MENDS: usize = 12;
/// Longer items are not mended, in bytes.
const LONGEST: usize = 1 << 14;
/// So many bytes are read in all to find the mends of one file; those of what nests deeply count
/// more.
const MOST_TRIED: usize = 1 << 20;
/// So many where somebody asks what fits.
const MOST_ASKING: usize = 1 << 15;
/// So many while somebody types.
const MOST_TYPING: usize = 1 << 14;
/// So many in any case, for what is read if no mend is found.
const LAST: usize = 1 << 13;

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

impl Mistake {
    /// What is passed over without anything being tried; else what is said is given back.
    fn at_once(place: Place<'_>, said: Diagnostic) -> Result<Self, Box<Diagnostic>> {
        let at = said.span();
        // Something is missing that nobody can know.
        if said.offer == Offer::Nothing {
            let patch = line_patch(place.text, at.start as usize);
            return Ok(Self { said, patch, lossy: true });
        }
        // A move that cannot be called so: the others on offer are read as they stand.
        if said.code == Code::E0112 && said.offer == Offer::StandsIn {
            let (start, end) = (at.start as usize, at.end as usize);
            let patch = Some(Patch { start, end, new: "pass".into() });
            return Ok(Self { said, patch, lossy: false });
        }
        Err(Box::new(said))
    }
}

/// A change that takes out the line of a byte, without its end.
fn line_patch(text: &str, byte: usize) -> Option<Patch> {
    let start = text.get(..byte)?.rfind('\n')?;
    let end = text.get(byte..)?.find('\n').map(|n| byte + n)?;
    Some(Patch { start, end, new: String::new() })
}

/// How much may still be tried for a file, and what its words tell of what is meant.
#[derive(Debug)]
pub(super) struct Effort<'t> {
    /// Bytes that may still be read.
    left: usize,
    haste: Haste,
    /// Something was not tried that would have been with more time.
    cut: bool,
    text: &'t str,
    /// What the words of the file tell; found when first asked for, as most files have no mistakes.
    words: OnceCell<Known<'t>>,
    /// Which of its words stand beside each other.
    usual: OnceCell<Rc<Usual<'t>>>,
}

impl<'t> Effort<'t> {
    /// The effort for one file.
    pub(super) const fn new(text: &'t str, haste: Haste) -> Self {
        let left = match haste {
            Haste::None => MOST_TRIED,
            Haste::Asking => MOST_ASKING,
            Haste::Typing => MOST_TYPING,
        };
        Self { left, haste, cut: false, text, words: OnceCell::new(), usual: OnceCell::new() }
    }

    /// Whether somebody who does not wait would get another answer.
    pub(super) const fn was_cut(&self) -> bool {
        self.cut
    }

    fn words(&self) -> &Known<'t> {
        self.words.get_or_init(|| Known::of(self.text))
    }

    fn usual(&self) -> Rc<Usual<'t>> {
        Rc::clone(self.usual.get_or_init(|| Rc::new(Usual::of(self.text, self.words()))))
    }

    /// Whether there is time to try whatever may be meant.
    fn patient(&mut self) -> bool {
        self.cut |= self.haste != Haste::None;
        // What stands in for something that is being typed is no other word.
        self.haste == Haste::None && !self.text.contains(PLACEHOLDER)
    }

    /// Whether there is effort left for so many changes of a line.
    fn spends(&mut self, changes: usize) -> bool {
        const EACH: usize = 16;
        let Some(left) = self.left.checked_sub(changes * EACH) else { return false };
        self.left = left;
        true
    }

    /// Where reading a text stops, as long as there is effort left.
    fn stops(&mut self, text: &str) -> Result<(), Option<Stop>> {
        if self.left < text.len() {
            return self.too_much();
        }
        let all = scan::tokens(text);
        let whole = Place { file: FileId(0), base: 0, text };
        // What nests is read over and over on the way in.
        let deep = Nesting::deepest(whole, &all);
        let Some(left) = self.left.checked_sub(text.len() * (1 + deep * deep / 64)) else {
            return self.too_much();
        };
        self.left = left;
        if scan::check(whole, &all).is_some() {
            return Err(None);
        }
        parse::tried(text)
    }

    fn too_much(&mut self) -> Result<(), Option<Stop>> {
        self.cut |= self.haste != Haste::None;
        Err(None)
    }

    /// What is left is enough for the last that is tried, however much was tried before.
    fn at_last(&mut self) {
        if self.haste != Haste::None {
            self.left = self.left.max(LAST);
        }
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
    /// Words of lines that were left out, as nothing is known of what they say; their places are
    /// those of the file.
    pub unread: Vec<(String, Span)>,
}

impl Mended {
    /// Nothing to go by.
    const fn none(mistakes: Vec<Diagnostic>, open: bool) -> Self {
        Self { item: None, mistakes, open, unread: Vec::new() }
    }
}

/// Reads an item that has mistakes; the first one is known.
pub(super) fn item(piece: Piece<'_>, first: Diagnostic, effort: &mut Effort) -> Mended {
    let text = piece.whole.text.get(piece.start..piece.end).unwrap_or("");
    // What nests too deeply is not mended by other words.
    if text.len() > LONGEST || first.code == Code::E0110 {
        let open = first.code == Code::E0104;
        return Mended::none(vec![first], open);
    }
    let draft = Draft::new(text, piece.start, piece.whole.file);
    let mut mended = go_on(piece, draft, Vec::new(), effort);
    if mended.mistakes.is_empty() {
        mended.mistakes.push(first);
    }
    mended
}

/// Reads on with a draft in which mistakes are mended already.
fn go_on(piece: Piece<'_>, draft: Draft, mistakes: Vec<Diagnostic>, effort: &mut Effort) -> Mended {
    let text = piece.whole.text.get(piece.start..piece.end).unwrap_or("");
    let lines = mistakes.iter().map(|said| line_of(piece, said)).collect();
    let mut way = Way { piece, draft, mistakes, lines, several: BTreeSet::new() };
    let (mut open, end) = (false, text.trim_end().len());
    let (mut whole, mut unread, mut given_up) = (true, Vec::new(), None);
    way.braces();
    for _ in 0..MOST_MENDS {
        let found = match way.draft.read(effort) {
            Ok(item) => {
                let item = way.statements(effort).unwrap_or(item);
                let item = whole.then_some(item);
                return Mended { item, mistakes: way.told(), open, unread };
            }
            Err(found) => *found,
        };
        // Where one line after the other is taken out, it is none of them that is wrong.
        if found.lossy && given_up == Some(found.said.span().start) {
            return Mended::none(way.told(), open);
        }
        let left_out = found.patch.as_ref().filter(|_| found.lossy);
        given_up = left_out.and_then(|patch| way.draft.next(patch));
        // Behind a heading that is left out much has no meaning.
        let heading = left_out.is_some_and(|patch| !patch.new.trim().is_empty());
        whole &= !found.lossy || left_out.is_some() && !heading;
        unread.extend(left_out.map(|patch| way.draft.words(patch)).unwrap_or_default());
        let patch = found.patch.clone();
        way.note(found);
        let unclosed = way.mistakes.last().is_some_and(|said| said.code == Code::E0104);
        let Some(patch) = patch else {
            open |= unclosed;
            break;
        };
        open |= unclosed && patch.start >= end;
        way.draft.apply(&patch);
    }
    Mended::none(way.told(), open)
}

/// An item on the way to being read.
struct Way<'t> {
    piece: Piece<'t>,
    draft: Draft,
    mistakes: Vec<Diagnostic>,
    /// The lines of the file that have a mistake.
    lines: BTreeSet<usize>,
    /// Those of which several mends were offered.
    several: BTreeSet<usize>,
}

impl Way<'_> {
    /// Takes note of a mistake, and of what is offered for it.
    fn note(&mut self, found: Mistake) {
        let mut said = self.draft.back(found.said);
        if let Some(patch) = found.patch.as_ref().filter(|_| !found.lossy) {
            said.fix.extend(offered(&said, &self.draft, patch));
        }
        let line = line_of(self.piece, &said);
        if self.lines.insert(line) {
            self.mistakes.push(said);
            return;
        }
        if found.lossy {
            self.several.remove(&line);
        } else {
            self.several.insert(line);
        }
        if apart(&self.mistakes, &said) {
            self.mistakes.push(said);
            return;
        }
        let piece = self.piece;
        if let Some(before) = self.mistakes.iter_mut().rfind(|said| line_of(piece, said) == line) {
            go_together(before, said);
        }
    }

    /// Puts blocks that are made by indentation into braces.
    fn braces(&mut self) {
        let Some((found, patches)) = self.draft.indented() else { return };
        let said = self.draft.back(found);
        self.lines.insert(line_of(self.piece, &said));
        self.mistakes.push(said);
        for patch in &patches {
            self.draft.apply(patch);
        }
    }

    /// Statements of the item that read as names beside each other: `Shuffle pack`, `mische pack`.
    fn statements(&mut self, effort: &mut Effort) -> Option<Item> {
        let mut mended = false;
        for _ in 0..MOST_MENDS {
            let Some(mut found) = self.draft.foreign_statements(effort) else { break };
            let Some(patch) = found.patch.take() else { break };
            self.note(Mistake { patch: Some(patch.clone()), ..found });
            self.draft.apply(&patch);
            mended = true;
        }
        mended.then(|| self.draft.read(effort).ok()).flatten()
    }

    /// The mistakes; where a line has several, the line is shown as it is right.
    fn told(self) -> Vec<Diagnostic> {
        let Self { piece, draft, mut mistakes, several, .. } = self;
        let mut shown: BTreeSet<(usize, String)> = BTreeSet::new();
        for said in &mut mistakes {
            let line = several.contains(&line_of(piece, said)).then(|| draft.line(said.span()));
            let Some(line) = line.flatten() else { continue };
            let help = said.help.as_deref().unwrap_or("");
            if let Some((_, more)) = help.split_once(BRACES) {
                said.help = Some(format!("write `{line}{BRACES}{more}"));
            } else if offers(help) {
                said.help = Some(format!("write `{line}`"));
            }
        }
        // What mends a line is said once.
        mistakes.retain(|said| {
            let line = line_of(piece, said);
            let help = said.help.clone().unwrap_or_default();
            !several.contains(&line) || shown.insert((line, help))
        });
        mistakes
    }
}

/// What is said behind the line that opens a block without a brace.
const BRACES: &str = "`, and `}` behind the last line";

/// Whether a help says nothing but how the words are written.
fn offers(help: &str) -> bool {
    let alone = help.ends_with('`') && help.matches("; ").count() == 0;
    alone && ["write `", "take it out: `", "did you mean `"].iter().any(|w| help.starts_with(w))
}

/// The change that is offered; what only stands in for what is meant is not.
fn offered(said: &Diagnostic, draft: &Draft, patch: &Patch) -> Option<Edit> {
    (said.offer != Offer::StandsIn).then(|| draft.edit(patch))
}

/// A second mistake of one line: what is offered mends both.
fn go_together(before: &mut Diagnostic, said: Diagnostic) {
    before.fix.extend(said.fix.iter().cloned());
    let offers = |help: &Option<String>| help.as_ref().is_some_and(|h| h.starts_with("write `"));
    if before.help.as_ref().is_some_and(|help| help.contains(BRACES)) {
        return;
    }
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
        let mut said = draft.back(found.said);
        let Some(patch) = found.patch else { return Some(Mended::none(vec![said], false)) };
        said.fix.extend(offered(&said, &draft, &patch));
        mistakes.push(said);
        draft.apply(&patch);
    }
    mistakes.first()?;
    let item = draft.read(effort).ok();
    Some(Mended { item, mistakes, open: false, unread: Vec::new() })
}

/// What may be meant by a line of an item that reads, each with its change.
pub(super) fn otherwise(place: Place<'_>, byte: usize, effort: &mut Effort) -> Vec<Diagnostic> {
    if !effort.patient() || place.text.len() > LONGEST {
        return Vec::new();
    }
    repair::otherwise(place, byte, effort)
}

/// Whether a mistake on a line that has others is surely one of its own.
fn apart(others: &[Diagnostic], said: &Diagnostic) -> bool {
    const BETWEEN: u32 = 8;
    let here = said.span();
    let far = |other: Span| here.start > other.end + BETWEEN || here.end + BETWEEN < other.start;
    let sure = others.last().is_some_and(|other| other.code == Code::E0123);
    (matches!(said.code, Code::E0108 | Code::E0123) || sure)
        && others.iter().all(|other| far(other.span()))
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
    if let Some((_, patches)) = draft.indented() {
        for patch in &patches {
            draft.apply(patch);
        }
    }
    let found = draft.opening(effort)?;
    let mut said = draft.back(found.said);
    let Some(patch) = found.patch else { return Some(Mended::none(vec![said], false)) };
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
