//! The text of an item as it is mended, and where its bytes stand in the file.

use super::super::{Piece, parse};
use super::{
    Effort, Mistake, Patch, body, brackets, indented, moved, remarks, repair, signs, trial,
};
use crate::code::Code;
use crate::diagnostic::{Diagnostic, Edit, Offer};
use crate::letters::in_name;
use crate::source::{FileId, Span};
use crate::syntax::ast::Item;
use crate::syntax::report::Place;
use crate::syntax::scan::{self, Kind, Token};
use std::collections::BTreeSet;

/// What is said of a line that is right but for how its sentence begins and ends.
const NO_STOP: &str = "a line begins with a small letter and ends without a full stop here";

/// The text of an item, mended so far.
pub(super) struct Draft {
    text: String,
    /// For each byte of it, and for its end, the byte of the file.
    origin: Vec<u32>,
    file: FileId,
}

impl Draft {
    pub(super) fn new(text: &str, start: usize, file: FileId) -> Self {
        let origin =
            (start..=start + text.len()).map(|at| u32::try_from(at).unwrap_or(u32::MAX)).collect();
        Self { text: text.to_owned(), origin, file }
    }

    /// The first byte of what stands behind a patch, when it is applied.
    pub(super) fn next(&self, patch: &Patch) -> Option<u32> {
        let behind = self.text.get(patch.end..)?;
        let gap = behind.len() - behind.trim_start().len();
        u32::try_from(patch.start + patch.new.len() + gap).ok()
    }

    /// The words that a patch replaces, with their places in the file.
    pub(super) fn words(&self, patch: &Patch) -> Vec<(String, Span)> {
        let all = scan::tokens(&self.text).into_iter();
        let here = all.filter(|t| t.start >= patch.start && t.end <= patch.end);
        here.filter(|t| t.kind == Kind::Word)
            .map(|t| {
                let (start, end) = (self.at(t.start as u32), self.at(t.end as u32));
                (t.of(&self.text).to_owned(), Span { file: self.file, start, end })
            })
            .collect()
    }

    /// The line at a place of the file as it is by now, if it is not long.
    pub(super) fn line(&self, span: Span) -> Option<String> {
        const LONGEST: usize = 110;
        let at = self.origin.partition_point(|at| *at < span.start);
        let start = self.text.get(..at)?.rfind('\n').map_or(0, |at| at + 1);
        let line = self.text.get(start..)?.lines().next()?;
        let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let fits = !words.is_empty() && words.chars().count() <= LONGEST;
        fits.then(|| words.replace('`', "'"))
    }

    /// Words that the patch leaves as they are keep their places.
    pub(super) fn apply(&mut self, patch: &Patch) {
        let old = self.text.get(patch.start..patch.end).unwrap_or("");
        let same = |a: &(char, char)| a.0 == a.1;
        let before: usize =
            old.chars().zip(patch.new.chars()).take_while(same).map(|(c, _)| c.len_utf8()).sum();
        let (left, new) = (old.get(before..).unwrap_or(""), patch.new.get(before..).unwrap_or(""));
        let behind: usize = left
            .chars()
            .rev()
            .zip(new.chars().rev())
            .take_while(same)
            .map(|(c, _)| c.len_utf8())
            .sum();
        let (start, end) = (patch.start + before, patch.end - behind);
        let new = new.get(..new.len() - behind).unwrap_or("").to_owned();
        let at = self.origin.get(start).copied().unwrap_or_default();
        self.text.replace_range(start..end, &new);
        self.origin.splice(start..end, std::iter::repeat_n(at, new.len()));
    }

    /// A report on the draft as one on the file.
    pub(super) fn back(&self, mut found: Diagnostic) -> Diagnostic {
        for label in &mut found.labels {
            label.span = Span {
                file: self.file,
                start: self.at(label.span.start),
                end: self.at(label.span.end),
            };
        }
        for edit in &mut found.fix {
            edit.span = Span {
                file: self.file,
                start: self.at(edit.span.start),
                end: self.at(edit.span.end),
            };
        }
        found.others = found.others.into_iter().map(|other| self.back(other)).collect();
        if let Offer::Guessed(other) = found.offer {
            found.offer = Offer::Guessed(Box::new(self.back(*other)));
        }
        found
    }

    /// A patch as a change of the file.
    pub(super) fn edit(&self, patch: &Patch) -> Edit {
        let (start, end) = (self.at(patch.start as u32), self.at(patch.end as u32));
        Edit { span: Span { file: self.file, start, end }, new: patch.new.clone() }
    }

    fn at(&self, byte: u32) -> u32 {
        self.origin.get(byte as usize).or(self.origin.last()).copied().unwrap_or_default()
    }

    /// Reads the draft.
    pub(super) fn read(&self, effort: &mut Effort) -> Result<Item, Box<Mistake>> {
        let place = Place { file: self.file, base: 0, text: &self.text };
        let all = scan::tokens(&self.text);
        let tokens = body(&all);
        let prose = &all[..all.len() - tokens.len()];
        if let Some(said) = scan::check(place, prose).or_else(|| scan::check(place, tokens)) {
            if let Some(found) = remarks::remark(place, tokens, &said) {
                return Err(Box::new(found));
            }
            return Err(Box::new(if matches!(said.code, Code::E0104 | Code::E0105) {
                brackets::mistake(place, tokens, said, effort)
            } else {
                let found = signs::mistake(place, tokens, said, effort.words());
                repair::sign(place, tokens, found, effort)
            }));
        }
        let piece = Piece { whole: place, start: 0, end: self.text.len(), tokens };
        match parse::item(piece) {
            Ok(item) => Ok(moved(item, self.file, &|at| self.at(at))),
            Err(said) => {
                // A line without a full stop that speaks of the game is meant as a rule.
                let rule = |found: &Mistake| {
                    let at = found.said.span();
                    let line = self.text.get(at.start as usize..at.end as usize).unwrap_or("");
                    let stops = line.ends_with(['.', '!', '?']) || remarks::cites_at_end(line);
                    !stops && remarks::speaks_of_game(line, effort.words())
                };
                let remark = remarks::remark(place, tokens, &said).filter(|found| !rule(found));
                let found = match remark {
                    Some(remark) if remarks::is_sure(&remark, &self.text) => remark,
                    Some(remark) => match self.without_stop(&remark, effort) {
                        Some(found) => found,
                        None => remarks::doubted(remark, self.text.as_str(), effort.words()),
                    },
                    None => trial::mistake(place, tokens, *said, effort),
                };
                Err(Box::new(found))
            }
        }
    }

    /// A sentence of plain English, if it is a rule once its capital letter and its full stop are
    /// gone, or is understood as one then.
    fn without_stop(&self, remark: &Mistake, effort: &mut Effort) -> Option<Mistake> {
        let start = remark.said.span().start as usize;
        let line = self.text.get(start..)?.lines().next()?.trim_end();
        let (end, bare) = (start + line.len(), self.bare(line, effort)?);
        let text = format!("{}{bare} {}", self.text.get(..start)?, self.text.get(end..)?);
        let place = Place { file: self.file, base: 0, text: &text };
        let all = scan::tokens(&text);
        if scan::check(place, body(&all)).is_some() {
            return None;
        }
        let whole = |new: String| Some(Patch { start, end, new });
        let Some(said) = self.unread(&text, end) else {
            let said = Diagnostic { message: NO_STOP.into(), ..remark.said.clone() };
            let said = said.help(format!("write `{bare}`"));
            return Some(Mistake { said, patch: whole(bare), lossy: false });
        };
        let found = trial::mistake(place, body(&all), said, effort);
        let patch = found.patch.filter(|patch| !found.lossy && patch.start >= start)?;
        // `Whoever has said go …` is no member, either.
        let declares = found.said.message.starts_with("expected ");
        if found.said.offer == Offer::StandsIn || declares || patch.end > end {
            return None;
        }
        let mended = format!("{}{}{}", &text[..patch.start], patch.new, &text[patch.end..]);
        let new_end = end + patch.new.len() - (patch.end - patch.start);
        if self.unread(&mended, new_end).is_some() {
            return None;
        }
        let line = mended.get(start..new_end)?.trim_end().to_owned();
        Some(Mistake { said: found.said, patch: whole(line), lossy: false })
    }

    /// What of a text cannot be read before a byte.
    fn unread(&self, text: &str, end: usize) -> Option<Diagnostic> {
        let all = scan::tokens(text);
        let whole = Place { file: self.file, base: 0, text };
        let piece = Piece { whole, start: 0, end: text.len(), tokens: body(&all) };
        let said = *parse::item(piece).err()?;
        ((said.span().start as usize) < end).then_some(said)
    }

    /// Other words that are probably meant where a name means nothing; the bytes are those of the
    /// file.
    pub(super) fn other_words(
        &self,
        unknown: &BTreeSet<usize>,
        effort: &mut Effort,
    ) -> Option<Mistake> {
        let place = Place { file: self.file, base: 0, text: &self.text };
        // Words that were put there are not those of the file.
        let here = |token: &Token| {
            let (start, end) = (self.at(token.start as u32), self.at(token.end as u32));
            let own =
                end.checked_sub(start).is_some_and(|len| len as usize == token.end - token.start);
            own && unknown.contains(&(start as usize))
        };
        let all = scan::tokens(&self.text);
        let stopped = all.iter().find(|token| here(token));
        let stopped = stopped.and_then(|token| self.stopped_words(token.start, &here, effort));
        stopped.or_else(|| trial::foreign_statement(place, body(&all), &here, effort))
    }

    /// The same on a line that ends with a full stop, which joins its last word to the next line.
    fn stopped_words(
        &self,
        byte: usize,
        here: &dyn Fn(&Token) -> bool,
        effort: &mut Effort,
    ) -> Option<Mistake> {
        let line = self.text.get(..byte)?.rfind('\n').map_or(0, |at| at + 1);
        let words = self.text.get(line..)?.lines().next()?;
        let start = line + words.len() - words.trim_start().len();
        let words = words.trim();
        let (end, bare) = (start + words.len(), self.bare(words, effort)?);
        let text = format!("{}{bare} {}", self.text.get(..start)?, self.text.get(end..)?);
        let all = scan::tokens(&text);
        let place = Place { file: self.file, base: 0, text: &text };
        let found = trial::foreign_statement(place, body(&all), here, effort)?;
        let patch = found.patch.filter(|patch| patch.start >= start && patch.end <= end)?;
        let mended = format!("{}{}{}", &text[..patch.start], patch.new, &text[patch.end..]);
        let new_end = end + patch.new.len() - (patch.end - patch.start);
        let new = mended.get(start..new_end)?.trim_end().to_owned();
        Some(Mistake { said: found.said, patch: Some(Patch { start, end, new }), lossy: false })
    }

    /// A sentence without its capital letter and its full stop, if it has one.
    fn bare(&self, line: &str, effort: &Effort) -> Option<String> {
        let bare = line.strip_suffix(['.', '!'])?;
        let first = bare.split(|c: char| !in_name(c)).next()?;
        let known = effort.words().declares(first) || !first.is_ascii();
        Some(match bare.get(..1).filter(|_| !known) {
            Some(letter) => format!("{}{}", letter.to_ascii_lowercase(), bare.get(1..)?),
            None => bare.to_owned(),
        })
    }

    /// A statement that begins with a word that nothing declares.
    pub(super) fn foreign_statements(&self, effort: &mut Effort) -> Option<Mistake> {
        let place = Place { file: self.file, base: 0, text: &self.text };
        let all = scan::tokens(&self.text);
        let known = effort.words();
        let strange: BTreeSet<usize> = all
            .iter()
            .filter(|t| t.kind == Kind::Word && !known.declares(t.of(&self.text)))
            .map(|t| t.start)
            .collect();
        let here = |token: &Token| strange.contains(&token.start);
        trial::loose_statement(place, body(&all), &here, effort)
    }

    /// What is said of the first block that is made by indentation, and what puts all of them into
    /// braces, the last first.
    pub(super) fn indented(&self) -> Option<(Diagnostic, Vec<Patch>)> {
        let place = Place { file: self.file, base: 0, text: &self.text };
        let all = scan::tokens(&self.text);
        let (sign, patches) = indented::blocks(place, body(&all))?;
        let start = self.text[..sign.start].rfind('\n').map_or(0, |at| at + 1);
        let head = self.text[start..sign.end].trim();
        let head = head.strip_suffix(sign.of(&self.text)).unwrap_or(head).trim_end();
        let head = if sign.of(&self.text) == ")" { format!("{head})") } else { head.to_owned() };
        let said = place.error(Code::E0101, sign, "what belongs to a line stands in braces");
        let said = said.help(format!("write `{head} {{{} that belongs to it", super::BRACES));
        Some((said, patches))
    }

    /// The word that probably opens the item.
    pub(super) fn opening(&self, effort: &mut Effort) -> Option<Mistake> {
        let place = Place { file: self.file, base: 0, text: &self.text };
        let all = scan::tokens(&self.text);
        trial::opening(place, body(&all), effort)
    }
}
