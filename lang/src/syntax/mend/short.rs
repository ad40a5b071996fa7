//! Long items are tried without the lines that read whatever is put at the place that does not:
//! reading them for every guess would be most of the work.

use super::{Effort, Patch};
use crate::syntax::parse::Stop;
use crate::syntax::scan::{Kind, Token};
use std::ops::Range;

/// So many lines around the place are read whatever is tried: a sentence may go on for some.
const NEAR: usize = 4;

/// Less than this, in bytes, is not worth leaving out.
const LEAST: usize = 160;

/// Whole lines of an item that are left out while something is tried, in order.
#[derive(Debug, Clone, Default)]
pub(super) struct Short {
    cut: Vec<Range<usize>>,
}

/// An item, and where reading it stops.
pub(super) struct Stopped<'a> {
    /// The text of the item.
    pub text: &'a str,
    /// The tokens of that text.
    pub tokens: &'a [Token],
    /// The first token that was not read.
    pub at: usize,
    /// Where, and what could stand there.
    pub stop: &'a Stop,
}

/// A block in braces around a place, by its tokens.
#[derive(Clone, Copy)]
struct Block {
    open: usize,
    close: usize,
}

impl Short {
    /// The lines before and behind the place without which reading stops just as with them. Those
    /// behind count only if nothing else is wrong with the item.
    pub(super) fn of(place: &Stopped<'_>, effort: &mut Effort) -> Self {
        let (before, behind) = around(place);
        let len = |all: &[Range<usize>]| all.iter().map(Range::len).sum::<usize>();
        let mut both: Vec<Range<usize>> = before.iter().chain(&behind).cloned().collect();
        both.sort_by_key(|cut| cut.start);
        let (worth, both) = (len(&behind) >= LEAST, Self { cut: both });
        if worth && both.stops_alike(place, effort) && both.alone_wrong(place, effort) {
            return both;
        }
        let before = Self { cut: before };
        let worth = len(&before.cut) >= LEAST;
        if worth && before.stops_alike(place, effort) { before } else { Self::default() }
    }

    /// Whether nothing is left out.
    pub(super) fn is_nothing(&self) -> bool {
        self.cut.is_empty()
    }

    /// Bytes of the whole text that are left when reading stops after a patch; none if reading was
    /// given up, or what is read makes no sense.
    pub(super) fn left(&self, text: &str, patch: &Patch, effort: &mut Effort) -> Option<usize> {
        let (short, cuts) = self.without(text, Some(patch));
        match effort.stops(&short) {
            Ok(()) => Some(0),
            Err(stop) => {
                let byte = stop?.byte;
                let behind = cuts.iter().filter(|(at, _)| *at >= byte).map(|(_, len)| len);
                Some((short.len().saturating_sub(byte) + behind.sum::<usize>()).max(1))
            }
        }
    }

    /// A text with a patch and without the lines, which the patch must not touch; and where lines
    /// were left out, with their bytes.
    fn without(&self, text: &str, patch: Option<&Patch>) -> (String, Vec<(usize, usize)>) {
        let (mut short, mut cuts) = (String::with_capacity(text.len()), Vec::new());
        let (mut at, mut patch) = (0, patch);
        let part = |from: usize, to: usize| text.get(from..to).unwrap_or("");
        for cut in &self.cut {
            if let Some(now) = patch.filter(|patch| patch.end < cut.start) {
                short.push_str(part(at, now.start));
                short.push_str(&now.new);
                (at, patch) = (now.end, None);
            }
            if patch.is_some_and(|patch| patch.start < cut.end) {
                continue;
            }
            short.push_str(part(at, cut.start));
            cuts.push((short.len(), cut.len()));
            at = cut.end;
        }
        if let Some(now) = patch {
            short.push_str(part(at, now.start));
            short.push_str(&now.new);
            at = now.end;
        }
        short.push_str(part(at, text.len()));
        (short, cuts)
    }

    /// Whether reading stops at the same byte, where the same is wanted.
    fn stops_alike(&self, place: &Stopped<'_>, effort: &mut Effort) -> bool {
        let (short, cuts) = self.without(place.text, None);
        let Err(Some(stop)) = effort.stops(&short) else { return false };
        let before = cuts.iter().filter(|(at, _)| *at < stop.byte).map(|(_, len)| len);
        stop.byte + before.sum::<usize>() == place.stop.byte && stop.wanted == place.stop.wanted
    }

    /// Whether the item reads without one line at the place, and so does what is left of it.
    fn alone_wrong(&self, place: &Stopped<'_>, effort: &mut Effort) -> bool {
        let text = place.text;
        let places = [place.at.checked_sub(1), Some(place.at)].into_iter().flatten();
        let mut lines: Vec<Patch> = Vec::new();
        for token in places.filter_map(|at| place.tokens.get(at)) {
            let start = line_start(text, token.start);
            let end =
                text.get(start..).and_then(|t| t.find('\n')).map_or(text.len(), |n| start + n);
            let line = Patch { start, end, new: String::new() };
            if lines.last() != Some(&line) {
                lines.push(line);
            }
        }
        lines.iter().any(|line| {
            effort.stops(&self.without(text, Some(line)).0).is_ok()
                && effort.stops(&Self::default().without(text, Some(line)).0).is_ok()
        })
    }
}

/// Lines of the blocks around a place that may be left out, before it and behind it.
fn around(place: &Stopped<'_>) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (text, tokens, byte) = (place.text, place.tokens, place.stop.byte);
    let (mut before, mut behind) = (Vec::new(), Vec::new());
    let back = text.get(..byte).unwrap_or("").rmatch_indices('\n').nth(NEAR);
    let (mut near, mut far) = (back.map(|(at, _)| at + 1), further(text, byte));
    for block in blocks(tokens, place.at, text) {
        let starts = starts(text, tokens, block);
        let last = near.and_then(|near| starts.iter().rev().find(|start| **start <= near));
        if let Some((first, last)) = starts.first().zip(last).filter(|(first, last)| first < last) {
            before.push(*first..*last);
        }
        let close = tokens.get(block.close).map_or(text.len(), |t| t.start);
        let end = line_start(text, close);
        let next = far.and_then(|far| starts.iter().find(|start| **start >= far));
        let alone = text.get(end..close).is_some_and(|gap| gap.trim().is_empty());
        behind.extend(next.filter(|next| **next < end && alone).map(|next| *next..end));
        near = tokens.get(block.open).map(|t| t.start);
        far = further(text, close);
    }
    (before, behind)
}

/// The blocks in braces that a token stands in, the innermost first.
fn blocks(tokens: &[Token], at: usize, text: &str) -> Vec<Block> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (index, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Open => open.push(index),
            Kind::Close => {
                let begun = open.pop().filter(|open| *open < at && at <= index);
                let braces = |open: &usize| tokens.get(*open).is_some_and(|t| t.of(text) == "{");
                let block = |open| Block { open, close: index };
                found.extend(begun.filter(braces).map(block));
            }
            _ => {}
        }
    }
    found
}

/// Where the sentences of a block begin that begin a line.
fn starts(text: &str, tokens: &[Token], block: Block) -> Vec<usize> {
    let inside = tokens.get(block.open + 1..block.close).unwrap_or_default();
    let (mut depth, mut found) = (0_usize, Vec::new());
    for token in inside {
        let line = line_start(text, token.start);
        let begins = text.get(line..token.start).is_some_and(|gap| gap.trim().is_empty());
        if depth == 0 && begins && token.kind != Kind::Close {
            found.push(line);
        }
        depth = token.kind.depth_behind(depth);
    }
    found
}

/// The first byte of the line that a byte lies in.
fn line_start(text: &str, byte: usize) -> usize {
    text.get(..byte).and_then(|t| t.rfind('\n')).map_or(0, |at| at + 1)
}

/// The first byte of the line some lines behind a byte.
fn further(text: &str, byte: usize) -> Option<usize> {
    let (at, _) = text.get(byte..)?.match_indices('\n').nth(NEAR)?;
    Some(byte + at + 1)
}
